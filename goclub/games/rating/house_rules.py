"""The house rules that are settings, of every rating system: their ranges and their defaults.

Nobody publishes these (RULEBOOK.md marks them H); the club chooses, from a day on, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from goclub.games.rating.systems.protocol import Present, Spec
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.accepted import AcceptedChoice
from ratings.checks import whole_number
from ratings.errors import Code, RuleError


def specs() -> dict[str, Spec]:
    """Every setting by its key, in the order of the systems."""
    return {spec.key: spec for system in SYSTEMS for spec in system.settings}


def check_value(key: str, value: int) -> Spec:
    """Raise :class:`RuleError` unless the value lies in the rule's range; returns its description.

    ``E_UNKNOWN`` on ``key``; ``E_TYPE``, ``E_RANGE`` on ``value``.
    """
    spec = specs().get(key)
    if spec is None:
        raise RuleError(Code.UNKNOWN, field="key", value=key, accepted=", ".join(specs()))
    whole_number(value, field="value", low=spec.low, high=spec.high)
    if spec.choices and value not in dict(spec.choices):
        accepted = AcceptedChoice(*(number for number, _words in spec.choices))
        raise RuleError(Code.RANGE, field="value", value=value, accepted=accepted)
    return spec


def present_settings(values: Mapping[str, int], page: str = "") -> dict[str, list[Present]]:
    """The settings by the id of the rule that they read, from their *values* by key.

    *page* the address of the page that shows the house rules, unless it is the reader's own.
    """
    settings: dict[str, list[Present]] = {}
    for spec in specs().values():
        here = Present(spec.name, spec.words(values[spec.key]), f"{page}#{spec.key}")
        for rule in spec.rules:
            settings.setdefault(rule, []).append(here)
    return settings
