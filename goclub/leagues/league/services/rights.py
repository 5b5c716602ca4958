"""Who may run which league, and the checks that every service shares."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import League, LeaguePerson
from goclub.members.models import User
from goclub.members.requests import Act
from ratings.errors import Code


def may_run(user: User | None, league: League, *, on: date) -> bool:
    """The office and the club's organisers, and the league's own organisers of that day.

    None is the site itself: the demo, an import.
    """
    if user is None or user.has_perm("leagues.run_league"):
        return True
    people = LeaguePerson.objects.filter(
        league=league, member__user=user.pk, role=LeaguePerson.Role.ORGANISER
    )
    return any(person.serves_on(on) for person in people)


def need_run(user: User | None, league: League, *, on: date) -> None:
    """Raise PermissionDenied unless the user may run the league."""
    if not may_run(user, league, on=on):
        raise PermissionDenied


def may_organise(act: Act, league: League) -> bool:
    """Whether this person may run the league on that day."""
    return may_run(act.by, league, on=league_day(league, act.at))


def need_organiser(act: Act, league: League) -> None:
    """Raise PermissionDenied unless this person may run the league on that day."""
    if not may_organise(act, league):
        raise PermissionDenied


def runs(
    user: User | AnonymousUser, league: League, people: Iterable[LeaguePerson] | None = None
) -> bool:
    """Whether the reader of a page may run this league today; visitors cost no question.

    *people* who serve, where the page has them already.
    """
    if not isinstance(user, User):
        return False
    if people is None:
        return may_run(user, league, on=league_day(league, timezone.now()))
    if user.has_perm("leagues.run_league"):
        return True
    organisers = (person for person in people if person.role == LeaguePerson.Role.ORGANISER)
    return any(person.member.user_id == user.pk for person in organisers)


def need_runner(user: User | AnonymousUser, league: League) -> None:
    """Raise PermissionDenied unless the reader may run the league today."""
    if not runs(user, league):
        raise PermissionDenied


def need_reason(reason: str) -> str:
    """Return the reason, stripped; raises E_MISSING where there is none."""
    if not reason.strip():
        raise Refusal(
            _("Give a reason. Everyone affected will see it."),
            code=Code.MISSING,
            field="reason",
            value=reason,
            reason="no_reason",
        )
    return reason.strip()


def league_day(league: League, at: datetime) -> date:
    """The day of a moment on the league's clocks."""
    return at.astimezone(ZoneInfo(league.zone_at(at))).date()
