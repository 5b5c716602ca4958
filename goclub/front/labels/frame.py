"""The frame of a page: header with its menu, footer, and the bar for thumbs.

Each is made of nothing but what it is given here, so it may be kept under just that: whoever else
is given the same reads the same, and what is given otherwise is made anew.  Nothing of a request is
kept: its address and its token are put in afterwards.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Final, ParamSpec, cast

from django.conf import settings
from django.template.loader import get_template
from django_stubs_ext import StrOrPromise

from goclub.front.labels import ROOMS, Door, Room
from goclub.members.visitors import VisitorRights

P = ParamSpec("P")
#: Stand in what is kept for what belongs to one request; nobody can know them.
ADDRESS: Final = secrets.token_hex(16)
SIGN_IN: Final = secrets.token_hex(16)
TOKEN: Final = secrets.token_hex(16)
#: So many headers, of members and of what waits for them, are kept in each process.
MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Language:
    """The language of the page, and what others there are: code and own name of each."""

    code: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Club:
    """What the frame shows of the club."""

    name: str
    mark: str
    motto: str
    is_founded: bool


@dataclass(frozen=True, slots=True)
class Reader:
    """All that the frame shows of who reads; a visitor has no name.

    ``page`` his own, "" for a login without a member.
    """

    name: str = ""
    page: str = ""
    unread: int = 0
    waiting: int = 0
    has_desk: bool = False
    desk_waiting: int = 0
    brings_evenings: bool = False
    invites: bool = False
    brings_notebook: bool = False
    is_staff: bool = False

    @property
    def in_all(self) -> int:
        """How much waits, for him and on his desk."""
        return self.waiting + self.desk_waiting


@dataclass(frozen=True, slots=True)
class Way:
    """A link of the navigation as this reader sees it."""

    url: str
    label: StrOrPromise
    icon: str = ""
    here: bool = False


def kept(make: Callable[P, str]) -> Callable[P, str]:
    """What is made of its arguments alone, once for the same; anew where templates are written."""
    known = cast("Callable[P, str]", lru_cache(maxsize=MOST)(make))

    @wraps(make)
    def inner(*args: P.args, **kwargs: P.kwargs) -> str:
        return make(*args, **kwargs) if settings.DEBUG else known(*args, **kwargs)

    return inner


@kept
def header(
    language: Language, theme: str, club: Club, sees: VisitorRights, reader: Reader, room: str
) -> str:
    """The club's name, the words of the rooms, and the menu; *room* is the first view of one."""
    ways = _ways(sees, member=bool(reader.page), room=room, thumb=False)
    return _made(
        "common/_header.html", language=language, theme=theme, club=club, sees=sees, reader=reader,
        ways=ways, address=ADDRESS, sign_in=SIGN_IN, csrf_token=TOKEN,
    )  # fmt: skip


@kept
def footer(language: Language, club: Club, sees: VisitorRights, *, signed_in: bool) -> str:
    """The club's name again, and what one looks for at the end."""
    return _made(
        "common/_footer.html", language=language, club=club, sees=sees, signed_in=signed_in
    )


@kept
def bottom_bar(
    language: Language, sees: VisitorRights, *, member: bool, room: str, home: bool
) -> str:
    """The rooms as a telephone shows them."""
    ways = _ways(sees, member=member, room=room, thumb=True)
    return _made("common/_bottom_bar.html", language=language, ways=ways, home=home)


@kept
def doors(language: Language, sees: VisitorRights, *, member: bool, room: Room, path: str) -> str:
    """The pages beside this one, if it stands at the door of its room; else nothing."""
    ways = [
        Way(door.url, door.label, here=door.is_at(path))
        for door in room.doors
        if opens(door, sees, member=member)
    ]
    if len(ways) < 2 or not any(way.here for way in ways):
        return ""
    return _made("front/_doors.html", language=language, ways=ways, room=room)


def opens(door: Door, sees: VisitorRights, *, member: bool) -> bool:
    """Whether this reader finds a page."""
    if door.need == "me":
        return member
    return not door.need or bool(getattr(sees, door.need))


def _ways(sees: VisitorRights, *, member: bool, room: str, thumb: bool) -> Sequence[Way]:
    return [
        Way(way.first.url, way.first.label, way.icon, way.first.view == room)
        for way in ROOMS
        if (way.thumb or not thumb) and opens(way.first, sees, member=member)
    ]


def _made(template: str, **shown: object) -> str:
    return get_template(template).render(shown)
