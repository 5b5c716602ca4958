"""A night for tests: its organiser, people who came, pairs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from goclub.leagues.evening.queries import state_of
from goclub.leagues.evening.services import nights, pairs, people
from goclub.leagues.evening.services.pairs import propose
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

DAY = date(2025, 3, 4)
#: Names of four scripts, and points of a real club.
NAMES = (
    ("佐藤 健", 119), ("อนงค์ ศรีสุข", 136), ("Łukasz Źródlański", 78), ("Siobhán O'Dowd", 112),
    ("桐谷 文雄", 165), ("Jörg Weißenfels", 130), ("Priya Ramanujar", 31), ("Mila Ravensberg", 29),
)  # fmt: skip


def at(minute: int = 0) -> datetime:
    """A minute of the evening, counted from its beginning."""
    return datetime(2025, 3, 4, 10, 0, tzinfo=UTC) + timedelta(minutes=minute)


def make_night(by: Member | None = None, **more) -> ClubNight:
    by = by or make_member("Olga Organiser", role=ORGANISER)
    return nights.begin_night(Act(by.user, at()), **{"place": "Club room"} | more)


def some_members(count: int = 8) -> list[Member]:
    return [make_member(name, points=points) for name, points in NAMES[:count]]


def came(night: ClubNight, *members: Member, minute: int = 0) -> list[Presence]:
    return [people.check_in(Act(None, at(minute)), night, member=one) for one in members]


def offered(night: ClubNight, minute: int = 0) -> set[frozenset[str]]:
    """The pairs that the page offers, by name."""
    found = propose(state_of(night), at(minute)).pairs
    return {frozenset({str(one.one), str(one.other)}) for one in found}


def seat(
    night: ClubNight, by: Member, one: Presence, other: Presence, minute: int = 0
) -> NightGame:
    return pairs.accept_pair(Act(by.user, at(minute)), night, pair=(one.pk, other.pk))
