"""Handicap and komi of two seats: what each system offers, and what the players want instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.refusals.registry import Refusals
from goclub.games.calculator.services.seats import Seat
from goclub.games.labels import Line, half, komi_text, stones_text
from goclub.games.rating.labels.conditions import (
    conditions_lines,
    conditions_text,
    standard_lines,
    standard_text,
)
from goclub.games.rating.systems.igs import explanation
from goclub.games.rating.systems.igs.explanation import ranks_text
from ratings.errors import RuleError
from ratings.halves import half_text
from ratings.igs.conditions import (
    EVEN_KOMI2,
    HALF24,
    MOST_DIFFERENCE2,
    RANK24,
    Net,
    check_conditions,
    standard_handicap,
    value24,
)
from ratings.igs.conditions import net as igs_net
from ratings.igs.points import base12, points_text
from ratings.paa.conditions import paa_conditions

#: S1-14: eight points are a stone; Black's first move is worth 5½ of them.
_POINTS2_A_STONE, _FIRST_MOVE2 = 16, 11
_MOST_STONES, _WITH_MOST_STONES_KOMI2 = 9, -11
_MOST_KOMI2 = 2 * 361


@dataclass(frozen=True, slots=True)
class Effect:
    """What conditions leave of the difference, as both systems measure it.

    ``net_lines`` of IGS (S0-15 … S0-18), empty where a side has no rank; ``net`` then None.
    ``left2`` points of PAA, doubled, by which White remains the better; None without points.
    """

    net: Net | None
    net_text: str
    net_lines: list[Line]
    left2: int | None
    left_text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """One set of conditions: ``key`` paa, igs or own; ``black`` the key of the seat.

    ``toss`` colour is tossed for, and Black is only named for the sake of the figures.
    """

    key: str
    handicap: int
    komi2: int
    black: str
    toss: bool
    text: str
    lines: list[Line]
    effect: Effect


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What can be played where no standard conditions exist, as fields of the form."""

    text: str
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class NoOffer:
    """Why a system offers no conditions, and what can be played instead."""

    key: str
    text: str
    rule: str
    suggestions: list[Suggestion]


def paa_offer(one: Seat, other: Seat, interpolate: bool) -> Offer | NoOffer:
    """Handicap and komi by points (S1-14 … S1-16)."""
    first, second = one.paa_points, other.paa_points
    if first is None or second is None:
        return NoOffer("paa", _("Points or a PAA rank of both are needed."), "S1-14", [])
    found = paa_conditions(first, second)
    black = {"a": one, "b": other, None: one}[found.weaker]
    white = other if black is one else one
    return Offer(
        "paa",
        found.handicap,
        found.komi2,
        black.key,
        found.weaker is None,
        conditions_text(found),
        conditions_lines(found, max(first, second), min(first, second)),
        effect_of(black, white, found.handicap, found.komi2, interpolate),
    )


def igs_offer(one: Seat, other: Seat, interpolate: bool) -> Offer | NoOffer:
    """The standard handicap by IGS ranks (S0-14); none beyond nine ranks."""
    levels = levels_of(one, other)
    if levels is None:
        return _no_ranks(one, other)
    difference2 = abs(levels[0] - levels[1])
    black, white = (other, one) if levels[0] > levels[1] else (one, other)
    try:
        found = standard_handicap(difference2)
    except RuleError:
        return _too_far(difference2, black, white)
    return Offer(
        "igs",
        found.stones,
        found.komi2,
        black.key,
        difference2 == 0,
        standard_text(found),
        standard_lines(
            found, difference2, white.states["igs"].rank_text, black.states["igs"].rank_text
        ),
        effect_of(black, white, found.stones, found.komi2, interpolate),
    )


def _no_ranks(one: Seat, other: Seat) -> NoOffer:
    if one.states["igs"] is None or other.states["igs"] is None:
        return NoOffer("igs", _("An IGS rank of both is needed."), "S0-14", [])
    text = _("Players in BC and professionals have no rank to compare: agree on conditions.")
    return NoOffer("igs", text, "S0-2", [_suggest(0, EVEN_KOMI2, "one")])


def _too_far(difference2: int, black: Seat, white: Seat) -> NoOffer:
    """Beyond nine ranks (S0-14, E_UNDEFINED): the game may still be played, unrated."""
    text = _(
        "%(white)s and %(black)s are %(n)s ranks apart. Beyond nine ranks no standard conditions "
        "exist. Such a game can be played all the same; IGS never rates it."
    ) % {
        "white": white.states["igs"].rank_text,
        "black": black.states["igs"].rank_text,
        "n": half(difference2),
    }
    suggestions = [_suggest(_MOST_STONES, _WITH_MOST_STONES_KOMI2, black.key)]
    level = EVEN_KOMI2 - (HALF24 * difference2 - RANK24 * (_MOST_STONES - 1))
    if abs(level) <= _MOST_KOMI2:
        suggestions.append(_suggest(_MOST_STONES, level, black.key, levels=True))
    return NoOffer("igs", text, "S0-14", suggestions)


