"""Whether an event takes registrations, how many it has, and who of them may be a member."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from goclub.leagues.models import Event, Participant, Registration, SignupSettings
from goclub.leagues.models.signup import TypedPerson
from goclub.leagues.ratinglist.queries import ListContradiction, contradictions, lists_of
from goclub.members.models import Member
from goclub.members.names import fold_name

#: What people type of themselves that a rating list has too.
_COMPARED = (
    *("name", "first_name", "rank", "club", "country"),
    *("egf_pin", "ffg_licence", "aga_id"),
)


class SignupPhase(StrEnum):
    """Whether people can register at present."""

    OFF = "off"
    EARLY = "early"
    OPEN = "open"
    OVER = "over"


def signup_of(event: Event) -> SignupSettings:
    """Return the settings of an event's registration, new ones where it has none yet."""
    return SignupSettings.objects.filter(event=event).first() or SignupSettings(event=event)


def phase_of(signup: SignupSettings, at: datetime) -> SignupPhase:
    """Return whether people can register at this moment."""
    if not signup.is_on or signup.event.state == Event.State.DRAFT:
        return SignupPhase.OFF
    if signup.event.state != Event.State.REGISTRATION:
        return SignupPhase.OVER
    if signup.opens_at is not None and at < signup.opens_at:
        return SignupPhase.EARLY
    if signup.closes_at is not None and at >= signup.closes_at:
        return SignupPhase.OVER
    return SignupPhase.OPEN


def own_registration(event: Event, member: Member | None) -> Registration | None:
    """Return the registration of a member for an event, whatever became of it."""
    if member is None:
        return None
    return event.registrations.filter(member=member).select_related("event", "fee").first()


def position_of(registration: Registration) -> int:
    """Return the place on the waiting list, from 1; 0 for somebody who is not on it."""
    if registration.state != Registration.State.WAITING:
        return 0
    return (
        registration.event.registrations.waiting().filter(number__lte=registration.number).count()
    )


def registrations_of(event: Event) -> list[Registration]:
    """Return every registration of an event in the order of arrival."""
    rows = event.registrations.select_related("member", "participant", "fee")
    return list(rows.prefetch_related("players").order_by("number"))


def listed_otherwise(
    event: Event, registrations: Iterable[Registration]
) -> list[ListContradiction]:
    """Return what guests who are no players yet typed otherwise than the event’s rating lists have.

    Of a team its players.  The participants, which are not saved, have the numbers of their
    registrations; what people left empty is no difference.
    """
    typed = [
        Participant(
            number=registration.number,
            display_name=person.display_name,
            **{column: getattr(person, column) for column in _COMPARED},
        )
        for registration in registrations
        if registration.state in Registration.HELD and registration.member_id is None
        for person in (registration.players.all() if event.team_size else [registration])
    ]
    differing = []
    for row in contradictions(typed, lists_of(event)) if typed else ():
        typed_here = (c for c in row.columns if getattr(row.participant, c) not in (None, ""))
        if columns := tuple(typed_here):
            differing.append(replace(row, columns=columns))
    return differing


def namesakes_among(registrations: Iterable[Registration]) -> set[TypedPerson]:
    """Return active registrations, and players of teams, that share a name or PIN with another."""
    active = [registration for registration in registrations if registration.is_active]
    players = [player for registration in active for player in registration.players.all()]
    return _sharing(active) | _sharing(players)


def _sharing(people: Iterable[TypedPerson]) -> set[TypedPerson]:
    marks = {row: {fold_name(row.name + row.first_name), row.egf_pin} - {""} for row in people}
    counts = Counter(mark for own in marks.values() for mark in own)
    return {row for row, own in marks.items() if any(counts[mark] > 1 for mark in own)}


@dataclass(frozen=True, slots=True)
class FeeTotal:
    """How many registered in one category of fee, and what of it is paid; amounts are exact."""

    name: str
    people: int
    owed: Decimal
    paid: Decimal

    @property
    def missing(self) -> Decimal:
        """What is still to be paid."""
        return self.owed - self.paid


def fee_totals(registrations: Iterable[Registration]) -> list[FeeTotal]:
    """Return the sums by category of those who owe something, in order of name, and last all."""
    groups: dict[str, list[Registration]] = {}
    for registration in registrations:
        if registration.owed is not None:
            groups.setdefault(str(registration.fee or ""), []).append(registration)
    totals = [_total(name, groups[name]) for name in sorted(groups)]
    return [*totals, _total("", [row for rows in groups.values() for row in rows])]


def _total(name: str, rows: list[Registration]) -> FeeTotal:
    paid = sum((row.owed or Decimal(0) for row in rows if row.paid_at), Decimal(0))
    return FeeTotal(
        name, len(rows), sum((row.owed or Decimal(0) for row in rows), Decimal(0)), paid
    )


def is_expected(registration: Registration) -> bool:
    """Return whether somebody is on the list for the door: who has a place, or has paid already."""
    states = (Registration.State.PLACE, Registration.State.ENTERED)
    return registration.state in states or registration.paid_at is not None
