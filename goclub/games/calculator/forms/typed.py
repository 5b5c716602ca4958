"""Strengths as people type them, read into the states of the systems by their own decisions."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import Any

from goclub.common.forms import read_whole
from ratings.checks import real_number, whole_number
from ratings.egf.formula import FLOOR as EGF_FLOOR
from ratings.egf.formula import check_rating as egf_check_rating
from ratings.egf.formula import rating_of_rank as egf_rating_of_rank
from ratings.egf.state import State as EgfState
from ratings.elo.decisions import Decision as EloDecision
from ratings.elo.decisions import DecisionKind as EloDecisionKind
from ratings.elo.state import State as EloState
from ratings.elo.system import SYSTEM as ELO_SYSTEM
from ratings.errors import Code, RuleError
from ratings.igs.decisions import Decision as IgsDecision
from ratings.igs.decisions import DecisionKind as IgsDecisionKind
from ratings.igs.ladder import BC as IGS_BC
from ratings.igs.ladder import ParsedRank as IgsParsedRank
from ratings.igs.ladder import parse_rank as igs_parse_rank
from ratings.igs.state import Rules as IgsRules
from ratings.igs.state import State as IgsState
from ratings.igs.system import SYSTEM as IGS_SYSTEM
from ratings.paa.decisions import declare as paa_declare
from ratings.paa.state import RECENT
from ratings.paa.state import Rules as PaaRules
from ratings.paa.state import State as PaaState
from ratings.paa.system import SYSTEM as PAA_SYSTEM
from ratings.ranks import LADDER, parse_rank

#: Rated games of a typed IGS rank where nobody says: its next game is worth the table's points.
SETTLED_GAMES = 100
#: More games than anybody plays; it keeps the arithmetic small.
MOST_GAMES = 9999
_ELO = (0.0, 5000.0)

_RECORD = re.compile(r"(-?[\d.]+)\s*[-:/]\s*(-?[\d.]+)(?:\s*[-:/]\s*(-?[\d.]+))?")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).strip()
    return re.sub("[−–—‐]", "-", folded)


def is_rank(text: str) -> bool:
    """Whether *text* means a rank and not a number.

    >>> is_rank("1k"), is_rank("初段"), is_rank("115"), is_rank("3.5")
    (True, True, False, False)
    """
    return any(letter.isalpha() for letter in text)


def paa_state(points: str, record: str, held: PaaState | None, rules: PaaRules) -> PaaState | None:
    """The state of who declares *points* or a rank (S1-3 … S1-5) with a *record* since his rank.

    What is left empty comes from *held*.  Raises RuleError on ``points``, ``rank`` or ``record``.
    """
    state = held
    if points:
        asked = (
            paa_declare(rank=parse_rank(points))
            if is_rank(points)
            else paa_declare(points=read_whole(points, "points"))
        )
        state = PAA_SYSTEM.decide(None, asked, rules).state
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


def _record(text: str) -> tuple[int, int, int]:
    """Wins, losses and jigo of a record such as 12–7 or 12–7–1 (S1-13)."""
    match = _RECORD.fullmatch(_plain(text))
    if match is None:
        raise RuleError(Code.TYPE, field="record", value=text, accepted="12-7, 12-7-1")
    wins, losses, jigo = (
        whole_number(read_whole(part or "0", "record"), field="record", low=0, high=MOST_GAMES)
        for part in match.groups()
    )
    return wins, losses, jigo


def igs_state(
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
        state = _ranked(igs_parse_rank(rank), asked, rules)
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
                reason="calculator.certified_only",
            )
        state = replace(state, rated=count)
    return state


def _ranked(asked: IgsParsedRank, points: int | None, rules: IgsRules) -> IgsState:
    kind = IgsDecisionKind
    if asked.pro:
        decision = IgsDecision(kind.PRO, rank=asked.index, by_office=True, points=points)
    elif asked.provisional or asked.index == IGS_BC:
        decision = IgsDecision(kind.START, rank=asked.index, points=points)
    else:
        return _set(asked.index, points, rules)
    return _decided(decision, rules)


def _set(rank: int, points: int | None, rules: IgsRules) -> IgsState:
    decision = IgsDecision(IgsDecisionKind.SET, rank=rank, by_office=True, points=points)
    return _decided(decision, rules)


def _decided(decision: IgsDecision, rules: IgsRules) -> IgsState:
    try:
        step = IGS_SYSTEM.decide(None, decision, rules)
    except RuleError as error:
        # The decision knows the points by their plain name, which here is that of the other system.
        if error.field == "points":
            raise error.about("igs_points") from error
        raise
    assert step is not None  # nobody has started
    return step.state


def _number(text: str, field: str) -> int | None:
    return read_whole(text, field) if text else None


def elo_state(text: str, held: EloState | None) -> EloState | None:
    """The state of a typed Elo rating, 0 … 5000; raises RuleError on ``elo``."""
    if not text:
        return held
    low, high = _ELO
    return EloState(
        real_number(read_real(text, "elo"), field="elo", low=low, high=high), 0, 0, 0, 0
    )


def egf_state(text: str, held: EgfState | None) -> EgfState | None:
    """The state of a typed European rating or rank; raises RuleError on ``egf``."""
    if not text:
        return held
    try:
        if is_rank(text):
            rating = egf_rating_of_rank(_plain(text).casefold().replace(" ", ""))
        else:
            rating = egf_check_rating(read_real(text, "egf"))
            if rating < EGF_FLOOR:
                raise RuleError(Code.RANGE, field="egf", value=text, accepted="−900…3299.9")
    except RuleError as error:
        raise error.about("egf") from error
    return EgfState(rating, 0, 0, 0, 0)


def read_real(text: str, field: str) -> float:
    """A rating as typed: point or comma, digits of any script; never NaN or infinity.

    Raises RuleError E_TYPE on *field*.

    >>> read_real("1 234,5", "elo"), read_real("−900", "egf")
    (1234.5, -900.0)
    """
    plain = _plain(text).replace(" ", "").replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        raise RuleError(Code.TYPE, field=field, value=text, accepted="1000, 1234.5")
    return float(plain)


def first_egf(paa_held: PaaState | None, igs_held: IgsState | None) -> EgfState:
    """The European rating where none is known: the middle of the rank held here.

    As :class:`goclub.games.systems.Egf` starts a member; the ends of the ladders fall to 20k, 9d.
    """
    if paa_held is not None:
        rank = LADDER[paa_held.rank]
        rank = {LADDER[0]: "20k", LADDER[-1]: "9d"}.get(rank, rank)
    else:
        assert igs_held is not None
        rank = igs_held.rank_text.rstrip("+?")
        rank = {"BC": "20k", "10d": "9d"}.get(rank, "9d" if rank.lower().endswith("p") else rank)
    return EgfState(egf_rating_of_rank(rank), 0, 0, 0, 0)


def read_strength(
    typed: dict[str, str], held: dict[str, Any], rules: dict[str, Any]
) -> tuple[dict[str, Any], frozenset[str], list[RuleError]]:
    """(state by system, systems that are assumed, refusals) of one of the two.

    *typed* by the names points, record, igs, igs_points, igs_games, elo, egf; *held* the states
    of the chosen member, *rules* those in force, both by system.
    """
    errors: list[RuleError] = []

    def read(reader: Any, *args: Any, **renamed: str) -> Any:
        try:
            return reader(*args)
        except RuleError as error:
            errors.append(error.about(renamed.get(error.field, error.field)))
            return None

    states = {
        "paa": read(
            paa_state, typed["points"], typed["record"], held.get("paa"), rules["paa"],
            rank="points",
        ),
        "igs": read(
            igs_state, typed["igs"], typed["igs_points"], typed["igs_games"], held.get("igs"),
            rules["igs"], rank="igs",
        ),
        "elo": read(elo_state, typed["elo"], held.get("elo")),
        "egf": read(egf_state, typed["egf"], held.get("egf")),
    }  # fmt: skip
    assumed: set[str] = set()
    if not errors and any(state is not None for state in states.values()):
        if states["elo"] is None:
            start = ELO_SYSTEM.decide(None, EloDecision(EloDecisionKind.START), rules["elo"])
            assert start is not None  # nobody has started
            states["elo"] = start.state
            assumed.add("elo")
        if states["egf"] is None and (states["paa"] is not None or states["igs"] is not None):
            states["egf"] = first_egf(states["paa"], states["igs"])
            assumed.add("egf")
    return states, frozenset(assumed), errors
