"""CSV tables: registrations and results there and back, dry runs, standings."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from tournaments.events.field import GameResult, Player, TournamentGame
from tournaments.formats.registrations import read_registrations, registration_table
from tournaments.formats.results_table import (
    TableEntry,
    read_results,
    results_table,
    standings_table,
)
from tournaments.formats.sheets import Cells, SheetTable
from tournaments.tests.tables import lettered, player, tournament
from tournaments.tests.test_small_open import OPEN

PEOPLE = (
    Player(1, "Żak", "Ewa", -3, 1800, "Wars", "PL", egf_pin="11111111"),
    Player(2, "佐藤", "健", 4, None, "神戸", "JP", absent=frozenset({0, 3})),
    Player(3, "O'Neill, Jr", "", -30, -900, ffg_licence="1234567"),
    Player(4, "Cho", "", 8, None, absent=frozenset({1, 2}), unexcused=frozenset({2}),
           correction=-1, grade="4P", registered=False),
)  # fmt: skip


def written(table, separator=",", encoding="utf-8-sig", defused=True):
    """A CSV file as the site's writer makes it: formulas defused by an apostrophe."""
    header, rows = table
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator)
    writer.writerow(header)
    for row in rows:
        writer.writerow(
            f"'{cell}"
            if defused and isinstance(cell, str) and cell.startswith(("=", "+", "-", "@"))
            else cell
            for cell in row
        )
    return text.getvalue().encode(encoding)


def table(data):
    """A table as whoever opens files hands it on: our headings, the apostrophes taken off."""
    heading, *lines = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    plain = [[re.sub("^'(?=[=+@-]|[–—?]$)", "", cell) for cell in cells] for cells in lines]
    rows = (
        Cells(at, dict(zip(heading, cells, strict=False)))
        for at, cells in enumerate(plain, 2)
        if any(cells)
    )
    return SheetTable(tuple(rows), (), tuple(heading))


def problems_of(sheet):
    return {
        row.at: [
            (error.code, error.field, error.value, *error.params.values()) for error in row.problems
        ]
        for row in sheet.rows
        if row.problems
    }


# Registrations


def test_registrations_come_back():
    sheet = read_registrations(table(written(registration_table(PEOPLE))))
    assert sheet.entries == PEOPLE
    assert not any(row.problems for row in sheet.rows)
    assert sheet.unknown == ()


def test_a_dry_run_tells_everything_that_is_wrong_and_reads_the_rest():
    data = (
        b"name,first_name,rank,rating,egf_pin,ffg_licence,rounds_absent\n"
        b"Nowak,Jan,3k,,,,1 2\n"
        b",Ewa,strong,much,1234,x,0;7;z\n"
        b"\n"
        b"NOWAK,jan,,,,,\n"
        b"Lis,Ola,1d,,11111111,,\n"
        b"Zak,Ala,1d,,11111111,,\n"
    )
    sheet = read_registrations(table(data), rounds=5)
    assert [each.name for each in sheet.entries] == ["Nowak", "Lis"]
    assert sheet.entries[0].absent == {0, 1}
    assert any(row.problems for row in sheet.rows)
    assert problems_of(sheet) == {
        3: [
            (Code.MISSING, "name", None),
            (Code.RANK, "rank", "strong"),
            (Code.TYPE, "rating", "much"),
            (Code.TYPE, "egf_pin", "1234"),
            (Code.TYPE, "ffg_licence", "x"),
            (Code.RANGE, "rounds_absent", 0),
            (Code.RANGE, "rounds_absent", 7),
            (Code.TYPE, "rounds_absent", "z"),
        ],
        5: [(Code.MISSING, "rank", None)],
        7: [(Code.DUPLICATE, "egf_pin", "11111111", 6)],
    }


def test_nobody_is_taken_for_a_player_whose_number_is_the_name():
    event = tournament((player(1, name="2", first_name=""), player(2, name="A")), "1+2")
    header, rows = results_table(event)
    assert rows[0][2] == "2 (1)"
    assert read_results(table(written((header, rows))), event).entries[0].game.white == 1
    row = read_results(table(b"round,white,black,result\n1,2,A,white\n"), event).rows[0]
    assert row.problems[0].reason == "formats.several"


