"""Bulletins are put together from games, standings and texts, and printed once as they are."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from goclub.common.tests.reading import read as read_page
from goclub.common.tests.reading import said
from goclub.games.bulletin import labels
from goclub.games.bulletin.services import (
    MOST_ITEMS,
    add_games,
    ask_for_pdf,
    order_items,
    publish,
    remove_item,
    save_bulletin,
    save_item,
)
from goclub.games.jobs.services import run_jobs
from goclub.games.library.services.filing import withdraw_record
from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.models import Bulletin, BulletinFile, BulletinItem, Job, Kifu
from goclub.games.people.services.erasing import erase_name
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import as_member, make_member
from ratings.tests.builders import refused

pytestmark = pytest.mark.postgres

TITLE = "Autumn <b>&</b> #strong[x] $x$ 秋"


@pytest.fixture(autouse=True)
def worker(settings):
    settings.BACKGROUND_JOBS = "worker"


@pytest.fixture
def organiser():
    return make_member(role=ORGANISER)


@pytest.fixture
def act(organiser):
    return Act(organiser.user)


@pytest.fixture
def bulletin(act):
    return save_bulletin(act, Bulletin(title=TITLE, language="en", introduction="*Welcome*"))


def text_item(bulletin, title="Notes", text="See you."):
    return BulletinItem(bulletin=bulletin, kind=BulletinItem.Kind.TEXT, title=title, text=text)


def make(act, bulletin):
    """The PDF as its readers read it: the whole text, and the reader."""
    ask_for_pdf(act, bulletin)
    run_jobs()
    assert Job.objects.get().refusal is None
    reader = PdfReader(BytesIO(BulletinFile.objects.get(bulletin=bulletin).data))
    pages = [page.extract_text() for page in reader.pages]
    return " ".join("\n".join(pages).split()), reader


def titles(bulletin):
    return [item.title for item in bulletin.items.all()]


def test_chosen_games_become_a_bulletin_that_members_open_as_a_pdf(client, organiser):
    game = sgf("Sato <i>Ken</i>", "สมชาย", moves=LINE[:5], extra="C[Before the game.]")
    branches = b"(;W[cf]C[Calm.]LB[aa:Z];B[qf];W[nc])(;W[jj]C[Bold.];B[kk]))"
    kifu = file_it(game[: game.rindex(b")")] + branches, by=organiser.user)
    as_member(client, organiser)
    library = read_page(client.get(reverse("games:kifu-list")))
    assert reverse("games:bulletin-games") in library.values("[formaction]", "formaction")
    page = client.get(reverse("games:bulletin-games"), {"pk": kifu.pk})
    assert page.context["form"].initial["pk"] == [kifu.pk]
    answer = client.post(reverse("games:bulletin-games"), {"pk": kifu.pk, "title": TITLE})
    bulletin = Bulletin.objects.get()
    assert answer.url == bulletin.get_absolute_url()
    part = reverse("games:bulletin-part", args=[bulletin.pk])
    client.post(part, {"title": "Last word", "text": "See **you** [here](https://example.org)."})
    client.post(reverse("games:bulletin-publish", args=[bulletin.pk]))

    as_member(client, make_member())
    answer = client.post(reverse("games:bulletin-make", args=[bulletin.pk]))
    assert answer.url == reverse("games:job", args=[Job.objects.get().pk])
    run_jobs()
    page = client.get(bulletin.get_absolute_url())
    assert (page.context["is_fresh"], page.context["may_edit"]) == (True, False)
    answer = client.get(reverse("games:bulletin-pdf", args=[bulletin.pk]))
    reader = PdfReader(BytesIO(answer.content))
    assert (answer["Content-Type"], reader.metadata.title) == ("application/pdf", TITLE)
    text = " ".join(" ".join(sheet.extract_text().split()) for sheet in reader.pages)
    for words in (
        TITLE, "Contents", "Sato <i>Ken</i>", "สมชาย", "Komi: 5½",
        "Result: Black won by resignation", "Moves 1 to 8",
        "Before the game.", "Move 6: Calm.", "Variation 1, after move 5", "Move 1: Bold.",
        "Last word", "See you here.", "1 / 1",
    ):  # fmt: skip
        assert words in text, words
    assert text.count("Z") == 1  # the label, which no letter of the coordinates is


def test_what_was_printed_is_found_again_until_the_bulletin_changes(act, bulletin):
    other_act = Act(make_member().user)
    add_games(act, bulletin, [file_it(by=act.by)])
    make(act, bulletin)
    assert ask_for_pdf(other_act, bulletin) is None
    save_item(act, text_item(bulletin))
    bulletin.refresh_from_db()
    assert ask_for_pdf(act, bulletin).finished_at is None
    ask_for_pdf(other_act, bulletin)
    before = BulletinFile.objects.get().made_at
    assert run_jobs() == 2  # the second finds what the first made
    assert BulletinFile.objects.get().made_at > before
    erase_name(Act(make_member(role=CHAIR).user), make_member("Nowak Ewa"))
    assert not BulletinFile.objects.exists()
    assert ask_for_pdf(act, bulletin).finished_at is None


def test_a_game_that_left_the_library_is_left_out_with_a_sentence(client, act, bulletin):
    gone = file_it(by=act.by)
    add_games(act, bulletin, [gone, file_it(sgf("Abe", moves=LINE[::-1]), by=act.by)])
    bulletin.items.filter(kifu=gone).update(title="The lost game")
    make(act, bulletin)
    withdraw_record(act, gone)
    page = as_member(client, act.by.member).get(bulletin.get_absolute_url())
    assert (page.context["file"], page.context["is_fresh"]) == (None, False)
    pdf = reverse("games:bulletin-pdf", args=[bulletin.pk])
    assert client.get(pdf).status_code == 404  # the game is in it
    assert page.context["omitted"] == ["“The lost game” was left out: it is no longer available."]
    bulletin.refresh_from_db()
    Job.objects.all().delete()
    text, _reader = make(act, bulletin)
    assert "“The lost game” was left out" in text
    assert "Abe" in text


def test_odd_games_are_printed_to_their_end_and_large_ones_to_a_bound(act, bulletin, monkeypatch):
    small = sgf("Nine", moves=["ee"]).replace(b"SZ[19]", b"SZ[9]")
    huge = b"(;SZ[52]PB[Wide];B[aa];W[ZZ]C[" + b"word " * 4000 + b"end.])"
    branches = "".join(
        f"(;W[{a}{b}]C[v{a}{b}])" for a in "abcdefghij" for b in "abcdefghijklmnopqrs"
    )
    many = f"(;SZ[19]PB[Many];B[ss](;W[rr]){branches})".encode()
    add_games(act, bulletin, [file_it(data, by=act.by) for data in (small, huge, many)])
    bulletin.items.filter(kifu__black_name="Nine").update(diagrams="final")
    monkeypatch.setattr(labels, "MOST_DIAGRAMS", 100)
    text, reader = make(act, bulletin)
    assert "Position after move 1" in text
    assert (text.count("word "), "end." in text) == (4000, True)
    assert ("vaa" in text, "vjs" in text) == (True, False)
    assert "Only the first 98 diagrams are printed." in text
    assert len(reader.pages) < 60


def test_what_nobody_can_print_is_refused_in_words(client, act, bulletin, monkeypatch):
    as_member(client, act.by.member)
    for name in ("make", "publish"):
        answer = client.post(reverse(f"games:bulletin-{name}", args=[bulletin.pk]), follow=True)
        assert "This bulletin is empty" in answer.content.decode()
    gone = file_it(by=act.by)
    add_games(act, bulletin, [gone])
    withdraw_record(act, gone)
    bulletin.refresh_from_db()
    job = ask_for_pdf(act, bulletin)
    run_jobs()
    job.refresh_from_db()
    assert job.refusal["reason"] == "bulletin.nothing_left"
    answer = client.get(reverse("games:job", args=[job.pk]))
    assert said("bulletin.nothing_left") in answer.content.decode()


def test_a_typesetter_that_fails_is_told_apart_from_one_that_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(labels, "_SECONDS", 0)
    with refused(reason="bulletin.too_large"):
        labels.typeset({})
    monkeypatch.undo()
    with refused(reason="bulletin.too_large"):
        labels.typeset({"title": 1})
    (tmp_path / "typst.py").write_text("raise ModuleNotFoundError(\"No module named 'typst'\")")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with refused(reason="bulletin.no_library"):
        labels.typeset({})


def test_parts_move_by_buttons_and_in_the_order_that_a_script_sends(client, act, bulletin):
    for title in "ABC":
        save_item(act, text_item(bulletin, title))
    first, second, third = bulletin.items.values_list("pk", flat=True)
    address = reverse("games:bulletin-order", args=[bulletin.pk])
    as_member(client, act.by.member)
    sent = {"item": [first, second, third]}
    client.post(address, sent | {"criteria_up": third})
    assert titles(bulletin) == ["A", "C", "B"]
    client.post(address, {"item": [third, first, second], "criteria_up": third})
    assert titles(bulletin) == ["C", "A", "B"]
    client.post(address, sent | {"criteria_down": first})
    assert titles(bulletin) == ["B", "A", "C"]
    order_items(act, bulletin, order=[999, third])
    assert titles(bulletin) == ["C", "B", "A"]
    client.post(reverse("games:bulletin-remove", args=[bulletin.pk, second]))
    assert titles(bulletin) == ["C", "A"]


def test_a_bulletin_takes_each_game_once_and_a_hundred_parts(act, bulletin):
    kifu = file_it(by=act.by)
    add_games(act, bulletin, [kifu])
    add_games(act, bulletin, [kifu])
    assert bulletin.items.count() == 1
    BulletinItem.objects.bulk_create(
        BulletinItem(bulletin=bulletin, kind="text", title="x", position=n)
        for n in range(MOST_ITEMS - 1)
    )
    with refused(field="kifu", reason="too_many"):
        save_item(act, text_item(bulletin))
    assert bulletin.items.count() == MOST_ITEMS


def test_nothing_that_was_typed_is_lost(client, act, bulletin):
    as_member(client, act.by.member)
    edit = reverse("games:bulletin-edit", args=[bulletin.pk])
    version = client.get(edit).context["version"]
    save_item(Act(act.by), text_item(bulletin))
    typed = {"title": "Mine", "issued_on": "2026-11-29", "language": "en", "introduction": "Text"}
    answer = client.post(edit, typed | {"version": version})
    assert (answer.status_code, answer.context["form"]["introduction"].value()) == (422, "Text")
    assert client.post(edit, typed | {"version": answer.context["version"]}).status_code == 302
    answer = client.post(reverse("games:bulletin-part", args=[bulletin.pk]), {"text": ""})
    assert (answer.status_code, answer.context["form"].errors["text"]) == (
        422,
        ["Choose standings, or enter a title or a text."],
    )
    games = reverse("games:bulletin-games")
    answer = client.post(games, {"pk": file_it(by=act.by).pk, "title": ""})
    assert (answer.status_code, "title" in answer.context["form"].errors) == (422, True)
    assert client.get(games, {"pk": "9" * 5000}).url == reverse("games:kifu-list")
    with refused(reason="deleted"):
        bulletin.delete()
        add_games(act, Bulletin(pk=999, title="x"), Kifu.objects.all())


def test_only_those_who_post_news_write_and_drafts_are_theirs(client, act, bulletin):
    save_item(act, text_item(bulletin))
    as_member(client, make_member())
    detail, pdf = bulletin.get_absolute_url(), reverse("games:bulletin-pdf", args=[bulletin.pk])
    assert [client.get(address).status_code for address in (detail, pdf)] == [404, 404]
    item = bulletin.items.get().pk
    for name, method in (
        ("new", "get"), ("games", "get"), ("edit", "post"), ("part", "post"), ("order", "post"),
        ("publish", "post"), ("delete", "post"), ("item", "post"), ("remove", "post"),
    ):  # fmt: skip
        keys = {"new": [], "games": [], "item": [bulletin.pk, item], "remove": [bulletin.pk, item]}
        address = reverse(f"games:bulletin-{name}", args=keys.get(name, [bulletin.pk]))
        assert getattr(client, method)(address, {"confirmed": "1"}).status_code == 403, name
    assert client.get(reverse("games:bulletins")).context["page_obj"].object_list.count() == 0
    publish(act, bulletin, is_published=True)
    assert client.get(detail).status_code == 200
    client.logout()
    assert client.get(detail).url.startswith("/sign-in/")
    as_member(client, act.by.member)
    client.post(reverse("games:bulletin-publish", args=[bulletin.pk]), {"off": "1"})
    assert Bulletin.objects.get().published_at is None
    delete = reverse("games:bulletin-delete", args=[bulletin.pk])
    assert "Delete this bulletin?" in client.post(delete).content.decode()
    client.post(delete, {"confirmed": "1"})
    assert not BulletinItem.objects.exists()


def test_the_pages_need_few_queries_however_many_parts_there_are(
    client, act, bulletin, django_assert_max_num_queries
):
    games = [file_it(sgf(f"P{n}", moves=LINE[n:]), by=act.by) for n in range(6)]
    add_games(act, bulletin, games)
    as_member(client, act.by.member)
    for address in (bulletin.get_absolute_url(), reverse("games:bulletins")):
        with django_assert_max_num_queries(20):
            client.get(address)


def test_the_words_around_the_games_are_in_the_language_of_the_bulletin(act, bulletin):
    add_games(act, bulletin, [file_it(by=act.by)])
    with labels.override("ja"):
        data = labels.bulletin_data(bulletin, lambda _done, _total: None)
    assert json.loads(json.dumps(data))["contents"] == "目次"
    assert data["parts"][0]["diagrams"][0]["caption"] != "Moves 1 to 19"


def test_nested_quotes_and_empty_items_of_a_list_are_printed(act, bulletin):
    save_item(act, text_item(bulletin, text=f"{'>' * 99} deep\n\nThen\n\n1.\n2. Last"))
    text, _reader = make(act, bulletin)
    assert "Then" in text
    assert "Last" in text


def test_a_part_that_was_removed_meanwhile_is_not_saved(act, bulletin):
    item = text_item(bulletin)
    save_item(act, item)
    remove_item(act, BulletinItem.objects.get())
    with refused(reason="removed"):
        save_item(act, item)


def test_a_form_that_is_sent_twice_makes_one_bulletin(client, act):
    as_member(client, act.by.member)
    new = reverse("games:bulletin-new")
    typed = {"title": "Mine", "issued_on": "2026-11-29", "language": "en", "introduction": "Text"}
    first, again = (client.post(new, typed) for _press in range(2))
    assert first.url == again.url
    assert client.post(new, typed | {"introduction": "Another"}).url != first.url


def test_games_that_no_bulletin_can_hold_leave_none_behind(client, act, monkeypatch):
    monkeypatch.setattr("goclub.games.bulletin.services.MOST_ITEMS", 0)
    as_member(client, act.by.member)
    chosen = {"pk": file_it(by=act.by).pk, "title": "All of them"}
    assert client.post(reverse("games:bulletin-games"), chosen).status_code == 422
    assert not Bulletin.objects.exists()
