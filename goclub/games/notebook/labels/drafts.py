"""A draft as its pages show it: columns with a preview, and what the judging says of the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.name_field import without_unseen
from goclub.common.notation import clauses, labelled, listed, number
from goclub.common.sheets.sheet import Spreadsheet, cell_text
from goclub.games.models import BatchFile
from goclub.games.notebook.labels.questions import LEFT_OUT, asked, offered, said
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.judged import Ask, RowQuestion, RowRemark
from goclub.games.notebook.services.plans import FilePlan

#: What the columns of a notebook are called on our pages.
FIELD_LABELS: Final[Mapping[str, StrOrPromise]] = {
    "name": pgettext_lazy("of a person", "name"),
    "family": gettext_lazy("family name"),
    "given": gettext_lazy("given name"),
    "romanised": gettext_lazy("romanised name"),
    "nickname": gettext_lazy("nickname"),
    "rank": gettext_lazy("rank"),
    "points": gettext_lazy("points"),
    "points_on": gettext_lazy("points as of"),
    "certified": gettext_lazy("points are official"),
    "joined": gettext_lazy("joined on"),
    "born": gettext_lazy("date of birth"),
    "email": gettext_lazy("e-mail address"),
    "club": gettext_lazy("club"),
    "country": gettext_lazy("country"),
    "language": gettext_lazy("language"),
    "status": gettext_lazy("status"),
    "note": gettext_lazy("remarks"),
    "date": gettext_lazy("played on"),
    "black": gettext_lazy("Black"),
    "white": gettext_lazy("White"),
    "result": gettext_lazy("result"),
    "handicap": gettext_lazy("handicap stones"),
    "komi": gettext_lazy("komi"),
    "board": gettext_lazy("board"),
    "place": gettext_lazy("place"),
    "event": gettext_lazy("event"),
    "moves": gettext_lazy("number of moves"),
    "rules": gettext_lazy("rules"),
    "kind": gettext_lazy("kind of game"),
}


#: Lines of a preview, of a list of faults, of a list of remarks on a page.
PREVIEW: Final = 5
MOST_FAULTS: Final = 200
MOST_WARNINGS: Final = 50
MOST_QUESTIONS: Final = 200
#: Rows of one question that may be answered one by one.
MOST_ROWS_ASKED: Final = 100
_MOST_ROWS_NAMED: Final = 12


def preview_of(sheet: Spreadsheet, columns: SheetColumns) -> list[tuple[int, list[str]]]:
    """The first rows below the headings, each with its number in the file."""
    first = columns.heading + 1
    shown = sheet.rows[first : first + PREVIEW]
    width = max([len(columns.headings), *map(len, shown)], default=0)
    return [
        (number, [*(without_unseen(cell_text(cell)) for cell in row), *[""] * (width - len(row))])
        for number, row in enumerate(shown, first + 1)
    ]


def fields_to_choose(columns: SheetColumns) -> list[tuple[str, StrOrPromise]]:
    """What a column can be read as."""
    return [("", _("– ignore –")), *((name, FIELD_LABELS[name]) for name in columns.fields)]


# --- The dry run ----------------------------------------------------------------------------------
def unread_sheets(plans: Iterable[FilePlan]) -> list[str]:
    """A sentence for each sheet of a workbook that no file of the draft reads."""
    read = {(bytes(plan.file.data), plan.sheet.title) for plan in plans if plan.sheet}
    return [
        ngettext(
            "Sheet “%(sheet)s” of %(file)s, %(n)s row, is not part of this import. To add it, "
            "upload the file again afterwards and choose that sheet.",
            "Sheet “%(sheet)s” of %(file)s, %(n)s rows, is not part of this import. To add it, "
            "upload the file again afterwards and choose that sheet.",
            sheet.filled_rows,
        )
        % {"sheet": sheet.title, "file": plan.file.name, "n": number(sheet.filled_rows)}
        for plan in plans
        for sheet in plan.others
        if (bytes(plan.file.data), sheet.title) not in read
    ]


def judged_file(plan: FilePlan) -> dict[str, Any]:
    """What the dry run says of a file that could be judged."""
    judged = plan.judged
    assert judged is not None
    # A question that is open for some rows is shown with those that were answered by themselves.
    whole = {question.key: question for question in plan.answered}
    questions = [whole.pop(question.key, question) for question in judged.questions]
    return {
        "file": plan.file,
        "rows": sum(row.left_out != "blank" for row in judged.rows),
        "entries": len(judged.entries),
        "there": judged.there,
        "faults": [_said_row(fault) for fault in judged.faults[:MOST_FAULTS]],
        "more_faults": max(0, len(judged.faults) - MOST_FAULTS),
        "fault_count": len(judged.faults),
        "warnings": [_said_row(warn) for warn in judged.warnings[:MOST_WARNINGS]],
        "more_warnings": max(0, len(judged.warnings) - MOST_WARNINGS),
        "questions": [_asked(plan.file, question) for question in questions[:MOST_QUESTIONS]],
        "open_questions": len(questions),
        "answered": [_asked(plan.file, question) for question in whole.values()],
        "left_out": [
            {"row": row.row, "value": row.value, "text": LEFT_OUT[row.left_out]}
            for row in judged.left_out[:MOST_WARNINGS]
        ],
    }


def _said_row(remark: RowRemark) -> dict[str, object]:
    """What is said of one cell; ``link`` leads to the joining date that can be corrected."""
    place = {"row": remark.row, "column": remark.column, "value": remark.value}
    seat = str(remark.params.get("seat", ""))
    known = remark.code == "before_joining" and seat.isdecimal()
    link = reverse("games:joining", args=[int(seat)]) if known else ""
    return place | {"text": said(remark), "link": link}


def _asked(file: BatchFile, question: RowQuestion) -> dict[str, object]:
    """A question with its answers; ``by_row``: the rows one by one, where there are several."""
    rows = question.asks[:MOST_ROWS_ASKED] if len(question.rows) > 1 else ()
    return {
        "name": name_of(file, question.key),
        "text": asked(question.ask),
        "rows": rows_text(question.rows),
        "choices": _choices(file, question.ask, question.key),
        "by_row": [
            {
                "name": name_of(file, question.key_of(ask.row)),
                "row": ask.row,
                "value": ask.value,
                "choices": _choices(file, ask, question.key_of(ask.row)),
            }
            for ask in {ask.row: ask for ask in rows}.values()
        ],
        "has_row_answers": any(question.key_of(row) in file.choices for row in question.rows),
    }


def _choices(file: BatchFile, ask: Ask, key: str) -> list[dict[str, object]]:
    kept = file.choices.get(key, "")
    return [
        {"value": option.value, "text": offered(option), "ticked": option.value == kept}
        for option in ask.options
    ]


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
