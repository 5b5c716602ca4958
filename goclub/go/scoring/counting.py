"""Counting a finished position: Chinese, Japanese, Ing and their relatives (S3-11 … S3-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from goclub.go.board.basics import BLACK, WHITE, Point, opponent
from goclub.go.board.position import SYMBOLS, Board
from goclub.go.scoring.counted import Count, CountRemark, FillIn, SideCount, Status, check_whole
from goclub.go.scoring.life import Holdings, holdings
from goclub.go.scoring.living_board import LivingBoard, parts
from goclub.go.scoring.rulesets import Method, Ruleset, find_ruleset
from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError

#: The same limits as for the header of a record.
MOST_KOMI2 = 2 * 361
MOST_HANDICAP = 25
LARGEST_BOARD = 52
#: Ing: White gives 8 points and loses a tie, which is the same as 7½ (S3-13).
ING_KOMI2 = 16
_COLOUR_STATUS = {BLACK: Status.BLACK, WHITE: Status.WHITE}


def count(
    position: Board | Sequence[str],
    dead: Iterable[Point] = (),
    *,
    rules: str | Ruleset,
    komi2: int,
    handicap: int = 0,
    prisoners: tuple[int, int] | None = None,
    neutral: Iterable[Point] = (),
    territory: Mapping[int, Iterable[Point]] | None = None,
) -> Count:
    """Count a final position.

    ``position`` a board, or its rows (top row first, X Black, O White, ``.`` vacant); ``dead`` the
    stones that the players agree to be dead, as (column, row), 0-based from the top left;
    ``rules`` a name as records spell it; ``komi2`` in half points, positive if Black gives it;
    ``handicap`` the stones Black placed; ``prisoners`` the stones captured by Black and by White
    during the game (without the dead ones), by default those that the board counted; ``neutral``
    points that the players agree to be nobody's: they close an area as stones would, and a living
    stone on one of them is no area; ``territory`` by colour the points that they agree on, where
    they did: then nothing about it is worked out from the board.

    Sources: S3-11 (area), S3-12 (territory and prisoners), S3-13 (Ing), F1 and F4.
    Raises ``E_TYPE``, ``E_RANGE`` and ``E_MISSING`` for single values, ``E_INCONSISTENT`` for a
    dead stone on a vacant point (``no_stone``), ragged rows or a living group without liberty,
    ``E_UNDEFINED`` for unknown rules and, under Ing's, for more stones of a colour than it owns.

    >>> rows = [".X.O.", "XX.OO", ".XXO.", ".XXOO", "XX.O."]
    >>> chinese, japanese = (count(rows, rules=r, komi2=1) for r in ("Chinese", "Japanese"))
    >>> chinese.black.area, chinese.white.area, chinese.margin2
    (12, 10, 3)
    >>> len(japanese.black.territory), len(japanese.white.territory), japanese.margin2
    (3, 3, -1)
    """
    ruleset = find_ruleset(rules)
    check_whole("komi", komi2, -MOST_KOMI2, MOST_KOMI2)
    check_whole("handicap", handicap, 0, MOST_HANDICAP)
    width, height, stones = _stones(position)
    captured = _prisoners(position, prisoners)
    dead_points = _dead(dead, stones, width, height)
    open_points = frozenset(_checked(point, "neutral", width, height) for point in neutral)
    living = LivingBoard(width, height, stones, dead_points, open_points)
    agreed = None if territory is None else _agreed(living, territory)
    held = holdings(living) if agreed is None else {c: Holdings(p) for c, p in agreed.items()}
    sides = {c: _side(living, c, held[c], captured[c]) for c in (BLACK, WHITE)}
    if agreed is not None:
        sides = {c: replace(side, enclosed=agreed[c]) for c, side in sides.items()}
    compensation = ruleset.compensation(handicap)
    komi2_counted = komi2
    fill_in = None
    if ruleset.method is Method.FILL_IN:
        fill_in = _fill_in(living, sides)
        komi2_counted = ING_KOMI2 - 1 if komi2 == ING_KOMI2 else komi2
    black, white = sides[BLACK], sides[WHITE]
    if ruleset.method is Method.TERRITORY:
        difference = black.points - white.points
    else:
        difference = black.area - white.area
    margin2 = 2 * (difference - compensation) - komi2_counted
    dame = living.vacant - black.enclosed - white.enclosed
    return Count(
        ruleset=ruleset,
        width=width,
        height=height,
        margin2=margin2,
        komi2=komi2,
        komi2_counted=komi2_counted,
        handicap=handicap,
        compensation=compensation,
        black=black,
        white=white,
        dame=dame,
        ownership=MappingProxyType(_ownership(living, sides, ruleset)),
        remarks=tuple(_remarks(living, stones, held, ruleset, agreed=agreed is not None)),
        fill_in=fill_in,
    )


# -- what was given ------------------------------------------------------------------------------


def _stones(position: Board | Sequence[str]) -> tuple[int, int, dict[Point, int]]:
    if isinstance(position, Board):
        return position.width, position.height, dict(position.stones())
    width, height = len(position[0]) if position else 0, len(position)
    check_whole("board", height, 1, LARGEST_BOARD)
    check_whole("board", width, 1, LARGEST_BOARD)
    stones = {}
    for y, row in enumerate(position):
        if len(row) != width:
            raise RuleError(Code.INCONSISTENT, "board", row[:80], reason="scoring.ragged")
        for x, symbol in enumerate(row):
            if symbol not in SYMBOLS:
                raise RuleError(Code.TYPE, "board", symbol, "X, O or .")
            if symbol != ".":
                stones[x, y] = SYMBOLS.index(symbol)
    return width, height, stones


def _prisoners(
    position: Board | Sequence[str], prisoners: tuple[int, int] | None
) -> dict[int, int]:
    if prisoners is None:
        return dict(position.prisoners) if isinstance(position, Board) else {BLACK: 0, WHITE: 0}
    by_black, by_white = prisoners
    return {
        BLACK: check_whole("prisoners_by_black", by_black, 0),
        WHITE: check_whole("prisoners_by_white", by_white, 0),
    }


def _dead(
    dead: Iterable[Point], stones: Mapping[Point, int], width: int, height: int
) -> frozenset[Point]:
    dead_points = set()
    for point in dead:
        if _checked(point, "dead", width, height) not in stones:
            raise RuleError(Code.INCONSISTENT, "dead", point, reason="scoring.no_stone")
        dead_points.add(point)
    return frozenset(dead_points)


def _checked(point: Point, field: str, width: int, height: int) -> Point:
    """The point, if it is one of the board."""
    check_whole(field, point[0], 0, width - 1)
    check_whole(field, point[1], 0, height - 1)
    return point


# -- what follows --------------------------------------------------------------------------------


def _side(living: LivingBoard, colour: int, held: Holdings, captured: int) -> SideCount:
    return SideCount(
        colour=colour,
        stones=living.stones(colour),
        enclosed=frozenset(living.enclosed(colour)),
        territory=held.territory,
        seki=held.seki,
        forced=held.forced,
        captured=captured,
        taken_off=sum(1 for stone in living.dead.values() if stone == opponent(colour)),
    )


def _agreed(
    living: LivingBoard, territory: Mapping[int, Iterable[Point]]
) -> dict[int, frozenset[Point]]:
    """The territory that was agreed on, of which only vacant points count, and each once."""
    black = living.vacant.intersection(
        _checked(point, "territory", living.width, living.height)
        for point in territory.get(BLACK, ())
    )
    white = living.vacant.intersection(
        _checked(point, "territory", living.width, living.height)
        for point in territory.get(WHITE, ())
    )
    return {BLACK: black - white, WHITE: white - black}


def _ownership(
    living: LivingBoard, sides: Mapping[int, SideCount], ruleset: Ruleset
) -> dict[Point, Status]:
    owned = {p: _COLOUR_STATUS.get(cell, Status.DAME) for p, cell in living.cells.items()}
    for colour, side in sides.items():
        owned.update(dict.fromkeys(side.enclosed, _COLOUR_STATUS[colour]))
        if ruleset.method is Method.TERRITORY:
            owned.update(dict.fromkeys(side.seki, Status.SEKI))
            owned.update(dict.fromkeys(side.forced, Status.FILL))
    return owned


def _fill_in(living: LivingBoard, sides: Mapping[int, SideCount]) -> FillIn:
    """Lay each side's remaining stones into its own area (S3-13)."""
    each = living.width * living.height // 2
    cells = dict(living.cells)
    filled, left, vacant = {}, {}, {}
    for colour, side in sides.items():
        if side.stones > each:
            raise RuleError(
                Code.UNDEFINED,
                "board",
                side.stones,
                AcceptedWords("at most %(high)s stones of a colour", high=each),
                reason="scoring.too_many_stones",
            )
        own = [point for point in living.cells if point in side.enclosed]
        filled[colour] = min(each - side.stones, len(own))
        left[colour] = each - side.stones - filled[colour]
        vacant[colour] = len(own) - filled[colour]
        cells.update(dict.fromkeys(own[: filled[colour]], colour))
    rows = tuple(
        "".join(SYMBOLS[cells[x, y]] for x in range(living.width)) for y in range(living.height)
    )
    return FillIn(each, filled, left, vacant, rows)


def _remarks(
    living: LivingBoard,
    stones: Mapping[Point, int],
    held: Mapping[int, Holdings],
    ruleset: Ruleset,
    *,
    agreed: bool,
) -> Iterable[CountRemark]:
    split = _split_groups(living, stones)
    if split:
        yield CountRemark("split_group", split)
    doubtful = held[BLACK].doubtful | held[WHITE].doubtful
    if doubtful and ruleset.method is Method.TERRITORY:
        yield CountRemark("dead_stones_matter", doubtful)
    if agreed:
        return
    wide = [r.points for r in living.regions if r.owner is None and r.is_open and not r.agreed]
    if wide:
        yield CountRemark("open_region", frozenset().union(*wide))


def _split_groups(living: LivingBoard, stones: Mapping[Point, int]) -> frozenset[Point]:
    """The dead stones of groups of which other stones were left alive."""
    split: set[Point] = set()
    for colour in (BLACK, WHITE):
        for part in parts([p for p, c in stones.items() if c == colour], living.beside):
            dead = part & living.dead.keys()
            if dead and dead != part:
                split |= dead
    return frozenset(split)
