"""Challenges for tests, made through the services."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from goclub.leagues.challenge.services.challenges import accept, challenge_member
from goclub.leagues.challenge.services.proposals import ChallengeProposal
from goclub.leagues.models import Challenge
from goclub.members.models import Member
from goclub.members.requests import Act

#: A Monday noon in Warsaw; its Tuesday and Thursday evenings are proposed.
NOW = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 11, 24, 18, 0, tzinfo=UTC)
THURSDAY = TUESDAY + timedelta(days=2)


def proposal(**more: Any) -> ChallengeProposal:
    """An even game on Tuesday or Thursday."""
    values: dict[str, Any] = {"conditions": "even", "times": (TUESDAY, THURSDAY)}
    return ChallengeProposal(**(values | more))


def make_challenge(one: Member, other: Member, at: datetime = NOW, **more: Any) -> Challenge:
    """A challenge of *one* to *other*."""
    assert one.user is not None
    return challenge_member(Act(one.user, at), one, challenged=other, proposal=proposal(**more))


def make_agreed(one: Member, other: Member, at: datetime = NOW, **more: Any) -> Challenge:
    """A challenge that was accepted for its first time."""
    row = make_challenge(one, other, at, **more)
    assert other.user is not None
    return accept(Act(other.user, at), row, time=1, seen=1)
