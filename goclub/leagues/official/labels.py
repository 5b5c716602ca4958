"""Refusals and reasons of leagues in the reader's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.refusals.registry import Refusals
from goclub.games.labels import half

if TYPE_CHECKING:
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


def margin(doubled: int) -> str:
    """A sum of margins with its sign: +29½, −9, 0."""
    text = half(doubled)
    return f"+{text}" if doubled > 0 else text


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


# --- Refusals ---------------------------------------------------------------------------------
REFUSALS: Refusals = {
    "official.not_official": gettext_lazy("This league is played in seasons, not in terms."),
    "official.term_open": gettext_lazy("“%(value)s” is not closed yet: one term after the other."),
    "official.term_closed": gettext_lazy("“%(value)s” is closed; its settings stay as they were."),
    "official.ends_before_start": gettext_lazy("The last day cannot lie before the first."),
    "official.late_sign_up": gettext_lazy("Signing up ends on the first day at the latest."),
    "official.sign_up_over": gettext_lazy(
        "Signing up ended on %(value)s. An organiser can still enter you before the start."
    ),
    "official.sizes": gettext_lazy(
        "%(value)s does not fit: the sizes must add up to the %(accepted)s players, two or more in "
        "each division."
    ),
    "official.league_of_one": gettext_lazy(
        "A division of %(value)s cannot play: two players or more are needed."
    ),
    "official.left_already": gettext_lazy("This player left on %(value)s."),
    "official.not_signing_up": gettext_lazy(
        "“%(value)s” has begun: players and divisions are settled."
    ),
    "official.not_running": gettext_lazy("“%(value)s” is not being played at present."),
    "official.match_decided": gettext_lazy("This pairing has its result or its report already."),
    "official.game_taken": gettext_lazy("Game %(value)s belongs to another pairing."),
    "official.game_void": gettext_lazy("Game %(value)s is void."),
    "official.other_players": gettext_lazy(
        "This game has to be between the two players of the pairing."
    ),
    "official.after_withdrawal": gettext_lazy(
        "One of the two left on %(value)s; play on or before it."
    ),
    "official.ending_unknown": gettext_lazy("The league needs to know how the game ended."),
    "official.other_conditions": gettext_lazy(
        "The pairing has other conditions; see above. Take them, or say that you both agreed on "
        "these (S1-1)."
    ),
    "official.unplayed": gettext_lazy(
        "%(value)s pairings are open. Each has to be played or forfeited before the term closes."
    ),
    "official.not_in_term": gettext_lazy("%(value)s did not play in this term."),
    "official.rolled_over": gettext_lazy("“%(value)s” has been carried over already."),
    "official.preview_changed": gettext_lazy(
        "Something changed since you looked: please look at the preview again."
    ),
    "official.undecided": gettext_lazy(
        "Some share a place across a border: put them in order before carrying it out."
    ),
    "official.too_few_left": gettext_lazy(
        "Division %(value)s would be left with fewer than two players."
    ),
    "official.annulled": gettext_lazy("After the withdrawals fewer than two players are left."),
    "official.shared_place": gettext_lazy(
        "The choice depends on who of those that share a place comes first: put them in order."
    ),
    "official.all_exempt": gettext_lazy(
        "Everybody who comes into question is exempt and none has said that he would: choose two "
        "people yourself."
    ),
    "official.not_born": gettext_lazy(
        "A date of birth lies in the future: please correct the profile."
    ),
    "official.time_loss": gettext_lazy(
        "In this league nobody loses on time (S1-19): agree on another result."
    ),
    "official.no_birth_date": gettext_lazy(
        "The date of birth of a player is needed here. Ask for it, or let the player say that he "
        "is willing."
    ),
}
