"""Files in and out, and the three commands: their promises, their refusals."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import date
from importlib import import_module
from itertools import product

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.urls import reverse

from goclub.common.tests.reading import said, shows, told
from goclub.leagues.models import Event, Pairing, Participant, Round
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    next_round,
    play_out,
    played_event,
)
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import exchange
from goclub.leagues.tournament.services.files import clock_of, european_class, export_h9
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from tournaments.events.field import EventDetails as Poster
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame
from tournaments.events.field import TournamentRound as PlayedRound
from tournaments.events.presets import preset
from tournaments.formats.clock import Clock, OvertimeSystem
from tournaments.formats.h9_read import read_h9
from tournaments.formats.opengotha_write import write_opengotha

DAY = date(2026, 11, 28)


def small() -> Tournament:
    """Five players, two rounds: a bye each, an absence, a jigo, a default, a handicap."""
    players = tuple(
        Player(number, name, first, rank=rank, rating=2100 + 100 * rank, club="Krak", country="PL")
        for number, name, first, rank in [
            (1, "Nowak", "Ewa", 2),
            (2, "Sato", "Ken", 1),
            (3, "Wiśniewski", "Paweł", 0),
            (4, "Jaidee", "Somchai", -1),
            (5, "<b>Bold</b>", "O'Hara", -6),
        ]
    )
    rounds = (
        PlayedRound(
            (
                TournamentGame(1, 1, 2, 0, GameResult.WHITE),
                TournamentGame(2, 3, 4, 0, GameResult.EQUAL, ending="called"),
            ),
            bye=5,
        ),
        PlayedRound(
            (
                TournamentGame(1, 1, 3, 1, GameResult.WHITE),
                TournamentGame(2, 2, 5, 6, GameResult.BLACK, by_default=True),
            ),
            bye=4,
        ),
    )
    return Tournament(players, rounds, preset("OpenGotha", rounds=3))


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2026-02-30", ""])
def test_a_file_of_no_day_of_ours_is_of_the_day_that_was_given(day):
    data = write_opengotha(replace(small(), event=Poster(begin=day, end=day)))
    event = exchange.import_tournament(Act(None, at()), exchange.read_file(data), fallback=DAY)
    assert (event.begins_on, event.ends_on) == (DAY, DAY)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "small.xml"
    file.write_bytes(write_opengotha(small()))
    return file


def run(*args, **options):
    out = io.StringIO()
    call_command(*args, stdout=out, **options)
    return out.getvalue()


def imported(path):
    return run("import_tournament", str(path)).splitlines()[-1]


def refusal(*args):
    with pytest.raises(CommandError) as caught:
        run(*args)
    assert caught.value.returncode == 2
    text = str(caught.value)
    assert "\n" not in text
    return text


# --- Commands -----------------------------------------------------------------------------------
def test_the_last_line_is_the_slug_and_the_file_is_kept_whole(path):
    lines = run("import_tournament", str(path), "--name", "Zielona Góra Open").splitlines()
    assert lines == ["5 players, 2 rounds, 4 games", "zielona-góra-open"]
    event = Event.objects.get(slug=lines[-1])
    assert exchange.read_file(exchange.export_opengotha(event)).players == small().players
    assert load(event).tournament().rounds == small().rounds
    assert load(event).settings == small().system


def test_importing_twice_makes_two_events_and_nobody_a_member(path):
    make_member("Ewa Nowak")
    first, second = imported(path), imported(path)
    assert first != second
    assert not Participant.objects.filter(member__isnull=False).exists()
    [(guest, members)] = exchange.suggest_members(load(Event.objects.get(slug=first)))
    assert guest.display_name == "Ewa Nowak"
    assert [member.display_name for member in members] == ["Ewa Nowak"]


def test_a_dry_run_stores_nothing(path):
    assert run("import_tournament", str(path), "--dry-run") == "5 players, 2 rounds, 4 games\n"
    assert not Event.objects.exists()


def test_standings_as_json(path):
    slug = imported(path)
    answer = json.loads(run("standings", slug, "--round", "1", "--format", "json"))
    assert (answer["tournament"], answer["round"]) == (slug, 1)
    first = answer["rows"][0]
    assert (first["place"], first["name"], first["first_name"]) == (1, "Nowak", "Ewa")
    assert (first["scores"]["MMS"], first["scores"]["NBW"]) == (33, 1)
    equal = {row["name"]: row["scores"]["NBW"] for row in answer["rows"]}
    assert equal == {"Nowak": 1, "Sato": 0, "Wiśniewski": 0.5, "Jaidee": 0.5, "<b>Bold</b>": 1}
    assert json.loads(run("standings", slug, "--format", "json"))["round"] == 2


def test_standings_as_csv_and_text(path):
    slug = imported(path)
    rows = list(csv.reader(io.StringIO(run("standings", slug, "--format", "csv")[1:])))
    assert rows[0] == ["place", "name", "first_name", "rank", "club", "country", "MMS", "SOSM",
                       "SOSOSM"]  # fmt: skip
    assert rows[1][:4] == ["1", "Nowak", "Ewa", "3d"]
    assert len(rows) == 6
    text = run("standings", slug).splitlines()
    assert len(text) == 7
    assert "Ewa Nowak" in text[2]


def test_a_round_is_paired_from_the_command_line(path):
    slug = imported(path)
    options = ["pair_round", slug, "--round", "3", "--format", "json"]
    tried = json.loads(run(*options, "--dry-run"))
    assert Round.objects.count() == 2
    assert json.loads(run(*options)) == tried
    assert [table["board"] for table in tried["tables"]] == [1, 2]
    assert set(tried["tables"][0]) == {"board", "black", "white", "handicap", "komi", "fixed"}
    assert tried["bye"]["name"] not in ("Jaidee", "<b>Bold</b>")  # they had theirs
    assert isinstance(tried["total_weight"], int)
    assert tried["total_weight"] > 10**15
    assert Round.objects.get(number=3).state == "paired"
    assert "total weight" in run("pair_round", slug, "--round", "3")


def test_a_played_round_is_paired_again_without_storing_it(path):
    slug = imported(path)
    again = json.loads(run("pair_round", slug, "--round", "2", "--dry-run", "--format", "json"))
    assert again["bye"]["name"] == "Jaidee"
    assert Pairing.objects.count() == 4
    assert "E_STATE" in refusal("pair_round", slug, "--round", "2")


@pytest.mark.parametrize(
    "args",
    [
        ("standings", "nowhere"),
        ("pair_round", "nowhere", "--round", "1"),
        ("import_tournament", "/nowhere/at/all.xml"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(args):
    assert "E_UNKNOWN" in refusal(*args)


@pytest.mark.parametrize("number", ["-1", "4"])
def test_rounds_beyond_the_plan_are_refused(path, number):
    slug = imported(path)
    assert "E_RANGE" in refusal("standings", slug, f"--round={number}")
    assert "E_RANGE" in refusal("pair_round", slug, f"--round={number}", "--dry-run")


# --- Bad files ----------------------------------------------------------------------------------
BOMB = b"""<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
<Tournament>&b;</Tournament>"""
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<Tournament><Players><Player name="&x;" firstName="A"/></Players></Tournament>"""
PLAYER = b'<Player name="Nowak" firstName="Ewa" rank="1D"/>'
OTHER = b'<Player name="Sato" firstName="Ken" rank="1D"/>'
THIRD = b'<Player name="Kim" firstName="Yu" rank="1D"/>'
GAME = b'<Game roundNumber="1" tableNumber="%d" blackPlayer="%s" whitePlayer="%s"/>'


