"""Pages without a thing of their own, as others see them: who may look, and a sentence on each.

What a page says here of itself must be true for every club.  A public page that is not in this
list and whose view says nothing (``common.sharing``) asks not to be found.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

#: Of the rights in ``members.visitors``: which one opens the page; "" for all.
Need = Literal["", "table", "games", "profiles"]


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
    "members:join": Page(
        "", _("Ask to join the club: what we need to know, and what happens then.")
    ),
    "leagues:club-calendar": Page(
        "",
        _("Evenings and tournaments of the club, month by month, with a calendar to subscribe to."),
    ),
    "leagues:calendar-month": Page(
        "", _("Evenings and tournaments of the club in this month."), False
    ),
    "leagues:meeting": Page("", _("An evening of the club: when, where, and who runs it."), False),
    # What was played
    "games:list": Page(
        "games",
        _("Every game of the club, the newest first: players, conditions and result."),
        numbered=False,
    ),
    "games:kifu-list": Page(
        "games", _("Records of games to step through, search and download."), numbered=False
    ),
    "games:positions": Page(
        "games", _("Set up a position and find the records in which it was played.")
    ),
    "games:members": Page("table", _("The members of the club with rank, points and form.")),
    "games:rankings": Page(
        "table",
        _(
            "Who is strongest: the members by their points, by the club’s Elo and by the European "
            "rating."
        ),
    ),
    # Competition
    "leagues:home": Page("games", _("The leagues of the club: tables, terms and champions.")),
    "leagues:events": Page(
        "games", _("Tournaments of the club: what comes, what is going on, and who won.")
    ),
    "leagues:league": Page(
        "games", _("A league of the club: its table, its games and its regulation."), False
    ),
    "leagues:archive": Page("games", _("Who won the league, term by term."), False),
    "leagues:regulation": Page("games", _("By which rules the league is played."), False),
    "leagues:player": Page("games", _("A player’s games in a term of the league."), False),
    "leagues:match": Page(
        "games", _("A game of the league: who meets, when, and how it ended."), False
    ),
    "leagues:snapshot": Page("games", _("The final table of a term."), False),
    "leagues:season-player": Page("games", _("A player’s events in the league."), False),
    "leagues:season-record": Page("games", _("The final table of a season."), False),
    "leagues:league-event": Page(
        "games", _("An event of the league: who played, and what it counts."), False
    ),
    "leagues:open": Page("games", _("Games of the league that are still to be played."), False),
    "leagues:regulation-version": Page(
        "games", _("By which rules the league was played in a term."), False
    ),
    "leagues:ladder": Page(
        "games", _("The ladder of the club: who stands on which rung, and who may challenge whom.")
    ),
    "leagues:ladder-way": Page("games", _("How a member came to this rung of the ladder."), False),
    # Why a figure is what it is
    "games:entry": Page(
        "games", _("What a game moved, by which rule and with which numbers."), False
    ),
    "leagues:round-why": Page("games", _("Why these two were paired in this round."), False),
    "games:toss": Page(
        "games", _("A toss for colours, with every step of it for anybody to check."), False
    ),
    "games:toss-list": Page(
        "games", _("Tosses for colours that anybody can check, and whether they look even.")
    ),
    # What helps to play
    "games:calculator": Page(
        "", _("Handicap and komi of two players, and what each result would change.")
    ),
    "games:conditions-table": Page(
        "", _("A table of handicap and komi to print and hang on the wall.")
    ),
    "learn": Page(
        "", _("The rules of Go on small boards, and how this club counts points and ranks.")
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
