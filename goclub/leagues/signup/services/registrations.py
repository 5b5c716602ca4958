"""What people do with their own registration: register, confirm, change it, withdraw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Event, Participant, RegisteredPlayer, Registration, Seat
from goclub.leagues.signup.queries import SignupPhase, own_registration, phase_of, signup_of
from goclub.leagues.signup.services.letters import KIND, write_to
from goclub.leagues.signup.services.places import (
    SHOWN,
    enter,
    enter_players,
    entry_columns,
    give_number,
    settle,
)
from goclub.leagues.team.services import remove_player, shared_by
from goclub.leagues.tournament.queries.strength import strength_of
from goclub.leagues.tournament.services import registration as entries
from goclub.leagues.tournament.services.entries import checked_columns, columns_of
from goclub.leagues.tournament.services.steps import lock
from goclub.members.mail.services.writing import is_written_to_enough
from goclub.members.models import Member
from goclub.members.names import fold_name
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.events.teams import mean_rank

State = Registration.State
#: So many registrations of one address may be unconfirmed, so that nobody is flooded with mail.
MOST_UNCONFIRMED: Final = 3
#: Whoever has such a registration may come back by it, or register anew.
_OVER: Final = (State.EXPIRED, State.WITHDRAWN)


def need_open(act: Act, event: Event) -> None:
    """Refuse whoever comes before registration opens, or after it closed: E_STATE."""
    signup = signup_of(event)
    match phase_of(signup, act.at):
        case SignupPhase.OPEN:
            return
        case SignupPhase.EARLY:
            text = _("Registration for %(value)s has not opened yet. Come back at %(when)s.")
            raise Refusal(
                text,
                value=event.name,
                reason="not_open_yet",
                when=signup.opens_at,
                zone=event.time_zone,
            )
        case SignupPhase.OVER:
            raise Refusal(
                _("Registration for %(value)s is closed. Ask its organisers."),
                value=event.name,
                reason="registration_closed",
            )
        case SignupPhase.OFF:
            raise Refusal(
                _("%(value)s takes no registrations here. Ask its organisers."),
                value=event.name,
                reason="registration_off",
            )


@atomic_retried
def register(act: Act, event: Event, *, language: str, **columns: Any) -> Registration:
    """Register somebody by the public form; returns the registration, unconfirmed.

    A place, or one on the waiting list, is held for them until they open the link of the mail.
    Whoever registers twice (same address, same name) gets the mail again and no second place, and
    whoever was declined the mail that says so.
    Raises RuleError E_STATE while registration is not open and for an address with
    :data:`MOST_UNCONFIRMED` unconfirmed registrations (``unconfirmed_already``), E_TYPE for a
    number of a federation that is none.
    """
    event = lock(event)
    need_open(act, event)
    settle(act, event)
    players = columns.pop("players", ())
    columns = _checked(event, columns, players)
    known = _registered_before(event, columns)
    if known is not None:
        known.event = event
        if not is_written_to_enough(to=known.email, kind=KIND, at=act.at):
            stage = "again" if known.is_confirmed else "confirm"
            write_to(known, "declined" if known.state == State.DECLINED else stage, act.at)
        return known
    _need_mailbox(columns["email"], act)
    hold = timedelta(hours=signup_of(event).hold_hours)
    registration = Registration(
        language=language, registered_at=act.at, held_until=act.at + hold, **columns
    )
    give_number(act, event, registration)
    _charge(registration)
    registration.save()
    set_players(act, registration, players)
    write_to(registration, "confirm", act.at)
    return registration


def _checked(
    event: Event, columns: dict[str, Any], players: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return what was typed as columns of the registration.

    A team has the rank of its boards, and what its players share where its own is left empty.
    """
    checked = checked_columns(columns)
    if event.team_size:
        boards = players[: event.least_players]
        checked["rank"] = mean_rank(player["rank"] for player in boards)
        checked |= {
            column: value for column, value in shared_by(players).items() if not checked.get(column)
        }
    return checked