def file_of(players: bytes, games: bytes = b"") -> bytes:
    return (
        b'<?xml version="1.0"?><Tournament dataVersion="201"><Players>' + players
        + b"</Players><Games>" + games + b"</Games></Tournament>"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (BOMB, "E_INCONSISTENT"),
        (OUTSIDE, "E_INCONSISTENT"),
        (b"1 Nowak Ewa 3d", "E_TYPE"),
        (b"<html></html>", "E_TYPE"),
        (b"<Tournament", "E_TYPE"),
        (file_of(PLAYER + PLAYER), "E_DUPLICATE"),
        (
            file_of(
                PLAYER + OTHER + THIRD,
                GAME % (1, b"NOWAKEWA", b"SATOKEN") + GAME % (2, b"NOWAKEWA", b"KIMYU"),
            ),
            "E_DUPLICATE",
        ),
        (file_of(PLAYER, GAME % (1, b"NOWAKEWA", b"NOBODY")), "E_UNKNOWN"),
    ],
    ids=["bomb", "outside", "text", "html", "broken", "twice", "paired-twice", "unknown"],
)
def test_bad_files_are_refused_and_store_nothing(tmp_path, data, says):
    file = tmp_path / "bad.xml"
    file.write_bytes(data)
    assert says in refusal("import_tournament", str(file))
    assert not Event.objects.exists()


