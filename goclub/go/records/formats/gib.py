r"""GIB, the records of Tygem: a header of ``\[NAME=value\]`` lines and a list of moves.

Nobody has published the format; this follows files.  Of the players only names and ranks are
taken: accounts, countries and pictures stay out.
"""

from __future__ import annotations

import re

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.numbers import short_number
from goclub.go.records.raw_game import RawGame, letters, place_handicap, rooted
from goclub.go.records.text import clean_line

NAME = "GIB"
ENDINGS = (".gib",)

_SIGN = re.compile(r"\\HS\b|\\\[GIBOKIND=|\\\[GAME(?:BLACK|WHITE)NAME=")
_FIELD = re.compile(r"^\s*\\\[([A-Z]+)=(.*?)\\?\]?\s*$", re.MULTILINE)
_PLAYER = re.compile(r"(.*?)\s*\(([^()]*)\)\s*")
_HANDICAP = re.compile(r"^\s*INI\s+\d+\s+\d+\s+(\d{1,2})\b", re.MULTILINE)
_MOVE = re.compile(r"\s*STO\s+\d+\s+\d+\s+([12])\s+(-?\d{1,3})\s+(-?\d{1,3})\s*(?:&.*)?")
_PASS = re.compile(r"\s*SKI\b(?:\s+\d+\s+\d+\s+([12])\b)?.*")
_NO_MOVE = re.compile(r"\s*+(?:\\G[SE]|INI\b.*|\d++(?:\s++\d++)++(?:\s*+&.*)?|&.*)?\s*+")
_MAIN = re.compile(r"\b(GRLT|ZIPSU|GONGJE|DUM|GTIME):([\d-]+)")
_TAG = re.compile(r"(?:^|,)\s*([A-Z])(\d[\d:-]*)")
# The codes of GRLT; with points the margin stands elsewhere.
_WINS = {"0": "B+", "1": "W+", "3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
_POINTS = ("0", "1")
_CLOCK = re.compile(r"(\d{1,6})-(\d{1,4})-(\d{1,3})")


def looks_like(text: str) -> bool:
    """Whether the text is a GIB file."""
    return _SIGN.search(text, 0, 4_000) is not None and text.lstrip()[:2] != "(;"


def parse(text: str) -> list[RawGame | KifuError]:
    """The one game of a GIB file."""
    head, _, body = text.partition("\\GS")
    fields = {name: value.strip() for name, value in _FIELD.findall(head)}
    numbers = _numbers(fields)
    match = _HANDICAP.search(body)
    handicap = int(match[1]) if match else 0
    game = rooted(_info(fields, numbers) | {"HA": str(handicap) if handicap else ""})
    if numbers.get("DUM", "0") not in ("0", ""):
        condition = clean_line(fields.get("GAMECONDITION", ""), limit=60)
        game.warnings.append(ReadWarning("komi_unread", {"text": condition}))
    _add_moves(game, body, WHITE if handicap else BLACK)
    place_handicap(game, 19, handicap, third_upper_left=True)
    if "\\GE" not in body:
        game.warnings.append(ReadWarning("truncated"))
    return [game]


def _numbers(fields: dict[str, str]) -> dict[str, str]:
    """The figures of the header, which stand there up to three times."""
    tag = dict(_TAG.findall(fields.get("GAMETAG", "")))
    named = {"GRLT": "W", "ZIPSU": "Z", "GONGJE": "G", "DUM": "D", "GTIME": "T", "DATE": "C"}
    numbers = {name: tag[letter] for name, letter in named.items() if letter in tag}
    if "GTIME" in numbers:  # the tag has the main time last
        period, periods, main = (*numbers["GTIME"].split("-"), "", "")[:3]
        numbers["GTIME"] = f"{main}-{period}-{periods}"
    numbers |= {
        name: fields[f"GAME{name}"]
        for name in ("ZIPSU", "GONGJE", "DUM")
        if f"GAME{name}" in fields
    }
    return numbers | dict(_MAIN.findall(fields.get("GAMEINFOMAIN", "")))


def _info(fields: dict[str, str], numbers: dict[str, str]) -> dict[str, str]:
    black, black_rank = _player(fields, "BLACK")
    white, white_rank = _player(fields, "WHITE")
    komi = numbers.get("GONGJE", "")
    even = numbers.get("DUM", "0") in ("0", "")
    seconds, overtime = _time(numbers.get("GTIME", ""))
    day = fields.get("GAMEDATE") or "-".join(numbers.get("DATE", "").split(":")[:3])
    return {
        "PB": black,
        "BR": black_rank,
        "PW": white,
        "WR": white_rank,
        "RE": _result(fields, numbers),
        "KM": f"{int(komi) / 10:g}" if even and komi.isdecimal() and len(komi) <= 4 else "",
        "DT": _day(day),
        "PC": fields.get("GAMEPLACE", ""),
        "GN": fields.get("GAMENAME", ""),
        "TM": seconds,
        "OT": overtime,
        "C": fields.get("GAMECOMMENT", ""),
    }


def _player(fields: dict[str, str], colour: str) -> tuple[str, str]:
    """The name and the rank that stands in brackets behind it."""
    written = fields.get(f"GAME{colour}NAME", "")
    match = _PLAYER.fullmatch(written)
    return (match[1], match[2]) if match and match[1] else (written, "")


def _result(fields: dict[str, str], numbers: dict[str, str]) -> str:
    code = numbers.get("GRLT", "")
    if code in _POINTS:
        if margin := short_number(numbers.get("ZIPSU", "")):
            return f"{_WINS[code]}{margin / 10:g}"
        return fields.get("GAMERESULT") or _WINS[code]
    return _WINS.get(code, "") or fields.get("GAMERESULT", "")


def _day(written: str) -> str:
    """The date without the clock behind it: ``2015- 8-29-22-56-58``."""
    match = re.match(r"\s*(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})", written)
    return f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}" if match else written


def _time(written: str) -> tuple[str, str]:
    """Main time and overtime: ``1200-30-3`` is 20 minutes, then 3 periods of 30 seconds."""
    match = _CLOCK.fullmatch(written)
    if match is None:
        return "", ""
    main, period, periods = match.groups()
    return main, f"{int(periods)}x{int(period)} byo-yomi" if int(periods) else ""


def _add_moves(game: RawGame, body: str, first: int) -> None:
    """Append the moves; lines that are none are counted."""
    node, turn, skipped = 0, first, 0
    for line in body.splitlines():
        if match := _MOVE.fullmatch(line):
            turn = int(match[1])
            node = game.add_checked(node, turn, letters(int(match[2]), int(match[3])))
        elif match := _PASS.fullmatch(line):
            turn = int(match[1] or turn)
            node = game.add_checked(node, turn)
        else:
            skipped += _NO_MOVE.fullmatch(line) is None
            continue
        turn = BLACK + WHITE - turn
    if skipped:
        game.warnings.append(ReadWarning("lines_skipped", {"count": skipped}))
