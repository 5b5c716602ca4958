"""Spreadsheets from the first look to the receipt, out again, and back in."""

from __future__ import annotations

import io
import uuid
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone, translation

from goclub.common.canonical import fingerprint
from goclub.games.models import Batch, Game
from goclub.games.notebook.labels.exported import exported_games
from goclub.games.notebook.services.batches import Upload, keep_choices, start_batch
from goclub.games.notebook.services.entering import enter_batch, undo_batch
from goclub.games.notebook.services.plans import plan_of
from goclub.games.notebook.tests import spreadsheets
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.members.models import ClubSettings, Member, NameKey, Nickname, StrengthDecision
from goclub.members.queries import match_names
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.tests.builders import refused

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
SHARED = Path(__file__).parents[5] / "shared" / "notebook"


@pytest.fixture
def chair():
    return make_member("The Chair", role="chair", points=150).user


def draft(user, *files):
    uploads = [Upload(name, data) for name, data in files]
    return start_batch(Act(user, NOW), uploads, key=uuid.uuid4())


def planned(batch):
    return plan_of(batch, by=batch.by, today=timezone.localdate(NOW))


def entered(batch):
    return enter_batch(Act(batch.by, NOW), batch, seen=planned(batch).mark)


def club(user, people=12, games=60, **more):
    return draft(
        user,
        ("members.csv", spreadsheets.members(people, **more)),
        ("games.csv", spreadsheets.games(games, people, **more)),
    )


def test_good_rows_come_in_and_bad_ones_are_named(chair):
    plan = planned(batch := club(chair))
    members, games = plan.files
    assert [fault.row for fault in members.judged.faults] == [14, 15]
    assert [fault.row for fault in games.judged.faults] == [62, 63, 64]
    assert (plan.members, len(plan.games), plan.faulty) == (12, 60, 5)
    receipt = entered(batch).receipt
    assert (receipt["members"], receipt["games"], receipt["faults"]) == (12, 60, 5)
    assert rebuild() == 0


def test_official_points_hold_from_their_day_and_an_address_is_kept(chair):
    entered(club(chair))
    member = Member.objects.get(display_name=spreadsheets.person(2))
    declared, certified = member.decisions.order_by("effective_on")
    assert (declared.kind, declared.effective_on) == ("declared", member.joined_on)
    assert (certified.kind, certified.points) == ("certified", 102)
    assert certified.effective_on.isoformat() == "2024-01-01"
    invited = Member.objects.get(display_name=spreadsheets.person(3))
    assert (invited.user, invited.contact_email) == (None, "m3@club.example")


def test_a_secretary_sets_what_only_the_chair_certifies():
    entered(club(make_member("The Secretary", role="secretary").user))
    assert set(StrengthDecision.objects.values_list("kind", flat=True)) == {"declared", "set"}


def test_the_same_files_again_bring_nothing(chair):
    entered(club(chair, faults=False))
    plan = planned(club(chair, faults=False))
    assert plan.is_empty
    assert plan.there == 72


def test_the_same_form_twice_makes_one_draft(chair):
    key = uuid.uuid4()
    uploads = [Upload("members.csv", spreadsheets.members(3))]
    batch = start_batch(Act(chair, NOW), uploads, key=key)
    assert start_batch(Act(chair, NOW), uploads, key=key) == batch
    assert Batch.objects.count() == 1


def test_nobody_answers_for_somebody_else(chair):
    secretary = make_member("The Secretary", role="secretary").user
    file = club(chair).files.first()
    with refused(key="notebook.draft_no_more"):
        keep_choices(Act(secretary), file, choices={"dates": "dmy"})


# --- Out, and in again ----------------------------------------------------------------------------
def exported(client, user, what):
    client.force_login(user)
    return b"".join(client.get(reverse(f"games:notebook-{what}")).streaming_content)


@pytest.mark.parametrize("language", ["en", "ja", "th", "pl"])
def test_what_goes_out_comes_in_again(client, chair, language):
    Member.objects.update(language=language)
    with override_settings(LANGUAGE_CODE=language), translation.override(language):
        batch = entered(club(chair, 12, 20, faults=False))
        first = {what: exported(client, chair, what) for what in ("members", "games")}
        again = planned(draft(chair, *((f"{what}.csv", data) for what, data in first.items())))
        assert again.is_empty
        assert (again.faulty, again.there) == (0, 12 + 1 + 20)
        standings = _standings()
        undo_batch(Act(chair, NOW), batch)
        assert not Game.objects.exists()
        entered(draft(chair, *((f"{what}.csv", data) for what, data in first.items())))
        second = {what: exported(client, chair, what) for what in ("members", "games")}
    assert {what: data.decode() for what, data in second.items()} == {
        what: data.decode() for what, data in first.items()
    }
    assert _standings() == standings


def test_what_begins_as_a_formula_goes_out_and_comes_in_again(client, chair):
    """Our own files have an apostrophe before such a cell, which is nobody's name and no komi."""
    for name in ("+Ada Lis", "'=Ben Lis"):
        make_member(name, club="@Home")
    sheet = (
        "Date;Black;White;Result;Handicap;Komi;Board;Place\n"
        "2024-05-01;'+Ada Lis;''=Ben Lis;B+R;0;-5.5;19;'+Plus\n"
    )
    entered(draft(chair, ("games.csv", sheet.encode())))
    game = Game.objects.get()
    assert (game.komi2, game.place) == (-11, "+Plus")
    own = [(f"{what}.csv", exported(client, chair, what)) for what in ("members", "games")]
    again = planned(draft(chair, *own))
    assert (again.is_empty, again.faulty) == (True, 0)


