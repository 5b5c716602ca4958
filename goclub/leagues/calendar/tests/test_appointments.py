"""A league game for which two have a date stands in the club's calendar, on the league's clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.utils import timezone

from goclub.games.tests.factories import at
from goclub.leagues.models import Match
from goclub.leagues.tests.league_factories import DAY, match_of, running


def test_an_appointment_stands_on_the_leagues_own_day(client, monkeypatch):
    """Seven in the morning of 21 March in Tokyo is still 20 March in UTC."""
    monkeypatch.setattr(timezone, "now", lambda: at(DAY, 30))
    term, (one, other, _third) = running(120, 110, 100, names="abc")
    match = match_of(term, one, other)
    Match.objects.filter(pk=match.pk).update(
        arranged_for=datetime(2025, 3, 20, 22, 0, tzinfo=UTC), place="Tea shop"
    )
    response = client.get("/calendar/2025-03/")
    days = {day.day: day for week in response.context["weeks"] for day in week if day.inside}
    url = match.get_absolute_url()
    (entry,) = [one for one in days[date(2025, 3, 21)].entries if one.url == url]
    assert (entry.begins, entry.place) == ("07:00", "Tea shop")
    assert url not in {one.url for one in days[date(2025, 3, 20)].entries}
