from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.utils.translation import gettext as _

from goclub.common.notation import dotted
from goclub.common.refusals.registry import describe
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.house_rules import Timeline
from goclub.games.rating.ledger.facts import GAME
from goclub.games.rating.ledger.rows import line_of, row_of
from goclub.games.rating.systems.calculation import ONE, OTHER, SeatKey
from goclub.games.rating.systems.protocol import AnyRules, AnyState, AnySystem
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member
from ratings.errors import RuleError
from ratings.replay import ReplayEntry
from ratings.system import Ending, Outcome, RatedGame

# The two of a calculation as every system sees them.


#: The names of the two in the query string.
SEATS: tuple[SeatKey, SeatKey] = (ONE, OTHER)

#: What each system holds of somebody (None: nothing), or which rules it has in force, by its key.
States = Mapping[str, AnyState]
RulesBySystem = Mapping[str, AnyRules]


@dataclass(frozen=True, slots=True)
class CalculatorSeat:
    """One of the two.

    ``states`` by system, None where the system knows nothing of him.  ``assumed`` systems whose
    state nobody gave: the start of a new member.
    """

    key: SeatKey
    name: str
    member: Member | None
    states: States
    assumed: frozenset[str]


def name_of(member: Member | None, states: States, fallback: str) -> str:
    """How to call one of the two: the member, or what was typed of him."""
    if member is not None:
        return str(member.display_name)
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
    """Where somebody would start in the systems that know nothing of him, as far as it is plain."""
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


def game_of(
    handicap: int, komi2: int, outcome: Outcome, *, board: int, ending: Ending, occasion: str
) -> RatedGame:
    """The game of a calculation as the rules see it."""
    how = ending if outcome in (Outcome.BLACK, Outcome.WHITE) else Ending.NONE
    return RatedGame(board, handicap, komi2, outcome, how, None, **OCCASIONS[occasion])


