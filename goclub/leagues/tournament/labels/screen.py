"""What the projector in the hall shows: pages that follow one another by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goclub.common.collation import name_key
from goclub.leagues.models import Participant, Round
from goclub.leagues.tournament.labels.figures import result_sign
from goclub.leagues.tournament.labels.rounds import NameLine, by_name
from goclub.leagues.tournament.labels.standings import StandingRow, StandingsTable, standings_table
from goclub.leagues.tournament.queries.snapshot import EventSnapshot

#: Lines in a column, and columns: as many as can be read from ten metres at 1920 × 1080.
LINES = 11
COLUMNS = 2
#: How many numbers of open tables fit in the line at the foot.
TABLES = 12


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A player's seat with the result of his game, White's points first; empty while open."""

    seat: NameLine
    sign: str


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One page: ``kind`` names, standings or entered; ``columns`` of its lines, top to bottom."""

    kind: str
    columns: tuple[tuple[ScreenLine | StandingRow | Participant, ...], ...]
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything on the wall; ``round`` None before the first is published.

    ``open_tables`` are the numbers of the tables without a result, as many as fit; ``more_open``
    counts the others.
    """

    round: Round | None
    page: ScreenPage
    table: StandingsTable | None
    open_tables: tuple[int, ...]
    more_open: int
    results: int
    games: int


def screen_of(snapshot: EventSnapshot, wanted: int, *, part: int = 1, parts: int = 1) -> Screen:
    """The page *wanted* (from 1; beyond the last it starts again), of what is published.

    First everybody by name with his table while the round is played, then the standings as soon as
    there is a result to count.  ``part`` of ``parts``: the names shared out among several screens.
    """
    number = snapshot.last_out
    if not number:
        here = [p for p in snapshot.participants.values() if p.state != Participant.State.WITHDRAWN]
        here.sort(key=lambda participant: name_key(participant.display_name))
        return Screen(None, _page([("entered", here)], wanted), None, (), 0, 0, 0)
    pairings = snapshot.pairings[number]
    still_open = [pairing.table for pairing in pairings if not pairing.has_result]
    done = len(pairings) - len(still_open)
    kinds: list[tuple[str, Sequence[ScreenLine | StandingRow | Participant]]] = []
    if still_open:
        lines = [
            ScreenLine(line, result_sign(line.pairing) if line.pairing else "")
            for line in by_name(snapshot, number)
        ]
        size = -(-len(lines) // parts)
        kinds.append(("names", lines[(part - 1) * size : part * size]))
    table = standings_table(snapshot, number)
    if done or number > 1 or not still_open:
        kinds.append(("standings", table.rows))
    return Screen(
        round=snapshot.round(number),
        page=_page(kinds, wanted),
        table=table,
        open_tables=tuple(still_open[:TABLES]),
        more_open=max(len(still_open) - TABLES, 0),
        results=done,
        games=len(pairings),
    )


def _page(
    kinds: Sequence[tuple[str, Sequence[ScreenLine | StandingRow | Participant]]], wanted: int
) -> ScreenPage:
    room = LINES * COLUMNS
    pages = [
        (kind, lines[start : start + room])
        for kind, lines in kinds
        for start in range(0, max(len(lines), 1), room)
    ]
    index = (wanted - 1) % len(pages)
    kind, lines = pages[index]
    columns = tuple(tuple(lines[start : start + LINES]) for start in range(0, room, LINES))
    return ScreenPage(kind, columns, index + 1, len(pages))
