"""What is said of a class of refusals (RULEBOOK.md section 0), where no reason says more."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import Refusals
from ratings.errors import Code

#: A reason that needs no words of its own takes those of its class.
GENERIC: dict[Code, StrOrPromise] = {
    Code.MISSING: _("Please fill this in."),
    Code.TYPE: _("“%(value)s” is not valid here. Accepted: %(accepted)s."),
    Code.RANGE: _("%(value)s is out of range. Accepted: %(accepted)s."),
    Code.GRID: _("%(value)s is between two steps. Accepted: %(accepted)s."),
    Code.RANK: _("“%(value)s” is not a valid rank here. Accepted: %(accepted)s."),
    Code.SAME_PLAYER: _("A player cannot play against themselves. Choose two different players."),
    Code.UNKNOWN: _("“%(value)s” is not known here."),
    Code.DUPLICATE: _("This already exists: %(value)s."),
    Code.STATE: _("That is not possible now: %(accepted)s."),
    Code.INCONSISTENT: _("%(value)s contradicts the other fields. Accepted: %(accepted)s."),
    Code.FORBIDDEN: _("Only an admin can do this."),
    Code.ILLEGAL_MOVE: _("%(value)s: %(reason)s."),
    Code.UNDEFINED: _("The published rules give no value for %(value)s. Accepted: %(accepted)s."),
}

REFUSALS: Refusals = {code.value: text for code, text in GENERIC.items()}
