"""What two strengths could play, and what each result would do to both; nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from django.utils.translation import gettext as _

from goclub.common.notation import dotted
from goclub.common.refusals.registry import describe
from goclub.games.labels import ComputationLine, conditions_text
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.house_rules import Timeline
from goclub.games.rating.ledger.facts import GAME
from goclub.games.rating.ledger.rows import line_of, row_of
from goclub.games.rating.systems.calculation import (
    ONE,
    OTHER,
    GameTerms,
    NoTerms,
    Remainder,
    SeatKey,
)
from goclub.games.rating.systems.protocol import AnyRules, AnyState, AnySystem
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member
from ratings.errors import RuleError
from ratings.igs.conditions import EVEN_KOMI2
from ratings.replay import ReplayEntry
from ratings.system import Ending, Outcome, RatedGame

#: The names of the two in the query string.
SEATS: tuple[SeatKey, SeatKey] = (ONE, OTHER)

#: What each system holds of somebody (None: nothing), or which rules it has in force, by its key.
States = Mapping[str, AnyState]
RulesBySystem = Mapping[str, AnyRules]


@dataclass(frozen=True, slots=True)
class CalculatorSeat:
    """One of the two.

    ``states`` by system, None where the system knows nothing of them.  ``assumed`` systems whose
    state nobody gave: the start of a new member.
    """

    key: SeatKey
    name: str
    member: Member | None
    states: States
    assumed: frozenset[str]


Seats = tuple[CalculatorSeat, CalculatorSeat]


def name_of(member: Member | None, states: States, fallback: str) -> str:
    """Return the name of one of the two: the member's, or what was typed."""
    if member is not None:
        return str(member.shown_name)
    known = [(system, states[system.key]) for system in SYSTEMS if states[system.key] is not None]
    parts = [system.name_part(state) for system, state in known]
    return dotted(parts) or fallback


def states_of(members: Iterable[Member]) -> dict[int, dict[str, AnyState]]:
    """Every present state of these members, by member and system (one query)."""
    states: dict[int, dict[str, AnyState]] = {}
    rows = Standing.objects.filter(member__in=list(members), state__isnull=False)
    for row in rows:
        if row.system in SYSTEMS and row.state is not None:
            state = SYSTEMS.of(row.system).read(row.state)
            states.setdefault(row.member_id, {})[row.system] = state
    return states


def rules_by_system(timeline: Timeline, day: date) -> RulesBySystem:
    """The house rules of every system in force on a day."""
    return {system.key: timeline.of(system)(day) for system in SYSTEMS}


def read_strength(
    typed: Mapping[str, str], held: States, rules: RulesBySystem
) -> tuple[States, frozenset[str], list[RuleError]]:
    """(state by system, systems that are assumed, refusals) of one of the two.

    *typed* by the names of the systems' fields; *held* the states of the chosen member, *rules*
    those in force, both by system.
    """
    states: dict[str, AnyState] = {}
    refused: list[RuleError] = []
    for system in SYSTEMS:
        states[system.key] = None
        try:
            states[system.key] = system.read_typed(typed, held.get(system.key), rules[system.key])
        except RuleError as error:
            refused.append(error)
    if refused or all(state is None for state in states.values()):
        return states, frozenset(), refused
    assumed = _assumed(states, typed, rules)
    return {**states, **assumed}, frozenset(assumed), refused


def _assumed(states: States, typed: Mapping[str, str], rules: RulesBySystem) -> dict[str, AnyState]:
    """Return where a player would start in systems in which they have no standing, if clear."""
    known = [(system, states[system.key]) for system in SYSTEMS if states[system.key] is not None]
    ranks = [
        rank
        for system, state in known
        if (rank := system.typed_rank(typed) or system.common_rank(state))
    ]
    begun = {
        system.key: system.assumed(ranks, rules[system.key])
        for system in SYSTEMS
        if states[system.key] is None
    }
    return {key: state for key, state in begun.items() if state is not None}


# What results would change, by the steps of the systems themselves; nothing is stored.


COLOURS = ("B", "W")
_NEVER = datetime.min.replace(tzinfo=UTC)
_KEY = (_NEVER.date(), _NEVER, GAME, 0)

