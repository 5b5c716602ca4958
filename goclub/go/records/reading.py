"""Game records in any format and any encoding, read and checked move by move.

>>> record = read(b"(;GM[1]SZ[9]PB[Sato]RE[B+R];B[ee];W[eg])")
>>> record.header.black, str(record.header.result), len(record.moves)
('Sato', 'B+R', 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from goclub.go.records.decode import Decoded, decode
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.formats.detection import parse
from goclub.go.records.illegal import IllegalGame
from goclub.go.records.mail import unpack_mail
from goclub.go.records.points import Budget
from goclub.go.records.raw_game import RawGame
from goclub.go.records.record import Record
from goclub.go.records.replay import build
from goclub.go.records.write import APPLICATION

MAX_BYTES = 4_000_000
# What we wrote ourselves may be longer than what was handed in: UTF-8, line breaks, rectangles of
# points written out.
_OWN = f"(;FF[4]GM[1]CA[UTF-8]AP[{APPLICATION}]".encode()
_OWN_FACTOR = 4


def read(data: bytes, *, encoding: str | None = None) -> Record:
    """The first game of a file, checked.

    The format is found by content.  ``encoding`` overrides what the file says or looks like.
    Oddities that do no harm are in :attr:`Record.warnings`; ``several_games`` if there are more
    (see :func:`read_all`).  Raises :class:`KifuError`, see there for the reasons.
    """
    decoded, games = _open(data, encoding)
    number, first = next(
        (number, game) for number, game in enumerate(games, 1) if isinstance(game, RawGame)
    )
    warnings = _about_encoding(decoded)
    if len(games) > 1:
        warnings.append(ReadWarning("several_games", {"count": len(games)}))
    return _build(first, decoded, number, warnings)


def read_all(data: bytes, *, encoding: str | None = None) -> tuple[Record | KifuError, ...]:
    """Every game of a file in order, each judged alone, a refused game as its error.

    Raises :class:`KifuError` only where the file as a whole is refused (``too_large``,
    ``too_many_games``, ``too_many_nodes``, ``too_deep``, ``too_many_points``, ``not_sgf``,
    ``bad_encoding``).
    """
    decoded, games = _open(data, encoding)
    judge = _Judge(decoded)
    return tuple(judge(game, number) for number, game in enumerate(games, 1))


def read_some(
    data: bytes, numbers: Iterable[int], *, encoding: str | None = None
) -> Iterator[tuple[int, Record | KifuError]]:
    """Those games of a file (counted from 1) with their numbers, in the order of ``numbers``.

    Only they are judged, each alone; a number beyond the last game is passed over.  Raises
    :class:`KifuError` where the file as a whole is refused, see :func:`read_all`.
    """
    decoded, games = _open(data, encoding)
    judge = _Judge(decoded)
    for number in numbers:
        if 1 <= number <= len(games):
            yield number, judge(games[number - 1], number)


def count_games(data: bytes, *, encoding: str | None = None) -> int:
    """How many games a file holds, refused ones included.  Raises :class:`KifuError`."""
    return len(_open(data, encoding)[1])


def read_legal_part(data: bytes, *, encoding: str | None = None, game: int = 1) -> Record:
    """A game of a file (counted from 1) up to the first illegal move of its main line, if any.

    What was cut is in :attr:`Record.warnings` as ``cut_at_illegal_move``.  Raises
    :class:`KifuError` where there is nothing to show, ``no_such_game`` if the file holds fewer.
    """
    decoded, games = _open(data, encoding)
    if not 1 <= game <= len(games):
        raise KifuError("records.no_such_game", value=game, accepted=f"1…{len(games)}")
    raw = games[game - 1]
    if isinstance(raw, KifuError):
        raise raw.in_game(game)
    try:
        return _build(raw, decoded, game, _about_encoding(decoded))
    except IllegalGame as error:
        return error.legal


def _open(data: bytes, encoding: str | None) -> tuple[Decoded, list[RawGame | KifuError]]:
    limit = MAX_BYTES * (_OWN_FACTOR if data.startswith(_OWN) else 1)
    if len(data) > limit:
        raise KifuError("records.too_large", value=len(data), accepted=f"0…{limit} bytes")
    decoded = decode(unpack_mail(data), encoding=encoding)
    return decoded, parse(decoded.text)


class _Judge:
    """Judges the games of one file, each alone; together they may name so many points."""

    def __init__(self, decoded: Decoded) -> None:
        self._decoded, self._warnings = decoded, _about_encoding(decoded)
        self._budget = Budget()

    def __call__(self, game: RawGame | KifuError, number: int) -> Record | KifuError:
        """A game of the file, or why it is refused."""
        if isinstance(game, KifuError):
            return game.in_game(number)
        try:
            return _build(game, self._decoded, number, self._warnings, self._budget)
        except KifuError as error:
            return error


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
        said = {"encoding": decoded.encoding, "declared": decoded.declared}
        warnings.append(ReadWarning("encoding_guessed", said))
    if decoded.damaged:
        warnings.append(ReadWarning("damaged_text", {"encoding": decoded.encoding}))
    return warnings
