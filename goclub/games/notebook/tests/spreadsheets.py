"""Spreadsheets as a club might keep them, made here: members and games with known faults."""

from __future__ import annotations

import csv
import io
import random
from datetime import date, timedelta

FIRST = date(2019, 1, 1)
#: Rows of :func:`members` and :func:`games` that are wrong, by their number in the file.
MEMBER_FAULTS = 2
GAME_FAULTS = 3


def person(number: int) -> str:
    """A name that is nobody else's."""
    given = ("Adam", "Ewa", "Jan", "Iga", "Leon", "Ola")[number % 6]
    return f"{given} Nowak{chr(97 + number // 26)}{chr(97 + number % 26)}"


def members(count: int, *, faults: bool = True) -> bytes:
    """*count* good rows of members; with *faults* one rank and one day that do not exist."""
    lines = [["Name", "Rank", "Points", "Joined on", "E-mail", "Official", "Points as of"]]
    for number in range(count):
        joined = FIRST + timedelta(days=number)
        row = [person(number), "", "", joined.isoformat(), f"m{number}@club.example", "", ""]
        if number % 3 == 0:
            row[1] = f"{number % 8 + 1}k"
        elif number % 3 == 1:
            row[2] = str(90 + number % 60)
        else:
            row[2], row[5], row[6] = str(100 + number % 40), "yes", "2024-01-01"
        lines.append(row)
    if faults:
        lines.append(["Wrong Rank", "43k", "", "2020-01-01", "", "", ""])
        lines.append(["Wrong Day", "", "", "2020-02-31", "", "", ""])
    return _csv(lines)


def games(count: int, people: int, *, faults: bool = True, seed: int = 7) -> bytes:
    """*count* good games between the first *people* of :func:`members`; with *faults* three bad."""
    rng = random.Random(seed)
    lines = [["Date", "Black", "White", "Result", "Handicap", "Komi", "Board"]]
    for number in range(count):
        black, white = rng.sample(range(people), 2)
        day = FIRST + timedelta(days=400 + number)
        colour = rng.choice("BW")
        result = rng.choice([f"{colour}+R", f"{colour}+{rng.randint(0, 30)}.5", f"{colour}+"])
        lines.append([day.isoformat(), person(black), person(white), result, "0", "6.5", "19"])
    if faults:
        one, other = person(0), person(1)
        lines.append(["2024-13-01", one, other, "B+R", "0", "6.5", "19"])
        lines.append(["2024-01-01", one, other, "B+R", "12", "6.5", "19"])
        lines.append(["2024-01-01", one, other, "perhaps", "0", "6.5", "19"])
    return _csv(lines)


def _csv(lines: list[list[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(lines)
    return out.getvalue().encode()
