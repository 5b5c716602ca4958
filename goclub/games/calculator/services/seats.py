"""The two of a calculation as every system sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from goclub.common.notation import dotted
from goclub.games.models import Standing
from goclub.games.rating.ledger.timeline import Timeline
from goclub.games.rating.systems.calculation import ONE, OTHER, SeatKey
from goclub.games.rating.systems.protocol import AnyRules, AnyState
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member
from ratings.errors import RuleError

#: The names of the two in the query string.
SEATS: tuple[SeatKey, SeatKey] = (ONE, OTHER)

#: What each system holds of somebody (None: nothing), or which rules it has in force, by its key.
States = Mapping[str, AnyState]
RulesBySystem = Mapping[str, AnyRules]


@dataclass(frozen=True, slots=True)
class CalculatorSeat:
    """One of the two.

    ``states`` by system, None where the system knows nothing of him.  ``assumed`` systems whose
    state nobody gave: the start of a new member.
    """

    key: SeatKey
    name: str
    member: Member | None
    states: States
    assumed: frozenset[str]


def name_of(member: Member | None, states: States, fallback: str) -> str:
    """How to call one of the two: the member, or what was typed of him."""
    if member is not None:
        return str(member.display_name)
    known = [(system, states[system.key]) for system in SYSTEMS if states[system.key] is not None]
    parts = [system.name_part(state) for system, state in known]
    return dotted(parts) or fallback


def states_of(members: Iterable[Member]) -> dict[int, dict[str, AnyState]]:
    """Every present state of these members, by member and system (one query)."""
    states: dict[int, dict[str, AnyState]] = {}
    rows = Standing.objects.filter(member__in=list(members), state__isnull=False)
    for row in rows:
        if row.system in SYSTEMS and row.state is not None:
            state = SYSTEMS.of(row.system).read(row.state)
            states.setdefault(row.member_id, {})[row.system] = state
    return states


def rules_by_system(timeline: Timeline, day: date) -> RulesBySystem:
    """The house rules of every system in force on a day."""
    return {system.key: timeline.of(system)(day) for system in SYSTEMS}


def read_strength(
    typed: Mapping[str, str], held: States, rules: RulesBySystem
) -> tuple[States, frozenset[str], list[RuleError]]:
    """(state by system, systems that are assumed, refusals) of one of the two.

    *typed* by the names of the systems' fields; *held* the states of the chosen member, *rules*
    those in force, both by system.
    """
    states: dict[str, AnyState] = {}
    refused: list[RuleError] = []
    for system in SYSTEMS:
        states[system.key] = None
        try:
            states[system.key] = system.read_typed(typed, held.get(system.key), rules[system.key])
        except RuleError as error:
            refused.append(error)
    if refused or all(state is None for state in states.values()):
        return states, frozenset(), refused
    assumed = _assumed(states, typed, rules)
    return {**states, **assumed}, frozenset(assumed), refused


def _assumed(states: States, typed: Mapping[str, str], rules: RulesBySystem) -> dict[str, AnyState]:
    """Where somebody would start in the systems that know nothing of him, as far as it is plain."""
    known = [(system, states[system.key]) for system in SYSTEMS if states[system.key] is not None]
    ranks = [
        rank
        for system, state in known
        if (rank := system.typed_rank(typed) or system.common_rank(state))
    ]
    begun = {
        system.key: system.assumed(ranks, rules[system.key])
        for system in SYSTEMS
        if states[system.key] is None
    }
    return {key: state for key, state in begun.items() if state is not None}
