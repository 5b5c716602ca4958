"""What lies before a member in a system, as the rules themselves would have it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from goclub.games.labels import ComputationLine, figure, signed
from goclub.games.models import Game, Standing
from goclub.games.rating.house_rules import Timeline, rules_timeline
from goclub.games.rating.ledger.facts import GAME, members_of, rated_game
from goclub.games.rating.ledger.locks import standings_of
from goclub.games.rating.systems.protocol import AnyState, AnySystem
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.errors import RuleError
from ratings.replay import GameEvent, ReplayEntry, replay


def forecast_lines(
    standing: Standing | None, today: date, timeline: Timeline | None = None
) -> list[ComputationLine]:
    """Lines about promotion and demotion under the rules of *today*; none without a rank."""
    if standing is None or standing.state is None:
        return []
    system = SYSTEMS.of(standing.system)
    rules = (timeline or rules_timeline()).of(system)(today)
    return list(system.forecast(system.read(standing.state), rules))


@dataclass(frozen=True, slots=True)
class Stretch:
    """The points of a rank, where somebody stands among them, and where the next one begins."""

    rank: str
    first: int
    end: int
    here: int
    above: str

    @property
    def length(self) -> int:
        """How many points there are from the rank to the next."""
        return self.end - self.first

    @property
    def ahead(self) -> int:
        """How many points there are to the next rank, none once they are reached."""
        return max(0, self.end - self.here)

    @property
    def gone(self) -> int:
        """How many of them lie behind."""
        return min(max(self.here - self.first, 0), self.length)


def stretch_of(
    standing: Standing | None, today: date, timeline: Timeline | None = None
) -> Stretch | None:
    """The road from a standing's rank to the next one; None where no rank lies above."""
    if standing is None or standing.state is None or standing.points is None:
        return None
    system = SYSTEMS.of(standing.system)
    bands = system.frame((timeline or rules_timeline()).of(system)(today)).bands
    for band, above in pairwise(bands):
        if band.label == standing.rank and band.low is not None and above.low is not None:
            first, end = int(band.low + 0.5), int(above.low + 0.5)
            return Stretch(band.label, first, end, standing.points, above.label)
    return None


# --- What a report would move ---------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Moves:
    """What a game would do to both players, by their primary keys.

    ``late`` where somebody has a later line in the ledger: then it counts on its own day, and what
    follows is computed again; no figures are promised.
    """

    of: Mapping[int, Sequence[Mapping[str, object]]]
    late: bool = False


def would_move(
    games: Sequence[Game],
    at: datetime,
    *,
    standings: Iterable[Standing] | None = None,
    timeline: Timeline | None = None,
) -> dict[int, Moves]:
    """What each of these games would move if it were confirmed at this moment, by its key.

    Computed by the rules from the standings of now; writes nothing, locks nobody.  The same
    number of queries for one game and for many; none for none, nor where the *standings* of the
    players and the *timeline* are at hand.
    """
    if not games:
        return {}
    rows = standings_of(members_of(*games)) if standings is None else standings
    held = {(row.system, row.member_id): row for row in rows}
    timeline = timeline or rules_timeline()
    return {game.pk: _moves(game, at, held, timeline) for game in games}


def _moves(
    game: Game, at: datetime, held: Mapping[tuple[str, int], Standing], timeline: Timeline
) -> Moves:
    people = members_of(game)
    rows = [row for (_system, member), row in held.items() if member in people]
    day = game.played_on
    if any(r.last_on and r.last_at and (r.last_on, r.last_at) >= (day, at) for r in rows):
        return Moves({}, late=True)
    moves_by_member: dict[int, list[dict[str, object]]] = defaultdict(list)
    if not (game.official and game.ending == Game.Ended.FORFEIT):
        for system in SYSTEMS:
            if system.for_comparison:
                continue
            states = {
                row.member_id: system.read(row.state)
                for row in rows
                if row.system == system.key and row.state is not None
            }
            for entry in _entries(system, game, at, states, timeline):
                moves_by_member[entry.player].append(_move(system, entry))
    return Moves(dict(moves_by_member))


def _entries(
    system: AnySystem,
    game: Game,
    at: datetime,
    states: Mapping[int, AnyState],
    timeline: Timeline,
) -> Iterator[ReplayEntry[AnyState]]:
    key = (game.played_on, at, GAME, game.pk)
    event = GameEvent(key, game.played_on, rated_game(game), game.black_id, game.white_id)
    try:
        yield from replay(system.engine, [event], timeline.of(system), states=states)
    except RuleError:
        # Somebody has no strength in the system on that day: confirming it says so in words.
        return


def _move(system: AnySystem, entry: ReplayEntry[AnyState]) -> dict[str, object]:
    """What a game does to a player in one system; ``rank`` the new one where it changes."""
    before = None if entry.before is None else system.value(entry.before)
    after = system.value(entry.step.state)
    change = 0 if before is None or after is None else after - before
    old = "" if entry.before is None else system.figure(entry.before)[2]
    new = system.figure(entry.step.state)[2]
    return {
        "system": system.name,
        "change": change,
        "changed": signed(change),
        "after": figure(after),
        "rank": new if system.has_ranks and new != old else "",
    }
