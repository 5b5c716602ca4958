"""The one vocabulary of refusals (RULEBOOK.md section 0), shared by every rule and by the site.

A rule raises a :class:`RuleError`; forms turn it into a message beside the field, commands into
one line on stderr.  The exception carries what the message needs: which field, which value was
received, what would have been accepted.  The messages themselves stand with the pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from types import MappingProxyType
from typing import Final

_NOTHING_MORE: Mapping[str, object] = MappingProxyType({})


class Code(StrEnum):
    """Classes of refusals: the error codes of RULEBOOK.md section 0."""

    MISSING = "E_MISSING"
    TYPE = "E_TYPE"
    RANGE = "E_RANGE"
    GRID = "E_GRID"
    RANK = "E_RANK"
    SAME_PLAYER = "E_SAME_PLAYER"
    UNKNOWN = "E_UNKNOWN"
    DUPLICATE = "E_DUPLICATE"
    STATE = "E_STATE"
    INCONSISTENT = "E_INCONSISTENT"
    FORBIDDEN = "E_FORBIDDEN"
    ILLEGAL_MOVE = "E_ILLEGAL_MOVE"
    UNDEFINED = "E_UNDEFINED"


class RuleError(ValueError):
    """A refusal, complete when it is raised: nothing about it can be changed afterwards.

    ``code`` one of :class:`Code`; ``field`` the name of the offending argument; ``value`` what was
    received; ``accepted`` what would have been taken, as data (``ratings.accepted``) or typed text;
    ``reason`` what exactly was wrong, where the class does not say enough: the room, a point and a
    name in snake case (``paa.time_loss``, ``board.occupied``); ``params`` what its message names
    beside value and accepted.

    >>> error = RuleError(Code.RANGE, "points", 1000, "0…999")
    >>> str(error), error.key
    ('E_RANGE: points: 1000 (accepted: 0…999)', 'E_RANGE')
    >>> error = RuleError(Code.STATE, "kind", "5k", reason="igs.barred", params={"round": 3})
    >>> error.key, error.name, error.params["round"]
    ('igs.barred', 'barred', 3)
    >>> error.about("player").field
    'player'
    """

    def __init__(
        self,
        code: Code,
        field: str,
        value: object = None,
        accepted: str = "",
        *,
        reason: str = "",
        params: Mapping[str, object] = _NOTHING_MORE,
    ) -> None:
        self.code: Final = code
        self.field: Final = field
        self.value: Final = value
        self.accepted: Final = accepted
        self.reason: Final = reason
        self.params: Final = MappingProxyType(dict(params))
        super().__init__(code, field, value, accepted, reason)

    def __setattr__(self, name: str, value: object) -> None:
        """Attributes are written once; who knows better raises :meth:`about` another one."""
        if name in self.__dict__:
            raise AttributeError(f"{name}: a refusal is complete when it is raised")
        super().__setattr__(name, value)

    @property
    def key(self) -> str:
        """Under what its message is found: the reason, else the class."""
        return self.reason or self.code.value

    @property
    def name(self) -> str:
        """The reason without its room: what programs that read our output know it by."""
        return self.reason.rpartition(".")[2]

    def about(self, field: str = "", *, value: object = None) -> RuleError:
        """The same refusal, told by a caller: with its own field and value."""
        return RuleError(
            self.code,
            field or self.field,
            self.value if value is None else value,
            self.accepted,
            reason=self.reason,
            params=self.params,
        )

    def within(self, where: int | str) -> RuleError:
        """The same refusal with its place in a file: the number of the line, or who is meant.

        The first to know the place says it: one that has a place stays.
        """
        if "where" in self.params:
            return self
        return RuleError(
            self.code,
            self.field,
            self.value,
            self.accepted,
            reason=self.reason,
            params={**self.params, "where": where},
        )

    def __str__(self) -> str:
        text = f"{self.code.value}: {self.field}: {self.value}"
        if self.reason:
            text += f" [{self.name}]"
        if self.accepted:
            text += f" (accepted: {self.accepted})"
        return text


@contextmanager
def refusals_within(where: int | str) -> Iterator[None]:
    """Let refusals of the block say their place in a file, as :meth:`RuleError.within` has it."""
    try:
        yield
    except RuleError as error:
        raise error.within(where) from error
