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
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common import notation
from goclub.members.models import Member, Notice, NoticeSwitch
from goclub.members.names import shown_name

Mail = NoticeSwitch.Mail


class NoticeGroup(models.TextChoices):
    """What members choose the notices of together; each kind declares its own."""

    GAMES = "games", _("My games and challenges")
    NIGHTS = "nights", _("Club nights and events")
    LEAGUES = "leagues", _("Ladder, leagues and tournaments")
    CLUB = "club", _("Club and account")


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notice: a key with its room (``game.to_confirm``) and what is said of it.

    ``label`` names the kind on the page of switches; ``text`` is the sentence, with the notice's
    params as ``%(name)s``; the rank of who is named goes beside as ``name_rank``.  ``mail`` is how
    it goes by mail until the member says otherwise; ``always``: the member has no choice.
    ``office`` kinds are told to those who look after the club.  ``days`` names the params that are
    days (``2026-11-23``).  ``fuller`` makes another sentence of params that say more, or None.
    """

    key: str
    group: NoticeGroup
    label: StrOrPromise
    text: StrOrPromise
    mail: str = Mail.NOW
    always: bool = False
    office: bool = False
    days: tuple[str, ...] = ("day",)
    fuller: Callable[[Mapping[str, object]], str | None] | None = None

    def say(self, params: Mapping[str, object]) -> str:
        """The sentence, in the language of now; days and figures as the reader writes them."""
        params = _spelled(params)
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


def _spelled(params: Mapping[str, object]) -> Mapping[str, object]:
    """Return the params with people as the present reader sees their names."""
    romanised = {name: params.get(f"{name}_romanised") for name in params}
    return {
        name: shown_name(str(value), str(romanised[name])).first if romanised[name] else value
        for name, value in params.items()
    }


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
    """When a notice of this kind goes to each by mail: key of the member → a ``Mail``.

    What was chosen for the kind comes before what was chosen for its group.
    """
    chosen: dict[tuple[int, str], str] = {}
    if members and not kind.always:
        switches = NoticeSwitch.objects.filter(member__in=members, kind__in=[kind.key, kind.group])
        chosen = {(row.member_id, row.kind): row.mail for row in switches}
    return {
        member.pk: chosen.get((member.pk, kind.key))
        or chosen.get((member.pk, kind.group), kind.mail)
        for member in members
    }


#: So many unread notices are looked through; older ones stand on the page of notices.
NEWS_MOST: Final = 200


def unread_of(member: Member) -> list[Notice]:
    """The newest unread notices of a member, ``NEWS_MOST`` at most (one query)."""
    unread = Notice.objects.filter(member=member, read_at=None)
    return list(unread.order_by("-at", "-pk")[:NEWS_MOST])


def news_of(unread: Iterable[Notice], *, without: Sequence[str] = ()) -> list[dict[str, object]]:
    """Unread notices joined in one row a kind, the newest first; *without* kinds left out.

    Each with its ``newest``, the ``text`` of that, and how many ``more`` there are.
    """
    groups: dict[str, list[Notice]] = {}
    for notice in unread:
        groups.setdefault(notice.kind, []).append(notice)
    known = kinds()
    return [
        {"newest": rows[0], "text": known[kind].say(rows[0].params), "more": len(rows) - 1}
        for kind, rows in groups.items()
        if kind in known and kind not in without
    ]
