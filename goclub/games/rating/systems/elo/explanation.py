"""Why an Elo is what it is (S4-1 … S4-8): the club's, and each league's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from goclub.common.notation import number, percent, sentence
from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.reasons import (
    Words,
    exact_change,
    exact_rating,
    line_not_counted,
)

NOT_COUNTED: Words = {
    "no_result": lambda: _("not counted: no result"),
    "computer": lambda: _("not counted: a computer played"),
    "pair": lambda: _("not counted: pair go"),
    "guest": lambda: _("not counted: played with a guest, who has no rating"),
    "not_league": lambda: _("not counted: not a league event game"),
    "free_board": lambda: _("not counted: small board"),
    "handicap": lambda: _("not counted: Elo does not allow for handicap stones"),
    "komi": lambda: _("not counted: not an even game (komi 5½ to 7½)"),
    "free_flag": lambda: _("not counted: unrated at a player’s request"),
    "forfeit": lambda: _("not counted: won or lost by forfeit"),
}

RESULTS: Words = {
    "win": lambda: _("win, expected %(chance)s"),
    "loss": lambda: _("loss, expected %(chance)s"),
    "draw": lambda: _("draw: nothing changes"),
}

DECIDED: Words = {
    "start": lambda: _("starts at 1000"),
    "bonus": lambda: _("bonus for a national tournament"),
}


def not_counted(entry: RatingEntry) -> list[ComputationLine]:
    """Why a game moves nothing; none where it counts."""
    return line_not_counted(entry, NOT_COUNTED)


def short_reason(entry: RatingEntry) -> str:
    """One line: why the rating moved, or did not."""
    return reason_text(entry.code, entry.reason["inputs"])


def reason_text(code: str, inputs: Mapping[str, Any]) -> str:
    """Why a rating moved, or did not, from the code and the inputs of its reason."""
    words = DECIDED.get(code) or NOT_COUNTED.get(code)
    if words is not None:
        return words()
    return RESULTS[code]() % {"chance": percent(100 * inputs["expected"])}


def computation(entry: RatingEntry) -> Iterator[ComputationLine]:
    """The computation of an entry, a line a step."""
    reason = entry.reason
    return lines_of(entry.code, reason["rules"], reason["inputs"])


def lines_of(
    code: str, rules: Sequence[str], inputs: Mapping[str, Any]
) -> Iterator[ComputationLine]:
    """The computation of a step of Elo: of the club's ledger, or of a league's own."""
    after = inputs["rating_after"]
    if code in DECIDED or code in NOT_COUNTED:
        yield ComputationLine(sentence(reason_text(code, inputs)), rules[0])
        yield from _decided(code, inputs)
        return
    if code == "draw":
        if "S4-15" in rules:
            yield ComputationLine(
                _("The game was not over when time was called: a draw, not a jigo."), "S4-15"
            )
        yield ComputationLine(_("A draw changes no rating."), "S4-4")
        return
    if "S4-6" in rules:
        yield ComputationLine(_("Decided on time or by forfeit; counts as a normal win."), "S4-6")
    own, opponent, chance = inputs["rating_before"], inputs["opponent"], inputs["expected"]
    change = after - own
    yield ComputationLine(
        _("Expected: 1 ÷ (1 + 10^((%(other)s − %(own)s) ÷ 400)) = %(chance)s.")
        % {
            "other": exact_rating(opponent),
            "own": exact_rating(own),
            "chance": number(chance, 4),
        },
        "S4-2",
    )
    yield ComputationLine(
        _("Change: %(k)s × (%(result)d − %(chance)s) = %(change)s.")
        % {
            "k": number(inputs["k"], 0),
            "result": int(code == "win"),
            "chance": number(chance, 4),
            "change": exact_change(change),
        },
        "S4-2",
    )
    yield _sum_line(own, change, after)


def _decided(code: str, inputs: Mapping[str, Any]) -> Iterator[ComputationLine]:
    """What follows where no game was counted."""
    own, after = inputs["rating_before"], inputs["rating_after"]
    if code == "bonus":
        yield _sum_line(own, after - own, after)
    elif code in NOT_COUNTED:
        yield ComputationLine(_("The rating stays at %(rating)s.") % {"rating": number(after, 1)})


def _sum_line(own: float, change: float, after: float) -> ComputationLine:
    return ComputationLine(
        _("%(before)s %(change)s → %(after)s; stored unrounded, shown to one decimal place.")
        % {
            "before": exact_rating(own),
            "change": exact_change(change),
            "after": exact_rating(after),
        },
        "S4-8",
    )
