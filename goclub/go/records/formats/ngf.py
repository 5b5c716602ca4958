"""NGF, the records of WBaduk (Cyberoro): twelve lines of header, then a line for each move.

Nobody has published the format; this follows files.  A second shape of the header, from relays of
professional games, has ``GI`` before each line and the result at the end.
"""

from __future__ import annotations

import re

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.header import read_grade
from goclub.go.records.numbers import short_number
from goclub.go.records.raw_game import RawGame, letters, place_handicap, rooted

NAME = "NGF"
ENDINGS = (".ngf",)

_MOVE = re.compile(r"PM[A-Z]{2}([BW])([A-Z])([A-Z])\w{0,3}\s*")
_SIGN = re.compile(r"^PM[A-Z]{2}[BW][A-Z]{4}\s*$|^www\.(?:cyberoro|wbaduk)\.", re.MULTILINE)
_RELAYED = "GI"
_RESULT_LINE = re.compile(r"IDB?\[\d*\]\s*(.*?)(?:\[EndTxt\].*)?")
_LENGTH = re.compile(r"\d+\s*手(?:完|まで|止め?|終局)[、,]?\s*")
_DAY = re.compile(r"\s*(\d{4})(\d{2})(\d{2})\b.*")
_HEADER_LINES = 12
_USUAL_SIZE = 19
_PASS = ("A", "A")


def looks_like(text: str) -> bool:
    """Whether the text is an NGF file."""
    return _SIGN.search(text, 0, 4_000) is not None and text.lstrip()[:2] != "(;"


def parse(text: str) -> list[RawGame | KifuError]:
    """The one game of an NGF file."""
    lines = text.splitlines()
    header = []
    for line in lines[:_HEADER_LINES]:
        if _MOVE.fullmatch(line):
            break
        header.append(line.strip())
    relayed = len(header) > 1 and all(line.startswith(_RELAYED) for line in header if line)
    info, size, handicap = _relayed_info(header, lines) if relayed else _info(header)
    game = rooted(info | {"SZ": str(size), "HA": str(handicap) if handicap > 1 else ""})
    node = skipped = 0
    for line in lines[len(header) :]:
        if match := _MOVE.fullmatch(line.strip()):
            colour = BLACK if match[1] == "B" else WHITE
            # Lines are lettered from B; the letter before the first is the pass.
            passes = (match[2], match[3]) == _PASS
            point = letters(ord(match[2]) - ord("B"), ord(match[3]) - ord("B"))
            node = game.add_checked(node, colour, "" if passes else point)
        elif line.strip() and not (relayed and line.startswith(("GI", "ID"))):
            skipped += 1
    place_handicap(game, size, handicap, third_upper_left=True)
    if skipped:
        game.warnings.append(ReadWarning("lines_skipped", {"count": skipped}))
    return [game]


def _info(header: list[str]) -> tuple[dict[str, str], int, int]:
    """What the twelve lines tell, the size and the handicap."""
    header = header + [""] * (_HEADER_LINES - len(header))
    title, size, white, black, site, handicap, _, komi, day, minutes, result, _ = header
    stones = short_number(handicap)
    info = _players(black, white) | {
        "EV": title,
        "PC": site,
        "KM": _komi(komi, stones),
        "DT": _day(day),
        "TM": str(60 * short_number(minutes)) if short_number(minutes) else "",
        "RE": _result(result),
    }
    return info, short_number(size) or _USUAL_SIZE, stones


def _relayed_info(header: list[str], lines: list[str]) -> tuple[dict[str, str], int, int]:
    """The same from a relayed game, whose result stands behind the moves."""
    fields = [line.removeprefix(_RELAYED).strip() for line in header]
    fields += [""] * (_HEADER_LINES - len(fields))
    title, white, black, _, _, day, size, handicap, _, komi, *_ = fields
    ending = next((m for line in lines if (m := _RESULT_LINE.fullmatch(line.strip()))), None)
    stones = short_number(handicap)
    info = _players(black, white) | {
        "EV": title,
        "KM": _komi(komi, stones),
        "DT": _day(day),
        "RE": _result(ending[1]) if ending else "",
    }
    return info, short_number(size) or _USUAL_SIZE, stones


def _players(black: str, white: str) -> dict[str, str]:
    (pb, br), (pw, wr) = _player(black), _player(white)
    return {"PB": pb, "BR": br, "PW": pw, "WR": wr}


def _player(written: str) -> tuple[str, str]:
    """Name and rank of ``LQC         9DP``."""
    name, _, rank = written.rpartition(" ")
    return (name.strip(), rank) if name and read_grade(rank) else (written, "")


def _komi(text: str, stones: int) -> str:
    """The komi; in games without handicap the half point is not written."""
    return f"{text}.5" if stones == 0 and short_number(text) else text


def _day(text: str) -> str:
    match = _DAY.fullmatch(text)
    return f"{match[1]}-{match[2]}-{match[3]}" if match else text


def _result(text: str) -> str:
    """The result without the number of moves before and the counts behind it."""
    return _LENGTH.sub("", text.partition(">>")[0]).replace("子", "目").strip(" !！")
