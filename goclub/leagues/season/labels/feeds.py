"""What is said of a season league elsewhere: its days and results, and a game on its own page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from goclub.common.calendar_file import CANCELLED, CONFIRMED, TENTATIVE, Item
from goclub.common.notation import labelled, listed, sentences
from goclub.games.models import Game
from goclub.games.playing.queries import GameContext
from goclub.games.playing.services.facts import GameFacts
from goclub.leagues.league.queries import waiting_words
from goclub.leagues.models import Event, League, LeagueEvent
from goclub.leagues.season.labels.wording import counts_heading, counts_word, finding_text
from goclub.leagues.season.services.announcing import JudgedEvent, judge_events
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.scores import event_rows, load_played
from goclub.leagues.season.services.standings import judge_recorded, recorded_seasons
from goclub.leagues.tournament.queries.events import game_context_of


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
    for judged_event in judge_events(league):
        event = judged_event.row.event
        yield Item(
            uid=f"event-{judged_event.row.pk}",
            title=str(event),
            first=event.begins_on,
            last=event.ends_on,
            place=event.place,
            path=judged_event.row.get_absolute_url(),
            text=_about(judged_event),
            status=_status(judged_event),
        )


def _status(judged_event: JudgedEvent) -> str:
    """What the league says of an event: on, to be approved, or none of its own."""
    if judged_event.row.event.state == Event.State.CANCELLED or judged_event.row.declined:
        return CANCELLED
    return CONFIRMED if judged_event.row.approved else TENTATIVE


def _about(judged_event: JudgedEvent) -> str:
    """Why it is off, or why it does not count."""
    if judged_event.row.event.state == Event.State.CANCELLED:
        return _("cancelled")
    if judged_event.row.declined:
        return _("Declined by the league: %(reason)s") % {"reason": judged_event.row.declined}
    reasons = [finding_text(finding) for finding in judged_event.findings]
    return sentences([counts_word(judged_event), *reasons]) if reasons else ""


def season_results(league: League) -> Iterator[tuple[str, str, str, datetime]]:
    """Closed events, the latest first, each with its order."""
    progress = progress_of(league)
    judged = [
        judged_event for judged_event in progress.judged if judged_event.row.event.state == "closed"
    ][-30:]
    played = load_played(judged_event.row for judged_event in judged)
    waiting = {
        standings.name: waiting_words(standings.name)
        for standings in recorded_seasons(progress, at=timezone.now())
        if standings.is_pending
    }
    for judged_event in reversed(judged):
        rows = event_rows(played[judged_event.row.pk], judged_event.row.rules)
        text = listed(f"{row.place or '–'}. {name} {row.big}" for row, name in rows)
        at = judged_event.row.event.closed_at
        text = " · ".join(filter(None, [text, waiting.get(str(judged_event.season))]))
        if at is not None:
            yield str(judged_event.row.event), text, judged_event.row.get_absolute_url(), at


class LeagueEvents:
    """The events of season leagues as keepers of their games (``playing.services.keepers``).

    Their tables are those of the events, which lock and check for themselves.
    """

    def context_of(self, game: Game) -> GameContext | None:
        """The league, its event and the table, and whether the event counts."""
        if not game.for_league:
            return None
        row = (
            LeagueEvent.objects.filter(event__rounds__pairings__game=game)
            .select_related("league", "event", "format")
            .first()
        )
        table = game_context_of(game)
        if row is None or table is None:
            return None
        judged, pending = judge_recorded(row, at=timezone.now())
        waits = [waiting_words(pending.name)] if pending else []
        return replace(
            table,
            text=labelled(row.league, table.text),
            counts=counts_heading(judged),
            why=(*(finding_text(finding) for finding in judged.findings), *table.why, *waits),
        )

    def lock(self, game: Game) -> None:
        """The event is locked by its tables."""

    def check(self, game: Game, facts: GameFacts | None) -> None:
        """What the tables could not follow they refuse themselves."""


EVENTS: Final = LeagueEvents()
