"""Collections are read from files, solved on the board and counted for the member."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from goclub.games.jobs.services import run_jobs
from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.models import GuessedGame, Problem, ProblemCollection, ProblemResult
from goclub.games.people.services.erasing import erase_name
from goclub.games.problems.queries import problems_of_day, record_of
from goclub.games.problems.services import (
    add_collection,
    ask_to_read,
    delete_collection,
    read_collection,
    record_try,
    vote_difficulty,
)
from goclub.games.problems.tests.files import problem_file
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import RuleError

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def worker(settings):
    settings.BACKGROUND_JOBS = "worker"


@pytest.fixture
def member():
    return make_member()


@pytest.fixture
def collection(member):
    act = Act(member.user)
    ask_to_read(act, add_collection(act, title="Corners", files=[("a.sgf", problem_file(3))]))
    run_jobs()
    return ProblemCollection.objects.get()


def upload(client, data, **fields):
    file = SimpleUploadedFile("corners.sgf", data)
    return client.post(reverse("games:problems-new"), {"file": file, **fields})


def test_a_file_becomes_a_collection_and_what_is_no_problem_is_named(client, member):
    data = problem_file(250) + b"(;SZ[9];B[ee];W[ff])(;SZ[9]AB[bb]AW[ab])(;SZ[9]AB[bb];B[bb])"
    answer = upload(as_member(client, member), data)
    run_jobs()
    collection = ProblemCollection.objects.get()
    assert answer.url.startswith("/jobs/")
    assert (collection.title, collection.games_read) == ("corners", 253)
    assert collection.problems.count() == 250
    assert [number for number, _refusal in collection.left_out] == [251, 252, 253]
    page = client.get(collection.get_absolute_url(), {"page": 2})
    assert page.context["cards"][0][0].number == 25
    assert [number for number, reason in page.context["left_out"] if reason] == [251, 252, 253]


def test_several_files_and_an_archive_become_one_collection(client, member):
    """A file that cannot be read counts as one game and is named; twice the same is refused."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in (("a.sgf", problem_file(2)), ("b.sgf", b"?"), ("c.sgf", problem_file(1))):
            archive.writestr(zipfile.ZipInfo(name), data)
    as_member(client, member)
    alone = [SimpleUploadedFile("all.zip", packed.getvalue())]
    apart = [SimpleUploadedFile(f"{n}.sgf", data) for n, data in enumerate((problem_file(4), b"?"))]
    for files in (alone, apart, apart):
        for file in files:
            file.seek(0)
        answer = client.post(reverse("games:problems-new"), {"file": files})
    assert "already here" in str(answer.context["form"].errors["file"])
    run_jobs()
    collections = ProblemCollection.objects.order_by("pk")
    numbers = [list(row.problems.values_list("number", flat=True)) for row in collections]
    assert [row.title for row in collections] == ["all", "0"]
    assert numbers == [[1, 2, 4], [1, 2, 3, 4]]
    assert [row.left_out[0][0] for row in collections] == [3, 5]


def test_a_move_that_is_not_meant_is_refused_and_not_counted(client, member):
    game = b"(;GM[1]SZ[9]AB[bb][cb]AW[ab][bc](;B[ee]C[RIGHT])(;B[ff]C[NOTTHIS]))"
    ask_to_read(Act(member.user), add_collection(Act(member.user), title="x", files=[("x", game)]))
    run_jobs()
    address = f"{Problem.objects.get().get_absolute_url()}?look=0"
    answer = as_member(client, member).post(address, {"point": "F4"})
    assert answer.status_code == 422
    assert "asks for another move" in str(answer.context["form"].errors["point"])
    assert not ProblemResult.objects.exists()


def test_reading_goes_on_where_it_was_stopped(member):
    row = add_collection(Act(member.user), title="", files=[("a.sgf", problem_file(150))])
    ask_to_read(Act(member.user), row)
    ProblemCollection.objects.update(games_read=100)
    run_jobs()
    assert [row.problems.count(), row.problems.order_by("number")[0].number] == [50, 101]


