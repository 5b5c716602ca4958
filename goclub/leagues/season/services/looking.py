"""A look at what other settings of a season league would change, before they are stored."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from datetime import datetime
from itertools import zip_longest
from typing import Any

from goclub.leagues.models import LeagueEvent, SeasonRules
from goclub.leagues.season.services.rating import Progress, entrants_of, progress_of
from goclub.leagues.season.services.rules import check_free
from goclub.leagues.season.services.scores import event_rows


def look_at_rules(rules: SeasonRules, *, at: datetime) -> dict[str, Any]:
    """What these settings would change from their day on; nothing is stored.

    ``seasons``, ``events`` whose order would be another, and how many ``entries`` of the league's
    Elo; ``until`` the day from which others are set already, None where they would hold for good.
    Raises what :func:`~goclub.leagues.season.services.rules.check_free` raises.
    """
    league, day = rules.league, rules.valid_from
    check_free(league, day)
    changed = copy(league)
    kept = [row for row in league.dated_rules if row.valid_from != day]
    changed.dated_rules = sorted([*kept, rules], key=lambda row: row.valid_from)
    now, then = progress_of(league), progress_of(changed)
    return {
        "seasons": list(_seasons(now, then, at)),
        "events": list(_events(now, then)),
        "entries": _entries(now, then),
        "until": next((row.valid_from for row in kept if row.valid_from > day), None),
    }


def _seasons(now: Progress, then: Progress, at: datetime) -> Iterator[dict[str, object]]:
    """Seasons that would close at another moment, or in which players would stand elsewhere, with
    the ratings at the end or now."""
    seasons = zip(
        now.league.seasons.order_by("first"), then.league.seasons.order_by("first"), strict=True
    )
    for before, after in seasons:
        ratings_now, ratings_then = (
            {
                int(entrant.player): entrant.rating
                for entrant in entrants_of(progress, season, at=min(at, season.closing))
            }
            for progress, season in ((now, before), (then, after))
        )
        stands = [
            {"member": now.members[pk], "before": ratings_now[pk], "after": ratings_then[pk]}
            for pk in sorted(ratings_now, key=lambda pk: -ratings_then[pk])
            if round(ratings_now[pk], 6) != round(ratings_then[pk], 6)
        ]
        if before.closing != after.closing or stands:
            yield {
                "season": before,
                "closing": after.closing,
                "closing_before": before.closing,
                "moves": after.closing != before.closing,
                "stands": stands,
            }


def _events(now: Progress, then: Progress) -> Iterator[LeagueEvent]:
    for judged_event in now.counted:
        row = judged_event.row
        before, after = (
            [
                (line.player, line.place, line.small2)
                for line, _who in event_rows(now.played[row.pk], progress.league.rules_on(row.on))
            ]
            for progress in (now, then)
        )
        if before != after:
            yield row


def _entries(now: Progress, then: Progress) -> int:
    """Lines of the league's Elo that would read otherwise."""
    return sum(
        entry_now != entry_then
        for member in now.attended
        for entry_now, entry_then in zip_longest(
            now.moves.get(member, []), then.moves.get(member, [])
        )
    )
