"""A strength in PAA points as people type it (S1-3 … S1-5), with the record since the rank."""

from __future__ import annotations

import re

from django.utils.translation import gettext_lazy as _

from goclub.common.forms import read_whole
from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.typed import MOST_GAMES, about_field, is_rank, plain
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.paa.decisions import PaaDecision, declare
from ratings.paa.state import RECENT, PaaRules, PaaState
from ratings.paa.system import SYSTEM
from ratings.ranks import parse_rank

FIELDS = (
    TypedField("points", _("PAA points or rank"), main=True),
    TypedField(
        "record", _("Record since reaching the PAA rank"), _("Wins–losses–jigo, such as 12–7–1.")
    ),
)

_RECORD = re.compile(r"(-?[\d.]+)\s*[-:/]\s*(-?[\d.]+)(?:\s*[-:/]\s*(-?[\d.]+))?")


def read_typed(points: str, record: str, held: PaaState | None, rules: PaaRules) -> PaaState | None:
    """The state of who declares *points* or a rank (S1-3 … S1-5) with a *record* since his rank.

    What is left empty comes from *held*.  Raises RuleError on ``points`` or ``record``.
    """
    state = held
    if points:
        state = SYSTEM.decide(None, _declared(points), rules).state
    if not record:
        return state
    wins, losses, jigo = _record(record)
    if state is None:
        raise RuleError(Code.MISSING, field="points")
    played = wins + losses + jigo
    # Which came first is not told; the results stand in the order in which a record names them.
    recent = ("W" * wins + "L" * losses + "J" * jigo)[-RECENT:]
    games = max(played, state.games)
    return PaaState(
        state.points, state.rank, games, wins, losses, jigo, recent, state.certified
    ).checked()


def _declared(points: str) -> PaaDecision:
    """A declaration of points or of a rank, typed in one field."""
    with about_field("points"):
        if is_rank(points):
            return declare(rank=parse_rank(points))
        return declare(points=read_whole(points, "points"))


def _record(text: str) -> tuple[int, int, int]:
    """Wins, losses and jigo of a record such as 12–7 or 12–7–1 (S1-13)."""
    match = _RECORD.fullmatch(plain(text))
    if match is None:
        raise RuleError(Code.TYPE, field="record", value=text, accepted="12-7, 12-7-1")
    wins, losses, jigo = (
        whole_number(read_whole(part or "0", "record"), field="record", low=0, high=MOST_GAMES)
        for part in match.groups()
    )
    return wins, losses, jigo
