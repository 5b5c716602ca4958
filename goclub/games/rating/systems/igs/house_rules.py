"""The house rules of IGS that are settings (S0-17 … S0-29), and the table of its borders."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import number
from goclub.games.rating.systems.protocol import NO_YES, Spec
from ratings.igs.points import FIRST_TWENTY10, MULTIPLIER_TEXT
from ratings.igs.state import IgsRules
from ratings.igs.thresholds import DEFAULT, Thresholds

KEY: Final = "igs"
INTERPOLATE: Final = "igs_interpolate"
NEWCOMERS: Final = "igs_newcomers"
FIRST_TWENTY: Final = "igs_first_twenty"
ABOVE: Final = "igs_above"
FIFTY: Final = "igs_fifty"


def _multiplier(tenths: int) -> str:
    """A multiplier as the reader writes it: × 1.7."""
    return f"× {number(Fraction(tenths, 10), 1 if tenths % 10 else 0)}"


_times = lazy(_multiplier, str)

SETTINGS: Final = (
    Spec(INTERPOLATE, _("IGS: interpolate between the rows of the table"), KEY, ("S0-17",), 0, 1, 0,
         _("“No” rounds the net difference towards zero to a row of the table, the only "
           "reading that reproduces all the printed examples."), NO_YES),
    Spec(NEWCOMERS, _("IGS: newcomers are certified by the formula"), KEY, ("S0-29",), 0, 1, 1,
         _("Pandanet does not publish how it ranks newcomers. With “No”, an admin sets "
           "the rank after twenty games."), NO_YES),
    Spec(FIRST_TWENTY, _("IGS: multiplier of a player’s first twenty rated games"), KEY,
         ("S0-20",), 10, 20, FIRST_TWENTY10,
         _("Pandanet’s page says only that these games are “computed specially”. Ours "
           "continues where the published 1.5, 1.2 and 1 leave off."),
         tuple((tenths, _times(tenths)) for tenths in sorted(MULTIPLIER_TEXT))),
    Spec(ABOVE, _("IGS: promotion only above the border"), KEY, ("S0-26",), 0, 1, 0,
         _("The table’s heading says “least points for promotion”, but its footnote says "
           "“more than”. “No” follows the heading: reaching the number is enough."), NO_YES),
    Spec(FIFTY, _("IGS: the fifty points are multiplied too"), KEY, ("S0-24", "S0-25"), 0, 1, 0,
         _("Pandanet’s page gives 50 points for a no-show and for beating a newcomer or a "
           "player in BC, but does not say whether they are multiplied. With “No”, they "
           "stay at 50."), NO_YES),
)  # fmt: skip


def rules_of(values: Mapping[str, int], thresholds: Thresholds | None) -> IgsRules:
    """The rules of IGS under the club's settings and its own table of borders, if it has one."""
    return IgsRules(
        thresholds=thresholds or DEFAULT,
        interpolate=bool(values[INTERPOLATE]),
        newcomer_formula=bool(values[NEWCOMERS]),
        first_twenty10=values[FIRST_TWENTY],
        above=bool(values[ABOVE]),
        fifty_times=bool(values[FIFTY]),
    )
