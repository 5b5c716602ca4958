"""Challenges of a member: those to answer, those agreed, and what two members could play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Q, QuerySet, Subquery
from django.utils import timezone

from goclub.games.models import Standing
from goclub.games.playing.queries import WaitingRows
from goclub.games.rating.queries import rank_of
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.leagues.models import Challenge
from goclub.members.models import Member
from ratings.igs.conditions import EVEN_KOMI2

State, Side = Challenge.State, Challenge.Side
#: Conditions that come from no table: an even game, and what the two say themselves.
EVEN, OWN = "even", "own"
#: So many of what is over stand on the page of challenges.
PAST: Final = 30
#: A member has no more than this under way, so that no page of them grows long.
MOST: Final = 100


def _ranks() -> dict[str, Subquery]:
    return {"challenger_rank": rank_of("challenger"), "challenged_rank": rank_of("challenged")}


@dataclass(frozen=True, slots=True)
class Conditions:
    """What one of the club's tables gives two members; ``mine`` whether the first takes Black.

    ``mine`` None where colour is tossed for.
    """

    key: str
    handicap: int
    komi2: int
    mine: bool | None


def conditions_between(me: Member, opponent: Member) -> list[Conditions]:
    """What each system's table gives these two, and an even game (one query)."""
    rows = Standing.objects.filter(member__in=[me, opponent], state__isnull=False)
    held = {(row.system, row.member_id): row.state for row in rows}
    choices = []
    for system in SYSTEMS:
        states = [held.get((system.key, player.pk)) for player in (me, opponent)]
        terms = system.terms(*(None if state is None else system.read(state) for state in states))
        if isinstance(terms, GameTerms):
            mine = None if terms.toss else terms.black == ONE
            choices.append(Conditions(system.key, terms.handicap, terms.komi2, mine))
    return [*choices, Conditions(EVEN, 0, EVEN_KOMI2, None)]


def challenge_page(pk: int, member: Member) -> QuerySet[Challenge]:
    """One challenge for one of its two; nobody else finds it."""
    return Challenge.objects.of(member).with_people().annotate(**_ranks()).filter(pk=pk)


def pending_of(member: Member, at: datetime) -> list[Challenge]:
    """Challenges of a member on which something is still to be said or played (one query)."""
    rows = Challenge.objects.of(member).pending(at).with_people().annotate(**_ranks())
    return list(rows.order_by(F("agreed_for").asc(nulls_last=True), "lapses_at", "pk")[:MOST])


def _asked(member: Member, at: datetime) -> dict[str, Any]:
    today = timezone.localtime(at).replace(hour=0, minute=0, second=0, microsecond=0)
    return {"member": member.pk, "at": at, "tomorrow": today + timedelta(days=1)}


def _waiting(*, member: int, at: datetime, tomorrow: datetime) -> QuerySet[Challenge]:
    due = Q(state=State.ACCEPTED, agreed_for__lt=tomorrow)
    rows = Challenge.objects.of(member).pending(at)
    return rows.filter(due | Challenge.to_be_answered_by(member))


#: What a member has to answer, and agreed games whose day has come: to be reported.
WAITS: Final = WaitingRows(_asked, _waiting)


def past_of(member: Member, at: datetime) -> list[Challenge]:
    """The latest of those that are over (two queries)."""
    live = Challenge.objects.of(member).pending(at).values_list("pk", flat=True)
    rows = Challenge.objects.of(member).exclude(pk__in=list(live)).with_people()
    return list(rows.annotate(**_ranks()).order_by("-changed_at", "-pk")[:PAST])


def pending_between(me: Member, opponent: Member, at: datetime) -> Challenge | None:
    """What is under way between two members, if anything."""
    return Challenge.objects.between(me, opponent).pending(at).first()


def busy_with(me: Member, at: datetime) -> set[int]:
    """Return the keys of members with whom a member has a challenge under way (one query)."""
    pairs = Challenge.objects.of(me).pending(at).values_list("challenger_id", "challenged_id")
    return {pk for pair in pairs for pk in pair} - {me.pk}


def agreed_between(
    start: datetime, end: datetime, member: Member, *, with_off: bool = False
) -> QuerySet[Challenge]:
    """Accepted challenges of a member that are played in a span of time, the earliest first.

    *with_off*: those too that were accepted and then called off.
    """
    states = [State.ACCEPTED, State.OFF] if with_off else [State.ACCEPTED]
    rows = Challenge.objects.of(member).present().with_people().annotate(**_ranks())
    return rows.filter(state__in=states, agreed_for__gte=start, agreed_for__lt=end).order_by(
        "agreed_for", "pk"
    )


def is_due(challenge: Challenge, at: datetime) -> bool:
    """Whether the day of an accepted challenge has come and its game is still to be reported."""
    if challenge.state != State.ACCEPTED or challenge.agreed_for is None:
        return False
    today = timezone.localdate(at)
    return challenge.is_pending(at) and timezone.localdate(challenge.agreed_for) <= today


def versions_of(challenge: Challenge) -> Sequence[Challenge]:
    """The terms that the two proposed one after the other, as they stood (one query)."""
    versions: dict[int, Challenge] = {}
    for row in challenge.history.order_by("history_id"):
        if row.version not in versions:
            version: Challenge = row.instance
            version.challenger, version.challenged = challenge.challenger, challenge.challenged
            versions[row.version] = version
    return list(versions.values())
