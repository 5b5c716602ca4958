"""Why the league's Elo is what it is (S4-1 … S4-8)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from goclub.games.labels import ComputationLine, decimal
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.reasons import (
    Words,
    exact_change,
    exact_rating,
    line_not_counted,
    sentence,
)

NOT_COUNTED: Words = {
    "no_result": lambda: _("not counted: no result"),
    "guest": lambda: _("not counted: played with a guest, who has no rating"),
    "not_league": lambda: _("not counted: not a game of a league’s event"),
    "free_board": lambda: _("not counted: small board"),
    "handicap": lambda: _("not counted: Elo knows no handicap stones"),
    "komi": lambda: _("not counted: not an even game, for which komi is from 5½ to 7½"),
    "free_flag": lambda: _("not counted: off record by a player’s wish"),
    "forfeit": lambda: _("not counted: won or lost by forfeit"),
}

RESULTS: Words = {
    "win": lambda: _("win, expected %(chance)s"),
    "loss": lambda: _("loss, expected %(chance)s"),
    "draw": lambda: _("draw: nothing changes"),
}


def not_counted(entry: RatingEntry) -> list[ComputationLine]:
    """Why a game moves nothing; none where it counts."""
    return line_not_counted(entry, NOT_COUNTED)


def short_reason(entry: RatingEntry) -> str:
    """One line: why the rating moved, or did not."""
    if entry.decision_id:
        return (
            _("bonus for a national tournament") if entry.code == "bonus" else _("starts at 1000")
        )
    if entry.code in NOT_COUNTED:
        return NOT_COUNTED[entry.code]()
    return RESULTS[entry.code]() % {"chance": _percent(entry.reason["inputs"]["expected"])}


def _percent(chance: float) -> str:
    return f"{decimal(100 * chance, 0)} %"


def computation(entry: RatingEntry) -> Iterator[ComputationLine]:
    """The computation of an entry, a line a step."""
    inputs = entry.reason["inputs"]
    rules = entry.reason["rules"]
    if entry.decision_id:
        yield ComputationLine(sentence(short_reason(entry)), rules[0])
        return
    if entry.code in NOT_COUNTED:
        yield ComputationLine(sentence(NOT_COUNTED[entry.code]()), rules[0])
        yield ComputationLine(
            _("The rating stays at %(rating)s.") % {"rating": decimal(entry.after)}
        )
        return
    if entry.code == "draw":
        yield ComputationLine(_("A draw changes no rating."), "S4-4")
        return
    if "S4-6" in rules:
        yield ComputationLine(_("Decided on time or by forfeit: a win like any other."), "S4-6")
    own, other = inputs["rating_before"], inputs["opponent"]
    yield ComputationLine(
        _("Expected: 1 ÷ (1 + 10^((%(other)s − %(own)s) ÷ 400)) = %(chance)s.")
        % {
            "other": exact_rating(other),
            "own": exact_rating(own),
            "chance": decimal(inputs["expected"], 4),
        },
        "S4-2",
    )
    yield ComputationLine(
        _("Change: %(k)s × (%(result)d − %(chance)s) = %(change)s.")
        % {
            "k": decimal(inputs["k"], 0),
            "result": int(entry.code == "win"),
            "chance": decimal(inputs["expected"], 4),
            "change": exact_change(entry.delta),
        },
        "S4-2",
    )
    yield ComputationLine(
        _("%(before)s %(change)s → %(after)s; kept unrounded, shown to one decimal.")
        % {
            "before": exact_rating(own),
            "change": exact_change(entry.delta),
            "after": exact_rating(entry.after),
        },
        "S4-8",
    )
