"""What a merge would do, where so much follows that it is computed beside the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from goclub.games.people.services.merging import Choice, Merged, check_merge, merge_members
from goclub.games.people.services.moves import Done, dry_run, first_key, look_beside
from goclub.games.rating.ledger.late import is_long
from goclub.games.rating.ledger.replaying import Progress, Report
from goclub.members.models import Member, User
from ratings.errors import Code, RuleError


@dataclass(frozen=True, slots=True)
class MergeLook:
    """What a merge would do: rows that follow by table, whether twins are dropped, the ledger."""

    counts: Mapping[str, int]
    dropped: bool
    done: Done

    @classmethod
    def of(cls, merged: Merged) -> MergeLook:
        """What a merge did that was taken back."""
        return cls(merged.counts, bool(merged.merge.dropped), merged.done)

    @classmethod
    def from_json(cls, data: Any) -> MergeLook:
        """Read what :func:`look_at_merge` returned."""
        report = Report.from_json(data["ledger"])
        return cls(data["counts"], data["dropped"], Done(tuple(report.moved), report.entries))


def look_now(
    *, kept: Member, gone: Member, by: User, at: datetime, reason: str, choice: Choice
) -> MergeLook | None:
    """What a merge would do; None where so much follows that a job has to look.

    Raises what merging refuses.
    """
    key = first_key(kept.pk, gone.pk)
    if key is not None and is_long(key):
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
    merged = look_beside(
        lambda: merge_members(
            kept=people[asked["kept"]],
            gone=people[asked["gone"]],
            by=by,
            at=timezone.now(),
            reason=asked["reason"],
            choice=Choice(login=asked["login"], strength=asked["strength"]),
        ),
        tell,
    )
    look = MergeLook.of(merged)
    ledger = Report(look.done.entries, list(look.done.moved)).to_json()
    return {"counts": dict(look.counts), "dropped": look.dropped, "ledger": ledger}


#: See ``goclub.games.jobs``.
JOBS = {"merge": (look_at_merge, True)}
