"""The club night of the demo is open at whatever hour of whatever day the demo is filled."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from goclub.demo.facts import ZONE, DemoFiles
from goclub.demo.loading import DemoLoader
from goclub.leagues.calendar.queries import meetings_between
from goclub.leagues.evening.queries import state_of
from goclub.leagues.models import ClubNight, SeriesException
from goclub.members.roles import MEMBER, ORGANISER
from goclub.members.tests.factories import make_member

#: When the demo is filled → whether the evening of the calendar is on as it is, moved or none.
MOMENTS = {
    "2026-11-24T19:10": "as it is",  # a Tuesday, on which the club meets from six to half past nine
    "2026-11-24T10:05": "moved",
    "2026-11-24T23:00": "moved",
    "2026-11-28T02:00": "none",
    "2026-11-28T14:30": "none",
    "2026-11-29T00:20": "none",
    "2026-11-22T23:55": "none",
}
#: What is known of the club before this evening.
FACTS = {"meeting", "open_house", "answer", "begin_night", "check_in", "seat", "expect"}


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_evening_is_on_whenever_the_demo_is_filled(moment):
    now = datetime.fromisoformat(moment).replace(tzinfo=ZONE)
    loader = DemoLoader(DemoFiles.moved_to(now))
    facts = [fact for fact in loader.files.facts() if fact["do"] in FACTS]
    for fact in facts:
        values = " ".join([fact.get("members", ""), fact.get("by", ""), *fact.get("pair", [])])
        for key in values.split():
            if key not in loader.people:
                role = ORGANISER if key == "organiser" else MEMBER
                loader.people[key] = make_member(key, role=role)
    with loader.clock():
        for fact in facts:
            loader.play(fact)
    night = ClubNight.objects.get()
    assert night.open
    assert timedelta(0) <= now - night.opened_at <= timedelta(hours=1)
    evening, *others = [
        meeting
        for meeting in meetings_between(now - timedelta(hours=2), now + timedelta(hours=2))
        if meeting.kind == "evening"
    ]
    assert others == [], "one evening is one line in the calendar"
    assert evening.key == (night.series_id, night.on)
    assert evening.starts_at <= night.opened_at < now + timedelta(minutes=30) < evening.ends_at
    assert SeriesException.objects.exists() == (MOMENTS[moment] == "moved")
    assert (evening.title == "Open house") == (MOMENTS[moment] == "none")
    state = state_of(night)
    assert {game.table for game in state.running} == {1, 2, 3}
    assert len(state.expected) == 2
    assert all(game.paired_at < now for game in state.games)
