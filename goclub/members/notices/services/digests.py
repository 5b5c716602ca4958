"""One letter a day with what a member has not read."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.encoding import iri_to_uri

from goclub.common.transactions import atomic_retried
from goclub.members.mail.services.writing import post_to_member
from goclub.members.models import DigestSent, Member, Notice
from goclub.members.notices.queries import kinds

#: So many notices stand in a letter; the others are named by their number.
MOST = 30


def send_digests(*, at: datetime) -> int:
    """Write the daily letter to everybody for whom something waits; returns how many letters.

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
