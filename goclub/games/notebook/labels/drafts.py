"""A draft as its pages show it: columns with a preview, and what the judging says of the rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.notation import clauses, labelled, listed, number
from goclub.common.sheets.sheet import Spreadsheet, cell_text
from goclub.games.models import BatchFile
from goclub.games.notebook.labels.fields import field_label
from goclub.games.notebook.labels.questions import (
    asked,
    left_out_label,
    offered,
    said,
    warned,
)
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.judged import Ask, RowFault, RowQuestion
from goclub.games.notebook.services.plans import FilePlan

#: Lines of a preview, of a list of faults, of a list of remarks on a page.
PREVIEW: Final = 5
MOST_FAULTS: Final = 200
MOST_WARNINGS: Final = 50
MOST_QUESTIONS: Final = 200
#: Rows of one question that may be answered one by one.
MOST_ROWS_ASKED: Final = 100
_MOST_ROWS_NAMED: Final = 12


@dataclass(frozen=True, slots=True)
class PreviewColumn:
    """A column of the file: its place, its heading, for what it is read ("" for nothing)."""

    at: int
    heading: str
    field: str


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """The first rows of a sheet under its headings; ``first`` the row below them."""

    columns: list[PreviewColumn]
    rows: list[tuple[int, list[str]]]


def preview_of(sheet: Spreadsheet, columns: SheetColumns) -> SheetPreview:
    """What stands in the columns of a sheet."""
    by_place = {at: name for name, at in columns.chosen.items() if name in columns.fields}
    first = columns.heading + 1
    shown = sheet.rows[first : first + PREVIEW]
    width = max([len(columns.headings), *map(len, shown)], default=0)
    headings = [*columns.headings, *[""] * (width - len(columns.headings))]
    return SheetPreview(
        [PreviewColumn(at, heading, by_place.get(at, "")) for at, heading in enumerate(headings)],
        [
            (first + number + 1, [*map(cell_text, row), *[""] * (width - len(row))])
            for number, row in enumerate(shown)
        ],
    )


def fields_to_choose(columns: SheetColumns) -> list[tuple[str, StrOrPromise]]:
    """What a column can be read as."""
    return [("", _("– ignore –")), *((name, field_label(name)) for name in columns.fields)]


# --- The dry run ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SaidRow:
    """What is said of one cell; ``value`` what stands there, ``link`` where it can be mended."""

    row: int
    column: str
    value: str
    text: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """One answer to a question."""

    value: str
    text: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A row that may be answered by itself; ``value`` what stands there."""

    name: str
    row: int
    value: str
    choices: list[AnswerChoice]


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with its answers; ``name`` of the form's field, ``rows`` in words.

    ``by_row``: the rows one by one, where there are several.
    """

    name: str
    text: str
    rows: str
    choices: list[AnswerChoice]
    by_row: list[AskedRow]
    has_row_answers: bool


@dataclass(frozen=True, slots=True)
class JudgedFile:
    """What the dry run says of one file."""

    file: BatchFile
    rows: int
    entries: int
    there: int
    faults: list[SaidRow]
    more_faults: int
    fault_count: int
    warnings: list[SaidRow]
    more_warnings: int
    questions: list[AskedQuestion]
    open_questions: int
    answered: list[AskedQuestion]
    left_out: list[SaidRow]


def judged_file(plan: FilePlan) -> JudgedFile:
    """The dry run of a file that could be judged."""
    judged = plan.judged
    assert judged is not None
    choices = plan.file.choices
    # A question that is open for some rows is shown with those that were answered by themselves.
    whole = {question.key: question for question in plan.answered}
    questions = [whole.pop(question.key, question) for question in judged.questions]
    return JudgedFile(
        file=plan.file,
        rows=sum(row.left_out != "blank" for row in judged.rows),
        entries=len(judged.entries),
        there=judged.there,
        faults=[
            SaidRow(each.row, each.column, each.value, said(each), _link(each))
            for each in judged.faults[:MOST_FAULTS]
        ],
        more_faults=max(0, len(judged.faults) - MOST_FAULTS),
        fault_count=len(judged.faults),
        warnings=[
            SaidRow(each.row, each.column, each.value, warned(each))
            for each in judged.warnings[:MOST_WARNINGS]
        ],
        more_warnings=max(0, len(judged.warnings) - MOST_WARNINGS),
        questions=[_asked(plan.file, each, choices) for each in questions[:MOST_QUESTIONS]],
        open_questions=len(questions),
        answered=[_asked(plan.file, each, choices) for each in whole.values()],
        left_out=[
            SaidRow(each.row, "", each.value, str(left_out_label(each.left_out)))
            for each in judged.left_out[:MOST_WARNINGS]
        ],
    )


def _link(fault: RowFault) -> str:
    """The page of the day of joining, of somebody whom the club has."""
    seat = str(fault.params.get("seat", ""))
    known = fault.code == "before_joining" and seat.isdecimal()
    return reverse("games:joining", args=[int(seat)]) if known else ""


def _asked(file: BatchFile, question: RowQuestion, choices: dict[str, object]) -> AskedQuestion:
    rows = question.asks[:MOST_ROWS_ASKED] if len(question.rows) > 1 else ()
    return AskedQuestion(
        name=name_of(file, question.key),
        text=asked(question.ask),
        rows=rows_text(question.rows),
        choices=_choices(question.ask, choices.get(question.key, "")),
        by_row=[
            AskedRow(
                name_of(file, question.key_of(ask.row)),
                ask.row,
                ask.value,
                _choices(ask, choices.get(question.key_of(ask.row), "")),
            )
            for ask in {ask.row: ask for ask in rows}.values()
        ],
        has_row_answers=any(question.key_of(row) in choices for row in question.rows),
    )


def _choices(ask: Ask, kept: object) -> list[AnswerChoice]:
    return [AnswerChoice(each.value, offered(each), each.value == kept) for each in ask.options]


def name_of(file: BatchFile, key: str) -> str:
    """The name of a question in the form of the page."""
    return f"{file.kind}:{key}"


def rows_text(rows: Sequence[int]) -> str:
    """“Rows 3, 8 and 12”, “Rows 3, 8, 12 and 40 more”."""
    named = listed(rows[:_MOST_ROWS_NAMED])
    unnamed = len(rows) - _MOST_ROWS_NAMED
    if unnamed > 0:
        return _("Rows %(rows)s and %(n)s more") % {"rows": named, "n": number(unnamed)}
    return ngettext("Row %(rows)s", "Rows %(rows)s", len(rows)) % {"rows": named}


def fault_lines(plan: FilePlan) -> Iterable[list[str]]:
    """The rows that do not come in, as they stand in the file, and what is wrong behind them.

    The first line are the headings: mended, the file can be brought again as it is.
    """
    if plan.sheet is None or plan.columns is None or plan.judged is None:
        return
    width = len(plan.columns.headings)
    yield [*plan.columns.headings, _("Row in the file"), _("Problem")]
    for row in plan.judged.rows:
        wrong = [labelled(each.column, said(each)) for each in row.faults]
        wrong += [labelled(each.column, asked(each)) for each in row.asks]
        if not wrong:
            continue
        cells = [cell_text(cell) for cell in plan.sheet.rows[row.row - 1]][:width]
        yield [*cells, *[""] * (width - len(cells)), str(row.row), clauses(wrong)]
