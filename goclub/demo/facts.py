"""The facts of the demo club as its files have them, moved to the moment at which it is filled."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from goclub.common.photos import Photo, PictureSizes, read_photo

Fact = dict[str, Any]

FILES: Final = Path(__file__).parent / "fixture"
#: The last day of the facts, a Saturday.
LAST_DAY: Final = date(2026, 11, 21)
#: In which the files write their moments.
ZONE: Final = ZoneInfo("Asia/Tokyo")
_SGF_DATE = re.compile(r"DT\[([^]]*)\]")
_SGF_PLAYER = {colour: re.compile(rf"{colour}\[([^]]*)\]") for colour in ("PB", "PW")}

#: By which a record finds its game: the day and the names of Black and White.
RecordKey = tuple[date, str, str]


@dataclass
class DemoFiles:
    """The files, with all days moved by ``shift``: whole weeks, so that Sundays stay Sundays.

    Facts with ``ago`` happen so many minutes before ``now``, whatever day that is.
    """

    now: datetime
    shift: timedelta
    records: dict[RecordKey, bytes] = field(default_factory=dict)

    @classmethod
    def moved_to(cls, now: datetime) -> DemoFiles:
        """Read the files so that their last Saturday is the one before the day of *now*."""
        days = (timezone.localdate(now, ZONE) - LAST_DAY).days
        files = cls(now.astimezone(ZONE), timedelta(weeks=(days - 1) // 7))
        files.records.update(files._records())
        return files

    @cached_property
    def club(self) -> dict[str, Any]:
        """What the club says of itself."""
        return dict(self._timeline["club"])

    def photo(self, name: str, sizes: PictureSizes) -> Photo:
        """Return a picture of the files as one that somebody sent."""
        return read_photo((FILES / "pictures" / f"{name}.webp").read_bytes(), sizes)

    def facts(self) -> list[Fact]:
        """Return everything that happens, with ``do`` what and ``at`` when, in order of time."""
        facts: list[Fact] = [
            {"do": "join", "at": f"{row.get('joined') or row['applied']} 09:00", **row}
            for row in self.rows("people.csv")
        ]
        for row in self.rows("strengths.csv"):
            points = {"points": int(row["points"])} if "points" in row else {}
            facts.append({**row, **points})
        facts += self._timeline["fact"]
        for word in ("game", "league_game"):
            facts += ({"do": word, **row} for row in self.rows(f"{word}s.csv"))
        return sorted(map(self._moved, facts), key=itemgetter("at"))

    def rows(self, name: str) -> list[dict[str, str]]:
        """Return the rows of a table, without their empty cells."""
        table = csv.DictReader(_text(name).splitlines())
        return [{name: cell for name, cell in row.items() if cell} for row in table]

    def day(self, text: str) -> date:
        """Return a day of a table, moved."""
        return date.fromisoformat(text) + self.shift

    @cached_property
    def _timeline(self) -> dict[str, Any]:
        return tomllib.loads(_text("facts.toml"))

    def _moved(self, value: Any) -> Any:
        """Return a value with every day in it moved, and every moment with its zone."""
        if isinstance(value, dict):
            if isinstance(at := value.get("at"), str):
                value = {**value, "at": datetime.fromisoformat(at)}
            moved = {name: self._moved(part) for name, part in value.items()}
            if "ago" in moved:
                moved["at"] = self.now - timedelta(minutes=moved.pop("ago"))
            return moved
        if isinstance(value, list):
            return [self._moved(part) for part in value]
        if isinstance(value, datetime):
            return value.replace(tzinfo=ZONE) + self.shift
        return value + self.shift if isinstance(value, date) else value

    def _records(self) -> Iterator[tuple[RecordKey, bytes]]:
        """The game records, one a line."""
        for text in _text("kifu.sgf").splitlines():
            found = _SGF_DATE.search(text)
            black, white = (pattern.search(text) for pattern in _SGF_PLAYER.values())
            assert found
            assert black
            assert white
            day = self.day(found[1])
            moved = _SGF_DATE.sub(f"DT[{day}]", text, count=1)
            yield (day, black[1], white[1]), moved.encode()


def _text(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")
