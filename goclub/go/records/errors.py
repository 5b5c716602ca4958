"""What a game record can be refused for, and what is only worth a warning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from goclub.go.board.basics import Point
from ratings.errors import Code, RuleError

_CODES = {
    "too_large": Code.RANGE,
    "too_many_nodes": Code.RANGE,
    "too_many_points": Code.RANGE,
    "too_many_variations": Code.RANGE,
    "too_many_games": Code.RANGE,
    "too_deep": Code.RANGE,
    "too_many_members": Code.RANGE,
    "archive_too_large": Code.RANGE,
    "bad_size": Code.RANGE,
    "illegal_move": Code.ILLEGAL_MOVE,
    "no_such_file": Code.UNKNOWN,
    "no_such_game": Code.UNKNOWN,
}
_PARTS = {
    "bad_encoding": "text",
    "bad_size": "header",
    "other_game": "header",
    "too_many_nodes": "tree",
    "too_many_variations": "tree",
    "too_deep": "tree",
    "too_many_points": "points",
    "illegal_move": "moves",
}


class KifuError(RuleError):
    """A record that is refused.

    ``reason`` is one of

    - ``too_large``, ``too_many_games``, ``too_many_nodes``, ``too_deep``, ``too_many_points``,
      ``too_many_variations`` (``E_RANGE``): larger than any record of a game, see ``accepted`` for
      the limit;
    - ``not_sgf`` (``E_TYPE``): no game could be found in the bytes, or its brackets make no tree;
    - ``bad_encoding`` (``E_TYPE``): the encoding asked for does not exist;
    - ``other_game`` (``E_TYPE``): the record is of chess, hex … (GM);
    - ``bad_size`` (``E_RANGE``): no board of 1 … 52 lines;
    - ``illegal_move`` (``E_ILLEGAL_MOVE``): a move of the main line breaks the rules;
    - ``no_such_game`` (``E_UNKNOWN``): the file holds fewer games than the one asked for;
    - from folders and archives: ``no_such_file`` (``E_UNKNOWN``), ``unreadable_file``,
      ``bad_archive``, ``nested_archive``, ``encrypted_member`` (``E_TYPE``),
      ``too_many_members``, ``archive_too_large`` (``E_RANGE``).

    It says where: ``part`` of the file (``file``, ``text``, ``header``, ``tree``, ``points`` or
    ``moves``), ``game`` its number in the file from 1 (None: the whole file), ``line`` of the file
    from 1 where known; for an illegal move ``move_number``, ``colour``, ``point`` (None if it is
    no point at all), ``point_name``, ``sub_reason``, see :class:`.illegal.IllegalGame`.
    ``detail`` says the same in English: ``move 87, white R4: occupied``.
    """

    game: int | None = None
    line: int | None = None
    move_number: int | None = None
    colour: int | None = None
    point: Point | None = None
    point_name: str = ""
    sub_reason: str = ""

    def __init__(
        self, reason: str, *, value: object = None, accepted: str = "", detail: str = ""
    ) -> None:
        self.detail = detail
        self.part = _PARTS.get(reason, "file")
        code = _CODES.get(reason, Code.TYPE)
        super().__init__(code, field="kifu", value=value, accepted=accepted, reason=reason)

    def __str__(self) -> str:
        text = super().__str__()
        where = "" if self.game is None else f" in game {self.game}"
        return f"{text}{where}: {self.detail}" if self.detail else text + where


@dataclass(frozen=True, slots=True)
class ReadWarning:
    """Something odd in a record that is nevertheless accepted.

    ``code`` in snake case, ``params`` the numbers and texts that its message needs.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code
