"""Whom a member could meet this week, and why we think so."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from goclub.games.finding.queries import FoundMember, with_rank
from goclub.leagues.calendar.labels.wording import when
from goclub.leagues.calendar.queries import coming_to, meetings_between
from goclub.leagues.challenge.queries import busy_with
from goclub.leagues.models import Coming
from goclub.leagues.official.queries.terms import open_matches_of
from goclub.members.models import Member

#: So far ahead one looks.
WEEK: Final = timedelta(days=7)


@dataclass(slots=True)
class Free:
    """Somebody who could be met: ``reasons`` in words with an address; ``busy``: asked already."""

    found: FoundMember
    busy: bool
    reasons: list[tuple[str, str]] = field(default_factory=list)


def free_this_week(me: Member, at: datetime) -> list[Free]:
    """Who said that he comes to an evening of the next seven days, and my open league games.

    As many queries for many as for few; the next evening first.
    """
    dates = [meeting for meeting in meetings_between(at, at + WEEK) if not meeting.cancelled]
    answers = coming_to(dates)
    people: dict[int, Member] = {}
    reasons: dict[int, list[tuple[str, str]]] = {}

    def add(member: Member, text: str, url: str) -> None:
        if member.pk != me.pk and member.status == Member.Status.MEMBER and member.user_id:
            people[member.pk] = member
            reasons.setdefault(member.pk, []).append((text, url))

    for date in dates:
        for row in answers[date.key]:
            if row.answer in (Coming.Answer.YES, Coming.Answer.LATE):
                add(row.member, f"{date.title} · {when(date)}", date.get_absolute_url())
    for match in open_matches_of(me):
        opponent = match.second if match.first.member_id == me.pk else match.first
        add(opponent.member, str(match.division.term.league), match.get_absolute_url())
    busy = busy_with(me, at)
    return [
        Free(ranked, ranked.member.pk in busy, reasons[ranked.member.pk])
        for ranked in with_rank(people.values())
    ]