def test_a_collection_that_is_deleted_while_it_is_read_is_left(member):
    act = Act(member.user)
    row = add_collection(act, title="", files=[("a.sgf", problem_file(150))])
    asked = {"collection": row.pk}
    read_collection(act, asked, lambda *_progress: ProblemCollection.objects.all().delete())
    assert not Problem.objects.exists()


def test_a_file_that_is_here_or_holds_no_game_is_refused_and_the_title_kept(
    client, member, collection
):
    as_member(client, member)
    for data in (problem_file(3), b"nothing"):
        answer = upload(client, data, title="Mine")
        assert (answer.status_code, answer.context["form"]["title"].value()) == (422, "Mine")
        assert answer.context["form"].errors
    assert ProblemCollection.objects.count() == 1


def solve(client, address, point):
    return client.post(address, {"point": point}, follow=True)


def test_a_problem_is_solved_and_failed_and_counted(client, member, collection):
    problem = collection.problems.first()
    as_member(client, member)
    address = f"{problem.get_absolute_url()}?look=0"
    assert client.get(address).context["state"].solved is None
    assert solve(client, address, "J9").context["state"].solved is False
    assert "The reply is" not in client.get(address).content.decode()
    replied = solve(client, address, "E5")
    assert replied.context["state"].solved is None
    assert "The reply is F4." in replied.content.decode()
    onward = replied.context["query"]
    for _again in range(2):
        page = solve(client, f"{problem.get_absolute_url()}?{onward}", "G3")
        assert page.context["state"].solved is True
    result = ProblemResult.objects.get()
    assert (result.tries, result.solved_in) == (3, 2)
    assert record_of(member) == {"tried": 1, "solved": 1, "first": 0, "games": 0, "percent": 0}


def test_every_look_of_a_problem_is_solved_by_its_own_point(client, collection):
    problem = collection.problems.first()
    for look, point in ((0, "C1"), (3, "G9"), (8, "C1")):
        answer = client.post(f"{problem.get_absolute_url()}?look={look}", {"point": point})
        assert f"look={look}&node=0&tried={point}" in answer.url
        assert client.get(answer.url).context["colour"] == ("W" if look == 8 else "B")


def test_visitors_solve_where_they_may_see_games_and_nothing_is_counted(client, collection):
    problem = collection.problems.first()
    assert solve(client, f"{problem.get_absolute_url()}?look=0", "J1").context["state"]
    assert not ProblemResult.objects.exists()


def test_visitors_are_told_once_that_nothing_is_counted(client, member, collection):
    address = collection.problems.first().get_absolute_url()
    for page in (f"{address}?look=0", reverse("games:problems")):
        assert client.get(page).content.decode().count("counted when you are signed in") == 1
    seen = client.get(f"{address}?look=0").content.decode()
    assert f"?next={quote(f'{address}?look=0', safe='')}" in seen
    as_member(client, member)
    for page in (address, reverse("games:problems")):
        assert "counted when you are signed in" not in client.get(page).content.decode()


def test_what_is_asked_out_of_turn_counts_nothing(client, member, collection):
    """The solution opened first, a vote before a try, and a board that is over or not there."""
    problem = collection.problems.first()
    address, vote = (
        problem.get_absolute_url(),
        reverse("games:problem-vote", args=[collection.pk, 1]),
    )
    as_member(client, member)
    page = client.get(f"{address}?solution=1").content.decode()
    assert 'name="vote"' not in page
    refused = client.post(
        f"{vote}?solution=1", {"vote": 1, "member": make_member().pk}, follow=True
    )
    assert "Try the problem first" in refused.content.decode()
    assert client.post(f"{address}?look=0&node=3", {"point": "A1"}).status_code == 200  # solved
    assert client.post(f"{address}?look=0&node={9**99}", {"point": "A1"}).status_code == 404
    for point in ("ZZ99999", "9" * 999, "-1", "K1", "E0"):
        assert client.post(f"{address}?look=0", {"point": point}).status_code == 422
    assert not ProblemResult.objects.exists()
    record_try(Act(member.user), problem, solved=False)
    for wrong in (0, 6, 9**99, "x", ""):
        assert client.post(vote, {"vote": wrong}).status_code == 302
    assert ProblemResult.objects.get().vote is None


