"""The house rules that are settings: what each key means, its range and its default.

Nobody publishes these (RULEBOOK.md marks them H); the club chooses, from a day on, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from goclub.games.models import HouseRule
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

Key = HouseRule.Key


@dataclass(frozen=True, slots=True)
class Spec:
    """One house rule that is a setting.

    ``system`` the rating system it governs.  ``rules`` ids of RULEBOOK.md.  ``choices`` what the
    values mean, where they are no plain numbers.
    """

    key: str
    system: str
    rules: tuple[str, ...]
    low: int
    high: int
    default: int
    why: Promise
    choices: tuple[tuple[int, Promise], ...] = ()

    @property
    def label(self) -> str:
        return str(Key(self.key).label)

    def words(self, value: int) -> str:
        """The value as a person would say it."""
        return str(dict(self.choices).get(value, value))


NO_YES = ((0, _("no")), (1, _("yes")))

SPECS: dict[str, Spec] = {
    spec.key: spec
    for spec in (
        Spec(Key.PAA_MIN_GAMES, "paa", ("S1-13", "S1-6"), 1, 100, 10,
             _("The salon’s page asks for a win rate and does not say over how many games. Ten is "
               "what it calls enough for official points.")),
        Spec(Key.PAA_WINDOW, "paa", ("S1-13",), 0, 100, 0,
             _("0 takes every counted game since the last change of rank.")),
        Spec(Key.IGS_INTERPOLATE, "igs", ("S0-17",), 0, 1, 0,
             _("“No” cuts the net difference toward zero to a row of the table, the only reading "
               "that gives back all printed examples."), NO_YES),
        Spec(Key.IGS_NEWCOMERS, "igs", ("S0-29",), 0, 1, 1,
             _("Pandanet does not publish how a newcomer’s rank is found. “No” leaves it to the "
               "office after twenty games."), NO_YES),
        Spec(Key.ELO_FEED, "elo", ("S4-1",), 0, 1, 1,
             _("The league decides which games count for its Elo. Club games count only when they "
               "are even games on 19×19: Elo knows no handicap."),
             ((0, _("only games of events that count for a league")),
              (1, _("league games and even club games")))),
        Spec(Key.ELO_BONUS, "elo", ("S4-7",), 0, 100, 0,
             _("The regulations promise a bonus to those who play in a national tournament and do "
               "not say how much. 0 means that it is not set.")),
        Spec(Key.EGF_CLASS, "egf", ("EGF",), 25, 100, 25,
             _("European tournaments weigh by thinking time: A 100, B 75, C 50, D 25. Club games "
               "have no fixed time, so they weigh least. A comparison only: it is not sent to "
               "anybody."),
             ((25, _("25 % (class D)")), (50, _("50 % (class C)")),
              (75, _("75 % (class B)")), (100, _("100 % (class A)")))),
    )
}  # fmt: skip


def check_value(key: str, value: int) -> Spec:
    """Raise :class:`RuleError` unless the value lies in the rule's range; returns its description.

    ``E_UNKNOWN`` on ``key``; ``E_TYPE``, ``E_RANGE`` on ``value``.
    """
    spec = SPECS.get(key)
    if spec is None:
        raise RuleError(Code.UNKNOWN, field="key", value=key, accepted=", ".join(SPECS))
    whole_number(value, field="value", low=spec.low, high=spec.high)
    if spec.choices and value not in dict(spec.choices):
        accepted = ", ".join(str(number) for number, _words in spec.choices)
        raise RuleError(Code.RANGE, field="value", value=value, accepted=accepted)
    return spec
