"""Refusals of an evening's slips in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "evening.nobody_named": _(
        "There is no member called “%(value)s”. Choose from the list, or tick the box for a guest."
    ),
    "evening.several_named": _("“%(value)s” matches several: %(accepted)s."),
    "evening.paired": _(
        "These two are paired: %(value)s. Report the game there, or tick the box if "
        "this is a different game."
    ),
}
