"""How fast a club's notebook is read and judged: ``python benchmarks/notebook.py [GAMES]``.

Sixty members and 2,000 games by default, a tenth of the names cut short, in CSV and in XLSX; the
best of three.  Nothing is stored; what entering costs is said by the progress of the page itself.
"""

from __future__ import annotations

import io
import os
import random
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
os.environ.setdefault("SECRET_KEY", "benchmark")

import django

django.setup()

from openpyxl import Workbook  # noqa: E402

from goclub.common.sheets.reading import read_sheets  # noqa: E402
from goclub.games.notebook.queries.known import Known, Person  # noqa: E402
from goclub.games.notebook.services.columns import match_columns  # noqa: E402
from goclub.games.notebook.services.judging import judge_games  # noqa: E402

TODAY = date(2026, 11, 23)
HEADINGS = ["Data", "Czarne", "Białe", "Handicap", "Komi", "Wynik", "Plansza"]
GIVEN = (
    "Adam",
    "Agnieszka",
    "Ewa",
    "Grzegorz",
    "Hanna",
    "Iga",
    "Józef",
    "Łukasz",
    "Zofia",
    "Żaneta",
)
FAMILY = ("Nowak", "Król", "Wróbel", "Łoś", "Ćwik", "Źrebiec")


def people() -> list[Person]:
    names = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    return [Person(number, name) for number, name in enumerate(names, 1)]


def rows(games: int) -> list[list[str]]:
    dice = random.Random(7)
    lines = [HEADINGS]
    for number in range(games):
        black, white = (person.name.split() for person in dice.sample(people(), 2))
        shown = f"{black[1]} {black[0]}" if number % 2 else f"{black[0]} {black[1]}"
        if number % 10 == 0:
            shown = f"{black[1]} {black[0][0]}."
        day = TODAY - timedelta(days=dice.randrange(3000))
        lines.append(
            [
                day.strftime("%d.%m.%Y"), shown, " ".join(white), "", "6,5",
                f"{dice.choice('CB')}+{dice.randrange(1, 40)},5", "19x19",
            ]
        )  # fmt: skip
    return lines


def workbook(lines: list[list[str]]) -> bytes:
    book = Workbook()
    for line in lines:
        book.active.append(line)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def best(act: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    lines = rows(games)
    files = {
        "CSV, cp1250": "\r\n".join(";".join(line) for line in lines).encode("cp1250"),
        "XLSX": workbook(lines),
    }
    known = Known(tuple(people()))
    print(f"{games} games, {len(known.people)} people")
    for name, data in files.items():
        read = best(lambda data=data: read_sheets(data, "games"))
        (sheet,) = read_sheets(data, "games")
        columns = match_columns(sheet, "games")

        def judge(sheet=sheet, columns=columns):
            return judge_games(sheet, columns, known=known, today=TODAY, choices={})

        judged = judge()
        assert len(judged.entries) + len(judged.asks) >= games * 0.99
        print(f"{name}: {len(data) / 1000:.0f} kB, read {read:.0f} ms, judged {best(judge):.0f} ms")


if __name__ == "__main__":
    main()
