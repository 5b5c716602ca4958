"""Strength as people write it in BR and WR, in the scripts of the game."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from goclub.go.records.numbers import in_digits

# A whole word: "4d PAA" and "3d Poland" are amateurs.
_PRO = r"p(?:ro(?:f(?:essional)?)?)?"
_GRADE = re.compile(
    r"(?P<number>\d{1,2})\s*[-.]?\s*"
    rf"(?:(?P<pro>(?:dan|d)[\s(]*{_PRO}|{_PRO}|단[\s(]*프로|段[\s(]*(?:プロ|{_PRO}|棋士))"
    r"|(?P<dan>dan|d|段|단|ดั้ง|дан|д)|(?P<kyu>kyu|gup|k|級|级|급|คิว|кю|к))"
    r"(?P<mark>[?*+~]*)(?![A-Za-z])",
    re.IGNORECASE,
)
_PRO_BEFORE = re.compile(
    r"\A(?:p(?:ro(?:fessional)?)?(?![a-z])|プロ|职业|職業|专业|專業|프로)[\s.]*", re.IGNORECASE
)
_FIRST = re.compile(r"初段|입단|초단|shodan", re.IGNORECASE)
_DAN_NAMES = {"nidan": "2d", "sandan": "3d", "yondan": "4d", "godan": "5d", "rokudan": "6d"}


@lru_cache(maxsize=2048)
def read_grade(text: str) -> str:
    """The grade as ``5k``, ``3d`` or ``9p``, with the ``+`` and ``?`` of servers; else "".

    >>> [read_grade(text) for text in ("三段", "3단", "9 dan pro", "10 kyu", "初段", "2급", "名人")]
    ['3d', '3d', '9p', '10k', '1d', '2k', '']
    """
    text = unicodedata.normalize("NFKC", text[:40]).strip()
    if text.lower() in _DAN_NAMES:
        return _DAN_NAMES[text.lower()]
    text = _FIRST.sub("1段", text)
    pro_before = _PRO_BEFORE.match(text)
    if pro_before and text[pro_before.end() :].isdecimal():
        text += "段"  # P9
    match = _GRADE.search(in_digits(text))
    if match is None or int(match["number"]) == 0:
        return ""
    pro = match["pro"] or (match["dan"] and pro_before)
    kind = "p" if pro else "d" if match["dan"] else "k"
    limit = 30 if kind == "k" else 10
    if int(match["number"]) > limit:
        return ""
    mark = "".join(sign for sign in "+?" if sign in match["mark"])
    return f"{int(match['number'])}{kind}{mark}"
