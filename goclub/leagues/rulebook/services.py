"""A small event whose results the reader sets, worked out by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.placement import NAME_ORDER, StandingsRow, parted_by, standings
from tournaments.events.presets import s2
from tournaments.events.scores.registry import Score
from tournaments.events.scores.table import ScoreTable
from tournaments.events.settings import Kind
from tournaments.events.terms import ScoreTerm, terms

ROUNDS: Final = 3
_FIVE_DAN: Final = 4
#: Strongest first, one rank between neighbours: from 5 dan down to 1 kyu.
PLAYERS: Final = tuple(
    Player(number, name, rank=_FIVE_DAN + 1 - number)
    for number, name in enumerate(("Akiko", "Bartek", "Chai", "Dorota", "Ewa", "Fumio"), 1)
)
#: Who meets whom, White first; nobody meets anybody twice (S2-5).
PAIRS: Final = (
    ((1, 4), (2, 5), (3, 6)),
    ((1, 2), (3, 4), (5, 6)),
    ((3, 1), (2, 6), (4, 5)),
)
RESULTS: Final = {
    "w": GameResult.WHITE,
    "b": GameResult.BLACK,
    "j": GameResult.EQUAL,
    "x": GameResult.BOTH_LOSE,
}
#: How the games end until the reader says otherwise; only the second round has a jigo.
FIRST: Final = {"g21": "j"}
KINDS: Final = (Kind.MCMAHON, Kind.SWISS)
#: The bars that may be chosen, as ranks: 5, 4, 3 and 2 dan.
BARS: Final = (4, 3, 2, 1)
USUAL_BAR: Final = 3
#: The sums that the page takes apart, in the order of its columns.
SUMS: Final = {
    Kind.MCMAHON: ("MMS", "SOSM", "SODOSM", "SOSOSM", "OCUSSM", "CUSSM"),
    Kind.SWISS: ("NBW", "SOSW", "SODOSW", "SOSOSW", "OCUSSW", "CUSSW"),
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the reader chose: the system, the bar, the results, and which player to explain."""

    kind: Kind
    bar: int
    results: Mapping[str, str]
    player: int


@dataclass(frozen=True, slots=True)
class Sum:
    """A figure of a player and what it is made of."""

    criterion: str
    total: Score
    terms: tuple[ScoreTerm, ...]


@dataclass(frozen=True, slots=True)
class WorkedPlayer:
    """A player in the table; ``above`` is the player placed ahead, separated by ``by``."""

    player: Player
    row: StandingsRow
    sums: tuple[Sum, ...]
    above: Player | None
    by: str


def chosen(sent: Mapping[str, str]) -> Chosen:
    """Read what was sent; whatever cannot be meant is as on the first visit."""
    kinds = {kind.value: kind for kind in KINDS}
    bars = {str(bar): bar for bar in BARS}
    numbers = {str(player.id): player.id for player in PLAYERS}
    results = {}
    for key in keys():
        typed = sent.get(key, "")
        results[key] = typed if typed in RESULTS else FIRST.get(key, "w")
    return Chosen(
        kind=kinds.get(sent.get("system", ""), Kind.MCMAHON),
        bar=bars.get(sent.get("bar", ""), USUAL_BAR),
        results=results,
        player=numbers.get(sent.get("player", ""), 0),
    )


def keys() -> tuple[str, ...]:
    """The name of each game's result: g and round and table."""
    return tuple(
        f"g{number}{table}"
        for number, pairs in enumerate(PAIRS, 1)
        for table in range(1, len(pairs) + 1)
    )


def tournament(choice: Chosen) -> Tournament:
    """The event as the rules read it."""
    rounds = tuple(
        TournamentRound(
            tuple(
                TournamentGame(
                    table, white, black, result=RESULTS[choice.results[f"g{number}{table}"]]
                )
                for table, (white, black) in enumerate(pairs, 1)
            )
        )
        for number, pairs in enumerate(PAIRS, 1)
    )
    return Tournament(PLAYERS, rounds, s2(choice.kind, rounds=ROUNDS, bar=choice.bar))


def worked(choice: Chosen) -> tuple[WorkedPlayer, ...]:
    """The final table, best first, every figure taken apart."""
    event = tournament(choice)
    table = ScoreTable(event, ROUNDS - 1)
    names = SUMS[choice.kind]
    known = event.by_id()
    lines = []
    before: StandingsRow | None = None
    for row in standings(event, ROUNDS - 1, shown=names):
        sums = tuple(Sum(name, row.scores[name], terms(table, name, row.player)) for name in names)
        above = None if before is None else known[before.player]
        by = NAME_ORDER if before is None else parted_by(before, row)
        lines.append(WorkedPlayer(known[row.player], row, sums, above, by))
        before = row
    return tuple(lines)
