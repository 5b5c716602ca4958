"""Founding a club: its settings, its first chair, and what its first hour still lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from importlib import import_module
from itertools import chain
from uuid import uuid4

from django.apps import apps
from django.core import signing
from django.urls import reverse
from django_stubs_ext import StrOrPromise

from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.membership.services.admission import admit_newcomer, make_login
from goclub.members.membership.services.roles import set_role
from goclub.members.models import ClubSettings, Member, MembershipStep, User
from goclub.members.queries import chairs
from goclub.members.rights import need
from goclub.members.roles import CHAIR
from ratings.errors import Code, RuleError


@atomic_retried
def found_club(
    *,
    at: datetime,
    on: date,
    club: Mapping[str, object],
    email: str,
    password: str,
    display_name: str,
    rank: str = "",
    points: int | None = None,
    **profile: object,
) -> Member:
    """Store the club's settings and make the founder its first member and its chair.

    Raises ``E_STATE`` (``founding.founded``) where there is a chair: of two who found at once, one.
    """
    settings = _locked_settings()
    if chairs().exists():
        raise RuleError(Code.STATE, field="name", reason="founding.founded")
    for name, value in club.items():
        setattr(settings, name, value)
    settings.first_hour_over = False
    settings.save()
    user = make_login(email=email, password=password, active=True)
    return _chair(user, at, on, rank, points, display_name=display_name, **profile)


@atomic_retried
def enter_superuser(
    *,
    user: User,
    at: datetime,
    on: date,
    display_name: str,
    rank: str = "",
    points: int | None = None,
    **profile: object,
) -> Member:
    """Make the owner of a login from the command line a member, and the chair where there is none.

    Raises ``E_STATE`` (``founding.member_already``).
    """
    if not user.is_superuser:
        need(user, "members.set_role")
    settings = _locked_settings()
    if Member.objects.filter(user=user).exists():
        raise RuleError(Code.STATE, field="display_name", reason="founding.member_already")
    if chairs().exists():
        return _member(user, at, on, rank, points, display_name=display_name, **profile)
    settings.first_hour_over = False
    settings.save()
    return _chair(user, at, on, rank, points, display_name=display_name, **profile)


@atomic_retried
def put_first_hour_away(*, by: User) -> None:
    """The chair has seen the list of the first hour often enough."""
    need(by, "members.set_role")
    settings = _locked_settings()
    settings.first_hour_over = True
    settings.save()


def _locked_settings() -> ClubSettings:
    settings, _made = ClubSettings.objects.get_or_create(pk=1, defaults={"key": uuid4()})
    return lock_row(settings)


def _chair(
    user: User, at: datetime, on: date, rank: str, points: int | None, **profile: object
) -> Member:
    lock_row(user)  # the role comes after the ledger, and logins before it
    member = _member(user, at, on, rank, points, **profile)
    set_role(member=member, role=CHAIR, by=None, at=at)
    return member


def _member(
    user: User, at: datetime, on: date, rank: str, points: int | None, **profile: object
) -> Member:
    return admit_newcomer(
        member=Member(user=user, **profile),
        at=at,
        on=on,
        by=None,
        rank=rank,
        points=points,
        kind=MembershipStep.Kind.FOUNDED,
    )


_SALT = "members.founding"
_WORD = "found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that a new club does in its first hour.

    ``url_name`` where it is done, by a form of one button where ``pressed``; ``is_done`` asks the
    database.  An AppConfig names the modules that hold its own in ``first_hour``, each as
    ``FIRST_HOUR``.
    """

    key: str
    place: int
    title: StrOrPromise
    about: StrOrPromise
    button: StrOrPromise
    url_name: str
    is_done: Callable[[], bool]
    pressed: bool = False

    @property
    def url(self) -> str:
        """Where it is done."""
        return reverse(self.url_name)


def tasks() -> list[Task]:
    """What all apps would have a new club do, in order."""
    modules = chain.from_iterable(getattr(app, "first_hour", ()) for app in apps.get_app_configs())
    known: list[Task] = list(chain.from_iterable(import_module(m).FIRST_HOUR for m in modules))
    return sorted(known, key=lambda task: task.place)


def first_hour(user: User, settings: ClubSettings) -> list[tuple[Task, bool]]:
    """Each task and whether it is done; empty for all but the chair, and once it is over."""
    if settings.first_hour_over or not user.has_perm("members.set_role"):
        return []
    done_of = [(task, task.is_done()) for task in tasks()]
    return [] if all(done for _task, done in done_of) else done_of


def founding_token() -> str:
    """The word in the founder's link: nobody has it but whoever reads this site's secret key."""
    return signing.Signer(salt=_SALT).sign(_WORD).replace(":", ".", 1)


def may_found(token: str) -> bool:
    """Whether a link opens the page of founding: the site's own word, and no chair yet."""
    try:
        word = signing.Signer(salt=_SALT).unsign(token.replace(".", ":", 1))
    except signing.BadSignature:
        return False
    return word == _WORD and not chairs().exists()
