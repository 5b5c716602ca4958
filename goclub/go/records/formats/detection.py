"""The formats that are read, and which of them a text is in, told by its content."""

from __future__ import annotations

from typing import Protocol

from goclub.go.records.errors import KifuError
from goclub.go.records.formats import gib, ngf, sgf, ugf
from goclub.go.records.raw_game import RawGame


class RecordFormat(Protocol):
    """What the module of a format offers."""

    @property
    def NAME(self) -> str:
        """How people call it."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """How the names of its files end, in small letters with the dot."""

    def looks_like(self, text: str, /) -> bool:
        """Whether the text is in this format; a look at its beginning is enough."""

    def parse(self, text: str, /) -> list[RawGame | KifuError]:
        """The games of a text in this format in order, a game that cannot be read as its error.

        Raises :class:`KifuError` where the text as a whole is refused.
        """


#: A format is asked for in this order; SGF last, since it finds games in the middle of anything.
FORMATS: tuple[RecordFormat, ...] = (gib, ugf, ngf, sgf)
#: The same for people: SGF first, the others by name.
NAMED: tuple[RecordFormat, ...] = (sgf, *sorted(FORMATS[:-1], key=lambda kind: kind.NAME))


def find_format(text: str) -> RecordFormat | None:
    """The format of a text, None if it is in none of them.

    >>> [kind and kind.NAME for kind in map(find_format, ("(;GM[1])", "[Header]", "hello"))]
    ['SGF', 'UGF', None]
    """
    if text.startswith("(;"):
        return sgf
    return next((kind for kind in FORMATS if kind.looks_like(text)), None)


def parse(text: str) -> list[RawGame | KifuError]:
    """The games of a text in any of the formats, a game that cannot be read as its error.

    Raises :class:`KifuError` ``not_sgf`` if it is in none of them, else what :func:`.sgf.parse`
    and the others raise.
    """
    return (find_format(text) or sgf).parse(text)
