"""Game records in any format and any encoding, read and checked move by move.

>>> record = read(b"(;GM[1]SZ[9]PB[Sato]RE[B+R];B[ee];W[eg])")
>>> record.header.black, str(record.header.result), len(record.moves)
('Sato', 'B+R', 2)
"""

from __future__ import annotations

import binascii
import math
import quopri
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from goclub.go.records.decode import Decoded, decode, rank
from goclub.go.records.encodings import find_codec
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.formats import gib, ngf, sgf, ugf
from goclub.go.records.header import clean_value
from goclub.go.records.points import Budget
from goclub.go.records.raw_game import RawGame
from goclub.go.records.record import IllegalGame, Record
from goclub.go.records.replay import build
from goclub.go.records.write import APPLICATION
from ratings.accepted import AcceptedRange
from ratings.text_files import size_words


class RecordFormat(Protocol):
    """What the module of a format offers."""

    @property
    def NAME(self) -> str:
        """How people call it."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """How the names of its files end, in small letters with the dot."""

    def looks_like(self, text: str, /) -> bool:
        """Whether the text is in this format; a look at its beginning is enough."""

    def parse(self, text: str, /) -> list[RawGame | KifuError]:
        """The games of a text in this format in order, a game that cannot be read as its error.

        Raises :class:`KifuError` where the text as a whole is refused.
        """


#: A format is asked for in this order; SGF last, since it finds games in the middle of anything.
FORMATS: tuple[RecordFormat, ...] = (gib, ugf, ngf, sgf)
#: The same for people: SGF first, the others by name.
NAMED: tuple[RecordFormat, ...] = (sgf, *sorted(FORMATS[:-1], key=lambda kind: kind.NAME))


def find_format(text: str) -> RecordFormat | None:
    """The format of a text, None if it is in none of them.

    >>> [kind and kind.NAME for kind in map(find_format, ("(;GM[1])", "[Header]", "hello"))]
    ['SGF', 'UGF', None]
    """
    if text.startswith("(;"):
        return sgf
    return next((kind for kind in FORMATS if kind.looks_like(text)), None)


def parse(text: str) -> list[RawGame | KifuError]:
    """The games of a text in any of the formats, a game that cannot be read as its error.

    Raises :class:`KifuError` ``not_sgf`` if it is in none of them, else what :func:`.sgf.parse`
    and the others raise.
    """
    return (find_format(text) or sgf).parse(text)


# -- mail ------------------------------------------------------------------------------------------


_HEADER = re.compile(rb"\A\s*(?:From |[A-Z][A-Za-z-]{1,40}:)")
_TRANSFER = re.compile(
    rb"^Content-Transfer-Encoding:[ \t]*(quoted-printable|base64)[ \t]*\r?$",
    re.IGNORECASE | re.MULTILINE,
)
_BODY = re.compile(rb"\r?\n\r?\n")
_BASE64 = re.compile(rb"[A-Za-z0-9+/\r\n]+={0,2}")


def unpack_mail(data: bytes) -> bytes:
    """The bytes, with the body of a mail as it was before it was packed for the way.

    Everything that is no mail, or a mail in plain text, comes back as it is.
    """
    if _HEADER.match(data[:100]) is None:
        return data
    transfer = _TRANSFER.search(data, 0, 16_384)
    body = transfer and _BODY.search(data, transfer.end())
    if transfer is None or body is None:
        return data
    packed = data[body.end() :]
    if transfer[1].lower() == b"quoted-printable":
        return data[: body.end()] + quopri.decodestring(packed)
    match = _BASE64.match(packed)
    try:
        return data[: body.end()] + binascii.a2b_base64(match[0] if match else b"")
    except binascii.Error:
        return data


# -- games -----------------------------------------------------------------------------------------


MAX_BYTES = 4_000_000
# What we wrote ourselves may be longer than what was handed in: UTF-8, line breaks, rectangles of
# points written out.
_OWN = f"(;FF[4]GM[1]CA[UTF-8]AP[{APPLICATION}]".encode()


class OpenedFile:
    """A file decoded and parsed once; its games, counted from 1, are judged when asked for.

    The format is found by content.  ``encoding`` overrides what the file says or looks like.
    Raises :class:`KifuError` only where the file as a whole is refused (``too_large``,
    ``too_many_games``, ``too_many_nodes``, ``too_deep``, ``too_many_points``, ``not_sgf``,
    ``bad_encoding``).
    """

    def __init__(self, data: bytes, *, encoding: str | None = None) -> None:
        self._decoded, self._games = _open(data, encoding)

    def __len__(self) -> int:
        """How many games it holds, refused ones included."""
        return len(self._games)

    def first(self) -> Record:
        """The first game that could be parsed, checked; see :func:`read`."""
        number, first = next(
            (number, game)
            for number, game in enumerate(self._games, 1)
            if isinstance(game, RawGame)
        )
        decoded = self._decoded.at(first.line)
        warnings = _about_encoding(decoded)
        if len(self) > 1:
            warnings.append(ReadWarning("several_games", {"count": len(self)}))
        return _build(first, decoded, number, warnings)

    def some(self, numbers: Iterable[int]) -> Iterator[tuple[int, Record | KifuError]]:
        """Those games, each judged alone, with their numbers; none for one beyond the last."""
        budget = Budget()  # together they may name so many points
        for number in numbers:
            if not 1 <= number <= len(self):
                continue
            game = self._games[number - 1]
            if isinstance(game, KifuError):
                yield number, game.in_game(number)
                continue
            decoded = self._decoded.at(game.line)
            try:
                yield number, _build(game, decoded, number, _about_encoding(decoded), budget)
            except KifuError as error:
                yield number, error

    def legal_part(self, number: int = 1) -> Record:
        """A game up to the first illegal move of its main line, if any.

        What was cut is in :attr:`Record.warnings` as ``cut_at_illegal_move``.  Raises
        :class:`KifuError` where there is nothing to show, ``no_such_game`` if the file holds fewer.
        """
        if not 1 <= number <= len(self):
            raise KifuError(
                "records.no_such_game", value=number, accepted=AcceptedRange(1, len(self))
            )
        raw = self._games[number - 1]
        if isinstance(raw, KifuError):
            raise raw.in_game(number)
        decoded = self._decoded.at(raw.line)
        try:
            return _build(raw, decoded, number, _about_encoding(decoded))
        except IllegalGame as error:
            return error.legal


def read(data: bytes, *, encoding: str | None = None) -> Record:
    """The first game of a file, checked.

    Oddities that do no harm are in :attr:`Record.warnings`; ``several_games`` if there are more
    (see :func:`read_all`).  Raises :class:`KifuError`, see there for the reasons, and what
    :class:`OpenedFile` raises.
    """
    return OpenedFile(data, encoding=encoding).first()


def read_all(data: bytes) -> tuple[Record | KifuError, ...]:
    """Every game of a file in order, each judged alone, a refused game as its error.

    Raises what :class:`OpenedFile` raises.
    """
    opened = OpenedFile(data)
    return tuple(game for _number, game in opened.some(range(1, len(opened) + 1)))


def _open(data: bytes, encoding: str | None) -> tuple[Decoded, list[RawGame | KifuError]]:
    limit = MAX_BYTES * (4 if data.startswith(_OWN) else 1)
    if len(data) > limit:
        raise KifuError("records.too_large", value=len(data), accepted=size_words(limit))
    decoded = decode(unpack_mail(data), encoding=encoding)
    return decoded, parse(decoded.text)


def _build(
    game: RawGame,
    decoded: Decoded,
    number: int,
    warnings: list[ReadWarning],
    budget: Budget | None = None,
) -> Record:
    try:
        record = build(game, encoding=decoded.encoding, budget=budget)
    except IllegalGame as error:
        legal = error.legal
        if warnings:
            legal = replace(legal, warnings=(*warnings, *legal.warnings))
        raise IllegalGame(error.move, legal=legal, game=number, line=game.line) from error
    except KifuError as error:
        raise error.in_game(number, line=game.line) from error
    return replace(record, warnings=(*warnings, *record.warnings)) if warnings else record


def _about_encoding(decoded: Decoded) -> list[ReadWarning]:
    warnings = []
    if decoded.source == "guess":
        params = {"encoding": decoded.encoding, "declared": decoded.declared}
        warnings.append(ReadWarning("encoding_guessed", params))
    if decoded.damaged:
        warnings.append(ReadWarning("damaged_text", {"encoding": decoded.encoding}))
    return warnings


# -- encodings for a preview -----------------------------------------------------------------------


# What decode chose stands before all others; a reading that is only likely stays below it.
_CHOSEN, _OTHER_AT_MOST, _BESIDE_CERTAIN = 1.0, 0.99, 0.1
_ALWAYS = "utf-8"


@dataclass(frozen=True, slots=True)
class EncodingCandidate:
    """A reading: ``encoding`` its Python name, ``score`` 0 … 1 how likely a character of it is
    beside the best, ``names`` of Black and White under it."""

    encoding: str
    score: float
    names: tuple[str, str]


def candidates(data: bytes) -> list[EncodingCandidate]:
    """The readings of a file under the encodings that fit it, best first, one for each different
    pair of names; the first is what :func:`.read` takes.  An ASCII file has one; every other also
    has UTF-8, which comes next where it does not come first.

    Raises :class:`KifuError` ``not_sgf`` if there is no game under any of them.
    """
    chosen = decode(data)
    by_names: dict[tuple[str, str], EncodingCandidate] = {}
    for encoding, score in [(chosen.encoding, _CHOSEN), *_others(data, chosen)]:
        names = _names(data, encoding)
        if names is not None:
            by_names.setdefault(names, EncodingCandidate(encoding, score, names))
    if not by_names:
        raise KifuError("records.not_sgf", detail="no game found")
    readings = list(by_names.values())
    plain = data.isascii() and chosen.source != "escape"
    if not plain and all(reading.encoding != _ALWAYS for reading in readings):
        readings.insert(1, EncodingCandidate(_ALWAYS, 0.0, _names(data, _ALWAYS) or ("", "")))
    return readings


def _others(data: bytes, chosen: Decoded) -> list[tuple[str, float]]:
    """The other encodings with their likelihood beside the best of the ranking."""
    if data.isascii() or chosen.source in ("mark", "escape"):
        return []
    label = find_codec(chosen.declared) if chosen.declared else None
    ranked = rank(data, label)
    letters = max(1, sum(byte >= 0x80 for byte in data[:16_384]))
    best = ranked[0][0] if ranked else 0.0
    most = _OTHER_AT_MOST if chosen.source in ("guess", "declared") else _BESIDE_CERTAIN
    return [(name, round(most * math.exp((score - best) / letters), 4)) for score, name in ranked]


def _names(data: bytes, encoding: str) -> tuple[str, str] | None:
    try:
        games = parse(decode(data, encoding=encoding).text)
    except KifuError:
        return None
    game = next((game for game in games if isinstance(game, RawGame)), None)
    if game is None:
        return None
    for node in sorted(game.properties)[:4]:
        root = game.properties[node]
        if "PB" in root or "PW" in root:
            return clean_value(root, "PB"), clean_value(root, "PW")
    return "", ""
