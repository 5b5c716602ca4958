"""Refusals of IGS in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.generic import GENERIC
from goclub.common.refusals.registry import Refusals
from ratings.errors import Code

REFUSALS: Refusals = {
    "igs.certified_only": _(
        "Rated games can be given with a certified rank only: leave this empty."
    ),
    "igs.bc_by_wins": _("BC is left by five wins, not by points: its row says “5 wins”."),
    "igs.missing_number": _("A number is missing in the row of this rank."),
    "igs.missing_rank": _("The table lacks a rank: every rank from 17k to 10d needs its row."),
    "igs.rank_twice": _("This rank has two rows. Keep one."),
    "igs.too_many_columns": _("A row has more cells than the heading. Check its commas."),
    "igs.too_many_ranks": _("The table has more ranks than the ladder: 17k to 10d."),
    "igs.top_rank_promotes": _("Nothing lies above 10d: leave its promotion empty, not %(value)s."),
    "igs.demote_not_below_promote": _(
        "One would fall below %(value)s and rise at the same points or fewer; "
        "accepted: %(accepted)s."
    ),
    "igs.entry_outside": _(
        "%(value)s points to enter with do not lie between its two borders. Accepted: %(accepted)s."
    ),
    "igs.not_increasing": _(
        "The numbers grow from rank to rank, and %(value)s does not. Accepted: %(accepted)s."
    ),
    "igs.no_border": _(
        "%(value)s overlaps the rank below: who falls from here has to stand below the points at "
        "which one rises. Accepted: %(accepted)s."
    ),
    "igs.newcomer_formula_off": _(
        "The club’s house rule leaves it to the office to certify this rank."
    ),
    "igs.no_standard_handicap": _(
        "No standard conditions exist for a difference of %(value)s ranks. Accepted: %(accepted)s."
    ),
    "igs.no_level": _("Players in BC and professionals have no rank to compare."),
    "igs.not_an_integer": _("%(value)s is not a whole number."),
    "igs.not_at_rank": ngettext_lazy(
        "%(value)s point does not belong to this rank. Accepted: %(accepted)s.",
        "%(value)s points do not belong to this rank. Accepted: %(accepted)s.",
        "value",
    ),
    "igs.unknown_rank": _("%(value)s does not fit here. Accepted: %(accepted)s."),
    "igs.not_started": GENERIC[Code.STATE],
    "igs.already_certified": GENERIC[Code.STATE],
    "igs.not_provisional": GENERIC[Code.STATE],
    "igs.provisional_has_no_points": GENERIC[Code.INCONSISTENT],
    "igs.bc_has_no_points": GENERIC[Code.INCONSISTENT],
    "igs.pro_has_no_points": GENERIC[Code.INCONSISTENT],
    "igs.published_cell": GENERIC[Code.INCONSISTENT],
    "igs.whole_rank_needed": GENERIC[Code.RANK],
    "igs.not_for_newcomers": GENERIC[Code.RANK],
    "igs.gap": GENERIC[Code.UNDEFINED],
}
