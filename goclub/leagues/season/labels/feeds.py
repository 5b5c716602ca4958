"""Days and results of a season league as other programs read them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from goclub.common.calendar_file import CANCELLED, CONFIRMED, TENTATIVE, Item
from goclub.common.notation import labelled, listed, sentences
from goclub.leagues.league.queries import waiting_words
from goclub.leagues.models import Event, League
from goclub.leagues.season.labels.wording import counts_word, finding_text
from goclub.leagues.season.services.announcing import JudgedEvent, judge_events
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.scores import event_rows, load_played
from goclub.leagues.season.services.standings import recorded_seasons


def season_items(league: League) -> Iterator[Item]:
    """Seasons and announced events."""
    for row in league.seasons.order_by("first"):
        row.league = league
        yield Item(
            uid=f"season-{row.pk}",
            title=labelled(league, row),
            first=row.first,
            last=row.last,
            path=row.get_absolute_url(),
        )
    for one in judge_events(league):
        event = one.row.event
        yield Item(
            uid=f"event-{one.row.pk}",
            title=str(event),
            first=event.begins_on,
            last=event.ends_on,
            place=event.place,
            path=one.row.get_absolute_url(),
            text=_about(one),
            status=_status(one),
        )


def _status(one: JudgedEvent) -> str:
    """What the league says of an event: on, to be approved, or none of its own."""
    if one.row.event.state == Event.State.CANCELLED or one.row.declined:
        return CANCELLED
    return CONFIRMED if one.row.approved else TENTATIVE


def _about(one: JudgedEvent) -> str:
    """Why it is off, or why it does not count."""
    if one.row.event.state == Event.State.CANCELLED:
        return _("cancelled")
    if one.row.declined:
        return _("Declined by the league: %(reason)s") % {"reason": one.row.declined}
    reasons = [finding_text(finding) for finding in one.findings]
    return sentences([counts_word(one), *reasons]) if reasons else ""


def season_results(league: League) -> Iterator[tuple[str, str, str, datetime]]:
    """Closed events, the latest first, each with its order."""
    progress = progress_of(league)
    judged = [one for one in progress.judged if one.row.event.state == "closed"][-30:]
    played = load_played(one.row for one in judged)
    waiting = {
        standings.name: waiting_words(standings.name)
        for standings in recorded_seasons(progress, at=timezone.now())
        if standings.is_pending
    }
    for one in reversed(judged):
        small_points = progress.dated.small_points(one.row.event.begins_on)
        rows = event_rows(played[one.row.pk], small_points)
        text = listed(f"{row.place or '–'}. {who} {row.big}" for row, who in rows)
        at = one.row.event.closed_at
        text = " · ".join(filter(None, [text, waiting.get(one.season or "")]))
        if at is not None:
            yield str(one.row.event), text, one.row.get_absolute_url(), at
