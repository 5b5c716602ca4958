"""A typed IGS rank, with points and the number of rated games (S0-1 … S0-5)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from goclub.common.forms import read_whole
from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.typed import MOST_GAMES, about_field
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.igs.decisions import IgsDecision, IgsDecisionKind
from ratings.igs.ladder import BC, ParsedRank, parse_rank
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.system import SYSTEM

#: Rated games of a typed IGS rank where nobody says: its next game is worth the table's points.
SETTLED_GAMES = 100

FIELDS = (
    TypedField("igs", _("IGS rank"), main=True),
    TypedField(
        "igs_points", _("IGS points"), _("Leave empty for the rank’s entry points."), "numeric"
    ),
    TypedField(
        "igs_games",
        _("Rated IGS games"),
        _("Leave empty for 100, so that the table counts once."),
        "numeric",
    ),
)


def read_typed(
    rank: str, points: str, games: str, held: IgsState | None, rules: IgsRules
) -> IgsState | None:
    """The state of a typed IGS *rank*: certified, with ``?``, BC, or a professional (S0-1 … S0-5).

    *points* default to those with which the rank is entered, rated *games* to a hundred.  Raises
    RuleError on ``igs`` (the rank), ``igs_points``, ``igs_games``.
    """
    if not (rank or points or games):
        return held
    asked = _number(points, "igs_points")
    count = _number(games, "igs_games")
    if rank:
        with about_field("igs"):
            parsed = parse_rank(rank)
        state = _ranked(parsed, asked, rules)
        if state.certified:
            state = replace(state, rated=SETTLED_GAMES)
    elif held is None:
        raise RuleError(Code.MISSING, field="igs")
    else:
        state = held
        if asked is not None:
            state = _set(held.rank, asked, rules)
            state = replace(state, rated=held.rated, recent=held.recent)
    if count is not None:
        whole_number(count, field="igs_games", low=0, high=MOST_GAMES)
        if not state.certified:
            # The counts of newcomers and of BC are more than one number.
            raise RuleError(
                Code.INCONSISTENT,
                field="igs_games",
                value=count,
                reason="igs.certified_only",
            )
        state = replace(state, rated=count)
    return state


def _ranked(asked: ParsedRank, points: int | None, rules: IgsRules) -> IgsState:
    if asked.pro:
        decision = IgsDecision(IgsDecisionKind.PRO, rank=asked.index, by_office=True, points=points)
    elif asked.provisional or asked.index == BC:
        decision = IgsDecision(IgsDecisionKind.START, rank=asked.index, points=points)
    else:
        return _set(asked.index, points, rules)
    return _decided(decision, rules)


def _set(rank: int, points: int | None, rules: IgsRules) -> IgsState:
    decision = IgsDecision(IgsDecisionKind.SET, rank=rank, by_office=True, points=points)
    return _decided(decision, rules)


def _decided(decision: IgsDecision, rules: IgsRules) -> IgsState:
    # The plain name of the points is that of another system's field here.
    with about_field("igs", points="igs_points"):
        step = SYSTEM.decide(None, decision, rules)
    assert step is not None  # nobody has started
    return step.state


def _number(text: str, field: str) -> int | None:
    return read_whole(text, field) if text else None
