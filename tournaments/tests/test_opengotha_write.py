"""Writing OpenGotha's XML: nothing is lost, and OpenGotha finds what it insists on."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.criteria import CRITERIA
from tournaments.events.field import (
    EventDetails,
    GameResult,
    Player,
    Tournament,
    TournamentGame,
    TournamentRound,
)
from tournaments.events.placement import standings
from tournaments.events.presets import PRESETS, preset
from tournaments.events.settings import (
    Convention,
    DrawMode,
    HandicapSettings,
    JigoInSodos,
    Kind,
    PairingSettings,
    PoolSettings,
    SeedSystem,
    Settings,
)
from tournaments.formats.opengotha_names import key_of
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.tests.tables import lettered, player, tournament, tournament_round
from tournaments.tests.test_small_open import OPEN

# Everything that XML 1.0 can hold: no control characters, no halves of characters.
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="￾￿"), max_size=6)
NAMES_OF_CRITERIA = st.sampled_from(list(CRITERIA))
RANKS = st.integers(-30, 8)
MISSED = st.frozensets(st.integers(0, 19), max_size=4)
WEIGHTS = st.integers(0, 10**18)


def back(event):
    return read_opengotha(write_opengotha(event))


def tree(event):
    return ElementTree.fromstring(write_opengotha(event))


pairings = st.builds(
    PairingSettings,
    convention=st.sampled_from(Convention),
    concavity=st.sampled_from([0.0, 0.5, 0.25, 1.0]),
    duplicate=WEIGHTS,
    balance=WEIGHTS,
    category=WEIGHTS,
    draw_upper=st.sampled_from(DrawMode),
    draw_lower=st.sampled_from(DrawMode),
    seed_system1=st.sampled_from(SeedSystem),
    seed_system2=st.sampled_from(SeedSystem),
    last_round_system1=st.integers(0, 20),
    extra_criterion1=NAMES_OF_CRITERIA | st.just("NULL"),
    extra_criterion2=NAMES_OF_CRITERIA | st.just("NULL"),
    compensate_draws=st.booleans(),
    wins_threshold=st.booleans(),
    rank_threshold=RANKS,
    clubs_groups=st.lists(
        st.lists(TEXTS.map(lambda club: club[:4]), min_size=1, max_size=2).map(tuple), max_size=2
    ).map(tuple),
)
systems = st.builds(
    Settings,
    kind=st.sampled_from(Kind),
    rounds=st.integers(3, 20),
    floor=st.integers(-30, -5),
    bar=st.integers(-5, 8),
    zero=st.integers(-30, -5),
    nbw_absent2=st.integers(0, 2),
    mms_bye2=st.integers(0, 2),
    unexcused2=st.integers(0, 2),
    off_board2=st.integers(0, 200),
    small_bye2=st.integers(0, 200),
    round_down=st.booleans(),
    virtual=st.booleans(),
    sodos_jigo=st.sampled_from(JigoInSodos),
    pools=st.builds(
        PoolSettings,
        count=st.integers(0, 9),
        size=st.just(0) | st.integers(3, 9),
        best_next=st.integers(0, 4),
        by_draw=st.booleans(),
    ),
    criteria=st.lists(NAMES_OF_CRITERIA, min_size=1, max_size=9, unique=True).map(tuple),
    category_limits=st.lists(RANKS, max_size=4).map(lambda it: tuple(sorted(it, reverse=True))),
    handicap=st.builds(
        HandicapSettings,
        on_mms=st.booleans(),
        threshold=RANKS,
        correction=st.integers(-9, 9),
        ceiling=st.integers(0, 9),
    ),
    pairing=pairings,
)
events = st.builds(
    EventDetails,
    name=TEXTS,
    begin=TEXTS,
    location=TEXTS,
    size=st.integers(9, 19),
    komi2=st.integers(0, 30),
)


@st.composite
def tournaments(draw):
    numbers = draw(st.lists(st.integers(1, 99), max_size=6, unique=True))
    players = tuple(
        Player(
            number,
            f"{number}:{draw(TEXTS)}",
            draw(TEXTS),
            draw(RANKS),
            draw(st.none() | st.integers(-900, 2900)),
            draw(TEXTS),
            draw(TEXTS),
            draw(st.integers(-1, 2)),
            draw(MISSED),
            draw(MISSED),
            draw(st.booleans()),
            *(draw(TEXTS) for _ in range(4)),
            draw(st.booleans()),
            pool=draw(st.integers(0, 9)),
        )
        for number in numbers
    )
    rounds = tuple(draw(rounds_of(numbers)) for _ in range(draw(st.integers(0, 3))))
    return Tournament(players, rounds, draw(systems), draw(events))


@st.composite
def rounds_of(draw, numbers):
    seats = list(draw(st.permutations(numbers)))[: draw(st.integers(0, len(numbers)))]
    bye = seats.pop() if len(seats) % 2 else None
    games = []
    for table, (white, black) in enumerate(zip(seats[::2], seats[1::2], strict=True), 1):
        result = draw(st.sampled_from(GameResult))
        by_default = result is not GameResult.UNKNOWN and draw(st.booleans())
        stones, known = draw(st.integers(0, 9)), draw(st.booleans())
        margin2 = draw(st.none() | st.integers(1, 99)) if result.decisive else None
        games.append(
            TournamentGame(table, white, black, stones, result, by_default, known, margin2)
        )
    return TournamentRound(tuple(games), bye)


@settings(max_examples=200, deadline=None)
@given(tournaments())
def test_what_is_written_is_read_back_the_same(event):
    assert back(event) == event


def test_names_of_all_scripts_and_marks_survive():
    players = (
        player(1, name='Łukasik-Żak "Z"', first_name="Zoë & <Jo>"),
        player(2, name="佐藤", first_name="健"),
        player(3, name="สมชาย", first_name=" two  words\n"),
        player(4, name="O'Neill", first_name=""),
        player(5, name="", first_name="Only"),
    )
    event = tournament(players, "1+2 3=4 bye5")
    assert back(event) == event


def test_what_opengotha_would_refuse_it_does_not_get():
    long = player(1, first_name="", club="Kobe Go Club", country="JPN")
    odd = player(2, country="J")
    written = [node.attrib for node in tree(tournament((long, odd))).iter("Player")]
    assert (written[0]["club"], written[0]["country"], written[0]["firstName"]) == (
        *("Kobe", "JP"),
        "-",
    )
    assert written[1]["country"] == ""
    assert back(tournament((long, odd))).players == (long, odd)


def test_an_unexcused_absence_is_written_so_that_opengotha_gives_nothing_for_it():
    gone = player(1, absent=frozenset({0, 2}), unexcused=frozenset({2, 3}))
    node = next(tree(tournament((gone,), rounds=4)).iter("Player"))
    assert node.get("participating") == "0" + "1" * 19
    assert back(tournament((gone,), rounds=4)).players == (gone,)


def test_every_mandatory_part_is_there():
    root = tree(OPEN)
    assert (root.tag, root.get("dataVersion"), root.get("fullVersionNumber")) == (
        *("Tournament", "201"),
        "3.52",
    )
    for path in (
        "Players/Player",
        "Games/Game",
        "ByePlayers/ByePlayer",
        "TournamentParameterSet/GeneralParameterSet",
        "TournamentParameterSet/HandicapParameterSet",
        "TournamentParameterSet/PlacementParameterSet/PlacementCriteria/PlacementCriterion",
        "TournamentParameterSet/PairingParameterSet",
        "TeamTournamentParameterSet/TeamGeneralParameterSet",
        "TeamTournamentParameterSet/TeamPlacementParameterSet/PlacementCriteria",
    ):
        assert root.find(path) is not None, path
    order = root.findall("*/PlacementParameterSet/*/PlacementCriterion")
    assert [(node.get("number"), node.get("name")) for node in order] == [
        *[("1", "MMS"), ("2", "SOSM"), ("3", "SODOSM")],
        *[("4", "NULL"), ("5", "NULL"), ("6", "NULL")],
    ]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("kind", Kind)
def test_presets_survive_and_give_the_same_table(name, kind):
    event = replace(OPEN, system=preset(name, kind, rounds=3))
    assert back(event) == event
    assert standings(back(event), 2) == standings(event, 2)


@pytest.mark.parametrize(
    "people",
    [
        (("Le", "Goff"), ("Leg", "off"), ("Sato", "Ken")),
        (("Nowak", "Ewa"), ("NOWAK", "ewa"), ("Nowak", "Ewa (2)")),
        (("Nowak", ""), ("Nowak", ""), ("Nowak", "-")),
    ],
)
def test_namesakes_stay_apart_and_come_back_as_they_are(people):
    players = tuple(
        player(number, name=name, first_name=first_name)
        for number, (name, first_name) in enumerate(people, 1)
    )
    event = tournament(players, "1+2", "3-1", "2+3")
    assert back(event) == event
    written = tree(event).find("Players")
    assert written is not None
    assert len({key_of(node.get("name"), node.get("firstName")) for node in written}) == len(people)


def test_two_games_on_one_table_are_refused():
    first = tournament_round("1+2 3+4")
    games = tuple(replace(game, table=5) for game in first.games)
    event = Tournament(lettered("1D", "1D", "1D", "1D"), (TournamentRound(games),), Settings())
    with refused(Code.DUPLICATE, "table", value=(1, 5), reason="formats.same_table"):
        write_opengotha(event)
    with refused(Code.RANGE, "table", value=0):
        write_opengotha(replace(event, rounds=(TournamentRound((replace(games[0], table=0),)),)))


@pytest.mark.parametrize("text", ["a\x00b", "\x1b", "\ud800", "\uffff"])
def test_what_xml_cannot_hold_is_refused(text):
    with refused(Code.TYPE, "club", reason="formats.unwritable"):
        write_opengotha(tournament((player(1, club=text),)))


def test_contradictory_facts_are_not_written():
    with refused(Code.DUPLICATE, "games", value=(1, 1)):
        write_opengotha(tournament(lettered("1D", "1D"), "1+2 1+2"))


@pytest.mark.parametrize(
    "overtime", ["", "30 s", "3 × 30 s", "15 stones in 5 min", "+10 s", "as long as it takes"]
)
def test_the_clock_survives(overtime):
    poster = EventDetails(name="Zima", main_minutes=45, overtime=overtime, online=bool(overtime))
    event = Tournament((Player(1, "Nowak", "Ewa"),), event=poster)
    assert read_opengotha(write_opengotha(event)).event == poster


def test_opengotha_finds_every_name_that_it_asks_for():
    """Elements, attributes and criteria by OpenGotha's own spelling; it reads no other."""
    root = tree(OPEN)
    assert [child.tag for child in root] == [
        "Players", "Games", "ByePlayers", "Teams", "ClubsGroups", "TournamentParameterSet",
        "TeamTournamentParameterSet",
    ]  # fmt: skip
    attributes = set(root.find("Players/Player").attrib)
    assert {name for name in attributes if not name.startswith("own-")} == {
        "agaExpirationDate", "agaId", "club", "country", "egfPin", "ffgLicence",
        "ffgLicenceStatus", "firstName", "grade", "name", "participating", "rank", "rating",
        "ratingOrigin", "registeringStatus", "smmsCorrection",
    }  # fmt: skip
    teams = root.findall("TeamTournamentParameterSet/TeamPlacementParameterSet/*")
    criteria = [node.attrib["name"] for part in teams for node in (part, *part) if node.attrib]
    assert criteria == ["TEAMP", "BDW", "BDW3U", "BDW2U", "BDW1U", "MNR"]


def test_teams_are_ordered_by_what_opengotha_has_of_ours():
    data = write_opengotha(OPEN, team_criteria=("MP", "SBMP", "BP", "SOSMP", "BDW2U", "B1"))
    order = ElementTree.fromstring(data).iterfind(".//TeamPlacementParameterSet//*[@name]")
    assert [node.attrib["name"] for node in order] == [
        "TEAMP", "BDW", "SOST", "BDW2U", "BDW1U", "NULL",
    ]  # fmt: skip
