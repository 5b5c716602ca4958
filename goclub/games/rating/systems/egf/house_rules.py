"""The house rules of the European rating that are settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import NO_YES, Spec
from ratings.egf.state import EgfRules

KEY: Final = "egf"
CLASS: Final = "egf_class"
FORFEITS: Final = "egf_forfeits"

SETTINGS: Final = (
    Spec(CLASS, _("EGF: weight of a club game, in per cent"), KEY, ("EGF",), 25, 100, 25,
         _("European tournaments are weighted by thinking time: A 100, B 75, C 50, D 25. "
           "Club games have no fixed time, so they have the lowest weight. For comparison "
           "only; it is not sent to anyone."),
         ((25, _("25% (class D)")), (50, _("50% (class C)")),
          (75, _("75% (class B)")), (100, _("100% (class A)")))),
    Spec(FORFEITS, _("EGF: a game won by forfeit moves the rating"), KEY, ("H-egf-feed",), 0, 1, 1,
         _("European tournaments send only games that were played. A club may count a forfeit as a "
           "win like any other."), NO_YES),
)  # fmt: skip


def rules_of(values: Mapping[str, int]) -> EgfRules:
    """The rules of the European rating under the club's settings."""
    return EgfRules(weight=values[CLASS] / 100, forfeits=bool(values[FORFEITS]))
