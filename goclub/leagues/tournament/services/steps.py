"""What every step of an event shares: the lock, the version, the right, the record and its facts.

A step locks the event's row, checks that nobody else took one since the caller looked, and leaves
a :class:`Change` with the facts before and after.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from goclub.common.transactions import lock_row
from goclub.leagues.models import Change, Event, Pairing, Participant, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.members.hooks.services.keeping import announce
from goclub.members.models import HookKind, User
from ratings.errors import Code, RuleError

State = Event.State
OPEN = (State.DRAFT, State.REGISTRATION, State.RUNNING)
#: Steps of which programs hear.
_TOLD: Final[Mapping[str, HookKind]] = {
    Change.What.CREATED: HookKind.OPENED,
    Change.What.IMPORTED: HookKind.OPENED,
    Change.What.REOPENED: HookKind.OPENED,
    Change.What.PUBLISHED: HookKind.ROUND,
    Change.What.CLOSED: HookKind.CLOSED,
    Change.What.CANCELLED: HookKind.CANCELLED,
}


class Stale(RuleError):
    """Somebody else changed what the caller was looking at; ``change`` says who and what."""

    def __init__(
        self,
        change: Change | None,
        *,
        field: str = "version",
        value: object = "",
        reason: str = "tournament.changed_meanwhile",
        params: Mapping[str, object] | None = None,
    ) -> None:
        self.change: Final = change
        changed_by = change.by if change else None
        member = getattr(changed_by, "member", None) if changed_by else None
        values = {
            "who": str(member or changed_by or "–"),
            "what": str(change.get_what_display()) if change else "–",
            "subject": change.subject if change else "",
        }
        super().__init__(
            Code.STATE, field=field, value=value, reason=reason, params=values | dict(params or {})
        )


def may_run(event: Event, user: User | AnonymousUser) -> bool:
    """The event's own organisers, and whoever organises for the club."""
    if not user.is_authenticated:
        return False
    if user.has_perm("leagues.change_event"):
        return True
    member = getattr(user, "member", None)
    return member is not None and event.organisers.filter(pk=member.pk).exists()


def need_organiser(event: Event, by: User | None) -> None:
    """Raise PermissionDenied for anybody who does not run the event; None is the command line."""
    if by is not None and not may_run(event, by):
        raise PermissionDenied


def lock_for_step(
    event: Event,
    *,
    by: User | None,
    version: int | None = None,
    states: Collection[str] = OPEN,
) -> Event:
    """Lock the event for a step of its organisers and return it as it is now.

    Raises PermissionDenied, :class:`Stale` where *version* is no longer the event's, RuleError
    E_STATE where the event is closed or cancelled.  Inside a transaction.
    """
    event = lock(event)
    need_organiser(event, by)
    if version is not None and version != event.version:
        newest = event.changes.filter(version__gt=version).select_related("by__member").first()
        raise Stale(newest, value=version)
    need_state(event, states)
    return event


def lock(event: Event) -> Event:
    """The row as it is now, kept from everybody else until this transaction ends."""
    return lock_row(event)


def need_state(event: Event, states: Collection[str]) -> None:
    """Raise RuleError E_STATE unless the event is in one of these states."""
    if event.state not in states:
        reasons = {
            State.CLOSED: "tournament.event_closed",
            State.CANCELLED: "tournament.event_cancelled",
        }
        reason = reasons.get(State(event.state), "tournament.event_not_running")
        raise RuleError(Code.STATE, field="state", value=event.name, reason=reason)


def lock_table(pairing: Pairing, *, by: User | None = None) -> tuple[Event, Pairing]:
    """Lock the event of a table for its result; both as they are now.

    *by* the organiser who sets it, None where the players say it.  Raises PermissionDenied,
    RuleError E_STATE for a table that is gone (``table_is_gone``) and what :func:`need_published`
    raises.  Inside a transaction.
    """
    gone = RuleError(
        Code.STATE, field="table", value=pairing.table, reason="tournament.table_is_gone"
    )
    return _lock_found(pairing.round, by, gone, pk=pairing.pk)


def lock_numbered(event_round: Round, number: int, *, by: User) -> tuple[Event, Pairing]:
    """The same for the table of a number; E_UNKNOWN (``no_such_table``) where there is none."""
    unknown = RuleError(Code.UNKNOWN, field="keys", value=number, reason="tournament.no_such_table")
    return _lock_found(event_round, by, unknown, round=event_round, table=number)


