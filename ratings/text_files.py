"""Files of text as people send them: their letters, and the lines of a table.

The letters are UTF-8 and UTF-16 with a mark, UTF-8, or Windows-1252; the cells of a table are
parted by any of the usual signs.  Every refusal here has one text on the whole site, whatever the
file was sent for.
"""

from __future__ import annotations

import codecs
import csv

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError

#: Far above the largest table: 5,000 players of 20 rounds make about 1.5 MB.
MAX_TEXT_BYTES = 4_000_000
#: More lines than any tournament ever had.
MAX_LINES = 20_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SEPARATORS = ",;\t|"


def too_large(value: int, most: int) -> RuleError:
    """The refusal of a file above its size in bytes."""
    return RuleError(Code.RANGE, "file", value, size_words(most), reason="files.too_large")


def size_words(number: int) -> str:
    """A size as people say it, in any language; a part of a unit is left out.

    >>> size_words(4_000_000), size_words(8 * 1024 * 1024), size_words(65_536), size_words(100)
    ('4\\xa0MB', '8\\xa0MB', '65\\xa0kB', '100\\xa0B')
    """
    for unit, name in ((1_000_000, "MB"), (1_000, "kB")):
        if number >= unit:
            return f"{number // unit}\xa0{name}"
    return f"{number}\xa0B"


def decoded(data: object, most: int = MAX_TEXT_BYTES) -> str:
    """Return the text of a file given as bytes, lines ended by a line feed.

    A file without a mark is UTF-8 if it can be, else Windows-1252, the Latin-1 that Windows
    programs write.  Raises RuleError on field "file": E_TYPE for what is not bytes or holds zero
    bytes (reason ``not_text``), E_MISSING for an empty file (``empty``), E_RANGE above *most* bytes
    (``too_large``).

    >>> decoded("Rémi".encode()), decoded("Rémi".encode("latin-1"))
    ('Rémi', 'Rémi')
    """
    if not isinstance(data, bytes):
        raise RuleError(Code.TYPE, "file", type(data).__name__, "bytes")
    if len(data) > most:
        raise too_large(len(data), most)
    text = _text(data)
    if not text.strip():
        raise RuleError(Code.MISSING, "file", reason="files.empty")
    if "\0" in text:
        raise RuleError(Code.TYPE, "file", reason="files.not_text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _text(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding)
            except UnicodeDecodeError as error:
                raise RuleError(Code.TYPE, "file", reason="files.not_text") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("windows-1252")
    except UnicodeDecodeError:  # five bytes that Windows-1252 leaves out
        return data.decode("latin-1")


def table_lines(text: str) -> list[tuple[int, list[str]]]:
    """The lines of a table that say anything, each with its number in the file, from 1.

    The cells are parted by what the first of them has most of: commas, semicolons, tabs or bars.

    Raises RuleError on field "file": E_RANGE for too many lines, E_TYPE for what is no table
    (reason ``not_csv``, value: the line).

    >>> table_lines("rank;points\\n\\n1d;120\\n")
    [(1, ['rank', 'points']), (3, ['1d', '120'])]
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(text.split("\n"), delimiter=separator, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                lines.append((reader.line_num, cells))
            if len(lines) > MAX_LINES:
                raise RuleError(
                    Code.RANGE,
                    "file",
                    len(lines),
                    AcceptedWords("at most %(high)s lines", high=MAX_LINES),
                )
    except csv.Error as error:
        raise RuleError(Code.TYPE, "file", reader.line_num, reason="files.not_csv") from error
    return lines


def missing_column(field: str, column: str, known: str) -> RuleError:
    """The refusal of a table whose heading lacks a column."""
    return RuleError(Code.MISSING, field, column, known, reason="files.missing_column")