def _suggest(stones: int, komi2: int, black: str, *, levels: bool = False) -> Suggestion:
    text = f"{stones_text(stones)}, {komi_text(komi2)}"
    if levels:
        text = _("%(conditions)s: this levels the whole difference") % {"conditions": text}
    elif stones == _MOST_STONES:
        text = _("%(conditions)s: the most that the table knows") % {"conditions": text}
    return Suggestion(
        text, {"by": "own", "stones": str(stones), "komi": half_text(komi2), "black": black}
    )


def own_offer(
    one: Seat,
    other: Seat,
    base: Offer | None,
    asked: dict[str, Any],
    interpolate: bool,
) -> Offer:
    """The players' own conditions; what they leave open comes from *base*, else an even game.

    *asked*: ``stones`` and ``komi2`` or None, ``black`` a seat's key or "".  Raises RuleError on
    ``stones`` or ``komi`` (S0-14, bad input).
    """
    stones = asked["stones"]
    komi2 = asked["komi2"]
    stones, komi2 = check_conditions(
        (base.handicap if base else 0) if stones is None else stones,
        (base.komi2 if base else EVEN_KOMI2) if komi2 is None else komi2,
    )
    black_key = asked["black"] or (base.black if base else one.key)
    black, white = (one, other) if black_key == one.key else (other, one)
    shown = stones_text(stones) if stones else _("Black moves first, no stones placed")
    return Offer(
        "own",
        stones,
        komi2,
        black.key,
        False,
        f"{shown}, {komi_text(komi2)}",
        [],
        effect_of(black, white, stones, komi2, interpolate),
    )


def levels_of(first: Seat, second: Seat) -> tuple[int, int] | None:
    """Both doubled levels (S0-2); None where one has no IGS rank, is in BC or a professional."""
    found = [None if s.states["igs"] is None else s.states["igs"].level2 for s in (first, second)]
    return None if found[0] is None or found[1] is None else (found[0], found[1])


def effect_of(black: Seat, white: Seat, stones: int, komi2: int, interpolate: bool) -> Effect:
    """What the conditions leave of the difference (S0-15 … S0-19; S1-14 read backwards)."""
    effect = Effect(None, "–", [], None, "–")
    levels = levels_of(black, white)
    # The largest komi of PAA leaves the range in which a game can be recorded.
    if levels is not None and abs(komi2) <= _MOST_KOMI2:
        found = igs_net(levels[0], levels[1], stones, komi2, interpolate=interpolate)
        effect = replace(
            effect,
            net=found,
            net_text=_net_text(levels, found),
            net_lines=_net_lines(black, white, stones, komi2, found, interpolate),
        )
    if black.paa_points is not None and white.paa_points is not None:
        worth2 = _POINTS2_A_STONE * (max(stones, 1) - 1) + _FIRST_MOVE2 - komi2
        left2 = 2 * (white.paa_points - black.paa_points) - worth2
        effect = replace(effect, left2=left2, left_text=_left(left2))
    return effect


def _net_text(levels: tuple[int, int], found: Net) -> str:
    text = ranks_text(str(abs(found.exact)))
    if abs(levels[0] - levels[1]) > MOST_DIFFERENCE2 or not found.rated:
        return _("%(net)s, not rated") % {"net": text}
    if found.used == abs(found.exact):
        return text
    used = ranks_text(str(found.used))
    return _("%(net)s, counts as %(used)s") % {"net": text, "used": used}


def _left(left2: int) -> str:
    if not left2:
        return _("level")
    text = _("%(n)s points for White still") if left2 > 0 else _("%(n)s points too many for Black")
    return text % {"n": half(abs(left2))}


def _net_lines(
    black: Seat, white: Seat, stones: int, komi2: int, found: Net, interpolate: bool
) -> list[Line]:
    levels = levels_of(black, white)
    assert levels is not None
    even = not stones and komi2 == EVEN_KOMI2
    inputs = {
        "own_rank": white.states["igs"].rank_text,
        "opponent_rank": black.states["igs"].rank_text,
        "difference2": levels[1] - levels[0],
        "stones": stones,
        "komi2": komi2,
        "value": str(Fraction(value24(stones, komi2), RANK24)),
        "net": str(found.exact),
        "net_used": str(found.used),
        "interpolated": interpolate,
    }
    lines = list(explanation.net_lines(inputs, even=even))
    if found.swapped and not even:
        lines.append(
            Line(_("The conditions more than level it: Black counts as the stronger."), "S0-18")
        )
    if abs(levels[0] - levels[1]) > MOST_DIFFERENCE2:
        lines.append(Line(_("More than nine ranks apart: not rated."), "S0-14"))
    elif not found.rated:
        lines.append(Line(_("3½ ranks or more remain: not rated."), "S0-10"))
    else:
        size = int(abs(found.exact) * RANK24)
        points = [points_text(base12(size, side, interpolate)) for side in (True, False)]
        lines.append(
            Line(
                _("The table gives %(s)s when the stronger side wins, %(w)s when the weaker wins.")
                % {"s": ranks_text(points[0]), "w": ranks_text(points[1])},
                "S0-19",
            )
        )
    return lines


# --- Refusals ---------------------------------------------------------------------------------
REFUSALS: Refusals = {
    "calculator.certified_only": gettext_lazy(
        "Rated games can be given with a certified rank only: leave this empty."
    ),
    "calculator.low_above_high": gettext_lazy(
        "“From” lies above “to” (%(value)s): exchange the two."
    ),
}
