"""Places with their reasons, and results, in the reader's words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.games.labels import margin
from goclub.leagues.models import Match
from goclub.leagues.official.services.tables import PlaceReason, TableRow


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


def why(row: TableRow) -> str:
    """Why the place is what it is, in one line (S1-20 … S1-24)."""
    if not row.games:
        return _("no games yet: placed after everybody who has played, by points at the start")
    if row.criterion == "shared":
        return _("tied with everybody on every criterion")
    text = _parted(row, row.tied, first=row.place == 1)
    if row.equals is not None:
        text = notation.clauses((text, _first_of_equals(row, row.equals)))
    if row.shared:
        text = notation.clauses((text, _("shares the place")))
    return text


def _parted(by: TableRow | PlaceReason, tied: int, *, first: bool) -> str:
    """What parted the row from its neighbour."""
    figures = {"who": notation.listed_and(by.against)}
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


def _first_of_equals(row: TableRow, equals: PlaceReason) -> str:
    """What parted the first of those who are equal from the next of them."""
    figures = {"who": notation.listed_and(equals.against), "n": row.tied}
    if equals.criterion == "direct":
        return _("ahead of %(who)s, with equal win rate and margins, by their own game") % figures
    if equals.direct is not None:  # two whose games say nothing
        return _parted(equals, row.tied, first=False)
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
        "%(n)d player equal on win rate and margins",
        "%(n)d players equal on win rate and margins",
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
