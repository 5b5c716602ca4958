"""What a record says about its game: players, result, komi, date, board."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..board import MAX_SIZE
from .dates import parse_date
from .errors import KifuError, Warning
from .numbers import find_number, in_half_points
from .results import Result, parse_result
from .sgf import simple_text
from .text import clean_line

DEFAULT_SIZE = 19
_LARGEST_KOMI2 = 2 * 361
_LARGEST_KOMI_STONES = 5
_LARGEST_HANDICAP = 25
_PLAIN_KOMI = re.compile(r"[0-9]{1,2}(?:\.[0-9]{1,4})?")
_USUAL_KOMI2 = range(41)


@dataclass(frozen=True, slots=True)
class Header:
    """The game information of a record; texts are one line, clean, "" where nothing is said.

    ``komi2`` in half points, positive if Black gives it; ``handicap`` the stones that HA names;
    both None if the record is silent or unreadable.  ``date`` is the first full date of
    ``date_text``.  ``size_text`` is ``19×19``.  ``time_text`` seconds as written.
    """

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    result: Result | None = None
    komi2: int | None = None
    handicap: int | None = None
    date: datetime.date | None = None
    date_text: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    rules: str = ""
    game_name: str = ""
    time_text: str = ""
    overtime: str = ""
    size_text: str = ""
    result_text: str = ""


Properties = Mapping[str, list[str]]


def read_size(properties: Properties) -> tuple[int, int]:
    """(width, height) from SZ; 19×19 if there is none.

    Raises :class:`KifuError` ``bad_size`` for anything but 1 … 52 or a pair of them.
    """
    text = _value(properties, "SZ")
    if not text:
        return (DEFAULT_SIZE, DEFAULT_SIZE)
    found = re.fullmatch(r"([0-9]{1,4})(?:\s*[:xX×]\s*([0-9]{1,4}))?", text)
    if found is not None:
        width = int(found[1])
        height = int(found[2] or found[1])
        if 1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE:
            return (width, height)
    raise KifuError("bad_size", value=text[:40], accepted=f"1…{MAX_SIZE}")


def check_game(properties: Properties) -> None:
    """Raise :class:`KifuError` ``other_game`` if GM says that this is not Go (1)."""
    text = _value(properties, "GM")
    if text and re.fullmatch(r"[+-]?\d{1,9}", text) and int(text) != 1:
        raise KifuError("other_game", value=text, accepted="GM[1]")


def read_header(properties: Properties, size: tuple[int, int]) -> tuple[Header, list[Warning]]:
    """The header and what is odd in it: ``result_unread``, ``komi_unread``, ``komi_unusual``,
    ``handicap_unread``, ``date_unread``, each with the text as written."""
    warnings: list[Warning] = []
    result_text = _value(properties, "RE")
    result, understood = parse_result(result_text)
    if not understood:
        warnings.append(Warning("result_unread", {"text": result_text}))
    date_text = _value(properties, "DT")
    date, understood = parse_date(date_text)
    if not understood:
        warnings.append(Warning("date_unread", {"text": date_text}))
    header = Header(
        black=_value(properties, "PB"),
        white=_value(properties, "PW"),
        black_rank=_value(properties, "BR"),
        white_rank=_value(properties, "WR"),
        result=result,
        komi2=_komi(properties, warnings),
        handicap=_handicap(properties, warnings),
        date=date,
        date_text=date_text,
        event=_value(properties, "EV"),
        round=_value(properties, "RO"),
        place=_value(properties, "PC"),
        rules=_value(properties, "RU"),
        game_name=_value(properties, "GN"),
        time_text=_value(properties, "TM"),
        overtime=_value(properties, "OT"),
        size_text=f"{size[0]}×{size[1]}",
        result_text=result_text,
    )
    return header, warnings


def _value(properties: Properties, name: str) -> str:
    values = properties.get(name)
    return clean_line(simple_text(values[0])) if values else ""


def _komi(properties: Properties, warnings: list[Warning]) -> int | None:
    # Not cleaned first: that "7.5 " has a blank too many is worth the same remark as "6,5".
    raw = simple_text(properties["KM"][0]) if properties.get("KM") else ""
    if not raw.strip():
        return None
    number = None if re.search(r"\d(?!p)[a-z]", raw.lower()) else find_number(raw)
    komi2 = None if number is None else _komi2(number)
    text = clean_line(raw)
    if komi2 is None or abs(komi2) > _LARGEST_KOMI2:
        warnings.append(Warning("komi_unread", {"text": text}))
        return None
    if komi2 not in _USUAL_KOMI2 or not _PLAIN_KOMI.fullmatch(raw):
        warnings.append(Warning("komi_unusual", {"text": text, "komi2": komi2}))
    return komi2


def _komi2(number: Fraction) -> int | None:
    """Half points of a komi; quarters are Chinese stones (3¾ stones are 7½ points).

    From 100 on it is Fox, which writes hundredths: 650 is 6.5 points, 375 is 3¾ stones.
    """
    if abs(number) >= 100 and number.denominator == 1:
        number /= 100
    if (number * 2).denominator != 1 and abs(number) > _LARGEST_KOMI_STONES:
        return None
    return in_half_points(number)


def _handicap(properties: Properties, warnings: list[Warning]) -> int | None:
    text = _value(properties, "HA")
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,3})(?:\.0*)?", text)
    if found is None or int(found[1]) > _LARGEST_HANDICAP:
        warnings.append(Warning("handicap_unread", {"text": text}))
        return None
    return int(found[1])