#: How a game may be played, and the flags of the rules.
OCCASIONS: dict[str, dict[str, bool]] = {
    "": {},
    "league": {"league": True},
    "free": {"black_free": True},
    "pair": {"pair": True},
    "computer": {"computer": True},
}


def outcomes(komi2: int, ending: Ending) -> list[tuple[Outcome, str]]:
    """The results that can happen: jigo with a whole komi only, and never by time or forfeit."""
    results = [(Outcome.BLACK, _("Black wins")), (Outcome.WHITE, _("White wins"))]
    if komi2 % 2 == 0 and ending is Ending.RESIGNATION:
        results.append((Outcome.JIGO, _("Jigo")))
    return results


def compare(
    seats: Seats, games: list[RatedGame], rules: RulesBySystem, labels: Iterable[str]
) -> dict[str, object]:
    """What each of *games* would make of *seats* (Black, White), a block a system.

    ``results`` of the systems, each with its ``players`` and the ``notes`` (colour or "", line) of
    why it does not count the game; ``explained`` for each of *labels* every entry of that result.
    """
    results = [_block(system, seats, games, rules[system.key]) for system in SYSTEMS]
    explained = [
        (
            label,
            [
                (player, block["label"], player["entries"][n])
                for block in results
                for player in block["players"]
                if player["entries"][n] is not None
            ],
        )
        for n, label in enumerate(labels)
    ]
    return {"results": results, "explained": explained}


def _block(
    system: AnySystem, seats: Seats, games: list[RatedGame], rules: AnyRules
) -> dict[str, Any]:
    states = [seat.states[system.key] for seat in seats]
    named: dict[str, object] = {"key": system.key, "label": str(system.name)}
    if None in states and (system.engine.depends_on_opponent or states == [None, None]):
        line = ComputationLine(_missing(system, seats))
        return named | {"players": [], "notes": [("", line)]}
    columns: list[list[RatingEntry | None]] = []
    notes: list[tuple[str, ComputationLine]] = []
    for game in games:
        try:
            steps = system.engine.step(game, states[0], states[1], rules)
        except RuleError as error:
            columns.append([None, None])
            notes.append(("", ComputationLine(describe(error))))
            continue
        columns.append(
            [
                None
                if step is None
                else row_of(line_of(system, ReplayEntry(_KEY, None, state, step)))
                for step, state in zip(steps, states, strict=True)
            ]
        )
    # The third column is a jigo, whose own reason ("a jigo changes nothing") is no news here.
    why = [
        [
            line
            for column in columns[:2]
            if (entry := column[n])
            for line in system.not_counted(entry)
        ]
        for n in (0, 1)
    ]
    notes += [("", line) for line in why[0] if line in why[1]]
    for n, colour in enumerate(COLOURS):
        single = all(column[1 - n] is None for column in columns)
        notes += [("" if single else colour, line) for line in why[n] if line not in why[1 - n]]
    players = [
        _now(system, seats[n])
        | {"colour": COLOURS[n], "seat": seats[n], "entries": [column[n] for column in columns]}
        for n in (0, 1)
        if states[n] is not None
    ]
    return named | {"players": players, "notes": list(dict.fromkeys(notes))}


def _missing(system: AnySystem, seats: Seats) -> str:
    names = dotted(seat.name for seat in seats if seat.states[system.key] is None)
    return _("No rating in this system for %(who)s.") % {"who": names}


def _now(system: AnySystem, seat: CalculatorSeat) -> dict[str, object]:
    """Where somebody stands in a system."""
    state = seat.states[system.key]
    return {
        "figure": system.value(state),
        "rank": system.figure(state)[2],
        "assumed": system.key in seat.assumed,
    }


# --- Several games -----------------------------------------------------------------------------
def series(
    seats: Seats,
    player: SeatKey,
    games: dict[Outcome, RatedGame],
    wins: int,
    losses: int,
    rules: RulesBySystem,
) -> list[dict[str, object]]:
    """Where the seat *player* would stand after wins and losses in these conditions, by system.

    *seats* (Black, White); both play every game, so the opponent moves too.  The order matters
    (rank is looked at after every game, the IGS multiplier falls), so both extremes are played.
    """
    mine = 0 if seats[0].key == player else 1
    won, lost = games[Outcome.BLACK], games[Outcome.WHITE]
    if mine:
        won, lost = lost, won
    orders = [[won] * wins + [lost] * losses]
    if wins and losses:
        orders.append([lost] * losses + [won] * wins)
    return [_series_row(each, seats, mine, orders, rules[each.key]) for each in SYSTEMS]


