"""Points that people name in a text, such as “Black should cut at D4”."""

from __future__ import annotations

import re
from typing import NamedTuple

from goclub.go.board.basics import Point
from goclub.go.board.names import parse_point
from ratings.errors import RuleError

# Only Latin letters and digits around a name make it part of another word: 黒D4は names a point.
_NAME = re.compile(
    r"(?<![A-Za-z0-9_.+@])([A-HJ-Za-hj-z]{1,2}[0-9]{1,2})(?![A-Za-z0-9_@+]|[.,/-][0-9])"
)


class TextPart(NamedTuple):
    """A piece of a text; ``point`` is None unless it names a point of the board."""

    text: str
    point: Point | None = None


def split_mentions(text: str, width: int, height: int) -> list[TextPart]:
    """A text in pieces; joined again they are the text.

    >>> [part.point for part in split_mentions("D4 or Q16? At z9 nothing.", 19, 19)]
    [(3, 15), None, (15, 3), None]
    """
    parts: list[TextPart] = []
    done = 0
    for match in _NAME.finditer(text):
        try:
            point = parse_point(match[1], height, width)
        except RuleError:
            continue
        if done < match.start():
            parts.append(TextPart(text[done : match.start()]))
        parts.append(TextPart(match[1], point))
        done = match.end()
    if done < len(text):
        parts.append(TextPart(text[done:]))
    return parts
