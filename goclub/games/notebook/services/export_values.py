"""Values as an export writes them, so that reading takes them back: see ``services/cells``."""

from __future__ import annotations

from typing import Final

#: What stands before the plus under headings of each language.
COLOURS: Final = {
    "en": {"B": "B", "W": "W"},
    "pl": {"B": "C", "W": "B"},
    "ja": {"B": "黒", "W": "白"},
    "th": {"B": "ดำ", "W": "ขาว"},
}
_HOW: Final = {"resign": "R", "time": "T", "forfeit": "F", "left": "left", "unknown": ""}


def written_result(winner: str, ending: str, margin2: int | None, language: str) -> str:
    """A result under headings of a language.

    >>> written_result("W", "points", 7, "pl"), written_result("B", "resign", None, "ja")
    ('B+3.5', '黒+R')
    >>> written_result("J", "", None, "th"), written_result("N", "", None, "en")
    ('jigo', 'void')
    """
    if winner not in ("B", "W"):
        if ending == "called":
            return "draw (time called)"
        return "jigo" if winner == "J" else "void"
    colour = COLOURS.get(language, COLOURS["en"])[winner]
    if margin2 is not None:
        return f"{colour}+{margin2 // 2}{'.5' if margin2 % 2 else ''}"
    # A penalty is a loss like another (S4-6): the rules read it as resigning.
    return f"{colour}+{_HOW.get(ending, 'R')}"
