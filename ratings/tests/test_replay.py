"""Replaying facts in order: entries, guests, and what is refused."""

from collections.abc import Hashable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from ratings.errors import Code
from ratings.paa.rules import PaaRules, PaaState
from ratings.paa.system import SYSTEM, PaaDecision, PaaDecisionKind, declare
from ratings.ranks import parse_rank
from ratings.replay import DecisionEvent, Event, GameEvent, ReplayEntry, replay
from ratings.system import RatedGame, Reason, Step
from ratings.tests.builders import game, no_result, refused, state

DAY = date(2025, 4, 1)


def declared(player: Hashable, points: int, on: date = DAY) -> DecisionEvent:
    return DecisionEvent(f"declared-{player}", on, player, declare(points=points))


def played(
    key: Hashable, black: Hashable, white: Hashable, on: date = DAY, what: RatedGame | None = None
) -> GameEvent:
    return GameEvent(key, on, game() if what is None else what, black, white)


def run(
    *events: Event, states: dict[Hashable, PaaState] | None = None
) -> list[ReplayEntry[PaaState]]:
    return list(replay(SYSTEM, events, lambda _: PaaRules(), states))


def test_entries_come_in_order_black_first() -> None:
    entries = run(declared("ai", 115), declared("bo", 125), played("g1", "ai", "bo"))
    assert [(e.key, e.player, e.step.state.points) for e in entries] == [
        ("declared-ai", "ai", 115),
        ("declared-bo", "bo", 125),
        ("g1", "ai", 116),
        ("g1", "bo", 124),
    ]
    assert [e.before.points if e.before else None for e in entries] == [None, None, 115, 125]


def test_only_the_followed_players_get_entries_and_need_states() -> None:
    events: list[Event] = [
        declared("ai", 115),
        declared("bo", 125),
        played("g1", "ai", "bo"),
        played("g2", "cy", "ai"),
        played("g3", "cy", "bo"),
    ]
    entries = list(replay(SYSTEM, events, lambda _: PaaRules(), only={"ai"}))
    assert [(e.key, e.player) for e in entries] == [
        ("declared-ai", "ai"),
        ("g1", "ai"),
        ("g2", "ai"),
    ]


def test_a_followed_player_needs_a_state() -> None:
    with refused(Code.STATE, "black", "ratings.no_points_yet"):
        list(replay(SYSTEM, [played("g1", "ai", "bo")], lambda _: PaaRules(), only={"ai"}))


def test_nobody_is_followed_alone_where_the_opponent_matters() -> None:
    with refused(Code.STATE, "only", "ratings.depends_on_opponent"):
        list(replay(Counting(), [], lambda _: None, only={"ai"}))


def test_a_guest_gets_no_entry_and_needs_no_state() -> None:
    with_guest = played("g1", "ai", "visitor", what=game(white_guest=True))
    entries = run(declared("ai", 115), with_guest)
    assert [e.player for e in entries] == ["ai", "ai"]
    assert entries[1].step.reason.code == "guest"


def test_two_guests_without_names_are_two_people() -> None:
    assert run(played("g1", None, None, what=game(black_guest=True, white_guest=True))) == []


def test_a_void_game_still_has_its_entries() -> None:
    entries = run(declared("ai", 1), declared("bo", 2), played("g1", "ai", "bo", what=no_result()))
    assert [e.step.delta for e in entries[2:]] == [0, 0]


def test_a_member_without_points_cannot_play() -> None:
    with refused(Code.STATE, "white", "ratings.no_points_yet"):
        run(declared("ai", 115), played("g1", "ai", "bo"))


def test_nobody_plays_himself() -> None:
    with refused(Code.SAME_PLAYER, "white"):
        run(declared("ai", 115), played("g1", "ai", "ai"))
    with refused(Code.SAME_PLAYER, "white"):
        run(declared("ai", 115), played("g1", "ai", "ai", what=game(white_guest=True)))


def test_events_out_of_order_are_refused() -> None:
    with refused(Code.STATE, "on", "ratings.out_of_order"):
        run(declared("ai", 115), declared("bo", 125, DAY - timedelta(days=1)))


def test_earlier_states_are_continued_and_left_alone() -> None:
    states: dict[Hashable, PaaState] = {"ai": state(115), "bo": state(125, "1d")}
    entries = run(played("g1", "ai", "bo"), states=states)
    assert [e.before for e in entries] == [state(115), state(125, "1d")]
    assert states == {"ai": state(115), "bo": state(125, "1d")}


def test_rules_in_force_on_the_day_are_used() -> None:
    ripe = state(121, "1k", "W" * 4)
    later = DAY + timedelta(days=1)
    events = [played("g1", "ai", "bo"), played("g2", "ai", "bo", later)]

    def rules_at(day: date) -> PaaRules:
        return PaaRules(min_games=5 if day == later else 10)

    entries = list(replay(SYSTEM, events, rules_at, {"ai": ripe, "bo": state()}))
    assert [e.step.reason.inputs["rank_code"] for e in entries if e.player == "ai"] == [
        "kept_few",
        "promoted",
    ]


def test_a_decision_between_two_games_takes_its_place() -> None:
    chair = PaaDecision(PaaDecisionKind.SET, points=130)
    entries = run(
        declared("ai", 115),
        declared("bo", 115),
        played("g1", "ai", "bo"),
        DecisionEvent("d1", DAY, "ai", chair),
        played("g2", "bo", "ai"),
    )
    assert [e.step.state.points for e in entries if e.player == "ai"] == [115, 116, 130, 129]


def test_replay_reads_one_event_at_a_time() -> None:
    """The stream may be longer than memory: nothing is read ahead."""
    read: list[int] = []

    def stream() -> Iterator[Event]:
        yield declared("ai", 115)
        yield declared("bo", 115)
        for number in range(10**9):
            read.append(number)
            yield played(number, "ai", "bo")

    entries = replay(SYSTEM, stream(), lambda _: PaaRules())
    for _ in range(4):
        next(entries)
    assert read == [0]


class Counting:
    """A toy system that needs the opponent: the winner takes what the loser has."""

    name = "toy"
    depends_on_opponent = True

    def step(
        self, game: RatedGame, black: int | None, white: int | None, rules: None
    ) -> tuple[Step[int] | None, Step[int] | None]:
        assert black is not None
        assert white is not None
        why = Reason("toy", "win", (), {})
        return Step(black + white, white, why), Step(0, -white, why)

    def decide(self, state: int | None, decision: int, rules: None) -> Step[int]:
        return Step(decision, decision, Reason("toy", "set", (), {}))


def test_replay_serves_any_system() -> None:
    events: list[Event] = [
        DecisionEvent(1, DAY, "ai", 3),
        DecisionEvent(2, DAY, "bo", 4),
        played(3, "ai", "bo"),
    ]
    assert [e.step.state for e in replay(Counting(), events, lambda _: None)] == [3, 4, 7, 0]


def test_rank_of_the_first_entry_is_the_declared_one() -> None:
    first = DecisionEvent("d", DAY, "ai", declare(rank=parse_rank("四級")))
    assert run(first)[0].step.state.points == 85


@pytest.mark.parametrize("bad", ["game", None, 3])
def test_a_stranger_among_the_events_is_refused(bad: Any) -> None:
    with refused(Code.TYPE, "event"):
        run(bad)
