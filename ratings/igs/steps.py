"""What one game makes of one player: certified (``certified``), newcomer, in BC, professional.

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

from msgspec import Struct
from msgspec.structs import replace

from ratings.igs.certified import certified_step
from ratings.igs.games import Facts, NotRated, reasons_for, rules_of
from ratings.igs.ladder import BC, LOWEST
from ratings.igs.newcomers import end_of_block, expected100, surprise100
from ratings.igs.promotion import IgsRankCode
from ratings.igs.state import (
    AFTER_RATED,
    AFTER_UNRATED,
    BC_WINS,
    BLOCK,
    NEWCOMER_GAMES,
    SYSTEM_NAME,
    IgsRules,
    IgsState,
)
from ratings.system import Inputs, Reason, Step

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

    ``details`` the inputs of his kind of player, and what the game changed of those of all kinds.
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
