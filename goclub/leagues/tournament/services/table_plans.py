"""Tables from outside: looked at line by line, stored in one step, and undone again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext_lazy as _

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.sheet_tables import SheetQuestion
from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.services.results import write_results
from goclub.leagues.tournament.services.steps import (
    entry_json,
    lock_for_step,
    need_published,
    record_all,
    result_json,
)
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.formats.sheets import Sheet

#: More lines than a form looks at in one go; no club had a larger field.
MAX_LINES = 1000


@dataclass(frozen=True, slots=True)
class Plan:
    """Every line, each with its kind; ``unknown``: headings that are passed over.

    ``seen`` names this very plan; ``questions`` about the whole table are open or were answered.
    """

    lines: tuple[Any, ...]
    unknown: tuple[str, ...]
    seen: str
    questions: tuple[SheetQuestion, ...] = ()

    def of(self, kind: StrEnum) -> tuple[Any, ...]:
        """The lines of one kind, in the order of the table."""
        return tuple(line for line in self.lines if line.kind is kind)


def need_few_lines(sheet: Sheet[Any]) -> None:
    """Raise RuleError E_RANGE (``too_many_lines``) for a table too long for a form."""
    if len(sheet.rows) > MAX_LINES:
        raise RuleError(
            Code.RANGE,
            "file",
            len(sheet.rows),
            AcceptedRange(None, MAX_LINES),
            reason="tournament.too_many_lines",
        )


def fingerprint(data: bytes, facts: object) -> str:
    """A name for a table together with what it would do."""
    return sha256(data + repr(facts).encode("utf-8", "replace")).hexdigest()


def need_same_plan(now: str, seen: str) -> None:
    """Raise RuleError E_STATE (``plan_is_old``) where something changed since the look."""
    if now != seen:
        raise Refusal(
            _(
                "The table or the tournament has changed since you looked, or these "
                "lines are already saved. Nothing was saved this time. Check the lines "
                "again."
            ),
            field="file",
        )


def undoable(event: Event, changes: Iterable[Change]) -> set[int]:
    """The primary keys of those changes that brought a file of which something is still there."""
    if not event.is_open:
        return set()
    brought = {
        change.pk: _brought(change) for change in changes if change.what == Change.What.IMPORTED
    }
    entries = {pk for people, _results in brought.values() for pk in people}
    tables = {result["pairing"] for _people, results in brought.values() for result in results}
    here = set(event.participants.filter(pk__in=entries).values_list("pk", flat=True))
    now = {
        pairing.pk: pairing for pairing in Pairing.objects.filter(round__event=event, pk__in=tables)
    }
    return {
        pk
        for pk, (people, results) in brought.items()
        if here.intersection(people) or any(_untouched(now, result) for result in results)
    }


def _brought(change: Change) -> tuple[list[int], list[dict[str, Any]]]:
    """The entries that a change says a file brought, and its results: table, before, after."""
    after = change.after if isinstance(change.after, dict) else {}
    return after.get("entries", []), after.get("results", [])


def _untouched(now: dict[int, Pairing], result: dict[str, Any]) -> bool:
    """Whether a table still has the result of the file."""
    pairing = now.get(result["pairing"])
    return pairing is not None and result_json(pairing) == result["after"]


@atomic_retried
def undo_file(act: Act, event: Event, *, change: Change) -> tuple[int, int]:
    """Take back what a file brought, all of it that is still as it was; nothing else is touched.

    Returns how many entries or results went and how many stay, because they were changed since.
    Raises RuleError E_STATE where nothing is left to take back (``file_is_gone``), a player of the
    file sat in a round (``file_has_games``), or the round takes no results;
    :class:`~goclub.leagues.tournament.services.steps.Stale`, PermissionDenied.
    """
    event = lock_for_step(act, event)
    people, results = _brought(change)
    if change.event_id != event.pk or change.what != Change.What.IMPORTED:
        people, results = [], []
    gone, stay = (
        _take_off(act, event, people) if people else _take_back(act, event, change, results)
    )
    if not gone:
        raise Refusal(_("Nothing from this file is left to undo."), field="change")
    event.version += 1
    event.save(update_fields=["version"])
    return gone, stay


def _take_off(act: Act, event: Event, pks: list[int]) -> tuple[int, int]:
    people = list(event.participants.filter(pk__in=pks))
    seated = Seat.objects.filter(participant__in=people).values_list("participant", flat=True)
    held = set(seated)
    if held:
        names = listed(person.shown_name for person in people if person.pk in held)
        raise Refusal(
            _(
                "%(value)s has already played in a round. Withdraw them instead; their "
                "games then stay."
            ),
            field="change",
            value=names[:300],
            reason="file_has_games",
        )
    facts = [(person.display_name, entry_json(person), None) for person in people]
    record_all(act, event, Change.What.REMOVED, facts)
    Participant.objects.filter(pk__in=[person.pk for person in people]).delete()
    return len(people), 0


def _take_back(
    act: Act, event: Event, change: Change, results: list[dict[str, Any]]
) -> tuple[int, int]:
    event_round = Round.objects.filter(event=event, number=change.round_number or 0).first()
    if event_round is None:
        return 0, 0
    need_published(event, event_round)
    rows = event_round.pairings.select_related("black", "white").order_by("table")
    now = {row.pk: row for row in rows}
    for pairing in now.values():
        pairing.round = event_round
    decided = [
        (now[result["pairing"]], result["before"]) for result in results if _untouched(now, result)
    ]
    changed = write_results(act, event, event_round, decided)
    return len(changed), len(results) - len(changed)
