"""Whether a page is written as its language writes: halves, ranks, days, marks and figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from goclub.common.tests.reading import Part, read

#: What people wrote or typed themselves, and what other programs read, keeps its own way.
_OWN_WAY = frozenset({
    "bdi", "code", "pre", "textarea", "script", "style", "svg", "blockquote", "option", "math",
})  # fmt: skip
_OWN_CLASSES = frozenset({
    "mono", "rule", "regulation", "comment-text", "kifu-comment", "stamp", "languages",
})  # fmt: skip
_LEFTOVERS = r"%\(|\{\{|\{%|\bNone\b(?! yet|\.)"
_JA = r"\u3040-\u30ff\u4e00-\u9fff"
_TH = r"\u0e00-\u0e7f"

MISREAD: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b20\d\d-\d\d-\d\d\b", r"no handicap, komi", r"\d %", r"\bprovisional \S+ \S+\?",
        r"(?<![\d.:])(?<!seed )\d{5,}(?![\d.-])",
    ),
    "ja": (
        "½", r"\d %", rf"[{_JA}]\.(?:\s|$)", r"[ぁ-ヶ], ",
        rf"(?<![\w-])\d{{1,2}}[kd]\??(?=[{_JA}\s])",
        r"\b20\d\d-\d\d-\d\d\b",
    ),
    "pl": (
        r"(?<![\d.])\d+\.\d+(?![\d.])(?!\d)", r"\d %", r"[“]", r"\b20\d\d-\d\d-\d\d\b",
    ),
    "th": (
        r"\d %", rf"[{_TH}]; ", rf"[{_TH}](?<!น)(?<!\.[ก-ฮ])(?<!ชม)\.(?:\s|$)",
        rf"½[{_TH}]", r"\b20\d\d-\d\d-\d\d\b",
    ),
}  # fmt: skip
#: Months and days with points in Polish, which are no decimals.
_MONTH = r"(?:0[1-9]|1[0-2])"
_DAYS = re.compile(rf"\b(?:0[1-9]|[12]\d|3[01])\.{_MONTH}(?:\.\d{{4}})?\b|\b{_MONTH}\.\d{{4}}\b")


#: The days of the week, short, as Thai calendars write them.
_THAI_DAYS = re.compile(rf"(?<![{_TH}.])(?:จ|อ|พ|พฤ|ศ|ส|อา)\.(?![{_TH}])")


#: What is quoted in Japanese is an example of what one types.
_ASIDE = {"pl": _DAYS, "ja": re.compile(r"「[^」]*」"), "th": _THAI_DAYS}


def misread(language: str, page: object) -> list[str]:
    """What stands on a page as its language does not write it, with some words around."""
    texts = _texts(read(page).one("main"))
    found = []
    for text in texts:
        plain = _ASIDE[language].sub("", text) if language in _ASIDE else text
        for pattern in (*MISREAD[language], _LEFTOVERS):
            found += [
                f"{pattern}: {plain[max(0, one.start() - 30) : one.end() + 20]}"
                for one in re.finditer(pattern, plain)
            ]
    return found


def misread_pages(answers: Iterable[tuple[str, Any]], language: str) -> dict[str, list[str]]:
    """Of pages with their addresses: by address, where anything is."""
    found = {}
    for address, answer in answers:
        html = answer.get("Content-Type", "").startswith("text/html")
        if not (html and answer.status_code == 200 and b"<main" in answer.content):
            continue
        if wrong := misread(language, answer):
            found[address] = wrong
    return found


def _texts(part: Part) -> Iterator[str]:
    """The texts of a page line by line, without what keeps its own way."""
    line = ""
    for child in part.children:
        if isinstance(child, str):
            line += child
        elif child.tag in ("a", "span", "strong", "em", "b", "i", "small") and not _keeps(child):
            line += " ".join(_texts(child))
        elif child.tag in ("bdi", "br"):
            line += " … "
        else:
            if not _keeps(child):
                yield from _texts(child)
            yield " ".join(line.split())
            line = ""
    yield " ".join(line.split())


def _keeps(part: Part) -> bool:
    own = set(part.attrs.get("class", "").split()) & _OWN_CLASSES
    return part.tag in _OWN_WAY or bool(own) or "lang" in part.attrs
