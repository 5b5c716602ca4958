"""Text of an SGF file to its games, with the usual accidents of such files repaired.

Around the tree of :mod:`.sgf_scan` stands what real files need: mail headers and HTML before and
after the game, a missing first or last bracket, brackets not escaped inside comments or never
closed, several games in one file.
"""

from __future__ import annotations

import html
import re

from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.formats.sgf_scan import Scan, scan_game
from goclub.go.records.formats.sgf_unclosed import close_values
from goclub.go.records.raw_game import MAX_FILE_NODES, Properties, RawGame, price
from goclub.go.records.text import clean_line, escape, simple_text
from ratings.accepted import AcceptedRange

#: What its headers may begin with beside the names of the standard.
NAMES = ("TE", "RD", "KO", "LT", "LC", "GK")
_STANDARD = {"TE": "EV", "RD": "DT", "KO": "KM"}
# In the standard TE praises a move and KO allows one that breaks the rule of ko.
_PLAIN = frozenset(("", "1", "2"))


def translate(game: RawGame) -> None:
    """Give what the root says in this dialect the names of the standard, where these are free."""
    root = game.properties.get(0)
    if root is None or root.keys().isdisjoint(NAMES):
        return
    properties = dict(root)
    for name, standard in _STANDARD.items():
        if name in properties and _text(properties, name) not in _PLAIN:
            values = properties.pop(name)
            properties.setdefault(standard, values)
    overtime = _overtime(_text(properties, "LT"), _text(properties, "LC"))
    if overtime:
        properties.setdefault("OT", (escape(overtime),))
    game.properties[0] = properties


def _text(properties: Properties, name: str) -> str:
    values = properties.get(name)
    return clean_line(simple_text(values[0])) if values else ""


def _overtime(length: str, count: str) -> str:
    """Length and number of the periods in one text (30秒×5回)."""
    length = re.sub(r"(\d)\Z", r"\1秒", length)
    count = re.sub(r"(\d)\Z", r"\1回", count)
    return "×".join(filter(None, (length, count))) if length else ""


NAME = "SGF"
ENDINGS = (".sgf",)

MAX_GAMES = 5_000
# A repair reads the rest of the file again, so that there may only be a few in vain.
_MAX_VAIN_REPAIRS = 2

_ROOT = (
    r"(?:GM|FF|SZ|CA|AP|PB|PW|BR|WR|EV|DT|GN|KM|HA|RE|RU|PC|TM|AB|AW|PL|B|W"
    rf"|{'|'.join(NAMES)})"
)
_START = re.compile(rf"\(\s*+(?:;|(?={_ROOT}\s*+\[)|[^()\[\];]{{1,80}}+(?=;\s*+{_ROOT}\s*+\[))")
_BARE = re.compile(rf"\s*+;?\s*+{_ROOT}\s*+\[")
# A closing bracket that is not followed by what may follow a value belongs to the text: [1] and.
_INNER_BRACKET = re.compile(
    r"(?<!\\)\](?!\s*+(?:[\[;()]|[A-Za-z]{1,20}\s*+\[|\Z)|[\s\W_]++[A-Z]{1,2}\[)"
)
# So does one behind which the next bracket closes too.
_CLOSED_TWICE = re.compile(r"(?<!\\)\](?=(?:[^\\\[\]]|\\.)*+\])", re.DOTALL)
# A text with brackets in pairs, none of which is that of a property.
_OUTSIDE = r"(?:[^\\\[\]]|\\.)*+"
_PAIRS = re.compile(
    rf"([A-Z]\s*+\[{_OUTSIDE})((?:(?<![A-Z])\[{_OUTSIDE}\]{_OUTSIDE}){{1,20}}+)(?=\])", re.DOTALL
)
_OPEN_TO_ESCAPE = re.compile(r"(?<!\\)\]")
_HTML = re.compile(r"<(?:!doctype|html|head|body|pre|div|table|p|br|xmp|textarea)\b", re.I)
_BREAK_TAG = re.compile(r"<(?:br|/?p|/?div)\s*/?>", re.IGNORECASE)
_QUOTED_LINE = re.compile(r"^(?:>[ \t]?)+", re.MULTILINE)


def parse(text: str) -> list[RawGame | KifuError]:
    """The games of a file in order; a game that cannot be read stands there as its error.

    Raises :class:`KifuError` ``not_sgf`` if there is none, ``too_many_games``, ``too_many_nodes``,
    ``too_deep`` or ``too_many_points`` if the file is larger than any game record.
    """
    warnings: list[ReadWarning] = []
    text, opened = _unwrap(text)
    if opened:
        warnings.append(ReadWarning("missing_bracket"))
    scans, around = _Games(text).all()
    # Beside a real game, "(;" without any property is a smiley or a part of a mail.
    real = [scan for scan in scans if scan.game.says_something] or scans[:1]
    games = [_problem(scan) if scan.problem else scan.game for scan in real]
    first = next((game for game in games if isinstance(game, RawGame)), None)
    if first is None:
        raise next(game for game in games if isinstance(game, KifuError))
    if around:
        warnings.append(ReadWarning("text_around"))
    first.warnings[:0] = warnings
    return games