@pytest.mark.parametrize("point", ["", "Z99", "B8", "<b>"])
def test_a_point_that_cannot_be_played_is_refused(client, collection, point):
    problem = collection.problems.first()
    answer = client.post(f"{problem.get_absolute_url()}?look=0", {"point": point})
    assert answer.status_code == 422
    assert answer.context["form"].errors["point"]
    assert answer.context["form"]["point"].value() == point
    assert point != "B8" or "B8 cannot be played" in str(answer.context["form"].errors)


@pytest.mark.parametrize("query", ["node=99", "node=x", "tried=Z99", "look=0&tried=B8", "look=-1"])
def test_an_address_that_means_nothing_is_not_found(client, collection, query):
    problem = collection.problems.first()
    assert client.get(f"{problem.get_absolute_url()}?{query}").status_code == 404


def test_a_failed_problem_is_tried_again_as_it_was_turned_or_its_solution_is_shown(
    client, member, collection
):
    problem = collection.problems.last()
    as_member(client, member)
    address = problem.get_absolute_url()
    page = solve(client, f"{address}?look=3", "J9")
    for href in ("?look=3", "?look=3&amp;solution=1"):
        assert f'href="{href}"' in page.content.decode()
    assert 'name="vote"' not in page.content.decode()
    shown = client.get(f"{address}?look=3&solution=1").content.decode()
    assert [f'">{n}</text></g>' in shown for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert 'data-point="4,4"' in shown
    assert 'data-point="2,2"' in shown  # G3, turned half
    assert 'name="vote"' in shown
    assert f'href="{collection.get_absolute_url()}">Back to the collection' in shown


def test_a_move_of_the_solution_without_a_stone_of_its_own_is_named(client, member):
    """Black takes the stone at B9 and connects there."""
    game = b"(;GM[1]SZ[9]AB[bb][ca][cb]AW[ba][ab][ac];B[aa];W[dd];B[ba]C[RIGHT])"
    ask_to_read(Act(member.user), add_collection(Act(member.user), title="x", files=[("x", game)]))
    run_jobs()
    page = client.get(f"{Problem.objects.get().get_absolute_url()}?look=0&solution=1")
    assert page.context["elsewhere"] == [(3, 1, "", "B9")]


def test_a_vote_leaves_the_solved_board_as_it_is(client, member, collection):
    problem = collection.problems.first()
    page = solve(as_member(client, member), f"{problem.get_absolute_url()}?look=3", "E5")
    solved = client.post(f"{problem.get_absolute_url()}?{page.context['query']}", {"point": "C7"})
    vote = reverse("games:problem-vote", args=[collection.pk, problem.number])
    assert f'action="{vote}?look=3&amp;node=3"' in client.get(solved.url).content.decode()
    assert client.post(f"{vote}?look=3&node=3", {"vote": 2}).url == solved.url


def test_a_collection_goes_on_at_the_first_unsolved_problem(client, member, collection):
    as_member(client, member)
    address = collection.get_absolute_url()
    for number, problem in enumerate(collection.problems.all(), start=1):
        assert client.get(address).context["onward"].number == number
        record_try(Act(member.user), problem, solved=True)
    assert client.get(address).context["onward"] is None
    client.logout()
    assert "Next unsolved problem" not in client.get(address).content.decode()


def test_where_there_are_no_problems_one_button_offers_the_upload(client, member):
    page = as_member(client, member).get(reverse("games:problems")).content.decode()
    assert page.count(f'href="{reverse("games:problems-new")}"') == 1


def test_what_was_asked_is_said_until_the_problem_is_over(client, member):
    game = b"(;GM[1]SZ[9]AB[bb]AW[ab]C[Live.](;B[ee];W[ff];B[gg]C[RIGHT])(;B[dd]))"
    ask_to_read(Act(member.user), add_collection(Act(member.user), title="x", files=[("x", game)]))
    run_jobs()
    address = f"{Problem.objects.get().get_absolute_url()}?look=0"
    assert solve(client, address, "E5").context["text"] == "Live."
    assert solve(client, address, "A1").context["text"] == ""


def test_members_vote_how_hard_a_problem_is_once_they_tried_it(client, member, collection):
    problem, other = collection.problems.first(), make_member()
    with pytest.raises(RuleError):
        vote_difficulty(Act(member.user), problem, vote=1)
    for voter, vote in ((member, 5), (other, 4)):
        record_try(Act(voter.user), problem, solved=True)
        as_member(client, voter).post(
            reverse("games:problem-vote", args=[collection.pk, problem.number]), {"vote": vote}
        )
    page = client.get(problem.get_absolute_url())
    assert str(page.context["difficulty"]) == "hard"
    cards = client.get(collection.get_absolute_url()).context["cards"]
    assert [bool(row.solved_in) for row, _picture, _difficulty in cards] == [True, False, False]
    (listed,) = client.get(reverse("games:problems")).context["page_obj"]
    assert (listed.total, listed.solved) == (3, 1)


def test_whoever_uploaded_a_collection_deletes_it_after_a_question(client, member, collection):
    address = reverse("games:problems-delete", args=[collection.pk])
    assert as_member(client, make_member()).post(address, {"confirmed": "1"}).status_code == 403
    as_member(client, member)
    assert client.post(address).status_code == 200
    assert collection.problems.count() == 3
    client.post(address, {"confirmed": "1"})
    assert not Problem.objects.exists()


def test_whoever_uploaded_a_collection_changes_its_title(client, member, collection):
    address = reverse("games:problems-edit", args=[collection.pk])
    problem = collection.problems.first()
    record_try(Act(member.user), problem, solved=True)
    as_member(client, make_member())
    assert client.post(address, {"title": "Mine"}).status_code == 403
    assert address not in client.get(collection.get_absolute_url()).content.decode()
    as_member(client, member)
    assert f'href="{address}"' in client.get(collection.get_absolute_url()).content.decode()
    assert client.get(address).context["form"]["title"].value() == "Corners"
    assert client.post(address, {"title": " "}).status_code == 422
    assert client.post(address, {"title": "Corner shapes"}).url == collection.get_absolute_url()
    renamed = fresh(collection)
    assert (renamed.title, renamed.original) == ("Corner shapes", collection.original)
    assert problem.results.count() == 1


def test_the_numbers_of_a_large_collection_are_grouped(client, member, collection):
    rows = collection.problems.first().rows
    problems = (Problem(collection=collection, number=n, rows=rows) for n in range(4, 1201))
    Problem.objects.bulk_create(problems)
    as_member(client, member)
    for page in (
        client.get(reverse("games:problems")),
        client.get(collection.get_absolute_url()),
        client.post(reverse("games:problems-delete", args=[collection.pk])),
    ):
        assert "1,200 problems" in page.content.decode()


def test_results_go_with_the_name_of_a_member_who_is_erased(member, collection):
    record_try(Act(member.user), collection.problems.first(), solved=True)
    erase_name(Act(make_member(role=CHAIR).user), member)
    assert not ProblemResult.objects.exists()


def test_a_collection_deleted_meanwhile_is_not_read(member):
    collection = add_collection(Act(member.user), title="", files=[("a.sgf", problem_file(1))])
    job = ask_to_read(Act(member.user), collection)
    delete_collection(Act(member.user), collection)
    assert run_jobs() == 1
    assert fresh(job).refusal is None


def test_the_problem_of_the_day_is_the_same_for_everyone(client, collection):
    day = date(2026, 11, 28)
    days = [problems_of_day(date(2026, 11, number)).first() for number in range(1, 29)]
    assert problems_of_day(day).first() == days[-1]
    assert len(set(days)) == 3
    assert client.get(reverse("games:problem-of-day")).url.startswith(collection.get_absolute_url())
    collection.delete()
    assert client.get(reverse("games:problem-of-day")).url == reverse("games:problems")


def test_the_problem_of_the_day_says_so_and_whether_it_is_solved(client, member, collection):
    as_member(client, member)
    today = client.get(reverse("games:problem-of-day")).url
    for problem in collection.problems.all():
        page = client.get(problem.get_absolute_url()).content.decode()
        assert ("Problem of the day" in page) is (problem.get_absolute_url() == today)
    for is_solved in (False, True):
        for address in (reverse("home"), reverse("games:problems")):
            page = client.get(address).content.decode()
            after = page.split("Problem of the day</a>")[1][:200]
            assert ("solved</span>" in after) is is_solved
        record_try(Act(member.user), problems_of_day(timezone.localdate())[0], solved=True)


# --- Guess the move -------------------------------------------------------------------------------
GAME = b"(;GM[1]SZ[9];B[ee];W[cc];B[gg];W[];B[gc];W[cg])"  # the first two moves are not guessed


def test_the_moves_of_a_game_are_guessed_for_points(client, member):
    kifu = file_it(GAME, by=member.user)
    address = reverse("games:guess", args=[kifu.pk])
    as_member(client, member)
    for number, point in enumerate(["G3", "J9", "H8", "A1"]):
        page = client.post(address, {"point": point, "guesses": min(number, 2)}, follow=True)
    game = GuessedGame.objects.get()
    # The fourth was sent for the third move, which was guessed.
    assert (game.guesses, game.hits, game.near) == (3, 1, 1)
    assert page.context["is_over"]
    assert f'primary" href="{kifu.get_absolute_url()}">Back to the game' in page.content.decode()
    listed = client.get(reverse("games:problems")).context
    assert (listed["record"]["percent"], [row.kifu for row in listed["guessed"]]) == (44, [kifu])
    assert client.post(address, {"point": "A1", "guesses": 3}).status_code == 200
    again = reverse("games:guess-again", args=[kifu.pk])
    assert "Start again?" in client.post(again).content.decode()
    assert GuessedGame.objects.exists()
    client.post(again, {"confirmed": "1"})
    assert not GuessedGame.objects.exists()


def test_a_guess_on_a_stone_is_refused_and_a_game_too_short_has_none(client, member):
    as_member(client, member)
    kifu = file_it(GAME, by=member.user)
    address = reverse("games:guess", args=[kifu.pk])
    assert client.post(address, {"point": "E5", "guesses": 0}).status_code == 422
    for data, is_over in (
        (b"(;SZ[9];B[ee])", True), (b"(;SZ[9]AB[ee])", True), (b"(;SZ[5];B[cc])", False),
    ):  # fmt: skip
        short = file_it(data, by=member.user)
        page = client.get(reverse("games:guess", args=[short.pk]))
        assert page.context["is_over"] is is_over


@pytest.mark.django_db(transaction=True)
def test_a_problem_that_is_deleted_meanwhile_is_not_found(client, member, collection, monkeypatch):
    """The view has found it, and another request is faster than the service."""

    def meanwhile(act, problem, *, solved):
        delete_collection(Act(member.user), collection)
        record_try(act, problem, solved=solved)

    monkeypatch.setattr("goclub.games.problems.views.record_try", meanwhile)
    problem = collection.problems.get(number=1)
    client = as_member(client, member)
    client.raise_request_exception = False
    answer = client.post(f"{problem.get_absolute_url()}?look=0", {"point": "J1"})
    assert answer.status_code == 404
