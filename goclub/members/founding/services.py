"""Founding a club: its settings, its first chair, its welcome, and what its first hour lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from importlib import import_module
from itertools import chain
from uuid import uuid4

from django.apps import apps
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common import backups
from goclub.common.photos import Photo
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.membership.services.admission import admit_newcomer, make_login
from goclub.members.membership.services.roles import set_role
from goclub.members.models import (
    ClubPicture,
    ClubSettings,
    Invitation,
    Letter,
    Member,
    MembershipStep,
    User,
)
from goclub.members.queries import chairs
from goclub.members.requests import Act
from goclub.members.rights import need
from goclub.members.roles import CHAIR


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

    Raises ``E_STATE`` (``founded``) where there is a chair: of two who found at once, one.
    """
    settings = _locked_settings()
    if chairs().exists():
        raise Refusal(
            _("This club already has a chair. Sign in, or ask the chair to invite you."),
            field="name",
            reason="founded",
        )
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

    Raises ``E_STATE`` (``member_already``).
    """
    if not user.is_superuser:
        need(user, "members.set_role")
    settings = _locked_settings()
    if Member.objects.filter(user=user).exists():
        raise Refusal(_("This account already belongs to a member."), field="display_name")
    if chairs().exists():
        return _member(user, at, on, rank, points, display_name=display_name, **profile)
    settings.first_hour_over = False
    settings.save()
    return _chair(user, at, on, rank, points, display_name=display_name, **profile)


@atomic_retried
def save_welcome(
    act: Act, *, texts: Mapping[str, str], pictures: Iterable[tuple[Photo | bool | None, str]]
) -> ClubSettings:
    """Store what visitors see first: a text for each language, and the pictures of the club.

    Each picture comes with its description, in the order of their places; None keeps the one that
    is there, False removes it.
    """
    need(act.by, "members.change_clubsettings")
    settings = _locked_settings()
    settings.welcome_texts = {code: text for code, text in texts.items() if text}
    settings.save()
    rows = {picture.place: picture for picture in ClubPicture.objects.all()}
    for place, (photo, description) in enumerate(pictures, start=1):
        picture = rows.get(place) or ClubPicture(place=place)
        if isinstance(photo, Photo):
            picture.hold(photo)
            picture.added_at = act.at
        elif photo is False and picture.pk:
            picture.delete()
        if picture.digest and photo is not False:
            picture.description = description
            picture.save()
    return settings


@atomic_retried
def put_first_hour_away(act: Act) -> None:
    """The chair has seen the list of the first hour often enough."""
    need(act.user, "members.set_role")
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
    set_role(Act(None, at), member, role=CHAIR)
    return member


def _member(
    user: User, at: datetime, on: date, rank: str, points: int | None, **profile: object
) -> Member:
    return admit_newcomer(
        Act(None, at),
        Member(user=user, **profile),
        on=on,
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


#: What the members’ rooms have a new club do.
FIRST_HOUR = (
    Task(
        key="mail",
        place=10,
        title=_("Does e-mail work?"),
        about=_("Send an e-mail to yourself. If it arrives, invitations will too."),
        button=_("Send test e-mail"),
        url_name="members:test-letter",
        is_done=lambda: Letter.objects.filter(kind="test", state=Letter.State.SENT).exists(),
        pressed=True,
    ),
    Task(
        key="backup",
        place=15,
        title=_("First backup"),
        about=_(
            "One file with everything. After this first backup, one is made automatically "
            "every night."
        ),
        button=_("Back up now"),
        url_name="members:backup-now",
        is_done=lambda: backups.age() is not None,
        pressed=True,
    ),
    Task(
        key="welcome",
        place=18,
        title=_("Welcome visitors"),
        about=_("What people read who have never been here: in each language, with pictures."),
        button=_("Write the welcome"),
        url_name="members:welcome",
        is_done=lambda: ClubSettings.objects.exclude(welcome_texts={}).exists(),
    ),
    Task(
        key="invite",
        place=20,
        title=_("Invite people"),
        about=_("Paste e-mail addresses, create a link for a poster, or add members by hand."),
        button=_("Invite"),
        url_name="members:invitations",
        is_done=lambda: Invitation.objects.exists() or Member.objects.active().count() > 1,
    ),
)
