"""What federations refuse, their reports, and Pairgoth's files both ways."""

from __future__ import annotations

import re
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
from tournaments.events.settings import (
    DrawMode,
    HandicapSettings,
    Kind,
    PairingSettings,
    SeedSystem,
    Settings,
)
from tournaments.formats.aga_report import write_aga
from tournaments.formats.pairgoth import read_pairgoth
from tournaments.formats.pairgoth_write import write_pairgoth
from tournaments.formats.rating_lists import ListSource
from tournaments.formats.sending import FaultKind, faults_of

EGD, FFG, AGA = ListSource.EGD, ListSource.FFG, ListSource.AGA
WHITE, BLACK, EQUAL = GameResult.WHITE, GameResult.BLACK, GameResult.EQUAL
EWA = Player(1, "Nowak", "Ewa", 2, 2310, "Krak", "PL", egf_pin="10000001", aga_id="17",
             ffg_licence="1234567")  # fmt: skip
KEN = Player(2, "Sato", "Ken", -3, 1800, "Hoshi", "JP", egf_pin="10000002", aga_id="23")
POSTER = EventDetails("Open", "open", "2026-06-05", "2026-06-15", "Kraków", komi2=13)


def event(*games, players=(EWA, KEN), poster=POSTER):
    rounds = tuple(TournamentRound((game,)) for game in games)
    return Tournament(tuple(players), rounds, event=poster)


def game(result=WHITE, **more):
    return TournamentGame(1, 1, 2, result=result, **more)


def kinds(tournament, source, *, komi2_handicap=1):
    faults = faults_of(tournament, source, komi2_handicap=komi2_handicap)
    return {(fault.kind, fault.refused) for fault in faults}


def without(player, **changes):
    return event(game(), players=(replace(player, **changes), KEN))


@pytest.mark.parametrize("source", ListSource)
def test_a_tournament_that_every_federation_takes(source):
    assert kinds(event(game(), game(BLACK, handicap=4)), source) == set()


@pytest.mark.parametrize(
    ("tournament", "kind", "by"),
    [
        (event(), FaultKind.NO_ROUND, {EGD: True, FFG: True, AGA: True}),
        (event(game(GameResult.UNKNOWN)), FaultKind.NO_RESULT, {EGD: True, FFG: True, AGA: True}),
        (event(game(EQUAL)), FaultKind.DRAW, {AGA: False}),
        (event(game(GameResult.BOTH_LOSE)), FaultKind.BOTH, {EGD: False, FFG: False, AGA: False}),
        (event(game(by_default=True)), FaultKind.FORFEIT, {FFG: False}),
        (event(game(), poster=replace(POSTER, size=13)), FaultKind.BOARD,
         {EGD: True, FFG: True, AGA: True}),
        (event(game(), poster=replace(POSTER, komi2=0)), FaultKind.KOMI,
         {EGD: False, FFG: False, AGA: False}),
        (without(EWA, egf_pin=""), FaultKind.NO_NUMBER, {EGD: False}),
        (without(EWA, aga_id=""), FaultKind.NO_NUMBER, {AGA: True}),
        (without(EWA, ffg_licence="", country="FR"), FaultKind.NO_NUMBER, {FFG: True}),
        (without(EWA, egf_pin="10000002"), FaultKind.SAME_NUMBER, {EGD: True}),
        (without(EWA, first_name=""), FaultKind.NO_FIRST_NAME, {EGD: True, FFG: True, AGA: True}),
        (without(EWA, name="佐藤"), FaultKind.NOT_LATIN, {EGD: True, FFG: True, AGA: True}),
        (without(EWA, country=""), FaultKind.NO_COUNTRY, {EGD: True}),
        (without(EWA, club=""), FaultKind.NO_CLUB, {EGD: False}),
        (without(EWA, club="囲碁"), FaultKind.NO_CLUB, {EGD: False}),
    ],
)  # fmt: skip
def test_what_each_federation_says(tournament, kind, by):
    told = {
        source: refused
        for source in ListSource
        for found, refused in kinds(tournament, source)
        if found is kind
    }
    assert told == by


def test_komi_of_handicap_games_alone_is_asked_about():
    stones = event(game(handicap=3))
    assert kinds(stones, EGD, komi2_handicap=-11) == {(FaultKind.HANDICAP_KOMI, False)}
    assert kinds(event(game()), EGD, komi2_handicap=-11) == set()


def test_a_fault_says_where():
    (fault,) = faults_of(event(game(), game(GameResult.UNKNOWN)), FFG, komi2_handicap=1)
    assert (fault.round, fault.table, fault.player) == (2, 1, 0)


