"""Sheets of players and results, whatever program made them, as the tables of the rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.export import undefused
from goclub.common.name_field import without_unseen
from goclub.common.refusals.registry import Refusal
from goclub.common.sheets.sheet import Cell, Spreadsheet, is_empty, is_error
from goclub.games.notebook.services.cells.conditions import Handicap, read_handicap
from goclub.games.notebook.services.cells.countries import read_country
from goclub.games.notebook.services.cells.results import (
    ENGLISH,
    OWN,
    Letters,
    begins_with_doubt,
    is_score,
    letters_of,
    read_result,
    result_text,
    says_not_who,
)
from goclub.games.notebook.services.cells.strength import read_grade
from goclub.games.notebook.services.cells.text import (
    clean,
    has_formula,
    has_lost_letters,
    has_unseen,
    is_no_text,
    plain,
    says_nothing,
)
from goclub.games.notebook.services.columns import SheetColumns, match_columns, repeated_heading
from goclub.games.notebook.services.headings import ENTRIES, RESULTS
from goclub.leagues.models.participant import is_family_first
from goclub.members.names import fold_name
from ratings.errors import Code, RuleError
from ratings.text_files import missing_column
from tournaments.events.field import CALLED, ENDINGS, GameResult
from tournaments.formats.registrations import HEADER as ENTRY_HEADER
from tournaments.formats.results_table import BYE, ENDING, MARGIN, margin_text
from tournaments.formats.results_table import HEADER as RESULT_HEADER
from tournaments.formats.sheets import BLANKS, Cells, SheetTable

#: Our columns by the fields of the headings, where they are called otherwise.
_COLUMNS: Final = {"family": "name", "given": "first_name"}
_TEXTS: Final = frozenset({"name", "family", "given", "club", "white", "black"})
_NUMBERS: Final = frozenset(
    {"round", "table", "handicap", "white_number", "black_number", "rating", "egf_pin"}
    | {"ffg_licence", "aga_id", "rounds_absent", "rounds_unexcused", "correction"}
)
_BYES: Final = frozenset({"bye", "wolny los", "pauza", "wolne", "บาย", "抜け番", "休み"})
_BOTH_WIN: Final = re.compile(r"both[_ ]win|[1+]\s*[-–:/]\s*[1+]")
_BOTH_LOSE: Final = re.compile(r"both[_ ](?:lose|loose)|0\s*[-–:/]\s*0")
_UNKNOWN: Final = frozenset({"", "unknown", "?", "-", "–", "—"})
_RESULTS: Final = {"B": GameResult.BLACK, "W": GameResult.WHITE, "J": GameResult.EQUAL}
_YES: Final = frozenset({"tak", "t", "はい", "○", "✓", "ใช่", "y", "1", "yes", "true", "x", "!"})
_NO: Final = frozenset({"", "nie", "n", "いいえ", "×", "ไม่", "0", "no", "false"})
#: Questions about a whole file: what B means, whose point comes first in 1-0.
LETTERS, SCORES = "letters", "scores"
BLACK_FIRST, WHITE_FIRST = "black", "white"
_OPTIONS: Final = {LETTERS: (OWN, ENGLISH), SCORES: (BLACK_FIRST, WHITE_FIRST)}


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """What cannot be known of a file and is asked once; ``value``: a cell that needs it;
    ``answer`` one of the options, "" while it is open."""

    name: str
    value: str
    options: tuple[str, ...]
    answer: str = ""


@dataclass(slots=True)
class _Row:
    """The cells of a row on their way to our columns."""

    at: int
    values: dict[str, str] = field(default_factory=dict)
    problems: list[RuleError] = field(default_factory=list)

    def cells(self) -> Cells:
        return Cells(self.at, self.values, tuple(self.problems))


def _refuse(row: _Row, column: str, value: str, reason: str) -> None:
    row.problems.append(RuleError(Code.TYPE, column, value[:80], reason=reason))


def entries_table(sheet: Spreadsheet) -> SheetTable:
    """Return a sheet of players as a table that registrations are read from.

    Raises RuleError E_MISSING for a sheet without headings, E_DUPLICATE for a heading twice.
    """
    columns = _columns(sheet, ENTRIES, "name", ENTRY_HEADER)
    return _table(sheet, columns, lambda row: _entry(row, columns))


def _entry(row: _Row, columns: SheetColumns) -> None:
    values = row.values
    if "family" not in columns.chosen and "given" not in columns.chosen:
        heading = fold_name(columns.heading_of("name"))
        values["name"], values["first_name"] = divided(values.get("name", ""), heading)
    values["rank"] = read_grade(values.get("rank", ""))
    if typed_country := values.get("country", ""):
        country = read_country(typed_country)
        if country is None:
            _refuse(row, "country", typed_country, "formats.no_country")
        values["country"] = country or ""
    values["official_grade"] = read_grade(values.get("official_grade", ""))
    values["announced"] = _yes_or_no(values.get("announced", ""))
    for name in (
        *("rating", "egf_pin", "ffg_licence", "aga_id"),
        *("rounds_absent", "rounds_unexcused", "correction"),
    ):
        values[name] = "" if says_nothing(text := values.get(name, "")) else text


def _yes_or_no(text: str) -> str:
    """A word of any language as ours: "yes", "" for no; what is neither stays as it is."""
    word = plain(text)
    return "yes" if word in _YES else "" if word in _NO else text


def divided(name: str, heading: str = "") -> tuple[str, str]:
    """Return family and given name of a whole name, by its comma, its writing or its heading.

    >>> divided("Nowak, Ewa"), divided("佐藤 健"), divided("Ewa Nowak"), divided("Guest 001")
    (('Nowak', 'Ewa'), ('佐藤', '健'), ('Nowak', 'Ewa'), ('Guest 001', ''))
    >>> divided("Nowak Ewa", "nazwiskoiimie")
    ('Nowak', 'Ewa')
    """
    family, comma, first_names = name.partition(",")
    if comma:
        return family.strip(), first_names.strip()
    words = name.split()
    if len(words) < 2 or not all(any(map(str.isalpha, word)) for word in words):
        return name, ""
    if is_family_first(name) or heading == "nazwiskoiimie":
        return words[0], " ".join(words[1:])
    return words[-1], " ".join(words[:-1])


def results_table(
    sheet: Spreadsheet, answers: Mapping[str, str]
) -> tuple[SheetTable, tuple[SheetQuestion, ...]]:
    """Return a sheet of results as a table, and the questions about it that *answers* leave open.

    Raises RuleError E_MISSING for a sheet without headings, E_DUPLICATE for a heading twice.
    """
    columns = _columns(sheet, RESULTS, "result", RESULT_HEADER)
    reader = _Results(sheet, columns, answers)
    table = _table(sheet, columns, reader.row)
    return table, tuple(reader.questions.values())


class _Results:
    """Reads the results of a sheet, in the language of its headings."""

    def __init__(
        self, sheet: Spreadsheet, columns: SheetColumns, answers: Mapping[str, str]
    ) -> None:
        # What was answered is shown again, so that the answer can be changed.
        self.questions = {
            name: SheetQuestion(name, "", options, answer)
            for name, options in _OPTIONS.items()
            if (answer := answers.get(name, "")) in options
        }
        chosen = columns.chosen
        first = {BLACK_FIRST: "B", WHITE_FIRST: "W"}.get(answers.get(SCORES, ""), "")
        if "black" in chosen and "white" in chosen:
            first = "B" if chosen["black"] < chosen["white"] else "W"
        cells = (columns.cell(row, "result") for row in sheet.rows[columns.heading + 1 :])
        self._letters = letters_of(
            cells, language=columns.language, chosen=answers.get(LETTERS, ""), first=first
        )

    def row(self, row: _Row) -> None:
        values = row.values
        values["handicap"] = _stones(values.get("handicap", ""))
        values["by_default"] = _yes_or_no(values.get("by_default", ""))
        values[ENDING] = _ending(row, values.get(ENDING, ""))
        self._margin(row)
        self._result(row)
        if values[ENDING] in ("forfeit", "left"):
            values["by_default"] = "yes"
        if values[ENDING] == "forfeit":
            values[ENDING] = ""

    def _margin(self, row: _Row) -> None:
        """Take the points of a win as results name them; the column may name an ending instead."""
        values = row.values
        written = values[MARGIN] = values.get(MARGIN, "")
        won = read_result(f"black+{plain(written)}"[:200], Letters("en"))
        if won is not None and won.ending:
            values[MARGIN] = margin_text(won.margin2) if won.margin2 else ""
            self._ended(row, "" if won.margin2 else won.ending)

    def _result(self, row: _Row) -> None:
        values = row.values
        written = values.get("result", "")
        text = result_text(written)
        if text in _UNKNOWN:
            values["result"] = ""
        elif text == CALLED:
            values["result"] = GameResult.EQUAL.value
            self._ended(row, CALLED)
        elif text in _BYES:
            values["result"] = BYE
        elif _BOTH_WIN.fullmatch(text):
            values["result"] = GameResult.BOTH_WIN.value
        elif _BOTH_LOSE.fullmatch(text):
            values["result"] = GameResult.BOTH_LOSE.value
        elif says_not_who(text):
            _refuse(row, "result", written, "formats.who_won")
        elif begins_with_doubt(text, self._letters):
            self._ask(row, LETTERS, written)
        elif is_score(text) and not self._letters.first:
            self._ask(row, SCORES, written)
        else:
            self._read(row, text, self._letters)

    def _read(self, row: _Row, text: str, letters: Letters) -> None:
        values = row.values
        won = read_result(text[:200], letters)
        if won is not None and won.winner in _RESULTS:
            values["result"] = _RESULTS[won.winner].value
            self._ended(row, won.ending)
            if won.margin2:
                values[MARGIN] = margin_text(won.margin2)
        elif text in (GameResult.EQUAL.value, GameResult.WHITE.value, GameResult.BLACK.value):
            values["result"] = text

    @staticmethod
    def _ended(row: _Row, ending: str) -> None:
        """Take the ending that a result names; the line may say the same in its column."""
        values = row.values
        if ending and values[ENDING] and ending != values[ENDING]:
            _refuse(row, ENDING, values[ENDING], "formats.other_ending")
        values[ENDING] = ending or values[ENDING]

    def _ask(self, row: _Row, name: str, value: str) -> None:
        self.questions.setdefault(name, SheetQuestion(name, value[:80], _OPTIONS[name]))
        _refuse(row, "result", value, "formats.answer_first")


def _ending(row: _Row, written: str) -> str:
    """How a game ended, as a column of its own says it in the words of any language."""
    text = plain(written)
    if text in ("", *ENDINGS):
        return text
    won = read_result(f"black+{text}"[:200], Letters("en"))
    if won is None or not won.ending:
        _refuse(row, ENDING, written, "formats.ending")
        return ""
    if won.margin2:
        row.values[MARGIN] = row.values[MARGIN] or margin_text(won.margin2)
    return won.ending


def _stones(text: str) -> str:
    """A handicap in figures; what cannot be read stays as it is written."""
    if text.isdecimal():
        return text
    handicap = read_handicap(text)
    return str(handicap.stones) if isinstance(handicap, Handicap) else text


def _columns(sheet: Spreadsheet, kind: str, needed: str, header: tuple[str, ...]) -> SheetColumns:
    try:
        columns = match_columns(sheet, kind)
    except RuleError as error:
        raise missing_column(needed, needed, ", ".join(header)) from error
    if heading := repeated_heading(columns):
        raise Refusal(
            _("The column “%(value)s” appears twice in the table."),
            code=Code.DUPLICATE,
            field="heading",
            value=heading,
            reason="same_heading",
        )
    return columns


def _table(
    sheet: Spreadsheet, columns: SheetColumns, arrange: Callable[[_Row], None]
) -> SheetTable:
    rows = []
    for at, cells in enumerate(sheet.rows[columns.heading + 1 :], columns.heading + 2):
        if all(map(is_empty, cells)):
            continue
        row = _Row(at)
        for name in columns.chosen:
            _take(row, name, columns.cell(cells, name))
        arrange(row)
        rows.append(row.cells())
    fields = tuple(_COLUMNS.get(name, name) for name in columns.chosen)
    unknown = tuple(columns.headings[at] for at in columns.unknown)
    return SheetTable(tuple(rows), unknown, fields)


def _take(row: _Row, name: str, cell: Cell) -> None:
    """Put a cell into its column; what holds no value, or lost letters, is refused."""
    column = _COLUMNS.get(name, name)
    text = clean(cell if name != "result" or isinstance(cell, str) else result_text(cell))
    if is_error(cell):
        _refuse(row, column, text, "formats.broken_cell")
    elif has_formula(cell):
        _refuse(row, column, text, "formats.formula")
    elif name in _TEXTS and is_no_text(cell):
        _refuse(row, column, text, "formats.no_name")
    elif name in _TEXTS and has_unseen(cell):
        _refuse(row, column, without_unseen(text), "formats.unseen")
    elif name in _TEXTS and has_lost_letters(text):
        _refuse(row, column, text, "formats.lost_letters")
    else:
        # Nie and No are family names: only a sign leaves a cell blank, unless it was written so.
        value = "" if text in BLANKS else undefused(text).strip()
        row.values[column] = _in_figures(value) if column in _NUMBERS else value


def _in_figures(text: str) -> str:
    """A number of any width and script in the figures 0 to 9.

    >>> _in_figures("１２"), _in_figures("๑๒"), _in_figures("R2")
    ('12', '12', 'R2')
    """
    signs = unicodedata.normalize("NFKC", text)
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in signs)
