"""Whatever players and results are sent in, as the text of one table: files, lists, workbooks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from goclub.common.export import defuse
from goclub.common.notation import listed
from goclub.common.sheets.limits import check_size
from goclub.common.sheets.reading import is_workbook, read_sheets
from goclub.common.sheets.sheet import Spreadsheet, cell_text
from goclub.common.sheets.text import decoded, read_text, write_text
from goclub.games.notebook.services.columns import guess_sheet, known_columns, match_columns
from goclub.games.notebook.services.headings import ENTRIES
from ratings.errors import Code, RuleError
from tournaments.events.field import Player
from tournaments.formats.h9_lines import H9Line, read_sheet
from tournaments.formats.h9_write import NO_COUNTRY
from tournaments.formats.opengotha_columns import GENERATED
from tournaments.formats.opengotha_names import rank_text
from tournaments.formats.rating_lists import ListedPlayer, read_pasted
from tournaments.formats.registrations import HEADER, registration_table
from tournaments.formats.sniffing import FileKind, kind_of_file, read_tournament

#: A name and a rank at least: what has fewer headings may be a list of another kind.
_TABLE_HEADINGS: Final = 2
#: Numbers of federations and how many digits they have.
_DIGITS: Final = {"egf_pin": 8, "ffg_licence": 7}
#: The European list comes as a page of HTML.
_LINES_OF_A_LIST: Final = re.compile(rb"^\s*[0-9]{8}\s", re.MULTILINE)
_XML: Final = re.compile(rb"\s*(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?[<{]")


def _with_zeros(sheet: Spreadsheet, kind: str) -> Spreadsheet:
    """The sheet with the zeros before the numbers of federations, which number cells lose."""
    try:
        columns = match_columns(sheet, kind)
    except RuleError:
        return sheet  # its reader says what is missing
    digits = {columns.chosen[name]: n for name, n in _DIGITS.items() if name in columns.chosen}
    rows = tuple(
        tuple(
            cell_text(cell).zfill(digits[at])
            if at in digits and isinstance(cell, int | float) and cell > 0
            else cell
            for at, cell in enumerate(row)
        )
        for row in sheet.rows
    )
    return replace(sheet, rows=rows)


def read_upload(data: bytes, name: str, *, kind: str, encoding: str = "") -> str:
    """Return an uploaded table as text: of a workbook the sheet that looks most like the kind.

    Raises what :func:`~goclub.common.sheets.reading.read_sheets` raises, and E_INCONSISTENT
    (``several_sheets``) where another sheet is a list of the kind too, and would be lost.
    """
    check_size(data)
    if is_workbook(data):
        sheets = read_sheets(data, name)
        _need_one_list(sheets, kind)
        rows = _with_zeros(guess_sheet(sheets, kind), kind).rows
        return write_text([cell_text(cell) for cell in row] for row in rows)
    text, _encoding = decoded(data, encoding)
    read_text(text.encode(), name, "utf-8")  # refuses what is no table
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _need_one_list(sheets: Iterable[Spreadsheet], kind: str) -> None:
    lists = [
        sheet.title
        for sheet in sheets
        if len(sheet.rows) > 1 and known_columns(sheet, kind) >= _TABLE_HEADINGS
    ]
    if len(lists) > 1:
        raise RuleError(Code.INCONSISTENT, "file", listed(lists), reason="files.several_sheets")


def read_players(data: bytes, name: str, *, rounds: int, encoding: str = "") -> str:
    """Return the players of a file as the text of a table.

    Files of OpenGotha, MacMahon and Pairgoth, H9 and .tou, lines of the European and American
    lists, and OpenGotha's lists with vertical bars are taken as well as tables.  Raises what their
    readers raise.
    """
    check_size(data)
    if is_workbook(data):
        return read_upload(data, name, kind=ENTRIES)
    if _XML.match(data) and not _LINES_OF_A_LIST.search(data):
        players = read_tournament(data).players
        # The grade of a professional is all that MacMahon says of their strength.
        in_grades = kind_of_file(data) is FileKind.MACMAHON
        return _players_text(players, rounds, in_grades=in_grades)
    text, _encoding = decoded(data, encoding)
    if not _is_table(text):
        if rows := _listed(text) or _between_bars(text):
            return rows
        whole = data if GENERATED.encode() in data else text.encode()
        if _is_h9(whole):
            return write_text([HEADER, *map(_line_cells, read_sheet(whole).lines)])
    return read_upload(data, name, kind=ENTRIES, encoding=encoding)


def _is_table(text: str) -> bool:
    try:
        sheet = read_text(text.encode(), "", "utf-8")
    except RuleError:
        return False
    return known_columns(sheet, ENTRIES) >= _TABLE_HEADINGS


def _is_h9(data: bytes) -> bool:
    try:
        return kind_of_file(data) is FileKind.H9
    except RuleError:
        return False


def _players_text(players: Iterable[Player], rounds: int, *, in_grades: bool) -> str:
    """The players of a tournament, without the rounds that the event does not have.

    ``in_grades``: professionals come under their grade, so that their line is refused.
    """
    header, rows = registration_table(
        replace(
            player,
            absent=frozenset(number for number in player.absent if number < rounds),
            unexcused=frozenset(number for number in player.unexcused if number < rounds),
        )
        for player in players
    )
    if in_grades:
        rank, grade = header.index("rank"), header.index("official_grade")
        rows = tuple((*row[:rank], row[grade] or row[rank], *row[rank + 1 :]) for row in rows)
    return write_text([header, *(map(defuse, row) for row in rows)])


def _line_cells(line: H9Line) -> tuple[str, ...]:
    rank = line.grade or rank_text(line.rank)
    values = {
        "name": line.name, "first_name": line.first_name, "rank": rank, "club": line.club,
        "country": line.country, "egf_pin": line.pin, "ffg_licence": line.licence,
    }  # fmt: skip
    return tuple(values.get(column, "") for column in HEADER)


def _listed(text: str) -> str:
    players = read_pasted(text)
    if not players:
        return ""
    return write_text(
        [HEADER, *([_listed_cell(player, column) for column in HEADER] for player in players)]
    )


def _between_bars(text: str) -> str:
    """Return OpenGotha's list as a table, "" for another text.

    Its lines are name|first name|rank|club|country|rating|p or f, where p is announced only.  What
    follows a semicolon is a comment.
    """
    columns = ("name", "first_name", "rank", "club", "country", "rating", "announced")
    lines = [line for raw in text.splitlines() if (line := raw.partition(";")[0].strip())]
    if not lines or any(line.count("|") < columns.index("rank") for line in lines):
        return ""
    rows: list[tuple[str, ...]] = [HEADER]
    for line in lines:
        values = dict(zip(columns, map(str.strip, line.split("|")), strict=False))
        values["announced"] = "yes" if values.get("announced", "").lower() == "p" else ""
        rows.append(tuple(values.get(column, "") for column in HEADER))
    return write_text(rows)


def _listed_cell(player: ListedPlayer, column: str) -> object:
    """A column of somebody of a rating list, whose players without a country have XX."""
    value = getattr(player, column, "")
    return "" if column == "country" and value == NO_COUNTRY else value
