"""What must hold whatever is played under the IGS rules (Hypothesis)."""

import json
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from ratings.igs.ladder import BC
from ratings.igs.state import IgsRules, IgsState, check_newcomer_rank
from ratings.igs.system import SYSTEM, IgsDecision, IgsDecisionKind
from ratings.igs.thresholds import DEFAULT
from ratings.replay import DecisionEvent, Event, GameEvent, replay
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests.builders import game, jigo, no_result
from ratings.tests.igs_tables import BLACK, WHITE, certified, even, play

PLAYERS = ["ai", "bo", "chi", "dai"]
DAY = date(2025, 4, 1)

rules = st.builds(IgsRules, interpolate=st.booleans(), newcomer_formula=st.booleans())
winners = st.sampled_from([BLACK, WHITE])
conditions = st.sampled_from([(0, 13), (0, 13), (0, 1), (0, -11), (2, -11), (3, 1), (9, -11)])
ranks = st.sampled_from([BC, 0, 1, 4, 30, 31, 32, 33, 34, 38, 49, 50, 51])
whole_ranks = st.sampled_from([BC, 0, 4, 30, 32, 34, 38, 50])


@st.composite
def games(draw: st.DrawFn) -> RatedGame:
    """Any valid game; most of them are plain ones."""
    handicap, komi2 = draw(conditions)
    kind = draw(st.integers(0, 19))
    if kind == 0:
        return jigo(handicap=handicap)
    if kind == 1:
        return no_result(handicap=handicap)
    rare = {2: {"board": 9}, 3: {"pair": True}, 4: {"computer": True}, 5: {"white_free": True}}
    ending = Ending.FORFEIT if kind == 6 else Ending.RESIGNATION
    return game(
        handicap=handicap,
        komi2=komi2,
        outcome=draw(winners),
        ending=ending,
        **rare.get(kind, {}),
    )


