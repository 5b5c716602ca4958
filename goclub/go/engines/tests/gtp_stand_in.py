"""A small engine that speaks GTP, and misbehaves at the fourth estimate as its argument says.

It counts the stones that were played: each is a point for its colour, and the point A1 is five.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
COMMANDS = ["list_commands", "name", "version", "boardsize", "clear_board", "komi", "play", "undo",
            "genmove", "estimate_score"]  # fmt: skip
if MODE == "no_score":
    COMMANDS.remove("estimate_score")

played: list[tuple[str, str]] = []
estimates = 0


def say(text: str) -> None:
    """Write an answer with the empty line that ends it."""
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()


def lead() -> str:
    """The score as GNU Go writes it."""
    points = sum((1 if c == "black" else -1) * (5 if p == "A1" else 1) for c, p in played)
    letter = "B" if points > 0 else "W"
    return f"{letter}+{abs(points)}.0 (upper bound: 3, lower: -3)" if points else "0"


def misbehave(number: str) -> None:
    """Do what the argument says instead of an answer."""
    match MODE:
        case "silent":
            subprocess.Popen(["sleep", "600"])
            time.sleep(600)
        case "died":
            sys.stderr.write("a last word")
            sys.stderr.flush()
            os._exit(3)
        case "late":
            say(f"={int(number) - 1} B+1.0")
        case "nonsense":
            say(f"={number} White, I think")
        case "garbage":
            sys.stdout.buffer.write(b"\x00\xff\x1b[2J" * 9 + b"\n\n")
            sys.stdout.flush()
        case "endless":
            while True:
                sys.stdout.write("x" * 60000)
        case "flood":
            while True:
                sys.stdout.write("=1 x\n")
        case "chatty":
            for _turn in range(2000):
                sys.stderr.write("thinking" * 1000)


for line in sys.stdin:
    number, command, *words = line.split()
    answer = ""
    match command:
        case "list_commands":
            answer = "\n".join(COMMANDS)
        case "name":
            answer = "<i>Stand\x1b-in"
        case "version":
            answer = "1.0"
        case "boardsize" if words != ["9"]:
            say(f"?{number} unacceptable size")
            continue
        case "play":
            played.append((words[0], words[1]))
        case "undo":
            played.pop()
        case "genmove":
            occupied = {point for _colour, point in played}
            answer = next(p for p in ("A1", "C9", "D9", "E9", "F9", "G9") if p not in occupied)
            answer = {"off": "T19", "occupied": "E5"}.get(MODE, answer)
            played.append((words[0], answer))
        case "estimate_score":
            estimates += 1
            answer = lead()
            if estimates == 4 and MODE:
                misbehave(number)
                if MODE in ("late", "nonsense", "garbage"):
                    continue
    say(f"={number} {answer}")
