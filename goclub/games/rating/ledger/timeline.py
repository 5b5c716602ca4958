"""The house rules in force on any day, for every system."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from goclub.games.models import HouseRule, ThresholdTable
from goclub.games.rating.house_rules import SPECS
from goclub.games.rating.systems.adapters import Adapter, adapter_of
from ratings.igs.thresholds import Thresholds

Change = tuple[date, str, int]


class Timeline:
    """House rules by day; *changes* and *tables* in any order, a later one overrides."""

    def __init__(
        self, changes: Iterable[Change], tables: Iterable[tuple[date, Thresholds]] = ()
    ) -> None:
        self.changes = tuple(sorted(changes))
        self.tables = tuple(sorted(tables, key=lambda dated: dated[0]))
        days = {since for since, *_rest in self.changes} | {since for since, _t in self.tables}
        self._days = sorted(days)
        self._made: dict[str, list[Any]] = {}

    def of(self, adapter: Adapter) -> Callable[[date], Any]:
        """The rules of one system by day; raises RuleError where a period's rules contradict."""
        made = self._made.get(adapter.key)
        if made is None:
            made = [self._rules(adapter, day) for day in (None, *self._days)]
            self._made[adapter.key] = made
        days, periods = self._days, made
        return lambda day: periods[bisect_right(days, day)]

    def at(self, system: str, day: date) -> Any:
        """The rules of a system, by its key, on a day."""
        return self.of(adapter_of(system))(day)

    def values(self, day: date | None) -> dict[str, int]:
        """Every house rule's value on a day; None: before the first change."""
        found = {key: spec.default for key, spec in SPECS.items()}
        if day is not None:
            found |= {key: value for since, key, value in self.changes if since <= day}
        return found

    def thresholds(self, day: date | None) -> Thresholds | None:
        """The table of IGS borders uploaded for a day, None where ours holds."""
        if day is None:
            return None
        held = [table for since, table in self.tables if since <= day]
        return held[-1] if held else None

    def _rules(self, adapter: Adapter, day: date | None) -> Any:
        return adapter.rules_of(self.values(day), self.thresholds(day))

    def changed(self, *, drop: tuple[date, str] | None, add: Change) -> Timeline:
        """This timeline with one value replaced."""
        kept = [change for change in self.changes if change[:2] != drop]
        return Timeline([*kept, add], self.tables)

    def with_table(self, since: date, table: Thresholds) -> Timeline:
        """This timeline with one more table of IGS borders."""
        kept = [dated for dated in self.tables if dated[0] != since]
        return Timeline(self.changes, [*kept, (since, table)])


def rules_timeline() -> Timeline:
    """Read the house rules of the club."""
    rows = HouseRule.objects.order_by("valid_from", "pk").values_list("valid_from", "key", "value")
    tables = ThresholdTable.objects.values_list("valid_from", "table")
    return Timeline(rows, ((since, Thresholds.from_json(table)) for since, table in tables))
