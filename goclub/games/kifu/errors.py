"""What a game record can be refused for, and what is only worth a warning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ratings.errors import Code, RuleError

from ..board import COLOUR_NAMES, IllegalMove, Point, name_point

_CODES = {
    "too_large": Code.RANGE,
    "too_many_nodes": Code.RANGE,
    "too_many_points": Code.RANGE,
    "too_many_variations": Code.RANGE,
    "bad_size": Code.RANGE,
    "illegal_move": Code.ILLEGAL_MOVE,
}


class KifuError(RuleError):
    """A record that is refused.

    ``reason`` is one of

    - ``too_large``, ``too_many_nodes``, ``too_many_points``, ``too_many_variations`` (``E_RANGE``):
      larger than any record of a game, see ``accepted`` for the limit;
    - ``not_sgf`` (``E_TYPE``): no game could be found in the bytes;
    - ``bad_encoding`` (``E_TYPE``): the encoding asked for does not exist;
    - ``other_game`` (``E_TYPE``): the record is of chess, hex … (GM);
    - ``bad_size`` (``E_RANGE``): no board of 1 … 52 lines;
    - ``illegal_move`` (``E_ILLEGAL_MOVE``): a move of the main line breaks the rules.

    ``detail`` says where, in English: ``move 87, white R4: occupied``.  For an illegal move its
    parts are ``move_number``, ``colour``, ``point`` (None if it is no point at all), ``point_name``
    and ``sub_reason``.
    """

    move_number: int | None = None
    colour: int | None = None
    point: Point | None = None
    point_name: str = ""
    sub_reason: str = ""

    def __init__(
        self, reason: str, *, value: object = None, accepted: str = "", detail: str = ""
    ) -> None:
        self.detail = detail
        code = _CODES.get(reason, Code.TYPE)
        super().__init__(code, field="kifu", value=value, accepted=accepted, reason=reason)

    def __str__(self) -> str:
        return f"{super().__str__()}: {self.detail}" if self.detail else super().__str__()


def illegal_move(error: IllegalMove, *, number: int, colour: int, height: int) -> KifuError:
    """The refusal of a record for its move ``number`` (1-based) on a board of ``height`` lines."""
    name = name_point(error.point, height) if error.point and error.reason != "off_board" else ""
    place = f" {name}" if name else ""
    detail = f"move {number}, {COLOUR_NAMES[colour]}{place}: {error.reason}"
    refused = KifuError("illegal_move", value=number, detail=detail)
    refused.move_number, refused.colour, refused.point = number, colour, error.point
    refused.point_name, refused.sub_reason = name, error.reason
    return refused


@dataclass(frozen=True, slots=True)
class Warning:
    """Something odd in a record that is nevertheless accepted.

    ``code`` in snake case, ``params`` the numbers and texts that its message needs.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code
