"""Which column of a sheet holds what: found by its headings, corrected by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.sheets.sheet import Cell, Spreadsheet, cell_text
from goclub.games.notebook.services.headings import (
    ENTRIES,
    FIELDS,
    GAMES,
    LANGUAGES,
    MEMBERS,
    NEEDED,
    PASSED_OVER,
    known_headings,
    plain,
)
from ratings.errors import Code

_NAMES: Final = ("name", "family", "given")
#: Kinds of lists in which names may stand in two columns.
PEOPLE: Final = frozenset({MEMBERS, ENTRIES})


@dataclass(frozen=True, slots=True)
class SheetColumns:
    """The columns of one sheet.

    ``heading`` the index of the line of headings (row ``heading + 1`` of the spreadsheet), or -1
    where there is none; ``headings`` its words; ``chosen`` the index of a field's column;
    ``language`` of the headings, by which letters of results are read.
    """

    kind: str
    heading: int
    headings: tuple[str, ...]
    chosen: Mapping[str, int] = field(default_factory=dict)
    language: str = "en"

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields of the kind that are kept, for a form."""
        return tuple(name for name in FIELDS[self.kind] if name not in PASSED_OVER)

    @property
    def missing(self) -> tuple[str, ...]:
        """Fields without which no row can be judged."""
        if self.kind in PEOPLE and any(name in self.chosen for name in _NAMES):
            return ()
        return tuple(name for name in NEEDED[self.kind] if name not in self.chosen)

    @property
    def unknown(self) -> tuple[int, ...]:
        """Columns that have a heading and that nobody reads."""
        read = set(self.chosen.values())
        return tuple(at for at, heading in enumerate(self.headings) if heading and at not in read)

    def heading_of(self, *fields: str) -> str:
        """The file's own word for the first of the fields that it has, else our name of it."""
        for name in fields:
            if name in self.chosen:
                at = self.chosen[name]
                heading = self.headings[at] if at < len(self.headings) else ""
                return heading or f"#{at + 1}"
        return fields[0]

    def cell(self, row: tuple[Cell, ...], name: str) -> Cell:
        """What a row has for a field; None where it has no such column."""
        at = self.chosen.get(name, -1)
        return row[at] if 0 <= at < len(row) else None

    def to_json(self) -> dict[str, Any]:
        """As a row of the database keeps it."""
        return {
            "kind": self.kind,
            "heading": self.heading,
            "headings": list(self.headings),
            "chosen": dict(self.chosen),
            "language": self.language,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> SheetColumns:
        """What :meth:`to_json` gave."""
        return cls(
            kind=kept["kind"],
            heading=kept["heading"],
            headings=tuple(kept["headings"]),
            chosen=dict(kept["chosen"]),
            language=kept["language"],
        )


def guess_kind(sheet: Spreadsheet) -> str:
    """Whether a sheet is a list of members or of games, by its headings; "" for neither."""
    members, games = (_best_line(sheet, kind)[0] for kind in (MEMBERS, GAMES))
    if max(members, games) < 2:
        return MEMBERS if members == 1 and games == 0 else ""
    return GAMES if games > members else MEMBERS


def guess_sheet(sheets: tuple[Spreadsheet, ...], kind: str) -> Spreadsheet:
    """The sheet of a workbook that looks most like a list of a kind, the first where none does."""
    return max(sheets, key=lambda sheet: known_columns(sheet, kind))


def known_columns(sheet: Spreadsheet, kind: str) -> int:
    """Return how many columns the headings of a sheet name as a list of a kind."""
    return _best_line(sheet, kind)[0]


def repeated_heading(columns: SheetColumns) -> str:
    """Return a heading for whose field the sheet has a column already, "" if there is none."""
    known = known_headings(columns.kind)
    named = (columns.headings[at] for at in columns.unknown)
    return next((heading for heading in named if plain(heading) in known), "")


def match_columns(sheet: Spreadsheet, kind: str) -> SheetColumns:
    """Find the line of headings and what each column holds.

    Raises RuleError ``no_headings`` where no line names anything.
    """
    matched, at = _best_line(sheet, kind)
    if not matched:
        raise Refusal(
            _(
                "This sheet has no row of column headings. Add one, such as Name, "
                "Rank, Joined on, or Date, Black, White, Result."
            ),
            code=Code.MISSING,
            field="file",
            reason="no_headings",
        )
    headings = tuple(cell_text(cell)[:80] for cell in sheet.rows[at])
    chosen, tongues = _matched(headings, kind)
    columns = SheetColumns(kind, at, headings, chosen, _language(tongues))
    return _named(columns) if kind in PEOPLE else columns


def _best_line(sheet: Spreadsheet, kind: str) -> tuple[int, int]:
    """How many columns the best line of headings names, and which line it is."""
    best = (0, 0)
    # A title may stand above the headings.
    for at, row in enumerate(sheet.rows[:30]):
        known = len(_matched(tuple(cell_text(cell)[:80] for cell in row), kind)[0])
        if known > best[0]:
            best = known, at
    return best


def _matched(headings: tuple[str, ...], kind: str) -> tuple[dict[str, int], list[frozenset[str]]]:
    """The column of each field, the first where several say the same, and their languages."""
    known = known_headings(kind)
    chosen: dict[str, int] = {}
    tongues: list[frozenset[str]] = []
    for at, heading in enumerate(headings):
        field = known.get(plain(heading)) if heading else None
        if field is None and "/" in heading:  # 黒 / Black
            parts = (known.get(plain(part)) for part in heading.split("/"))
            field = next((part for part in parts if part), None)
        if field is None:
            continue
        name, languages = field
        tongues.append(languages)
        chosen.setdefault(name, at)
    return chosen, tongues


def _language(tongues: list[frozenset[str]]) -> str:
    """The language of most headings; one that only it has counts for more."""
    weights: Counter[str] = Counter()
    for languages in tongues:
        for language in languages:
            weights[language] += 6 // len(languages)
    return max(LANGUAGES, key=lambda language: weights[language]) if weights else "en"


def _named(columns: SheetColumns) -> SheetColumns:
    """Beside a family name the name is the given one, and the other way round."""
    chosen = dict(columns.chosen)
    if "name" in chosen and ("family" in chosen) != ("given" in chosen):
        chosen["given" if "family" in chosen else "family"] = chosen.pop("name")
    elif ("family" in chosen) != ("given" in chosen) and "name" not in chosen:
        chosen["name"] = chosen.pop("family" if "family" in chosen else "given")
    return replace(columns, chosen=chosen)