@pytest.mark.parametrize(("data", "column"), [(b"name\nNowak\n", "rank"), (b"rank\n3k\n", "name")])
def test_a_table_without_a_needed_column_is_refused_as_a_whole(data, column):
    with refused(Code.MISSING, column):
        read_registrations(table(data))


def test_what_was_wrong_with_a_cell_before_is_told_once():
    wrong = RuleError(Code.TYPE, field="rank", value="#N/A", reason="formats.broken_cell")
    row = Cells(2, {"name": "Nowak", "rank": ""}, (wrong,))
    assert read_registrations(SheetTable((row,), (), ("name", "rank"))).rows[0].problems == (wrong,)


CELLS = st.text(st.characters(exclude_categories=("C", "Z")), max_size=8).filter(
    lambda text: not text.startswith("'")
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(CELLS, CELLS, st.integers(-30, 8), CELLS, st.frozensets(st.integers(0, 19))),
        max_size=5,
    )
)
@example([("", "", 0, "0'=", frozenset())])
def test_any_registrations_come_back(people):
    players = tuple(
        Player(number, f"{number}x{name}", first, rank, club=club, absent=absent)
        for number, (name, first, rank, club, absent) in enumerate(people, 1)
    )
    assert read_registrations(table(written(registration_table(players)))).entries == players


# Results


def test_results_come_back():
    sheet = read_results(table(written(results_table(OPEN))), OPEN)
    assert not any(row.problems for row in sheet.rows)
    expected = []
    for number, each in enumerate(OPEN.rounds):
        expected += [TableEntry(number, game) for game in each.games]
        if each.bye is not None:
            expected.append(TableEntry(number, bye=each.bye))
    assert list(sheet.entries) == expected


def test_a_table_of_one_round_needs_no_column_for_it():
    data = b"white,black,result\n1,2,white\n"
    event = tournament(lettered("1D", "1D"))
    assert read_results(table(data), event, round_number=0).entries == (
        TableEntry(0, TournamentGame(0, 1, 2, result=GameResult.WHITE)),
    )
    with refused(Code.MISSING, "round"):
        read_results(table(data), event)


def test_namesakes_are_told_apart_by_their_number():
    event = tournament((player(1, name="A"), player(2, name="A")), "1+2")
    _, rows = results_table(event)
    assert rows[0][2:4] == ("A, X (1)", "A, X (2)")
    assert read_results(table(written(results_table(event))), event).entries[
        0
    ].game == TournamentGame(1, 1, 2, result=GameResult.WHITE)


def test_people_by_any_way_of_saying_them():
    event = tournament((player(1, name="Le Goff", first_name="Anaïs"), player(2)))
    for said in ("1", "Le Goff, Anaïs", "LE GOFF ANAIS", "Anaïs Le Goff"):
        data = f'round,white,black,result\n1,"{said}",P2 X,white\n'.encode()
        assert read_results(table(data), event).entries[0].game.white == 1


def test_a_dry_run_of_results():
    event = tournament((*lettered("1D", "1D", "1D", "1D"), player(5, name="A", first_name="")))
    data = (
        b"round,table,white,black,handicap,result,by_default\n"
        b"1,1,B,C,0,white,\n"
        b"1,2,D,D,0,white,\n"
        b"1,1,B,nobody,10,won,maybe\n"
        b"2,x,A,,0,black,\n"
        b"9,1,C,bye,,bye,\n"
        b"1,3,4,,,bye,\n"
    )
    sheet = read_results(table(data), event)
    assert sheet.entries == (TableEntry(0, TournamentGame(1, 2, 3, result=GameResult.WHITE)),)
    assert problems_of(sheet) == {
        3: [(Code.SAME_PLAYER, "black", "D")],
        4: [
            (Code.UNKNOWN, "black", "nobody"),
            (Code.DUPLICATE, "round", 1, 2),
            (Code.TYPE, "result", "won"),
            (Code.DUPLICATE, "table", 1, 2),
            (Code.TYPE, "by_default", "maybe"),
            (Code.RANGE, "handicap", 10),
        ],
        5: [
            (Code.RANGE, "round", 2),
            (Code.UNKNOWN, "white", "A"),
            (Code.MISSING, "black", None),
            (Code.TYPE, "table", "x"),
        ],
        6: [(Code.RANGE, "round", 9)],
        7: [(Code.DUPLICATE, "round", 1, 3)],
    }


