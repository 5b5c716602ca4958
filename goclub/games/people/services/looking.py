"""What a merge or taking in a guest would do: at once, or beside the pages where much follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from goclub.games.people.services.guests import check_guest, joins_on, take_in_guest
from goclub.games.people.services.merging import (
    MergeChoice,
    MergeOutcome,
    check_merge,
    merge_members,
)
from goclub.games.people.services.moves import LedgerOutcome, dry_run, first_key
from goclub.games.rating.ledger.facts import day_key
from goclub.games.rating.ledger.recalculation import has_many_later_facts
from goclub.games.rating.ledger.replaying import Progress, ReplayReport
from goclub.members.models import Member, User
from ratings.errors import Code, RuleError


@dataclass(frozen=True, slots=True)
class MergeLook:
    """What a merge would do: rows that follow by table, whether twins are dropped, the ledger."""

    counts: Mapping[str, int]
    dropped: bool
    done: LedgerOutcome

    @classmethod
    def of(cls, merged: MergeOutcome) -> MergeLook:
        """What a merge did that was taken back."""
        return cls(merged.counts, bool(merged.merge.dropped), merged.done)

    @classmethod
    def from_json(cls, data: Any) -> MergeLook:
        """Read what :func:`look_at_merge` returned."""
        return cls(data["counts"], data["dropped"], done_of(data["ledger"]))


def done_of(data: Any) -> LedgerOutcome:
    """Read what :func:`as_json` wrote."""
    report = ReplayReport.from_json(data)
    return LedgerOutcome(tuple(report.moved), report.entries)


def as_json(done: LedgerOutcome) -> dict[str, object]:
    """What became of the ledger, as JSON values."""
    return ReplayReport(done.entries, list(done.moved)).to_json()


def look_now(
    *, kept: Member, gone: Member, by: User, at: datetime, reason: str, choice: MergeChoice
) -> MergeLook | None:
    """What a merge would do; None where so much follows that a job has to look.

    Raises what merging refuses.
    """
    key = first_key(kept.pk, gone.pk)
    if key is not None and has_many_later_facts(key):
        check_merge(kept, gone, choice)
        return None
    return MergeLook.of(
        dry_run(
            lambda: merge_members(kept=kept, gone=gone, by=by, at=at, reason=reason, choice=choice)
        )
    )


def look_at_merge(asked: Mapping[str, Any], by: User, tell: Progress) -> dict[str, object]:
    """The same as a job: *asked* both members, the reason and what was chosen."""
    people = Member.objects.in_bulk([asked["kept"], asked["gone"]])
    if len(people) < 2:
        raise RuleError(Code.UNKNOWN, field="other", value="", reason="people.gone_already")
    merged = dry_run(
        lambda: merge_members(
            kept=people[asked["kept"]],
            gone=people[asked["gone"]],
            by=by,
            at=timezone.now(),
            reason=asked["reason"],
            choice=MergeChoice(login=asked["login"], strength=asked["strength"]),
        ),
        tell,
    )
    look = MergeLook.of(merged)
    return {
        "counts": dict(look.counts),
        "dropped": look.dropped,
        "ledger": as_json(look.done),
    }


# --- A guest --------------------------------------------------------------------------------------
def look_at_guest_now(
    *, guest: Member, by: User, at: datetime, on: date, count_before: bool, **strength: Any
) -> LedgerOutcome | None:
    """What taking in a guest would do; None where so much follows that a job has to look.

    Raises what taking in refuses.
    """
    check_guest(guest, on, at)
    if has_many_later_facts(day_key(joins_on(guest, on, count_before=count_before))):
        return None
    return dry_run(
        lambda: take_in_guest(
            guest=guest, by=by, at=at, on=on, count_before=count_before, **strength
        )
    )


def look_at_guest(asked: Mapping[str, Any], by: User, tell: Progress) -> dict[str, object]:
    """The same as a job: *asked* the guest, the name, the day, the strength, what counts."""
    guest = Member.objects.filter(pk=asked["guest"]).first()
    if guest is None:
        raise RuleError(Code.UNKNOWN, field="on", value=asked["name"], reason="people.gone_already")
    done = dry_run(
        lambda: take_in_guest(
            guest=guest,
            by=by,
            at=timezone.now(),
            on=date.fromisoformat(asked["on"]),
            rank=asked["rank"],
            points=asked["points"],
            count_before=asked["count_before"],
        ),
        tell,
    )
    return as_json(done)


#: See ``goclub.games.jobs``.
JOBS = {"merge": (look_at_merge, True), "guest": (look_at_guest, True)}
