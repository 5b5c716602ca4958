"""Knock-outs: seeds, byes, who meets whom next, who came how far.

House rules: no federation fixes a bracket; the seeding is the usual one.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from tournaments.brackets.draw import (
    bracket_size,
    cross_seeded,
    drop_masks,
    meeting_round,
    seed_order,
)
from tournaments.brackets.play import PlayedBracket, play
from tournaments.brackets.settings import BracketSettings
from tournaments.brackets.tree import BracketStage, build

SIZES = st.integers(2, 256)
SETTINGS = st.builds(
    BracketSettings,
    double=st.booleans(),
    reset=st.booleans(),
    third_place=st.booleans(),
    best_of=st.tuples(*[st.sampled_from([1, 3])] * 3),
)


@dataclass(frozen=True)
class _Game:
    white: int
    black: int
    winner: int | None
    nobody_won: bool = False
    by_default: bool = False


def _played(
    size: int, settings: BracketSettings, rng: random.Random, leave: float = 0.0
) -> tuple[PlayedBracket, list[list[_Game]], dict[int, int]]:
    """Play a bracket to its end by chance; some players leave, before or after they played."""
    rounds: list[list[_Game]] = []
    gone: dict[int, int] = {}
    bracket = play(range(1, size + 1), settings)
    while not bracket.over:
        number = len(rounds) + 1
        games = []
        for match in bracket.to_play():
            assert match.players is not None
            first, second = match.players
            for player in match.players:
                if player not in gone and rng.random() < leave:
                    gone[player] = number
            here = [player for player in match.players if player not in gone]
            draw = rng.random() < 0.1
            winner = rng.choice(here) if len(here) == 2 and not draw else next(iter(here), None)
            if len(here) == 2 and draw:
                winner = None
            games.append(_Game(first, second, winner, not here, len(here) < 2))
        assert games, "a round has games until it is over"
        rounds.append(games)
        bracket = play(range(1, size + 1), settings, rounds, gone)
        assert number < 500
    return bracket, rounds, gone


def _lost(bracket: PlayedBracket) -> Counter[int]:
    """How many matches everybody lost, with those that both lost."""
    lost: Counter[int] = Counter()
    for match in bracket.matches:
        if match.decided and match.players and 0 not in match.players:
            lost.update(player for player in match.players if player != match.winner)
    return lost


@given(size=SIZES, settings=SETTINGS, seed=st.integers(0, 10**6), leave=st.sampled_from([0, 0.1]))
def test_everybody_plays_until_out(
    size: int, settings: BracketSettings, seed: int, leave: float
) -> None:
    bracket, rounds, _gone = _played(size, settings, random.Random(seed), leave)
    champion, lost = bracket.champion, _lost(bracket)
    both_out = {
        player
        for match in bracket.matches
        if match.players and 0 not in match.players and not match.winner
        for player in match.players
    }
    for player in range(1, size + 1):
        if player == champion:
            assert lost[player] <= settings.double
        elif player not in both_out:
            third = any(
                match.match.stage is BracketStage.THIRD and player in (match.players or ())
                for match in bracket.matches
            )
            final = bracket.matches[-1].match.stage is BracketStage.FINAL
            least = 1 + (settings.double and not (final and lost[player] == 1))
            assert least <= lost[player] <= 1 + max(settings.double, third)
    if champion:
        assert max(bracket.levels.values()) == bracket.levels[champion]
        assert sum(level == bracket.levels[champion] for level in bracket.levels.values()) == 1
    for games in rounds:
        seats = [player for game in games for player in (game.white, game.black)]
        assert len(seats) == len(set(seats))


@given(size=SIZES, double=st.booleans(), third=st.booleans(), seed=st.integers(0, 10**6))
def test_the_rounds_left_are_the_rounds_to_come(
    size: int, double: bool, third: bool, seed: int
) -> None:
    settings = BracketSettings(double=double, third_place=third, reset=False)
    rng, rounds = random.Random(seed), 0
    bracket, games = play(range(1, size + 1), settings), []
    expected = bracket.rounds_left
    while not bracket.over:
        games.append(
            [_Game(*m.players, rng.choice(m.players)) for m in bracket.to_play() if m.players]
        )
        rounds += 1
        bracket = play(range(1, size + 1), settings, games)
        assert bracket.rounds_left == expected - rounds
    assert rounds == expected


@given(size=SIZES)
def test_seeds_meet_as_late_as_the_rule_says(size: int) -> None:
    """Two of the first 2, 4, 8 … seeds meet in the final, the semi-finals, … at the earliest."""
    places = bracket_size(size)
    order = seed_order(places)
    slot = {seed: order.index(seed) for seed in range(1, places + 1)}
    rounds = places.bit_length() - 1
    for depth in range(1, rounds + 1):
        first = [slot[seed] >> (rounds - depth) for seed in range(1, 2**depth + 1)]
        assert len(set(first)) == len(first)
    assert meeting_round(1, 2, places) == rounds


@given(size=SIZES)
def test_the_best_have_the_byes_and_the_best_win_as_seeded(size: int) -> None:
    rounds: list[list[_Game]] = []
    bracket = play(range(1, size + 1), BracketSettings())
    free = bracket_size(size) - size
    sitting = {player for match in bracket.to_play() for player in match.players or ()}
    assert sitting == set(range(free + 1, size + 1))
    while not bracket.over:
        rounds.append([_Game(*m.players, min(m.players)) for m in bracket.to_play() if m.players])
        bracket = play(range(1, size + 1), BracketSettings(), rounds)
    levels = bracket.levels
    assert [levels[n] for n in range(1, size + 1)] == sorted(levels.values(), reverse=True)


@pytest.mark.parametrize("rounds", range(3, 9))
def test_losers_drop_where_rematches_are_late(rounds: int) -> None:
    """Until a quarter of the losers' bracket is left nobody can meet again whom they met before."""
    masks = drop_masks(rounds)
    for number in range(2, rounds - 1):
        width = rounds - number
        known = [masks[s - 1] >> (rounds - max(s, 2) - width) for s in range(1, number)]
        assert masks[number - 1] not in known[-min(len(known), 2**width - 1) :]


