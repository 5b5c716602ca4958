"""Kinds of notice, and what a member has not read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Final

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django_stubs_ext import StrOrPromise

from goclub.common import notation
from goclub.members.models import Member, Notice, NoticeSwitch

Mail = NoticeSwitch.Mail


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notice: a key with its room (``game.to_confirm``) and what is said of it.

    ``label`` names the kind on the page of switches; ``text`` is the sentence, with the notice's
    params as ``%(name)s``; the rank of who is named goes beside as ``name_rank``.  ``mail`` is how
    it goes by mail until the member says otherwise; ``office`` kinds are told to those who look
    after the club.  ``days`` names the params that are days (``2026-11-23``).  ``fuller`` makes
    another sentence of params that say more, or None.
    """

    key: str
    label: StrOrPromise
    text: StrOrPromise
    mail: str = Mail.NOW
    office: bool = False
    days: tuple[str, ...] = ("day",)
    fuller: Callable[[Mapping[str, object]], str | None] | None = None

    def say(self, params: Mapping[str, object]) -> str:
        """The sentence, in the language of now; days and figures as the reader writes them."""
        if self.fuller and (sentence := self.fuller(params)):
            return sentence
        shown = {name: self._shown(name, value) for name, value in params.items()}
        for name in params:
            if rank := params.get(f"{name}_rank"):
                shown[name] = notation.named(str(shown[name]), str(rank))
        return str(self.text) % shown

    def _shown(self, name: str, value: object) -> object:
        if isinstance(value, int):
            return notation.number(value)
        if name in self.days and value:
            return notation.short_day(date.fromisoformat(str(value)))
        return value


@cache
def kinds() -> Mapping[str, NoticeKind]:
    """Every kind by its key, from the modules that the apps name in ``AppConfig.notices``.

    A kind is a line in the ``KINDS`` of its topic's labels.
    """
    modules = chain.from_iterable(getattr(app, "notices", ()) for app in apps.get_app_configs())
    known: dict[str, NoticeKind] = {}
    for kind in chain.from_iterable(import_module(name).KINDS for name in modules):
        if kind.key in known:
            raise ImproperlyConfigured(f"two kinds of notice of one name: {kind.key}")
        known[kind.key] = kind
    return known


def mail_for(members: Sequence[Member], kind: NoticeKind) -> dict[int, str]:
    """When a notice of this kind goes to each by mail: key of the member → a ``Mail``."""
    switches = NoticeSwitch.objects.filter(member__in=members, kind=kind.key)
    chosen = dict(switches.values_list("member_id", "mail")) if members else {}
    return {member.pk: chosen.get(member.pk, kind.mail) for member in members}


@dataclass(frozen=True, slots=True)
class News:
    """Unread notices of one kind: the newest of them, its sentence, and how many more there are."""

    newest: Notice
    text: str
    more: int


#: So many unread notices are looked through; older ones stand on the page of notices.
NEWS_MOST: Final = 200


def unread_of(member: Member) -> list[Notice]:
    """The newest unread notices of a member, ``NEWS_MOST`` at most (one query)."""
    unread = Notice.objects.filter(member=member, read_at=None)
    return list(unread.order_by("-at", "-pk")[:NEWS_MOST])


def news_of(unread: Iterable[Notice], *, without: Sequence[str] = ()) -> list[News]:
    """Unread notices joined in one row a kind, the newest first; *without* kinds left out."""
    groups: dict[str, list[Notice]] = {}
    for notice in unread:
        groups.setdefault(notice.kind, []).append(notice)
    known = kinds()
    return [
        News(rows[0], known[kind].say(rows[0].params), len(rows) - 1)
        for kind, rows in groups.items()
        if kind in known and kind not in without
    ]
