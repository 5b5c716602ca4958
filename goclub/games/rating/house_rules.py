"""The house rules that are settings, of every rating system, and those in force on any day.

Nobody publishes these (RULEBOOK.md marks them H); the club chooses, from a day on, and says so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from types import MappingProxyType

from django.urls import reverse
from django.utils import timezone

from goclub.games.models import HouseRule
from goclub.games.rating.systems.protocol import (
    AnyRules,
    AnySystem,
    D,
    Present,
    R,
    RatingSystem,
    S,
    Spec,
)
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.accepted import AcceptedChoice
from ratings.checks import whole_number
from ratings.errors import Code, RuleError


def specs() -> dict[str, Spec]:
    """Every setting by its key, in the order of the systems."""
    return {spec.key: spec for system in SYSTEMS for spec in system.settings}


def check_value(key: str, value: int) -> Spec:
    """Raise :class:`RuleError` unless the value lies in the rule's range; returns its description.

    ``E_UNKNOWN`` on ``key``; ``E_TYPE``, ``E_RANGE`` on ``value``.
    """
    spec = specs().get(key)
    if spec is None:
        raise RuleError(Code.UNKNOWN, "key", key, ", ".join(specs()))
    whole_number(value, field="value", low=spec.low, high=spec.high)
    if spec.choices and value not in dict(spec.choices):
        accepted = AcceptedChoice(*(number for number, _words in spec.choices))
        raise RuleError(Code.RANGE, "value", value, accepted)
    return spec


def present_settings(values: Mapping[str, int], page: str = "") -> dict[str, list[Present]]:
    """The settings by the id of the rule that they read, from their *values* by key.

    *page* the address of the page that shows the house rules, unless it is the reader's own.
    """
    settings: dict[str, list[Present]] = {}
    for spec in specs().values():
        here = Present(spec.name, spec.words(values[spec.key]), f"{page}#{spec.key}")
        for rule in spec.rules:
            settings.setdefault(rule, []).append(here)
    return settings


#: A value of a setting: from which day, its key, the value.
Change = tuple[date, str, int]
#: A table of a system's own: from which day, the table.
DatedTable = tuple[date, object]


class Timeline:
    """House rules by day; *changes* and *tables* in any order, a later one overrides.

    The tables of a system that *tables* does not name are those that the club stored; they are
    loaded when somebody asks for the rules of the system.
    """

    def __init__(
        self,
        changes: Iterable[Change],
        tables: Mapping[str, Iterable[DatedTable]] = MappingProxyType({}),
    ) -> None:
        self.changes = tuple(sorted(changes))
        self._tables = tables
        self._periods: dict[str, tuple[list[date], list[AnyRules]]] = {}

    def of(self, system: RatingSystem[S, D, R]) -> Callable[[date], R]:
        """The rules of one system by day; raises RuleError where a period's rules contradict."""
        if system.key not in self._periods:
            tables = sorted(self._tables_of(system), key=lambda dated: dated[0])
            days = sorted({change[0] for change in self.changes} | {table[0] for table in tables})
            periods = []
            for day in (None, *days):
                held = [table for since, table in tables if day and since <= day]
                periods.append(system.rules_of(self.values(day), held[-1] if held else None))
            self._periods[system.key] = days, periods
        days, periods = self._periods[system.key]
        return lambda day: periods[bisect_right(days, day)]

    def values(self, day: date | None) -> dict[str, int]:
        """Every house rule's value on a day; None: before the first change."""
        values = {key: spec.default for key, spec in specs().items()}
        if day is not None:
            values |= {key: value for since, key, value in self.changes if since <= day}
        return values

    def changed(self, *, drop: tuple[date, str] | None, add: Change) -> Timeline:
        """This timeline with one value replaced."""
        kept = [change for change in self.changes if change[:2] != drop]
        return Timeline([*kept, add], self._tables)

    def with_table(self, since: date, system: AnySystem, table: object) -> Timeline:
        """This timeline with one more table of a system's own."""
        kept = [dated for dated in self._tables_of(system) if dated[0] != since]
        return Timeline(self.changes, {**self._tables, system.key: [*kept, (since, table)]})

    def _tables_of(self, system: AnySystem) -> Iterable[DatedTable]:
        return self._tables[system.key] if system.key in self._tables else system.tables()


def rules_timeline() -> Timeline:
    """Read the house rules of the club."""
    rows = HouseRule.objects.order_by("valid_from", "pk")
    return Timeline(rows.values_list("valid_from", "key", "value"))


def settings_today(
    rules: Collection[str], timeline: Timeline | None = None
) -> dict[str, list[Present]]:
    """Return the settings in force behind these rules; asks only where one of them has any."""
    if not any(rule in rules for spec in specs().values() for rule in spec.rules):
        return {}
    values = (timeline or rules_timeline()).values(timezone.localdate())
    return present_settings(values, reverse("games:rules"))
