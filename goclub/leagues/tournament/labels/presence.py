"""The grid of players and rounds, and the door, as pages show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from goclub.common.collation import name_key
from goclub.leagues.models import CheckIn, Participant
from goclub.leagues.tournament.labels.standings import seats_in, step_of
from goclub.leagues.tournament.queries.presence import expected
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.presence import PLAYS, Cells, cells_of
from goclub.members.names import fold_name


def by_entry(person: Participant) -> tuple[Any, ...]:
    """Order people by name; players of a team stand below it, in their order."""
    entry = person.team or person
    return name_key(entry.shown_name), entry.number, person.number


def grid_rows(
    snapshot: EventSnapshot, people: Iterable[Participant], typed: Cells, picked: Collection[int]
) -> list[dict[str, Any]]:
    """Return the grid row by row, with a cell for every planned round.

    A cell that can change has a ``name`` and its ``value`` (as typed, else as it is); others a
    ``kind`` and ``css`` of :func:`step_of`, or nothing to say.
    """
    people = list(people)
    open_cells = cells_of(snapshot, people)
    scores: Mapping[int, str] = dict.fromkeys(snapshot.everyone, "")
    seats = {
        (of_boards, number): seats_in(tables, number)
        for of_boards, tables in ((False, snapshot), (True, snapshot.at_boards))
        for number in range(1, snapshot.last_out + 1)
    }
    came = set(
        CheckIn.objects.filter(participant__event=snapshot.event).values_list(
            "participant_id", "number"
        )
    )

    def cell(person: Participant, number: int) -> dict[str, Any]:
        shown: dict[str, Any] = {"number": number, "came": (person.pk, number) in came}
        key = (person.number, number)
        if key in open_cells:
            value = typed.get(key, open_cells[key])
            return shown | {"name": f"c-{person.number}-{number}", "value": value}
        at_board = person.team_id is not None
        if (at_board, number) in seats:
            tables = snapshot.at_boards if at_board else snapshot
            seated = seats[at_board, number]
            return shown | step_of(tables, number, person.number, seated, scores)
        return shown | {"kind": "out"}

    rounds = range(1, snapshot.event.rounds_planned + 1)
    return [
        {
            "participant": person,
            "picked": person.number in picked,
            "cells": [cell(person, number) for number in rounds],
        }
        for person in people
    ]


def seen_text(cells: Cells) -> str:
    """Write the open cells in one field, as 12.3a: who, which round, how; without those who play.

    >>> seen_text({(12, 3): "a", (1, 3): "-"})
    '12.3a'
    """
    return " ".join(f"{player}.{number}{how}" for (player, number), how in cells.items()
                    if how != PLAYS)  # fmt: skip


def door_lines(
    snapshot: EventSnapshot, number: int, came: Mapping[int, CheckIn], typed: str = ""
) -> list[dict[str, Any]]:
    """Return who is expected for a round (from 1), with whether they came and their table.

    With *typed* only those of that number or with it in a name, their team's among them.
    """
    seats = seats_in(snapshot, number) if number <= snapshot.last_out else {}
    people = sorted(expected(snapshot, number), key=by_entry)
    asked = fold_name(typed)
    return [
        {
            "participant": person,
            "came": came.get(person.number),
            "pairing": seats.get(person.number),
        }
        for person in people
        if not typed
        or typed == str(person.number)
        or any(asked in fold_name(spelling) for spelling in person.spellings)
        or (person.team is not None and asked in fold_name(person.team.shown_name))
    ]
