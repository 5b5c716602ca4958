"""House rules and IGS borders from a day on, with a look at it before; many made official."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from goclub.common.gate import gate_open
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.models import HouseRule, ThresholdTable
from goclub.games.rating import house_rules
from goclub.games.rating.house_rules import Timeline, rules_timeline
from goclub.games.rating.ledger import locks
from goclub.games.rating.ledger.recalculation import preview_from_day, recalculate_from_day
from goclub.games.rating.ledger.replaying import Progress, ReplayReport
from goclub.games.rating.systems.igs.system import IGS
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member, User
from goclub.members.requests import Act
from goclub.members.strength.services import certify_strength
from ratings.errors import Code, RuleError
from ratings.igs.thresholds import Thresholds


def check_house_rule(*, key: str, value: int, valid_from: date) -> Timeline:
    """Return the timeline with this value; raises :class:`RuleError` where it does not fit.

    It must lie in its range and agree with the other rules of every day.
    """
    spec = house_rules.check_value(key, value)
    timeline = rules_timeline().changed(drop=(valid_from, key), add=(valid_from, key, value))
    rules_at = timeline.of(SYSTEMS.of(spec.system))
    for since, _key, _value in timeline.changes:
        rules_at(since)
    return timeline


def preview_house_rule(*, key: str, value: int, valid_from: date) -> ReplayReport:
    """Whom this value would touch: a replay that writes nothing."""
    timeline = check_house_rule(key=key, value=value, valid_from=valid_from)
    system = house_rules.specs()[key].system
    return preview_from_day(valid_from, timeline, system)


@atomic_retried
def set_house_rule(
    act: Act, key: str, *, value: int, valid_from: date, reason: str
) -> tuple[HouseRule, ReplayReport]:
    """Let a house rule hold from a day on; returns the rule and what it changed.

    The value before stays on record; setting the same rule twice for one day corrects it.
    """
    _need(act.by, "games.change_houserule", reason)
    check_house_rule(key=key, value=value, valid_from=valid_from)
    rule = HouseRule.objects.filter(key=key, valid_from=valid_from).first()
    rule = rule or HouseRule(key=key, valid_from=valid_from)
    rule.value, rule.reason, rule.set_by = value, reason.strip(), act.by
    with gate_open():
        rule.save()
    return rule, recalculate_from_day(valid_from, house_rules.specs()[key].system)


def look_at_house_rule(act: Act, asked: Mapping[str, Any], tell: Progress) -> dict[str, object]:
    """The same as a job: *asked* key, value and day; returns a report as JSON."""
    _need(act.by, "games.change_houserule")
    key, day = asked["key"], date.fromisoformat(asked["valid_from"])
    timeline = check_house_rule(key=key, value=asked["value"], valid_from=day)
    return preview_from_day(day, timeline, house_rules.specs()[key].system, tell).to_json()


def preview_thresholds(*, table: Thresholds, valid_from: date) -> ReplayReport:
    """Whom another table of IGS borders would touch."""
    timeline = rules_timeline().with_table(valid_from, IGS, table)
    return preview_from_day(valid_from, timeline, IGS.key)


def look_at_thresholds(act: Act, asked: Mapping[str, Any], tell: Progress) -> dict[str, object]:
    """The same as a job: *asked* table and day; returns a report as JSON."""
    _need(act.by, "games.change_thresholdtable")
    day, table = date.fromisoformat(asked["valid_from"]), Thresholds.from_json(asked["table"])
    timeline = rules_timeline().with_table(day, IGS, table)
    return preview_from_day(day, timeline, IGS.key, tell).to_json()


@atomic_retried
def set_thresholds(
    act: Act, table: Thresholds, *, valid_from: date, reason: str
) -> tuple[ThresholdTable, ReplayReport]:
    """Let a table of IGS borders hold from a day on; returns it and what it changed."""
    _need(act.by, "games.change_thresholdtable", reason)
    row = ThresholdTable.objects.filter(valid_from=valid_from).first()
    row = row or ThresholdTable(valid_from=valid_from)
    row.table, row.reason, row.set_by = table.to_json(), reason.strip(), act.by
    with gate_open():
        row.save()
    return row, recalculate_from_day(valid_from, IGS.key)


#: See ``goclub.games.jobs``: what can be asked for, and whether it only looks.
JOBS = {"house_rule": (look_at_house_rule, True), "borders": (look_at_thresholds, True)}


def _need(by: User | None, permission: str, reason: str = "looking") -> None:
    if by is not None and not by.has_perm(permission):
        raise PermissionDenied
    if not reason.strip():
        raise RuleError(Code.MISSING, "reason")


@atomic_retried
def certify_members(
    act: Act, members: Collection[int], *, on: date, reason: str
) -> tuple[int, list[tuple[Member, RuleError]]]:
    """Make the present points of many members official (S1-6), each judged by itself.

    Returns how many are official now, and who was refused with the reason.  Raises E_MISSING
    without a reason for all of them.
    """
    _need(act.user, "members.certify_strength", reason)
    locked_members = lock_rows(Member.objects.filter(pk__in=members))
    # The whole ledger, so that a late fact may be replayed, and then shared, as each is appended.
    locks.enter(alone=True)
    locks.enter(alone=False)
    locks.lock_standings([member.pk for member in locked_members])
    refused = []
    for member in locked_members:
        try:
            with transaction.atomic():
                certify_strength(act, member, on=on, reason=reason)
        except RuleError as error:
            refused.append((member, error))
    return len(locked_members) - len(refused), refused
