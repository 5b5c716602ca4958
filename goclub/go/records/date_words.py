"""Words in dates as numbers: the months of several languages, eras, the Buddhist year.

A month's name becomes ``<4>``, an era with its year the year of the common calendar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

# The year before the first of each era since Japan took over the common calendar.
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911}
_ERAS |= {"民国": 1911, "민국": 1911}
_ERA_LETTERS = {"M": 1867, "T": 1911, "S": 1925, "H": 1988, "R": 2018}
# The same of those before it, from the first castle games on: their months are the moon's.
_MOON_ERAS = {
    "慶長": 1595, "元和": 1614, "寛永": 1623, "正保": 1643, "慶安": 1647, "承応": 1651,
    "明暦": 1654, "万治": 1657, "寛文": 1660, "延宝": 1672, "天和": 1680, "貞享": 1683,
    "元禄": 1687, "宝永": 1703, "正徳": 1710, "享保": 1715, "元文": 1735, "寛保": 1740,
    "延享": 1743, "寛延": 1747, "宝暦": 1750, "明和": 1763, "安永": 1771, "天明": 1780,
    "寛政": 1788, "享和": 1800, "文化": 1803, "文政": 1817, "天保": 1829, "弘化": 1843,
    "嘉永": 1847, "安政": 1853, "万延": 1859, "文久": 1860, "元治": 1863, "慶応": 1864,
}  # fmt: skip
_BUDDHIST = 543
_FIRST_BUDDHIST, _LAST_BUDDHIST = 2400, 2700

# How the names of each month begin: English, German, French, Spanish, Italian, Polish, Russian.
_STEMS = (
    "jan|janv|ene|gen|sty|янв",
    "feb|fév|fev|lut|фев",
    "mar|mär|maer|мар",
    "apr|avr|abr|kwi|апр",
    "may|mai|maj|mag|мая|май",
    "jun|juin|giu|cze|июн",
    "jul|juil|lug|lip|июл",
    "aug|aoû|aou|ago|sie|авг",
    "sep|set|wrz|сен",
    "oct|okt|ott|paź|paz|окт",
    "nov|lis|ноя",
    "dec|dez|déc|dic|gru|дек",
)
_THAI = (
    "มกราคม|ม.ค.", "กุมภาพันธ์|ก.พ.", "มีนาคม|มี.ค.", "เมษายน|เม.ย.", "พฤษภาคม|พ.ค.", "มิถุนายน|มิ.ย.",
    "กรกฎาคม|ก.ค.", "สิงหาคม|ส.ค.", "กันยายน|ก.ย.", "ตุลาคม|ต.ค.", "พฤศจิกายน|พ.ย.", "ธันวาคม|ธ.ค.",
)  # fmt: skip


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: month for month, all_ in enumerate(names, 1) for name in all_.split("|")}


def _any_of(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


_BEGINNINGS, _WHOLE = _numbered(_STEMS), _numbered(_THAI)
_NAME = re.compile(
    rf"(?<![^\W\d_])({_any_of(_BEGINNINGS)})[^\W\d_]{{0,9}}|({_any_of(_WHOLE)})", re.IGNORECASE
)
_ERA = re.compile(f"({'|'.join(_ERAS)})" r"\s*(元|\d{1,3})\s*[年년]")
_ERA_ALONE = re.compile(f"({'|'.join(_ERAS)})" r"\s*(元|\d{1,3})(?!\d)")
_ERA_LETTER = re.compile(r"(?<![A-Za-z])([MTSHR])(\d{1,2})(?=[.\-/]\d{1,2}[.\-/]\d{1,2}(?!\d))")
_MOON_YEAR = re.compile(f"({'|'.join(_MOON_ERAS)})" r"\s*(元|\d{1,2})年?")
_BUDDHIST_MARK = re.compile(r"(?:พ\.?\s?ศ\.?|B\.?E\.?)\s*(?=\d{4})", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d:])\d{4}(?!\d)")


def in_numbers(text: str) -> str:
    """The text with names of months, eras and Buddhist years in numbers of the common calendar.

    >>> in_numbers("昭和32年4月"), in_numbers("5 maja 2010"), in_numbers("5 พ.ค. 2541")
    ('1957年4月', '5 <5> 2010', '5 <5> 1998')
    """
    text = _ERA.sub(lambda match: f"{_year(_ERAS, match)}年", text)
    text = _ERA_ALONE.sub(lambda match: f"{_year(_ERAS, match)}年", text)
    text = _ERA_LETTER.sub(lambda match: str(_ERA_LETTERS[match[1]] + int(match[2])), text)
    text = _BUDDHIST_MARK.sub("", text)
    text = _NAME.sub(_month, text)
    return _YEAR.sub(_common_year, text)


def moon_year(text: str) -> int | None:
    """The year of an era whose months are the moon's, so that no day of it is known.

    >>> moon_year("弘化3年7月21日"), moon_year("平成3年7月21日")
    (1846, None)
    """
    match = _MOON_YEAR.search(text)
    if match is None:
        return None
    year, following = _year(_MOON_ERAS, match), _next_era(match[1])
    return year if year <= following else None


def _year(eras: dict[str, int], match: re.Match[str]) -> int:
    return eras[match[1]] + (1 if match[2] == "元" else int(match[2]))


def _next_era(name: str) -> int:
    return next((_MOON_ERAS[b] + 1 for a, b in pairwise(_MOON_ERAS) if a == name), 1868)


def _month(match: re.Match[str]) -> str:
    return f"<{_BEGINNINGS[match[1].lower()] if match[1] else _WHOLE[match[2]]}>"


def _common_year(match: re.Match[str]) -> str:
    year = int(match[0])
    return str(year - _BUDDHIST) if _FIRST_BUDDHIST <= year <= _LAST_BUDDHIST else match[0]
