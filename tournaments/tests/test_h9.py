"""H9 files: what is written line by line, and that nothing is lost on the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.field import (
    EventDetails,
    GameResult,
    Player,
    Tournament,
    TournamentGame,
    TournamentRound,
)
from tournaments.events.placement import standings
from tournaments.events.presets import preset
from tournaments.events.settings import Kind, Settings
from tournaments.formats.clock import Clock, OvertimeSystem, event_class
from tournaments.formats.h9_read import read_h9
from tournaments.formats.h9_write import write_h9
from tournaments.tests.tables import lettered, player, tournament
from tournaments.tests.test_small_open import OPEN

HOUR = Clock(60, OvertimeSystem.CANADIAN, seconds=300, stones=15)


def lines_of(data):
    return data.decode().split("\n")


def body_of(data):
    return [line.split(" ") for line in lines_of(data) if line and not line.startswith(";")]


def words_of(data):
    return [[word for word in line if word] for line in body_of(data)]


def facts(event):
    """What a results file is about, whatever the players are numbered: who met whom, and how."""
    people = event.by_id()
    names = {id: (each.name, each.first_name) for id, each in people.items()}
    games = {
        (
            number,
            frozenset([(names[game.white], "w"), (names[game.black], "b")])
            if game.known_colour
            else frozenset([names[game.white], names[game.black]]),
            game.handicap,
            frozenset(
                [(names[game.white], game.result.white2), (names[game.black], game.result.black2)]
            ),
            game.result is GameResult.UNKNOWN,
            game.by_default,
        )
        for number, tournament_round in enumerate(event.rounds)
        for game in tournament_round.games
    }
    byes = {
        (number, names[each.bye])
        for number, each in enumerate(event.rounds)
        if each.bye is not None
    }
    return games, byes


def table_of(event):
    people = event.by_id()
    return {
        (people[row.player].name, people[row.player].first_name): (
            row.published_place,
            *(row.scores[name] for name in event.system.criteria),
        )
        for row in standings(event, len(event.rounds) - 1)
        if row.published_place is not None
    }


# What is written


def test_the_header_says_what_the_database_asks_for():
    event = replace(
        OPEN,
        event=EventDetails(
            name="Spring [Open]",
            begin="2026-04-11",
            end="2026-04-12",
            location="Kobe",
            komi2=13,
        ),
    )
    head = lines_of(write_h9(event, clock=HOUR))[:8]
    assert head == [
        "; CL[A]",
        "; EV[Spring (Open)]",
        "; PC[,Kobe]",
        "; DT[2026-04-11,2026-04-12]",
        "; HA[h1]",
        "; KM[6.5]",
        "; TM[80]",
        "; CM[Canadian byo-yomi: 60 min, 15 stones in 300 s]",
    ]


def test_the_lines_of_the_small_open():
    """Places, results and figures as test_small_open works them out by hand."""
    rows = words_of(write_h9(OPEN))
    assert [row[:3] for row in rows[:2]] == [["1", "Abe", "X"], ["2", "Bay", "X"]]
    by_name = {row[1]: row for row in rows}
    numbers = {row[1]: row[0] for row in rows}
    abe, bay, cho, eno = (numbers[name] for name in ("Abe", "Bay", "Cho", "Eno"))
    assert by_name["Abe"][3:7] == ["2D", "XX", "xxxx", "33"]
    assert by_name["Abe"][-3:] == [f"{bay}+/w0", f"{cho}+/w1", f"{eno}-/w5"]
    # Won by default, which is no slash but an exclamation mark.
    assert by_name["Bay"][-3:] == [f"{abe}-/b0", f"{eno}+!w4", f"{numbers['Dee']}=/w0"]
    # Both lose by default; absences of half a point each; a bye.
    assert by_name["Dee"][-2] == f"{numbers['Fay']}-!w9"
    assert by_name["Fay"][-3:] == ["0+", f"{numbers['Dee']}-!b9", f"{cho}-/b9"]
    assert by_name["Gil"][-3:] == [f"{cho}=/b0", "0=", "0="]


def test_short_names_fill_the_columns_from_which_opengotha_reads_them():
    rows = [line for line in lines_of(write_h9(OPEN)) if not line.startswith(";")]
    assert [row[4:27].split() for row in rows] == [row.split()[1:3] for row in rows]


def test_a_round_without_a_game_says_what_it_was_worth():
    gone = player(3, absent=frozenset({0}), unexcused=frozenset({1}))
    event = tournament((*lettered("1D", "1D"), gone), "1+2", "1+2", "1+2", "1+2 bye3")
    row = next(row for row in words_of(write_h9(event)) if row[1] == "P3")
    assert row[-4:] == ["0=", "0-", "0-", "0+"]
    nothing = replace(event, system=replace(event.system, mms_absent2=0, mms_bye2=1))
    row = next(row for row in words_of(write_h9(nothing)) if row[1] == "P3")
    assert row[-4:] == ["0-", "0-", "0-", "0="]
    # A league gives nothing for an absence, and three points for a bye (S4-9).
    placed = replace(event.system, criteria=("POINTS", "SMALL"), nbw_absent2=1, mms_bye2=1)
    row = next(row for row in words_of(write_h9(replace(event, system=placed))) if row[1] == "P3")
    assert row[-6:] == ["3", "0", "0-", "0-", "0-", "0+"]


def test_an_open_game_is_a_question_mark_and_an_unknown_colour_is_left_out():
    event = tournament(lettered("1D", "1D", "1D", "1D"), "1?2 3+4")
    first, second = event.rounds[0].games
    hidden = replace(event, rounds=(TournamentRound((first, replace(second, known_colour=False))),))
    cells = {row[1]: row[-1] for row in words_of(write_h9(hidden))}
    assert (cells["A"][1:], cells["C"][1:]) == ("?/w0", "+")
    assert cells["D"][1:] == "-"


def test_names_lose_their_accents_and_keep_their_spaces_together():
    players = (
        player(1, name="de Żak-Łuk", first_name="Zoë Ann", club="Łódź Go", country="pl"),
        player(2, name="O’Neill", first_name="", club="神戸", country="Japan"),
    )
    rows = words_of(write_h9(tournament(players, "1+2")))
    assert rows[0][1:6] == ["de_Zak-Luk", "Zoe_Ann", "1D", "PL", "Lodz"]
    assert rows[1][1:6] == ["O'Neill", "-", "1D", "XX", "xxxx"]


@pytest.mark.parametrize("name", ["佐藤", "สมชาย", "Иванов"])
def test_a_name_in_another_script_has_to_be_supplied(name):
    event = tournament((player(1, name=name, first_name="健"), player(2)), "1+2")
    with refused(Code.TYPE, "name", value=f"{name} 健", reason="formats.latin_name_needed"):
        write_h9(event)


def test_a_pin_ends_the_line_and_must_be_one():
    event = tournament((player(1, egf_pin="12345678"), player(2)), "1+2")
    rows = words_of(write_h9(event))
    assert rows[0][-1] == "|12345678"
    assert "|" not in " ".join(rows[1])
    wrong = replace(event, players=(player(1, egf_pin="1234"), player(2)))
    with refused(Code.TYPE, "egf_pin", value=("P1 X", "1234")):
        write_h9(wrong)


def test_a_tournament_without_rounds_has_no_results_file():
    for event in (tournament(lettered("1D", "1D")), tournament(lettered("1D", "1D"), "")):
        with refused(Code.MISSING, "rounds"):
            write_h9(event)


# The class of an event


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        (Clock(75), "A"),
        (Clock(74), "B"),
        (Clock(60, OvertimeSystem.BYOYOMI, seconds=20), "A"),
        (Clock(60, OvertimeSystem.BYOYOMI, seconds=19), "B"),
        (Clock(59, OvertimeSystem.BYOYOMI, seconds=60), "B"),
        (Clock(60, OvertimeSystem.CANADIAN, seconds=300, stones=20), "A"),
        (Clock(60, OvertimeSystem.CANADIAN, seconds=299, stones=20), "B"),
        (Clock(45, OvertimeSystem.FISCHER, seconds=15), "A"),
        (Clock(44, OvertimeSystem.FISCHER, seconds=30), "B"),
        (Clock(30, OvertimeSystem.FISCHER, seconds=10), "B"),
        (Clock(20, OvertimeSystem.FISCHER, seconds=5), "C"),
        (Clock(40, OvertimeSystem.BYOYOMI, seconds=10), "C"),
        (Clock(30), "C"),
        (Clock(25, OvertimeSystem.BYOYOMI, seconds=7), "C"),
    ],
)
def test_the_class_follows_basic_and_adjusted_time(clock, expected):
    assert event_class(clock) == expected


def test_an_event_on_the_internet_is_of_class_d():
    assert event_class(Clock(50), online=True) == "D"
    assert event_class(Clock(30, OvertimeSystem.FISCHER, seconds=10), online=True) == "D"
    with refused(Code.RANGE, "clock", reason="formats.too_fast"):
        event_class(Clock(49), online=True)


def test_what_is_too_fast_for_any_class_is_refused_with_what_is_needed():
    accepted = "25 minutes or more, 30 or more with overtime"
    with refused(Code.RANGE, "clock", value=(24, 60.0), accepted=accepted):
        event_class(Clock(24, OvertimeSystem.CANADIAN, seconds=36, stones=1))
    with refused(Code.RANGE, "clock", reason="formats.too_fast"):
        write_h9(OPEN, clock=Clock(10))


# There and back


@pytest.mark.parametrize("name", ["EGF", "French", "S2"])
@pytest.mark.parametrize("kind", [Kind.MCMAHON, Kind.SWISS])
def test_the_table_comes_back_under_every_preset(name, kind):
    event = replace(OPEN, system=preset(name, kind, rounds=3))
    back = read_h9(write_h9(event))
    assert facts(back) == facts(event)
    places = {who: row[0] for who, row in table_of(event).items()}
    assert {who: row[0] for who, row in table_of(back).items()} == places


LATIN = st.text(st.sampled_from("abcdeXYZ -'"), min_size=1, max_size=8).map(
    lambda text: " ".join(text.split()) or "x"
)
CLUBS = st.text(st.sampled_from("abcXYZ019"), max_size=4)


@st.composite
def tournaments(draw):
    ids = draw(st.lists(st.integers(1, 99), min_size=2, max_size=8, unique=True))
    pins = draw(st.lists(st.integers(10_000_000, 99_999_999), min_size=8, max_size=8, unique=True))
    players = tuple(
        Player(
            id,
            f"N{id}{draw(LATIN)}",
            draw(LATIN.filter(lambda text: text != "-")),
            draw(st.integers(-30, 8)),
            club=draw(CLUBS.filter(lambda club: club.lower() != "xxxx")),
            country=draw(st.sampled_from(["", "JP", "PL", "TH"])),
            egf_pin=str(pin) if draw(st.booleans()) else "",
        )
        for id, pin in zip(ids, pins, strict=False)
    )
    rounds = tuple(draw(rounds_of(ids)) for _ in range(draw(st.integers(1, 4))))
    absences = {id: draw(st.frozensets(st.integers(0, 3))) for id in ids}
    players = tuple(
        replace(
            each,
            absent=frozenset(
                number
                for number in absences[each.id]
                if number < len(rounds)
                and each.id not in rounds[number].seats()
                and rounds[number].bye != each.id
            ),
        )
        for each in players
    )
    kind = draw(st.sampled_from([Kind.MCMAHON, Kind.SWISS]))
    criteria = ("MMS", "SOSM", "SOSOSM") if kind is Kind.MCMAHON else ("NBW", "SOSW", "SODOSW")
    system = Settings(
        kind=kind,
        rounds=len(rounds),
        floor=draw(st.integers(-30, -10)),
        bar=draw(st.integers(-5, 8)),
        nbw_absent2=draw(st.integers(0, 1)),
        criteria=criteria,
    )
    return Tournament(players, rounds, system)


@st.composite
def rounds_of(draw, ids):
    seats = list(draw(st.permutations(ids)))[: draw(st.integers(2, len(ids)))]
    bye = seats.pop() if len(seats) % 2 else None
    games = []
    for table, (white, black) in enumerate(zip(seats[::2], seats[1::2], strict=True), 1):
        result = draw(st.sampled_from(GameResult))
        by_default = result is not GameResult.UNKNOWN and draw(st.booleans())
        stones = draw(st.integers(0, 9))
        known = bool(stones) or draw(st.booleans())
        games.append(TournamentGame(table, white, black, stones, result, by_default, known))
    return TournamentRound(tuple(games), bye)


@settings(max_examples=120, deadline=None)
@given(tournaments())
def test_every_fact_and_the_table_come_back(event):
    """Places and every criterion, for the settings that a file shows."""
    back = read_h9(write_h9(event))
    assert facts(back) == facts(event)
    assert table_of(back) == table_of(event)
    known = {
        (each.name, each.first_name): (each.rank, each.club, each.country, each.egf_pin)
        for each in event.players
    }
    for each in back.players:
        said = (each.rank, each.club, each.country, each.egf_pin)
        assert known[each.name, each.first_name] == said
