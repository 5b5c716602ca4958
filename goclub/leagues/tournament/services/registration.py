"""Who takes part: members and guests, early and late, absences, withdrawals, and coming back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Absence, Change, Event, Participant, Round, Seat
from goclub.leagues.models.participant import full_name
from goclub.leagues.tournament.queries.snapshot import game_of, load
from goclub.leagues.tournament.queries.strength import strength_of, usual_rating
from goclub.leagues.tournament.services.entries import (
    _check_late,
    _checked_rank,
    _first_round,
    checked_columns,
    columns_of,
    next_unpublished,
    weigh_team,
)
from goclub.leagues.tournament.services.latecomers import join_previews, leave_previews
from goclub.leagues.tournament.services.schedules import need_place
from goclub.leagues.tournament.services.steps import (
    OPEN,
    Stale,
    entry_json,
    lock,
    lock_event,
    may_run,
    need_state,
    record,
    record_all,
    seen_version,
)
from goclub.members.models import Member
from goclub.members.names import fold_name, is_blank
from goclub.members.requests import Act
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK

What = Change.What

#: Called with the act and the event, locked, after an entry left or came back, or places changed.
PLACES_CHANGED: Final[list[Callable[[Act, Event], None]]] = []

_ALTERABLE_COLUMNS = (
    "display_name", "name", "first_name", "rank", "rank_source", "rating", "club", "country",
    "egf_pin", "ffg_licence", "aga_id", "correction", "state", "late_from", "fixed_table",
    "birth_year",
)  # fmt: skip


@atomic_retried
def register_member(
    act: Act,
    event: Event,
    *,
    member: Member,
    rank: int | None = None,
    rank_source: str = "",
    **kwargs: Any,
) -> Participant:
    """Enter a member at the rank of their standing.

    An organiser may say another ``rank`` with a reason (``rank_source``); a member who enters
    themselves may not.  Raises RuleError E_DUPLICATE (``entered_already``), E_MISSING for a member
    without any standing, E_INCONSISTENT (``rank_differs``), E_STATE, and PermissionDenied.
    """
    event = lock(event)
    self_entered = act.by is not None and member.user_id == act.by.pk and not may_run(event, act.by)
    _need_right(act, event, self_entered)
    if member.status != Member.Status.MEMBER:
        raise Refusal(
            _("%(value)s is not a member at present. Enter them as a guest."),
            field="member",
            value=member.shown_name,
            reason="no_member",
        )
    if event.participants.filter(member=member).exists():
        raise RuleError(
            Code.DUPLICATE, "member", member.shown_name, reason="tournament.entered_already"
        )
    own_rank, rating = strength_of(member)
    rank = _checked_rank(rank, own_rank, rank_source, self_entered)
    values: dict[str, Any] = {
        **columns_of(member),
        "rating": rating,
        **kwargs,
        "rank": rank,
        "rank_source": rank_source,
    }
    return enter_all(act, event, [values])[0]


@atomic_retried
def register_guest(
    act: Act,
    event: Event,
    *,
    name: str,
    rank: int,
    first_name: str = "",
    another: bool = False,
    **kwargs: Any,
) -> Participant:
    """Enter somebody who is no member.

    Raises RuleError E_MISSING without a name, E_RANGE for the rank, E_DUPLICATE for a name that is
    entered already (reason ``name_entered_already``) unless it is ``another`` person, E_STATE, and
    PermissionDenied.
    """
    event = lock(event)
    _need_right(act, event, self_entered=False)
    if not name.strip():
        raise RuleError(Code.MISSING, "name")
    whole_number(rank, field="rank", low=LOWEST_RANK, high=HIGHEST_RANK)
    shown = full_name(name, first_name)
    folded = {fold_name(shown), fold_name(f"{name} {first_name}")}
    if not another:
        for participant in event.participants.all():
            if fold_name(participant.display_name) in folded:
                raise Refusal(
                    _(
                        "%(value)s has already entered. If this is another person with "
                        "that name, say so below."
                    ),
                    code=Code.DUPLICATE,
                    field="name",
                    value=shown,
                    reason="name_entered_already",
                )
    values: dict[str, Any] = {
        "member": None,
        "rank_source": "",
        "display_name": shown,
        "name": name.strip(),
        "first_name": first_name.strip(),
        "rank": rank,
        **kwargs,
    }
    if values.get("rating") is None:
        values["rating"] = usual_rating(rank)
    return enter_all(act, event, [values])[0]


def _need_right(act: Act, event: Event, self_entered: bool) -> None:
    if self_entered:
        need_state(event, [Event.State.REGISTRATION])
        if not event.self_registration or event.team_size:
            raise PermissionDenied
        if places_left(event) == 0:
            raise Refusal(
                _("%(value)s is full. Ask the organisers whether someone has withdrawn."),
                field="member",
                value=event.name,
                reason="no_place_left",
            )
        return
    if act.by is not None and not may_run(event, act.by):
        raise PermissionDenied
    need_state(event, OPEN)


def need_real(event: Event) -> None:
    """Refuse members in a test event, which leaves no trace: E_STATE ``only_invented``."""
    if event.is_test:
        raise Refusal(
            _("%(value)s is a test with invented players. Members cannot enter it."),
            field="member",
            value=event.name,
            reason="only_invented",
        )


def places_left(event: Event) -> int | None:
    """Return how many more can enter themselves; None where there is no limit (no query)."""
    if event.places is None:
        return None
    entered = event.participants.entries().present().count()
    return max(event.places - entered - event.registrations.holding().count(), 0)


def on_places_changed(act: Act, event: Event) -> None:
    """Let those who wait for a place hear that there may be one."""
    for settle in PLACES_CHANGED:
        settle(act, event)


def enter_all(act: Act, event: Event, entries: Iterable[dict[str, Any]]) -> list[Participant]:
    """Store entries, given as their columns, of an event that the caller has locked.

    Raises RuleError E_STATE where nobody can enter any more, E_RANGE.
    """
    entries = list(entries)
    if any(values.get("member") for values in entries):
        need_real(event)
    first = _first_round(event, len(entries))
    last = event.participants.entries().aggregate(last=Max("number"))["last"] or 0
    people = [
        _entry(event, first, number, act.at, checked_columns(values))
        for number, values in enumerate(entries, last + 1)
    ]
    Participant.objects.bulk_create(people)
    facts = [(participant.display_name, None, entry_json(participant)) for participant in people]
    record_all(act, event, What.ENTERED, facts)
    return people


def _entry(
    event: Event, first: int, number: int, at: datetime, values: dict[str, Any]
) -> Participant:
    """An entry of these columns, not saved."""
    late = values.pop("late_from", None)
    if late is None and first > 1:
        late = first
    if late is not None:
        _check_late(event, late, first)
    return Participant(
        event=event,
        number=number,
        entered_at=at,
        late_from=late if late and late > 1 else None,
        **values,
    )


@atomic_retried
def alter_entry(act: Act, participant: Participant, *, changes: dict[str, Any]) -> Participant:
    """Change an entry: names, rank with its reason, club, correction, announced or here.

    A member's rank that differs from their standing needs ``rank_source``.  Whoever is only
    announced again has no table in a preview.  Raises
    :class:`~goclub.leagues.tournament.services.steps.Stale` where somebody else changed the entry
    since.
    """
    event, participant = _take_entry(act, participant)
    if seen_version(act) not in (None, participant.version):
        about = event.changes.filter(subject=participant.display_name[:200])
        raise Stale(about.select_related("by__member").first(), value=str(participant))
    before = entry_json(participant)
    for name, value in checked_columns(changes).items():
        if name not in _ALTERABLE_COLUMNS:
            raise RuleError(Code.UNKNOWN, name, name)
        setattr(participant, name, value)
    if is_blank(participant.name) or is_blank(participant.display_name):
        raise RuleError(Code.MISSING, "name")
    if participant.rank != before["rank"]:
        own = strength_of(participant.member)[0] if participant.member else None
        _checked_rank(participant.rank, own, participant.rank_source, self_entered=False)
    if late := changes.get("late_from"):
        _check_late(event, late, 1)
        _need_unseated(participant, range(1, late))
    gone = Participant.State.WITHDRAWN
    if (participant.state == gone) != (before["state"] == gone):
        raise Refusal(
            _("Use “Withdraw” or “Bring back” for %(value)s: both keep the games."),
            field="state",
            value=str(participant),
        )
    if participant.state == Participant.State.FINAL != before["state"]:
        need_place(load(event), participant)
    elif participant.state == Participant.State.PRELIMINARY != before["state"]:
        leave_previews(act, event, participant, [next_unpublished(event)])
    _save_entry(act, event, participant, What.ALTERED, before)
    if participant.team and participant.rank != before["rank"]:
        weigh_team(participant.team)
    if (participant.state, participant.late_from) != (before["state"], before["late_from"]):
        join_previews(act, event, participant, [next_unpublished(event)])
    return participant


@atomic_retried
def change_entry(
    act: Act, participant: Participant, *, changes: dict[str, Any], absences: Mapping[int, bool]
) -> Participant:
    """Change an entry and its absences together, or nothing."""
    participant = alter_entry(act, participant, changes=changes)
    set_absences(act, participant, absences=absences)
    return participant


@atomic_retried
def link_member(act: Act, participant: Participant, *, member: Member | None) -> Participant:
    """Say that an entry made as a guest's is this member (or no longer is).

    Name and rank stay as they were entered.  Raises RuleError E_DUPLICATE where the member has an
    entry of their own.
    """
    event, participant = _take_entry(act, participant)
    before = entry_json(participant)
    if member is not None:
        need_real(event)
    if member is not None and event.participants.filter(member=member).exists():
        raise RuleError(
            Code.DUPLICATE, "member", member.shown_name, reason="tournament.entered_already"
        )
    participant.member = member
    return _save_entry(act, event, participant, What.ALTERED, before)


@atomic_retried
def remove_entry(act: Act, participant: Participant, *, reason: str = "") -> None:
    """Take off the list somebody who has not sat down in any round.

    Members may take themselves off while registration is open.  Raises RuleError E_STATE
    (``has_games``) for a player with games, who withdraws instead.
    """
    event = lock(participant.event)
    is_own = bool(act.by and participant.member and participant.member.user_id == act.by.pk)
    self_entered = is_own and act.by is not None and not may_run(event, act.by)
    _need_right(act, event, self_entered)
    if Seat.objects.filter(participant=participant).exists():
        raise Refusal(
            _(
                "%(value)s has already played in a round. Withdraw them instead; their "
                "games then stay."
            ),
            field="player",
            value=str(participant),
            reason="has_games",
        )
    record(
        act,
        event,
        What.REMOVED,
        step=False,
        subject=participant.display_name,
        before=entry_json(participant),
        reason=reason,
    )
    participant.delete()
    if participant.team:
        weigh_team(participant.team)
    on_places_changed(act, event)


@atomic_retried
def withdraw(
    act: Act, participant: Participant, *, from_round: int | None = None, reason: str = ""
) -> Participant:
    """Let a player go from a round on (counted from 1).

    Without ``from_round`` it is the one that was said before, or the first not yet published.
    The games stay; a table in a preview is broken up.  Raises RuleError E_RANGE for the round: not
    before a game or a bye of theirs.
    """
    event, participant = _take_entry(act, participant)
    known = participant.withdrawn_from or next_unpublished(event)
    first = known if from_round is None else from_round
    low = _last_round_there(participant) + 1
    whole_number(first, field="from_round", low=low, high=event.rounds_planned + 1)
    rounds = range(max(first, next_unpublished(event)), 100)
    leave_previews(act, event, participant, rounds)
    _need_unseated(participant, rounds)
    before = entry_json(participant)
    participant.state = Participant.State.WITHDRAWN
    participant.withdrawn_from = first
    _save_entry(act, event, participant, What.WITHDREW, before, reason)
    on_places_changed(act, event)
    return participant


def _last_round_there(participant: Participant) -> int:
    """The last round in which a player had the bye, played, or won by forfeit; 0 for none."""
    seats = Seat.objects.filter(participant=participant, round__state__in=Round.OUT)
    seats = seats.select_related("round", "pairing__white", "pairing__black")
    return next(
        (
            seat.round.number
            for seat in seats.order_by("-round__number")
            if seat.pairing is None
            or (seat.pairing.has_result and participant.number in game_of(seat.pairing).came)
        ),
        0,
    )


@atomic_retried
def bring_back(act: Act, participant: Participant) -> Participant:
    """Undo a withdrawal: the player is paired again from the next round on.

    Rounds that were published without them become agreed absences.
    """
    event, participant = _take_entry(act, participant)
    if participant.withdrawn_from is None:
        return participant
    before = entry_json(participant)
    for number in range(participant.withdrawn_from, next_unpublished(event)):
        if not Seat.objects.filter(participant=participant, round__number=number).exists():
            Absence.objects.get_or_create(participant=participant, number=number)
    need_place(load(event), participant)
    participant.state = Participant.State.FINAL
    participant.withdrawn_from = None
    _save_entry(act, event, participant, What.RETURNED, before)
    join_previews(act, event, participant, [next_unpublished(event)])
    on_places_changed(act, event)
    return participant


@atomic_retried
def set_absences(act: Act, participant: Participant, *, absences: Mapping[int, bool]) -> None:
    """Say which rounds (from 1) a player sits out; True where that was agreed (S2-11).

    A table in a preview is broken up.  Raises RuleError E_STATE (``seated_in_round``) for a round
    that is out in which they have a table, E_RANGE.
    """
    event, participant = _take_entry(act, participant)
    known = {absence.number: absence.excused for absence in participant.absences.all()}
    for number in absences:
        whole_number(number, field="absent", low=1, high=event.rounds_planned)
    if dict(absences) == known:
        return
    missed = absences.keys() - known.keys()
    leave_previews(act, event, participant, missed)
    _need_unseated(participant, missed)
    participant.absences.all().delete()
    Absence.objects.bulk_create(
        Absence(participant=participant, number=number, excused=excused)
        for number, excused in sorted(absences.items())
    )
    record(
        act,
        event,
        What.ABSENT,
        step=False,
        subject=participant.display_name,
        before={str(number): excused for number, excused in sorted(known.items())},
        after={str(number): excused for number, excused in sorted(absences.items())},
    )
    join_previews(act, event, participant, known.keys() - absences.keys())


@atomic_retried
def confirm_all(act: Act, event: Event) -> int:
    """Mark everybody who was only announced as here; returns how many."""
    event = lock_event(act, event)
    waiting = list(event.participants.filter(state=Participant.State.PRELIMINARY))
    for participant in waiting:
        alter_entry(Act(act.by, act.at), participant, changes={"state": Participant.State.FINAL})
    return len(waiting)


def _take_entry(act: Act, participant: Participant) -> tuple[Event, Participant]:
    """Lock the event and the entry for an organiser; both as they are now."""
    event = lock_event(act, participant.event)
    participant = Participant.objects.select_related("member").get(pk=participant.pk)
    participant.event = event
    return event, participant


def _save_entry(
    act: Act,
    event: Event,
    participant: Participant,
    change: str,
    before: dict[str, object],
    reason: str = "",
) -> Participant:
    after = entry_json(participant)
    if after == before:
        # No record says when somebody was born.
        participant.save(update_fields=["birth_year"])
        return participant
    participant.version += 1
    participant.save()
    record(
        act,
        event,
        change,
        step=False,
        subject=participant.display_name,
        before=before,
        after=after,
        reason=reason,
    )
    return participant


def _need_unseated(participant: Participant, rounds: Iterable[int]) -> None:
    seats = Seat.objects.filter(participant=participant, round__number__in=list(rounds))
    seat = seats.select_related("round").first()
    if seat is not None:
        raise Refusal(
            _(
                "%(value)s is paired in round %(round)s. Break up that table or give a "
                "win by forfeit, then try again."
            ),
            field="absent",
            value=str(participant),
            reason="seated_in_round",
            round=seat.round.number,
        )