@given(pools=st.integers(2, 16), first=st.integers(1, 4))
def test_players_of_one_pool_meet_as_late_as_possible(pools: int, first: int) -> None:
    groups = [[100 * pool + place for place in range(1, first + 1)] for pool in range(pools)]
    seeds = cross_seeded(groups)
    assert sorted(seeds) == sorted(player for group in groups for player in group)
    for place in range(first):
        tier = seeds[place * pools : (place + 1) * pools]
        assert {player % 100 for player in tier} == {place + 1}
    size = bracket_size(len(seeds))
    slot = {seeds[seed - 1]: at for at, seed in enumerate(seed_order(size)) if seed <= len(seeds)}
    for group in groups:
        meetings = [(slot[a] ^ slot[b]).bit_length() for a, b in combinations(group[:2], 2)]
        assert all(meeting == size.bit_length() - 1 for meeting in meetings)
        if pools & (pools - 1) == 0 and first == 4:
            assert len({slot[player] >> (size.bit_length() - 3) for player in group}) == 4


def test_places_are_those_of_the_rounds_in_which_players_went_out() -> None:
    semis = [_Game(1, 4, 1), _Game(3, 2, 2)]
    last = [_Game(1, 2, 2), _Game(4, 3, 3)]
    bracket = play([1, 2, 3, 4], BracketSettings(third_place=True), [semis, last])
    assert sorted(bracket.levels, key=bracket.levels.__getitem__, reverse=True) == [2, 1, 3, 4]
    bracket = play([1, 2, 3, 4], BracketSettings(), [semis, last])
    assert bracket.champion == 2
    assert bracket.levels[3] == bracket.levels[4]


def test_the_unbeaten_player_has_a_second_final() -> None:
    rounds = [[_Game(1, 2, 1)], [_Game(1, 2, 2)]]
    bracket = play([1, 2], BracketSettings(double=True), rounds)
    assert bracket.to_play()[0].match.stage is BracketStage.RESET
    assert play([1, 2], BracketSettings(double=True, reset=False), rounds).champion == 2
    rounds.append([_Game(1, 2, 1)])
    assert play([1, 2], BracketSettings(double=True), rounds).champion == 1


def test_best_of_three_ends_with_two_wins_and_a_draw_is_played_again() -> None:
    settings = BracketSettings(best_of=(3, 1, 1))
    rounds = [[_Game(1, 2, 1)], [_Game(1, 2, None)], [_Game(1, 2, 2)]]
    assert not play([1, 2], settings, rounds).over
    assert play([1, 2], settings, [*rounds, [_Game(1, 2, 2)]]).champion == 2


def test_a_forfeit_of_a_player_who_left_ends_the_match() -> None:
    settings = BracketSettings(best_of=(3, 1, 1))
    rounds = [[_Game(1, 2, 1)], [_Game(1, 2, 2, by_default=True)]]
    assert play([1, 2], settings, rounds, {1: 2}).champion == 2
    assert not play([1, 2], settings, rounds).over


def test_a_game_that_no_longer_belongs_does_not_count() -> None:
    """After a correction the winner of the next round's game may never have come that far."""
    rounds = [[_Game(1, 4, 4), _Game(3, 2, 2)], [_Game(1, 2, 1)]]
    bracket = play([1, 2, 3, 4], BracketSettings(), rounds)
    assert not bracket.over
    assert bracket.to_play()[0].players == (4, 2)


@pytest.mark.parametrize(
    ("seeds", "code"), [([1], Code.RANGE), (range(1, 258), Code.RANGE), ([1, 1], Code.DUPLICATE)]
)
def test_what_is_no_field_of_a_bracket(seeds: list[int], code: Code) -> None:
    with pytest.raises(RuleError) as refusal:
        play(seeds, BracketSettings())
    assert refusal.value.code is code


def test_an_even_number_of_games_decides_nothing() -> None:
    with pytest.raises(RuleError):
        BracketSettings(best_of=(2, 1, 1))


def test_the_largest_double_elimination_fits_an_event() -> None:
    assert max(match.step for match in build(256, BracketSettings(double=True))) == 17
