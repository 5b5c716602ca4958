"""Lessons: who leads, what is kept of the board, who follows and asks, what remains."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from goclub.common.refusals.registry import Refusal
from goclub.common.tests.reading import read
from goclub.games.lessons import services
from goclub.games.library.tests import comments_club
from goclub.games.models import LessonQuestion, LiveLesson
from goclub.games.models.lessons import OPEN_FOR
from goclub.games.tests.factories import at
from goclub.go.board.basics import IllegalMove
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import OpenedFile
from goclub.leagues.tests.factories import make_organiser
from goclub.members.models import ClubSettings, Member
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member
from ratings.errors import RuleError


@pytest.fixture
def teacher():
    return make_organiser()


@pytest.fixture
def lesson(teacher):
    return services.start_lesson(Act(teacher.user, at()), title="Ladders", board=9)


def act_of(member, minute=1):
    return Act(member.user, at(minute=minute))


def tree_of(lesson, number=1):
    return services.read_chapter(lesson.chapters.get(number=number))


def show(lesson, place="0", moves="", *, by=None, chapter=1):
    return services.show_position(
        act_of(by or lesson.leader), lesson, chapter=chapter, at=place, moves=moves
    )


# --- The leader’s board -----------------------------------------------------------------------
def test_the_moves_of_the_leader_grow_the_tree_once(lesson):
    assert show(lesson, "0", "BeeWec").spot == "2"
    assert show(lesson, "2", "Bgc").spot == "3"
    assert show(lesson, "0", "BeeWec").spot == "2"  # sent again after the network was away
    assert show(lesson, "2", "Bdc").spot == "2.1.0"
    record = tree_of(lesson)
    assert [move[1] for move in record.moves] == [(4, 4), (4, 2), (6, 2)]
    assert len(record.nodes) == 5


def test_a_position_that_is_shown_again_keeps_the_tree(lesson):
    show(lesson, "0", "BeeWec")
    version = lesson.chapters.get().version
    assert show(lesson, "1").version == 2
    assert lesson.chapters.get().version == version


@pytest.mark.parametrize(
    ("place", "moves"), [("0", "Bzz"), ("7", ""), ("0", "BeeWee"), ("x", ""), ("0", "no moves")]
)
def test_what_the_board_does_not_allow_changes_nothing(lesson, place, moves):
    with pytest.raises((RuleError, IllegalMove)):
        show(lesson, place, moves)
    assert LiveLesson.objects.get().version == 0


def test_comments_and_marks_stay_with_their_position(lesson):
    lesson = show(lesson, "0", "Bee")
    act = act_of(lesson.leader)
    services.comment_position(act, lesson, chapter=1, at="1", text="Tengen. ]; B[aa]\n")
    for kind, point in [("TR", (2, 2)), ("LB", (3, 3)), ("LB", (5, 5)), ("SQ", (2, 2))]:
        services.mark_point(act, lesson, chapter=1, at="1", kind=kind, point=point)
    node = tree_of(lesson).nodes[1]
    assert node.comment == "Tengen. ]; B[aa]"
    assert dict(node.marks) == {"SQ": ((2, 2),), "LB": (((3, 3), "A"), ((5, 5), "B"))}
    services.mark_point(act, lesson, chapter=1, at="1", kind="SQ", point=(2, 2))
    services.mark_point(act, lesson, chapter=1, at="1", kind="LB", point=(3, 3))
    services.comment_position(act, lesson, chapter=1, at="1", text=" ")
    node = tree_of(lesson).nodes[1]
    assert (node.comment, dict(node.marks)) == ("", {"LB": (((5, 5), "B"),)})
    with pytest.raises(IllegalMove):
        services.mark_point(act, lesson, chapter=1, at="1", kind="TR", point=(9, 0))


@pytest.mark.postgres
def test_only_a_last_move_is_deleted_and_questions_keep_their_place(lesson):
    act = act_of(lesson.leader)
    show(lesson, "0", "BeeWec")
    show(lesson, "1", "Wce")
    show(lesson, "1", "Wgg")
    pupil = make_member()
    spots = ["1", "1.1.0", "1.2.0"]
    for place in spots:
        services.ask_question(act_of(pupil), lesson, chapter=1, at=place, moves="", text="Why?")
    with pytest.raises(Refusal):
        services.delete_move(act, lesson, chapter=1, at="1")
    lesson = services.delete_move(act, lesson, chapter=1, at="1.1.0")
    assert lesson.spot == "1"
    asked = LessonQuestion.objects.order_by("pk").values_list("spot", flat=True)
    assert list(asked) == ["1", "1", "1.1.0"]
    assert tree_of(lesson).nodes[3].point == (6, 6)


def test_a_lesson_has_chapters_of_records_texts_and_boards(lesson, teacher):
    act = act_of(teacher)
    text = "(;SZ[13]GN[One];B[cc])(;SZ[9]GN[Two])"
    lesson = services.add_chapter(act, lesson, title="Pasted", text=text)
    assert lesson.chapter == 2
    lesson = services.add_chapter(act, lesson, title="Empty", board=19)
    titles = list(lesson.chapters.values_list("title", flat=True))
    assert titles == ["Ladders", "One", "Two", "Empty"]
    assert [tree_of(lesson, n).width for n in (1, 2, 3, 4)] == [9, 13, 9, 19]
    lesson = services.open_chapter(act, lesson, number=2)
    assert (lesson.chapter, lesson.spot) == (2, "0")
    with pytest.raises(Refusal):  # what was tapped before the chapter changed
        show(lesson, "0", "Baa", chapter=1)
    written = OpenedFile(services.write_lesson(lesson).encode())
    names = [record.header.game_name for _number, record in written.some(range(1, 9))]
    assert names == titles


def test_what_is_no_record_or_too_much_is_refused(lesson, teacher):
    for text, error in [
        ("<html>a page</html>", KifuError),
        ("(;SZ[9]GM[2])", KifuError),
        ("(;SZ[9])" * 60, Refusal),
        (f"(;SZ[9]C[{'x' * 120_000}])", Refusal),
    ]:
        with pytest.raises(error):
            services.add_chapter(act_of(teacher), lesson, title="Bad", text=text)
    assert lesson.chapters.count() == 1


def test_a_position_that_no_spot_can_name_is_not_shown(lesson, teacher):
    nested = "(;B[])"
    for _level in range(70):
        nested = f"(;B[])(;W[]{nested})"
    act = act_of(teacher)
    lesson = services.add_chapter(act, lesson, title="Deep", text=f"(;SZ[9]{nested})")
    deepest = "0" + ".1.0" * 60
    assert show(lesson, deepest, chapter=2).spot == deepest
    with pytest.raises(Refusal, match="too_deep"):
        show(lesson, deepest, "BaaWbbBcc", chapter=2)
    assert as_member(Client(), teacher).get(page("lesson", lesson)).status_code == 200


# --- Who leads --------------------------------------------------------------------------------
def test_a_form_that_is_sent_twice_starts_one_lesson(lesson, teacher):
    def start(minute, **begins):
        return services.start_lesson(act_of(teacher, minute), title=" Ladders", **begins)

    assert services.start_lesson(Act(teacher.user, at()), title="Ladders", board=9) == lesson
    assert lesson.chapters.count() == 1
    game = comments_club.make_club()["game"]
    taught = start(2, kifu=game.kifu)
    assert start(2, kifu=game.kifu) == taught
    assert start(2).pk not in {lesson.pk, taught.pk}
    assert start(5, kifu=game.kifu) != taught
    other = services.start_lesson(act_of(make_organiser(), 5), title="Ladders", kifu=game.kifu)
    assert other.leader != teacher


def test_organisers_start_lessons_and_members_do_not():
    with pytest.raises(PermissionDenied):
        services.start_lesson(act_of(make_member()), title="Mine")


def test_the_lead_goes_to_a_member_who_came_and_back(lesson, teacher):
    pupil, stranger = make_member("Ann"), make_member()
    with pytest.raises(Refusal):
        services.hand_over(act_of(teacher), lesson, member=pupil)
    services.come_in(act_of(pupil), lesson)
    services.come_in(act_of(pupil), lesson)
    lesson = services.hand_over(act_of(teacher), lesson, member=pupil)
    assert show(lesson, "0", "Bee", by=pupil).spot == "1"
    with pytest.raises(Refusal):
        show(lesson, "0", by=teacher)
    with pytest.raises(PermissionDenied):
        services.take_lead(act_of(stranger), lesson)
    assert services.take_lead(act_of(teacher), lesson).leader == teacher
    with pytest.raises(Refusal):
        show(lesson, "0", by=pupil)


def test_whoever_leaves_the_club_leads_no_more(lesson, teacher):
    pupil = make_member("Ann")
    services.come_in(act_of(pupil), lesson)
    lesson = services.hand_over(act_of(teacher), lesson, member=pupil)
    Member.objects.filter(pk=pupil.pk).update(status=Member.Status.FORMER)
    with pytest.raises(Refusal):
        show(lesson, "0", "Bee", by=pupil)
    assert services.take_lead(act_of(teacher), lesson).leader == teacher


def test_an_ended_lesson_is_led_by_nobody(lesson, teacher):
    with pytest.raises(PermissionDenied):
        services.end_lesson(act_of(make_member()), lesson)
    services.end_lesson(act_of(teacher), lesson)
    for change in (
        lambda: show(lesson, "0", "Bee", by=teacher),
        lambda: services.take_lead(act_of(teacher), lesson),
        lambda: services.end_lesson(act_of(teacher), lesson),
        lambda: services.come_in(act_of(make_member()), lesson),
        lambda: services.ask_question(
            act_of(teacher), lesson, chapter=1, at="0", moves="", text="?"
        ),
    ):
        with pytest.raises(Refusal):
            change()


def test_a_forgotten_lesson_ends_by_itself(lesson, teacher, capsys):
    show(lesson, "0", "Bee")
    quiet = services.start_lesson(act_of(teacher), title="Later")
    LiveLesson.objects.filter(pk=quiet.pk).update(changed_at=at() + timedelta(days=365 * 60))
    call_command("end_lessons")
    lesson.refresh_from_db()
    assert lesson.ended_at == at(minute=1)
    assert list(LiveLesson.objects.running()) == [quiet]
    assert services.end_forgotten(at(minute=1) + OPEN_FOR) == 0


# --- Questions --------------------------------------------------------------------------------
def test_a_question_with_tried_moves_is_shown_and_answered(lesson, teacher):
    show(lesson, "0", "BeeWec")
    pupil = make_member()
    question = services.ask_question(
        act_of(pupil), lesson, chapter=1, at="1", moves="WceBgg", text="Why not here?"
    )
    services.add_chapter(act_of(teacher), lesson, title="Next")
    with pytest.raises(Refusal):
        services.show_question(act_of(pupil), question)
    lesson = services.show_question(act_of(teacher), question)
    assert (lesson.chapter, lesson.spot) == (1, "1.1.1")
    services.close_question(act_of(teacher, 7), question)
    question.refresh_from_db()
    assert question.done_at == at(minute=7)


@pytest.mark.parametrize(("place", "moves"), [("5", ""), ("0", "Bzz"), ("0", "BeeWee")])
def test_a_question_is_about_what_can_be_on_the_board(lesson, place, moves):
    with pytest.raises((RuleError, IllegalMove)):
        services.ask_question(
            act_of(make_member()), lesson, chapter=1, at=place, moves=moves, text="?"
        )


def test_nobody_floods_the_leader_with_questions(lesson, teacher):
    pupil = make_member()

    def ask():
        return services.ask_question(
            act_of(pupil), lesson, chapter=1, at="0", moves="", text="Why?"
        )

    asked = [ask() for _time in range(services.MOST_WAITING)]
    with pytest.raises(Refusal):
        ask()
    services.close_question(act_of(teacher), asked[0])
    assert ask()


# --- Pages ------------------------------------------------------------------------------------
def page(name, lesson, *args):
    return reverse(f"games:{name}", args=[lesson.code, *args])


def test_followers_get_what_changed_and_no_more(lesson, django_assert_max_num_queries):
    guest, address = Client(), page("lesson-now", lesson)
    assert guest.get(page("lesson", lesson)).status_code == 200
    first = guest.get(address)
    state = first.json()
    assert (state["node"], len(state["tree"]["nodes"]), state["leads"]) == (0, 1, False)
    show(lesson, "0", "BeeWec")
    known = {"query_params": {"tree": state["tree_version"]}}
    moved = guest.get(address, **known).json()
    assert (moved["node"], len(moved["tree"]["nodes"])) == (2, 3)
    assert "tree" not in guest.get(address, query_params={"tree": moved["tree_version"]}).json()
    with django_assert_max_num_queries(2):
        assert guest.head(address).headers["ETag"] == moved["etag"]
    show(lesson, "1")
    assert guest.head(address).headers["ETag"] != moved["etag"]


def test_strangers_need_the_code_and_read_no_names(lesson, teacher):
    services.ask_question(
        act_of(make_member("Ann Asker")), lesson, chapter=1, at="0", moves="", text="Why?"
    )
    ClubSettings.objects.create(pk=1, name="Hoshi", visitors_see="nothing")
    guest = Client()
    shown = guest.get(page("lesson", lesson)).content.decode()
    assert "Ann Asker" not in shown
    assert teacher.display_name not in shown
    assert "Ann Asker" not in guest.get(page("lesson-now", lesson)).content.decode()
    listed = guest.get(reverse("games:lesson-list"), {"code": "XXXXXX"}).content.decode()
    assert lesson.code not in listed
    joined = guest.get(reverse("games:lesson-list"), {"code": f" {lesson.code.lower()} "})
    assert joined.url == page("lesson", lesson)
    services.end_lesson(act_of(teacher), lesson)
    assert guest.get(page("lesson", lesson)).status_code == 302
    assert guest.get(page("lesson-file", lesson)).status_code == 302
    assert guest.get(page("lesson-now", lesson)).json() == {"ended": True}


def test_codes_cannot_be_tried_out(lesson, settings):
    settings.LIMITS = settings.LIMITS | {"lesson_code": "3/h"}
    listed, known = reverse("games:lesson-list"), page("lesson", lesson)
    guest = Client()
    assert [guest.get(known).status_code for _visit in range(5)] == [200] * 5
    assert guest.get(listed, {"code": "AAAAAA"}).status_code == 200
    for name in ("lesson", "lesson-now", "lesson-file"):
        assert guest.get(reverse(f"games:{name}", args=["AAAAAA"])).status_code == 404
    for answer in (guest.get(known), guest.get(listed, {"code": lesson.code})):
        assert answer.status_code == 429
        assert "Too many attempts. Please try again in" in read(answer).text


def test_a_question_leads_to_its_chapter(lesson, teacher):
    show(lesson, "0", "BeeWec")
    pupil = make_member()
    services.ask_question(act_of(pupil), lesson, chapter=1, at="1", moves="", text="Why?")
    services.add_chapter(act_of(teacher), lesson, title="Nets", board=9)
    show(lesson, "0", "BccWddBff", chapter=2)  # longer than the first chapter
    leader, follower = as_member(Client(), teacher), as_member(Client(), pupil)
    address = "?chapter=1&at=1#board"

    def links(client):
        return [link.attrs["href"] for link in read(client.get(page("lesson", lesson))).all("a")]

    assert address in links(follower)
    assert address not in links(leader)  # who shows it to all
    chapter = {"chapter": "1", "at": "1"}
    asked = follower.get(page("lesson", lesson), chapter)
    assert "data-elsewhere" in asked.content.decode()
    assert "Move 1, Black E5" in read(asked).text
    assert "data-elsewhere" not in leader.get(page("lesson", lesson), chapter).content.decode()
    for place in ("9", "x", "0" * 5000):
        assert follower.get(page("lesson", lesson), chapter | {"at": place}).status_code == 404
    services.end_lesson(act_of(teacher), lesson)
    assert follower.get(page("lesson", lesson)).status_code == 200


def test_steps_of_the_leader_are_answered_and_those_of_others_refused(lesson, teacher):
    leader, pupil = as_member(Client(), teacher), as_member(Client(), make_member())
    step = {"action": "show", "chapter": 1, "at": "0", "moves": "Bee"}
    address = page("lesson-step", lesson)
    assert leader.post(address, step).json()["node"] == 1
    marked = leader.post(address, step | {"action": "mark", "kind": "TR", "x": 2, "y": 2}).json()
    assert marked["tree"]["nodes"][1]["l"] == [["TR", 2, 2]]
    commented = leader.post(address, step | {"action": "text", "text": "<b>Tengen</b>"}).json()
    assert commented["tree"]["nodes"][1]["t"] == "<b>Tengen</b>"
    assert leader.post(address, step | {"action": "delete"}).json()["node"] == 0
    refused = pupil.post(address, step)
    assert refused.status_code == 422
    assert teacher.display_name in refused.json()["text"]
    for bad in ({"at": "9" * 5000}, {"chapter": "9" * 5000}, {"action": "sing"}, {"moves": "x"}):
        assert leader.post(address, step | bad).status_code == 422


@pytest.mark.postgres
def test_a_lesson_that_ended_is_read_chapter_by_chapter(lesson, teacher):
    show(lesson, "0", "BeeWec")
    pupil = make_member("Ann <Asker>")
    services.ask_question(
        act_of(pupil), lesson, chapter=1, at="1", moves="Wcc", text="Why not <here>?"
    )
    services.add_chapter(act_of(teacher), lesson, title="Nets", board=13)
    services.end_lesson(act_of(teacher), lesson)
    reader = as_member(Client(), make_member())
    first = read(reader.get(page("lesson", lesson)))
    assert "Ann <Asker>" in first.text
    assert "Why not <here>?" in first.text
    assert "C7" in first.text
    second = reader.get(page("lesson", lesson), {"chapter": "2"})
    assert "2. Nets" in read(second).text
    assert "Ann <Asker>" not in read(second).text
    for number in ("3", "9" * 5000, "x"):
        assert reader.get(page("lesson", lesson), {"chapter": number}).status_code in (200, 404)
    file = reader.get(page("lesson-file", lesson))
    assert len(OpenedFile(file.content)) == 2
    assert "Ladders" in read(reader.get(reverse("games:lesson-list"), {"q": "net"})).text
    assert "Ladders" in read(reader.get(reverse("search"), {"q": "nets"})).text
    assert reader.post(page("lesson-delete", lesson), {"confirmed": "1"}).status_code == 403
    as_member(Client(), teacher).post(page("lesson-delete", lesson), {"confirmed": "1"})
    assert not LiveLesson.objects.exists()


def test_a_refused_question_and_a_refused_chapter_keep_what_was_typed(lesson, teacher):
    pupil = as_member(Client(), make_member())
    asked = {"chapter": 1, "at": "0", "moves": "", "text": "x" * 400}
    for bad in (asked | {"chapter": 99}, asked | {"chapter": 99, "text": "x"}, asked):
        refused = pupil.post(page("lesson-ask", lesson), bad)
        assert refused.status_code == 422
    assert "x" * 400 in refused.content.decode()
    services.end_lesson(act_of(teacher), lesson)
    late = read(pupil.post(page("lesson-ask", lesson), asked | {"text": "Too late?"})).text
    assert "This lesson has ended." in late
    assert "Too late?" in late
    lesson = services.start_lesson(act_of(teacher), title="Next")
    chapter = {"title": "Nets", "board": "19", "text": "<html>a whole page</html>"}
    refused = as_member(Client(), teacher).post(page("lesson-chapter", lesson), chapter)
    assert refused.status_code == 422
    assert "a whole page" in read(refused).text


def test_a_game_of_the_library_is_taught_from_its_page(teacher, lesson):
    game = comments_club.make_club()["game"]
    client = as_member(Client(), teacher)
    links = [link.attrs["href"] for link in read(client.get(game.get_absolute_url())).all("a")]
    empty = read(client.get(reverse("games:lesson-list")))
    assert reverse("games:lesson-new") in [link.attrs["href"] for link in empty.all("main a")]
    teach = f"{reverse('games:lesson-new')}?kifu={game.kifu.pk}"
    assert teach in links
    form = read(client.get(teach)).text
    assert "You are leading “Ladders”." in form
    client.post(teach, {"title": "Their game"})
    taught = LiveLesson.objects.get(title="Their game")
    assert taught.chapters.get().kifu == game.kifu
    assert len(tree_of(taught).moves) == game.kifu.moves


def test_a_lesson_that_is_deleted_meanwhile_is_not_found(client, lesson, teacher, monkeypatch):
    """The view has found it, and another request is faster than the service."""

    def meanwhile(act, found, **place):
        services.delete_lesson(act, found)
        return show_position(act, found, **place)

    show_position = services.show_position
    monkeypatch.setattr(services, "show_position", meanwhile)
    client = as_member(client, teacher)
    client.raise_request_exception = False
    step = {"action": "show", "chapter": 1, "at": "0"}
    answer = client.post(reverse("games:lesson-step", args=[lesson.code]), step)
    assert answer.status_code == 404
