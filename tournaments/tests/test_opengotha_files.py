"""Files laid out as OpenGotha lays them out come back: everybody, every game, every point."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tournaments.events.field import GameResult, Tournament
from tournaments.events.placement import standings
from tournaments.events.settings import Kind
from tournaments.formats.h9_lines import read_sheet
from tournaments.formats.h9_write import cross_table
from tournaments.formats.sniffing import read_tournament
from tournaments.tests.opengotha_files import Layout, h9_of, random_tournament, tou_of
from tournaments.tests.tables import player, tournament

SEEDS = range(80)


def games_of(event: Tournament, numbers: dict[int, int], *, full: bool, defaults: bool):
    """The games of each round, players by their line; without what the layout leaves out."""
    rounds = []
    for played in event.rounds:
        games = Counter()
        for game in played.games:
            white, black = numbers[game.white], numbers[game.black]
            result = game.result
            coloured = full and game.known_colour
            if not coloured and white > black:
                white, black = black, white
                result = {
                    GameResult.WHITE: GameResult.BLACK,
                    GameResult.BLACK: GameResult.WHITE,
                }.get(result, result)
            stones = game.handicap if full else 0
            default = defaults and full and game.by_default and result is not GameResult.UNKNOWN
            games[white, black, result, stones, default, coloured] += 1
        rounds.append(games)
    return rounds


def lines_of(event):
    return {line.player.id: line.number for line in cross_table(event)}


@pytest.mark.parametrize("seed", SEEDS)
def test_an_h9_comes_back(seed):
    event, layout = random_tournament(seed)
    back = read_tournament(h9_of(event, layout))
    lines = cross_table(event)
    assert len(back.players) == len(lines)
    assert [one.rank for one in back.players] == [line.player.rank for line in lines]
    own = {one.id: one.id for one in back.players}
    assert games_of(back, own, full=layout.full, defaults=True) == games_of(
        event, lines_of(event), full=layout.full, defaults=True
    )
    main = layout.criteria[0]
    printed = {line.number: line.row.points(main) for line in lines}
    rows = {row.player: row.points(main) for row in standings(back, len(back.rounds) - 1)}
    unknown = any(game.result is GameResult.UNKNOWN for each in event.rounds for game in each.games)
    if not unknown:
        assert rows == printed


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tou_comes_back(seed):
    event, layout = random_tournament(seed)
    back = read_tournament(tou_of(event, layout))
    lines = cross_table(event)
    assert [one.rank for one in back.players] == [line.player.rank for line in lines]
    own = {one.id: one.id for one in back.players}
    assert games_of(back, own, full=True, defaults=False) == games_of(
        event, lines_of(event), full=True, defaults=False
    )


def two(**changes):
    first, second = player(1, "12K", **changes), player(2, "13K", name="Other")
    return tournament((first, second), "1+2", kind=Kind.SWISS, criteria=("NBW",))


def read_first(event, *, write=h9_of):
    return read_tournament(write(event, Layout(("NBW",)))).players[0]


@pytest.mark.parametrize("club", ["Go 7", "12 3", "75", "2019", "5D", "X Y"])
def test_a_club_is_no_score(club):
    event = two(club=club)
    (line, _other) = read_sheet(h9_of(event, Layout(("NBW",)))).lines
    assert (line.club, line.scores[0]) == (club, "1")
    assert read_first(event).club == club


@pytest.mark.parametrize("write", [h9_of, tou_of])
def test_a_name_that_fills_its_column(write):
    read = read_first(two(name="Abcdefghijklmno", first_name="Pqrstuvwxyzabcdefgh"), write=write)
    assert read.rank == -12
    assert (read.name, read.first_name[:9]) == ("Abcdefghijklmno", "Pqrstuvwx")


@pytest.mark.parametrize("name", ["Škoda", "Žižka", "Œuvray", "Çiçek", "Müller"])
@pytest.mark.parametrize("write", [h9_of, tou_of])
def test_letters_of_latin_9(name, write):
    assert read_first(two(name=name), write=write).name == name


def test_two_whose_names_were_lost_stay_two():
    people = (
        player(1, name="Иванов", first_name="Олег"),
        player(2, name="Петров", first_name="Юрий"),
    )
    back = read_tournament(h9_of(tournament(people, "1+2"), Layout(("NBW",))))
    assert [one.name for one in back.players] == ["??????", "??????"]


def test_half_points_that_became_question_marks():
    people = tuple(player(number, "1D") for number in range(1, 5))
    event = tournament(people, "1=2 3+4", "1+3 2+4", kind=Kind.MCMAHON, criteria=("MMS", "SOSM"))
    data = h9_of(event, Layout(("MMS", "SOSM")))
    assert b"?" in data
    back = read_tournament(data)
    table = {row.player: row.points("MMS") for row in standings(back, 1)}
    assert table == {line.number: line.row.points("MMS") for line in cross_table(event)}


def test_the_headings_are_columns():
    event = two()
    layout = Layout(("NBW", "SOSW-1", "SODOSW", "RATING", "RANK"))
    event = replace(event, system=replace(event.system, criteria=layout.criteria))
    assert read_tournament(h9_of(event, layout)).system.criteria == layout.criteria