NAME_PARTS = st.sampled_from(["", "Li", "Wei", "Kim", "Kim (1)", "1", "2", "?", "(2)", ".", "li "])


@given(st.lists(st.tuples(NAME_PARTS, NAME_PARTS).filter(any), min_size=4, max_size=4))
def test_results_of_players_of_any_names_come_back(names):
    players = [player(n, name=name, first_name=first) for n, (name, first) in enumerate(names, 1)]
    event = tournament(players, "1+2 3-4")
    games = [
        entry.game for entry in read_results(table(written(results_table(event))), event).entries
    ]
    assert games == list(event.rounds[0].games)


def test_a_number_beside_another_players_name_is_refused():
    event = tournament(lettered("1D", "1D", "1D"))
    data = (
        b"round,white,white_number,black_number,result\n1,A,1,2,white\n1,B,3,,bye\n2,,9,1,black\n"
    )
    sheet = read_results(table(data), replace(event, system=replace(event.system, rounds=2)))
    assert sheet.entries == (TableEntry(0, TournamentGame(0, 1, 2, result=GameResult.WHITE)),)
    assert problems_of(sheet) == {
        3: [(Code.INCONSISTENT, "white", "B", "3")],
        4: [(Code.UNKNOWN, "white", "9")],
    }


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_any_results_come_back(data):
    result = data.draw(st.sampled_from(GameResult))
    by_default = result is not GameResult.UNKNOWN and data.draw(st.booleans())
    stones = data.draw(st.integers(0, 9))
    won = result in (GameResult.WHITE, GameResult.BLACK) and not by_default
    margin2 = data.draw(st.none() | st.integers(1, 400)) if won else None
    game = replace(
        OPEN.rounds[0].games[0],
        handicap=stones,
        result=result,
        by_default=by_default,
        margin2=margin2,
        ending="points" if margin2 else data.draw(st.sampled_from(_endings(result, by_default))),
    )
    rounds = (replace(OPEN.rounds[0], games=(game, *OPEN.rounds[0].games[1:])), *OPEN.rounds[1:])
    event = replace(OPEN, rounds=rounds)
    assert read_results(table(written(results_table(event))), event).entries[0] == TableEntry(
        0, game
    )


def _endings(result, by_default):
    """How a game with this result can have ended, without a margin."""
    if result not in (GameResult.WHITE, GameResult.BLACK):
        return [""]
    return ["", "left"] if by_default else ["", "points", "resign", "time", "penalty"]


# Standings


def test_the_standings_of_the_small_open():
    header, rows = standings_table(OPEN)
    assert header == (
        *("number", "place", "name", "first_name", "rank", "club", "country"),
        *("R1", "R2", "R3", "MMS", "SOSM", "SODOSM"),
    )
    assert (rows[0][:5], rows[0][10]) == ((1, 1, "Abe", "X", "2D"), "33")
    assert len(rows) == 7


def test_a_table_says_who_plays_where_nobody_is_named():
    (entry,) = read_results(table(b"round,table,result\n1,1,white\n"), OPEN).entries
    there = next(game for game in OPEN.rounds[0].games if game.table == 1)
    assert entry.game is not None
    assert (entry.game.white, entry.game.black) == (there.white, there.black)
    one = read_results(table(b"table,result\n1,black\n"), OPEN, round_number=0)
    assert (one.entries[0].game.result, one.columns) == (GameResult.BLACK, ("table", "result"))


def test_a_table_that_is_not_there_and_a_bye_without_a_name_are_refused():
    rows = read_results(
        table(b"table,result\n77,white\n1,bye\n,white\n"), OPEN, round_number=0
    ).rows
    assert [[one.code for one in row.problems][:1] for row in rows] == [
        [Code.UNKNOWN], [Code.MISSING], [Code.MISSING]
    ]  # fmt: skip


def test_without_players_a_table_is_needed():
    with refused(Code.MISSING, "white"):
        read_results(table(b"round,result\n1,white\n"), OPEN)


def test_a_refused_cell_says_what_is_taken():
    rows = read_results(table(b"table,result\n77,white\n"), OPEN, round_number=0).rows
    assert rows[0].problems[0].accepted == "a table of the round"
    event = tournament(lettered("1D", "1D"))
    data = b"round,white,black,result,by_default\n1,A,B,white,maybe\n"
    assert read_results(table(data), event).rows[0].problems[0].accepted == "yes or no"
