"""Pairgoth's own files: a tournament of ours in its form, what is left out, what is refused."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from tournaments.events.field import GameResult
from tournaments.events.settings import Kind, SeedSystem
from tournaments.formats.pairgoth import read_pairgoth
from tournaments.formats.remarks import Remark, RemarkKind
from tournaments.formats.sniffing import FileKind, kind_of_file, read_tournament

PEOPLE = [
    {"id": 7, "name": "Nowak", "firstname": "Ewa", "rank": 2, "rating": 2310, "country": "pl",
     "club": "Krak", "final": True, "egf": "12345678", "ffg": "2200104", "mmsCorrection": 1},
    {"id": 9, "name": "Sato", "firstname": "Ken", "rank": -3, "country": "JP", "club": "Hoshi",
     "final": True, "skip": [2]},
    {"id": 12, "name": "Lis", "firstname": "Ola", "rank": -4, "country": "PL", "club": "",
     "final": True},
    {"id": 13, "name": "Zak", "firstname": "Jan", "rank": -4, "country": "PL", "club": "",
     "final": False},
]  # fmt: skip
GAMES = [
    [
        {"id": 1, "t": 1, "w": 7, "b": 9, "h": 2, "r": "w", "dd": 0},
        {"id": 2, "t": 2, "w": 0, "b": 12, "h": 0, "r": "b"},
    ],
    [{"id": 3, "t": 1, "w": 12, "b": 7, "h": 0, "r": "="}],
    [],
]
PAIRING = {
    "type": "MAC_MAHON",
    "base": {"nx1": 0.7, "dupWeight": 5.0e14, "random": 0.0, "colorBalanceWeight": 1000000.0},
    "main": {
        "firstSeed": "SPLIT_AND_FOLD",
        "upDownLowerMode": "TOP",
        "firstSeedAddCrit": "RATING",
        "secondSeedAddCrit": "RANK",
        "mmsValueAbsent": 0.5,
    },
    "secondary": {"barThreshold": False, "rankThreshold": 2},
    "geo": {"weight": 1.0e11, "mmsDiffClub": 3},
    "handicap": {"useMMS": True, "threshold": 0, "correction": 2, "ceiling": 7},
    "placement": ["MMS", "SOSMM1", "SOSOSM", "NONE"],
    "mmFloor": -12,
    "mmBar": 1,
}


def document(**changes):
    whole = {
        "type": "INDIVIDUAL",
        "name": "Zima",
        "shortName": "zima",
        "startDate": "2026-01-10",
        "endDate": "2026-01-11",
        "location": "Kraków",
        "online": True,
        "komi": 6.5,
        "gobanSize": 13,
        "timeSystem": {"type": "JAPANESE", "mainTime": 2400, "byoyomi": 30, "periods": 3},
        "rounds": 4,
        "pairing": PAIRING,
        "players": PEOPLE,
        "games": GAMES,
    }
    return json.dumps(whole | changes).encode()


def test_a_whole_file():
    remarks = []
    event = read_pairgoth(document(), remarks)
    assert remarks == []
    ewa, ken, _ola, jan = event.players
    assert (ewa.id, ewa.rank, ewa.rating, ewa.egf_pin) == (1, 2, 2310, "12345678")
    assert (ewa.ffg_licence, ken.ffg_licence) == ("2200104", "")
    assert (ewa.country, ewa.correction, ken.absent) == ("PL", 1, frozenset({1}))
    assert (ken.rating, jan.registered) == (None, False)
    assert [each.bye for each in event.rounds] == [3, None]
    first, last = event.rounds[0].games[0], event.rounds[1].games[0]
    assert (first.white, first.black, first.handicap) == (1, 2, 2)
    assert (first.result, last.result) == (GameResult.WHITE, GameResult.EQUAL)


def test_rules_and_poster():
    event = read_pairgoth(document())
    system, poster = event.system, event.event
    assert (system.kind, system.rounds, system.floor, system.bar) == (Kind.MCMAHON, 4, -12, 1)
    assert system.criteria == ("MMS", "SOSM-1", "SOSOSM")
    assert (system.handicap.correction, system.handicap.ceiling) == (2, 7)
    assert system.pairing.seed_system1 is SeedSystem.FOLD
    assert (system.pairing.extra_criterion1, system.pairing.extra_criterion2) == ("RATING", "RANK")
    assert (system.pairing.concavity, system.pairing.bar_threshold) == (0.7, False)
    assert (poster.name, poster.begin, poster.location) == ("Zima", "2026-01-10", "Kraków")
    assert poster.end == "2026-01-11"
    assert (poster.komi2, poster.size, poster.online) == (13, 13, True)
    assert (poster.main_minutes, poster.overtime) == (40, "3 × 30 s")


@pytest.mark.parametrize(
    ("time", "words"),
    [
        ({"type": "SUDDEN_DEATH", "mainTime": 1800}, (30, "")),
        ({"type": "FISCHER", "mainTime": 3000, "increment": 15, "maxTime": 0}, (50, "+15 s")),
        (
            {"type": "CANADIAN", "mainTime": 3600, "byoyomi": 300, "stones": 15},
            (60, "15 stones in 5 min"),
        ),
        ({}, (None, "")),
    ],
)
def test_clocks(time, words):
    poster = read_pairgoth(document(timeSystem=time)).event
    assert (poster.main_minutes, poster.overtime) == words


def test_what_is_left_out_is_named():
    free = [
        {"id": 1, "w": 0, "b": 12},
        {"id": 2, "w": 13, "b": 0},
        {"id": 3, "w": 7, "b": 9, "r": "X"},
    ]
    remarks = []
    read_pairgoth(
        document(rules="FRENCH", games=[free], timeSystem={"type": "?", "mainTime": 60}), remarks
    )
    assert remarks == [
        Remark(RemarkKind.SECOND_BYE, "Zak Jan", 1),
        Remark(RemarkKind.CANCELLED, "Sato Ken – Nowak Ewa", 1),
        Remark(RemarkKind.RULES, "FRENCH"),
        Remark(RemarkKind.OVERTIME, "?"),
    ]


def test_teams_are_the_players():
    teams = [
        {"id": 20, "name": "Foxes", "players": [7, 9], "final": True},
        {"id": 21, "name": "Cranes", "players": [12, 13], "final": True},
    ]
    games = [[{"id": 1, "t": 1, "w": 20, "b": 21, "h": 0, "r": "b"}]]
    remarks = []
    event = read_pairgoth(document(type="TEAM2", teams=teams, games=games), remarks)
    assert [(one.name, one.rank) for one in event.players] == [("Foxes", 0), ("Cranes", -4)]
    assert event.rounds[0].games[0].result is GameResult.BLACK
    assert remarks == [Remark(RemarkKind.TEAM_PLAYERS, "2")]


def test_the_kind_is_told_by_what_is_in_it():
    data = b"\xef\xbb\xbf\n" + document()
    assert kind_of_file(data) is FileKind.PAIRGOTH
    assert len(read_tournament(data).players) == 4


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        (b"{}", Code.TYPE, "file"),
        (b"{", Code.TYPE, "file"),
        (b'{"a":' * 5000, Code.TYPE, "file"),
        (b'{"pairing": {}, "rounds": 1' + b"0" * 5000 + b"}", Code.TYPE, "file"),
        (document(pairing={}), Code.TYPE, "type"),
        (document(pairing=PAIRING | {"placement": ["LUCK"]}), Code.INCONSISTENT, "placement"),
        (document(players={}, games=[[{"w": 7, "b": 9}]]), Code.UNKNOWN, "games"),
        (document(players="x"), Code.TYPE, "players"),
        (document(players=[*PEOPLE, PEOPLE[0]]), Code.DUPLICATE, "players"),
        (document(games=[[{"w": 7, "b": 9, "r": "!"}]]), Code.TYPE, "result"),
        (document(games=[[{"w": 7, "b": 7}]]), Code.SAME_PLAYER, "games"),
        (document(games=[GAMES[0][:1] * 2]), Code.DUPLICATE, "games"),
        (document(players=[PEOPLE[0] | {"rank": -31}], games=[]), Code.RANGE, "rank"),
        (document(players=[PEOPLE[0] | {"rank": 9}], games=[]), Code.RANGE, "rank"),
        (document(komi=6.3), Code.GRID, "komi"),
        (document(rounds=1e300), Code.TYPE, "rounds"),
        (document(rounds=True), Code.TYPE, "rounds"),
    ],
)
def test_what_is_refused(data, code, field):
    with refused(code, field):
        read_pairgoth(data)


WORTH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=4,
)


@given(st.sampled_from(sorted(json.loads(document()))), WORTH)
def test_any_value_anywhere_is_read_or_refused(name, value):
    with suppress(RuleError):
        read_pairgoth(document(**{name: value}))
