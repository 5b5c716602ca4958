"""MacMahon 3.9's XML: what is taken over, and what is refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from tournaments.events.field import GameResult
from tournaments.events.placement import standings
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK, Kind
from tournaments.formats import remarks, xml_reader
from tournaments.formats.macmahon import read_macmahon
from tournaments.formats.remarks import Remark, RemarkKind


def person(number, surname="", more="", entry=""):
    return (
        f"<IndividualParticipant><Id>{number}</Id>{more}<GoPlayer>"
        f"<FirstName>X</FirstName><Surname>{surname or f'P{number}'}</Surname>"
        f"{entry or '<GoLevel>1d</GoLevel>'}</GoPlayer></IndividualParticipant>"
    )


def pairing(black, white, result="1-0", more=""):
    return (
        f"<Pairing><Black>{black}</Black><White>{white}</White>"
        f"<Result>{result}</Result>{more}</Pairing>"
    )


def bye(black):
    return pairing(black, 0, "", "<PairingWithBye>true</PairingWithBye>")


def played(number, *pairings):
    return (
        f"<TournamentRound><RoundNumber>{number}</RoundNumber>{''.join(pairings)}</TournamentRound>"
    )


def document(*parts, settings="", players=3):
    people = "".join(person(number) for number in range(1, players + 1))
    return (
        '<?xml version="1.0" encoding="UTF-8"?><Tournament typeversion="2">'
        f"<Name>Winter</Name>{settings}{people}{''.join(parts)}</Tournament>"
    ).encode()


def test_a_player_with_everything():
    entry = (
        "<GoLevel>3k</GoLevel><Rating>1820</Rating><Club>Zürich</Club><Country>ch</Country>"
        "<EgdPin>12345678</EgdPin>"
    )
    more = (
        "<PreliminaryRegistration>true</PreliminaryRegistration>"
        "<NotPlayingInRound>2</NotPlayingInRound><NotPlayingInRound>3</NotPlayingInRound>"
    )
    one = read_macmahon(document(person(77, "Żak  Nowak", more, entry), players=0)).players[0]
    assert (one.id, one.name, one.first_name, one.rank) == (1, "Żak Nowak", "X", -3)
    assert (one.rating, one.club, one.country, one.egf_pin) == (1820, "Zürich", "CH", "12345678")
    assert (one.registered, one.absent, one.correction) == (False, {1, 2}, 0)


@pytest.mark.parametrize(
    ("entry", "rank"),
    [
        ("<GoLevel>20k</GoLevel>", -20),
        ("<Rank>30K</Rank>", -30),
        ("<Rank>2D</Rank>", 1),
        ("<GoLevel>4d</GoLevel><Rank>1k</Rank>", 3),
        (" ", -30),
    ],
)
def test_strengths(entry, rank):
    assert read_macmahon(document(person(1, entry=entry), players=0)).players[0].rank == rank


def test_a_pin_that_is_none_is_left_out():
    entry = "<GoLevel>1d</GoLevel><EgdPin>0</EgdPin><Rating>0</Rating>"
    one = read_macmahon(document(person(1, entry=entry), players=0)).players[0]
    assert (one.egf_pin, one.rating) == ("", None)


@pytest.mark.parametrize(
    ("more", "correction"),
    [
        ("<SuperBarMember>true</SuperBarMember>", 1),
        (
            "<ScoreAdjustment>true</ScoreAdjustment><ScoreAdjustmentValue>8</ScoreAdjustmentValue>",
            2,
        ),
        (
            "<ScoreAdjustment>true</ScoreAdjustment><ScoreAdjustmentValue>-4</ScoreAdjustmentValue>"
            "<SuperBarMember>true</SuperBarMember>",
            0,
        ),
        ("<ScoreAdjustmentValue>8</ScoreAdjustmentValue>", 0),
    ],
)
def test_corrections_of_the_start(more, correction):
    one = read_macmahon(document(person(1, more=more), players=0)).players[0]
    assert one.correction == correction


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", GameResult.BLACK),
        ("0-1", GameResult.WHITE),
        ("½-½", GameResult.EQUAL),
        ("0.5-0.5", GameResult.EQUAL),
        ("0-0", GameResult.BOTH_LOSE),
        ("1-1", GameResult.BOTH_WIN),
        ("?-?", GameResult.UNKNOWN),
        ("", GameResult.UNKNOWN),
    ],
)
def test_results_are_blacks_points_first(text, result):
    game = read_macmahon(document(played(1, pairing(2, 1, text)))).rounds[0].games[0]
    assert (game.white, game.black, game.result, game.by_default) == (1, 2, result, False)


@pytest.mark.parametrize(
    ("result", "more"),
    [("0-1!", ""), ("0-1", "<ResultByReferee>true</ResultByReferee>")],
)
def test_results_by_the_referee_are_by_default(result, more):
    game = read_macmahon(document(played(1, pairing(2, 1, result, more)))).rounds[0].games[0]
    assert (game.result, game.by_default) == (GameResult.WHITE, True)


def test_rounds_boards_handicaps_and_the_bye():
    boards = ("<BoardNumber>2</BoardNumber><Handicap>3</Handicap>", "<BoardNumber>1</BoardNumber>")
    event = read_macmahon(
        document(
            played(2, bye(5), pairing(1, 2, more=boards[0]), pairing(3, 4, more=boards[1])),
            played(1, pairing(1, 3)),
            played(3),
            players=5,
        )
    )
    assert [len(each.games) for each in event.rounds] == [1, 2]
    assert [(game.table, game.black, game.handicap) for game in event.rounds[1].games] == [
        (1, 3, 0),
        (2, 1, 3),
    ]
    assert (event.rounds[0].bye, event.rounds[1].bye) == (None, 5)


def test_the_settings():
    event = read_macmahon(
        document(
            settings="<NumberOfRounds>6</NumberOfRounds><Boardsize>13</Boardsize>"
            "<UpperMacMahonBar>true</UpperMacMahonBar>"
            "<UpperMacMahonBarLevel>3d</UpperMacMahonBarLevel>"
            "<LowerMacMahonBar>true</LowerMacMahonBar>"
            "<LowerMacMahonBarLevel>20k</LowerMacMahonBarLevel>"
            "<HandicapUsed>true</HandicapUsed><HandicapBelowLevel>1k</HandicapBelowLevel>"
            "<HandicapAdjustmentValue>-2</HandicapAdjustmentValue>"
            "<HandicapLimitValue>7</HandicapLimitValue><HandicapByLevel>true</HandicapByLevel>"
            "<Walllist><Column><ShortName>Name</ShortName></Column>"
            "<SortCriterion><ShortName>Score</ShortName></SortCriterion>"
            "<SortCriterion><ShortName>SODOS</ShortName></SortCriterion>"
            "<SortCriterion><ShortName>Beauty</ShortName></SortCriterion></Walllist>"
        )
    )
    system = event.system
    assert (event.event.name, event.event.size, system.rounds) == ("Winter", 13, 6)
    assert (system.kind, system.bar, system.floor) == (Kind.MCMAHON, 2, -20)
    assert system.criteria == ("MMS", "SODOSM")
    handicap = system.handicap
    assert (handicap.on_mms, handicap.threshold, handicap.correction, handicap.ceiling) == (
        *(False, -1, 2),
        7,
    )


def test_without_bars_everybody_starts_by_his_strength():
    system = read_macmahon(
        document(
            settings="<UpperMacMahonBar>false</UpperMacMahonBar>"
            "<UpperMacMahonBarLevel>3d</UpperMacMahonBarLevel>"
        )
    ).system
    assert (system.bar, system.floor) == (HIGHEST_RANK, LOWEST_RANK)
    assert (system.handicap.ceiling, system.criteria[0]) == (0, "MMS")


@pytest.mark.parametrize(
    "settings",
    [
        "<UseMacMahonStartScores>false</UseMacMahonStartScores>",
        "<Walllist><Criterion><ShortName>Points</ShortName></Criterion>"
        "<Criterion><ShortName>SOS</ShortName></Criterion></Walllist>",
    ],
)
def test_without_start_scores_it_is_a_swiss(settings):
    system = read_macmahon(document(settings=settings)).system
    assert system.kind is Kind.SWISS
    assert system.criteria[:2] == ("NBW", "SOSW")


def test_the_table_by_hand():
    """1 dan starts at 30; 1 beat 2 and had the bye, 2 lost and missed a round, 3 beat nobody."""
    missing = "<NotPlayingInRound>2</NotPlayingInRound><NotPlayingInRound>3</NotPlayingInRound>"
    event = read_macmahon(
        document(
            person(1),
            person(2, more=missing),
            person(3),
            played(1, pairing(1, 2), bye(3)),
            played(2, pairing(3, 1, "0-1")),
            played(3, pairing(1, 3, "½-½")),
            players=0,
        )
    )
    points = {row.player: row.points("MMS") for row in standings(event, 2)}
    assert points == {1: 32.5, 2: 31, 3: 31.5}


# What is refused


def test_of_two_byes_in_a_round_the_first_stays_and_the_other_is_named():
    remarks = []
    event = read_macmahon(document(played(1, bye(1), bye(2))), remarks)
    assert [each.bye for each in event.rounds] == [1]
    assert remarks == [Remark(RemarkKind.SECOND_BYE, "P2 X", 1)]


@pytest.mark.parametrize(
    ("data", "code", "field", "details"),
    [
        (b"<html/>", Code.TYPE, "file", {"reason": "formats.not_macmahon"}),
        (document(person(1)), Code.DUPLICATE, "players", {"value": "1"}),
        (
            document(person(9, "p1")),
            Code.DUPLICATE,
            "players",
            {"value": "p1 X", "reason": "formats.same_player"},
        ),
        (document(played(1, pairing(1, 9))), Code.UNKNOWN, "White", {"value": (1, "9")}),
        (document(played(1, bye(9))), Code.UNKNOWN, "White", {"value": (1, "0")}),
        (document(played(1, pairing(1, 1))), Code.SAME_PLAYER, "games", {"value": (1, "P1 X")}),
        (
            document(played(2, pairing(1, 2), pairing(3, 2))),
            Code.DUPLICATE,
            "games",
            {"value": (2, "P2 X"), "reason": "tournament.twice_in_a_round"},
        ),
        (
            document(played(1, pairing(1, 2), bye(1))),
            Code.DUPLICATE,
            "games",
            {"value": (1, "P1 X")},
        ),
        (document(played(1), played(1)), Code.DUPLICATE, "RoundNumber", {"value": 1}),
        (document(played(21)), Code.RANGE, "RoundNumber", {"value": 21}),
        (document(played("one")), Code.TYPE, "RoundNumber", {"value": "one"}),
        (document(played(1, pairing(1, 2, "2-0"))), Code.TYPE, "Result", {"value": "2-0"}),
        (
            document(played(1, pairing(1, 2, more="<Handicap>100</Handicap>"))),
            Code.RANGE,
            "handicap",
            {"value": 100},
        ),
        (
            document(person(9, entry="<GoLevel>strong</GoLevel>")),
            Code.RANK,
            "GoLevel",
            {"value": ("strong", "P9 X")},
        ),
        (
            document(person(9, more="<NotPlayingInRound>0</NotPlayingInRound>")),
            Code.RANGE,
            "NotPlayingInRound",
            {"value": 0},
        ),
        (
            document(
                person(
                    9,
                    more="<ScoreAdjustment>true</ScoreAdjustment>"
                    "<ScoreAdjustmentValue>3</ScoreAdjustmentValue>",
                )
            ),
            Code.GRID,
            "ScoreAdjustmentValue",
            {"value": 3},
        ),
        (
            document(settings="<UpperMacMahonBarLevel>x</UpperMacMahonBarLevel>"),
            Code.RANK,
            "UpperMacMahonBarLevel",
            {"value": "x"},
        ),
        (
            document().replace(b"<FirstName>X</FirstName><Surname>P2</Surname>", b""),
            Code.MISSING,
            "Surname",
            {"value": "2"},
        ),
        (
            b'<!DOCTYPE a [<!ENTITY b "c">]>' + document()[38:],
            Code.INCONSISTENT,
            "file",
            {"reason": "formats.doctype"},
        ),
        (document()[:-5], Code.TYPE, "file", {"reason": "formats.not_xml"}),
    ],
)
def test_what_is_wrong_is_refused_by_name(data, code, field, details):
    with refused(code, field, **details):
        read_macmahon(data)


def test_namesakes_with_numbers_of_their_own_are_two_people():
    pins = ("11111111", "22222222")
    people = [
        person(n, "Same", entry=f"<GoLevel>1d</GoLevel><EgdPin>{pin}</EgdPin>")
        for n, pin in enumerate(pins, 1)
    ]
    event = read_macmahon(document(*people, players=0))
    assert tuple(each.egf_pin for each in event.players) == pins


def test_more_players_than_can_be(monkeypatch):
    monkeypatch.setattr(remarks, "MAX_PLAYERS", 2)
    with refused(Code.RANGE, "players", value=3):
        read_macmahon(document())


def test_an_oversize_file(monkeypatch):
    monkeypatch.setattr(xml_reader, "MAX_BYTES", 100)
    with refused(Code.RANGE, "file", reason="files.too_large"):
        read_macmahon(document())


@given(
    st.lists(
        st.sampled_from(
            [
                person(4),
                person(1),
                pairing(1, 2),
                bye(3),
                played(1, pairing(1, 2)),
                played(2, bye(3)),
            ]
        ),
        max_size=5,
    ),
    st.integers(0, 3),
)
def test_any_arrangement_is_read_or_refused(parts, players):
    event = None
    with suppress(RuleError):
        event = read_macmahon(document(*parts, players=players))
    assert event is None or len(event.players) >= players


@pytest.mark.parametrize("level", ["35k", "0d", "10d"])
def test_a_strength_that_is_none_is_refused_and_never_changed(level):
    with refused(Code.RANK, "GoLevel"):
        read_macmahon(document(person(1, entry=f"<GoLevel>{level}</GoLevel>"), players=0))
