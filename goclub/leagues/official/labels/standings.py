"""Places with their reasons, results, corrections and pictures, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.common.notation import dotted, listed, span
from goclub.common.sharing import Shared
from goclub.games.labels import margin
from goclub.games.models import Game
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels import (
    PictureLine,
    pending_correction,
    shared_part,
    table_card,
)
from goclub.leagues.models import Match, Term
from goclub.leagues.official.services.standings import TermStandings
from goclub.leagues.official.services.tables import Group, PlaceReason, TableRow
from goclub.members.models import ClubSettings, User
from goclub.members.visitors import VisitorRights


# --- Places -----------------------------------------------------------------------------------
def percent(rate: tuple[int, int] | None) -> str:
    """A win rate; with a decimal where the whole percent would hide the fraction.

    >>> percent((1, 2)), percent((2, 3)), percent(None)
    ('50%', '66.7%', '–')
    """
    if rate is None:
        return "–"
    won, of = rate
    return notation.percent(Fraction(100 * won, of), 1 if (100 * won) % of else 0)


def why(row: TableRow, rows: Sequence[TableRow] = ()) -> str:
    """Say why the place is what it is, in one line (S1-20 … S1-24); *rows* those of the table."""
    if not row.games:
        return _("no games yet: placed after everyone who has played, by points at the start")
    if row.criterion == "shared":
        return _("tied with everyone on every criterion")
    text = _parted(row, row.tied, rows, first=row.place == 1)
    if row.equals is not None:
        text = notation.clauses((text, _first_of_equals(row, row.equals, rows)))
    if row.shared:
        text = notation.clauses((text, _("shares the place")))
    return text


def _names(against: Iterable[str], rows: Sequence[TableRow]) -> str:
    """List people whom a stored reason names, as the reader sees their names."""
    return notation.listed_and(
        next((row.shown_name for row in rows if row.name == name), name) for name in against
    )


def _parted(by: TableRow | PlaceReason, tied: int, rows: Sequence[TableRow], *, first: bool) -> str:
    """What parted the row from its neighbour."""
    figures = {"who": _names(by.against, rows)}
    if by.criterion == "direct":
        if by.direct == "won":
            return _("equal win rate and margins; beat %(who)s") % figures
        return _("equal win rate and margins; lost to %(who)s") % figures
    if by.criterion == "margins":
        figures |= {"mine": margin(_int(by.mine)), "theirs": margin(_int(by.theirs))}
        return _("equal win rate; margins %(mine)s against %(theirs)s for %(who)s") % figures
    if by.criterion == "rate":
        figures |= {"mine": percent(by.mine), "theirs": percent(by.theirs)}  # type: ignore[arg-type]
        if first:
            return _("%(mine)s, ahead of %(who)s with %(theirs)s") % figures
        return _("%(mine)s, behind %(who)s with %(theirs)s") % figures
    figures |= {
        "mine": str(by.mine),
        "theirs": str(by.theirs),
        "because": _because(by.direct, tied),
    }
    return (
        _("%(because)s, so points at the start decide: %(mine)s against %(theirs)s for %(who)s")
        % figures
    )


def _first_of_equals(row: TableRow, equals: PlaceReason, rows: Sequence[TableRow]) -> str:
    """What parted the first of those who are equal from the next of them."""
    figures = {"who": _names(equals.against, rows), "n": row.tied}
    if equals.criterion == "direct":
        return _("ahead of %(who)s, with equal win rate and margins, by their own game") % figures
    if equals.direct is not None:  # two whose games say nothing
        return _parted(equals, row.tied, rows, first=False)
    figures |= {"mine": str(equals.mine), "theirs": str(equals.theirs)}
    return (
        ngettext(
            "first of %(n)d with equal win rate and margins, by points at the start: "
            "%(mine)s against %(theirs)s for %(who)s",
            "first of %(n)d with equal win rate and margins, by points at the start: "
            "%(mine)s against %(theirs)s for %(who)s",
            row.tied,
        )
        % figures
    )


def _because(direct: str | None, tied: int) -> str:
    between_two = {
        "not_met": _("the two tied players have not met"),
        "drawn": _("the two tied players drew"),
        "split": _("the two tied players won equally many games against each other"),
        "nobody_came": _("the two tied players both forfeited their game"),
    }
    several = ngettext(
        "%(n)d player tied on win rate and margins",
        "%(n)d players tied on win rate and margins",
        tied,
    ) % {"n": tied}
    return between_two.get(direct or "", several)


def rule_of(row: TableRow) -> str:
    """The rule by which a row has its place."""
    return RULE_OF[row.criterion] if row.games else "S1-23"


#: Which rule parted a place from its neighbour.
RULE_OF = {
    "rate": "S1-20 (1)",
    "margins": "S1-20 (2)",
    "direct": "S1-20 (3)",
    "points": "S1-20 (4)",
    "shared": "S1-22",
}


def _int(number: Any) -> int:
    return int(number)


# --- Results ----------------------------------------------------------------------------------
def result_in_words(match: Match) -> str:
    """Return how a pairing ended: “佐藤 won by 4½”, “forfeited by …”."""
    first, second = match.first.member, match.second.member
    if match.forfeit == Match.Forfeit.BOTH:
        return _("both forfeited")
    if match.forfeit:
        loser = first if match.forfeit == Match.Forfeit.FIRST else second
        return _("forfeited by %(name)s") % {"name": loser}
    game = match.game
    if game is None:
        gone = [side.member for side in (match.first, match.second) if side.withdrawn_on]
        if gone:
            return _("not played: %(names)s withdrew") % {"names": notation.listed_and(gone)}
        return _("not played yet")
    if game.ending == "called":
        return _("draw (time was called)")
    if game.winner == "J":
        return _("jigo")
    if game.winner == "N":
        return _("no result")
    name = game.black if game.winner == "B" else game.white
    how = {
        "points": _("%(name)s won by %(margin)s"),
        "resign": _("%(name)s won by resignation"),
        "time": _("%(name)s won on time"),
        "forfeit": _("%(name)s won by forfeit"),
        "left": _("%(name)s won by forfeit"),
        "unknown": _("%(name)s won"),
        "penalty": _("%(name)s won"),
    }[game.ending]
    return how % {"name": name, "margin": notation.half_points(game.margin2 or 0)}


# --- Corrections ------------------------------------------------------------------------------
def correction_of_term(
    standings: TermStandings, user: User | AnonymousUser
) -> dict[str, Any] | None:
    """Return what a page of a closed term says of a correction, None where none waits."""
    return pending_correction(
        standings,
        user,
        address=reverse(
            "leagues:term-correct", args=[standings.league.slug, standings.term.number]
        ),
        figures=figures_text,
        otherwise=_("the cross table, without changing any places"),
    )


def figures_text(row: TableRow) -> str:
    """Games and margins in short: 5–2, 71.4%, +12½."""
    games = "–".join(str(n) for n in (row.wins, row.losses, *([row.jigo] if row.jigo else [])))
    return listed((games, percent(row.rate), margin(row.margin2)))


# --- Shared elsewhere -------------------------------------------------------------------------
def shared_term(term: Term, club: ClubSettings) -> Shared:
    """A term as others see it."""
    picture = reverse("leagues:term-picture", args=[term.league.slug, term.number])
    return shared_part(term, club, first=term.starts_on, last=term.ends_on, picture=picture)


def term_picture(term: Term, groups: Sequence[Group], club: ClubSettings) -> SafeSvg:
    """The first division's table; only the heading while members sign up."""
    first = groups[0] if groups else None
    several = first is not None and len(groups) > 1
    division = first.name if first and several else ""
    facts = (term.league.name, span(term.starts_on, term.ends_on), division)
    labels = (_("Won–lost"), _("Rate"))
    lines = [picture_line(row) for row in first.rows] if first else []
    return table_card(club, term.name, facts, ("", *labels) if lines else (), lines)


