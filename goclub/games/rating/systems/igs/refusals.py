"""Refusals of IGS in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.generic import GENERIC
from goclub.common.refusals.registry import Refusals
from ratings.errors import Code

REFUSALS: Refusals = {
    "igs.certified_only": _(
        "Rated games can only be given with a certified rank. Leave this empty."
    ),
    "igs.bc_by_wins": _("Players leave BC with five wins, not with points: the row says “5 wins”."),
    "igs.missing_number": _("This rank’s row is missing a number."),
    "igs.missing_rank": _("A rank is missing: every rank from 17k to 10d needs a row."),
    "igs.rank_twice": _("This rank has two rows. Keep one."),
    "igs.too_many_columns": _("A row has more cells than the header. Check its commas."),
    "igs.too_many_ranks": _("The table has ranks outside the scale of 17k to 10d."),
    "igs.top_rank_promotes": _(
        "There is no rank above 10d. Leave its promotion limit empty, not %(value)s."
    ),
    "igs.demote_not_below_promote": _(
        "The demotion limit of %(value)s is too high: it must be below the promotion "
        "limit. Accepted: %(accepted)s."
    ),
    "igs.entry_outside": _(
        "Entry points of %(value)s are not between the rank’s two borders. Accepted: %(accepted)s."
    ),
    "igs.not_increasing": _(
        "The numbers must increase from rank to rank, but %(value)s does not. "
        "Accepted: %(accepted)s."
    ),
    "igs.no_border": _(
        "%(value)s overlaps the rank below: a player who falls from here must land "
        "below the points needed to rise from there. Accepted: %(accepted)s."
    ),
    "igs.newcomer_formula_off": _("By the club’s house rule, an admin certifies this rank."),
    "igs.no_standard_handicap": _(
        "There are no standard conditions for a difference of %(value)s ranks. "
        "Accepted: %(accepted)s."
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