# --- The American report ----------------------------------------------------------------------
def read_aga(data):
    """The report as an independent reader takes it: head, players by number, games."""
    lines = data.decode().splitlines()
    assert lines[0].startswith("TOURNEY ")
    start = lines.index("PLAYERS")
    values = dict(re.fullmatch(r"\s+(\w+)=(.*)", line).groups()
                  for line in lines[1:start] if "=" in line)  # fmt: skip
    players, games, rounds = {}, [], 0
    for line in lines[start + 1 :]:
        if line.startswith("GAMES"):
            rounds += 1
        elif rounds:
            white, black, winner, stones, komi = line.split()
            games.append((rounds, white, black, winner, int(stones), int(komi)))
        else:
            number, names, rank = re.fullmatch(r"(\d+) (.+) (\d+[kd])", line).groups()
            players[number] = (names, rank)
    return lines[0], values, players, games


def test_the_american_report_is_read_back():
    tournament = event(
        game(), game(BLACK, handicap=4), game(by_default=True), game(EQUAL),
        game(GameResult.UNKNOWN), game(BLACK),
    )  # fmt: skip
    title, values, players, games = read_aga(write_aga(tournament, komi2_handicap=1))
    assert title == "TOURNEY Open, Kraków"
    assert values == {"start": "6/5/2026", "finish": "6/15/2026", "rules": "AGA"}
    assert players == {"17": ("Nowak, Ewa", "3d"), "23": ("Sato, Ken", "3k")}
    assert games == [
        (1, "17", "23", "w", 0, 6), (2, "17", "23", "b", 4, 0), (3, "17", "23", "b", 0, 6),
    ]  # fmt: skip


def test_what_the_american_report_cannot_name_is_refused():
    with refused(Code.MISSING, "aga_id", reason="formats.no_aga_id"):
        write_aga(without(EWA, aga_id=""))
    with refused(Code.TYPE, "name", reason="formats.latin_name_needed"):
        write_aga(without(EWA, name="佐藤"))
    with refused(Code.MISSING, "rounds"):
        write_aga(event())


# --- Pairgoth both ways -----------------------------------------------------------------------
_RESULTS = st.sampled_from(list(GameResult))
_SYSTEMS = st.builds(
    Settings,
    kind=st.sampled_from([Kind.MCMAHON, Kind.SWISS]),
    rounds=st.integers(3, 9),
    floor=st.just(-20),
    bar=st.integers(-5, 3),
    criteria=st.sampled_from([("MMS", "SOSM-1", "SODOSM"), ("NBW", "SOSW", "CUSSW")]),
    handicap=st.builds(HandicapSettings, correction=st.integers(0, 3), ceiling=st.integers(0, 9)),
    pairing=st.builds(
        PairingSettings,
        seed_system1=st.sampled_from(SeedSystem),
        draw_upper=st.sampled_from(DrawMode),
        score=st.integers(0, 10**15),
        wins_threshold=st.booleans(),
        extra_criterion2=st.sampled_from(["RANK", "NULL"]),
    ),
)


@pytest.mark.parametrize("kind", Kind)
def test_pairgoth_reads_the_rounds_of_every_kind_of_tournament(kind):
    rounds = (TournamentRound((TournamentGame(1, 1, 2, result=GameResult.BLACK),)),)
    tournament = Tournament((EWA, KEN), rounds, Settings(kind=kind), POSTER)
    assert read_pairgoth(write_pairgoth(tournament)).rounds == rounds


@settings(max_examples=60)
@given(
    _SYSTEMS,
    st.lists(_RESULTS, min_size=1, max_size=3),
    st.sets(st.integers(0, 2)),
    st.sampled_from(["", "3 × 30 s", "15 stones in 5 min", "+10 s"]),
    st.sampled_from([None, 45]),
)
def test_pairgoth_reads_back_what_is_written(system, results, absent, overtime, minutes):
    if minutes is None:
        overtime = ""
    players = (
        replace(EWA, correction=1), replace(KEN, absent=frozenset(absent)),
        Player(3, "Łoś", "", -12, 900, registered=False),
    )  # fmt: skip
    rounds = tuple(
        TournamentRound((TournamentGame(2, 1, 2, handicap=2, result=result),), bye=3)
        for result in results
    )
    poster = replace(POSTER, main_minutes=minutes, overtime=overtime, director="Ola", online=True)
    if system.kind is Kind.SWISS:
        system = replace(system, floor=-30, bar=8)
    tournament = Tournament(players, rounds, system, poster)
    remarks = []
    back = read_pairgoth(write_pairgoth(tournament), remarks)
    assert back == tournament
    assert [remark.kind.value for remark in remarks] == ["rules"]
