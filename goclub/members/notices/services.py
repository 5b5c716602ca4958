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
from goclub.members.models import DigestSent, Letter, Member, Notice, NoticeSwitch, User
from goclub.members.notices.queries import Mail, NoticeKind, kinds, mail_for
from ratings.errors import Code, RuleError

#: Salt of the links that switch a kind off without signing in.
STOP = "notices.stop"
#: What happened longer ago is no news for a letter.
OLD_NEWS = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Told:
    """What one member is told: where it can be seen, and the values that the sentence names.

    With a ``key`` they are notified only once.
    """

    member: Member
    url: str
    params: Mapping[str, str | int]
    key: str = ""


@transaction.atomic(savepoint=False)
def tell_each(
    *, kind: str, at: datetime, hearers: Iterable[Told], by: User | None = None
) -> list[Notice]:
    """Notify each member: always on the site, by e-mail as their settings say.

    Nobody is notified of their own actions (``by``), nor are former members.  What is older than
    two days is no news: it stands in the list as read, and goes into no letter.  As many queries
    for many as for one, letters apart.  Raises KeyError for a kind that no topic has declared.
    """
    about = kinds()[kind]
    news = timezone.now() - at < OLD_NEWS
    hearing = [
        item
        for item in hearers
        if item.member.status == Member.Status.MEMBER
        and (by is None or item.member.user_id != by.pk)
    ]
    known = _told_before([item for item in hearing if item.key])
    hearing = [item for item in hearing if (item.member.pk, item.key) not in known]
    wanted = mail_for([item.member for item in hearing], about) if news else {}
    notices = Notice.objects.bulk_create(
        Notice(
            member=item.member,
            kind=kind,
            params=dict(item.params),
            # As people read it: encoded, each letter of a Thai tournament takes nine.
            url=uri_to_iri(item.url),
            key=item.key,
            at=at,
            read_at=None if news else at,
            in_digest=wanted.get(item.member.pk) == Mail.DAILY,
        )
        for item in hearing
    )
    for notice in notices:
        if wanted.get(notice.member_id) == Mail.NOW:
            write_notice(notice, about, at)
    return notices


def _told_before(hearers: list[Told]) -> set[tuple[int, str]]:
    if not hearers:
        return set()
    rows = Notice.objects.filter(
        member__in=[item.member.pk for item in hearers],
        key__in={item.key for item in hearers},
    )
    return set(rows.values_list("member_id", "key"))


def tell(
    *,
    member: Member,
    kind: str,
    at: datetime,
    url: str,
    by: User | None = None,
    key: str = "",
    **params: str | int,
) -> Notice | None:
    """Notify one member (see :func:`tell_each`); returns None if they are not notified."""
    notices = tell_each(kind=kind, at=at, hearers=[Told(member, url, params, key)], by=by)
    return notices[0] if notices else None


def tell_office(
    *,
    kind: str,
    at: datetime,
    url: str,
    permission: str,
    by: User | None = None,
    key: str = "",
    **params: str | int,
) -> int:
    """Tell everybody who has a permission (``members.approve_member``); returns how many heard."""
    hearers = [Told(member, url, params, key) for member in members_with(permission)]
    return len(tell_each(kind=kind, at=at, hearers=hearers, by=by))


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
def choose_mail(*, member: Member, choices: Mapping[str, str]) -> None:
    """Keep when each kind goes by mail: key of the kind → one of ``NoticeSwitch.Mail``.

    Raises RuleError E_UNKNOWN for a kind or a time that is none.
    """
    for kind, mail in choices.items():
        if kind not in kinds() or mail not in Mail.values:
            raise RuleError(Code.UNKNOWN, field="kind", value=f"{kind} {mail}"[:80])
        NoticeSwitch.objects.update_or_create(member=member, kind=kind, defaults={"mail": mail})


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
    with translation.override(member.language):
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
            kind="mail.failed",
            at=at,
            url=reverse(DESK),
            permission="members.approve_member",
            key=f"letter:{letter.pk}",
            address=letter.to,
        )
    if backups.is_late(at):
        age = backups.age(at)
        count += tell_office(
            kind="backup.late" if age else "backup.none",
            at=at,
            url=reverse(DESK),
            permission="members.set_role",
            key=f"backup:{at.date()}",
            days=age.days if age else 0,
        )
    return count
