"""A duplicate that says more: nothing of it is lost, whichever way it comes."""

from __future__ import annotations

import io
import json

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.urls import reverse

from goclub.games.library.services.comments import add_note, read_comments
from goclub.games.library.services.enriching import (
    add_draft,
    file_games,
    take_back_addition,
    take_record,
)
from goclub.games.library.services.records import read_kifu, upload_kifu
from goclub.games.models import Kifu, KifuAddition, Position
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.tests.builders import refused

LONG = [*LINE, "ck", "qn", "ql", "on"]
PLAIN = sgf(moves=LONG)
TOLD = PLAIN.replace(b";W[dp]", b";W[dp]C[A quiet corner.]LB[cc:A]").replace(
    b";B[on])", b"(;B[on])(;B[nn]C[This was the moment.]))"
)
LONGER = sgf(moves=[*LONG, "bb", "cc", "rr"])
TURNED = sgf(moves=[f"{move[1]}{move[0]}" for move in LONG])


@pytest.fixture
def uploader():
    return make_member().user


def take(data, by=None, **more):
    return take_record(Act(by, at()), read(data), data=data, filename="x.sgf", **more)


def run(*paths, **options):
    out = io.StringIO()
    call_command(
        "import_kifu", *map(str, paths), stdout=out, stderr=io.StringIO(), format="json", **options
    )
    return [json.loads(line) for line in out.getvalue().splitlines()]


# -- the import command --------------------------------------------------------------------------
def test_the_import_keeps_what_a_duplicate_says_besides(tmp_path):
    for name, data in (("1", PLAIN), ("2", TOLD), ("3", LONGER), ("4", TOLD), ("5", PLAIN)):
        (tmp_path / f"{name}.sgf").write_bytes(data)
    rows = run(tmp_path)
    assert [(row["status"], row["reason"]) for row in rows] == [
        ("accepted", ""),
        ("accepted", "enriched"),
        ("accepted", "enriched"),
        ("duplicate", "longer"),
        ("duplicate", "longer"),
    ]
    assert rows[1]["added"] == {"variations": 1, "comments": 2, "marks": 1}
    assert rows[2]["added"] == {"moves": 3}
    kifu = Kifu.objects.get()
    record = read_kifu(kifu)
    assert (len(record.moves), kifu.moves) == (26, 26)
    assert {"A quiet corner.", "This was the moment."} <= set(record.tree.comments.values())
    assert "This was the moment." in kifu.text
    assert [bytes(one.original) for one in kifu.additions.all()] == [TOLD, LONGER]
    assert bytes(kifu.original) == PLAIN
    assert Position.objects.filter(kifu=kifu).count() > 23


def test_facts_alone_are_added_to_what_is_still_a_duplicate(tmp_path):
    (tmp_path / "1.sgf").write_bytes(PLAIN)
    (tmp_path / "2.sgf").write_bytes(sgf("S. Ken", moves=LONG, extra="EV[Cup]RU[Japanese]"))
    rows = run(tmp_path)
    assert (rows[1]["status"], rows[1]["reason"]) == ("duplicate", "identical")
    assert rows[1]["added"] == {"facts": 2}
    kifu = Kifu.objects.get()
    assert (kifu.black_name, kifu.event) == ("Sato Ken", "Cup")


def test_what_is_turned_and_says_more_is_filed_beside(tmp_path):
    """Its words may name points, which would be others on the board as it is here."""
    (tmp_path / "1.sgf").write_bytes(PLAIN)
    (tmp_path / "2.sgf").write_bytes(TURNED.replace(b";W[", b"C[The corner at C3 is open.];W[", 1))
    (tmp_path / "3.sgf").write_bytes(TURNED)
    rows = run(tmp_path)
    assert [(row["status"], row["reason"]) for row in rows] == [
        ("accepted", ""),
        ("accepted", "says_more"),
        ("duplicate", "identical"),
    ]
    assert rows[1]["duplicate_of"] == rows[0]["kifu"]
    assert Kifu.objects.count() == 2