def test_too_large_a_file_is_not_even_read(tmp_path, monkeypatch):
    monkeypatch.setattr(exchange, "MAX_BYTES", 100)
    file = tmp_path / "large.xml"
    file.write_bytes(b"<" * 101)
    assert "E_RANGE" in refusal("import_tournament", str(file))


def test_tables_that_a_file_numbers_twice_get_one_each():
    games = (TournamentGame(0, 1, 2), TournamentGame(0, 3, 4))
    event = exchange.import_tournament(
        Act(None, at()), Tournament(small().players, (PlayedRound(games),), small().system)
    )
    assert sorted(p.table for p in load(event).pairings[1]) == [1, 2]


# --- Our own events out -------------------------------------------------------------------------
def test_an_event_of_ours_survives_the_file():
    event = make_event()
    add_guests(event, 7)
    for _number in range(2):
        play_out(next_round(event), "black")
    again = exchange.import_tournament(
        Act(None, at()), exchange.read_file(exchange.export_opengotha(event))
    )
    before, after = load(event), load(again)
    assert after.tournament().rounds == before.tournament().rounds
    figures = lambda snapshot: [(r.place, r.player, dict(r.scores)) for r in snapshot.standings(2)]  # noqa: E731
    assert figures(after) == figures(before)


@pytest.mark.parametrize("kind", ["h9", "tou"])
def test_an_event_of_ours_goes_to_the_lists(client, kind):
    event = make_event(main_minutes=60, overtime="15 stones in 5 min")
    add_guests(event, 6)
    play_out(next_round(event), "black")
    response = client.get(reverse(f"leagues:event-{kind}", args=[event.slug]))
    assert response.status_code == 200
    assert response["Content-Disposition"].endswith(f'.{kind}"')
    if kind == "h9":
        assert b"; CL[A]" in response.content.splitlines()[0]
        again = read_h9(response.content)
        games = lambda t: {frozenset((g.black, g.white)) for r in t.rounds for g in r.games}  # noqa: E731
        assert len(games(again)) == len(games(load(event).tournament())) == 3


def test_a_name_without_latin_letters_is_asked_for_before_the_list(client):
    event = make_event()
    add_guests(event, 2)
    Participant.objects.filter(number=1).update(name="佐藤", first_name="健")
    play_out(next_round(event), "black")
    response = client.get(reverse("leagues:event-h9", args=[event.slug]), follow=True)
    assert response.redirect_chain[-1][0] == reverse("leagues:event", args=[event.slug])
    [message] = told(response, "error")
    assert message.endswith(said("formats.latin_name_needed", "佐藤 健"))
    assert shows(response, message)


@pytest.mark.parametrize(
    ("minutes", "overtime", "expected"),
    [
        (60, "", Clock(60)),
        (45, "3 × 30 s", Clock(45, OvertimeSystem.BYOYOMI, 30)),
        (40, "+20 s", Clock(40, OvertimeSystem.FISCHER, 20)),
        (60, "15 stones in 5 min", Clock(60, OvertimeSystem.CANADIAN, 300, 15)),
        (1, "", None),
        (60, "as long as it takes", None),
        (None, "", None),
    ],
)
def test_the_thinking_time_is_understood(minutes, overtime, expected):
    assert clock_of(make_event(main_minutes=minutes, overtime=overtime)) == expected


