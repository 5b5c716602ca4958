"""Telling members what concerns them, daily letters, what was read, and troubles of the site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import iri_to_uri, uri_to_iri

from goclub.common import backups
from goclub.common.transactions import atomic_retried
from goclub.members.mail.services.writing import post_to_member
from goclub.members.models import (
    DigestSent,
    Letter,
    Member,
    Notice,
    NoticeSwitch,
    PushDevice,
    PushMessage,
)
from goclub.members.names import HasTwoSpellings, shown_as
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind, kinds, mail_for
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

#: Salt of the links that switch a kind off without signing in.
STOP = "notices.stop"
#: What happened longer ago is no news for a letter.
OLD_NEWS = timedelta(days=2)


#: What a sentence names; a person is kept in both spellings, so that each reader sees their own.
Value = str | int | HasTwoSpellings


@dataclass(frozen=True, slots=True)
class Told:
    """What one member is told: where it can be seen, and the values that the sentence names.

    With a ``key`` they are notified only once.
    """

    member: Member
    url: str
    params: Mapping[str, Value]
    key: str = ""


@transaction.atomic(savepoint=False)
def tell_each(act: Act, kind: str, hearers: Iterable[Told]) -> list[Notice]:
    """Notify each member on the site and by e-mail, as their settings say.

    Nobody is notified of their own actions or of what they switched off, nor are former members.
    What is older than two days is no news: it stands in the list as read, and goes into no letter.
    As many queries for many as for one, letters apart.  Raises KeyError for a kind that no topic
    has declared.
    """
    about = kinds()[kind]
    news = timezone.now() - act.at < OLD_NEWS
    hearing = [
        item
        for item in hearers
        if item.member.status == Member.Status.MEMBER
        and (act.by is None or item.member.user_id != act.by.pk)
    ]
    known = _told_before([item for item in hearing if item.key])
    hearing = [item for item in hearing if (item.member.pk, item.key) not in known]
    wanted = mail_for([item.member for item in hearing], about) if news else {}
    hearing = [item for item in hearing if wanted.get(item.member.pk) != Mail.OFF]
    notices = Notice.objects.bulk_create(
        Notice(
            member=item.member,
            kind=kind,
            params=_kept(item.params),
            # As people read it: encoded, each letter of a Thai tournament takes nine.
            url=uri_to_iri(item.url),
            key=item.key,
            at=act.at,
            read_at=None if news else act.at,
            in_digest=wanted.get(item.member.pk) == Mail.DAILY,
        )
        for item in hearing
    )
    for notice in notices:
        if wanted.get(notice.member_id) == Mail.NOW:
            write_notice(notice, about, act.at)
    if news:
        _send_to_devices(notices, act.at)
    return notices


def _send_to_devices(notices: list[Notice], at: datetime) -> None:
    """Queue notices for the devices of their members (:mod:`goclub.members.push`)."""
    by_member = {notice.member_id: notice for notice in notices}
    devices = PushDevice.objects.filter(member__in=by_member) if by_member else []
    PushMessage.objects.bulk_create(
        PushMessage(device=device, notice=by_member[device.member_id], next_try_at=at)
        for device in devices
    )


def _kept(params: Mapping[str, Value]) -> dict[str, str | int]:
    kept: dict[str, str | int] = {}
    for name, value in params.items():
        if isinstance(value, HasTwoSpellings):
            kept[name], second = value.spellings
            if second:
                kept[f"{name}_romanised"] = second
        else:
            kept[name] = value
    return kept


def _told_before(hearers: list[Told]) -> set[tuple[int, str]]:
    if not hearers:
        return set()
    rows = Notice.objects.filter(
        member__in=[item.member.pk for item in hearers],
        key__in={item.key for item in hearers},
    )
    return set(rows.values_list("member_id", "key"))


def tell(
    act: Act, member: Member, kind: str, *, url: str, key: str = "", **params: Value
) -> Notice | None:
    """Notify one member (see :func:`tell_each`); returns None if they are not notified."""
    notices = tell_each(act, kind, [Told(member, url, params, key)])
    return notices[0] if notices else None


def tell_office(
    act: Act, kind: str, *, url: str, permission: str, key: str = "", **params: Value
) -> int:
    """Tell everybody who has a permission (``members.approve_member``); returns how many heard."""
    hearers = [Told(member, url, params, key) for member in members_with(permission)]
    return len(tell_each(act, kind, hearers))


def members_with(permission: str) -> list[Member]:
    """Members whose login may do this, by their role or by itself."""
    app, _dot, codename = permission.partition(".")
    wanted = {"content_type__app_label": app, "codename": codename}
    groups = Q(**{f"user__groups__permissions__{name}": value for name, value in wanted.items()})
    own = Q(**{f"user__user_permissions__{name}": value for name, value in wanted.items()})
    members = Member.objects.active().filter(
        groups | own | Q(user__is_superuser=True), user__is_active=True
    )
    return list(members.select_related("user").distinct().order_by("pk"))


def write_notice(notice: Notice, about: NoticeKind, at: datetime) -> None:
    """Put a letter of one notice into the outbox; the sentence is in the member's language."""
    post_to_member(
        member=notice.member,
        template="notice",
        context={"about": about, "params": notice.params, "url": iri_to_uri(notice.url)},
        kind=about.key,
        at=at,
        key=f"notice:{notice.pk}",
        unsubscribe=stop_address(notice.member, about.key),
    )


