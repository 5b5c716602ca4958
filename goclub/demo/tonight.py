"""The club night that is open whenever the demo is filled, at any hour of any day."""

from __future__ import annotations

import random
from datetime import datetime, time, timedelta
from typing import Any, Final, TypedDict

from goclub.demo.facts import ZONE
from goclub.demo.naming import NamedRows
from goclub.leagues.calendar.queries import next_meeting, occurrence_on
from goclub.leagues.calendar.services.dates import move_date
from goclub.leagues.calendar.services.series import start_series
from goclub.leagues.evening.services.nights import begin_night
from goclub.leagues.evening.services.pairs import accept_pair
from goclub.leagues.evening.services.people import check_in, expect
from goclub.leagues.evening.services.results import record_result
from goclub.leagues.models import ClubNight, MeetingSeries
from goclub.members.requests import Act

MINUTE: Final = timedelta(minutes=1)


class Hours(TypedDict):
    """When a meeting begins, and how long it is."""

    begins_at: time
    minutes: int


class EveningOfNow(NamedRows):
    """Plays the facts of the open night; ``now`` is the moment of the present fact."""

    def __init__(self, filled_at: datetime) -> None:
        super().__init__(filled_at)
        self.now = datetime.min.replace(tzinfo=ZONE)

    def play_open_house(self, since: int, reason: str, **details: Any) -> None:
        """Let the club meet now: since the half hour so many minutes ago, until late.

        An evening that is on by its rule stays as it is; one of another hour of the day is moved.
        """
        now = self.filled_at
        begins = now - since * MINUTE
        begins = begins.replace(minute=begins.minute // 30 * 30, second=0, microsecond=0)
        midnight = datetime.combine(begins.date() + timedelta(days=1), time.min, ZONE)
        ends = max(midnight - 30 * MINUTE, now + timedelta(hours=3))
        hours = Hours(begins_at=begins.time(), minutes=(ends - begins) // MINUTE)
        regular = next_meeting(datetime.combine(begins.date(), time.min, ZONE))
        if regular is None or regular.starts_at.date() != begins.date():
            series = start_series(
                Act(None, self.now), {**details, **hours, "first": begins.date(), "zone": str(ZONE)}
            )
            self.tonight = series, begins.date()
            return
        series = MeetingSeries.objects.get(pk=regular.series_id)
        self.tonight = series, regular.local_date
        if not regular.starts_at <= begins <= now < regular.ends_at:
            move_date(
                Act(None, self.now),
                series,
                day=regular.local_date,
                to=begins.date(),
                reason=reason,
                **hours,
            )

    def play_begin_night(self, by: str, tables: int) -> None:
        meeting = occurrence_on(*self.tonight)
        begin_night(
            Act(self.find_by(by), self.now), place="Club room", tables=tables, meeting=meeting
        )

    def play_check_in(self, by: str, members: str) -> None:
        """Let members come to the open night, a minute apart."""
        night, user = ClubNight.objects.get(open=True), self.find_by(by)
        for number, key in enumerate(members.split()):
            check_in(Act(user, self.now + number * MINUTE), night, member=self.people[key])

    def play_expect(self, members: str, minutes: int) -> None:
        """Let members say that they come so many minutes after the demo is filled."""
        night, comes_at = ClubNight.objects.get(open=True), self.filled_at + minutes * MINUTE
        for key in members.split():
            expect(
                Act(self.find_by(key), self.now), night, member=self.people[key], comes_at=comes_at
            )

    def play_seat(self, by: str, pair: list[str], first_wins: int | None = None) -> None:
        """Seat two on the open night; the first may win after so many minutes."""
        night, user = ClubNight.objects.get(open=True), self.find_by(by)
        presences = {row.member_id: row.pk for row in night.presences.all()}
        first, second = (presences[self.people[key].pk] for key in pair)
        lots = random.Random(" ".join(pair))
        game = accept_pair(Act(user, self.now), night, pair=(first, second), lots=lots)
        if first_wins is not None:
            winner = "B" if game.black_id == first else "W"
            at = self.now + first_wins * MINUTE
            record_result(Act(user, at), game, winner=winner, ending="resign")
