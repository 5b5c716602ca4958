"""Why the European rating, shown for comparison, is what it is (RULEBOOK section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from django.utils.translation import gettext as _

from goclub.common.notation import number, percent, sentence
from goclub.games.labels import ComputationLine, signed
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.reasons import (
    Words,
    exact_change,
    exact_rating,
    line_not_counted,
)
from goclub.members.models import StrengthDecision

NOT_COUNTED: Words = {
    "no_result": lambda: _("not counted: no result"),
    "computer": lambda: _("not counted: a computer played"),
    "pair": lambda: _("not counted: pair go"),
    "guest": lambda: _("not counted: played with a guest, who has no rating"),
    "free_board": lambda: _("not counted: small board"),
    "free_flag": lambda: _("not counted: unrated at a player’s request"),
    "komi": lambda: _(
        "not counted: no handicap stones, and a komi that fits neither an even nor a handicap game"
    ),
    "forfeit": lambda: _("not counted: won or lost by forfeit"),
    "off_scale": lambda: _(
        "not counted: with these stones Black is beyond the end of the scale, 3300"
    ),
}


class FormulaParts(TypedDict):
    """The parts of the formula in a counted step."""

    result: float
    expected: float
    weight: float
    con: float
    bonus: float


def not_counted(entry: RatingEntry) -> list[ComputationLine]:
    """Why a game moves nothing; none where it counts."""
    return line_not_counted(entry, NOT_COUNTED)


def short_reason(entry: RatingEntry) -> str:
    """One line: why the rating moved, or did not."""
    if entry.decision is not None:
        return _start_text(entry.decision)
    if entry.code in NOT_COUNTED:
        return NOT_COUNTED[entry.code]()
    chance = percent(100 * entry.reason["inputs"]["expected"])
    words = {
        "win": _("win, expected %(chance)s"),
        "loss": _("loss, expected %(chance)s"),
        "jigo": _("jigo, expected %(chance)s"),
        "called": _("draw because time was called, expected %(chance)s"),
    }
    return words[entry.code] % {"chance": chance}


def _start_text(decision: StrengthDecision) -> str:
    """Where a declaration starts a newcomer: at a rank, named or that of the declared points."""
    if decision.rank:
        return _("starts at the middle of the declared rank")
    if decision.points:
        return _("starts at the rank of the declared points")
    return _("strength unknown: starts at 20 kyu")


def computation(entry: RatingEntry) -> Iterator[ComputationLine]:
    """The computation of an entry, a line a step."""
    inputs = entry.reason["inputs"]
    rule = entry.reason["rules"][0]
    text = short_reason(entry)
    if entry.decision_id or entry.code in NOT_COUNTED:
        yield ComputationLine(sentence(text), rule)
        return
    if entry.code == "called":
        yield ComputationLine(
            _("House rule: a draw because time was called counts as a jigo."), "S4-15"
        )
    if abs(inputs["handicap"]) == 1:
        yield ComputationLine(_("Black moves first without komi: a handicap of one."), "H-egf-komi")
    yield ComputationLine(
        _("%(own)s against %(other)s, handicap %(stones)s: expected %(chance)s.")
        % {
            "own": exact_rating(inputs["rating_before"]),
            "other": exact_rating(inputs["opponent"]),
            "stones": signed(inputs["handicap"]),
            "chance": number(inputs["expected"], 4),
        },
        "EGF",
    )
    yield ComputationLine(
        _("Weight %(weight)s × (%(con)s × (%(result)s − %(chance)s) + %(bonus)s) = %(change)s.")
        % {
            "weight": number(inputs["weight"], 2),
            "con": number(inputs["con"], 3),
            "result": number(inputs["result"], 1),
            "chance": number(inputs["expected"], 5),
            "bonus": number(inputs["bonus"], 3),
            "change": exact_change(_moved(inputs)),
        },
        "EGF",
    )
    if inputs["rating_after"] - inputs["rating_before"] > _moved(inputs) + _LEAST:
        yield ComputationLine(_("No rating falls below −900."), "EGF")
    yield ComputationLine(
        _("%(before)s %(change)s → %(after)s; stored unrounded, shown to one decimal place.")
        % {
            "before": exact_rating(inputs["rating_before"]),
            "change": exact_change(float(entry.delta)),
            "after": exact_rating(inputs["rating_after"]),
        }
    )


#: What only the floats differ in.
_LEAST = 1e-6


def _moved(inputs: FormulaParts) -> float:
    """The change that the formula gives, before the lower end of the scale (section 6)."""
    surprise = inputs["con"] * (inputs["result"] - inputs["expected"])
    return inputs["weight"] * (surprise + inputs["bonus"])
