"""What a merge or taking in a guest would do: at once, or beside the pages where much follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from goclub.games.people.services.joining import check_guest, joins_on, take_in_guest
from goclub.games.people.services.merging import (
    MergeChoice,
    MergeOutcome,
    check_merge,
    merge_members,
)
from goclub.games.people.services.moves import dry_run, first_key
from goclub.games.rating.ledger.facts import day_key
from goclub.games.rating.ledger.recalculation import has_many_later_facts
from goclub.games.rating.ledger.replaying import Progress, ReplayReport
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

#: Rows that follow by table, whether twins are dropped, and what becomes of the ledger, as JSON.
MergeLook = Mapping[str, Any]


def look_now(
    act: Act, kept: Member, *, gone: Member, reason: str, choice: MergeChoice
) -> MergeLook | None:
    """What a merge would do; None where so much follows that a job has to look.

    Raises what merging refuses.
    """
    key = first_key(kept.pk, gone.pk)
    if key is not None and has_many_later_facts(key):
        check_merge(kept, gone, choice)
        return None
    return _looked(lambda: merge_members(act, kept, gone=gone, reason=reason, choice=choice))


def look_at_merge(act: Act, asked: Mapping[str, Any], tell: Progress) -> MergeLook:
    """The same as a job: *asked* both members, the reason and what was chosen."""
    people = Member.objects.in_bulk([asked["kept"], asked["gone"]])
    if len(people) < 2:
        raise RuleError(Code.UNKNOWN, "other", "", reason="people.gone_already")
    return _looked(
        lambda: merge_members(
            act,
            people[asked["kept"]],
            gone=people[asked["gone"]],
            reason=asked["reason"],
            choice=MergeChoice(login=asked["login"], strength=asked["strength"]),
        ),
        tell,
    )


def _looked(merge: Callable[[], MergeOutcome], tell: Progress | None = None) -> MergeLook:
    merged = dry_run(merge, tell)
    dropped = bool(merged.merge.dropped)
    return {"counts": merged.counts, "dropped": dropped, "ledger": merged.done.to_json()}


# --- A guest --------------------------------------------------------------------------------------
def look_at_guest_now(
    act: Act, guest: Member, *, on: date, count_before: bool, **strength: Any
) -> ReplayReport | None:
    """What taking in a guest would do; None where so much follows that a job has to look.

    Raises what taking in refuses.
    """
    check_guest(guest, on, act.at)
    if has_many_later_facts(day_key(joins_on(guest, on, count_before=count_before))):
        return None
    return dry_run(lambda: take_in_guest(act, guest, on=on, count_before=count_before, **strength))


def look_at_guest(act: Act, asked: Mapping[str, Any], tell: Progress) -> dict[str, object]:
    """The same as a job: *asked* the guest, the name, the day, the strength, what counts."""
    guest = Member.objects.filter(pk=asked["guest"]).first()
    if guest is None:
        raise RuleError(Code.UNKNOWN, "on", asked["name"], reason="people.gone_already")
    report = dry_run(
        lambda: take_in_guest(
            act,
            guest,
            on=date.fromisoformat(asked["on"]),
            rank=asked["rank"],
            points=asked["points"],
            count_before=asked["count_before"],
        ),
        tell,
    )
    return report.to_json()


#: See ``goclub.games.jobs``.
JOBS = {"merge": (look_at_merge, True), "guest": (look_at_guest, True)}
