"""What goes on paper: result slips and player cards, and how tightly a list is set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from goclub.common.collation import name_key
from goclub.common.notation import dotted
from goclub.common.pictures import qr_svg
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.models import Event, Pairing, Participant
from goclub.leagues.tournament.labels.figures import points_text
from goclub.leagues.tournament.labels.standings import outcome_for
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
