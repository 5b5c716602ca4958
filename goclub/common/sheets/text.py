"""Sheets that come as text: CSV and TSV, in whatever encoding and with whatever sign between."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from math import inf
from typing import Final

from goclub.common.sheets.limits import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, check_area
from goclub.common.sheets.sheet import Cell, Spreadsheet
from goclub.go.records.decode import rank
from ratings.errors import Code, RuleError

#: What may be chosen by hand, with the name that people know it by.
ENCODINGS: Final = (
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("cp1250", "Windows-1250"),
    ("iso8859_2", "ISO-8859-2"),
    ("cp1252", "Windows-1252"),
    ("cp932", "Shift-JIS"),
    ("euc_jp", "EUC-JP"),
    ("iso2022_jp", "ISO-2022-JP"),
    ("cp874", "TIS-620"),
    ("cp949", "EUC-KR"),
    ("gb18030", "GB18030"),
    ("big5hkscs", "Big5"),
    ("cp1251", "Windows-1251"),
    ("koi8_r", "KOI8-R"),
    ("cp1253", "Windows-1253"),
    ("cp1254", "Windows-1254"),
    ("cp1257", "Windows-1257"),
    ("cp852", "DOS-852"),
    ("mac_roman", "Mac Roman"),
    ("mac_latin2", "Mac CE"),
)
#: What spreadsheets write on a Mac and DOS programs write, with language and how common it is.
_OF_SPREADSHEETS: Final = (
    ("mac_roman", "western", -3.0),
    ("mac_latin2", "central", -1.5),
    ("cp852", "central", -8.0),
)
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Refusals that another encoding may turn into a reading.
ENCODING_REFUSALS: Final = frozenset({"files.which_encoding", "files.not_in_encoding"})
_SIGNS: Final = ";,\t|"
#: Between the cells of a text that we write.
SEPARATOR: Final = "\t"
#: How many e-folds likelier than every other reading a guess must be; else people are asked.
_SURE: Final = 5.0
#: So much of a line is shown to choose by.
_SHOWN: Final = 24
_SAMPLE_LINES: Final = 50
_QUOTED: Final = re.compile(r'"[^"]*"')
#: One cell of a CSV; what is longer is no entry of a notebook, and the judging says so.
_LONGEST_CELL: Final = 131_072


def read_text(data: bytes, title: str, encoding: str) -> Spreadsheet:
    """The one sheet of a text file.  Raises RuleError for what is no table of text."""
    text, used = decoded(data, encoding)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip("\n\t ;,|\ufeff"):
        raise RuleError(Code.MISSING, "file", reason="files.empty")
    rows = tuple(_rows(text))
    check_area(len(rows), max(map(len, rows), default=0))
    return Spreadsheet(title, rows, used)


def decoded(data: bytes, encoding: str = "") -> tuple[str, str]:
    """Return a text and the encoding it was read in, *encoding* if one was chosen.

    Raises RuleError ``files.which_encoding`` where several readings are as likely, or none takes
    every byte; ``files.not_in_encoding`` where the chosen one does not; ``files.not_text``.
    """
    if encoding:
        return _by_hand(data, encoding), encoding
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], name), name.removesuffix("-le").removesuffix("-be")
    if (wide := _wide(data)) is not None:
        return _strictly(data, wide), "utf-16"
    if b"\0" in data:
        raise RuleError(Code.TYPE, "file", reason="files.not_text")
    if b"\x1b$" in data or b"\x1b(" in data:
        return _strictly(data, "iso2022_jp"), "iso2022_jp"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _guessed(data)


def is_in_one_encoding(data: bytes) -> bool:
    """Whether a text says by its bytes how it is to be read: it is UTF-8, or has a mark."""
    return (
        data.startswith(tuple(mark for mark, _name in _MARKS)) or _clean(data, "utf-8") is not None
    )


def _guessed(data: bytes) -> tuple[str, str]:
    """The likeliest reading, where it is likelier by far than every other that differs from it."""
    if _is_damaged_utf8(data):
        raise _undecided()
    readings = [
        (weight, name, text)
        for weight, name in rank(data, also=_OF_SPREADSHEETS)
        if (text := _clean(data, name)) is not None
    ]
    if not readings:
        raise _undecided()
    likeliest, encoding, text = readings[0]
    rivals = (weight for weight, _name, reading in readings[1:] if reading != text)
    if likeliest - max(rivals, default=-inf) < _SURE:
        raise _undecided()
    return text, encoding


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether most letters beyond ASCII are UTF-8: a text that was cut, or put together of two."""
    letters = [letter for letter in data.decode("utf-8", "replace") if not letter.isascii()]
    return letters.count("\ufffd") * 2 < len(letters)


def _undecided() -> RuleError:
    return RuleError(Code.INCONSISTENT, "file", reason="files.which_encoding")