@st.composite
def decisions(draw: st.DrawFn) -> IgsDecision:
    kind = draw(st.sampled_from([IgsDecisionKind.SET, IgsDecisionKind.SET, IgsDecisionKind.PRO]))
    rank = draw(ranks) if kind is IgsDecisionKind.SET else None
    return IgsDecision(kind, rank=rank)


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    """Starts of four players, some certified at once, then games and a few decisions."""
    events: list[Event] = []
    for player in PLAYERS:
        start = IgsDecision(IgsDecisionKind.START, rank=draw(whole_ranks))
        if draw(st.booleans()):
            start = IgsDecision(IgsDecisionKind.SET, rank=draw(ranks))
        events.append(DecisionEvent(f"start-{player}", DAY, player, start))
    for number in range(draw(st.integers(0, 40))):
        on = DAY + timedelta(days=number // 3)
        if draw(st.integers(0, 19)) == 0:
            who = draw(st.sampled_from(PLAYERS))
            events.append(DecisionEvent(number, on, who, draw(decisions())))
            continue
        black, white = draw(st.permutations(PLAYERS))[:2]
        events.append(GameEvent(number, on, draw(games()), black, white))
    return events


@given(histories(), rules, st.data())
def test_two_halves_equal_the_whole(
    events: list[Event], house: IgsRules, data: st.DataObject
) -> None:
    whole = list(replay(SYSTEM, events, lambda _: house))
    cut = data.draw(st.integers(0, len(events)))
    first = list(replay(SYSTEM, events[:cut], lambda _: house))
    states = {entry.player: entry.step.state for entry in first}
    kept = {
        player: IgsState(**json.loads(json.dumps(state.to_json())))
        for player, state in states.items()
    }
    assert first + list(replay(SYSTEM, events[cut:], lambda _: house, kept)) == whole


@given(histories(), rules)
def test_entries_keep_their_promises(events: list[Event], house: IgsRules) -> None:
    by_key = {event.key: event for event in events}
    totals: dict[object, float] = {}
    for entry in replay(SYSTEM, events, lambda _: house):
        after, before, step = entry.step.state, entry.before, entry.step
        inputs = step.reason.inputs
        totals[entry.player] = totals.get(entry.player, 0) + step.delta
        assert totals[entry.player] == after.points == inputs["points_after"]
        assert inputs["rank_after"] == after.rank_text
        json.dumps(after.to_json())
        json.dumps(step.reason.as_json())
        event = by_key[entry.key]
        if not isinstance(event, GameEvent):
            continue
        assert before is not None
        assert inputs["rank_before"] == before.rank_text
        assert after.rated - before.rated in (0, 1)
        if step.reason.code == "no_result":
            assert after == before
        elif before.certified:
            _check_certified(before, after, step.delta, inputs, house)
        else:
            _check_uncertified(before, after)


def _check_certified(
    before: IgsState, after: IgsState, delta: float, inputs: dict[str, object], house: IgsRules
) -> None:
    assert abs(after.rank - before.rank) <= 1
    assert isinstance(inputs["delta"], int)
    assert abs(inputs["delta"]) <= 231
    assert inputs["points_judged"] == before.points + inputs["delta"]
    if after.rank != BC:
        assert delta == inputs["delta"]
        assert house.thresholds.demote[after.rank] <= after.points
        promote = house.thresholds.promote[after.rank]
        assert promote is None or after.points < promote
    assert (after.rated > before.rated) == (inputs["not_rated"] is None)


def _check_uncertified(before: IgsState, after: IgsState) -> None:
    if before.provisional:
        assert after.games - before.games in (0, 1) or after.games == 0
        if after.provisional:
            assert check_newcomer_rank(after.rank) == after.rank
        else:
            assert before.games == 19
            assert after.points == (0 if after.rank == BC else DEFAULT.entry[after.rank])
    elif before.pro:
        assert after.pro
        assert after.points == 0
    else:
        assert (after.rank, after.points) in ((BC, 0), (0, 5_250))


@given(
    st.integers(0, 51), st.integers(0, 51), conditions, winners, st.integers(0, 120), st.booleans()
)
def test_equal_multipliers_conserve_points(
    one: int,
    two: int,
    given_: tuple[int, int],
    winner: Outcome,
    rated: int,
    interpolate: bool,
) -> None:
    """S0-19, S0-20: what one wins the other loses, when nobody falls to BC."""
    sides = [IgsState(rank, DEFAULT.entry[rank], rated=rated) for rank in (one, two)]
    played = game(handicap=given_[0], komi2=given_[1], outcome=winner)
    black, white = play(played, *sides, IgsRules(interpolate=interpolate))
    assert black.delta + white.delta == 0
    if not black.reason.inputs["reasons"]:
        assert (black.delta > 0) == (winner is BLACK)
        assert 64 <= abs(black.delta) <= 231


@given(st.integers(0, 51), st.integers(0, 51), winners, st.integers(0, 120))
def test_an_even_game_does_not_care_about_colours(
    one: int, two: int, winner: Outcome, rated: int
) -> None:
    """S0-16."""
    a, b = (IgsState(rank, DEFAULT.entry[rank], rated=rated) for rank in (one, two))
    there = play(even(outcome=winner), a, b)
    back = play(even(outcome=WHITE if winner is BLACK else BLACK), b, a)
    assert [step.state for step in there] == [step.state for step in reversed(back)]


@given(st.integers(0, 51), st.integers(0, 51), conditions, st.booleans())
def test_turning_a_loss_into_a_win_never_lowers_points(
    one: int, two: int, given_: tuple[int, int], newcomer_opponent: bool
) -> None:
    own = IgsState(one, DEFAULT.entry[one], rated=200)
    other = IgsState(two, DEFAULT.entry[two], rated=200)
    if newcomer_opponent:
        other = IgsState(min(two - two % 2, 50), provisional=True)
    won, lost = (
        play(game(handicap=given_[0], komi2=given_[1], outcome=outcome), own, other)[0]
        for outcome in (BLACK, WHITE)
    )
    assert won.state.points >= lost.state.points
    assert won.state.rank >= lost.state.rank


@given(st.sampled_from(["RR", "RU", "UR", "UU", "R", "U", ""]), st.lists(games(), max_size=4))
def test_recent_is_what_the_last_two_games_were(recent: str, played: list[RatedGame]) -> None:
    """S0-25."""
    own, letters = certified(recent=recent), recent
    for one in played:
        step, _ = play(one, own, certified())
        if step.reason.code != "no_result":
            letters += "R" if step.reason.inputs["not_rated"] is None else "U"
        own = step.state
        assert own.recent == letters[-2:]
