"""A ladder for tests, made through the services."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from goclub.leagues.challenge.services.challenges import accept, challenge_member
from goclub.leagues.challenge.tests.factories import NOW, proposal
from goclub.leagues.ladder.queries import ladder_at
from goclub.leagues.ladder.services import join, set_rules
from goclub.leagues.models import Challenge, LadderSettings
from goclub.members.models import Member, User
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member


def make_rules(**more: Any) -> LadderSettings:
    """The club's ladder, opened by its chair."""
    chair = User.objects.filter(groups__name=CHAIR).first() or make_member(role=CHAIR).user
    assert chair is not None
    values: dict[str, Any] = {
        "open": True,
        "reach": 3,
        "answer_days": 7,
        "play_days": 21,
        "rest_days": 7,
        "conditions": "even",
    }
    return set_rules(Act(chair), **values | more)


def make_ladder(*names: str, **more: Any) -> list[Member]:
    """Members on the ladder, from the top; they joined a month ago, an hour apart."""
    make_rules(**more)
    members = [make_member(name, points=120 - 5 * place) for place, name in enumerate(names)]
    for place, member in enumerate(members):
        assert member.user is not None
        joined = NOW - timedelta(days=30) + timedelta(hours=place)
        join(Act(member.user, joined), member)
    return members


def ladder_challenge(one: Member, other: Member, at: datetime = NOW, **more: Any) -> Challenge:
    """A challenge of *one* to *other* on the ladder."""
    assert one.user is not None
    return challenge_member(
        Act(one.user, at), one, challenged=other, proposal=proposal(**more), ladder=True
    )


def agreed_on_ladder(one: Member, other: Member, at: datetime = NOW) -> Challenge:
    """Such a challenge, accepted for its first time."""
    row = ladder_challenge(one, other, at)
    assert other.user is not None
    return accept(Act(other.user, at), row, time=1, seen=1)


def order_at(at: datetime) -> list[str]:
    """The names on the rungs, from the top."""
    now = ladder_at(at)
    return [now.people[key].display_name for key in now.ladder.order]
