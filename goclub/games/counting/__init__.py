"""Counting a finished position (RULEBOOK.md section 4, S3-11 … S3-13, F1 and F4).

The players say which stones are dead; everything else follows from the board.  All sums are exact:
points are whole numbers, margins and komi whole half points (``…2``), positive for Black.

>>> counted = count([".X.O.", "XX.OO", ".XXO.", ".XXOO", "XX.O."], rules="Japanese", komi2=13)
>>> counted.margin2, counted.winner, sorted(counted.dame)
(-13, 'W', [(2, 0), (2, 1), (2, 4)])
"""

from .comparing import Comparison, compare
from .count import count
from .drawing import area_rows, territory_marks
from .reading import FinalPosition, half_points, read_position
from .result import Count, FillIn, Line, Remark, Side, Status, other_side
from .rulesets import (
    AGA,
    CHINESE,
    ING,
    JAPANESE,
    KOREAN,
    NEW_ZEALAND,
    RULESETS,
    Method,
    Ruleset,
    find_ruleset,
)

__all__ = [
    "AGA",
    "CHINESE",
    "ING",
    "JAPANESE",
    "KOREAN",
    "NEW_ZEALAND",
    "RULESETS",
    "Comparison",
    "Count",
    "FillIn",
    "FinalPosition",
    "Line",
    "Method",
    "Remark",
    "Ruleset",
    "Side",
    "Status",
    "area_rows",
    "compare",
    "count",
    "find_ruleset",
    "half_points",
    "other_side",
    "read_position",
    "territory_marks",
]
