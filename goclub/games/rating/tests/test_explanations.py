"""Why? — which rule each line of an entry cites, and that what is said adds up.

Every entry of the demo club is gone through in ``goclub/demo/tests/test_filling.py``.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game, HouseRule, RatingEntry
from goclub.games.rating.house_rules import specs
from goclub.games.rating.labels import computation, short_reason
from goclub.games.rating.ledger.facts import GAME
from goclub.games.rating.ledger.rows import line_of, row_of
from goclub.games.rating.systems.igs.rules import TEXTS
from goclub.games.rating.systems.igs.words import exact_text
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.tests.factories import play
from goclub.members.membership.services.admission import admit_member, apply_to_join
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import LONG_AGO, LONG_AGO_AT, as_member, make_member
from ratings.egf import SYSTEM as EGF
from ratings.egf import EgfRules, EgfState
from ratings.elo import EloRules
from ratings.elo import EloState as Elo
from ratings.igs.state import IgsRules
from ratings.igs.system import SYSTEM as IGS
from ratings.paa.rules import JigoRate, PaaRules, TimeLosses
from ratings.replay import ReplayEntry
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests import builders, igs_tables
from ratings.tests.igs_tables import certified, even, in_bc, newcomer, pro

WHITE = Outcome.WHITE
FORFEIT = Ending.FORFEIT
KEY = (date(2025, 3, 4), datetime(2025, 3, 4, tzinfo=UTC), GAME, 1)


def entry_of(key: str, game, black, white, rules, *, whites: bool = False) -> RatingEntry:
    """The entry of Black (or White) in a game, as the ledger would hold it."""
    system = SYSTEMS.of(key)
    step = system.engine.step(game, black, white, rules)[whites]
    return row_of(line_of(system, ReplayEntry(KEY, 1, white if whites else black, step)))


def igs(game, black, white, rules=None, *, whites: bool = False) -> RatingEntry:
    return entry_of("igs", game, black, white, rules or IgsRules(), whites=whites)


def cited(entry: RatingEntry) -> list[str]:
    return [line.rule for line in SYSTEMS.of(entry.system).computation(entry) if line.rule]


@pytest.mark.parametrize(
    ("entry", "rules"),
    [
        (igs(even(), certified("3k"), newcomer("3k")), ["S0-9", "S0-25", "S0-26", "S0-26"]),
        (igs(even(), certified("3k"), in_bc()), ["S0-9", "S0-25", "S0-26", "S0-26"]),
        (igs(even(outcome=WHITE), certified("3k"), newcomer("3k")), ["S0-9", "S0-25"]),
        (igs(even(), certified("3k", recent="UU"), newcomer("3k")), ["S0-9", "S0-25"]),
        (
            igs(even(ending=FORFEIT), certified("3k"), certified("3k")),
            ["S0-13", "S0-24", "S0-26", "S0-26"],
        ),
        (igs(even(ending=FORFEIT), newcomer("3k"), certified("3k")), ["S0-13", "S0-27"]),
        (igs(even(board=13), certified("3k"), newcomer("9k")), ["S0-6", "S0-9"]),
        (igs(even(white_guest=True), certified("3k"), None), ["H-guest"]),
        (igs(even(), certified("3k"), pro()), ["S0-8"]),
        (igs(even(), pro(), certified("3k")), ["S0-5"]),
        (igs(even(), newcomer("3k"), newcomer("3k")), ["S0-27", "S0-27"]),
        (igs(even(), certified("10d"), certified("1d")), ["S0-2", "S0-16", "S0-10"]),
        (
            igs(even(), newcomer("3k", games=3), certified("3k")),
            ["S0-2", "S0-16", "S0-27", "S0-27", "S0-29", "S0-29"],
        ),
        (
            igs(even(), newcomer("3k", games=4), certified("3k")),
            ["S0-2", "S0-16", "S0-27", "S0-27", "S0-29", "S0-29", "S0-29", "S0-28"],
        ),
        (
            igs(even(), newcomer("3k", games=19, wins=12), certified("3k")),
            [
                *("S0-2", "S0-16", "S0-27", "S0-27", "S0-29", "S0-29"),
                *("S0-29", "S0-30", "S0-29", "S0-26"),
            ],
        ),
        (
            igs(even(), newcomer("3k", games=19, wins=3), certified("3k")),
            [
                *("S0-2", "S0-16", "S0-27", "S0-27", "S0-29", "S0-29"),
                *("S0-29", "S0-30", "S0-30"),
            ],
        ),
        (igs(even(), in_bc(4), certified("3k")), ["S0-26b", "S0-26b", "S0-26b", "S0-26b"]),
    ],
)
def test_every_line_cites_the_rule_that_says_it(entry, rules):
    assert cited(entry) == rules
    assert set(entry.reason["rules"]) - set(rules) <= {"S0-26", "S0-28"}


def test_rounding_is_said_where_it_happened():
    """S0-21: 72 × 1.7 = 122.4, rounded 122."""
    game = builders.game(handicap=0, komi2=13)
    low, high = certified("1d", rated=5), certified("3d", rated=5)
    told = igs(game, low, high, whites=True)
    assert "S0-21" not in cited(igs(game, low, certified("1d")))
    lines = {line.rule: line.text for line in SYSTEMS.of("igs").computation(told)}
    assert exact_text(abs(igs_tables.SYSTEM.step(game, low, high, IgsRules())[1].delta)) == "218"
    assert "128 × 1.7 = 217.6" in lines["S0-20"]
    assert "218" in lines["S0-21"]


def test_a_fall_to_bc_cites_what_it_costs():
    entry = igs(even(outcome=WHITE), certified("17k", points=4_950), certified("17k"))
    assert cited(entry)[-2:] == ["S0-26b", "S0-26c"]


def paa(points: int, score: str, *, win: bool = True, band: str = "1k") -> RatingEntry:
    game = builders.game(outcome=Outcome.BLACK if win else WHITE)
    return entry_of("paa", game, builders.state(points, band, score), None, PaaRules())


@pytest.mark.parametrize(
    ("entry", "last"),
    [
        (paa(120, "WWWWW"), "S1-13"),
        (paa(120, "W" * 12), "S1-12"),
        (paa(120, "L" * 12), "S1-12"),
        (paa(115, "W"), "S1-12"),
    ],
)
def test_too_few_games_are_the_minimum_of_ten(entry, last):
    """S1-13, not S1-12, asks for ten games."""
    assert cited(entry)[-1] == last


@pytest.mark.parametrize(
    ("jigo_as", "lines"),
    [
        (JigoRate.HALF, ["(12 + ½·2) ÷ 21 = 0.619"]),
        (JigoRate.LEFT_OUT, ["left out of the win rate (here 2)", "12 ÷ 19 = 0.632"]),
        (JigoRate.NO_WIN, ["a jigo counts as a game without a win (here 2)", "12 ÷ 21 = 0.571"]),
    ],
)
def test_what_a_jigo_is_in_the_rate_is_said_where_there_is_one(jigo_as, lines):
    """S1-8, S1-13: the setting is named, and the fraction is the one that decided."""
    rules = PaaRules(jigo=jigo_as)
    state = builders.state(120, "1k", "W" * 11 + "L" * 7 + "JJ")
    entry = entry_of("paa", builders.game(), state, None, rules)
    found = [line.text for line in SYSTEMS.of("paa").computation(entry) if line.rule == "S1-13"]
    assert len(found) == 1 + len(lines)
    assert all(part in text for part, text in zip(lines, found[1:], strict=True))
    without = entry_of("paa", builders.game(), builders.state(120, "1k", "W" * 12), None, rules)
    assert cited(without).count("S1-13") == 2


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (builders.state(120, "1d", "W" * 9 + "L" * 11), "Points in a lower band, but a rate above"),
        (
            builders.state(131, "1d", "W" * 11 + "L" * 9),
            "Points in a higher band, but a rate below",
        ),
    ],
)
def test_a_rate_that_keeps_the_rank_says_what_of(state, text):
    """S1-12: a win rate that prevented a demotion was called not enough."""
    lost = text.startswith("Points in a lower")
    game = builders.game(outcome=WHITE if lost else Outcome.BLACK)
    entry = entry_of("paa", game, state, None, PaaRules())
    assert list(SYSTEMS.of("paa").computation(entry))[-1].text.startswith(text)


def test_jigo_alone_left_out_give_no_rate_to_show():
    state = builders.state(115, "1k", "J" * 12)
    entry = entry_of("paa", builders.jigo(), state, None, PaaRules(jigo=JigoRate.LEFT_OUT))
    assert cited(entry).count("S1-13") == 2
    assert SYSTEMS.of("paa").short_reason(entry)


@pytest.mark.parametrize(
    ("changes", "rules", "named"),
    [
        ({"ending": Ending.TIME}, {"time_losses": TimeLosses.EVERYWHERE}, "S1-19"),
        ({"ending": Ending.TIME}, {}, "S1-19"),
        ({"white_free": True}, {"free_both": False}, "S1-10"),
    ],
)
def test_a_reading_of_ours_is_named_where_it_decided(changes, rules, named):
    """S1-10, S1-19."""
    entry = entry_of("paa", builders.game(**changes), builders.state(), None, PaaRules(**rules))
    assert cited(entry).count(named) == 1
    assert named not in cited(paa(115, "W"))


@pytest.mark.parametrize(("points", "win"), [(999, True), (0, False)])
def test_both_ends_of_the_points_have_a_line(points, win):
    """S1-1."""
    entry = paa(points, "WL", win=win, band="8d+" if win else "9k")
    assert cited(entry).count("S1-1") == 1
    assert entry.delta == 0


def test_a_win_on_time_says_under_which_rule_it_is_one():
    """S4-6."""
    game = builders.game(ending=Ending.TIME, komi2=13)
    state = Elo(1000.0, 0, 0, 0, 0)
    assert cited(entry_of("elo", game, state, state, EloRules()))[0] == "S4-6"


def test_what_is_not_counted_is_said_under_the_systems_own_rule():
    void = builders.no_result()
    start = Elo(1000.0, 0, 0, 0, 0)
    assert cited(entry_of("elo", void, start, start, EloRules())) == ["H-elo-feed"]


def test_the_reader_of_explanations_knows_how_to_compute():
    """A check that nothing can fail is none."""
    from goclub.demo.tests.explained import wrong_equations

    assert wrong_equations("72 × 1.7 = 122.4") == []
    assert wrong_equations("72 × 1.7 = 122") == ["72 × 1.7 = 122"]
    assert wrong_equations("Points: 100 +50 → 151.") == ["100 +50 → 151."]
    assert wrong_equations("91 2/3 × 1.2 = 110") == []


def started(rank: str = "", points: int | None = None) -> Member:
    applicant = apply_to_join(
        at=LONG_AGO_AT, email="new@example.org", password=None, display_name="New", username="new"
    )
    return admit_member(Act(None, LONG_AGO_AT), applicant, on=LONG_AGO, rank=rank, points=points)


def start_of(member, system="paa") -> RatingEntry:
    return RatingEntry.objects.get(member=member, system=system)


@pytest.mark.parametrize(
    ("declared", "rule", "says"),
    [
        ({"rank": "9k"}, "S1-4", "9 kyu and weaker start at 0"),
        ({"rank": "8k"}, "S1-3", "middle of its band"),
        ({"rank": "4k"}, "S1-3", "middle of its band"),
        ({"points": 112}, "S1-5", "Declared points: 112."),
        ({"points": 0}, "S1-5", "Declared points: 0."),
        ({"points": 115, "rank": "1k"}, "S1-5", "Declared points: 115."),
        ({}, "S1-4", "Strength unknown"),
    ],
)
def test_a_declared_start_cites_the_rule_that_gave_it(declared, rule, says):
    first = next(iter(computation(start_of(started(**declared)))))
    assert (first.rule, says in first.text) == (rule, True)


@pytest.mark.parametrize(
    ("declared", "says"),
    [({"rank": "1k"}, "declared rank"), ({"points": 112}, "declared points"), ({}, "unknown")],
)
def test_the_european_start_says_where_it_comes_from(declared, says):
    assert says in short_reason(start_of(started(**declared), "egf"))


def test_a_game_lost_by_a_sanction_says_so_in_every_system(client):
    game = play(make_member(points=100), make_member(points=100), ending="penalty")
    entries = RatingEntry.objects.filter(game=game).select_related("game")
    assert {entry.system for entry in entries} >= {"paa", "igs", "elo", "egf"}
    for entry in entries:
        assert "S4-6" in [line.rule for line in computation(entry)], entry.system
    page = read(as_member(client, game.black).get(entries[0].get_absolute_url()))
    assert "Decided by sanction" in page.text


def test_not_appearing_and_leaving_are_two_endings_of_equal_worth():
    (one, _other), (left, _its) = (
        IGS.step(even(ending=ending), certified("3k"), certified("3k"), IgsRules())
        for ending in (Ending.FORFEIT, Ending.LEFT)
    )
    assert (one.delta, left.delta) == (50, 50)
    assert (one.reason.code, left.reason.code) == ("no_show", "left")
    assert one.reason.rules == left.reason.rules


def test_whoever_left_is_told_apart_in_the_history(client):
    games = [
        play(make_member(points=100), make_member(points=100), ending=ending)
        for ending in ("forfeit", "left")
    ]
    client.force_login(games[0].black.user)
    texts = [read(client.get(game.get_absolute_url())).text for game in games]
    assert "Black won by forfeit" in texts[0]
    assert "Black won: White left" in texts[1]
    for game in games:
        [paa] = RatingEntry.objects.filter(game=game, system="paa", member=game.black)
        assert paa.delta == 0
    assert Game.objects.filter(official=True).but_forfeits().count() == 0


def test_a_forfeit_of_the_official_league_moves_nobody_whichever_it_was():
    for ending in ("forfeit", "left"):
        assert not Game(state="confirmed", official=True, ending=ending).is_rated


def test_whether_a_forfeit_moves_the_european_rating_is_a_house_rule_that_is_shown(client):
    game = RatedGame(19, 0, 13, Outcome.BLACK, Ending.FORFEIT, None)
    one = EgfState(2100.0, 0, 0, 0, 0)
    counted, _other = EGF.step(game, one, one, EgfRules())
    left_out, _other = EGF.step(game, one, one, EgfRules(forfeits=False))
    assert counted.delta > 0
    assert (left_out.delta, left_out.reason.code) == (0, "forfeit")
    assert {"egf_forfeits", "elo_forfeits"} <= set(specs())
    page = read(client.get(reverse("games:rules")))
    assert "EGF: a game won by forfeit changes the rating" in page.text
    assert "Club Elo: a game won by forfeit changes the rating" in page.text


def test_the_net_reading_of_more_than_three_ranks_is_shown_as_ours(client):
    [text] = [text for text in TEXTS if text.id == "S0-10"]
    assert text.ours
    page = read(client.get(reverse("games:rules")))
    assert text.published in page.text
    assert str(text.ours) in page.text


def test_a_house_rule_is_named_by_its_words():
    rule = HouseRule(key="egf_forfeits", value=0, valid_from=date(2026, 11, 27))
    assert "no (2026-11-27)" in str(rule)
    assert ": 0" not in str(rule)


def test_four_stones_at_a_net_difference_of_nought_are_no_even_game():
    entry = igs(even(handicap=4, komi2=-11), certified("7k"), certified("3k"))
    texts = [line.text for line in SYSTEMS.of("igs").computation(entry)]
    assert any("net difference of 0" in text for text in texts)
    assert not any("even game" in text for text in texts)
