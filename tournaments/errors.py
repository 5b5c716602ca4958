"""The one vocabulary of refusals (RULEBOOK.md section 0) for the rules of competition.

The twin of the vocabulary of the rules of strength: the two packages know nothing of each other.
A rule raises a :class:`RuleError`; forms turn it into a message beside the field, commands into
one line on stderr.
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
    UNDEFINED = "E_UNDEFINED"


class RuleError(ValueError):
    """A refusal by a rule.

    ``code`` one of :class:`Code`; ``field`` the name of the offending argument; ``value`` what was
    received; ``accepted`` what would have been taken, in words or as a range such as ``0…9``;
    ``reason`` a sub-reason in snake case where one code has several (``doctype``, ``rematch``).

    >>> error = RuleError(Code.RANGE, field="handicap", value=10, accepted="0…9")
    >>> str(error)
    'E_RANGE: handicap: 10 (accepted: 0…9)'
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


def whole_number(
    value: object, *, field: str, low: int | None = None, high: int | None = None
) -> int:
    """Return *value* if it is an integer in the closed range *low* … *high* (None: unbounded).

    Raises RuleError E_MISSING for None and the empty text, E_TYPE for what is no integer (a bool,
    a float, text), E_RANGE outside the range.  Source: RULEBOOK section 0.

    >>> whole_number(7, field="handicap", low=0, high=9)
    7
    """
    if value is None or value == "":
        raise RuleError(Code.MISSING, field=field, value=value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleError(Code.TYPE, field=field, value=value, accepted="an integer")
    if (low is not None and value < low) or (high is not None and value > high):
        accepted = f"{'' if low is None else low}…{'' if high is None else high}"
        raise RuleError(Code.RANGE, field=field, value=value, accepted=accepted)
    return value


def flag(value: object, *, field: str) -> bool:
    """Return *value* if it is True or False; raises RuleError E_TYPE for anything else.

    >>> flag(True, field="by_default")
    True
    """
    if not isinstance(value, bool):
        raise RuleError(Code.TYPE, field=field, value=value, accepted="true or false")
    return value
