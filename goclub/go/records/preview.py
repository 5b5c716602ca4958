"""How the players' names read under each plausible encoding, for the preview of an upload."""

from __future__ import annotations

import math
from dataclasses import dataclass

from goclub.go.records.decode import Decoded, decode, rank
from goclub.go.records.errors import KifuError
from goclub.go.records.formats.detection import parse
from goclub.go.records.header import clean_value
from goclub.go.records.labels import find_codec
from goclub.go.records.raw_game import RawGame

# What decode chose stands before all others; a reading that is only likely stays below it.
_CHOSEN, _OTHER_AT_MOST, _BESIDE_CERTAIN = 1.0, 0.99, 0.1
_SAMPLE = 16_384
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
    letters = max(1, sum(byte >= 0x80 for byte in data[:_SAMPLE]))
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