def _series_row(
    system: AnySystem, seats: Seats, mine: int, orders: list[list[RatedGame]], rules: AnyRules
) -> dict[str, object]:
    named: dict[str, object] = {"key": system.key, "label": str(system.name)}
    states = [seat.states[system.key] for seat in seats]
    if states[mine] is None or (None in states and system.engine.depends_on_opponent):
        return named | {"note": _missing(system, seats)}
    try:
        courses = [_course(system, states, mine, order, rules) for order in orders]
    except RuleError as error:
        return named | {"note": describe(error)}
    return named | {"courses": courses} | _now(system, seats[mine])


def _course(
    system: AnySystem, states: list[AnyState], mine: int, order: list[RatedGame], rules: AnyRules
) -> dict[str, object]:
    """One order of the results: where the player ends, and the changes of rank on the way.

    ``moves``: (number of the game, rank before, rank after).
    """
    now = list(states)
    moves = []
    for number, game in enumerate(order, 1):
        before = system.figure(now[mine])[2]
        steps = system.engine.step(game, now[0], now[1], rules)
        now = [None if step is None else step.state for step in steps]
        after = system.figure(now[mine])[2]
        if before != after and not system.for_comparison:
            moves.append((number, before, after))
    ends = [system.figure(state) for state in (states[mine], now[mine])]
    first, last = (points or rating or 0 for points, rating, _rank in ends)
    figure = system.value(now[mine])
    return {"figure": figure, "rank": ends[1][2], "change": last - first, "moves": moves}


# --- Handicap and komi of two seats: what each system offers, and what the players want instead ---
#: The key of the players' own conditions; the others have that of their system.
OWN = "own"


@dataclass(frozen=True, slots=True)
class SystemOffer:
    """One set of conditions, and what it leaves of the difference as each system measures it.

    Without ``terms`` a system that offers no conditions to these two, and why.
    """

    title: str
    terms: GameTerms | None
    remainders: list[Remainder] = field(default_factory=list)
    refused: NoTerms | None = None

    @property
    def why(self) -> list[ComputationLine]:
        """The remainders worked out."""
        return [line for remainder in self.remainders for line in remainder.lines]


def offers_of(seats: Seats, rules: RulesBySystem) -> dict[str, SystemOffer]:
    """The conditions of every system that has any, by its key."""
    offers: dict[str, SystemOffer] = {}
    for system in SYSTEMS:
        terms = system.terms(*(seat.states[system.key] for seat in seats))
        if isinstance(terms, GameTerms):
            offers[system.key] = _offer(str(system.terms_title), terms, seats, rules)
        elif terms is not None:
            offers[system.key] = SystemOffer(str(system.terms_title), None, refused=terms)
    return offers


def own_offer(
    seats: Seats,
    base: GameTerms | None,
    stones: int | None,
    komi2: int | None,
    black: str,
    rules: RulesBySystem,
) -> SystemOffer:
    """The players' own conditions; what they leave open comes from *base*, else an even game."""
    if stones is None:
        stones = base.handicap if base else 0
    if komi2 is None:
        komi2 = base.komi2 if base else EVEN_KOMI2
    takes_black = ONE if (black or (base.black if base else ONE)) == ONE else OTHER
    terms = GameTerms(stones, komi2, takes_black, False, conditions_text(stones, komi2), [])
    return _offer(_("Your own conditions"), terms, seats, rules)


def in_colours(seats: Seats, terms: GameTerms) -> Seats:
    """The two as Black and White."""
    return seats if terms.black == ONE else (seats[1], seats[0])


def _offer(title: str, terms: GameTerms, seats: Seats, rules: RulesBySystem) -> SystemOffer:
    black, white = in_colours(seats, terms)
    measured = [
        system.remainder(
            black.states[system.key],
            white.states[system.key],
            terms.handicap,
            terms.komi2,
            rules[system.key],
        )
        for system in SYSTEMS
    ]
    return SystemOffer(title, terms, [remainder for remainder in measured if remainder is not None])
