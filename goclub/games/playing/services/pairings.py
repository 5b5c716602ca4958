"""Who above has paired two members: an ordinary report of theirs is offered to that pairing.

A room above registers itself while the apps get ready; from then on the register only answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Protocol
from uuid import UUID

from goclub.common.registered import Registered
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game, Kifu
from goclub.games.playing.services.facts import KEEPERS, GameFacts
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

#: What the form answers where the game is none of those that are offered.
ORDINARY = "none"


@dataclass(frozen=True, slots=True)
class PairingOffer:
    """An open pairing of two members: ``key`` as a form names it, ``text`` as shown, its page."""

    key: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two members who played on a day, to look up their pairings."""

    first: Member
    second: Member
    on: date

    @property
    def pair(self) -> frozenset[int]:
        """Their keys: who sat where does not matter."""
        return frozenset((self.first.pk, self.second.pk))


def _meeting(players: Sequence[Member], on: date) -> Meeting:
    first, second = players
    return Meeting(first, second, on)


def members_of(meetings: Iterable[Meeting]) -> set[int]:
    """Return everyone in these pairings."""
    return {pk for meeting in meetings for pk in meeting.pair}


@dataclass(frozen=True, slots=True)
class Due:
    """An open pairing of two members, by their keys, with its conditions.

    ``name`` says in a sentence what it is; ``black`` who takes Black, None where the colour is
    tossed for.  ``told_here``: an organiser may report its game too; otherwise the two are asked
    which game it was.
    """

    key: str
    pair: frozenset[int]
    name: str
    board: int
    handicap: int
    komi2: int
    black: int | None
    told_here: bool = True


@dataclass(frozen=True, slots=True)
class PairingReport:
    """A report as it was sent; ``other_conditions``: both agreed on others than the pairing's."""

    facts: GameFacts
    key: UUID | None = None
    kifu: Kifu | None = None
    other_conditions: bool = False


class Pairer(Protocol):
    """A room that pairs members; its keys begin with ``kind``."""

    @property
    def kind(self) -> str: ...

    def offers(self, meetings: Sequence[Meeting], /) -> list[list[PairingOffer]]:
        """For each meeting the open pairings of the two for which its game could be reported.

        One query, however many meetings are asked about.
        """

    def among(self, members: Collection[int], on: date, /) -> list[Due]:
        """The open pairings of any two of these members that could be played on a day."""

    def take(self, act: Act, pk: int, report: PairingReport, /) -> Game | None:
        """Report the game of a pairing; None where its result stands in the room's table alone.

        Raises what the room's own form refuses.
        """

    def adopt(self, act: Act, pk: int, game: Game, /) -> Game | None:
        """Confirm a reported game as that of a pairing; as :meth:`take` else."""


class Pairings(Registered[Pairer]):
    """The rooms that pair members, asked one after the other."""

    def offers(self, players: Sequence[Member], on: date) -> list[PairingOffer]:
        """What is open between two members; guests are paired by nobody."""
        return self._offers([(players, on)])[0]

    def _offers(self, asked: Sequence[tuple[Sequence[Member], date]]) -> list[list[PairingOffer]]:
        offers_by_place: list[list[PairingOffer]] = [[] for _one in asked]
        at = [
            place
            for place, (players, _on) in enumerate(asked)
            if not any(player.pk is None or player.is_guest for player in players)
        ]
        meetings = [_meeting(*asked[place]) for place in at]
        for room in self._all if meetings else ():
            for place, offers in zip(at, room.offers(meetings), strict=True):
                offers_by_place[place] += offers
        return offers_by_place

    def unanswered(self, games: Sequence[Game]) -> list[list[PairingOffer]]:
        """For each report that no room keeps what is open between its two (a query a room)."""
        offers_by_game = self._offers([(game.players, game.played_on) for game in games])
        return [
            [] if offers and KEEPERS.context_of(game) else offers
            for game, offers in zip(games, offers_by_game, strict=True)
        ]

    def among(self, members: Collection[int], on: date) -> dict[frozenset[int], Due]:
        """What any two of these members have to play, the first of each two (a query a room)."""
        dues: dict[frozenset[int], Due] = {}
        if len(members) > 1:
            for room in self._all:
                for due in room.among(members, on):
                    dues.setdefault(due.pair, due)
        return dues

    def need_answer(self, game: Game) -> None:
        """Raise RuleError E_STATE (``paired``) where somebody must say first which game it is."""
        [offers] = self.unanswered([game])
        if offers:
            raise paired(offers)

    @atomic_retried
    def take(self, act: Act, key: str, report: PairingReport) -> Game | None:
        """Report the game of the pairing with this key; see :class:`Pairer`."""
        room, pk = self._of(key)
        return room.take(act, pk, report)

    @atomic_retried
    def adopt(self, act: Act, key: str, game: Game) -> Game | None:
        """Confirm a game as that of the pairing with this key; see :class:`Pairer`."""
        room, pk = self._of(key)
        return room.adopt(act, pk, game)

    def _of(self, key: str) -> tuple[Pairer, int]:
        kind, _dash, number = key.partition("-")
        room = next((pairer for pairer in self._all if pairer.kind == kind), None)
        if room is None or not (number.isascii() and number.isdigit()) or len(number) > 18:
            raise RuleError(Code.UNKNOWN, "pairing", key, reason="playing.no_such_pairing")
        return room, int(number)


PAIRINGS: Final = Pairings()


def paired(offers: Sequence[PairingOffer]) -> RuleError:
    """What to raise where these are open and nobody said which game it is."""
    return RuleError(Code.STATE, "pairing", offers[0].text, reason="playing.paired")


def gone(key: str) -> RuleError:
    """What to raise where a pairing was decided, or taken away, since it was offered."""
    return RuleError(Code.STATE, "pairing", key, reason="playing.no_such_pairing")
