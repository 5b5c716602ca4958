"""Reading OpenGotha's XML: every release's ways of saying things, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.criteria import CRITERIA
from tournaments.events.field import GameResult
from tournaments.events.settings import NO_CRITERION, DrawMode, Kind, SeedSystem
from tournaments.formats.opengotha_names import key_of, old_key_of, rank_of
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.formats.remarks import Remark, RemarkKind
from tournaments.tests.opengotha_documents import (
    ANNA,
    ANNA_KEY,
    EWA,
    EWA_KEY,
    JAN,
    JAN_KEY,
    criteria,
    document,
    game,
)
from tournaments.tests.test_small_open import OPEN


def test_players_keep_the_order_of_the_file_and_their_numbers():
    event = read_opengotha(document())
    anna, jan, ewa = event.players
    assert [p.id for p in event.players] == [1, 2, 3]
    assert (anna.name, anna.first_name, anna.rank, anna.rating) == ("Kowalska", "Anna", -2, 1850)
    assert (anna.club, jan.country, jan.rank) == ("Wars", "PO", 2)
    assert (ewa.rating, ewa.registered, ewa.absent) == (None, True, frozenset())


def test_rounds_are_counted_from_0_and_games_lie_by_table():
    event = read_opengotha(
        document(
            game(ANNA_KEY, EWA_KEY, roundNumber=3, tableNumber=2, handicap=9),
            game(roundNumber=1, tableNumber=7),
            general='numberOfRounds="4"',
        )
    )
    assert [len(played.games) for played in event.rounds] == [1, 0, 1]
    assert (event.rounds[2].games[0].white, event.rounds[2].games[0].handicap) == (1, 9)
    assert (event.rounds[0].games[0].table, event.system.rounds) == (7, 4)


@pytest.mark.parametrize(
    ("text", "result", "by_default"),
    [
        ("RESULT_WHITEWINS", GameResult.WHITE, False),
        ("RESULT_BLACKWINS", GameResult.BLACK, False),
        ("RESULT_EQUAL", GameResult.EQUAL, False),
        ("RESULT_BOTHWIN", GameResult.BOTH_WIN, False),
        ("RESULT_BOTHLOSE", GameResult.BOTH_LOSE, False),
        ("RESULT_UNKNOWN", GameResult.UNKNOWN, False),
        ("RESULT_WHITEWINS_BYDEF", GameResult.WHITE, True),
        ("RESULT_BLACKWINS_BYDEF", GameResult.BLACK, True),
        ("RESULT_EQUAL_BYDEF", GameResult.EQUAL, True),
        ("RESULT_BOTHWIN_BYDEF", GameResult.BOTH_WIN, True),
        ("RESULT_BOTHLOSE_BYDEF", GameResult.BOTH_LOSE, True),
    ],
)
def test_results(text, result, by_default):
    read = read_opengotha(document(game(result=text))).rounds[0].games[0]
    assert (read.result, read.by_default) == (result, by_default)


def test_byes_absences_registration_and_correction():
    late = '<Player name="Zet" firstName="Ola" rank="5K" registeringStatus="PRE" '
    late += 'participating="0110111111" smmsCorrection="-1"/>'
    data = document(game(), players=(ANNA, JAN, EWA, late))
    data = data.replace(
        b"</Games>",
        b'</Games><ByePlayers><ByePlayer player="LISEWA" roundNumber="1"/></ByePlayers>',
    )
    event = read_opengotha(data)
    assert (event.rounds[0].bye, event.players[3].absent) == (3, {0, 3})
    assert (event.players[3].registered, event.players[3].correction) == (False, -1)


def test_a_bye_alone_makes_a_round():
    data = document().replace(
        b"</Games>",
        b'</Games><ByePlayers><ByePlayer player="LISEWA" roundNumber="2"/></ByePlayers>',
    )
    assert [played.bye for played in read_opengotha(data).rounds] == [None, 3]


# Keys


@pytest.mark.parametrize(
    ("name", "first", "key", "old"),
    [
        ("Kowalska", "Anna", "KOWALSKAANNA", "KOWALSKAANNA"),
        ("Le Goff", "Anaïs", "LEGOFFANAÏS", "LEGOFFANAIS"),
        ("Saint-Martin", "José", "SAINT-MARTINJOSÉ", "SAINTMARTINJOSE"),
        ("Müller", "Jörg", "MÜLLERJÖRG", "MULLERJORG"),
        ("Łukasik", "Zoë", "ŁUKASIKZOË", "UKASIKZOE"),
        ("O'Neill", "x", "O'NEILLX", "ONEILLX"),
        ("孔", "明", "孔明", ""),
    ],
)
def test_keys_of_both_ages(name, first, key, old):
    assert (key_of(name, first), old_key_of(name, first)) == (key, old)


@pytest.mark.parametrize(
    "reference",
    [
        *("ŁUKASIK-ŻAKZOË", "łukasik-żak zoë", "Łukasik-Żak Zoë", "LUKASIKZAKZOE"),
        *("UKASIKAKZOE", "LUKASIKŻAKZOE"),
    ],
)
@pytest.mark.parametrize("head", ['dataVersion="201"', 'dataVersion="200"', ""])
def test_games_find_players_with_accents_and_hyphens_by_any_releases_key(reference, head):
    accented = '<Player name="Łukasik-Żak" firstName="Zoë" rank="1D"/>'
    data = document(game(black=reference), players=(ANNA, accented), head=head)
    assert read_opengotha(data).rounds[0].games[0].black == 2


def test_a_key_without_its_marks_must_mean_one_player_only():
    numbered = [f'<Player name="Player{n}" firstName="A" rank="1D"/>' for n in (1, 2)]
    exact = document(game("PLAYER1A", "PLAYER2A"), players=numbered, head="")
    assert read_opengotha(exact).rounds[0].games[0].black == 2
    with refused(Code.UNKNOWN, "blackPlayer", value="PLAYERA"):
        read_opengotha(document(game("PLAYER1A", "PLAYERA"), players=numbered))


@pytest.mark.parametrize(
    ("head", "rating"),
    [
        ('dataVersion="201" gothaVersion="348"', 450),
        ('dataVersion="201" fullVersionNumber="3.52"', 450),
        # 3.51.02 forgot the data version, but its ratings are of today.
        ('fullVersionNumber="3.51.02"', 450),
        ('dataVersion="200"', 2500),
        ("", 2500),
    ],
)
def test_ratings_of_old_files_are_shifted_but_not_of_new_ones_without_a_data_version(head, rating):
    strong = '<Player name="A" firstName="B" rank="5D" rating="450"/>'
    assert read_opengotha(document(players=[strong], head=head)).players[0].rating == rating


def test_shifted_ratings_end_at_2949():
    strong = '<Player name="A" firstName="B" rank="9D" rating="2000"/>'
    assert read_opengotha(document(players=[strong], head="")).players[0].rating == 2949


# Settings


@pytest.mark.parametrize(
    ("listed", "order", "kind"),
    [
        (("MMS", "SOSM", "NULL"), ("MMS", "SOSM"), Kind.MCMAHON),
        (("NBW", "NULL", "SOSW-1"), ("NBW", "SOSW-1"), Kind.SWISS),
        (("CAT", "NBW", "EXT"), ("CAT", "NBW", "EXT"), Kind.SWISS_CAT),
        (("STS", "MMS", "Rank", "Rating"), ("STS", "MMS", "RANK", "RATING"), Kind.MCMAHON),
        (("MMS", "MMS", "DC"), ("MMS", "DC"), Kind.MCMAHON),
        (("NULL", "NULL"), ("NBW",), Kind.SWISS),
    ],
)
def test_the_order_of_placement_tells_the_kind(listed, order, kind):
    teams = "<TeamPlacementParameterSet><PlacementCriterion name='TEAMP' number='1'/>"
    teams += "</TeamPlacementParameterSet>"
    system = read_opengotha(document(parameters=criteria(*listed) + teams)).system
    assert (system.criteria, system.kind) == (order, kind)


def test_general_and_handicap_settings():
    general = (
        'name="Cup" shortName="cup" beginDate="2024-05-18" endDate="2024-05-19" '
        'komi="6.5" size="13" '
        'genMMBar="2K" genMMFloor="25K" genNBW2ValueAbsent="1" genNBW2ValueBye="0" '
        'genMMS2ValueAbsent="2" genMMS2ValueBye="1" genRoundDownNBWMMS="false" '
        'genCountNotPlayedGamesAsHalfPoint="TRUE" numberOfCategories="2"'
    )
    handicap = '<Category number="1" lowerLimit="5K"/><HandicapParameterSet hdBasedOnMMS="false" '
    handicap += 'hdNoHdRankThreshold="30K" hdCorrection="0" hdCeiling="0"/>'
    event = read_opengotha(document(general=general, parameters=handicap))
    system = event.system
    assert (event.event.name, event.event.begin, event.event.komi2, event.event.size) == (
        *("Cup", "2024-05-18"),
        *(13, 13),
    )
    assert event.event.end == "2024-05-19"
    assert (system.bar, system.floor, system.zero) == (-2, -25, -30)
    assert (system.nbw_absent2, system.nbw_bye2) == (1, 0)
    assert (system.mms_absent2, system.mms_bye2) == (2, 1)
    assert (system.round_down, system.virtual) == (False, True)
    assert system.category_limits == (-5,)
    assert (system.handicap.on_mms, system.handicap.threshold, system.handicap.ceiling) == (
        *(False, -30),
        0,
    )


def test_what_a_file_leaves_out_is_what_opengotha_takes():
    system = read_opengotha(document()).system
    assert (system.floor, system.bar, system.rounds) == (-20, 3, 5)
    assert (system.mms_absent2, system.mms_bye2, system.nbw_bye2) == (0, 0, 0)
    pairing = system.pairing
    assert (pairing.balance, pairing.category) == (1000, 2 * 10**13)
    assert (pairing.seed_system1, pairing.seed_system2) == (SeedSystem.RANDOM, SeedSystem.FOLD)
    assert (pairing.rank_threshold, pairing.extra_criterion1) == (3, "RATING")


def test_pairing_settings_and_clubs_groups():
    pairing = '<PairingParameterSet paiBaBalanceWB="7" paiMaDUDDUpperMode="BOT" '
    pairing += 'paiMaLastRoundForSeedSystem1="1" paiStandardNX1Factor="0.7" '
    pairing += 'paiMaAdditionalPlacementCritSystem2="Rank" paiSeBarThresholdActive="false"/>'
    clubs = '<ClubsGroups><ClubsGroup name="g"><Club name="Kobe"/><Club name="Osaka"/>'
    clubs += "</ClubsGroup></ClubsGroups>"
    read = read_opengotha(document(parameters=pairing + clubs)).system.pairing
    assert (read.balance, read.draw_upper, read.last_round_system1) == (7, DrawMode.BOTTOM, 1)
    assert (read.concavity, read.extra_criterion2, read.bar_threshold) == (0.7, "RANK", False)
    assert read.clubs_groups == (("Kobe", "Osak"),)


def test_teams_are_left_aside():
    board = '<Teams><Team teamName="T"><Board player="NOBODY" boardNumber="1"/></Team></Teams>'
    remarks = []
    assert len(read_opengotha(document(parameters=board), remarks).players) == 3
    assert remarks == [Remark(RemarkKind.TEAMS, "1")]


# Pairgoth's export and machines set to Turkish


@pytest.mark.parametrize("inside", ["", '<ByePlayer player="Kowalskaanna" roundNumber="2"/>'])
def test_byes_stand_in_an_element_of_their_own_name(inside):
    event = read_opengotha(document(game(), parameters=f"<ByePlayer>\n{inside}\n</ByePlayer>"))
    assert [each.bye for each in event.rounds] == ([None, 1] if inside else [None])


def test_criteria_and_results_have_names_of_pairgoths_own():
    pairing = '<PairingParameterSet paiMaAdditionalPlacementCritSystem2="None"/>'
    placement = "<PlacementParameterSet><PlacementCriteria>" + "".join(
        f'<PlacementCriterion number="{number}" name="{name}"/>'
        for number, name in enumerate(("MMS", "SOSMM1", "NONE"), 1)
    )
    placement += "</PlacementCriteria></PlacementParameterSet>"
    lost = game(result="RESULT_BOTHLOOSE")
    event = read_opengotha(document(lost, parameters=pairing + placement))
    assert event.system.criteria == ("MMS", "SOSM-1")
    assert event.system.pairing.extra_criterion2 == NO_CRITERION
    assert event.rounds[0].games[0].result is GameResult.BOTH_LOSE


@pytest.mark.parametrize(
    ("name", "first_name", "key"),
    [
        ("Ozcicek", "Baris_Tuna", "OZCİCEKBARİS_TUNA"),
        ("Yildirim", "A", "YİLDİRİMA"),
        ("Işık", "A", "IŞIKA"),
        ("Şahin", "İnci", "ŞAHİNİNCİ"),
    ],
)
def test_keys_of_a_turkish_machine(name, first_name, key):
    turk = f'<Player name="{name}" firstName="{first_name}" rank="1D"/>'
    data = document(game(key, JAN_KEY), players=(turk, JAN))
    assert read_opengotha(data).rounds[0].games[0].white == 1


def test_two_who_are_told_apart_by_a_dot_alone_are_told_apart():
    people = [f'<Player name="{name}" firstName="A" rank="1D"/>' for name in ("Isik", "Işık")]
    first = read_opengotha(document(game("ISİKA", "IŞIKA"), players=people)).rounds[0].games[0]
    assert (first.white, first.black) == (1, 2)


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ('complementaryTimeSystem="SUDDENDEATH"', ""),
        ('complementaryTimeSystem="STDBYOYOMI" stdByoYomiTime="30"', "30 s"),
        (
            'complementaryTimeSystem="CANBYOYOMI" canByoYomiTime="300" nbMovesCanTime="15"',
            "15 stones in 5 min",
        ),
        ('complementaryTimeSystem="FISCHER" fischerTime="10"', "+10 s"),
    ],
)
def test_the_clock_is_kept(attributes, words):
    event = read_opengotha(document(general=f'basicTime="60" bInternet="true" {attributes}')).event
    assert (event.main_minutes, event.overtime, event.online) == (60, words, True)


def test_an_overtime_of_another_name_is_named():
    general = 'basicTime="60" complementaryTimeSystem="HOURGLASS"'
    remarks = []
    event = read_opengotha(document(general=general), remarks).event
    assert (event.main_minutes, event.overtime) == (60, "")
    assert remarks == [Remark(RemarkKind.OVERTIME, "HOURGLASS")]


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("30K", -30), ("1k", -1), ("1D", 0), ("9d", 8), (" 5 K", None), ("7", -7), ("", None),
        ("1P", 6), ("3P", 6), ("4P", 7), ("6P", 7), ("7P", 8), ("9P", 8),
    ],
)  # fmt: skip
def test_ranks_of_files(text, rank):
    assert rank_of(text) == rank


def test_a_rank_that_is_none_falls_back_on_the_grade():
    odd = '<Player name="A" firstName="B" rank="" grade="3K"/>'
    assert read_opengotha(document(players=[odd])).players[0].rank == -3
    worse = odd.replace("3K", "?")
    with refused(Code.RANK, "rank", value=("", "A B")):
        read_opengotha(document(players=[worse]))


# Refusals


def test_of_two_byes_in_a_round_the_first_stays_and_the_other_is_named():
    byes = "".join(f'<ByePlayer player="{key}" roundNumber="1"/>' for key in (ANNA_KEY, EWA_KEY))
    remarks = []
    event = read_opengotha(document(parameters=byes), remarks)
    assert [each.bye for each in event.rounds] == [1]
    assert remarks == [Remark(RemarkKind.SECOND_BYE, "Lis Ewa", 1)]


TWIN = '<Player name="Kowal" firstName="ska Anna" rank="2K"/>'
NUMBERED = '<Player name="Player1" firstName="A" rank="1D"/>'
BESIDE_A_GAME = f'<ByePlayer player="{JAN_KEY}" roundNumber="1"/>'
TWICE = (game(), game(roundNumber=2), game(EWA_KEY, ANNA_KEY, roundNumber=2, tableNumber=2))
BAD_GAMES = [
    ({"handicap": "100"}, Code.RANGE, "handicap"),
    ({"handicap": "-1"}, Code.RANGE, "handicap"),
    ({"handicap": "two"}, Code.TYPE, "handicap"),
    ({"handicap": "2.0"}, Code.TYPE, "handicap"),
    ({"handicap": "９"}, Code.TYPE, "handicap"),
    ({"roundNumber": "0"}, Code.RANGE, "roundNumber"),
    ({"roundNumber": "21"}, Code.RANGE, "roundNumber"),
    ({"roundNumber": "9" * 5000}, Code.TYPE, "roundNumber"),
    ({"tableNumber": "-1"}, Code.RANGE, "table"),
    ({"result": "WHITE"}, Code.TYPE, "result"),
    ({"black": "NOBODY"}, Code.UNKNOWN, "blackPlayer"),
    ({"white": ""}, Code.UNKNOWN, "whitePlayer"),
]
BAD_SETTINGS = [
    ('numberOfRounds="0"', Code.RANGE, "rounds"),
    ('numberOfRounds="40"', Code.RANGE, "rounds"),
    ('numberOfRounds="five"', Code.TYPE, "numberOfRounds"),
    ('genMMBar="high"', Code.RANK, "genMMBar"),
    ('genMMS2ValueAbsent="3"', Code.RANGE, "mms_absent2"),
    ('komi="7.3"', Code.GRID, "komi"),
    ('komi="inf"', Code.TYPE, "komi"),
    ('numberOfCategories="3"', Code.MISSING, "Category"),
    ('numberOfCategories="1000000"', Code.RANGE, "numberOfCategories"),
]


@pytest.mark.parametrize(
    ("data", "code", "field", "more"),
    [
        (
            document(players=(ANNA, TWIN)), Code.DUPLICATE, "players",
            {"value": ("Kowalska Anna", "Kowal ska Anna"), "reason": "formats.same_key"},
        ),
        (
            document(*TWICE), Code.DUPLICATE, "games",
            {"value": (2, "Kowalska Anna"), "reason": "tournament.twice_in_a_round"},
        ),
        (
            document(game(), parameters=BESIDE_A_GAME), Code.DUPLICATE, "games",
            {"value": (1, "Nowak Jan")},
        ),
        (
            document(game(JAN_KEY, JAN_KEY)), Code.SAME_PLAYER, "games",
            {"value": (1, "Nowak Jan")},
        ),
        # A key that lacks a digit is not guessed.
        (
            document(game("PLAYER7A", JAN_KEY), players=[NUMBERED, JAN]), Code.UNKNOWN,
            "whitePlayer", {"value": "PLAYER7A"},
        ),
        (
            document(parameters=criteria("BZS")), Code.INCONSISTENT, "name",
            {
                "value": "BZS", "reason": "tournament.unknown_criterion",
                "accepted": ", ".join(name for name in CRITERIA if not CRITERIA[name].ours),
            },
        ),
        (
            document(parameters='<PairingParameterSet paiMaSeedSystem1="SNAKE"/>'), Code.TYPE,
            "paiMaSeedSystem1", {"value": "SNAKE"},
        ),
        *((document(game(**bad)), code, field, {}) for bad, code, field in BAD_GAMES),
        *((document(general=bad), code, field, {}) for bad, code, field in BAD_SETTINGS),
    ],
)  # fmt: skip
def test_what_is_refused(data, code, field, more):
    with refused(code, field, **more):
        read_opengotha(data)


def test_a_file_without_a_list_of_games_has_no_rounds_played():
    document = write_opengotha(replace(OPEN, rounds=()))
    for empty in (b"<Games />", b"<Games/>"):
        document = document.replace(empty, b"")
    assert b"<Games" not in document
    assert read_opengotha(document).rounds == ()