def _lock_found(
    event_round: Round, by: User | None, missing: RuleError, **which: object
) -> tuple[Event, Pairing]:
    event = lock(event_round.event)
    need_organiser(event, by)
    tables = Pairing.objects.select_related("round", "black__member", "white__member")
    pairing = tables.filter(**which).first()
    if pairing is None:
        raise missing
    need_published(event, pairing.round)
    return event, pairing


def need_published(event: Event, event_round: Round) -> None:
    """Raise RuleError E_STATE unless results may come in."""
    need_state(event, [State.RUNNING])
    if not event_round.is_out:
        raise RuleError(
            Code.STATE,
            field="round",
            value=event_round.number,
            reason="tournament.round_not_published",
        )


def record(
    event: Event,
    what: str,
    *,
    by: User | None,
    at: datetime,
    step: bool = True,
    round_number: int | None = None,
    subject: str = "",
    before: object = None,
    after: object = None,
    reason: str = "",
) -> Change:
    """Keep what was done.

    ``step`` False for entries and results, which do not collide with the steps of the organisers.
    """
    if step:
        event.version += 1
        event.save(update_fields=["version"])
    if kind := _TOLD.get(what):
        values = {} if round_number is None else {"round": round_number}
        announce(kind, [(event.pk, values)], at=at)
    return Change.objects.create(
        event=event,
        version=event.version,
        round_number=round_number,
        what=what,
        subject=subject[:200],
        reason=reason.strip()[:300],
        before=before,
        after=after,
        at=at,
        by=by,
    )


def record_all(
    event: Event,
    what: str,
    facts: Iterable[tuple[str, object, object]],
    *,
    by: User | None,
    at: datetime,
    round_number: int | None = None,
) -> None:
    """Keep many things of one kind in one go, each as subject, before, after; none is a step."""
    Change.objects.bulk_create(
        Change(
            event=event,
            version=event.version,
            round_number=round_number,
            what=what,
            subject=subject[:200],
            before=before,
            after=after,
            at=at,
            by=by,
        )
        for subject, before, after in facts
    )


def need_here(snapshot: EventSnapshot, number: int, player: Participant) -> None:
    """Refuse somebody who is away in a round, or only announced: E_STATE ``is_away``."""
    away = number in set().union(*snapshot.missed(player))
    if away or player.state != Participant.State.FINAL:
        raise RuleError(
            Code.STATE, field="player", value=player.display_name, reason="tournament.is_away"
        )


def need_allowed(
    snapshot: EventSnapshot, number: int, first: Participant, second: Participant
) -> None:
    """Refuse a fixed pair that is forbidden in a round: E_INCONSISTENT ``fixed_and_forbidden``."""
    pair = {first.pk, second.pk}
    for ban in snapshot.forbidden:
        if ban.number in (None, number) and {ban.first_id, ban.second_id} == pair:
            raise RuleError(
                Code.INCONSISTENT,
                field="second",
                value=str(ban),
                reason="tournament.fixed_and_forbidden",
            )


def pairing_json(pairing: Pairing) -> dict[str, Any]:
    """A table as the record keeps it; players go by their number in the event."""
    return {
        "table": pairing.table,
        "black": pairing.black.number,
        "white": pairing.white.number,
        "handicap": pairing.handicap,
        "komi2": pairing.komi2,
        "fixed": pairing.fixed,
        **result_json(pairing),
    }


def result_json(pairing: Pairing) -> dict[str, Any]:
    """What is known about how a game ended."""
    return {
        "result": str(pairing.result),
        "by_default": pairing.by_default,
        "ending": str(pairing.ending),
        "margin2": pairing.margin2,
        "source": str(pairing.source),
    }


def round_json(snapshot: EventSnapshot, event_round: Round) -> dict[str, Any]:
    """A round as the record keeps it: enough to bring it back."""
    bye = snapshot.byes.get(event_round.number)
    return {
        "state": str(event_round.state),
        "seed": event_round.seed,
        "proof": event_round.proof,
        "weight": event_round.weight,
        "request": event_round.request,
        "tables": [pairing_json(pairing) for pairing in snapshot.pairings[event_round.number]],
        "bye": bye.participant.number if bye else None,
        "bye_fixed": bool(bye and bye.fixed),
    }


_ENTRY = (
    "number", "member_id", "display_name", "name", "first_name", "rank", "rank_source", "rating",
    "club", "country", "egf_pin", "ffg_licence", "aga_id", "correction", "state", "late_from",
    "withdrawn_from",
)  # fmt: skip


def entry_json(participant: Participant) -> dict[str, object]:
    """An entry as the record keeps it."""
    return {name: _plain(getattr(participant, name)) for name in _ENTRY}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value
