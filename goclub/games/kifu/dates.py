"""The day of a game, from DT and what people write there."""

from __future__ import annotations

import datetime
import re
import unicodedata

from .numbers import in_digits

# The year before the first of each Japanese era.
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_ERA_LETTERS = {"M": "明治", "T": "大正", "S": "昭和", "H": "平成", "R": "令和"}
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_MONTH = "(" + "|".join(_MONTHS) + r")[a-z]{0,6}\.?"
_ISO = re.compile(r"(?<!\d)(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)")
_EASTERN = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号]")
_ERA = re.compile(f"({'|'.join(_ERAS)})" r"\s*(元|\d{1,2})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_ERA_SHORT = re.compile(r"(?<![A-Za-z])([MTSHR])(\d{1,2})[.\-/](\d{1,2})[.\-/](\d{1,2})(?!\d)")
_DAY_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\s+" + _MONTH + r",?\s+(\d{4})(?!\d)", re.IGNORECASE
)
_MONTH_DAY = re.compile(
    r"\b" + _MONTH + r"\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)", re.IGNORECASE
)
_PARTIAL = re.compile(r"\d{4}(?:[-/.年]\s*\d{1,2}月?|年)?|\D{2}(?:元|\d{1,2})年(?:\d{1,2}月)?")


def parse_date(text: str) -> tuple[datetime.date | None, bool]:
    """The first full date in ``text``, and whether the text was understood.

    Lists and ranges (``1996-12-27,28``) give their first day.  A year or a month alone is
    understood and gives None.  Day and month in figures alone (03/04/2001) are ambiguous and are
    not understood.

    >>> parse_date("平成10年5月3日"), parse_date("1996-12-27,28"), parse_date("2019-13-45")
    ((datetime.date(1998, 5, 3), True), (datetime.date(1996, 12, 27), True), (None, False))
    """
    text = in_digits(unicodedata.normalize("NFKC", text[:120])).strip()
    for numbers in _readings(text):
        try:
            return datetime.date(*numbers), True
        except ValueError:
            return None, False
    return None, not text or _PARTIAL.fullmatch(text) is not None


def _readings(text: str) -> list[tuple[int, int, int]]:
    if found := _ERA.search(text):
        year = 1 if found[2] == "元" else int(found[2])
        return [(_ERAS[found[1]] + year, int(found[3]), int(found[4]))]
    if found := _ERA_SHORT.search(text):
        year = _ERAS[_ERA_LETTERS[found[1]]] + int(found[2])
        return [(year, int(found[3]), int(found[4]))]
    for pattern in (_ISO, _EASTERN, _COMPACT):
        if found := pattern.search(text):
            return [(int(found[1]), int(found[2]), int(found[3]))]
    if found := _DAY_MONTH.search(text):
        return [(int(found[3]), _MONTHS[found[2].lower()], int(found[1]))]
    if found := _MONTH_DAY.search(text):
        return [(int(found[3]), _MONTHS[found[1].lower()], int(found[2]))]
    return []