def shared_match(match: Match, club: ClubSettings) -> Shared:
    """A pairing as others see it: with the final board once it is played."""
    term = match.division.term
    game = match.game if match.game and match.game.state != Game.State.VOID else None
    names = f"{match.first.member} – {match.second.member}"
    alt = _("Final position of %(game)s") if game else _("Pairing: %(game)s")
    return Shared(
        public=VisitorRights.of_visitor(club).games,
        description=dotted((names, term.league.name, term.name, match.division.name)),
        picture=reverse("games:picture", args=[game.pk])
        if game
        else reverse("leagues:match-picture", args=[match.pk]),
        alt=alt % {"game": names},
        kind="article",
    )


def match_picture(match: Match, conditions: str, club: ClubSettings) -> SafeSvg:
    """The two players, the league and the conditions."""
    term = match.division.term
    facts = (term.league.name, term.name, match.division.name)
    names = f"{match.first.member} – {match.second.member}"
    return table_card(club, names, facts, (), [PictureLine("", conditions)])


def picture_line(row: TableRow) -> PictureLine:
    shared = "=" if row.shared else ""
    record = f"{row.wins}–{row.losses}" + (f"–{row.jigo}" if row.jigo else "")
    return PictureLine(f"{row.place}{shared}", row.name, "", ("", record, percent(row.rate)))
