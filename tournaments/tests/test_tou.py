"""The French federation's results file: header lines, licences, clubs, rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.field import EventDetails
from tournaments.formats.clock import Clock, OvertimeSystem
from tournaments.formats.tou import write_tou
from tournaments.tests.tables import lettered, player, tournament
from tournaments.tests.test_small_open import OPEN

SPRING = EventDetails(
    name="Tournoi de Noël",
    short_name="noel",
    begin="2026-12-19",
    location="Orléans",
    komi2=15,
)


def lines_of(event, **options):
    return write_tou(event, **options).decode("latin-1").split("\n")


def cells_of(event, name):
    line = next(line for line in lines_of(event) if f" {name} " in line)
    return line[49:].split()


def test_the_header_is_french():
    event = replace(OPEN, event=SPRING)
    clock = Clock(60, OvertimeSystem.CANADIAN, seconds=300, stones=15)
    assert lines_of(event, clock=clock)[:13] == [
        ";name=noel",
        ";date=19/12/2026",
        ";vill=Orléans",
        ";comm=Tournoi de Noël",
        ";prog=goclub",
        ";time=60+b",
        ";ta=80",
        ";size=19",
        ";komi=7.5",
        "; Round 2, table 2: by forfeit, written as a round without a game",
        "; Round 2, table 3: by forfeit, written as a round without a game",
        ";",
        ";Num Nom Prenom               Niv Licence Club",
    ]


def test_a_line_has_its_columns_where_the_heading_has_them():
    players = (
        player(1, name="Le Goff", first_name="Anaïs", ffg_licence="1234567", club="75Opéra"),
        player(2, "12K", name="Łukasz", first_name="Żan", country="PL", club="Wars"),
    )
    heading, first, second = lines_of(tournament(players, "1+2/9"))[-4:-1]
    assert first == "   1 LE_GOFF Anaïs             1D 1234567 75Op   2+/w9"
    assert second == "   2 LUKASZ Zan               12K         PL     1-/b9"
    for title, text in (("Licence", "1234567"), ("Club", "75Op")):
        assert heading.index(title) == first.index(text)


def test_french_players_have_clubs_and_others_their_country():
    players = (
        player(1, name="A", country="FR", club="38Gr"),
        player(2, name="B", country="JP", club="Kobe"),
        player(3, name="C", country="", club="59Li"),
        player(4, name="D", country="", club=""),
    )
    clubs = {
        line[5]: line[42:46].strip() for line in lines_of(tournament(players, "1+2 3+4"))[-5:-1]
    }
    assert clubs == {"A": "38Gr", "B": "JP", "C": "59Li", "D": ""}


def test_only_games_that_were_played_are_rated():
    event = tournament(lettered(*["1D"] * 7), "1+!2 3?4 5=6/2 bye7")
    assert cells_of(event, "A -") == ["0+"]
    assert cells_of(event, "B -") == ["0-"]
    assert cells_of(event, "C -") == cells_of(event, "D -") == ["0-"]
    assert cells_of(event, "G -") == ["0+"]
    assert cells_of(event, "E -")[0].endswith("=/w2")


@pytest.mark.parametrize("licence", ["123456", "12345678", "ABCDEFG"])
def test_a_licence_has_seven_digits(licence):
    event = tournament((player(1, ffg_licence=licence), player(2)), "1+2")
    with refused(Code.TYPE, "ffg_licence", value=("P1 X", licence)):
        write_tou(event)


def test_a_name_in_another_script_has_to_be_supplied():
    event = tournament((player(1, name="佐藤"), player(2)), "1+2")
    with refused(Code.TYPE, "name", value="佐藤", reason="formats.latin_name_needed"):
        write_tou(event)


def test_no_round_no_file():
    with refused(Code.MISSING, "rounds"):
        write_tou(tournament(lettered("1D")))