def _clean(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        return None


def encoding_choices(data: bytes = b"") -> list[tuple[str, str]]:
    """Return the encodings to choose from; of *data* those that take every byte, with a sample.

    >>> [choice for choice in encoding_choices("Łoś;3k".encode("cp1250")) if "1250" in choice[1]]
    [('cp1250', 'Windows-1250: Łoś;3k')]
    """
    if not data or data.isascii():
        return list(ENCODINGS)
    choices = []
    for encoding, name in ENCODINGS:
        with suppress(RuleError):
            sample = _sample(_by_hand(data[:MAX_BYTES], encoding))
            choices.append((encoding, f"{name}: {sample}" if sample else name))
    return choices


def _sample(text: str) -> str:
    """The part of a text with the first letter that encodings differ about."""
    at = next((at for at, letter in enumerate(text) if not letter.isascii()), None)
    if at is None:
        return ""
    begin = max(text.rfind("\n", 0, at) + 1, at - _SHOWN // 2)
    return " ".join(text[begin : begin + _SHOWN].split("\n")[0].split())


def _by_hand(data: bytes, encoding: str) -> str:
    if encoding not in dict(ENCODINGS):
        raise RuleError(Code.UNKNOWN, "encoding", encoding[:40], reason="files.no_such_encoding")
    for mark, name in _MARKS:
        if encoding.startswith(name[:6]) and data.startswith(mark):
            data, encoding = data[len(mark) :], name
            break
    text = _clean(data, encoding)
    if text is None:
        raise RuleError(
            Code.INCONSISTENT,
            "file",
            dict(ENCODINGS).get(encoding, encoding),
            reason="files.not_in_encoding",
        )
    if "\0" in text:
        raise RuleError(Code.TYPE, "file", reason="files.not_text")
    return text


def _strictly(data: bytes, name: str) -> str:
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        raise RuleError(Code.TYPE, "file", reason="files.not_text") from error
    if "\0" in text:
        raise RuleError(Code.TYPE, "file", reason="files.not_text")
    return text


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: the line breaks and signs of a table have a zero byte on one side."""
    if len(data) % 2 or b"\0" not in data[:4000]:
        return None
    sample = data[:4000]
    for name, half in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if half.count(0) > len(half) / 20 and (sample[::2] + sample[1::2]).count(0) == half.count(
            0
        ):
            return name
    return None


def _rows(text: str) -> list[tuple[Cell, ...]]:
    """The rows of a text, those with nothing in them too; a cell may hold line breaks."""
    csv.field_size_limit(_LONGEST_CELL)
    separator = _sign(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows: list[tuple[Cell, ...]] = []
    begins = 1
    last: tuple[list[str], int] = ([], 1)
    try:
        for cells in reader:
            rows.append(tuple(cell if cell.strip() else None for cell in _trimmed(cells)))
            if len(rows) > MAX_ROWS + 1:
                check_area(len(rows), 1)
            if len(cells) > MAX_COLUMNS and len(rows[-1]) > MAX_COLUMNS:
                check_area(1, len(rows[-1]))
            # Where a quotation mark is never closed, the last cell holds the rest of the text.
            last, begins = (cells, begins), reader.line_num + 1
    except csv.Error as error:
        raise RuleError(Code.TYPE, "file", begins, reason="files.not_csv") from error
    if text.count('"') % 2 and any(sign in cell for cell in last[0] for sign in ("\n", separator)):
        raise RuleError(Code.TYPE, "file", last[1], reason="files.not_csv")
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def write_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as a text that :func:`read_text` reads as the same rows.

    >>> write_text([("name", "rank"), ("Nowak, Ewa", "3k"), ()])
    'name\\trank\\n"Nowak, Ewa"\\t3k\\n\\n'
    """
    return "".join(f"{SEPARATOR.join(map(_quoted, row))}\n" for row in rows)


def _quoted(cell: object) -> str:
    text = str(cell)
    if any(sign in text for sign in f'{_SIGNS}"\n\r'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _trimmed(cells: list[str]) -> list[str]:
    end = len(cells)
    while end and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def _sign(text: str) -> str:
    """The sign between cells: the one that parts most lines into as many cells as each other.

    >>> _sign("Data;Komi\\n1.2.2024;6,5\\n2.2.2024;0,5\\n"), _sign("a\\tb\\n")
    (';', '\\t')
    """
    if text[:4].lower() == "sep=" and len(text) > 4 and text[4] in _SIGNS:
        return text[4]
    lines = [
        _QUOTED.sub("", line)
        for line in text.split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES]
        if line.strip()
    ]
    best, most = ",", (0.0, 0)
    for sign in _SIGNS:
        counts = Counter(line.count(sign) for line in lines)
        counts.pop(0, None)
        if not counts:
            continue
        number, times = max(counts.items(), key=lambda item: (item[1], item[0]))
        weight = (float(times), number)
        if weight > most:
            best, most = sign, weight
    return best
