"""Finished positions counted, beside what simpler programs say of the same positions.

    .venv/bin/python benchmarks/counting.py FILE.jsonl

One JSON object a line, as ``manage.py count_position`` reads them, with the margin that players and
server agreed on.  Beside ours, in the same run: every enclosed point counted, without false eyes,
protective moves and seki; and GNU Go's ``final_score`` at level 1 where it is installed (Debian
``gnugo``), which decides about life and death by itself and so answers a harder question.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from goclub.games.library.services.dead_stones import find_program
from goclub.go.scoring.final_position import FinalPosition, read_position
from goclub.go.scoring.rulesets import Method, find_ruleset

LETTERS = "abcdefghijklmnopqrs"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    program = find_program()
    tally: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    wrong = []
    for line in options.file.read_text("utf-8").splitlines():
        data = json.loads(line)
        position = read_position(data)
        method = find_ruleset(position.rules).method.name.lower()
        for name, found, seconds in _answers(position, program):
            right = found == position.expected_margin2
            tally[method, name].append((right, seconds))
            if name == "ours" and not right:
                wrong.append((data.get("id", ""), found, position.expected_margin2))
    print(f"{'counting':<12}{'by':<22}{'positions':>10}{'as agreed':>11}{'ms each':>9}")
    for (method, name), results in sorted(tally.items()):
        right = sum(right for right, _seconds in results)
        each = 1000 * sum(seconds for _right, seconds in results) / len(results)
        print(f"{method:<12}{name:<22}{len(results):>10}{right:>11}{each:>9.1f}")
    for name, found, expected in wrong:
        print(f"differs: {name}: {(found or 0) / 2:+g} for {(expected or 0) / 2:+g}")
    return 0


def _answers(position: FinalPosition, program: str | None) -> list[tuple[str, int | None, float]]:
    """Who counted, the margin for Black in half points, seconds."""
    start = time.perf_counter()
    counted = position.count()
    seconds = time.perf_counter() - start
    answers: list[tuple[str, int | None, float]] = [("ours", counted.margin2, seconds)]
    if find_ruleset(position.rules).method is Method.TERRITORY:
        black, white = counted.black, counted.white
        lost = (len(black.enclosed) - len(black.territory)) - (
            len(white.enclosed) - len(white.territory)
        )
        answers.append(("every enclosed point", counted.margin2 + 2 * lost, seconds))
    height, width = len(position.rows), len(position.rows[0])
    if program and width == height and 5 <= width <= 19:
        start = time.perf_counter()
        found = _gnu_go(position, program)
        answers.append(("GNU Go, own judgement", found, time.perf_counter() - start))
    return answers


def _gnu_go(position: FinalPosition, program: str) -> int | None:
    """Its margin for Black in half points, with the prisoners and the komi of the position."""
    territory = find_ruleset(position.rules).method is Method.TERRITORY
    taken = position.prisoners[0] - position.prisoners[1] if territory else 0
    with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
        file.write(_sgf(position))
        file.flush()
        rules = "--japanese-rules" if territory else "--chinese-rules"
        command = [program, "--mode", "gtp", "--level", "1", rules, "--infile", file.name]
        done: Any = subprocess.run(
            command, input="final_score\nquit\n", capture_output=True, text=True, check=False
        )
    said = re.search(r"= ([BW])\+([\d.]+)", done.stdout)
    if said is None:
        return None
    margin2 = int(2 * float(said[2])) * (1 if said[1] == "B" else -1)
    compensation = find_ruleset(position.rules).compensation(position.handicap)
    return margin2 + 2 * (taken - compensation) - position.komi2


def _sgf(position: FinalPosition) -> str:
    """The position without komi and handicap, which are added afterwards."""
    stones: dict[str, list[str]] = {"X": [], "O": []}
    for y, row in enumerate(position.rows):
        for x, cell in enumerate(row):
            if cell in stones:
                stones[cell].append(f"[{LETTERS[x]}{LETTERS[y]}]")
    placed = "".join(
        name + "".join(stones[cell]) for name, cell in (("AB", "X"), ("AW", "O")) if stones[cell]
    )
    return f"(;GM[1]FF[4]SZ[{len(position.rows)}]KM[0]PL[B]{placed})"


if __name__ == "__main__":
    sys.exit(main())
