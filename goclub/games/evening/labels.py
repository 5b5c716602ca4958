"""Refusals of an evening's slips in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "evening.nobody_named": _(
        "No member is called “%(value)s”. Choose from the list, or tick that it is a guest."
    ),
    "evening.several_named": _("Several are meant by “%(value)s”: %(accepted)s."),
    "evening.paired": _(
        "These two are paired: %(value)s. Report the game there, or tick that it is another one."
    ),
}
