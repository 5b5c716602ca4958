"""The one vocabulary of refusals (RULEBOOK.md section 0), shared by every rule.

A rule raises a :class:`RuleError`; forms turn it into a message beside the field, commands into
one line on stderr.  The exception carries what the message needs: which field, which value was
received, what would have been accepted.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Error codes of RULEBOOK.md section 0."""

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
    """A refusal by a rule.

    ``code`` one of :class:`Code`; ``field`` the name of the offending argument; ``value`` what was
    received; ``accepted`` what would have been taken, in words or as a range such as ``0…999``;
    ``reason`` a sub-reason in snake case where one code has several (``occupied``, ``time_loss``).

    >>> error = RuleError(Code.RANGE, field="points", value=1000, accepted="0…999")
    >>> str(error)
    'E_RANGE: points: 1000 (accepted: 0…999)'
    """

    def __init__(
        self,
        code: Code,
        *,
        field: str,
        value: object = None,
        accepted: str = "",
        reason: str = "",
    ) -> None:
        self.code = code
        self.field = field
        self.value = value
        self.accepted = accepted
        self.reason = reason
        super().__init__(code, field, value, accepted, reason)

    def __str__(self) -> str:
        text = f"{self.code.value}: {self.field}: {self.value}"
        if self.reason:
            text += f" [{self.reason}]"
        if self.accepted:
            text += f" (accepted: {self.accepted})"
        return text
