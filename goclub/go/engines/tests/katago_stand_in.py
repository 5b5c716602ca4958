"""A stand-in for KataGo's analysis engine, which refuses every field that its paper does not allow.

Its answers have all the fields of an answer in ``docs/Analysis_Engine.md``; the figures are Black's
share of the moves.  An argument says how it misbehaves.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
RULES = {"tromp-taylor", "chinese", "japanese", "korean", "aga", "new-zealand"}


def stones(value: Any, width: int, height: int) -> bool:
    """Whether a value is a list of a colour and a place each."""
    letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[:width]
    return isinstance(value, list) and all(
        isinstance(stone, list)
        and len(stone) == 2
        and stone[0] in ("B", "W")
        and (
            stone[1] == "pass"
            or (re.fullmatch(rf"[{letters}][1-9]\d?", stone[1]) and int(stone[1][1:]) <= height)
        )
        for stone in value
    )


def fault(query: dict[str, Any]) -> str:
    """The first field that is wrong, or nothing."""
    width, height = query.get("boardXSize"), query.get("boardYSize")
    if not (isinstance(width, int) and 2 <= width <= 19):
        return "boardXSize"
    if not (isinstance(height, int) and 2 <= height <= 19):
        return "boardYSize"
    moves, turns = query.get("moves"), query.get("analyzeTurns")
    checks = {
        "id": isinstance(query.get("id"), str),
        "moves": stones(moves, width, height),
        "initialStones": stones(query.get("initialStones"), width, height)
        and all(place != "pass" for _colour, place in query["initialStones"]),
        "rules": query.get("rules") in RULES,
        "komi": isinstance(query.get("komi"), int | float)
        and 2 * query["komi"] == int(2 * query["komi"])
        and abs(query["komi"]) <= 150,
        "analyzeTurns": turns == list(range(len(moves) + 1)) if isinstance(moves, list) else False,
        "maxVisits": isinstance(query.get("maxVisits"), int) and query["maxVisits"] > 0,
        "overrideSettings": query.get("overrideSettings") == {"reportAnalysisWinratesAs": "BLACK"},
    }
    unknown = set(query) - set(checks) - {"boardXSize", "boardYSize"}
    return next((name for name, good in checks.items() if not good), next(iter(unknown), ""))


def answer(query: dict[str, Any], turn: int) -> dict[str, Any]:
    """What is said of a position: Black leads by ten, but for the position after the third move."""
    lead = -2.5 if turn == 3 else 10.0
    figures = {
        "lcb": 0.6, "scoreLead": lead, "scoreSelfplay": lead, "scoreStdev": 23.9,
        "utility": 0.7, "visits": query["maxVisits"], "winrate": 0.62,
    }  # fmt: skip
    best = {"off": "T19", "occupied": "E5"}.get(MODE, "B2")
    infos = [
        {"move": "J9", "order": 1, "prior": 0.1, "pv": ["J9"], "utilityLcb": 0.7, **figures},
        {"move": best, "order": 0, "prior": 0.8, "pv": [best, "H8", "H8"], "utilityLcb": 0.7,
         "scoreMean": lead, **figures},
    ]  # fmt: skip
    root = {**figures, "symHash": "1D25038E", "thisHash": "F8FAEDA0"}
    if MODE == "strange":
        root["winrate"] = "high"
    return {
        "id": "another" if MODE == "another" else query["id"],
        "isDuringSearch": False,
        "moveInfos": infos,
        "rootInfo": root,
        "turnNumber": turn + 1 if MODE == "turns" else turn,
    }


def say(message: dict[str, Any]) -> None:
    """Write an answer, which is a line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    query = json.loads(line)
    if query.get("action") == "query_version":
        version = {**query, "version": "1.15.3", "git_hash": "0b0c2975"}
        say(version)
        continue
    if name := fault(query):
        say({"error": "bad field", "field": name, "id": query.get("id")})
        continue
    say({"warning": "rules", "field": "rules", "id": query["id"]})
    turns = query["analyzeTurns"]
    for turn in reversed(turns[:4] if MODE == "died" else turns):  # ready in any order
        early = answer(query, turn)
        early["rootInfo"]["scoreLead"] = 99.0
        say({**early, "isDuringSearch": True})
        say(answer(query, turn))
    if MODE == "died":
        sys.exit(3)
