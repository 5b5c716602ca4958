"""The rooms of the site with the pages at their doors, and what pages say of themselves to others.

What a page says in :data:`PAGES` must be true for every club.  A public page that is not in that
list and whose view says nothing (``common.sharing``) asks not to be found.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

#: Who finds a page: everybody, who sees the club's table, its games or its members' pages (of the
#: rights in ``members.visitors``), who is a member.
Need = Literal["", "table", "games", "profiles", "me"]


#: Every page shows some twenty doors, whose addresses never change.
_address = cache(reverse)


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
_LESSONS = Door("games:lesson-list", _("Lessons"), "games", below=True)
_TOSS = Door("games:toss-list", _("Nigiri"), "games")
_PLAYED = (_GAMES, _KIFU, _POSITIONS, _LESSONS, _TOSS)
_MEMBERS = Door("games:members", _("Members"), "table")
_TOURNAMENTS = Door("leagues:events", _("Tournaments"), "games")

LEARN: Final = Room(
    Door("learn", _("Learn")),
    "learn",
    ("/learn/", "/calculator/"),
    (
        Door("learn", _("Learn")),
        Door("games:lessons", _("The rules of Go")),
        Door("games:problems", _("Problems"), "games", below=True),
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
        ("/members/", "/rankings/", "/news/"),
        (
            _MEMBERS,
            Door("games:rankings", _("Rankings"), "table", below=True),
            Door("members:news", _("Club news"), below=True),
        ),
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


class Page(NamedTuple):
    """A page that others may find.

    ``mapped`` where its address needs nothing more; else the sentence follows the page's title.
    ``numbered`` where ``?page=`` leads anywhere: lists paged by keys (``common.keyset``) ignore it.
    """

    need: Need
    text: StrOrPromise
    mapped: bool = True
    numbered: bool = True


PAGES: Final[dict[str, Page]] = {
    "home": Page("", _("Where and when we meet, what Go is, and how to join us.")),
    "members:news": Page("", _("What the club tells its members and guests, newest first.")),
    "members:join": Page("", _("Join the club: what we need to know and what happens next.")),
    "leagues:club-calendar": Page(
        "",
        _("Club nights and tournaments, month by month, with a calendar to subscribe to."),
    ),
    "leagues:calendar-month": Page("", _("Club nights and tournaments in this month."), False),
    "leagues:meeting": Page("", _("A club event: when, where and who runs it."), False),
    # What was played
    "games:list": Page(
        "games",
        _("All club games, newest first: players, conditions and result."),
        numbered=False,
    ),
    "games:kifu-list": Page(
        "games", _("Game records to replay, search and download."), numbered=False
    ),
    "games:positions": Page(
        "games", _("Set up a position and find the game records that contain it.")
    ),
    "games:lesson-list": Page("", _("Lessons on the board to read, and to follow live.")),
    "games:openings": Page(
        "profiles", _("Positions that came up again and again in a member’s games."), False
    ),
    "games:joseki": Page("games", _("What the club plays in the corners, year by year.")),
    "games:problems": Page("games", _("Problems to solve on the board, in collections.")),
    "games:members": Page("table", _("The club’s members with rank, points and form.")),
    "games:rankings": Page(
        "table",
        _(
            "Who is strongest: members by their points, by the club’s Elo and by their "
            "European rating."
        ),
    ),
    # Competition
    "leagues:home": Page("games", _("The leagues of the club: tables, terms and champions.")),
    "leagues:events": Page(
        "games", _("The club’s tournaments: upcoming, under way and finished, with winners.")
    ),
    "leagues:league": Page(
        "games", _("One of the club’s leagues: its table, games and regulation."), False
    ),
    "leagues:archive": Page("games", _("League winners, term by term."), False),
    "leagues:regulation": Page("games", _("The rules the league is played by."), False),
    "leagues:player": Page("games", _("A player’s games in a term of the league."), False),
    "leagues:match": Page("games", _("A league game: who plays, when, and the result."), False),
    "leagues:snapshot": Page("games", _("The final table of a term."), False),
    "leagues:season-player": Page("games", _("A player’s events in the league."), False),
    "leagues:season-record": Page("games", _("The final table of a season."), False),
    "leagues:league-event": Page(
        "games", _("A league event: who played and what it counts for."), False
    ),
    "leagues:open": Page("games", _("League games still to be played."), False),
    "leagues:regulation-version": Page(
        "games", _("The rules the league was played by in a term."), False
    ),
    "leagues:ladder": Page(
        "games", _("The club’s ladder: who is on which rung, and who can challenge which players.")
    ),
    "leagues:ladder-way": Page("games", _("How a member reached this rung of the ladder."), False),
    # Why a figure is what it is
    "games:entry": Page(
        "games", _("What a game changed, by which rule and with which numbers."), False
    ),
    "leagues:round-why": Page("games", _("Why these two were paired in this round."), False),
    "games:toss": Page("games", _("Nigiri, with every step for anyone to check."), False),
    "games:toss-list": Page(
        "games", _("Nigiri that anyone can check, and whether the results look even.")
    ),
    # What helps to play
    "games:calculator": Page(
        "", _("Handicap and komi for two players, and what each result would change.")
    ),
    "games:conditions-table": Page(
        "", _("A handicap and komi table to print and hang on the wall.")
    ),
    "learn": Page(
        "", _("The rules of Go on small boards, and how this club calculates points and ranks.")
    ),
    "games:lessons": Page("", _("The rules of Go in a few small boards to play on.")),
    "games:points": Page("", _("How points and ranks are won and lost, with every condition.")),
    "games:rules": Page(
        "", _("The rules by which the club rates its games, and its own settings.")
    ),
    "leagues:rules": Page("", _("The rules of the leagues: order, promotion and forfeits.")),
    "leagues:scores": Page(
        "", _("How tournaments are scored: McMahon, SOS and the other tie-breaks, by example.")
    ),
}
