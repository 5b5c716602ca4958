"""What every step of an event shares: the lock, the version, the right, the record and its facts.

A step locks the event's row, checks that nobody else took one since the caller looked, and leaves
a :class:`Change` with the facts before and after.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from goclub.common.reading import read_number
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import lock_row
from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.members.hooks.services.keeping import announce
from goclub.members.models import HookKind, User
from goclub.members.requests import Act
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
    if member is None:
        return False
    prefetch_related_objects([event], "organisers")  # the pages of the event name them
    return member in event.organisers.all()


def need_organiser(act: Act, event: Event) -> None:
    """Raise PermissionDenied for anybody who does not run the event, but the site itself."""
    if act.by is not None and not may_run(event, act.by):
        raise PermissionDenied


def lock_for_step(act: Act, event: Event, *, states: Collection[str] = OPEN) -> Event:
    """Lock the event for a step of its organisers and return it as it is now.

    Raises what :func:`lock_event` raises, and :class:`Stale` where the version that was seen is no
    longer the event's.
    """
    event = lock(event)
    need_organiser(act, event)
    seen = seen_version(act)
    if seen is not None and seen != event.version:
        newest = event.changes.filter(version__gt=seen).select_related("by__member").first()
        raise Stale(newest, value=seen)
    need_state(event, states)
    return event


def lock_event(act: Act, event: Event, *, states: Collection[str] = OPEN) -> Event:
    """Lock the event for an entry or a result, which collides with no step; return it as it is now.

    Raises PermissionDenied, and RuleError E_STATE where the event is closed or cancelled.  Inside a
    transaction.
    """
    event = lock(event)
    need_organiser(act, event)
    need_state(event, states)
    return event


def seen_version(act: Act) -> int | None:
    """Return the version of the page that was seen; None where it does not matter."""
    return read_number(act.version, high=999_999_999)


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
        raise RuleError(Code.STATE, "state", event.name, reason=reason)


def lock_table(act: Act | None, pairing: Pairing) -> tuple[Event, Pairing]:
    """Lock the event of a table for its result; both as they are now.

    *act* is an organiser’s, None where the players say it.  Raises PermissionDenied, RuleError
    E_STATE for a table that is gone (``table_is_gone``) and what :func:`need_published` raises.
    Inside a transaction.
    """
    gone = RuleError(Code.STATE, "table", pairing.table, reason="tournament.table_is_gone")
    return _lock_found(act, pairing.round, gone, pk=pairing.pk)


def lock_numbered(act: Act, event_round: Round, number: int) -> tuple[Event, Pairing]:
    """The same for the table of a number; E_UNKNOWN (``no_such_table``) where there is none."""
    unknown = RuleError(Code.UNKNOWN, "keys", number, reason="tournament.no_such_table")
    return _lock_found(act, event_round, unknown, round=event_round, table=number)


def _lock_found(
    act: Act | None, event_round: Round, missing: RuleError, **which: object
) -> tuple[Event, Pairing]:
    event = lock(event_round.event)
    if act is not None:
        need_organiser(act, event)
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
            Code.STATE, "round", event_round.number, reason="tournament.round_not_published"
        )


def record(
    act: Act,
    event: Event,
    what: str,
    *,
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
    if (kind := _TOLD.get(what)) and not event.is_test:
        values = {} if round_number is None else {"round": round_number}
        announce(kind, [(event.pk, values)], at=act.at)
    return Change.objects.create(
        event=event,
        version=event.version,
        round_number=round_number,
        what=what,
        subject=subject[:200],
        reason=reason.strip()[:300],
        before=before,
        after=after,
        at=act.at,
        by=act.by,
    )


def record_all(
    act: Act,
    event: Event,
    what: str,
    facts: Iterable[tuple[str, object, object]],
    *,
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
            at=act.at,
            by=act.by,
        )
        for subject, before, after in facts
    )


def need_here(snapshot: EventSnapshot, number: int, player: Participant) -> None:
    """Refuse somebody who is away in a round, or only announced: E_STATE ``is_away``."""
    away = number in set().union(*snapshot.missed(player))
    if away or player.state != Participant.State.FINAL:
        raise Refusal(
            _(
                "%(value)s is not here for this round: absent, withdrawn or not checked in yet. "
                "Change that on the page “Presence” first."
            ),
            field="player",
            value=player.shown_name,
            reason="is_away",
        )


def need_allowed(
    snapshot: EventSnapshot, number: int, first: Participant, second: Participant
) -> None:
    """Refuse a fixed pair that is forbidden in a round: E_INCONSISTENT ``fixed_and_forbidden``."""
    pair = {first.pk, second.pk}
    for ban in snapshot.forbidden:
        if ban.number in (None, number) and {ban.first_id, ban.second_id} == pair:
            raise RuleError(
                Code.INCONSISTENT, "second", str(ban), reason="tournament.fixed_and_forbidden"
            )


def seats_of(pairing: Pairing) -> list[Seat]:
    """The two seats of a table (not saved)."""
    return [
        Seat(round=pairing.round, participant=pairing.black, pairing=pairing, colour="B"),
        Seat(round=pairing.round, participant=pairing.white, pairing=pairing, colour="W"),
    ]


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
    "withdrawn_from", "fixed_table",
)  # fmt: skip


def entry_json(participant: Participant) -> dict[str, object]:
    """An entry as the record keeps it."""
    return {name: _plain(getattr(participant, name)) for name in _ENTRY}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value