@pytest.mark.parametrize(
    "other", [sgf("Mori Aoi", moves=[*LONG, "bb"]), sgf(moves=[*LONG, "bb"], date="2019-01-01")]
)
def test_another_game_with_the_same_opening_is_filed_beside(tmp_path, other):
    (tmp_path / "1.sgf").write_bytes(PLAIN)
    (tmp_path / "2.sgf").write_bytes(other)
    rows = run(tmp_path)
    assert [row["reason"] for row in rows] == ["", "says_more"]
    assert sorted(Kifu.objects.values_list("moves", flat=True)) == [23, 24]


def test_a_dry_run_tells_and_adds_nothing(tmp_path):
    (tmp_path / "1.sgf").write_bytes(PLAIN)
    run(tmp_path)
    before = Kifu.objects.values().get()
    (tmp_path / "1.sgf").write_bytes(TOLD)
    (row,) = run(tmp_path, dry_run=True)
    assert (row["status"], row["reason"]) == ("accepted", "enriched")
    assert Kifu.objects.values().get() == before
    assert not KifuAddition.objects.exists()


def test_people_read_what_was_added(tmp_path):
    (tmp_path / "1.sgf").write_bytes(PLAIN)
    (tmp_path / "2.sgf").write_bytes(LONGER)
    (tmp_path / "3.sgf").write_bytes(b"(;GM[1]SZ[19]PB[a]C[never closed ;B[pd;W[dp")
    out = io.StringIO()
    call_command("import_kifu", str(tmp_path), stdout=out, stderr=io.StringIO())
    plain, longer, broken = out.getvalue().splitlines()
    assert f"added to {Kifu.objects.first().pk}: 3 more moves" in longer
    assert broken.endswith("no move is left")
    assert plain.startswith("accepted")


def test_a_record_of_a_club_game_is_enriched_and_the_game_stays(tmp_path):
    black, white = make_member(), make_member()
    draft = upload_kifu(Act(black.user, at()), PLAIN, filename="g.sgf")
    game = report_game(Act(black.user, at()), facts(black, white, "B+R"), kifu=draft)
    before = type(game).objects.values().get()
    (tmp_path / "1.sgf").write_bytes(TOLD)
    (row,) = run(tmp_path)
    assert (row["reason"], row["kifu"]) == ("enriched", draft.pk)
    assert type(game).objects.values().get() == before


# -- the uploaded collection ---------------------------------------------------------------------
def test_a_collection_adds_what_it_says_besides(uploader):
    kifu = take(PLAIN).kifu
    data = TOLD + sgf("Two", moves=LONG[2:])
    draft = upload_kifu(Act(uploader, at()), data, filename="two.sgf")
    taken, refused = file_games(Act(uploader, at()), draft, numbers=[1, 2])
    assert ([one.status for one in taken], refused) == (["enriched", "filed"], 0)
    assert "A quiet corner." in read_kifu(Kifu.objects.get(pk=kifu.pk)).tree.comments.values()


def test_the_list_of_a_collection_says_what_is_more(client, uploader):
    take(PLAIN)
    client.force_login(uploader)
    data = PLAIN + TOLD + b"(;GM[1]SZ[19]PB[a]RE[B+, a story of 126 moves])"
    draft = upload_kifu(Act(uploader, at()), data, filename="x.sgf")
    page = client.get(reverse("games:kifu-games", args=[draft.pk]))
    same, more, empty = page.context["games"]
    assert (same["adds"], bool(same["twin"])) == ("", True)
    assert more["adds"]
    assert len(empty["oddities"]) == 2
    assert [n for n in (1, 2, 3) if f'name="number" value="{n}"' in page.content.decode()] == [2, 3]


