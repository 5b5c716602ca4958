"""What goes on paper and on the projector: result slips, player cards, screens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from goclub.common.collation import name_key
from goclub.common.notation import dotted
from goclub.common.pictures import qr_svg
from goclub.leagues.models import Event, Pairing, Participant
from goclub.leagues.tournament.labels.boards import unopposed
from goclub.leagues.tournament.labels.rounds import by_name
from goclub.leagues.tournament.labels.standings import (
    scores_after,
    seats_in,
    standings_table,
    step_of,
)
from goclub.leagues.tournament.queries.sanctions import Case
from goclub.leagues.tournament.queries.snapshot import EventSnapshot

#: Sheets of eight slips at a time: drawing a code takes about a hundredth of a second.
SLIPS_AT_ONCE = 96


def slips_of(
    pairings: Sequence[Pairing], link: Callable[[Pairing], str]
) -> list[dict[str, object]]:
    """The slips of some tables; ``link`` gives the address behind each code."""
    return [
        {"pairing": pairing, "link": address, "code": qr_svg(address), "jigo": pairing.whole_komi}
        for pairing in pairings
        for address in (link(pairing),)
    ]


def cards_of(snapshot: EventSnapshot, cases: Sequence[Case] = ()) -> list[dict[str, Any]]:
    """The cards of all who played or are to play, by name, as far as the event is published.

    A card has the score at the start and a step (:func:`step_of`) for every planned round, without
    a kind for one that is not published yet; of teams it is a board, ``unopposed`` where it was
    won without an opponent, which counts.  *cases*: the event's sanctions; a card has those
    given to its player, and those that decided one of its games.
    """
    without_opponent = unopposed(snapshot) if snapshot.event.has_boards else set()
    snapshot = snapshot.at_boards
    start = scores_after(snapshot, 0)
    steps: dict[int, list[dict[str, Any]]] = {number: [] for number in snapshot.participants}
    won2: Counter[int] = Counter()
    for number in range(1, snapshot.last_out + 1):
        won2.update({player: 2 for player, won_in in without_opponent if won_in == number})
        scores, seats = scores_after(snapshot, number, won2), seats_in(snapshot, number)
        for player, played in steps.items():
            step = step_of(snapshot, number, player, seats, scores)
            if (player, number) in without_opponent:
                step["kind"] = "unopposed"
            played.append(step)
    last = snapshot.event.rounds_planned
    blank = [{"number": number} for number in range(snapshot.last_out + 1, last + 1)]
    planned = set(range(1, last + 1))
    if snapshot.event.state == Event.State.CLOSED:
        planned = set()  # nobody has a round to come
    people = sorted(
        snapshot.participants.values(), key=lambda participant: name_key(participant.shown_name)
    )
    return [
        {
            "participant": person,
            "origin": dotted((person.club, person.country)),
            "start": start[person.number],
            "lines": [*steps[person.number], *blank],
            "cases": _about(person, cases),
        }
        for person in people
        if any(step["kind"] in ("game", "bye", "unopposed") for step in steps[person.number])
        or (
            person.state == Participant.State.FINAL
            and not planned <= set().union(*snapshot.missed(person))
        )
    ]


def _about(participant: Participant, cases: Sequence[Case]) -> list[Case]:
    return [
        case
        for case in cases
        if case.row.player_id == participant.pk
        or any(participant.pk in (table.black_id, table.white_id) for table in case.tables)
    ]


def density(lines: int, comfortable: int, tight: int, tightest: int) -> str:
    """How tightly a list must be set for one page: "" comfortable, tight, tightest.

    Beyond what fits it is comfortable again and runs over several pages.
    """
    if lines <= comfortable or lines > tightest:
        return ""
    return "tight" if lines <= tight else "tightest"


#: Lines in a column, and columns: as many as can be read from ten metres at 1920 × 1080.
LINES = 11
COLUMNS = 2
#: How many numbers of open tables fit in the line at the foot.
TABLES = 8


def screen_of(
    snapshot: EventSnapshot, wanted: int, *, part: int = 1, parts: int = 1
) -> dict[str, Any]:
    """The page *wanted* (from 1; beyond the last it starts again), of what is published.

    First everyone by name with their table while the round is played, then the standings as soon as
    there is a result to count.  ``part`` of ``parts``: the names shared out among several screens.
    ``open_tables``: the tables without a result, as many as fit; ``more_open`` counts the others.
    """
    number = snapshot.last_out
    if not number:
        here = [p for p in snapshot.participants.values() if p.state != Participant.State.WITHDRAWN]
        here.sort(key=lambda participant: name_key(participant.shown_name))
        return {"round": None, "page": _page([("entered", here)], wanted)}
    pairings = snapshot.pairings[number]
    still_open = [pairing.table for pairing in pairings if not pairing.has_result]
    done = len(pairings) - len(still_open)
    kinds: list[tuple[str, Sequence[object]]] = []
    if still_open:
        seats = by_name(snapshot.at_boards, number)
        size = -(-len(seats) // parts)
        kinds.append(("names", seats[(part - 1) * size : part * size]))
    table = standings_table(snapshot, number)
    if done or number > 1 or not still_open:
        kinds.append(("standings", table.rows))
    return {
        "round": snapshot.round(number),
        "page": _page(kinds, wanted),
        "table": table,
        "open_tables": still_open[:TABLES],
        "more_open": max(len(still_open) - TABLES, 0),
        "results": done,
        "games": len(pairings),
    }


def _page(kinds: Sequence[tuple[str, Sequence[object]]], wanted: int) -> dict[str, Any]:
    """One page of its kind (names, standings or entered), its lines in columns."""
    room = LINES * COLUMNS
    pages = [
        (kind, lines[start : start + room])
        for kind, lines in kinds
        for start in range(0, max(len(lines), 1), room)
    ]
    index = (wanted - 1) % len(pages)
    kind, lines = pages[index]
    columns = [lines[start : start + LINES] for start in range(0, room, LINES)]
    return {"kind": kind, "columns": columns, "number": index + 1, "count": len(pages)}