def stop_address(member: Member, kind: str) -> str:
    """The path that switches a kind off for a member, from a letter and without signing in."""
    token = signing.dumps([member.pk, kind], salt=STOP, compress=True)
    return reverse("members:notices-stop", args=[token])


@atomic_retried
def read_notice(*, notice: Notice, at: datetime) -> None:
    """Note that a notice was read, the first time."""
    Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=at, in_digest=False)


@atomic_retried
def read_all(*, member: Member, at: datetime) -> int:
    """Note that a member has read everything; returns how many were new."""
    unread = Notice.objects.filter(member=member, read_at=None, at__lte=at)
    return unread.update(read_at=at, in_digest=False)


@atomic_retried
def choose_mail(
    *,
    member: Member,
    groups: Mapping[NoticeGroup, str] | None = None,
    kinds_apart: Mapping[str, str] | None = None,
) -> None:
    """Keep how groups of notices, and kinds apart from their group, reach a member.

    The values are ``NoticeSwitch.Mail``, or "" for what the kinds propose, and of a kind what its
    group says.  A choice for a group replaces earlier ones for its kinds.  Raises RuleError
    E_UNKNOWN for a kind or a time that is none.
    """
    for group, mail in (groups or {}).items():
        earlier = [kind.key for kind in kinds().values() if kind.group == group]
        NoticeSwitch.objects.filter(member=member, kind__in=earlier).delete()
        _choose(member, group, mail)
    for kind, mail in (kinds_apart or {}).items():
        if kind not in kinds() or mail not in ("", *Mail.values):
            raise RuleError(Code.UNKNOWN, "kind", f"{kind} {mail}"[:80])
        _choose(member, kind, mail)


def _choose(member: Member, kind: str, mail: str) -> None:
    if mail:
        NoticeSwitch.objects.update_or_create(member=member, kind=kind, defaults={"mail": mail})
    else:
        NoticeSwitch.objects.filter(member=member, kind=kind).delete()


@atomic_retried
def stop_mail(*, member: Member, kind: str) -> None:
    """Send no more e-mails of a kind; what is off altogether stays off."""
    if mail_for([member], kinds()[kind])[member.pk] != Mail.OFF:
        _choose(member, kind, Mail.NEVER)


def read_stop(token: str) -> tuple[Member, str] | None:
    """Whose letters of which kind a link switches off; None for a link that is not ours."""
    try:
        pk, kind = signing.loads(token, salt=STOP)
    except (signing.BadSignature, ValueError):
        return None
    member = Member.objects.filter(pk=pk).first()
    return (member, kind) if member and kind in kinds() else None


#: So many notices stand in a letter; the others are named by their number.
MOST = 30


def send_digests(*, at: datetime) -> int:
    """Write the daily e-mail to everyone who has something waiting; return how many.

    Once on each day of the member's own calendar, however often it is run.
    """
    waiting = Member.objects.active().filter(notices__in_digest=True).distinct()
    return sum(write_digest(member=member, at=at) for member in waiting.select_related("user"))


@atomic_retried
def write_digest(*, member: Member, at: datetime) -> bool:
    """Write a member's letter of the day, if there is something to write and an address."""
    day = at.astimezone(ZoneInfo(member.time_zone)).date()
    _sent, first = DigestSent.objects.get_or_create(member=member, day=day)
    if not first:
        return False
    known = kinds()
    waiting = Notice.objects.filter(member=member, in_digest=True, kind__in=known).order_by("at")
    count = waiting.count()
    with translation.override(member.language), shown_as(member.names_shown):
        lines = [
            (known[notice.kind].say(notice.params), iri_to_uri(notice.url))
            for notice in waiting[:MOST]
        ]
    letter = count and post_to_member(
        member=member,
        template="digest",
        context={"lines": lines, "count": count, "more": count - len(lines)},
        kind="digest",
        at=at,
        key=f"digest:{member.pk}:{day}",
    )
    waiting.update(in_digest=False)
    return bool(letter)


#: The page on which both are put right.
DESK: Final = "members:desk"
_OWN: Final = ("mail.failed", "digest")


def tell_of_troubles(*, at: datetime) -> int:
    """Tell of each letter that failed lately, once, and of a late backup, once a day.

    Returns how many notices that were.  Letters about failed letters are left out.
    """
    count = 0
    failed = Letter.objects.troubled().filter(changed_at__gt=at - OLD_NEWS).exclude(kind__in=_OWN)
    for letter in failed:
        count += tell_office(
            Act(None, at),
            "mail.failed",
            url=reverse(DESK),
            permission="members.approve_member",
            key=f"letter:{letter.pk}",
            address=letter.to,
        )
    if backups.is_late(at):
        age = backups.age(at)
        count += tell_office(
            Act(None, at),
            "backup.late" if age else "backup.none",
            url=reverse(DESK),
            permission="members.set_role",
            key=f"backup:{at.date()}",
            days=age.days if age else 0,
        )
    return count