@pytest.mark.parametrize("language", ["en", "ja", "th", "pl"])
def test_a_rank_below_nine_kyu_goes_out_and_comes_in_as_it_was_declared(client, chair, language):
    """S1-4: all of them start at 0; IGS and the European rating start from the rank itself."""
    sheet = "Name;Rank\nAda Lis;30k\nBen Lis;十五級\nCyd Lis;10 คิว\nDan Lis;31k\nEwa Lis;0k\n"
    with override_settings(LANGUAGE_CODE=language), translation.override(language):
        batch = draft(chair, ("members.csv", sheet.encode()))
        assert [fault.row for fault in planned(batch).files[0].judged.faults] == [5, 6]
        entered(batch)
        starts = _weak_starts()
        assert starts == [
            ("30k", 0, "9k", "BC", -900.0),
            ("15k", 0, "9k", "15k?", 600.0),
            ("10k", 0, "9k", "10k?", 1100.0),
        ]
        out = exported(client, chair, "members")
        assert planned(draft(chair, ("members.csv", out))).is_empty
        undo_batch(Act(chair, NOW), batch)
        entered(draft(chair, ("members.csv", out)))
        assert _weak_starts() == starts
        assert exported(client, chair, "members") == out


def _weak_starts():
    found = []
    for member in Member.objects.filter(display_name__endswith="Lis").order_by("display_name"):
        held = {one.system: one for one in member.standings.all()}
        paa, igs, egf = held["paa"], held["igs"], held["egf"]
        found.append((member.decisions.get().rank, paa.points, paa.rank, igs.rank, egf.rating))
    return found


def test_nicknames_and_languages_come_and_go_with_their_owners(client, chair):
    ClubSettings.objects.create(pk=1, language="pl")
    sheet = "Name;Rank;Nickname;Language\nJan Lis;3k;kamyk (KGS), Kamyk, janek;\nSato Ken;1d;;ja\n"
    batch = entered(draft(chair, ("members.csv", sheet.encode())))
    jan, ken = (Member.objects.get(display_name=name) for name in ("Jan Lis", "Sato Ken"))
    assert [str(one) for one in jan.nicknames.all()] == ["janek", "kamyk (KGS)"]
    assert not any(one.learned for one in jan.nicknames.all())
    assert (jan.language, ken.language) == ("pl", "ja")
    assert match_names(["janek"])["janek"] == jan
    assert "janek; kamyk (KGS)" in exported(client, chair, "members").decode()
    later = Nickname.objects.create(member=jan, name="jan_k")
    with refused(key="leaned_on"):
        undo_batch(Act(chair, NOW), batch)
    later.delete()
    undo_batch(Act(chair, NOW), batch)
    assert not Nickname.objects.exists()
    assert not NameKey.objects.filter(key__contains="janek").exists()


def _standings():
    people = Member.objects.exclude(display_name="The Chair").order_by("display_name")
    return [
        (member.display_name, one.system, one.points, one.rank, one.certified)
        for member in people
        for one in member.standings.filter(system="paa")
    ]


def test_everything_goes_out_in_one_archive(client, chair):
    entered(club(chair))
    archive = exported(client, chair, "everything")
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        names = set(packed.namelist())
        assert {"members.csv", "games.csv", "decisions.csv", "tournaments.csv"} <= names
        assert packed.read("games.csv").count(b"\n") == 61


# --- Figures --------------------------------------------------------------------------------------
@pytest.mark.skipif(
    not (SHARED / "faults.json").exists(), reason="the shared spreadsheets are not here"
)
@pytest.mark.parametrize(
    ("names", "people", "faulty_rows"),
    [
        pytest.param(
            ("members_pl.csv", "games_pl.csv"),
            26,
            {28, 29, 30, 32, 33, 160, 367, 472, 538, 570, 594},
            marks=pytest.mark.extended,
        ),
        pytest.param(
            ("members_ja.csv", "games_ja.xlsx"),
            24,
            {26, 27, 1004, 1006, 1007},
            marks=pytest.mark.extended,
        ),
        (("members_th.xlsx",), 12, set()),
    ],
)
def test_spreadsheets_of_three_countries(chair, names, people, faulty_rows):
    batch = draft(chair, *((name, (SHARED / name).read_bytes()) for name in names))
    before = fingerprint()
    plan = planned(batch)
    assert {f.row for file in plan.files for f in file.judged.faults} == faulty_rows
    assert plan.members == people
    enter_batch(Act(chair, NOW), batch, seen=plan.mark)
    assert rebuild() == 0
    undo_batch(Act(chair, NOW), batch)
    after = fingerprint()
    assert {table for table in before if before[table] != after[table]} == {"games_batch"}


def test_a_game_lost_by_sanction_is_known_again_in_the_export(chair):
    lines = [["Date", "Black", "White", "Result", "Komi"]]
    lines += [["2024-05-01", "Ann Lee", "The Chair", "B+penalty", "6.5"]]
    first = draft(chair, ("games.csv", "\n".join(map(",".join, lines)).encode()))
    keep_choices(Act(chair), first.files.get(), choices={"who:annlee": "guest"})
    entered(first)
    table = exported_games()
    rows = [list(map(str, row)) for row in (table.header, *table.rows)]
    again = draft(chair, ("games.csv", "\n".join(map(",".join, rows)).encode()))
    assert (planned(again).there, planned(again).is_empty) == (1, True)
