"""Whom and what the club knows already, loaded once for the judging of a whole file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from goclub.games.models import Game
from goclub.games.rating.ledger.timeline import rules_timeline
from goclub.games.rating.systems.paa.system import PAA
from goclub.members.models import Member, Nickname
from ratings.paa.state import PaaRules

#: A player: the primary key of somebody whom the club knows, the key of one who comes along
#: ("row:17"), or a guest by name ("guest:Jan Gość").
Seat: TypeAlias = int | str
#: Black, White, day, board, stones, komi doubled, winner, ending, margin doubled.
GameKey: TypeAlias = tuple[Seat, Seat, date, int, int, int, str, str, int | None]


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody who may be meant by a name."""

    seat: Seat
    name: str
    romanised: str = ""
    nicknames: tuple[str, ...] = ()
    joined_on: date | None = None
    born_on: date | None = None
    email: str = ""
    is_guest: bool = False


@dataclass(frozen=True)
class Known:
    """People of the club, present, former and guests, and how often each game stands there.

    ``rules`` those of PAA by day, which say where a game may be lost on time.
    """

    people: tuple[KnownPerson, ...] = ()
    games: Mapping[GameKey, int] = field(default_factory=dict)
    rules: Callable[[date], PaaRules] = field(default=lambda _day: PaaRules())


def load_known(*, games: bool = True) -> Known:
    """Everybody who can be a player of the past, and every game that is not void: five queries."""
    nicknames: dict[int, list[str]] = defaultdict(list)
    for member, name in Nickname.objects.values_list("member_id", "name"):
        nicknames[member].append(name)
    people = tuple(
        KnownPerson(
            seat=member.pk,
            name=member.display_name,
            romanised=member.romanised_name,
            nicknames=tuple(nicknames[member.pk]),
            joined_on=member.joined_on,
            born_on=member.birth_date,
            email=(member.user.email if member.user else "") or member.contact_email,
            is_guest=member.is_guest,
        )
        for member in Member.objects.players().select_related("user").order_by("pk")
    )
    return Known(people, _games() if games else {}, rules_timeline().of(PAA))


def _games() -> Mapping[GameKey, int]:
    rows = Game.objects.shown().values_list(
        "black", "white", "played_on", "board", "handicap", "komi2", "winner", "ending", "margin2"
    )
    return Counter(rows.iterator())
