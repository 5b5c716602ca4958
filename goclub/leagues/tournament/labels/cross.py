"""The cross table of an event: everybody against everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from goclub.leagues.models import Participant
from goclub.leagues.tournament.labels.standings import (
    BY_SANCTION,
    SIGNS,
    outcome_for,
    standings_table,
)
from goclub.leagues.tournament.queries.snapshot import EventSnapshot


class CrossCell(NamedTuple):
    """Some columns of a line: a game, the diagonal, or ``span`` opponents in a row not met."""

    text: str
    css: str
    span: int = 1


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player's line, whose ``number`` is that of his column; cells in the order of columns."""

    number: int
    place: str
    participant: Participant
    cells: tuple[CrossCell, ...]
    score: str


def cross_table(snapshot: EventSnapshot, after: int) -> tuple[CrossRow, ...]:
    """Everybody against everybody, in the order of the standings after a round (from 1).

    The diagonal is blank; of two games of a pair the later one is shown.  Opponents in a row who
    were not met are one cell: of five hundred players there would be a quarter of a million.
    """
    table = standings_table(snapshot, after)
    order = [row.participant.number for row in table.rows]
    column = {player: place for place, player in enumerate(order)}
    met: dict[int, dict[int, CrossCell]] = {
        player: {place: CrossCell("", "self")} for player, place in column.items()
    }
    for number in table.rounds:
        for pairing in snapshot.pairings[number]:
            white, black = pairing.white.number, pairing.black.number
            for player, opponent, colour in ((white, black, "w"), (black, white, "b")):
                css = outcome_for(pairing, colour)
                mark = BY_SANCTION if pairing.verdict else ""
                met[player][column[opponent]] = CrossCell(
                    f"{SIGNS[css]}{number}{mark}", f"cell {css}"
                )
    return tuple(
        CrossRow(
            row.number,
            row.place,
            row.participant,
            _in_columns(met[row.participant.number], len(order)),
            row.figures[0].text,
        )
        for row in table.rows
    )


def _in_columns(known: Mapping[int, CrossCell], columns: int) -> tuple[CrossCell, ...]:
    """A line's cells, with what lies between them as one."""
    cells, free = [], 0
    for place in sorted(known):
        if place > free:
            cells.append(CrossCell("", "cell none", place - free))
        cells.append(known[place])
        free = place + 1
    if free < columns:
        cells.append(CrossCell("", "cell none", columns - free))
    return tuple(cells)