def outcomes(komi2: int, ending: Ending) -> list[tuple[Outcome, str]]:
    """The results that can happen: jigo with a whole komi only, and never by time or forfeit."""
    results = [(Outcome.BLACK, _("Black wins")), (Outcome.WHITE, _("White wins"))]
    if komi2 % 2 == 0 and ending is Ending.RESIGNATION:
        results.append((Outcome.JIGO, _("Jigo")))
    return results


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player in one system: where he stands, and what each result makes of it.

    ``entries`` in the order of the outcomes, None where the system has no step.
    """

    colour: str
    seat: CalculatorSeat
    figure: int | float | None
    rank: str
    assumed: bool
    entries: list[RatingEntry | None]


@dataclass(frozen=True, slots=True)
class NotCountedNote:
    """Why a system does not count the game, for both players or for ``colour``."""

    colour: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class SystemRows:
    """One system of the comparison: its two players, and what is to be said of it."""

    key: str
    label: str
    players: list[PlayerRow]
    notes: list[NotCountedNote]


@dataclass(frozen=True, slots=True)
class ExplainedResult:
    """One result with every entry it would make, for the long answer."""

    label: str
    entries: list[tuple[PlayerRow, str, RatingEntry]]


def compare(
    seats: tuple[CalculatorSeat, CalculatorSeat], games: list[RatedGame], rules: RulesBySystem
) -> list[SystemRows]:
    """What each of *games* would make of *seats* (Black, White), a block a system."""
    return [_system(system, seats, games, rules[system.key]) for system in SYSTEMS]


def _system(
    system: AnySystem,
    seats: tuple[CalculatorSeat, CalculatorSeat],
    games: list[RatedGame],
    rules: AnyRules,
) -> SystemRows:
    states = [seat.states[system.key] for seat in seats]
    label = str(system.name)
    if None in states and (system.engine.depends_on_opponent or states == [None, None]):
        return SystemRows(system.key, label, [], [_missing(system, seats)])
    columns: list[tuple[RatingEntry | None, RatingEntry | None]] = []
    notes: list[NotCountedNote] = []
    for game in games:
        try:
            steps = system.engine.step(game, states[0], states[1], rules)
        except RuleError as error:
            columns.append((None, None))
            notes.append(NotCountedNote("", describe(error), ""))
            continue
        rows = [
            None if step is None else row_of(line_of(system, ReplayEntry(_KEY, None, state, step)))
            for step, state in zip(steps, states, strict=True)
        ]
        columns.append((rows[0], rows[1]))
    players = [
        _player(system, seats[n], COLOURS[n], [column[n] for column in columns])
        for n in (0, 1)
        if states[n] is not None
    ]
    notes += _reasons(columns)
    return SystemRows(system.key, label, players, list(dict.fromkeys(notes)))


def _missing(system: AnySystem, seats: tuple[CalculatorSeat, CalculatorSeat]) -> NotCountedNote:
    names = dotted(seat.name for seat in seats if seat.states[system.key] is None)
    return NotCountedNote("", _("No rating in this system for %(who)s.") % {"who": names}, "")


def _player(
    system: AnySystem, seat: CalculatorSeat, colour: str, entries: list[RatingEntry | None]
) -> PlayerRow:
    state = seat.states[system.key]
    figure, rank = system.value(state), system.figure(state)[2]
    return PlayerRow(colour, seat, figure, rank, system.key in seat.assumed, entries)


def _reasons(
    columns: list[tuple[RatingEntry | None, RatingEntry | None]],
) -> Iterator[NotCountedNote]:
    """Why the system does not count the game, whoever wins; once where it holds for both."""
    notes: list[list[NotCountedNote]] = [[], []]
    # The third column is a jigo, whose own reason ("a jigo changes nothing") is no news here.
    for column in columns[:2]:
        for n, entry in enumerate(column):
            if entry is not None:
                notes[n] += [note for note in _why_not(entry) if note not in notes[n]]
    both = [note for note in notes[0] if note in notes[1]]
    yield from both
    for n, colour in enumerate(COLOURS):
        single = all(column[1 - n] is None for column in columns)
        yield from (
            NotCountedNote("" if single else colour, note.text, note.rule)
            for note in notes[n]
            if note not in both
        )


def _why_not(entry: RatingEntry) -> list[NotCountedNote]:
    lines = SYSTEMS.of(entry.system).not_counted(entry)
    return [NotCountedNote("", line.text, line.rule) for line in lines]


def explained(systems: list[SystemRows], labels: Iterable[str]) -> list[ExplainedResult]:
    """The long answer: for each result every entry, system by system."""
    return [
        ExplainedResult(
            label,
            [
                (player, system.label, entry)
                for system in systems
                for player in system.players
                if (entry := player.entries[n]) is not None
            ],
        )
        for n, label in enumerate(labels)
    ]


# --- Several games -----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Course:
    """One order of the results: where the player ends, and the changes of rank on the way.

    ``moves``: (number of the game, rank before, rank after).
    """

    figure: int | float | None
    rank: str
    change: int | float
    moves: list[tuple[int, str, str]]


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """One system: now, after the wins and then the losses, and the other way round."""

    key: str
    label: str
    figure: int | float | None
    rank: str
    assumed: bool
    courses: list[Course]
    note: str


def series(
    seats: tuple[CalculatorSeat, CalculatorSeat],
    player: str,
    games: dict[Outcome, RatedGame],
    wins: int,
    losses: int,
    rules: RulesBySystem,
) -> list[SeriesRow]:
    """Where the seat *player* would stand after wins and losses in these conditions.

    *seats* (Black, White); both play every game, so the opponent moves too.  The order matters
    (rank is looked at after every game, the IGS multiplier falls), so both extremes are played.
    """
    mine = 0 if seats[0].key == player else 1
    won, lost = (
        (games[Outcome.BLACK], games[Outcome.WHITE])
        if mine == 0
        else (games[Outcome.WHITE], games[Outcome.BLACK])
    )
    orders = [[won] * wins + [lost] * losses]
    if wins and losses:
        orders.append([lost] * losses + [won] * wins)
    return [_series_row(each, seats, mine, orders, rules[each.key]) for each in SYSTEMS]


def _series_row(
    system: AnySystem,
    seats: tuple[CalculatorSeat, CalculatorSeat],
    mine: int,
    orders: list[list[RatedGame]],
    rules: AnyRules,
) -> SeriesRow:
    label = str(system.name)
    states = [seat.states[system.key] for seat in seats]
    if states[mine] is None or (None in states and system.engine.depends_on_opponent):
        return SeriesRow(system.key, label, None, "", False, [], _missing(system, seats).text)
    figure, rank = system.value(states[mine]), system.figure(states[mine])[2]
    courses: list[Course] = []
    note = ""
    try:
        courses = [_course(system, states, mine, order, rules) for order in orders]
    except RuleError as error:
        note = describe(error)
    assumed = system.key in seats[mine].assumed
    return SeriesRow(system.key, label, figure, rank, assumed, courses, note)


def _course(
    system: AnySystem, states: list[AnyState], mine: int, order: list[RatedGame], rules: AnyRules
) -> Course:
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
    return Course(system.value(now[mine]), ends[1][2], last - first, moves)