# -- the upload page -----------------------------------------------------------------------------
def test_the_upload_page_offers_to_add_it(client, uploader):
    kifu = take(PLAIN).kifu
    client.force_login(uploader)
    draft = upload_kifu(Act(uploader, at()), TOLD, filename="mine.sgf")
    page = client.get(reverse("games:report"), {"kifu": draft.pk})
    (row,) = page.context["alike"]
    assert row["adds"]
    address = reverse("games:kifu-add", args=[draft.pk])
    assert f'action="{address}"' in page.content.decode()
    done = client.post(address, {"kifu": kifu.pk}, follow=True)
    assert done.redirect_chain[-1][0] == reverse("games:kifu-detail", args=[kifu.pk])
    (addition,) = done.context["additions"]
    assert addition["may_take_back"]
    assert not Kifu.objects.filter(pk=draft.pk).exists()
    original = client.get(reverse("games:addition-original", args=[addition["addition"].pk]))
    assert original.content == TOLD


def test_what_says_nothing_more_is_not_offered(client, uploader):
    kifu = take(TOLD).kifu
    client.force_login(uploader)
    draft = upload_kifu(Act(uploader, at()), PLAIN, filename="mine.sgf")
    page = client.get(reverse("games:report"), {"kifu": draft.pk})
    assert [row["adds"] for row in page.context["alike"]] == [""]
    client.post(reverse("games:kifu-add", args=[draft.pk]), {"kifu": kifu.pk})
    assert Kifu.objects.filter(pk=draft.pk).exists()
    assert not KifuAddition.objects.exists()


def test_only_ones_own_draft_is_added_and_to_a_record(client, uploader):
    kifu = take(PLAIN).kifu
    draft = upload_kifu(Act(uploader, at()), TOLD, filename="mine.sgf")
    address = reverse("games:kifu-add", args=[draft.pk])
    client.force_login(uploader)
    for number in ("", "x", "0", "9" * 5000):
        assert client.post(address, {"kifu": number}).status_code == 404
    stranger = make_member().user
    client.force_login(stranger)
    assert client.post(address, {"kifu": kifu.pk}).status_code == 404
    with refused(reason="library.draft_gone"):
        add_draft(Act(stranger, at()), draft, kifu=kifu)


# -- taking it back ------------------------------------------------------------------------------
def test_the_last_addition_can_be_taken_back(client, uploader):
    kifu = take(PLAIN).kifu
    before = Kifu.objects.values().get()
    take(TOLD, by=uploader)
    take(LONGER, by=uploader)
    first, last = kifu.additions.all()
    client.force_login(uploader)
    with refused(reason="not_the_last"):
        take_back_addition(Act(uploader), first)
    for addition in (last, first):
        page = client.post(reverse("games:addition-back", args=[addition.pk]), follow=True)
        assert page.status_code == 200
    assert Kifu.objects.values().get() == before


def test_a_comment_keeps_its_place_and_holds_the_addition(uploader):
    kifu = take(PLAIN).kifu
    add_note(Act(uploader, at()), kifu, key="23", text="The end?")
    take(LONGER, by=uploader)
    kifu.refresh_from_db()
    add_note(Act(uploader, at()), kifu, key="25", text="No.")
    commented = read_comments(kifu)
    assert [commented.record.nodes[commented.node_of(note)].number for note in commented.notes] == [
        23, 25,
    ]  # fmt: skip
    with refused(reason="library.others_talked"):
        take_back_addition(Act(uploader), kifu.additions.get())


def test_strangers_take_nothing_back_and_see_no_file(client, uploader):
    take(PLAIN)
    take(TOLD, by=uploader)
    addition = KifuAddition.objects.get()
    stranger = make_member().user
    with pytest.raises(PermissionDenied):
        take_back_addition(Act(stranger), addition)
    client.force_login(stranger)
    assert client.post(reverse("games:addition-back", args=[addition.pk])).status_code == 403
    assert client.get(reverse("games:addition-original", args=[addition.pk])).status_code == 404
    client.logout()
    for name in ("addition-back", "addition-original"):
        assert client.post(reverse(f"games:{name}", args=[addition.pk])).status_code in (302, 405)