def looks_like(text: str) -> bool:
    """Whether there is the beginning of a game somewhere in the text."""
    return _START.search(text) is not None or _BARE.match(text) is not None


def _unwrap(text: str) -> tuple[str, bool]:
    """The text without what HTML and mail do to the inside of a record, and whether the first
    bracket had to be added."""
    start = _START.search(text)
    if start is None:
        if _BARE.match(text) is None:
            raise KifuError("records.not_sgf", detail="no game found")
        return "(;" + text.lstrip().removeprefix(";"), True
    before = text[: start.start()]
    if before and "<" in before and _HTML.search(before):
        # Safe: copied out of a page, this is text again, and is escaped where it is shown.
        text = before + html.unescape(_BREAK_TAG.sub("\n", text[start.start() :]))
    if before.rpartition("\n")[2].strip() == ">":
        text = _QUOTED_LINE.sub("", text)  # the record was quoted in the answer to a mail
    return text, False


class _Games:
    """The games of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._repairs_left = _MAX_VAIN_REPAIRS
        self._nodes = 0
        self._line, self._line_place = 1, 0

    def all(self) -> tuple[list[Scan], bool]:
        """Every game, and whether other text stands before, between or after them."""
        scans: list[Scan] = []
        position, around = 0, False
        while (start := _START.search(self._text, position)) is not None:
            around = around or bool(self._text[position : start.start()].strip())
            if len(scans) == MAX_GAMES:
                raise KifuError("records.too_many_games", accepted=AcceptedRange(0, MAX_GAMES))
            scan = self._next(start.start())
            scan.game.line = self._line_of(start.start())
            game = scan.game
            properties = sum(map(len, game.properties.values()))
            self._nodes += price(len(game.parents), len(game.branches), properties)
            if self._nodes > MAX_FILE_NODES:
                accepted = f"0…{MAX_FILE_NODES} in all games, with branches and properties"
                raise KifuError("records.too_many_nodes", accepted=accepted)
            around = around or (scan.junk and not game.says_something)
            scans.append(scan)
            position = max(scan.end, start.end())
        return scans, around or bool(self._text[position:].strip())

    def _next(self, start: int) -> Scan:
        """The game at ``start``, mended if need be."""
        scan = scan_game(self._text, start)
        if scan.junk:
            scan = scan_game(self._text, start, lenient=True)
        if (scan.torn or scan.swallowed) and scan.game.says_something:
            scan = self._repaired(scan, start)
        if scan.junk:
            scan.game.warnings.append(ReadWarning("text_inside"))
        translate(scan.game)
        if scan.open:
            scan.game.warnings.append(ReadWarning("truncated"))
        if scan.loose:
            scan.game.warnings.append(ReadWarning("missing_semicolon"))
        return scan

    def _repaired(self, scan: Scan, start: int) -> Scan:
        """The game with brackets escaped or closed, if it then is one."""
        if not self._repairs_left:
            return scan
        head, tail = self._text[:start], self._text[start:]
        escaped = _INNER_BRACKET.sub(r"\\]", tail)
        for code, mended in (
            ("unclosed_value", close_values(tail)),
            ("bracket_in_text", _PAIRS.sub(_escape_pairs, tail)),
            ("bracket_in_text", _CLOSED_TWICE.sub(r"\\]", tail)),
            ("bracket_in_text", escaped),
            ("bracket_in_text", close_values(escaped)),
        ):
            if mended == tail:
                continue
            again = scan_game(head + mended, start, lenient=True)
            if _better(again, scan):
                self._text = head + mended
                again.game.warnings.append(ReadWarning(code))
                return again
        self._repairs_left -= 1
        return scan

    def _line_of(self, place: int) -> int:
        self._line += self._text.count("\n", self._line_place, place)
        self._line_place = place
        return self._line


def _better(again: Scan, before: Scan) -> bool:
    """Whether a repair made a whole game of what was none."""
    if again.torn or again.swallowed or again.problem or again.nameless > before.nameless:
        return False
    if any("]" in value for value in again.game.values):
        return False  # the text that was mended was no text but a move
    return not again.open or (before.swallowed and not before.torn)


def _escape_pairs(match: re.Match[str]) -> str:
    return match[1] + _OPEN_TO_ESCAPE.sub(r"\\]", match[2])


def _problem(scan: Scan) -> KifuError:
    line = scan.game.line
    detail = f"line {line}: {scan.problem}"
    return KifuError("records.not_sgf", detail=detail, part="tree", line=line)
