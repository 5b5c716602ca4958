"""Keeping players apart: the rules that an event's organisers add and remove, and what they cost.

A rule is part of the event's settings (:class:`tournaments.events.settings.ApartRule`), so that the
history keeps it; numbers of entries never change hands.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, settings_of
from goclub.leagues.tournament.services.events import edit_event
from goclub.leagues.tournament.services.proposals import propose
from goclub.leagues.tournament.services.steps import lock_for_step
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.events.explain import KeptTogether, kept_together
from tournaments.events.settings import ApartRule, Basis, Kind

#: More would make an event slow, and nobody could read them.
MOST_RULES = 100


@atomic_retried
def keep_apart(
    act: Act,
    event: Event,
    *,
    basis: Basis,
    players: Collection[Participant] = (),
    groups: int | None = None,
    rounds: int | None = None,
    name: str = "",
) -> Event:
    """Keep players of an event apart; the same rule twice changes nothing.

    Raises RuleError E_MISSING for fewer than two named players, E_RANGE, and what
    :func:`~goclub.leagues.tournament.services.events.edit_event` raises.
    """
    event = lock_for_step(act, event)
    settings = settings_of(event)
    if settings.kind.is_scheduled:
        raise Refusal(
            _("In a round robin everyone plays everyone, so nobody can be kept apart.")
            if settings.kind is Kind.ROUND_ROBIN
            else _("In a knock-out the bracket decides the pairs, so nobody can be kept apart."),
            field="basis",
            value=event.name,
        )
    named = sorted({player.number for player in players}) if basis is Basis.PLAYERS else []
    rule = ApartRule(basis, tuple(named), groups, rounds, name.strip() if named else "")
    if len(settings.apart) >= MOST_RULES:
        raise Refusal(
            _("There are already %(value)s rules. Remove one first."),
            code=Code.RANGE,
            field="basis",
            value=MOST_RULES,
        )
    rules = tuple(dict.fromkeys((*settings.apart, rule)))
    return edit_event(act, event, changes={}, settings=replace(settings, apart=rules))


@atomic_retried
def let_meet(act: Act, event: Event, *, place: int) -> Event:
    """Remove the rule at a 0-based place of the event's list; raises RuleError E_UNKNOWN."""
    event = lock_for_step(act, event)
    settings = settings_of(event)
    if place not in range(len(settings.apart)):
        raise RuleError(Code.UNKNOWN, "rule", place + 1)
    rules = (*settings.apart[:place], *settings.apart[place + 1 :])
    return edit_event(act, event, changes={}, settings=replace(settings, apart=rules))


def gave_way(snapshot: EventSnapshot, number: int) -> tuple[KeptTogether, ...] | None:
    """Return what the soft rules gave way to in a round (from 1), as it was paired.

    None where the facts have changed since, so that it would be paired otherwise now.  Costs a
    pairing of the round and another for each rule that gave way.
    """
    event_round, bye = snapshot.round(number), snapshot.byes.get(number)
    tables = snapshot.pairings[number]
    try:
        proposal = propose(
            snapshot,
            number,
            seed=event_round.seed if event_round else None,
            only=snapshot.seated(number),
            keep=[table for table in tables if table.fixed],
            bye=bye.participant.number if bye else None,
        )
    except RuleError:
        return None
    pairs = {frozenset((game.white, game.black)) for game in proposal.games}
    if proposal.solution is None or pairs != {
        frozenset((table.white.number, table.black.number)) for table in tables
    }:
        return None
    return kept_together(proposal.solution)