def set_players(act: Act, registration: Registration, players: Sequence[Mapping[str, Any]]) -> None:
    """Store the players of a team in their order; those on the list of players follow.

    A name that was there before is the same person, at the rank of their entry.  Raises RuleError
    E_DUPLICATE for a name that is there twice.
    """
    before = {_folded(vars(player)): player for player in registration.players.all()}
    rows: dict[str, RegisteredPlayer] = {}
    for board, columns in enumerate(players, 1):
        row = RegisteredPlayer(registration=registration, board=board, **columns)
        if (name := _folded(columns)) in rows:
            raise Refusal(
                _("%(value)s is in the team twice. Delete one of the two."),
                code=Code.DUPLICATE,
                field="players",
                value=row.display_name,
                reason="twice_in_the_team",
            )
        known = before.pop(name, None)
        if known is not None and known.participant_id is not None:
            row.participant_id, row.rank = known.participant_id, known.rank
        rows[name] = row
    left = [player.participant for player in before.values() if player.participant]
    registration.players.all().delete()
    RegisteredPlayer.objects.bulk_create(rows.values())
    for participant in left:
        remove_player(act, participant)


def _folded(columns: Mapping[str, Any]) -> str:
    return fold_name(columns["name"] + columns["first_name"])


def _registered_before(event: Event, columns: Mapping[str, Any]) -> Registration | None:
    name = fold_name(columns["name"] + columns.get("first_name", ""))
    rows = event.registrations.exclude(state__in=_OVER).filter(email__iexact=columns["email"])
    return next((row for row in rows if _folded(vars(row)) == name), None)


def _need_mailbox(email: str, act: Act) -> None:
    """Refuse an address that others may be flooding: its owner confirms what is there first."""
    unconfirmed = Registration.objects.unconfirmed().filter(
        email__iexact=email, held_until__gt=act.at
    )
    if unconfirmed.count() >= MOST_UNCONFIRMED:
        raise Refusal(
            _(
                "%(value)s has registrations that are not confirmed yet. Open the links in "
                "those e-mails first, then register the next person."
            ),
            field="email",
            value=email,
            reason="unconfirmed_already",
        )


def _charge(registration: Registration) -> None:
    """Keep what somebody owes as it was when they chose it."""
    if registration.paid_at is None:
        registration.owed = registration.fee.amount if registration.fee else None


@atomic_retried
def register_self(
    act: Act, event: Event, *, rank: int | None = None, **columns: Any
) -> Registration:
    """Register the member who acts; with a place they are on the list of players at once.

    ``rank`` for a member without a standing alone.  Raises RuleError E_DUPLICATE
    (``entered_already``), E_STATE (``declined``), E_MISSING (field ``rank``), and what
    :func:`need_open` raises.
    """
    event = lock(event)
    need_open(act, event)
    entries.need_real(event)
    settle(act, event)
    member = act.member
    registration = own_registration(event, member) or Registration(
        member=member, registered_at=act.at, held_until=act.at
    )
    _need_welcome(registration)
    is_player = event.participants.present().filter(member=member).exists()
    if is_player or (registration.pk and registration.is_active):
        raise RuleError(
            Code.DUPLICATE, "member", member.shown_name, reason="tournament.entered_already"
        )
    for name, value in {**_copied(member, rank), **columns}.items():
        setattr(registration, name, value)
    registration.consent, registration.confirmed_at = True, act.at
    give_number(act, event, registration)
    _charge(registration)
    registration.save()
    if registration.state == State.PLACE:
        enter(act, event, registration)
    return registration


def _need_welcome(registration: Registration) -> None:
    if registration.state == State.DECLINED:
        raise Refusal(
            _("The organisers have declined this registration. Ask them."), reason="declined"
        )


def _copied(member: Member, rank: int | None) -> dict[str, Any]:
    """What a registration takes from its member."""
    own = strength_of(member)[0]
    rank = own if own is not None else rank
    if rank is None:
        raise Refusal(
            _("You have no rank here yet. Choose a rank to play at."),
            code=Code.MISSING,
            field="rank",
        )
    columns = columns_of(member)
    del columns["member"], columns["display_name"]
    return columns | {"rank": rank, "other_name": "", "language": member.language}


