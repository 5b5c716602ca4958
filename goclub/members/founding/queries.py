"""Whether a club still has to be founded, and how far its first hour is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import chain

from django.apps import apps
from django.core import signing
from django.urls import reverse
from django_stubs_ext import StrOrPromise

from goclub.members.models import ClubSettings, User
from goclub.members.queries import chairs

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