ADJUSTED = {
    "30s byo-yomi": "82", "3 periods of 30 seconds": "82", "3x30": "82", "３×３０秒": "82",
    "30 秒": "82", "30秒3回": "82", "30秒読み": "82", "15 kamieni w 5 min": "80",
    "5 min / 15 stones": "80", "15/5 min": "80", "none": "60", "-": "60", "": "60", "+10 s": "80",
    "3 × 1 min": "105", "nonsense": "", "30": "", "byo-yomi": "", "3 x 99999999999 s": "",
    "5 min": "",
}  # fmt: skip


def test_the_page_shows_the_class_of_the_file():
    event = played_event(4, 1, main_minutes=60)
    for (overtime, adjusted), declared in product(ADJUSTED.items(), ("", "A", "B")):
        event.overtime, event.egf_class = overtime, declared
        h9 = export_h9(event).decode()
        letter = {"": "", "60": "B"}.get(adjusted, "A")
        assert [line for line in h9.splitlines() if line.startswith(("; CL", "; TM"))] == (
            [f"; CL[{letter}]", f"; TM[{adjusted}]"] if letter else []
        ), overtime
        assert european_class(event) == letter


def test_a_class_with_overtime_that_nobody_can_read_is_refused_beside_it():
    with pytest.raises(RuleError) as refusal:
        make_event(main_minutes=60, overtime="nonsense", egf_class="A")
    assert (refusal.value.field, refusal.value.reason) == (
        "overtime", "unread_overtime",
    )  # fmt: skip


@pytest.mark.parametrize("declared", ["A", "B", "C"])
def test_a_class_by_time_without_a_thinking_time_is_refused_beside_it(declared):
    with refused(code=Code.MISSING, field="main_minutes"):
        make_event(egf_class=declared)
    assert make_event(egf_class="D").egf_class == "D"


def test_sport_codes_of_a_file_become_countries_and_others_are_remarked_upon():
    tournament = small()
    said = ["GER", "de", "SUI", "ZZZ", ""]
    people = tuple(
        replace(one, country=code) for one, code in zip(tournament.players, said, strict=True)
    )
    remarks = []
    found = exchange.read_file(write_opengotha(replace(tournament, players=people)), remarks)
    # OpenGotha's own files have two letters; its writer keeps what is longer as it is.
    assert [one.country for one in found.players] == ["DE", "DE", "CH", "", ""]
    assert [(one.kind, one.value) for one in remarks] == [("countries", "ZZZ")]


@pytest.mark.parametrize(("begin", "said"), [("2026-02-30", ["2026-02-30"]), ("", [])])
def test_a_day_that_no_calendar_has_is_remarked_upon(begin, said):
    tournament = small()
    poster = replace(tournament.event, begin=begin)
    remarks = []
    exchange.read_file(write_opengotha(replace(tournament, event=poster)), remarks)
    assert [remark.value for remark in remarks if remark.kind == "date"] == said


def test_countries_stored_by_three_letters_get_two():
    event = played_event(5, 1)
    entries = event.participants.order_by("number")
    written = ["GER", "sui", "JP", "ZZZ", ""]
    for entry, country in zip(entries, written, strict=True):
        entry.country = country
        entry.save()
    # What no list of countries has is never cut to two letters that are another's.
    assert [" GE " in line for line in export_h9(event).decode().splitlines()].count(True) == 0
    import_module("goclub.leagues.migrations.0030_countries_of_two_letters").shorten_countries(
        apps, None
    )
    countries = [entry.country for entry in event.participants.order_by("number")]
    assert countries == ["DE", "CH", "JP", "ZZZ", ""]
    assert " DE " in export_h9(event).decode()
