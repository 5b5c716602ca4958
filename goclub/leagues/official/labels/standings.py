"""Refusals and reasons of leagues in the reader's words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from goclub.games.labels import margin
from goclub.leagues.official.services.tables import TableRow


# --- Places -----------------------------------------------------------------------------------
def percent(rate: tuple[int, int] | None) -> str:
    """A win rate; with a decimal where the whole percent would hide the fraction.

    >>> percent((1, 2)), percent((2, 3)), percent(None)
    ('50 %', '66.7 %', '–')
    """
    if rate is None:
        return "–"
    won, of = rate
    if (100 * won) % of == 0:
        return f"{100 * won // of} %"
    return f"{100 * won / of:.1f} %"


def why(row: TableRow) -> str:
    """Why the place is what it is, in one line (S1-20 … S1-24)."""
    others = ", ".join(row.against)
    first = row.place == 1
    if row.criterion == "rate":
        said = {"mine": percent(row.mine), "theirs": percent(row.theirs), "who": others}  # type: ignore[arg-type]
        text = (
            _("%(mine)s, before %(who)s with %(theirs)s")
            if first
            else _("%(mine)s, after %(who)s with %(theirs)s")
        )
    elif row.criterion == "margins":
        said = {"mine": margin(_int(row.mine)), "theirs": margin(_int(row.theirs)), "who": others}
        text = _("equal rate; margins %(mine)s against %(theirs)s of %(who)s")
    elif row.criterion == "direct":
        said = {"who": others}
        won = row.direct == "won"
        text = (
            _("rate and margins equal; won the game against %(who)s")
            if won
            else _("rate and margins equal; lost the game against %(who)s")
        )
    elif row.criterion == "points":
        said = {"mine": str(row.mine), "theirs": str(row.theirs), "who": others,
                "because": _because(row)}  # fmt: skip
        text = _("%(because)s, so points at the start: %(mine)s against %(theirs)s of %(who)s")
    else:
        return _("equal in everything with all others")
    text = text % said
    if row.shared:
        text += "; " + _("shares the place")
    return text


def _because(row: TableRow) -> str:
    if row.direct == "not_met":
        return _("two equal who have not met")
    if row.direct == "drawn":
        return _("two equal who drew with each other")
    return _("%(n)d equal in rate and margins") % {"n": row.tied}


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
