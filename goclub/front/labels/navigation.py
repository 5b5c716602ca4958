"""The five rooms of the site, and the pages at the door of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

#: Who finds a page: everybody, who sees the club's table or its games, who is signed in.
Need = Literal["", "table", "games", "me"]


@cache
def _address(view: str) -> str:
    return reverse(view)


@dataclass(frozen=True, slots=True)
class Door:
    """A page that stands beside others in its room.

    ``below``: its tab stays selected on the pages whose addresses begin with its own.
    """

    view: str
    label: StrOrPromise
    need: Need = ""
    below: bool = False

    @property
    def url(self) -> str:
        return _address(self.view)

    def is_at(self, path: str) -> bool:
        """Return whether a page belongs to this tab."""
        return path.startswith(self.url) if self.below else path == self.url


@dataclass(frozen=True, slots=True)
class Room:
    """A word of the navigation: its first page, and the addresses that belong to it.

    ``need`` as of its first page; ``thumb``: it stands on a telephone's bar too, and is the room of
    ``also`` there.
    """

    first: Door
    icon: str
    paths: tuple[str, ...]
    doors: tuple[Door, ...]
    thumb: bool = True
    also: tuple[str, ...] = ()


_GAMES = Door("games:list", _("Games"), "games")
_KIFU = Door("games:kifu-list", _("Kifu"), "games")
_POSITIONS = Door("games:positions", _("Search positions"), "games")
_TOSS = Door("games:toss-list", _("Nigiri"), "games")
_PLAYED = (_GAMES, _KIFU, _POSITIONS, _TOSS)
_MEMBERS = Door("games:members", _("Members"), "table")
_TOURNAMENTS = Door("leagues:events", _("Tournaments"), "games")

LEARN: Final = Room(
    Door("learn", _("Learn")),
    "learn",
    ("/learn/", "/calculator/"),
    (
        Door("learn", _("Learn")),
        Door("games:lessons", _("The rules of Go")),
        Door("games:points", _("How points work")),
        Door("games:rules", _("Rules and house rules")),
        Door("leagues:rules", _("Rules of the leagues")),
        Door("leagues:scores", _("How tournaments are scored")),
        Door("games:calculator", _("Handicap and komi")),
        Door("games:conditions-table", _("Tables to print")),
    ),
)
ROOMS: Final = (
    Room(_GAMES, "games", ("/games/", "/toss/", "/ledger/"), _PLAYED, also=("/kifu/",)),
    Room(_KIFU, "games", ("/kifu/", "/games/positions/"), _PLAYED, thumb=False),
    Room(
        _MEMBERS,
        "members",
        ("/members/", "/rankings/"),
        (_MEMBERS, Door("games:rankings", _("Rankings"), "table", below=True)),
    ),
    Room(
        Door("leagues:events", pgettext_lazy("tournaments, leagues, calendar", "Events"), "games"),
        "league",
        ("/tournaments/", "/leagues/", "/calendar/", "/night/", "/challenges/", "/ladder/"),
        (
            _TOURNAMENTS,
            Door("leagues:home", _("Leagues"), "games"),
            Door("leagues:club-calendar", _("Calendar"), below=True),
            Door("leagues:night", _("Club night"), "me", below=True),
            Door("leagues:challenges", _("Challenges"), "me"),
            Door("leagues:ladder", _("Ladder"), "games", below=True),
        ),
    ),
    LEARN,
)


def room_at(path: str, *, thumb: bool = False) -> Room | None:
    """The room of an address: the longest of the paths that it begins with decides.

    >>> room = room_at("/games/positions/")
    >>> room.first.view, room_at("/games/7/").first.view, room_at("/office/")
    ('games:kifu-list', 'games:list', None)
    >>> room_at("/kifu/3/", thumb=True).first.view
    'games:list'
    """
    rooms = [
        (len(start), -at)
        for at, room in enumerate(ROOMS)
        if room.thumb or not thumb
        for start in (*room.paths, *(room.also if thumb else ()))
        if path.startswith(start)
    ]
    return ROOMS[-max(rooms)[1]] if rooms else None
