"""Letters that people without the keys for them write as others: ł as l, œ as oe, ı as i."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

#: Letters that their names in Unicode do not lead back to others.
_SPELLED_OUT: Final = {
    "þ": "th", "æ": "ae", "œ": "oe", "ð": "d", "ŋ": "n", "ə": "e", "ǝ": "e", "ɛ": "e", "ɔ": "o",
    "ı": "i", "ȷ": "j", "ĸ": "k", "ƿ": "w", "ȝ": "y", "ʃ": "sh", "ʒ": "zh", "ß": "ss", "ſ": "s",
}  # fmt: skip
#: ``LATIN SMALL LETTER L WITH STROKE``.
_MADE_FROM: Final = re.compile(r"LATIN SMALL LETTER ([A-Z]{1,2}) WITH ")


@cache
def plain_letter(character: str) -> str:
    """Return the plain letters for a small letter, or the character itself.

    >>> plain_letter("ł"), plain_letter("œ"), plain_letter("健")
    ('l', 'oe', '健')
    """
    if character.isascii():
        return character
    match = _MADE_FROM.match(unicodedata.name(character, ""))
    return match[1].lower() if match else _SPELLED_OUT.get(character, character)


def ascii_text(text: str) -> str:
    """Return a text in ASCII; what has no plain letters is left out.

    >>> ascii_text("Łódź 2026"), ascii_text("Größe"), ascii_text("佐藤.csv")
    ('Lodz 2026', 'Grosse', '.csv')
    """
    plain = ""
    for character in unicodedata.normalize("NFKD", text):
        small = plain_letter(character.lower())
        plain += small.capitalize() if character.isupper() else small
    return plain.encode("ascii", "ignore").decode()
