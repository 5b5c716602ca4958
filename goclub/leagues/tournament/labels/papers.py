"""What goes on paper and on the projector: result slips, player cards, screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from goclub.common.collation import name_key
from goclub.common.notation import dotted
from goclub.common.pictures import qr_svg
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.models import Event, Pairing, Participant, Round
from goclub.leagues.tournament.labels.figures import points_text, result_sign
from goclub.leagues.tournament.labels.rounds import NameLine, by_name
from goclub.leagues.tournament.labels.standings import (
    StandingRow,
    StandingsTable,
    outcome_for,
    standings_table,
)
from goclub.leagues.tournament.queries.sanctions import Case
from goclub.leagues.tournament.queries.snapshot import EventSnapshot

#: Sheets of eight slips at a time: drawing a code takes about a hundredth of a second.
SLIPS_AT_ONCE = 96


@dataclass(frozen=True, slots=True)
class Slip:
    """A table's slip; ``code`` the picture of its ``link``; ``jigo``: the komi allows one."""

    pairing: Pairing
    link: str
    code: SafeSvg
    jigo: bool


@dataclass(frozen=True, slots=True)
class CardLine:
    """A round on a player's card.

    ``kind`` game, bye, absent, or blank for a round that is not published yet; ``css`` won, lost,
    jigo, open or none; ``score`` after the round, empty while the game is open.
    """

    number: int
    kind: str
    pairing: Pairing | None = None
    opponent: Participant | None = None
    colour: str = ""
    css: str = "none"
    score: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card: his start and one line for every planned round.

    ``cases`` the sanctions given to him, and those that decided a game of his.
    """

    participant: Participant
    start: str
    lines: tuple[CardLine, ...]
    cases: tuple[Case, ...] = ()

    @property
    def origin(self) -> str:
        """Club and country, as far as they are known."""
        participant = self.participant
        return dotted((participant.club, participant.country))


def slips_of(pairings: Sequence[Pairing], link: Callable[[Pairing], str]) -> tuple[Slip, ...]:
    """The slips of some tables; ``link`` gives the address behind each code."""
    return tuple(
        Slip(pairing, address, qr_svg(address), pairing.whole_komi)
        for pairing in pairings
        for address in (link(pairing),)
    )


def cards_of(snapshot: EventSnapshot, cases: Sequence[Case] = ()) -> tuple[Card, ...]:
    """The cards of all who played or are to play, by name, as far as the event is published.

    *cases*: the event's sanctions.
    """
    main = snapshot.score_name
    out = range(1, snapshot.last_out + 1)
    scores = {
        number: {
            row.player: points_text(row.scores[main])
            for row in snapshot.everybody(number, shown=(main,))
        }
        for number in range(snapshot.last_out + 1)
    }
    lines: dict[int, list[CardLine]] = {number: [] for number in snapshot.participants}
    for number in out:
        seats = _seats(snapshot, number)
        for player, played in lines.items():
            played.append(_line(snapshot, number, player, seats, scores[number][player]))
    blank = [CardLine(n, "blank") for n in range(len(out) + 1, snapshot.event.rounds_planned + 1)]
    planned = set(range(1, snapshot.event.rounds_planned + 1))
    if snapshot.event.state == Event.State.CLOSED:
        planned = set()  # nobody has a round to come
    people = sorted(
        snapshot.participants.values(), key=lambda participant: name_key(participant.display_name)
    )
    return tuple(
        Card(
            person, scores[0][person.number], (*lines[person.number], *blank), _about(person, cases)
        )
        for person in people
        if any(line.kind in ("game", "bye") for line in lines[person.number])
        or (person.state == Participant.State.FINAL and not planned <= _away(snapshot, person))
    )


def _away(snapshot: EventSnapshot, participant: Participant) -> set[int]:
    return set().union(*snapshot.missed(participant))


def _about(participant: Participant, cases: Sequence[Case]) -> tuple[Case, ...]:
    return tuple(
        case
        for case in cases
        if case.row.player_id == participant.pk
        or any(participant.pk in (table.black_id, table.white_id) for table in case.tables)
    )


def _seats(snapshot: EventSnapshot, number: int) -> dict[int, tuple[Pairing, str]]:
    seats = {}
    for pairing in snapshot.pairings[number]:
        seats[pairing.black.number] = (pairing, "B")
        seats[pairing.white.number] = (pairing, "W")
    return seats


def _line(
    snapshot: EventSnapshot,
    number: int,
    player: int,
    seats: dict[int, tuple[Pairing, str]],
    score: str,
) -> CardLine:
    if player not in seats:
        bye = snapshot.free_win(number)
        has_bye = bye is not None and bye.participant.number == player
        return CardLine(number, "bye" if has_bye else "absent", score=score)
    pairing, colour = seats[player]
    return CardLine(
        number,
        "game",
        pairing,
        pairing.white if colour == "B" else pairing.black,
        colour,
        outcome_for(pairing, colour.lower()),
        score if pairing.has_result else "",
    )


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