def _take(act: Act, registration: Registration) -> tuple[Event, Registration]:
    """Lock the event of a registration and settle it; both as they are now."""
    event = lock(registration.event)
    settle(act, event)
    registration = Registration.objects.select_related("member", "participant", "fee").get(
        pk=registration.pk
    )
    registration.event = event
    return event, registration


@atomic_retried
def confirm(act: Act, registration: Registration) -> Registration:
    """Confirm a registration by its link; who was too late, or withdrew, registers again so.

    They keep what they typed and go to the end of the order.  Raises RuleError E_STATE for one that
    was declined (``declined``), for whoever comes back after they registered anew
    (``registered_since``), and what :func:`need_open` raises for whoever comes back.
    """
    event, registration = _take(act, registration)
    _need_welcome(registration)
    if registration.state in _OVER:
        need_open(act, event)
        if registration.email and _registered_before(event, vars(registration)):
            raise Refusal(
                _(
                    "You have another registration for this tournament. Open the link in its "
                    "e-mail."
                ),
                reason="registered_since",
            )
        give_number(act, event, registration)
        registration.confirmed_at = None
    if registration.confirmed_at is None:
        registration.confirmed_at = registration.changed_at = act.at
        registration.save()
        if registration.member is not None and registration.state == State.PLACE:
            enter(act, event, registration)
    return registration


@atomic_retried
def change(act: Act, registration: Registration, **columns: Any) -> Registration:
    """Change what somebody typed; their entry as a player follows, but for the rank.

    Raises RuleError E_STATE for one that is over or after the tournament began, and E_TYPE.
    """
    event, registration = _take(act, registration)
    need_before_start(event)
    if not registration.is_active:
        raise Refusal(
            _("This registration is over. Register again first."), reason="registration_over"
        )
    players = columns.pop("players", ())
    for name, value in _checked(event, columns, players).items():
        setattr(registration, name, value)
    _charge(registration)
    registration.changed_at = act.at
    registration.save()
    if event.team_size:
        set_players(Act(None, act.at), registration, players)
    participant = registration.participant
    if registration.state == State.ENTERED and participant is not None:
        _follow(Act(None, act.at), registration, participant)
    return registration


def _follow(act: Act, registration: Registration, participant: Participant) -> None:
    columns = entry_columns(registration)
    names = {"birth_year", *SHOWN} if registration.member is None else {"birth_year"}
    changes = {name: columns[name] for name in columns.keys() & names}
    entries.alter_entry(act, participant, changes=changes)
    enter_players(act, registration)
    planned = registration.event.rounds_planned
    absences = {number: True for number in registration.absent if number <= planned}
    entries.set_absences(act, participant, absences=absences)


@atomic_retried
def withdraw(act: Act, registration: Registration) -> Registration:
    """Give the place up; the first of the waiting list gets it.

    Raises RuleError E_STATE once the tournament has begun (``has_begun``).
    """
    event, registration = _take(act, registration)
    if not registration.is_active:
        return registration
    need_before_start(event)
    participant = registration.participant
    registration.state, registration.changed_at = State.WITHDRAWN, act.at
    registration.save(update_fields=["state", "changed_at"])
    if participant is not None:
        _leave(Act(None, act.at), participant)
    settle(act, event)
    registration.refresh_from_db(fields=["participant"])
    return registration


def _leave(act: Act, participant: Participant) -> None:
    """Take somebody off the list of players; who sits at a table of a preview withdraws."""
    if Seat.objects.filter(participant=participant).exists():
        entries.withdraw(act, participant)
    else:
        entries.remove_entry(act, participant)


def need_before_start(event: Event) -> None:
    """Refuse what people may do by themselves before the first round alone: E_STATE."""
    if event.state not in (Event.State.DRAFT, Event.State.REGISTRATION):
        raise Refusal(
            _("%(value)s has begun or is over. Ask its organisers."),
            value=event.name,
            reason="has_begun",
        )


def on_member_leaves(member: Member, at: datetime, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: who is no player yet withdraws.

    Locks nothing: players leave with their entries, and the job gives a free place to the next.
    """
    waiting = member.registrations.filter(state__in=Registration.HELD)
    waiting.update(state=State.WITHDRAWN, changed_at=at)
