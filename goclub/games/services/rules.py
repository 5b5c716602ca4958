"""Changing a house rule."""

from __future__ import annotations

from datetime import date

from django.core.exceptions import PermissionDenied
from django.db import transaction

from goclub.games import ledger
from goclub.games.models import HouseRule
from goclub.members.models import User
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.paa.state import RECENT


def check_house_rule(*, key: str, value: int, valid_from: date) -> None:
    """Raise :class:`RuleError` unless the value fits its range and the other rules of every day."""
    low = 1 if key == HouseRule.Key.PAA_MIN_GAMES else 0
    whole_number(value, field="value", low=low, high=RECENT)
    others = [c for c in ledger.rules_timeline().changes if c[:2] != (valid_from, key)]
    timeline = ledger.RulesTimeline(tuple(sorted([*others, (valid_from, key, value)])))
    for since, _key, _value in timeline.changes:
        timeline(since)


@transaction.atomic
def set_house_rule(
    *, key: str, value: int, valid_from: date, by: User | None, reason: str
) -> tuple[HouseRule, int]:
    """Let a house rule hold from a day on; returns the rule and how many ledger rows changed.

    The value before stays on record; setting the same rule twice for one day corrects it.
    """
    if by is not None and not by.has_perm("games.change_houserule"):
        raise PermissionDenied
    if not reason.strip():
        raise RuleError(Code.MISSING, field="reason")
    check_house_rule(key=key, value=value, valid_from=valid_from)
    rule = HouseRule.objects.filter(key=key, valid_from=valid_from).first()
    rule = rule or HouseRule(key=key, valid_from=valid_from)
    rule.value, rule.reason, rule.set_by = value, reason.strip(), by
    rule.save()
    return rule, ledger.replay_from_day(valid_from)
