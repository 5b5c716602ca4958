"""What organisers do with registrations: take in, decline, payments, members, settings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import (
    Event,
    FeeCategory,
    Registration,
    SignupQuestion,
    SignupSettings,
)
from goclub.leagues.signup.services.letters import delete_letters, write_to
from goclub.leagues.signup.services.places import enter, settle
from goclub.leagues.tournament.services import registration as entries
from goclub.leagues.tournament.services.steps import OPEN, lock, lock_event
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

State = Registration.State
_ANY = tuple(Event.State)


def _chosen(event: Event, pks: Collection[int], states: Iterable[str]) -> list[Registration]:
    rows = event.registrations.filter(pk__in=pks, state__in=list(states))
    return list(rows.select_related("member", "participant", "fee").order_by("number"))


@atomic_retried
def take_in(act: Act, event: Event, pks: Collection[int]) -> int:
    """Make players of those who registered, also beyond the places; returns how many.

    Who is not confirmed yet, or waits, may be taken in as well: the organiser knows them.
    """
    event = lock_event(act, event)
    settle(act, event)
    chosen = _chosen(event, pks, Registration.HELD)
    for registration in chosen:
        registration.event, registration.changed_by = event, act.by
        registration.save(update_fields=["changed_by"])
        enter(act, event, registration)
    return len(chosen)


@atomic_retried
def decline(act: Act, event: Event, pks: Collection[int], *, reason: str = "") -> int:
    """Decline those who are not players yet, with a mail that says why; returns how many."""
    event = lock_event(act, event)
    chosen = _chosen(event, pks, (*Registration.HELD, State.EXPIRED))
    for registration in chosen:
        registration.event, registration.state = event, State.DECLINED
        registration.reason = reason.strip()[:300]
        registration.changed_at, registration.changed_by = act.at, act.by
        registration.save()
        if registration.is_confirmed:
            write_to(registration, "declined", act.at)
    settle(act, event)
    return len(chosen)


@atomic_retried
def mark_paid(act: Act, event: Event, pks: Collection[int]) -> int:
    """Note that people have paid, also after the event is closed; returns how many."""
    event = lock_event(act, event, states=_ANY)
    rows = event.registrations.filter(pk__in=pks, owed__isnull=False, paid_at=None)
    return rows.update(paid_at=act.at, paid_by=act.by)


@atomic_retried
def mark_unpaid(act: Act, event: Event, pks: Collection[int]) -> int:
    """Take back that people have paid; returns how many."""
    event = lock_event(act, event, states=_ANY)
    rows = event.registrations.filter(pk__in=pks, paid_at__isnull=False)
    return rows.update(paid_at=None, paid_by=None)


@atomic_retried
def delete_rows(act: Act, event: Event, pks: Collection[int]) -> int:
    """Delete registrations that are over, with everything their people typed; returns how many."""
    event = lock_event(act, event, states=_ANY)
    chosen = _chosen(event, pks, (State.WITHDRAWN, State.DECLINED, State.EXPIRED))
    return _delete(chosen)


def _delete(registrations: list[Registration]) -> int:
    delete_letters(registrations)
    Registration.objects.filter(pk__in=[row.pk for row in registrations]).delete()
    return len(registrations)


@atomic_retried
def link_member(act: Act, registration: Registration, *, member: Member | None) -> Registration:
    """Note that somebody who registered is this member (or no longer is); their entry follows.

    Raises RuleError E_DUPLICATE for a member who registered or entered by themselves.
    """
    event = lock_event(act, registration.event)
    registration = Registration.objects.select_related("participant").get(pk=registration.pk)
    registration.event = event
    if member is not None:
        entries.need_real(event)
        _need_single(event)
    if member is not None and event.registrations.filter(member=member).exists():
        raise RuleError(
            Code.DUPLICATE, "member", member.shown_name, reason="tournament.entered_already"
        )
    registration.member, registration.changed_by = member, act.by
    registration.changed_at = act.at
    registration.save(update_fields=["member", "changed_by", "changed_at"])
    if registration.state == State.ENTERED and registration.participant is not None:
        entries.link_member(act, registration.participant, member=member)
    return registration


def _need_single(event: Event) -> None:
    if event.team_size:
        raise Refusal(
            _("A team is no member. Enter it, then choose its members on the page “Teams”."),
            field="member",
        )


@atomic_retried
def save_signup(
    act: Act,
    signup: SignupSettings,
    *,
    questions: Iterable[SignupQuestion] = (),
    fees: Iterable[FeeCategory] = (),
    removed: Iterable[SignupQuestion | FeeCategory] = (),
) -> SignupSettings:
    """Store the settings of registration with its questions and fees.

    What people answered and owe stays with them.  Raises PermissionDenied, RuleError E_STATE.
    """
    event = lock_event(act, signup.event)
    signup.event = event
    rows: list[SignupSettings | SignupQuestion | FeeCategory] = [signup, *questions, *fees]
    for row in rows:
        row.event = event
        row.full_clean()
        row.save()
    for row in removed:
        row.delete()
    settle(act, event)
    return signup


@atomic_retried
def settle_event(act: Act, event: Event) -> None:
    """Settle the places of one event, as its job does from time to time."""
    settle(act, lock(event))


def settle_all(at: datetime) -> int:
    """Settle every event with registration that is open, and delete what is too old.

    Returns how many registrations were deleted.
    """
    for event in Event.objects.filter(state__in=OPEN, registrations__isnull=False).distinct():
        settle_event(Act(None, at), event)
    return delete_old(at)


@atomic_retried
def delete_old(at: datetime) -> int:
    """Delete the registrations of events that ended ``SIGNUP_KEEP_DAYS`` days ago or more."""
    last = timezone.localdate(at) - timedelta(days=settings.SIGNUP_KEEP_DAYS)
    return _delete(list(Registration.objects.filter(event__ends_on__lte=last)))
