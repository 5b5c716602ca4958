"""Numbers as people write them in results and komi: 6½, 2 3/4, ６目半, 四分之三, 二目半, 375."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

_DIGITS = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_UNITS = {"十": 10, "百": 100}
_MINUS_SIGNS = re.compile(r"[−–]\s*(?=[\d.])|-\s+(?=[\d.])")
_NUMERAL = "[〇零一二两三四五六七八九十百]{1,9}"
_PARTS_OF = re.compile(f"({_NUMERAL})分(?:之|の)({_NUMERAL})")
_NUMERAL_RE = re.compile(_NUMERAL)
# Digits in one piece, then a fraction or a half; the pieces are short, so matching is linear.
_MIXED = re.compile(
    r"(?P<sign>-?)(?P<whole>\d{0,6}\.\d++|\d{1,6},\d++|\d{1,6}(?!\d|[.,]\d|\s?[/⁄]))?"
    r"\s*(?:目|子|点|집|points?)?\s*(?:又|と|and|\+|-(?=\d))?\s*"
    r"(?:(?P<top>\d{1,3})\s*[/⁄]\s*(?P<bottom>\d{1,3})|(?P<half>半|반))?"
)


def numeral(text: str) -> int:
    """A Chinese numeral below 1000.

    >>> numeral("十二"), numeral("百八"), numeral("二〇一九")
    (12, 108, 2019)
    """
    if not any(char in _UNITS for char in text):
        return int("".join(str(_DIGITS[char]) for char in text))
    total, digit = 0, -1
    for char in text:
        if char in _UNITS:
            total += (1 if digit < 0 else digit) * _UNITS[char]
            digit = 0
        else:
            digit = _DIGITS[char]
    return total + max(digit, 0)


def short_number(text: str) -> int:
    """A number of up to four digits; 0 for any other text.

    >>> short_number("361"), short_number("-1"), short_number("9" * 5000)
    (361, 0, 0)
    """
    return int(text) if text.isdecimal() and len(text) <= 4 else 0


def in_digits(text: str) -> str:
    """``text`` in compatibility form, with Chinese numerals and fractions as digits.

    >>> in_digits("白胜四分之三子"), in_digits("黒二目半勝"), in_digits("５½")
    ('白胜3/4子', '黒2目半勝', '5 1⁄2')
    """
    # ½ becomes 1⁄2, so the digit before it has to be kept apart first.
    text = unicodedata.normalize("NFKC", re.sub(r"(?<=\d)(?=[¼½¾])", " ", text))
    text = _PARTS_OF.sub(lambda match: f"{numeral(match[2])}/{numeral(match[1])}", text)
    return _NUMERAL_RE.sub(lambda match: str(numeral(match[0])), text)


def find_number(text: str) -> Fraction | None:
    """The first number in ``text``, or None.

    >>> find_number("2 3/4子"), find_number("6目半"), find_number("6,5"), find_number("半目")
    (Fraction(11, 4), Fraction(13, 2), Fraction(13, 2), Fraction(1, 2))
    """
    return _first_number(text[:80])


@lru_cache(maxsize=512)
def _first_number(text: str) -> Fraction | None:
    text = _MINUS_SIGNS.sub("-", in_digits(text))
    for start in re.finditer(r"-?[.\d]|半|반", text):
        match = _MIXED.match(text, start.start())
        if match is None or not match[0].strip():
            continue
        value = Fraction((match["whole"] or "0").replace(",", "."))
        if match["top"] and int(match["bottom"]) != 0:
            value += Fraction(int(match["top"]), int(match["bottom"]))
        elif match["half"]:
            value += Fraction(1, 2)
        elif not match["whole"]:
            continue
        return -value if match["sign"] else value
    return None


def in_half_points(value: Fraction) -> int | None:
    """Points as half points; quarters can only be Chinese stones, which are two points each.

    >>> [in_half_points(Fraction(text)) for text in ("13/2", "11/4", "1/3")]
    [13, 11, None]
    """
    if (value * 2).denominator == 1:
        return int(value * 2)
    return int(value * 4) if (value * 4).denominator == 1 else None
