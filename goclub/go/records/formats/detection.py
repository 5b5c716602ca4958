"""Which format a text is in, told by its content, and its games."""

from __future__ import annotations

from collections.abc import Callable

from goclub.go.records.errors import KifuError
from goclub.go.records.formats import gib, ngf, sgf, ugf
from goclub.go.records.raw_game import RawGame

# A format is asked for in this order; SGF last, since it finds games in the middle of anything.
_OTHERS: tuple[tuple[str, Callable[[str], bool], Callable[[str], RawGame]], ...] = (
    ("gib", gib.is_gib, gib.parse_gib),
    ("ugf", ugf.is_ugf, ugf.parse_ugf),
    ("ngf", ngf.is_ngf, ngf.parse_ngf),
)


def find_format(text: str) -> str:
    """``gib``, ``ngf``, ``ugf`` (also UGI) or ``sgf``; "" if it is none of them.

    >>> [find_format(text) for text in ("(;GM[1])", "\\\\HS", "[Header]", "hello")]
    ['sgf', 'gib', 'ugf', '']
    """
    for name, recognises, _ in _OTHERS:
        if recognises(text):
            return name
    return "sgf" if sgf.looks_like_sgf(text) else ""


def parse(text: str) -> list[RawGame | KifuError]:
    """The games of a text in any of the formats, see :func:`.sgf.parse`."""
    if not text.startswith("(;"):
        for _, recognises, read in _OTHERS:
            if recognises(text):
                return [read(text)]
    return sgf.parse(text)
