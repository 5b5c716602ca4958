"""Opening and closing an evening, and the one lock that all of it takes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.games.evening.services import need_organiser
from goclub.leagues.calendar.queries import Occurrence, next_meeting
from goclub.leagues.evening.queries import open_night
from goclub.leagues.models import ClubNight, NightGame, NightPress
from goclub.leagues.models.evening import MOST_PATIENCE, MOST_TABLES
from goclub.members.models import Member, User
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

#: A night that nobody closed ends after so long.
LONGEST_NIGHT: Final = timedelta(hours=16)
#: The night of a meeting opens so long before it begins, for who comes early.
OPENS_BEFORE: Final = timedelta(hours=1)


def is_organiser(user: User | None) -> bool:
    """Whether somebody runs the evening; None is the site itself, or the tablet at its door."""
    return user is None or (
        user.has_perm("games.report_for_others") and user.has_perm("games.decide_game")
    )


def may_speak_for(by: User | None, member: Member) -> bool:
    """A member speaks for himself, an organiser for everybody."""
    return (by is not None and member.user_id == by.pk) or is_organiser(by)


@atomic_retried
def begin_night(
    *,
    by: User | None,
    at: datetime,
    place: str = "",
    terms: str = "",
    tables: int | None = None,
    patience: int | None = None,
    meeting: Occurrence | None = None,
) -> ClubNight:
    """Open the evening of today, or that of the calendar; what is not said is as last time.

    One that is open is returned, unless it was forgotten (:data:`LONGEST_NIGHT`) and is closed.

    Raises RuleError E_RANGE for tables and patience, E_UNKNOWN for the terms.
    """
    if by is not None:
        need_organiser(by)
    if running := open_night():
        if at - running.opened_at < LONGEST_NIGHT:
            return running
        _end(lock_row(running), by=by, at=running.opened_at + LONGEST_NIGHT)
    last = ClubNight.objects.order_by("-on", "-pk").first() or ClubNight()
    night = ClubNight(
        on=meeting.local_date if meeting else timezone.localdate(at),
        opened_at=at,
        opened_by=by,
        place=(place or (meeting.place if meeting else "") or last.place).strip()[:80],
        terms=terms or last.terms,
        tables=last.tables if tables is None else tables,
        patience=last.patience if patience is None else patience,
        series_id=meeting.series_id if meeting else None,
    )
    check_settings(night)
    try:
        with transaction.atomic():
            night.save()
    except IntegrityError:
        # Another organiser was first.
        running = open_night()
        if running is None:
            raise
        return running
    return night


def check_settings(night: ClubNight) -> None:
    """Raise RuleError unless these are settings of an evening."""
    if night.terms not in ClubNight.Terms.values:
        raise RuleError(Code.UNKNOWN, field="terms", value=night.terms)
    whole_number(night.tables, field="tables", low=1, high=MOST_TABLES)
    whole_number(night.patience, field="patience", low=0, high=MOST_PATIENCE)


@atomic_retried
def change_night(
    *, night: ClubNight, by: User, place: str, terms: str, tables: int, patience: int
) -> ClubNight:
    """Other settings from now on; games under way keep theirs."""
    need_organiser(by)
    night = take_open(night)
    night.place, night.terms = place.strip()[:80], terms
    night.tables, night.patience = tables, patience
    check_settings(night)
    night.save()
    return night


@atomic_retried
def close_night(*, night: ClubNight, by: User | None, at: datetime) -> ClubNight:
    """End the evening: everybody leaves, tables are freed; a result can still be told.

    Closing again changes nothing.
    """
    if by is not None:
        need_organiser(by)
    night = lock_row(night)
    return _end(night, by=by, at=at) if night.open else night


def _end(night: ClubNight, *, by: User | None, at: datetime) -> ClubNight:
    night.games.filter(ended_at=None).update(ended_at=at)
    night.presences.filter(left_at=None, arrived_at__isnull=False).update(
        left_at=at, fixed_with=None
    )
    night.open, night.closed_at, night.closed_by = False, at, by
    night.save()
    return night


def meeting_due(at: datetime) -> Occurrence | None:
    """The evening of the calendar that is on, or begins soon, and has had no night of its own."""
    meeting = next_meeting(at)
    if meeting is None or meeting.starts_at - OPENS_BEFORE > at:
        return None
    held = ClubNight.objects.filter(series_id=meeting.series_id, on=meeting.local_date)
    return None if held.exists() else meeting


def open_by_calendar(*, at: datetime) -> ClubNight | None:
    """The open night; where none is, that of the calendar opens by itself once it is due."""
    running = open_night()
    if running is not None and at - running.opened_at < LONGEST_NIGHT:
        return running
    meeting = meeting_due(at)
    if meeting is not None:
        return begin_night(by=None, at=at, meeting=meeting)
    if running is not None:
        close_night(night=running, by=None, at=running.opened_at + LONGEST_NIGHT)
    return None


def take_open(night: ClubNight) -> ClubNight:
    """The night, locked; raises RuleError E_STATE once it is over."""
    night = lock_row(night)
    if not night.open:
        raise RuleError(Code.STATE, field="night", reason="night.over")
    return night


def sent_before(key: UUID | None) -> bool:
    """Whether this press was done already."""
    return key is not None and NightPress.objects.filter(key=key).exists()


def keep_press(
    night: ClubNight,
    what: str,
    *,
    key: UUID | None,
    by: User | None,
    at: datetime,
    game: NightGame | None = None,
) -> None:
    """Remember that a press was done."""
    if key is not None:
        NightPress.objects.create(night=night, key=key, what=what, by=by, at=at, game=game)
