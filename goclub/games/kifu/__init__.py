"""Game records: SGF in any encoding, read, checked move by move, and written again.

>>> record = read(b"(;GM[1]SZ[9]PB[Sato]RE[B+R];B[ee];W[eg])")
>>> record.header.black, str(record.header.result), len(record.moves)
('Sato', 'B+R', 2)
"""

from __future__ import annotations

from dataclasses import replace

from .decode import Decoded, decode
from .errors import KifuError, Warning
from .header import Header
from .record import Node, Record
from .replay import build
from .results import Result
from .sgf import RawGame, parse
from .write import write_sgf

__all__ = [
    "MAX_BYTES",
    "Header",
    "KifuError",
    "Node",
    "Record",
    "Result",
    "Warning",
    "read",
    "read_all",
    "write_sgf",
]

MAX_BYTES = 2_000_000


def read(data: bytes, *, encoding: str | None = None) -> Record:
    """The first game of an SGF file, checked.

    ``encoding`` overrides what the file says or looks like.  Oddities that do no harm are in
    :attr:`Record.warnings`; ``several_games`` if there are more (see :func:`read_all`).
    Raises :class:`KifuError`, see there for the reasons.
    """
    decoded, games = _open(data, encoding)
    # A smiley such as "(;D)" is a game that cannot be parsed; there may be a real one after it.
    first = next(game for game in games if isinstance(game, RawGame))
    record = build(first, encoding=decoded.encoding)
    warnings = _about_encoding(decoded)
    if len(games) > 1:
        warnings.append(Warning("several_games", {"count": len(games)}))
    return replace(record, warnings=(*warnings, *record.warnings))


def read_all(data: bytes, *, encoding: str | None = None) -> tuple[Record | KifuError, ...]:
    """Every game of an SGF file in order, a refused game as its error.

    Raises :class:`KifuError` only where the file as a whole is refused (``too_large``,
    ``too_many_nodes``, ``too_many_points``, ``not_sgf``, ``bad_encoding``).
    """
    decoded, games = _open(data, encoding)
    warnings = _about_encoding(decoded)
    found: list[Record | KifuError] = []
    for game in games:
        if isinstance(game, KifuError):
            found.append(game)
            continue
        try:
            record = build(game, encoding=decoded.encoding)
        except KifuError as error:
            found.append(error)
        else:
            found.append(replace(record, warnings=(*warnings, *record.warnings)))
    return tuple(found)


def _open(data: bytes, encoding: str | None) -> tuple[Decoded, list[RawGame | KifuError]]:
    if len(data) > MAX_BYTES:
        raise KifuError("too_large", value=len(data), accepted=f"0…{MAX_BYTES} bytes")
    decoded = decode(data, encoding=encoding)
    return decoded, parse(decoded.text)


def _about_encoding(decoded: Decoded) -> list[Warning]:
    warnings = []
    if decoded.source == "guess":
        said = {"encoding": decoded.encoding, "declared": decoded.declared}
        warnings.append(Warning("encoding_guessed", said))
    if decoded.damaged:
        warnings.append(Warning("damaged_text", {"encoding": decoded.encoding}))
    return warnings
