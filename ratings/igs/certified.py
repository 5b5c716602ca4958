"""What one game makes of a certified player: the table, fifty points, the borders (S0-15 … S0-26).

Nearly every game of a history is one of these.  What follows from little is therefore made once
and looked up: the rows of the table with the rules that they cite, the letters of the last two
games.  The inputs of a reason are written out when somebody asks for them.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ratings.igs.conditions import GAP24, HALF24
from ratings.igs.games import NO_SHOWS, RULES_OF, TEXT, Facts, NotRated
from ratings.igs.points import CHANGES, MULTIPLIER_TEXT, multiplier_of
from ratings.igs.promotion import IgsRankCode, judge
from ratings.igs.state import AFTER_RATED, AFTER_UNRATED, SYSTEM_NAME, IgsRules, IgsState
from ratings.system import Inputs, Reason, Step

#: S0-24, S0-25: not multiplied, unless the club says so.
FIFTY: Final = 50
_BARRED = "UU"

# By name: reaching a member through its class costs more than the comparison it serves.
_KEPT, _BC = IgsRankCode.KEPT, IgsRankCode.BC
_CODE_TEXT = {code: code.value for code in IgsRankCode}


def certified_step(
    facts: Facts, colour: str, own: IgsState, reasons: tuple[NotRated, ...], rules: IgsRules
) -> Step[IgsState]:
    """Return what a game with a result makes of *own*, the certified player of *colour*."""
    won, rated, base = facts.winner == colour, own.rated, None
    if reasons:
        code, change, cited = _unrated(own, reasons[0], won)
        if change and rules.fifty_times:
            change = _multiplied(change, own, rules)
        recent = AFTER_UNRATED[own.recent]
    else:
        rated += 1
        tenths = multiplier_of(rated, rules.first_twenty10)
        change, base, cited = _ROWS[rules.interpolate, tenths][facts.place]
        code = "win"
        if not won:
            code, change = "loss", -change
        recent = AFTER_RATED[own.recent]
    rank, judged, moved = own.rank, own.points + change, None
    points = judged
    if change:
        rank, points, moved = judge(judged, rank, rules.thresholds, rules.above)
        if moved is _BC:
            cited += _RULES_OF_BC
    after = IgsState(rank, points, rated=rated, recent=recent)
    step_inputs = IgsCertifiedInputs(facts, colour, own, reasons, rules, base, judged, moved, after)
    return Step(after, points - own.points, Reason(SYSTEM_NAME, code, cited, step_inputs))


class IgsCertifiedInputs(Struct, frozen=True, gc=False):
    """What a game tells of a certified player.

    ``base`` the points of the table as text, None for a game that is not rated.  ``judged`` his
    points before BC takes them.  ``moved`` what became of his rank, None where no point moved.
    """

    facts: Facts
    colour: str
    own: IgsState
    reasons: tuple[NotRated, ...]
    rules: IgsRules
    base: str | None
    judged: int
    moved: IgsRankCode | None
    after: IgsState

    def inputs(self) -> Inputs:
        """The inputs of the reason, by name."""
        own, rules, after, change = self.own, self.rules, self.after, self.judged - self.own.points
        shown = self.facts.inputs(self.colour, self.reasons)
        shown.update(rules.thresholds.lines[own.rank])
        if rules.above:
            shown["above"] = True
        number = times = None
        if not self.reasons or (change and rules.fifty_times):
            number = own.rated + 1
            times = MULTIPLIER_TEXT[multiplier_of(number, rules.first_twenty10)]
        rated = not self.reasons
        shown["number"] = number if rated else None
        shown["multiplier"] = times if rated else None
        shown["base"] = self.base
        if times is not None and not rated:
            shown["fifty_times"] = times
        shown["delta"], shown["points_judged"] = change, self.judged
        shown["rated"], shown["points_after"] = after.rated, after.points
        if self.moved is not None:
            shown["rank_code"] = _CODE_TEXT[self.moved]
            if self.moved is not _KEPT:
                shown["rank_after"] = after.rank_text
        return shown


# --- rated games ---------------------------------------------------------------------------------

_RULES_OF_BC: Final = ("S0-26b", "S0-26c")
#: A game by the table: its points, those of the table as text, the rules behind them.
_Row = tuple[int, str, tuple[str, ...]]


def _row(interpolate: bool, tenths: int, net24: int, white_won: bool, even: bool) -> _Row:
    """One game by the table (S0-15 … S0-21), and the border that is always asked after it."""
    pair = CHANGES[interpolate, tenths][abs(net24)]
    change = pair[0] if (net24 >= 0) == white_won else pair[1]
    return change.points, change.base, _cited(even, net24, change.was_rounded)


def _cited(even: bool, net24: int, was_rounded: bool) -> tuple[str, ...]:
    # Without conditions to correct, White and Black are only names of the columns.
    cited = ["S0-16"] if even else ["S0-15"]
    if net24 % HALF24:  # between two rows of the table
        cited.append("S0-17")
    if net24 < 0 and not even:
        cited.append("S0-18")
    cited += ["S0-19", "S0-20"]
    if was_rounded:
        cited.append("S0-21")
    return (*cited, "S0-26")


class _Rows(dict[tuple[bool, int], tuple[_Row, ...]]):
    """Every game by the table, by (interpolate, multiplier) and :attr:`Facts.place`."""

    def __missing__(self, kind: tuple[bool, int]) -> tuple[_Row, ...]:
        interpolate, tenths = kind
        self[kind] = rows = tuple(
            _row(interpolate, tenths, net24, white_won, even)
            # A negative place counts from the end, as Python reads it.
            for net24 in (*range(GAP24), *range(1 - GAP24, 0))
            for white_won in (False, True)
            for even in (False, True)
        )
        return rows


_ROWS: Final = _Rows()


# --- games that are not rated --------------------------------------------------------------------


def _unrated(own: IgsState, first: NotRated, won: bool) -> tuple[str, int, tuple[str, ...]]:
    """(code, points, rules) of a game that is not rated for a certified player: S0-24, S0-25."""
    if first in NO_SHOWS:
        return TEXT[first], FIFTY if won else -FIFTY, _NO_SHOW
    if first is NotRated.BC or first is NotRated.PROVISIONAL:
        if not won:
            return TEXT[first], 0, _UNCERTIFIED
        if own.recent == _BARRED:
            return "fifty_barred", 0, _UNCERTIFIED
        return "fifty", FIFTY, _FIFTY
    return TEXT[first], 0, RULES_OF[first]


_NO_SHOW: Final = (*RULES_OF[NotRated.NO_SHOW], "S0-26")
_UNCERTIFIED: Final = (*RULES_OF[NotRated.PROVISIONAL], "S0-25")
_FIFTY: Final = (*_UNCERTIFIED, "S0-26")


def _multiplied(fifty: int, own: IgsState, rules: IgsRules) -> int:
    """Fifty points, won or lost, as they would be in his next rated game: always a whole number."""
    return fifty * multiplier_of(own.rated + 1, rules.first_twenty10) // 10
