"""The demo's calendar: two evenings a week, a lesson each month, a holiday, one date moved."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from goclub.demo.leagues.cast import members
from goclub.leagues.calendar.queries import dates_by_rule
from goclub.leagues.calendar.services import Details, add_holiday, answer, move_date, start_series
from goclub.leagues.models import Coming, MeetingSeries

ZONE: Final = "Asia/Tokyo"
PLACE: Final = "Club room, above the tea shop by the river"
CONTACT: Final = "Hana Matsunaga, hello@hoshi.example"
#: Who answered to the next evening, and what.
YES, LATE, NO = "lu seo he krzyz mizuno weiss zofia", "joao ngoc", "garconnet"


def evenings(today: date) -> None:
    """Tuesdays and Fridays since half a year, with what is to come: answers, a holiday, a move."""
    at = datetime.combine(today, time(12), tzinfo=ZoneInfo(ZONE))
    tuesday = _start("Tuesday evening", "FREQ=WEEKLY;BYDAY=TU", time(18), 210, at)
    friday = _start("Friday evening", "FREQ=WEEKLY;BYDAY=FR", time(18), 240, at)
    start_series(
        details=Details(
            title="First stones: a lesson for beginners", kind=MeetingSeries.Kind.LESSON,
            first=today - timedelta(days=90), begins_at=time(14), minutes=90,
            rrule="FREQ=MONTHLY;BYDAY=2SA", zone=ZONE, place=PLACE, contact=CONTACT,
            remark="Nobody has to know anything; boards are here.",
        ),
        by=None, at=at,
    )  # fmt: skip
    soon, later = (list(_to_come(one, today)) for one in (tuesday, friday))
    _answers(tuesday, soon[0], at)
    _answers(friday, later[0], at)
    move_date(
        series=friday, day=later[1], to=later[1] + timedelta(days=1), begins_at=time(13),
        minutes=240, reason="The room is let on Friday.", by=None, at=at,
    )  # fmt: skip
    add_holiday(day=soon[2], name="Labour day of the house", by=None, at=at)


def _start(title: str, rrule: str, begins: time, minutes: int, at: datetime) -> MeetingSeries:
    details = Details(
        title=title, first=at.date() - timedelta(days=182), begins_at=begins, minutes=minutes,
        rrule=rrule, zone=ZONE, place=PLACE, contact=CONTACT,
        map_link="https://www.openstreetmap.org/?mlat=35.6958&mlon=139.7577#map=18",
        remark="Beginners are taught on any evening; boards and tea are on the house.",
    )  # fmt: skip
    return start_series(details=details, by=None, at=at)


def _to_come(series: MeetingSeries, today: date) -> list[date]:
    return list(dates_by_rule(series, today + timedelta(days=1), today + timedelta(days=35)))


def _answers(series: MeetingSeries, day: date, at: datetime) -> None:
    said = ((Coming.Answer.YES, YES), (Coming.Answer.LATE, LATE), (Coming.Answer.NO, NO))
    for word, keys in said:
        for member in members(keys):
            note = "after eight" if word == Coming.Answer.LATE else ""
            answer(series=series, day=day, member=member, answer=word, note=note, by=None, at=at)
