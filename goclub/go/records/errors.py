"""What a game record can be refused for, and what is only worth a warning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from ratings.errors import Code, RuleError

_CODES = {
    "records.too_large": Code.RANGE,
    "records.too_many_nodes": Code.RANGE,
    "records.too_many_points": Code.RANGE,
    "records.too_many_variations": Code.RANGE,
    "records.too_many_games": Code.RANGE,
    "records.too_deep": Code.RANGE,
    "records.too_many_members": Code.RANGE,
    "records.large_collection": Code.RANGE,
    "records.next_upload": Code.RANGE,
    "records.archive_too_large": Code.RANGE,
    "records.bad_size": Code.RANGE,
    "records.illegal_move": Code.ILLEGAL_MOVE,
    "records.no_such_file": Code.UNKNOWN,
    "records.no_such_game": Code.UNKNOWN,
}
_PARTS = {
    "records.bad_encoding": "text",
    "records.bad_size": "header",
    "records.other_game": "header",
    "records.too_many_nodes": "tree",
    "records.too_many_variations": "tree",
    "records.too_deep": "tree",
    "records.too_many_points": "points",
    "records.illegal_move": "moves",
}


class KifuError(RuleError):
    """A record that is refused.

    Pages and services ask the rules of the game and those of a record in one go, so this is a
    RuleError like any other.  ``reason`` is, in the room ``records``, one of

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
      ``too_many_members``, ``archive_too_large`` and, of a file for which somebody waits,
      ``large_collection`` (``E_RANGE``).

    It says where: ``part`` of the file (``file``, ``text``, ``header``, ``tree``, ``points`` or
    ``moves``), ``game`` its number in the file from 1 (None: the whole file), ``line`` of the file
    from 1 where known.  ``detail`` says more in English.  For an illegal move see
    :class:`.record.IllegalGame`.
    """

    def __init__(
        self,
        reason: str,
        *,
        value: object = None,
        accepted: str = "",
        detail: str = "",
        part: str = "",
        game: int | None = None,
        line: int | None = None,
        params: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.detail: Final = detail
        self.part: Final = part or _PARTS.get(reason, "file")
        self.game: Final = game
        self.line: Final = line
        super().__init__(
            _CODES.get(reason, Code.TYPE),
            field="kifu",
            value=value,
            accepted=accepted,
            reason=reason,
            params=params,
        )

    def in_game(self, number: int, *, line: int | None = None) -> KifuError:
        """The same refusal, told by a caller who knows which game of the file it is about."""
        return KifuError(
            self.reason,
            value=self.value,
            accepted=self.accepted,
            detail=self.detail,
            part=self.part,
            game=number,
            line=self.line if line is None else line,
            params=self.params,
        )

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
