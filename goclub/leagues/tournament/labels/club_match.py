"""The score of a match of two clubs, in all and round by round."""

from __future__ import annotations

from typing import Any

from goclub.leagues.tournament.labels.figures import points_text
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from ratings.errors import RuleError
from tournaments.events.club_match import club_scores


def club_score_lines(snapshot: EventSnapshot) -> dict[str, Any] | None:
    """Return the clubs with their points; None while the entries are not of two clubs."""
    try:
        scores = club_scores(snapshot.tournament())
    except RuleError:
        return None
    first, second = scores.total2
    return {
        "clubs": scores.clubs,
        "points": (points_text(first), points_text(second)),
        "rounds": [
            (number, points_text(home), points_text(away))
            for number, (home, away) in enumerate(scores.rounds, start=1)
        ],
    }
