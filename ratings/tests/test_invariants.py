"""What must hold whatever is played (Hypothesis)."""

import json
from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from ratings.paa.conditions import estimate_points, paa_conditions
from ratings.paa.rules import PaaRules, PaaState, counts_in_window, why_not_counted
from ratings.paa.system import SYSTEM, PaaDecision, PaaDecisionKind, declare
from ratings.replay import DecisionEvent, Event, GameEvent, replay
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests.builders import BLACK_WINS, jigo, no_result

PLAYERS = ["ai", "bo", "chi", "dai"]
DAY = date(2025, 4, 1)

points = st.integers(0, 999)
# Starts near the bounds and near a rank border, where something can happen.
starts = st.sampled_from([0, 1, 2, 119, 120, 121, 200, 998, 999])
rules = st.builds(PaaRules, min_games=st.integers(1, 5), window=st.sampled_from([0, 5, 20, 100]))


@st.composite
def games(draw: st.DrawFn) -> RatedGame:
    """Any valid game for the PAA rules; most of them count."""
    outcome = draw(st.sampled_from([Outcome.BLACK, Outcome.WHITE, Outcome.BLACK, *Outcome]))
    if outcome is Outcome.JIGO:
        base = jigo()
    elif outcome is Outcome.NO_RESULT:
        base = no_result()
    else:
        ending = draw(st.sampled_from([Ending.RESIGNATION, Ending.FORFEIT, Ending.POINTS]))
        margin2 = draw(st.integers(0, 80)) * 2 + 1 if ending is Ending.POINTS else None
        base = changed(BLACK_WINS, outcome=outcome, ending=ending, margin2=margin2)
    usual = st.integers(0, 9).map(lambda die: die == 0)
    return changed(
        base,
        board=draw(st.sampled_from([19, 19, 19, 19, 13, 9])),
        handicap=draw(st.sampled_from([0, 0, 0, 2, 6, 7, 9])),
        black_free=draw(usual),
        white_free=draw(usual),
    )


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    """Declarations of four players, then games with a few decisions of the chair between them."""
    events: list[Event] = [
        DecisionEvent(f"start-{player}", DAY, player, declare(points=draw(starts)))
        for player in PLAYERS
    ]
    for number in range(draw(st.integers(0, 40))):
        on = DAY + timedelta(days=number // 3)
        if draw(st.integers(0, 11)) == 0:
            kind = draw(st.sampled_from([PaaDecisionKind.SET, PaaDecisionKind.CERTIFIED]))
            decision = PaaDecision(kind, points=draw(starts))
            events.append(DecisionEvent(number, on, draw(st.sampled_from(PLAYERS)), decision))
            continue
        black, white = draw(st.permutations(PLAYERS))[:2]
        events.append(GameEvent(number, on, draw(games()), black, white))
    return events


@given(histories(), rules, st.data())
def test_two_halves_equal_the_whole(
    events: list[Event], house: PaaRules, data: st.DataObject
) -> None:
    whole = list(replay(SYSTEM, events, lambda _: house))
    cut = data.draw(st.integers(0, len(events)))
    first = list(replay(SYSTEM, events[:cut], lambda _: house))
    states = {entry.player: entry.step.state for entry in first}
    assert first + list(replay(SYSTEM, events[cut:], lambda _: house, states)) == whole


@given(histories(), rules, st.sets(st.sampled_from(PLAYERS)))
def test_following_some_gives_their_entries_of_the_whole(
    events: list[Event], house: PaaRules, followed: set[str]
) -> None:
    """What lets a correction replay the members it touches and nobody else."""
    whole = [e for e in replay(SYSTEM, events, lambda _: house) if e.player in followed]
    assert list(replay(SYSTEM, events, lambda _: house, only=followed)) == whole


@given(histories(), rules)
def test_entries_keep_their_promises(events: list[Event], house: PaaRules) -> None:
    by_key = {event.key: event for event in events}
    totals: dict[object, int] = {}
    for entry in replay(SYSTEM, events, lambda _: house):
        after, before, step = entry.step.state, entry.before, entry.step
        assert 0 <= after.points <= 999
        totals[entry.player] = totals.get(entry.player, 0) + step.delta
        assert totals[entry.player] == after.points
        assert after.wins + after.losses + after.jigo <= after.games
        json.dumps(after.to_json())
        json.dumps(step.reason.as_json())
        event = by_key[entry.key]
        if isinstance(event, GameEvent):
            assert before is not None
            assert abs(step.delta) <= 1
            assert abs(after.rank - before.rank) <= 1
            counted = why_not_counted(event.game) is None
            assert (step.reason.inputs["not_counted"] is None) == counted
            if not counted:
                assert (after.points, after.rank, after.recent) == (
                    before.points,
                    before.rank,
                    before.recent,
                )
            if after.rank != before.rank:
                assert after.wins == after.losses == after.jigo == 0
            else:
                since = after.recent[len(after.recent) - after.wins - after.losses - after.jigo :]
                assert (since.count("W"), since.count("L")) == (after.wins, after.losses)


@given(st.lists(games(), min_size=1, max_size=40), starts, starts, st.data())
def test_a_loss_turned_into_a_win_never_lowers_points(
    played: list[RatedGame], start: int, other: int, data: st.DataObject
) -> None:
    """Black's points at the end, whatever comes after the turned game."""
    index = data.draw(st.integers(0, len(played) - 1))
    lost = changed(BLACK_WINS, outcome=Outcome.WHITE)
    ends = []
    for turned in (lost, BLACK_WINS):
        line = [*played[:index], turned, *played[index + 1 :]]
        events: list[Event] = [
            DecisionEvent("a", DAY, "ai", declare(points=start)),
            DecisionEvent("b", DAY, "bo", declare(points=other)),
            *(GameEvent(n, DAY, one, "ai", "bo") for n, one in enumerate(line)),
        ]
        entries = replay(SYSTEM, events, lambda _: PaaRules())
        ends.append([e.step.state.points for e in entries if e.player == "ai"][-1])
    assert ends[0] <= ends[1]


@given(games(), points, points, points, rules)
def test_points_and_rank_do_not_depend_on_the_opponent(
    played: RatedGame, own: int, one: int, two: int, house: PaaRules
) -> None:
    me, first, second = (
        SYSTEM.decide(None, declare(points=value), house).state for value in (own, one, two)
    )
    results = []
    for opponent in (first, second):
        step, _ = SYSTEM.step(played, me, opponent, house)
        assert step is not None
        results.append(step)
    assert results[0] == results[1]


@given(games(), points, points)
def test_a_counted_game_conserves_points_away_from_the_bounds(
    played: RatedGame, a: int, b: int
) -> None:
    black, white = (
        SYSTEM.decide(None, declare(points=value), PaaRules()).state for value in (a, b)
    )
    first, second = SYSTEM.step(played, black, white, PaaRules())
    assert first is not None
    assert second is not None
    if 0 < a < 999 and 0 < b < 999:
        assert first.delta + second.delta == 0


@given(st.text("WLJ", max_size=150), st.sampled_from([0, 10, 30, 100]))
def test_the_window_never_holds_more_than_it_may(score: str, window: int) -> None:
    here = PaaState(
        115,
        8,
        len(score),
        score.count("W"),
        score.count("L"),
        score.count("J"),
        score[-100:],
        False,
    )
    counted = counts_in_window(here, PaaRules(window=window))
    assert sum(counted) == (min(window, len(score)) if window else len(score))


@given(points, points)
def test_conditions_give_exactly_the_difference(a: int, b: int) -> None:
    """8 points a stone and 1 a komi point: 8·(stones − 1) − komi = diff − 5.5, on both formulas."""
    found = paa_conditions(a, b)
    assert 16 * (found.stones - 1) - found.komi2 == 2 * found.diff - 11
    assert found.counts == (found.diff < 48)
    assert found.komi2 % 2 == 1


@given(points, points)
def test_conditions_do_not_care_who_is_named_first(a: int, b: int) -> None:
    there, back = paa_conditions(a, b), paa_conditions(b, a)
    assert replace(back, weaker=there.weaker) == there
    assert {there.weaker, back.weaker} == ({"a", "b"} if a != b else {None})


@given(st.integers(0, 998))
def test_a_greater_difference_never_takes_from_black(diff: int) -> None:
    nearer, further = paa_conditions(0, diff), paa_conditions(0, diff + 1)
    assert further.stones >= nearer.stones
    if further.stones == nearer.stones:
        assert further.komi2 < nearer.komi2


@given(st.integers(100, 900), st.integers(1, 7), st.booleans())
def test_an_estimate_gives_back_its_handicap_without_komi(
    known: int, stones: int, stronger: bool
) -> None:
    """S1-17 against S1-14: komi of half a point either way, the nearest to none."""
    found = [paa_conditions(known, guess) for guess in estimate_points(known, stones, stronger)]
    assert [one.stones for one in found] == [stones, stones]
    assert [one.komi2 for one in found] == [1, -1]
