"""What a refusal would have taken, as data: a range, a choice, or words of ours.

Each of them is also the plain text that commands and programs see (``0…999``, ``B, W``).  The pages
write the parts in the reader's language; nobody reads the plain text to learn what it means.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TypeAlias

#: A figure, a day, a moment, or the code of a rank.
Bound: TypeAlias = int | Decimal | date | str


class AcceptedRange(str):
    """A closed range of figures, days, moments or ranks; None where it is open.

    >>> AcceptedRange(0, 999), AcceptedRange(date(2026, 11, 1), None)
    ('0…999', '2026-11-01…')
    """

    low: Bound | None
    high: Bound | None

    def __new__(cls, low: Bound | None, high: Bound | None) -> AcceptedRange:
        """Keep the two ends beside their text."""
        text = f"{'' if low is None else low}…{'' if high is None else high}"
        accepted = super().__new__(cls, text)
        accepted.low, accepted.high = low, high
        return accepted

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.low, self.high)


class AcceptedChoice(str):
    """Some of which any would do: figures, ranges, ranks, or codes that are typed as they are.

    >>> AcceptedChoice(0, AcceptedRange(2, 9))
    '0, 2…9'
    """

    items: tuple[Bound | AcceptedRange, ...]

    def __new__(cls, *items: Bound | AcceptedRange) -> AcceptedChoice:
        """Keep the items beside their text."""
        accepted = super().__new__(cls, ", ".join(map(str, items)))
        accepted.items = items
        return accepted

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.items


class AcceptedWords(str):
    """Words that the catalogues know, with their parts: ``"from %(low)s on"``.

    >>> AcceptedWords("from %(low)s on", low=date(2026, 11, 1))
    'from 2026-11-01 on'
    """

    words: str
    parts: dict[str, Bound]

    def __new__(cls, words: str, **parts: Bound) -> AcceptedWords:
        """Keep words and parts beside their text."""
        accepted = super().__new__(cls, words % parts if parts else words)
        accepted.words, accepted.parts = words, parts
        return accepted

    def __reduce__(self) -> tuple[object, ...]:
        return _words, (self.words, self.parts)


def _words(words: str, parts: dict[str, Bound]) -> AcceptedWords:
    return AcceptedWords(words, **parts)
