"""What a game of a season league's event counts there, as its page says it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils import timezone

from goclub.common.notation import labelled
from goclub.games.models import Game
from goclub.games.playing.queries import GameContext
from goclub.games.playing.services.facts import GameFacts
from goclub.leagues.league.queries import waiting_words
from goclub.leagues.models import LeagueEvent
from goclub.leagues.season.labels.wording import counts_heading, finding_text
from goclub.leagues.season.services.standings import judge_recorded
from goclub.leagues.tournament.queries.events import game_context_of


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
