"""What one game makes of one player: certified, newcomer, in BC, professional (S0-15 … S0-30).

The inputs of every reason by a game hold ``result`` (W L J N), ``colour``, ``board``, ``stones``,
``komi2``, ``own_rank`` and ``opponent_rank`` as shown, ``own_level2`` and ``opponent_level2``,
``difference2`` (White's level less Black's, doubled), ``value`` of the conditions, ``net`` exactly
(= difference − value), ``net_used`` (its size as the table was read) as fractions of a rank,
``interpolated``, ``side`` (stronger, weaker, even: after the conditions), ``not_rated`` and
``reasons`` (first and all, by spaces), ``rated`` (games so far), ``recent`` (the two before),
``points_before``, ``points_after``, ``rank_before``, ``rank_after``, ``rank_code``.

Of the certified also: ``number`` of this rated game, ``multiplier``, ``base`` (points of the table,
a fraction when interpolated), ``delta`` (what the game moved), ``points_judged`` (before BC takes
them), ``promote``, ``demote`` and whether each is published, ``above`` where one rises
above the border only.  Of newcomers: ``counted``, ``games``,
``wins``, ``expected``, ``block_before``, ``block_after`` (hundredths), ``shift``, ``remainder``,
``formula``.  Of BC: ``bc_wins``, ``bc_wins_needed``.  A game without a result has none of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ratings.igs.conditions import (
    CHANGES,
    EXPECTED100,
    GAP24,
    HALF24,
    MULTIPLIER_TEXT,
    multiplier_of,
)
from ratings.igs.games import NO_SHOWS, RULES_OF, TEXT, Facts, NotRated, reasons_for, rules_of
from ratings.igs.ladder import (
    BC,
    LEVELS2,
    LOWEST,
    LOWEST_LEVEL,
    NEWCOMER_HIGHEST_LEVEL,
    index_of_level,
)
from ratings.igs.state import (
    AFTER_RATED,
    AFTER_UNRATED,
    BC_WINS,
    BLOCK,
    NEWCOMER_GAMES,
    NEWCOMER_WINS,
    SYSTEM_NAME,
    IgsRules,
    IgsState,
)
from ratings.igs.thresholds import IgsRankCode, judge
from ratings.system import Inputs, Reason, Step

# --- certified players ---------------------------------------------------------------------------
# Nearly every game of a history is one of these.  What follows from little is therefore made once
# and looked up: the rows of the table with the rules that they cite, the letters of the last two
# games.  The inputs of a reason are written out when somebody asks for them.

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

    ``base`` the points of the table as text, None for a game that is not rated.  ``judged`` their
    points before BC takes them.  ``moved`` what became of the rank, None where no point moved.
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
    """Return the fifty points as they would be in the next rated game: a whole number."""
    return fifty * multiplier_of(own.rated + 1, rules.first_twenty10) // 10


# --- from a self-declared rank to a certified one: S0-27 … S0-30, in hundredths, exactly ----------
_WIN100 = 100
#: S0-29: from this remainder of the last block on the certified rank carries a ``+``.
PLUS_FROM100 = 50
_LAST_ROW = len(EXPECTED100) - 1


def expected100(net24: int) -> int:
    """Return a side's chance of winning in hundredths (S0-29, S0-19's last column).

    *net24* the net difference in twenty-fourths of a rank as this side sees it, positive when it
    is the stronger; cut toward zero to half ranks, 3 ranks at most.

    >>> expected100(0), expected100(24), expected100(-24), expected100(-1000)
    (50, 58, 42, 32)
    """
    row = min(abs(net24) // HALF24, _LAST_ROW)
    return EXPECTED100[row] if net24 >= 0 else _WIN100 - EXPECTED100[row]


def surprise100(won: bool, expected: int) -> int:
    """Return result − p of a game in hundredths: what it adds to the sum of its block (S0-29)."""
    return (_WIN100 if won else 0) - expected


def shift_of(block100: int) -> tuple[int, int]:
    """Return (whole ranks, remainder in hundredths) of a block's sum, cut toward zero (S0-29).

    Both have the sign of the sum.

    >>> shift_of(250), shift_of(-150), shift_of(-50)
    ((2, 50), (-1, -50), (0, -50))
    """
    ranks, rest = divmod(abs(block100), _WIN100)
    return (ranks, rest) if block100 >= 0 else (-ranks, -rest)


@dataclass(frozen=True, slots=True)
class BlockEnd:
    """What a finished block of five makes of a newcomer.

    ``rank`` ladder index afterwards; BC when the 20 games brought fewer than 5 wins (S0-30).
    ``shift`` whole ranks by the formula (0 without it), before the bounds 17k and 9d.
    ``remainder100`` what the cut left.  ``certified`` the 20 games are complete and the rank holds
    (in BC too).  ``waiting`` they are complete and the office must set the rank.
    """

    rank: int
    shift: int
    remainder100: int
    certified: bool
    waiting: bool


def end_of_block(rank: int, block100: int, games: int, wins: int, formula: bool) -> BlockEnd:
    """Return what becomes of a newcomer after game 5, 10, 15 or 20 (S0-28 … S0-30).

    ``rank`` the index held, a whole rank; ``block100`` the sum of the block; ``games`` counted;
    ``wins`` in all games; ``formula`` whether S0-29 is switched on.  After game 20 the last shift
    is applied and a remainder of 0.5 or more adds ``+``; there is none at 9d.

    >>> end_of_block(32, 150, 20, 12, True).rank
    35
    """
    whole, remainder = shift_of(block100)
    shift = whole if formula else 0
    level = min(max(LEVELS2[rank] // 2 + shift, LOWEST_LEVEL), NEWCOMER_HIGHEST_LEVEL)
    index = index_of_level(level)
    if games < NEWCOMER_GAMES:
        return BlockEnd(index, shift, remainder, certified=False, waiting=False)
    if wins < NEWCOMER_WINS:
        return BlockEnd(BC, shift, remainder, certified=True, waiting=False)
    if not formula:
        return BlockEnd(index, shift, remainder, certified=False, waiting=True)
    plus = remainder >= PLUS_FROM100 and level < NEWCOMER_HIGHEST_LEVEL
    return BlockEnd(index + plus, shift, remainder, certified=True, waiting=False)


# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT = NotRated.NO_RESULT


def step_for(
    facts: Facts, colour: str, own: IgsState, opponent: IgsState | None, rules: IgsRules
) -> Step[IgsState]:
    """Return what a game makes of the player of *colour*; *opponent* None for a guest."""
    reasons = reasons_for(facts, own, opponent) if facts.among is None else facts.among
    if reasons and (own.pro or reasons[0] is _NO_RESULT):
        return _idle(own, reasons[0], IgsStepInputs(facts, colour, own, reasons, {}))
    if own.rank != BC and not own.provisional:
        return certified_step(facts, colour, own, reasons, rules)
    first = reasons[0] if reasons else None
    step_inputs = IgsStepInputs(facts, colour, own, reasons, {})
    if own.rank == BC:
        return _in_bc(own, first, step_inputs, rules)
    return _newcomer(facts, own, first, step_inputs, rules)


class IgsStepInputs(Struct, frozen=True, gc=False):
    """What a game tells of a player without points, or of any whom it does not move.

    ``details`` the inputs of this kind of player, and what the game changed of those of all kinds.
    """

    facts: Facts
    colour: str
    own: IgsState
    reasons: tuple[NotRated, ...]
    details: Inputs

    @property
    def won(self) -> bool:
        """Whether the player won."""
        return self.facts.winner == self.colour

    def inputs(self) -> Inputs:
        """The inputs of the reason, by name."""
        shown = self.facts.inputs(self.colour, self.reasons)
        shown.update(self.details)
        return shown


def _idle(own: IgsState, first: NotRated, step_inputs: IgsStepInputs) -> Step[IgsState]:
    """A game that moves nothing; one without a result is as if it had not been (S0-23)."""
    void = first is NotRated.NO_RESULT
    after = own if void else replace(own, recent=AFTER_UNRATED[own.recent])
    return Step(after, 0, Reason(SYSTEM_NAME, first.value, rules_of(first, own), step_inputs))


# --- BC ------------------------------------------------------------------------------------------


def _in_bc(
    own: IgsState, first: NotRated | None, step_inputs: IgsStepInputs, rules: IgsRules
) -> Step[IgsState]:
    """Wins are counted, against anybody; the fifth leads to 17k (S0-26b)."""
    won, shown = first is None and step_inputs.won, step_inputs.details
    wins = own.bc_wins + won
    recent = AFTER_UNRATED[own.recent]
    shown["bc_wins"], shown["bc_wins_needed"] = wins, BC_WINS
    if wins < BC_WINS:
        after = IgsState(BC, rated=own.rated, bc_wins=wins, recent=recent)
        if first is None:
            shown["rank_code"] = IgsRankCode.KEPT.value
    else:
        points = rules.thresholds.entry[LOWEST]
        after = IgsState(LOWEST, points, rated=own.rated, recent=recent)
        shown["points_after"], shown["rank_after"] = points, after.rank_text
        shown["rank_code"] = IgsRankCode.ENTERED.value
    if first is not None:
        reason = Reason(SYSTEM_NAME, first.value, rules_of(first, own), step_inputs)
    else:
        reason = Reason(SYSTEM_NAME, "bc_win" if won else "bc_loss", ("S0-26b",), step_inputs)
    return Step(after, after.points, reason)


# --- newcomers -----------------------------------------------------------------------------------


def _newcomer(
    facts: Facts, own: IgsState, first: NotRated | None, step_inputs: IgsStepInputs, rules: IgsRules
) -> Step[IgsState]:
    """A game of the twenty, or one that does not count towards them (S0-27 … S0-30)."""
    won, shown = step_inputs.won, step_inputs.details
    # S0-30 speaks of wins in all games: those against newcomers and BC are wins too.
    wins = own.wins + (won and not facts.blockers)
    shown.update(
        counted=first is None,
        games=own.games,
        wins=wins,
        expected=None,
        block_before=own.block100,
        block_after=own.block100,
        shift=None,
        remainder=None,
        formula=rules.newcomer_formula,
    )
    if first is None:
        return _counted(facts, own, won, wins, step_inputs, rules)
    after = IgsState(
        own.rank,
        provisional=True,
        rated=own.rated,
        games=own.games,
        wins=wins,
        block100=own.block100,
        recent=AFTER_UNRATED[own.recent],
    )
    return Step(after, 0, Reason(SYSTEM_NAME, first.value, rules_of(first, own), step_inputs))


def _counted(
    facts: Facts, own: IgsState, won: bool, wins: int, step_inputs: IgsStepInputs, rules: IgsRules
) -> Step[IgsState]:
    """One of the twenty; every fifth adjusts the rank, the twentieth certifies it."""
    shown, net24 = step_inputs.details, facts.net24
    assert net24 is not None  # a newcomer and a certified player have levels
    expected = expected100(net24 if step_inputs.colour == "W" else -net24)
    block100 = own.block100 + surprise100(won, expected)
    games = own.games + 1
    shown.update(games=games, rated=own.rated + 1, expected=expected, block_after=block100)
    rank, certified = own.rank, False
    cited: tuple[str, ...] = ("S0-27", "S0-29") if rules.newcomer_formula else ("S0-27",)
    if games % BLOCK == 0:
        end = end_of_block(own.rank, block100, games, wins, rules.newcomer_formula)
        rank, certified, block100 = end.rank, end.certified, 0
        code = _block_code(own.rank, rank, certified, end.waiting)
        shown.update(shift=end.shift, remainder=end.remainder100, rank_code=code.value)
        cited += ("S0-28", "S0-30") if games == NEWCOMER_GAMES else ("S0-28",)
    recent = AFTER_RATED[own.recent]
    if certified:
        points = 0 if rank == BC else rules.thresholds.entry[rank]
        after = IgsState(rank, points, rated=own.rated + 1, recent=recent)
    else:
        after = IgsState(
            rank,
            provisional=True,
            rated=own.rated + 1,
            games=games,
            wins=wins,
            block100=block100,
            recent=recent,
        )
    shown["points_after"], shown["rank_after"] = after.points, after.rank_text
    reason = Reason(SYSTEM_NAME, "counted_win" if won else "counted_loss", cited, step_inputs)
    return Step(after, after.points, reason)


def _block_code(before: int, after: int, certified: bool, waiting: bool) -> IgsRankCode:
    if waiting:
        return IgsRankCode.WAITING
    if certified:
        return IgsRankCode.BC if after == BC else IgsRankCode.CERTIFIED
    return IgsRankCode.KEPT if after == before else IgsRankCode.ADJUSTED
