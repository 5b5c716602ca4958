"""`python manage.py count_position FILE.jsonl`: the margin for Black of finished positions."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.go.scoring.final_position import read_position
from ratings.errors import Code, RuleError

LONGEST_LINE = 1_000_000


class Command(BaseCommand):
    help = (
        "Read positions, one JSON object per line (board, dead, rules, komi …), and print for each "
        "a line of JSON with the margin for Black under its rules. A position that cannot be "
        "counted gets a line with the reason, and the exit status is 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file of JSON lines, or - for standard input")
        parser.add_argument(
            "--check",
            action="store_true",
            help="compare with expected_margin_black and end with a summary",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        tally = CountTally()
        for number, line in _lines(options["file"]):
            answer, rules = _answer(number, line, check=options["check"])
            tally.add(number, answer, rules)
            self.stdout.write(json.dumps(answer))
        if options["check"]:
            self.stdout.write(json.dumps({"summary": tally.summary()}))
        if tally.bad_lines:
            raise CommandError(tally.complaint(), returncode=2)


class CountTally:
    """How many positions were counted, and how many as expected, for each name of rules."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._agreeing: Counter[str] = Counter()
        self._differing: list[object] = []
        self.bad_lines: list[int] = []
        self._first_reason = ""
        self._unchecked = 0

    def add(self, number: int, answer: dict[str, object], rules: str) -> None:
        """Take one line of output into account."""
        if "error" in answer:
            self._first_reason = self._first_reason or f"{answer['error']}: {answer['reason']}"
            self.bad_lines.append(number)
        elif "agrees" not in answer:
            self._unchecked += 1
        else:
            self._seen[rules] += 1
            if answer["agrees"]:
                self._agreeing[rules] += 1
            else:
                self._differing.append(answer["id"])

    def summary(self) -> dict[str, object]:
        """The last line of ``--check``."""
        return {
            "agree": self._agreeing.total(),
            "of": self._seen.total(),
            "by_rules": {
                rules: {"agree": self._agreeing[rules], "of": seen}
                for rules, seen in sorted(self._seen.items())
            },
            "differ": self._differing,
            "without_expectation": self._unchecked,
            "errors": len(self.bad_lines),
        }

    def complaint(self) -> str:
        """One line about the positions that could not be counted."""
        return ngettext(
            "line %(line)d cannot be counted: %(reason)s",
            "%(count)d lines cannot be counted, the first is line %(line)d: %(reason)s",
            len(self.bad_lines),
        ) % {
            "count": len(self.bad_lines),
            "line": self.bad_lines[0],
            "reason": " ".join(self._first_reason.split()),
        }


def _lines(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers, from 1; blank ones are left out.

    Raises CommandError with status 2 if the file cannot be read.
    """
    try:
        if name == "-":
            yield from _numbered(sys.stdin.buffer)
        else:
            with open(name, "rb") as file:
                yield from _numbered(file)
    except OSError as error:
        text = _("%(file)s could not be read: %(error)s.") % {"file": name, "error": error.strerror}
        raise CommandError(text, returncode=2) from error


def _numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _answer(number: int, line: bytes, *, check: bool) -> tuple[dict[str, object], str]:
    """What to print for a line, and the name of the rules it was counted under."""
    data: object = None
    try:
        data = _parsed(line)
        position = read_position(data)
        counted = position.count()
    except RuleError as error:
        return {
            **_name(data, number),
            "error": error.code.value,
            "reason": str(error).removeprefix(f"{error.code.value}: "),
        }, ""
    answer = {**_name(data, number), "margin_black": _points(counted.margin2)}
    if check and position.expected_margin2 is not None:
        answer["expected_margin_black"] = _points(position.expected_margin2)
        answer["agrees"] = counted.margin2 == position.expected_margin2
    return answer, counted.ruleset.code


def _parsed(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        accepted = f"lines of at most {LONGEST_LINE} bytes"
        raise RuleError(Code.RANGE, "position", len(line), accepted)
    try:
        return json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise RuleError(Code.TYPE, "position", str(error)[:200], "a JSON object") from error


def _name(data: object, number: int) -> dict[str, object]:
    """The id of a position; a line without one is named by its number."""
    name = data.get("id") if isinstance(data, dict) else None
    return {"id": name} if isinstance(name, str | int) else {"id": None, "line": number}


def _points(half_points: int) -> float | int:
    return half_points / 2 if half_points % 2 else half_points // 2
