"""UGF and UGI, the records of Pandanet's salon client: sections of lines, commas between fields.

Nobody has published the format; this follows files.  UGI is the same with a review: a tree of
nodes and the comments on them.  The header has the players' mail addresses, which stay out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.numbers import short_number
from goclub.go.records.raw_game import RawGame, letters, place_handicap, rooted
from goclub.go.records.text import escape

NAME = "UGF"
ENDINGS = (".ugf", ".ugi")

_SIGN = re.compile(r"\A\s*\[Header\]\s*$|^Crypt=.*UGF|^CoordinateType=", re.MULTILINE)
_SECTION = re.compile(r"\[(\w+)\]")
_MOVE = re.compile(r"([A-Z])([A-Z]),\s*([BW])\d?(?:,\s*(\d+))?(?:,.*)?")
_NODE = re.compile(r"NODE,\s*(\d{1,4}),\s*([012]),\s*(\d{1,4}),\s*(\d{1,4})(?:,.*)?")
_COMMENT = re.compile(r"\.(?:Comment|Text),\s*(\d{1,4})\b.*", re.IGNORECASE)
_RULES = {"JPN": "Japanese", "CHN": "Chinese", "KOR": "Korean", "ING": "Ing", "USA": "AGA"}
_ENDINGS = {"C": "R", "R": "R", "RESIGN": "R", "T": "T", "TIME": "T", "F": "F"}
_COLOURS = {"B": BLACK, "W": WHITE}
_DRAWS = frozenset("DJ")
_USUAL_SIZE, _LARGEST_SIZE = 19, 26
#: How the client itself writes a pass: YA in the moves, 0,0 in a review.
_PASSES = frozenset({(25, 1), (0, 0)})


@dataclass(slots=True)
class _Step:
    """A node of the review: its number in the file, its move, and what follows it."""

    number: int
    colour: int = 0
    value: str = ""
    next: _Step | None = None
    variations: list[_Step] = field(default_factory=list)


def looks_like(text: str) -> bool:
    """Whether the text is a UGF or UGI file."""
    return _SIGN.search(text, 0, 4_000) is not None


def parse(text: str) -> list[RawGame | KifuError]:
    """The one game of a UGF or UGI file, with its review if it has one.

    Raises :class:`KifuError` ``not_sgf`` if the file says that it is encrypted.
    """
    sections = _sections(text)
    fields = {
        name.strip(): value.strip()
        for name, sign, value in (line.partition("=") for line in sections.get("Header", ()))
        if sign
    }
    crypt = fields.get("Crypt", "")
    if crypt and "PLAIN" not in crypt and not crypt.startswith("0"):
        raise KifuError("records.not_sgf", detail="an encrypted UGF file")
    size = short_number(fields.get("Size", "")) or _USUAL_SIZE
    reader = _UgfReader(size, from_below=fields.get("CoordinateType", "IGS") == "IGS")
    stones = short_number(_part(fields.get("Hdcp", ""), 0))
    game = rooted(_info(fields, size, stones))
    line = reader.data(game, sections.get("Data", ()))
    review, branches = reader.review(sections.get("ReviewNode", ()))
    comments = _comments(sections)
    use_review = branches or _length(review) > _length(line)
    _emit(game, review if use_review else line, comments)
    if "AB" not in game.properties[0]:
        place_handicap(game, size, stones)
    if reader.odd_pass:
        game.warnings.append(ReadWarning("odd_pass", {"text": reader.odd_pass}))
    if reader.skipped:
        game.warnings.append(ReadWarning("lines_skipped", {"count": reader.skipped}))
    return [game]


def _sections(text: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if match := _SECTION.fullmatch(line.strip()):
            lines = sections.setdefault(match[1], [])
        elif line.strip():
            lines.append(line.rstrip())
    return sections


def _info(fields: dict[str, str], size: int, stones: int) -> dict[str, str]:
    titles = [part.strip() for part in fields.get("Title", "").split(",")]
    if titles[0].isdecimal():
        titles = titles[1:]  # the year
    players = {colour: fields.get(f"Player{colour}", "") for colour in "BW"}
    rule = fields.get("Rule", "")
    return {
        "SZ": str(size),
        "PB": _part(players["B"], 0),
        "BR": _part(players["B"], 1),
        "PW": _part(players["W"], 0),
        "WR": _part(players["W"], 1),
        "RE": _result(fields.get("Winner", "")),
        "KM": _part(fields.get("Hdcp", ""), 1),
        "HA": str(stones) if stones > 1 else "",
        "DT": _part(fields.get("Date", ""), 0).replace("/", "-"),
        "EV": titles[0] if titles else "",
        "GN": ", ".join(filter(None, titles[1:])),
        "PC": fields.get("Place", "").strip(","),
        "RU": _RULES.get(rule, rule),
    }


def _part(text: str, place: int) -> str:
    parts = text.split(",")
    return parts[place].strip() if place < len(parts) else ""


def _result(written: str) -> str:
    winner, how = _part(written, 0).upper(), _part(written, 1)
    if winner in _COLOURS:
        return f"{winner}+{_ENDINGS.get(how.upper(), how)}"
    return "Draw" if winner in _DRAWS else ""


def _comments(sections: dict[str, list[str]]) -> dict[int, str]:
    """The comments by the number of their node."""
    comments: dict[int, list[str]] = {}
    for name in ("Figure", "ReviewComment"):
        lines: list[str] | None = None
        for line in sections.get(name, ()):
            if match := _COMMENT.fullmatch(line):
                lines = comments.setdefault(int(match[1]), [])
            elif line.startswith("."):
                lines = None
            elif lines is not None:
                lines.append(line.strip())
    return {number: "\n".join(lines) for number, lines in comments.items() if lines}


class _UgfReader:
    """Reads moves in the coordinates of the file.

    ``skipped`` counts lines that are none; ``odd_pass`` is the first point off the board that the
    client does not write for a pass.
    """

    def __init__(self, size: int, *, from_below: bool) -> None:
        self._size, self._from_below = size, from_below
        self.skipped = 0
        self.odd_pass = ""

    def data(self, game: RawGame, lines: list[str] | tuple[()]) -> _Step:
        """The moves of the game; stones with number 0 are set up at the root."""
        step = first = _Step(1)
        for line in lines:
            match = _MOVE.fullmatch(line.strip())
            if match is None:
                self.skipped += 1
                continue
            value = self._point(ord(match[1]) - ord("A") + 1, ord(match[2]) - ord("A") + 1)
            if match[4] == "0" and value:
                game.say(0, f"A{match[3]}", [value])
                continue
            step.next = _Step(step.number + 1, _COLOURS[match[3]], value)
            step = step.next
        return first

    def review(self, lines: list[str] | tuple[()]) -> tuple[_Step, bool]:
        """The tree of a review, and whether it has variations."""
        first = step = _Step(1)
        above: list[_Step] = []
        fresh = branches = False
        for line in lines:
            text = line.strip()
            if match := _NODE.fullmatch(text):
                number, colour = int(match[1]), int(match[2])
                value = self._point(int(match[3]), int(match[4])) if colour else ""
                if number == 1 and not colour:
                    continue
                new = _Step(number, colour, value)
                if fresh:
                    step.variations.append(new)
                else:
                    step.next = new
                step, fresh = new, False
            elif text.startswith("VARIATIONEND"):
                if above:
                    step = above.pop()
                fresh = False
            elif text.startswith("VARIATION"):
                above.append(step)
                fresh = branches = True
            else:
                self.skipped += 1
        return first, branches

    def _point(self, column: int, row: int) -> str:
        """The letter pair of a point counted from 1; "" for a pass, which lies off the board."""
        size = self._size
        if not (1 <= column <= size and 1 <= row <= size):
            if size >= _LARGEST_SIZE:
                return "??"
            if (column, row) not in _PASSES:
                self.odd_pass = self.odd_pass or f"{column},{row}"
            return ""
        return letters(column - 1, size - row if self._from_below else row - 1)


def _length(step: _Step | None) -> int:
    length = 0
    while step is not None:
        length += bool(step.colour)
        step = step.next
    return length


def _emit(game: RawGame, first: _Step, comments: dict[int, str]) -> None:
    """Append the tree to the game: the line before the variations on it."""
    waiting: list[tuple[int, _Step]] = [(-1, first)]
    while waiting:
        parent, start = waiting.pop()
        step: _Step | None = start
        branches: list[tuple[int, _Step]] = []
        while step is not None:
            comment = comments.get(step.number, "")
            if parent < 0:
                node = 0
            elif step.colour or comment or step.variations:
                node = game.add_checked(parent, step.colour, step.value)
            else:
                node = parent
            if comment:
                game.say(node, "C", (escape(comment),))
            branches += [(node, variation) for variation in reversed(step.variations)]
            parent, step = node, step.next
        waiting += branches
