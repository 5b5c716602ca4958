"""Reading the French list's file: ours, and the one with tied places left blank."""

from __future__ import annotations

from dataclasses import replace

from tournaments.events.placement import standings
from tournaments.events.settings import Kind
from tournaments.formats.clock import Clock, OvertimeSystem
from tournaments.formats.remarks import Remark, RemarkKind
from tournaments.formats.sniffing import FileKind, kind_of_file, read_tournament
from tournaments.formats.tou import write_tou
from tournaments.tests.tables import player, tournament
from tournaments.tests.test_small_open import OPEN
from tournaments.tests.test_tou import SPRING

TIED = """;name=noel
;date=19/12/2026
;vill=Orléans
;comm=Tournoi de Noël
;size=13
;time=40+b
;ta=50
;komi=6.5
;
;Num Nom Prenom               Niv Licence Club
   1 LE_GOFF Anaïs             2D 1234567 75Op   3+/w0   2+/b0
   2 Nowak Jan                 1D         PL     4+/w0   1-/w0
     Lis Ewa                   1D         59Li   1-/b0   4+/w0
   4 Petit Zoë                12K                2-/b0   3-/b0
"""


def read(text):
    remarks = []
    return read_tournament(text.encode("latin-1"), remarks), remarks


def test_a_file_with_a_shared_place():
    event, _remarks = read(TIED)
    assert kind_of_file(TIED.encode("latin-1")) is FileKind.H9
    assert [one.name for one in event.players] == ["LE GOFF", "Nowak", "Lis", "Petit"]
    anais, jan, ewa, zoe = event.players
    assert (anais.ffg_licence, anais.club, anais.country) == ("1234567", "75Op", "")
    assert (jan.club, jan.country, ewa.club, zoe.club) == ("", "PL", "59Li", "")
    assert [(game.white, game.black) for game in event.rounds[0].games] == [(1, 3), (2, 4)]
    assert {row.player: row.place for row in standings(event, 1)}[3] == 2


def test_the_titles_and_the_clock():
    poster, remarks = read(TIED)[0].event, read(TIED)[1]
    assert (poster.name, poster.short_name) == ("Tournoi de Noël", "noel")
    assert (poster.begin, poster.location, poster.size) == ("2026-12-19", "Orléans", 13)
    assert (poster.komi2, poster.main_minutes) == (13, 40)
    assert remarks == [Remark(RemarkKind.SCORES, ""), Remark(RemarkKind.ADJUSTED_TIME, "50")]


def test_our_own_file_comes_back():
    clock = Clock(60, OvertimeSystem.CANADIAN, seconds=300, stones=15)
    back = read_tournament(write_tou(replace(OPEN, event=SPRING), clock=clock))
    assert (back.event.name, back.event.short_name) == (SPRING.name, SPRING.short_name)
    assert len(back.players) == len(OPEN.players)
    played = [sum(game.played for game in each.games) for each in OPEN.rounds]
    assert [len(each.games) for each in back.rounds] == played


def test_the_order_tells_a_mcmahon_and_its_bar():
    """A 3 dan and a 2 dan start as high as one another, and a point above who beat a 1 dan."""
    people = [player(n, rank) for n, rank in enumerate(("3D", "2D", "1D", "5K"), 1)]
    event = tournament(people, "1+2 3-4", "1+3 2+4")
    event = replace(event, system=replace(event.system, kind=Kind.MCMAHON, criteria=("MMS",)))
    back = read_tournament(write_tou(event))
    assert back.system.kind is Kind.MCMAHON
    order = [row.player for row in standings(event, 1)]
    assert [int(one.name.removeprefix("P")) for one in back.players] == order
    last = [row.player for row in standings(back, 1)]
    assert last == sorted(last)
