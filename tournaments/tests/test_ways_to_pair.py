"""More ways to pair: accelerated Swiss, players kept apart, two clubs' match (ours)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from tournaments.events import presets
from tournaments.events.apart import KeptApart, by_club, by_country, kept_apart
from tournaments.events.club_match import club_scores
from tournaments.events.explain import cost_of_forbidding, kept_together, why
from tournaments.events.field import GameResult, Player, Tournament
from tournaments.events.groups import standing, top_half
from tournaments.events.matching.solve import dense_pairs
from tournaments.events.pairing import allowed_pairs, pair_round
from tournaments.events.placement import standings
from tournaments.events.presets import PRESETS, preset
from tournaments.events.settings import ApartRule, Basis, Kind, PairingSettings, Settings
from tournaments.events.weights.criteria import Criterion, points, weight
from tournaments.events.weights.table import weight_table
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.tests.pairing_fields import club_day, random_tournament


def play(tournament, number, apart=(), better=min):
    """Pair a round and let the player with the lower id (or *better*) win every game."""
    paired = pair_round(tournament, number, apart=apart)
    games = tuple(
        replace(
            game,
            result=GameResult.WHITE
            if game.white == better(game.white, game.black)
            else GameResult.BLACK,
        )
        for game in paired.games
    )
    played = replace(paired.as_round(), games=games)
    return paired, replace(tournament, rounds=(*tournament.rounds, played))


def meetings(paired):
    return {frozenset((game.white, game.black)) for game in paired.games}


# --- Accelerated Swiss ----------------------------------------------------------------------------
def accelerated(size, *points2, kind=Kind.SWISS):
    day = club_day(*range(8, 8 - size, -1), kind=kind, rounds=5)
    system = day.system
    return replace(
        day, system=replace(system, pairing=replace(system.pairing, acceleration2=points2))
    )


@pytest.mark.parametrize(("size", "half"), [(2, 2), (5, 4), (8, 4), (10, 6), (16, 8), (29, 16)])
def test_the_top_half_is_rounded_up_to_an_even_number(size, half):
    """FIDE C.04.5.1: of 161 players 82 are in the first group."""
    assert top_half(accelerated(size, 2)) == set(range(1, half + 1))


def test_who_comes_late_moves_nobody_over_the_border():
    day = accelerated(8, 2, 2)
    late = tuple(
        Player(number, f"Late{number}", rank=rank, absent=frozenset({0}))
        for number, rank in ((20, 7), (21, -20))
    )
    assert top_half(replace(day, players=(*day.players, *late))) == {1, 2, 3, 4, 20}


def test_halves_meet_themselves_first_and_then_losers_of_the_top_meet_winners_below():
    day = accelerated(16, 2, 2)
    first, day = play(day, 0)
    assert all((min(pair) <= 8) == (max(pair) <= 8) for pair in meetings(first))
    second, day = play(day, 1)
    groups = {c.id: c.group for c in second.pool.contenders}
    assert [
        len({groups[n] for n in part}) for part in (range(1, 5), (5, 6, 7, 8, 9, 10, 11, 12))
    ] == [1, 1]
    third = standing(day, 2)
    assert not any(c.virtual2 for c in third.contenders.values()), "two rounds were accelerated"


def test_a_round_inside_an_accelerated_group_draws_nobody_up_or_down():
    _, day = play(accelerated(16, 2, 2), 0)
    _, day = play(day, 1)
    assert all(not (c.drawn_up or c.drawn_down) for c in standing(day, 2).contenders.values())


def test_virtual_points_stand_in_no_table():
    day = accelerated(16, 2, 2)
    for number in range(2):
        _, day = play(day, number)
    plain = replace(day, system=replace(day.system, pairing=presets.SWISS_PAIRING))
    assert standings(day, 1) == standings(plain, 1)


@pytest.mark.parametrize("kind", [Kind.MCMAHON, Kind.ROUND_ROBIN, Kind.CLUB_MATCH])
def test_other_systems_are_not_accelerated(kind):
    assert replace(preset("Accelerated"), kind=kind).acceleration2_in(0) == 0


@pytest.mark.parametrize("points2", [(9,), (-1,), (1,) * 21])
def test_impossible_virtual_points_are_refused(points2):
    with refused(Code.RANGE, field="acceleration2"):
        PairingSettings(acceleration2=points2)


def test_a_file_of_ours_keeps_the_acceleration():
    day = accelerated(4, 2, 1)
    assert read_opengotha(write_opengotha(day)).system.pairing.acceleration2 == (2, 1)


# --- Kept apart -----------------------------------------------------------------------------------
apart_rules = st.lists(
    st.builds(
        KeptApart,
        st.dictionaries(st.integers(1, 24), st.sampled_from("abc")),
        st.sampled_from([0, 1, 3, 30]),
    ),
    min_size=1,
    max_size=4,
)


@given(st.integers(0, 10**6), apart_rules)
@settings(deadline=None, max_examples=60)
def test_the_table_of_weights_is_the_scalar_formula(seed, rules):
    tournament = random_tournament(seed)
    paired = pair_round(tournament, len(tournament.rounds), apart=rules)
    table = weight_table(paired.pool)
    for row, first in enumerate(paired.pool.contenders):
        for column, second in enumerate(paired.pool.contenders):
            if row != column:
                assert table[row, column] == weight(paired.pool, first, second)


@given(st.integers(0, 10**6), apart_rules)
@settings(deadline=None, max_examples=40)
def test_the_pairing_stays_the_heaviest_there_is(seed, rules):
    tournament = random_tournament(seed)
    paired = pair_round(tournament, len(tournament.rounds), apart=rules)
    table = weight_table(replace(paired.pool, contenders=paired.free))
    best = sum(int(table[pair]) for pair in dense_pairs(table))
    assert paired.total == best == paired.proof.bound


@given(st.integers(0, 10**6), apart_rules)
@settings(deadline=None, max_examples=40)
def test_hard_rules_are_kept_or_refused_with_names(seed, rules):
    tournament = random_tournament(seed)
    hard = [replace(rule, groups=None) for rule in rules]
    number = len(tournament.rounds)
    try:
        paired = pair_round(tournament, number, apart=hard)
    except RuleError as error:
        refusal = error
    else:
        refusal = None
    if refusal is not None:
        assert refusal.reason == "tournament.no_pairing_left"
        assert refusal.value
        assert set(refusal.value) <= {player.id for player in tournament.players}
        return
    assert not any(rule.separates(*pair) for rule in hard for pair in meetings(paired))


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=20)
def test_rules_that_touch_nobody_change_nothing(seed):
    tournament = random_tournament(seed)
    number = len(tournament.rounds)
    rule = KeptApart({900: "x", 901: "x"}, groups=3)
    plain = pair_round(tournament, number)
    assert meetings(pair_round(tournament, number, apart=[rule])) == meetings(plain)
    over = replace(rule, shared=dict.fromkeys(range(1, 25), "x"), rounds=1)
    if number:
        assert pair_round(tournament, number, apart=[over]).total == plain.total


@pytest.mark.parametrize(("groups", "meet"), [(0, True), (1, True), (2, False), (30, False)])
def test_a_soft_rule_reaches_over_so_many_groups(groups, meet):
    """1 dan and 1 dan of one family; two others two groups away from them."""
    day = club_day(0, 0, -2, -2)
    family = KeptApart({1: "f", 2: "f"}, groups=groups)
    paired = pair_round(day, 0, apart=[family])
    assert (frozenset((1, 2)) in meetings(paired)) is meet
    row = {r.criterion: r for r in why(paired, *next(iter(meetings(paired)))).rows}
    assert row[Criterion.APART].largest > 0
    assert points(paired.pool, *paired.pool.contenders[:2])[Criterion.APART] == 0


def test_three_compatriots_meet_because_there_is_nobody_else():
    day = club_day(0, -1, -2, -3)
    players = tuple(replace(player, country="PL") for player in day.players)
    rule = KeptApart(by_country(players), groups=3)
    [kept] = kept_together(pair_round(replace(day, players=players), 0, apart=[rule]))
    assert (kept.tables, kept.loss) == ((1, 2), None)


def test_what_keeping_them_apart_would_cost_is_counted_in_groups():
    day = club_day(0, 0, -4, -4)
    rule = KeptApart({1: "f", 2: "f"}, groups=1)
    paired = pair_round(day, 0, apart=[rule])
    [kept] = kept_together(paired)
    assert (kept.tables, kept.groups) == ((1,), 8)
    assert kept.loss > 0


def test_the_rules_of_the_settings_are_kept():
    day = club_day(0, 0, -1, -1)
    players = tuple(replace(p, club="A" if p.id < 3 else "B") for p in day.players)
    rules = (
        ApartRule(Basis.CLUB),
        ApartRule(Basis.PLAYERS, (1, 3)),
        ApartRule(Basis.COUNTRY, groups=1, rounds=1),
    )
    day = replace(day, players=players, system=replace(day.system, apart=rules))
    assert meetings(pair_round(day, 0)) == {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.parametrize("players", [(), (1,), (1, 1)])
def test_named_players_are_two_at_least(players):
    with refused(Code.MISSING, field="players"):
        ApartRule(Basis.PLAYERS, players)


def test_a_hard_rule_ends_after_its_rounds():
    day = club_day(0, 0, kind=Kind.SWISS, rounds=3)
    rule = KeptApart({1: "f", 2: "f"}, rounds=1)
    with refused(Code.STATE, reason="tournament.no_pairing_left"):
        pair_round(day, 0, apart=[rule])
    _, later = play(day, 0)
    assert meetings(pair_round(later, 1, apart=[rule])) == {frozenset((1, 2))}


def test_the_refusal_names_who_stays_without_an_opponent():
    day = club_day(0, 0, 0, 0, -1, -1)
    with refused(Code.STATE, reason="tournament.no_pairing_left") as refusal:
        pair_round(day, 0, apart=[KeptApart(dict.fromkeys((1, 2, 3, 4), "f"))])
    assert set(refusal.value.value) < {1, 2, 3, 4}
    assert len(refusal.value.value) == 2


def test_the_bye_goes_to_whom_a_hard_rule_leaves_over():
    day = club_day(3, 2, -20)
    assert pair_round(day, 0, apart=[KeptApart({1: "f", 2: "f"})]).bye in (1, 2)


def test_what_others_cost_is_still_counted_beside_a_hard_rule():
    day = club_day(0, 0, -1, -1, -2, -2)
    paired = pair_round(day, 0, forbidden=[(3, 4)], apart=[KeptApart({1: "f", 2: "f"})])
    assert cost_of_forbidding(paired, 3, 4) >= 0
    allowed = allowed_pairs(paired.free, (), paired.pool.apart)
    assert not allowed[0, 1]
    pair = next(iter(meetings(paired)))
    assert all({o.player, o.partner} != {1, 2} for o in why(paired, *pair).alternatives)


def test_clubs_and_countries_are_the_same_whatever_their_case():
    players = (Player(1, "A", club="Hoshi ", country="pl"), Player(2, "B", club="HOSHI"),
               Player(3, "C", country="PL"))  # fmt: skip
    assert by_club(players) == {1: "hoshi", 2: "hoshi"}
    assert by_country(players) == {1: "pl", 3: "pl"}


def test_clubs_of_a_group_are_kept_apart_as_one():
    players = tuple(
        Player(number, f"N{number}", club=club)
        for number, club in enumerate(("Berlin", "Berlin Mitte", "Potsdam", "Kiel"), 1)
    )
    system = Settings(
        apart=(ApartRule(Basis.CLUB),),
        pairing=PairingSettings(clubs_groups=(("Potsdam", "Berl"),)),
    )
    (rule,) = kept_apart(Tournament(players, system=system))
    assert rule.separates(1, 3)
    assert rule.separates(2, 3)
    assert not rule.separates(3, 4)
    groups = (("Potsdam", "Berlin"), ("Kiel", "Berlin Mitte"), ("", "Wien"))
    assert by_club(players, groups) == {1: "potsdam", 2: "kiel", 3: "potsdam", 4: "kiel"}


# --- Two clubs' match -----------------------------------------------------------------------------
def match_of(home, away, rounds=4, **changes):
    day = Tournament(
        tuple(
            Player(number, f"N{number:02}", rank=rank, club=club)
            for number, (rank, club) in enumerate(
                [(rank, "Hoshi") for rank in home] + [(rank, "Tengen") for rank in away], 1
            )
        ),
        system=preset("S2", Kind.CLUB_MATCH, rounds=rounds),
    )
    return replace(day, **changes)


def test_the_first_round_is_board_by_board():
    paired = pair_round(match_of((5, 1, -3), (4, 0, -6)), 0)
    assert [{game.white, game.black} for game in paired.games] == [{1, 4}, {2, 5}, {3, 6}]
    assert [game.white <= 3 for game in paired.games] == [True, False, True]


@given(
    st.lists(st.integers(-25, 7), min_size=1, max_size=9),
    st.lists(st.integers(-25, 7), min_size=1, max_size=9),
)
@settings(deadline=None, max_examples=40)
def test_every_game_is_between_the_clubs_and_everything_is_shared(home, away):
    day = match_of(home, away, rounds=min(len(home), len(away), 4))
    whites = played = 0
    met = Counter()
    games = Counter()
    for number in range(day.system.rounds):
        paired, day = play(day, number)
        assert len(paired.games) == min(len(home), len(away))
        assert paired.bye is None
        for game in paired.games:
            sides = {game.white <= len(home), game.black <= len(home)}
            assert sides == {True, False}
            whites += game.white <= len(home)
            games.update((game.white, game.black))
        met.update(meetings(paired))
        played += len(paired.games)
        assert abs(2 * whites - played) <= 1, "White is shared after every round"
    assert max(met.values()) == 1, "nobody meets twice while there are others"
    for numbers in (range(1, len(home) + 1), range(len(home) + 1, len(home) + len(away) + 1)):
        count = [games[number] for number in numbers]
        assert max(count) - min(count) <= 1, "who sat out plays next"


def test_the_score_by_club():
    day = match_of((5, 1, -3), (4, 0, -6))
    for number in range(2):
        _, day = play(day, number)
    scores = club_scores(day)
    assert (scores.clubs, scores.rounds, scores.total2) == (
        ("Hoshi", "Tengen"), ((6, 0), (6, 0)), (12, 0),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("clubs", "code", "reason"),
    [
        (("A", "A", "A", "a"), Code.INCONSISTENT, "two_clubs"),
        (("A", "B", "C", "C"), Code.INCONSISTENT, "two_clubs"),
        (("A", "B", "", "B"), Code.MISSING, "no_club"),
    ],
)
def test_other_than_two_clubs_are_refused(clubs, code, reason):
    day = match_of((1, 0), (1, 0))
    players = tuple(replace(p, club=c) for p, c in zip(day.players, clubs, strict=True))
    with refused(code, reason=f"tournament.{reason}"):
        pair_round(replace(day, players=players), 0)


# --- Presets and categories -----------------------------------------------------------------------
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.data())
@settings(deadline=None, max_examples=60)
def test_prize_categories_never_steer_the_pairing(seed, name, data):
    """The same games, colours, stones and weights with and without categories."""
    kind = data.draw(st.sampled_from([Kind.MCMAHON, Kind.SWISS]))
    limits = data.draw(
        st.lists(st.integers(-20, 6), min_size=1, max_size=8, unique=True).map(
            lambda ranks: tuple(sorted(ranks, reverse=True))
        )
    )
    tournament = random_tournament(seed)
    number = len(tournament.rounds)
    system = preset(name, kind, rounds=number + 1)
    plain = pair_round(replace(tournament, system=system), number)
    with_prizes = replace(tournament, system=replace(system, category_limits=limits))
    prized = pair_round(with_prizes, number)
    assert (prized.games, prized.bye, prized.total) == (plain.games, plain.bye, plain.total)


def test_few_stones_in_a_handicap_swiss_within_equal_scores():
    day = club_day(3, 2, -9, -10, kind=Kind.SWISS)
    paired = pair_round(replace(day, system=preset("Handicap", Kind.SWISS)), 0)
    assert [game.handicap for game in paired.games] == [1, 1]
