"""Tables from outside: looked at line by line first, stored in one step afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Generic, Protocol, TypeVar

from goclub.leagues.league.services.sheet_tables import SheetQuestion
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.formats.sheets import Sheet

#: More lines than a form looks at in one go; no club had a larger field.
MAX_LINES = 1000


class _Line(Protocol):
    @property
    def kind(self) -> StrEnum: ...


R = TypeVar("R")
L = TypeVar("L", bound=_Line)


@dataclass(frozen=True, slots=True)
class Plan(Generic[L]):
    """Every line; ``unknown``: headings that are passed over; ``seen``: names this very plan;
    ``questions`` about the whole table that are open or were answered."""

    lines: tuple[L, ...]
    unknown: tuple[str, ...]
    seen: str
    questions: tuple[SheetQuestion, ...] = ()

    def of(self, kind: StrEnum) -> tuple[L, ...]:
        """The lines of one kind, in the order of the table."""
        return tuple(line for line in self.lines if line.kind is kind)


def need_few_lines(sheet: Sheet[R]) -> None:
    """Raise RuleError E_RANGE (``too_many_lines``) for a table too long for a form."""
    if len(sheet.rows) > MAX_LINES:
        raise RuleError(
            Code.RANGE,
            field="file",
            value=len(sheet.rows),
            accepted=AcceptedRange(None, MAX_LINES),
            reason="tournament.too_many_lines",
        )


def fingerprint(data: bytes, facts: object) -> str:
    """A name for a table together with what it would do."""
    return sha256(data + repr(facts).encode("utf-8", "replace")).hexdigest()


def need_same_plan(now: str, seen: str) -> None:
    """Raise RuleError E_STATE (``plan_is_old``) where something changed since the look."""
    if now != seen:
        raise RuleError(Code.STATE, field="file", reason="tournament.plan_is_old")
