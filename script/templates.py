"""Refuses templates that cannot be read: their lines are too long.

    .venv/bin/python script/templates.py

Written for 120 characters: one element a line, two spaces for each level (html, body and block add
none), an opening tag that is longer continues below its first attribute, a sentence that is longer
is a ``{% blocktranslate trimmed %}`` on several lines.  A tag of Django cannot be broken, so a few
lines may be longer: of all lines one in a hundred over 150 characters, none over 200.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
LONG, TOO_LONG = 150, 200
#: One line in so many may be long.
RARELY = 100


class TemplateLine(NamedTuple):
    place: str
    length: int


def main() -> int:
    lines = lines_of(TEMPLATES)
    faults = faults_among(lines)
    for line in sorted(faults, key=lambda line: -line.length):
        print(f"{line.place}: {line.length} characters")
    if faults:
        print(f"Break these lines: at most {TOO_LONG}, and {LONG} in all but 1 of {RARELY} lines.")
    return 1 if faults else 0


def lines_of(folder: Path) -> list[TemplateLine]:
    """Every line of every page, its place named as editors do."""
    return [
        TemplateLine(f"{path.relative_to(folder.parent)}:{number}", len(text))
        for path in sorted(folder.rglob("*.html"))
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    ]


def faults_among(lines: list[TemplateLine]) -> list[TemplateLine]:
    """The lines that are too long, and the long ones where there are too many of them."""
    long = [line for line in lines if line.length > LONG]
    if len(long) * RARELY > len(lines):
        return long
    return [line for line in long if line.length > TOO_LONG]


if __name__ == "__main__":
    sys.exit(main())
