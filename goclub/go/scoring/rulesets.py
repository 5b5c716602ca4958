"""The rules a position can be counted under, and what their names look like in records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from goclub.go.records import header
from ratings.errors import Code, RuleError


class Method(StrEnum):
    """What is counted: stones and area, territory and prisoners, or stones left to fill in."""

    AREA = "area"
    TERRITORY = "territory"
    FILL_IN = "fill_in"


@dataclass(frozen=True)
class Ruleset:
    """A way of counting.

    ``code`` its short name; ``rule`` the id in RULEBOOK.md; ``free_stones`` how many handicap
    stones White is not paid for, or None if she is paid for none of them (F4).
    """

    code: str
    method: Method
    rule: str
    free_stones: int | None = None

    def compensation(self, handicap: int) -> int:
        """Whole points that White receives for ``handicap`` stones on the board (F4).

        >>> CHINESE.compensation(6), AGA.compensation(6), NEW_ZEALAND.compensation(6)
        (6, 5, 0)
        >>> CHINESE.compensation(1)  # one "stone" is only the first move
        0
        """
        if self.free_stones is None or handicap < 2:
            return 0
        return handicap - self.free_stones


CHINESE = Ruleset("chinese", Method.AREA, "S3-11", free_stones=0)
AGA = Ruleset("aga", Method.AREA, "S3-11", free_stones=1)
NEW_ZEALAND = Ruleset("new_zealand", Method.AREA, "S3-11")
JAPANESE = Ruleset("japanese", Method.TERRITORY, "S3-12")
KOREAN = Ruleset("korean", Method.TERRITORY, "S3-12")
ING = Ruleset("ing", Method.FILL_IN, "S3-13")

RULESETS = {r.code: r for r in (CHINESE, JAPANESE, ING, AGA, NEW_ZEALAND, KOREAN)}


def find_ruleset(name: str | Ruleset) -> Ruleset:
    """The rules of a name as records spell it (``Japanese``, ``chinese``, ``NZ``, ``GOE`` …).

    Raises ``E_TYPE`` if it is no text, ``E_MISSING`` if it is empty, ``E_UNDEFINED`` if nothing
    is known about counting under it.

    >>> find_ruleset("Japanese").rule
    'S3-12'
    """
    if isinstance(name, Ruleset):
        return name
    if not isinstance(name, str):
        raise RuleError(Code.TYPE, "rules", name, ", ".join(RULESETS))
    if not name.strip():
        raise RuleError(Code.MISSING, "rules", name, ", ".join(RULESETS))
    code = header.find_ruleset(name).replace("-", "_")
    if code in RULESETS:
        return RULESETS[code]
    raise RuleError(
        Code.UNDEFINED, "rules", name[:200], ", ".join(RULESETS), reason="scoring.unknown_rules"
    )
