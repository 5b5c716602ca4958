"""What one game makes of one player: certified, newcomer, in BC, or professional.

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

from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ratings.igs.conditions import EVEN_KOMI2, HALF24
from ratings.igs.games import RULES_OF, Facts, NotRated, reasons_for, rules_of
from ratings.igs.ladder import BC, LOWEST
from ratings.igs.newcomers import end_of_block, expected100, surprise100
from ratings.igs.points import CHANGES, MULTIPLIER_TEXT, multiplier_of
from ratings.igs.promotion import RankCode, judge
from ratings.igs.state import BC_WINS, BLOCK, NEWCOMER_GAMES, Rules, State
from ratings.system import Inputs, Reason, Step

SYSTEM_NAME: Final = "igs"
#: S0-24, S0-25: not multiplied, unless the club says so.
FIFTY: Final = 50
_BARRED = "UU"

# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT, _KEPT = NotRated.NO_RESULT, RankCode.KEPT
_TEXT = {reason: reason.value for reason in NotRated}
_CODE_TEXT = {code: code.value for code in RankCode}


def step_for(
    facts: Facts, colour: str, own: State, other: State | None, rules: Rules
) -> Step[State]:
    """Return what a game makes of the player of *colour*, "B" or "W"; *other* None for a guest."""
    reasons = reasons_for(facts, own, other)
    first = reasons[0] if reasons else None
    if first is not None and (own.pro or first is _NO_RESULT):
        return _idle(own, first, Told(facts, colour, own, reasons, {}))
    if own.rank == BC:
        return _in_bc(own, first, Told(facts, colour, own, reasons, {}), rules)
    if own.provisional:
        return _newcomer(facts, own, first, Told(facts, colour, own, reasons, {}), rules)
    told = Told(facts, colour, own, reasons, {}, rules.thresholds.lines[own.rank])
    return _certified(facts, own, first, told, rules)


class Told(Struct, frozen=True, gc=False):
    """What a game tells of a player; :meth:`inputs` writes it out, which few steps are asked for.

    ``more`` the inputs of his kind of player, and what the game changed of those of all kinds;
    ``lines`` the borders of his rank.
    """

    facts: Facts
    colour: str
    own: State
    reasons: tuple[NotRated, ...]
    more: Inputs
    lines: Inputs | None = None

    @property
    def won(self) -> bool:
        """Whether the player won."""
        return self.facts.winner == self.colour

    def inputs(self) -> Inputs:
        """The inputs of the reason, by name."""
        own, reasons = self.own, self.reasons
        shown = self.facts.inputs(self.colour)
        if reasons:
            shown["not_rated"] = _TEXT[reasons[0]]
        shown["reasons"] = " ".join(reasons)
        shown["rated"] = own.rated
        shown["recent"] = own.recent
        shown["points_before"] = shown["points_after"] = own.points
        if self.lines is not None:
            shown.update(self.lines)
        shown.update(self.more)
        return shown


def _idle(own: State, first: NotRated, told: Told) -> Step[State]:
    """A game that moves nothing; one without a result is as if it had not been (S0-23)."""
    void = first is NotRated.NO_RESULT
    after = own if void else replace(own, recent=own.recent[-1:] + "U")
    return Step(after, 0, Reason(SYSTEM_NAME, first.value, rules_of(first, own), told))


# --- certified players ---------------------------------------------------------------------------


def _certified(
    facts: Facts, own: State, first: NotRated | None, told: Told, rules: Rules
) -> Step[State]:
    """A rated game by the table, fifty points, or nothing; then the borders (S0-19 … S0-26)."""
    won, shown = told.won, told.more
    if rules.above:
        shown["above"] = True
    if first is None:
        code, change, cited = _by_table(facts, own, won, shown, rules)
    else:
        shown["number"] = shown["multiplier"] = shown["base"] = None
        code, change, cited = _unrated(own, first, won)
        if change and rules.fifty_times:
            change = _multiplied(change, own, shown, rules)
    rank, points, moved = own.rank, own.points + change, None
    shown["delta"], shown["points_judged"] = change, points
    if change:
        rank, points, moved = judge(points, own.rank, rules.thresholds, rules.above)
    after = State(
        rank,
        points,
        rated=own.rated + (first is None),
        recent=own.recent[-1:] + ("R" if first is None else "U"),
    )
    shown["rated"] = after.rated
    shown["points_after"] = points
    if moved is not None:
        shown["rank_code"] = _CODE_TEXT[moved]
        if moved is not _KEPT:
            shown["rank_after"] = after.rank_text
        cited = _with_rank(cited, moved)
    return Step(after, points - own.points, Reason(SYSTEM_NAME, code, cited, told))


def _by_table(
    facts: Facts, own: State, won: bool, shown: Inputs, rules: Rules
) -> tuple[str, int, tuple[str, ...]]:
    """(code, points, rules) of a rated game: S0-15 … S0-21."""
    net24 = facts.net24
    assert net24 is not None  # two certified players have levels
    number = own.rated + 1
    tenths = multiplier_of(number, rules.first_twenty10)
    white_won = facts.winner == "W"
    pair = CHANGES[rules.interpolate, tenths][abs(net24)]
    row = pair[0] if (net24 >= 0) == white_won else pair[1]
    shown["number"], shown["multiplier"], shown["base"] = number, MULTIPLIER_TEXT[tenths], row.base
    even = not facts.game.handicap and facts.game.komi2 == EVEN_KOMI2
    cut = net24 % HALF24 != 0
    cited = _cited(even, net24 < 0, cut, row.was_rounded)
    return ("win", row.points, cited) if won else ("loss", -row.points, cited)


@lru_cache(maxsize=16)
def _cited(even: bool, swapped: bool, cut: bool, was_rounded: bool) -> tuple[str, ...]:
    """The rules that a rated game needed; *cut* it lies between two rows of the table (S0-17)."""
    # Without conditions to correct, White and Black are only names of the columns.
    cited = ["S0-16"] if even else ["S0-15"]
    if cut:
        cited.append("S0-17")
    if swapped and not even:
        cited.append("S0-18")
    cited += ["S0-19", "S0-20"]
    if was_rounded:
        cited.append("S0-21")
    return tuple(cited)


_RULES_OF_RANK = {
    RankCode.PROMOTED: ("S0-26",),
    RankCode.DEMOTED: ("S0-26",),
    RankCode.KEPT: ("S0-26",),
    RankCode.BC: ("S0-26", "S0-26b", "S0-26c"),
}


@lru_cache(maxsize=256)
def _with_rank(cited: tuple[str, ...], moved: RankCode) -> tuple[str, ...]:
    return cited + _RULES_OF_RANK[moved]


def _unrated(own: State, first: NotRated, won: bool) -> tuple[str, int, tuple[str, ...]]:
    """(code, points, rules) of a game that is not rated for a certified player: S0-24, S0-25."""
    if first is NotRated.NO_SHOW:
        return _TEXT[first], FIFTY if won else -FIFTY, RULES_OF[first]
    if first is NotRated.BC or first is NotRated.PROVISIONAL:
        cited = (*RULES_OF[first], "S0-25")
        if not won:
            return _TEXT[first], 0, cited
        if own.recent == _BARRED:
            return "fifty_barred", 0, cited
        return "fifty", FIFTY, cited
    return _TEXT[first], 0, RULES_OF[first]


def _multiplied(fifty: int, own: State, shown: Inputs, rules: Rules) -> int:
    """Fifty points, won or lost, as they would be in his next rated game: always a whole number."""
    tenths = multiplier_of(own.rated + 1, rules.first_twenty10)
    shown["fifty_times"] = MULTIPLIER_TEXT[tenths]
    return fifty * tenths // 10


# --- BC ------------------------------------------------------------------------------------------


def _in_bc(own: State, first: NotRated | None, told: Told, rules: Rules) -> Step[State]:
    """Wins are counted, against anybody; the fifth leads to 17k (S0-26b)."""
    won, shown = first is None and told.won, told.more
    wins = own.bc_wins + won
    recent = own.recent[-1:] + "U"
    shown["bc_wins"], shown["bc_wins_needed"] = wins, BC_WINS
    if wins < BC_WINS:
        after = State(BC, rated=own.rated, bc_wins=wins, recent=recent)
        if first is None:
            shown["rank_code"] = RankCode.KEPT.value
    else:
        points = rules.thresholds.entry[LOWEST]
        after = State(LOWEST, points, rated=own.rated, recent=recent)
        shown["points_after"], shown["rank_after"] = points, after.rank_text
        shown["rank_code"] = RankCode.ENTERED.value
    if first is not None:
        reason = Reason(SYSTEM_NAME, first.value, rules_of(first, own), told)
    else:
        reason = Reason(SYSTEM_NAME, "bc_win" if won else "bc_loss", ("S0-26b",), told)
    return Step(after, after.points, reason)


# --- newcomers -----------------------------------------------------------------------------------


def _newcomer(
    facts: Facts, own: State, first: NotRated | None, told: Told, rules: Rules
) -> Step[State]:
    """A game of the twenty, or one that does not count towards them (S0-27 … S0-30)."""
    won, shown = told.won, told.more
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
        return _counted(facts, own, won, wins, told, rules)
    after = State(
        own.rank,
        provisional=True,
        rated=own.rated,
        games=own.games,
        wins=wins,
        block100=own.block100,
        recent=own.recent[-1:] + "U",
    )
    return Step(after, 0, Reason(SYSTEM_NAME, first.value, rules_of(first, own), told))


def _counted(
    facts: Facts, own: State, won: bool, wins: int, told: Told, rules: Rules
) -> Step[State]:
    """One of the twenty; every fifth adjusts the rank, the twentieth certifies it."""
    shown, net24 = told.more, facts.net24
    assert net24 is not None  # a newcomer and a certified player have levels
    expected = expected100(net24 if told.colour == "W" else -net24)
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
    recent = own.recent[-1:] + "R"
    if certified:
        points = 0 if rank == BC else rules.thresholds.entry[rank]
        after = State(rank, points, rated=own.rated + 1, recent=recent)
    else:
        after = State(
            rank,
            provisional=True,
            rated=own.rated + 1,
            games=games,
            wins=wins,
            block100=block100,
            recent=recent,
        )
    shown["points_after"], shown["rank_after"] = after.points, after.rank_text
    reason = Reason(SYSTEM_NAME, "counted_win" if won else "counted_loss", cited, told)
    return Step(after, after.points, reason)


def _block_code(before: int, after: int, certified: bool, waiting: bool) -> RankCode:
    if waiting:
        return RankCode.WAITING
    if certified:
        return RankCode.BC if after == BC else RankCode.CERTIFIED
    return RankCode.KEPT if after == before else RankCode.ADJUSTED
