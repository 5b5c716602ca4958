"""Days and results of a season league as other programs read them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from goclub.common.calendar_file import Item
from goclub.leagues.models import League
from goclub.leagues.season.services.announcing import judge_events
from goclub.leagues.season.services.rules import rules_of
from goclub.leagues.season.services.scores import event_rows, load_played


def season_items(league: League) -> Iterator[Item]:
    """Seasons and announced events."""
    for row in league.seasons.order_by("first"):
        row.league = league
        yield Item(
            uid=f"season-{row.pk}",
            title=f"{league}: {row}",
            first=row.first,
            last=row.last,
            path=row.get_absolute_url(),
        )
    for one in judge_events(league):
        event = one.row.event
        if event.state != "cancelled":
            yield Item(
                uid=f"event-{one.row.pk}",
                title=str(event),
                first=event.begins_on,
                last=event.ends_on,
                place=event.place,
                path=one.row.get_absolute_url(),
            )


def season_results(league: League) -> Iterator[tuple[str, str, str, datetime]]:
    """Closed events, the latest first, each with its order."""
    judged = [one for one in judge_events(league) if one.row.event.state == "closed"][-30:]
    played = load_played(one.row for one in judged)
    rules = rules_of(league)
    for one in reversed(judged):
        rows = event_rows(played[one.row.pk], rules.small_points)
        text = ", ".join(f"{row.place or '–'}. {who} {row.big}" for row, who in rows)
        at = one.row.event.closed_at
        if at is not None:
            yield str(one.row.event), text, one.row.get_absolute_url(), at
