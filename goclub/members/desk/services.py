"""A press on the desk: one transaction, each row judged by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import describe
from goclub.common.transactions import atomic_retried
from goclub.members.desk.queries import PressOutcome, Source
from goclub.members.models import User
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

T = TypeVar("T")

#: Nobody means more than this with one press.
MOST: Final = 1000


@atomic_retried
def act_on_matters(
    *, source: Source, name: str, rows: Sequence[int], by: User, at: datetime, reason: str = ""
) -> PressOutcome:
    """Carry out a press of the desk for these rows; those that refuse stay, with their reason.

    Raises PermissionDenied for whoever has not to do with it, RuleError E_MISSING where nothing is
    chosen or a reason is needed, E_RANGE for more rows than one press may move.
    """
    if not source.sees(by):
        raise PermissionDenied
    if not rows:
        raise RuleError(Code.MISSING, field="chosen", reason="desk.nothing_chosen")
    if len(rows) > MOST:
        raise RuleError(
            Code.RANGE, field="chosen", value=len(rows), accepted=AcceptedRange(1, MOST)
        )
    if type(source).act is Source.act:  # it only shows, and has no presses
        return PressOutcome()
    return source.act(name, list(dict.fromkeys(rows)), by=by, at=at, reason=reason)


def each(
    rows: Sequence[T], act: Callable[[T], object], message: Callable[[int], StrOrPromise]
) -> PressOutcome:
    """Do something with every row, within a savepoint each; who refuses stays, with the reason."""
    outcome = PressOutcome()
    for row in rows:
        try:
            with transaction.atomic():
                act(row)
        except RuleError as error:
            outcome.stayed.append((str(row), describe(error)))
        else:
            outcome.done += 1
    outcome.said = message(outcome.done) if outcome.done else ""
    return outcome
