"""A press on the desk: one transaction, each row judged by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import Refusal, describe
from goclub.common.transactions import atomic_retried
from goclub.members.desk.queries import PressOutcome, Source
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

T = TypeVar("T")

#: Nobody means more than this with one press.
MOST: Final = 1000


@atomic_retried
def act_on_matters(
    act: Act, source: Source, *, name: str, rows: Sequence[int], reason: str = ""
) -> PressOutcome:
    """Carry out a press of the desk for these rows; those that refuse stay, with their reason.

    Raises PermissionDenied for whoever has not to do with it, RuleError E_MISSING where nothing is
    chosen or a reason is needed, E_RANGE for more rows than one press may move.
    """
    if not source.sees(act.user):
        raise PermissionDenied
    if not rows:
        raise Refusal(
            _("Nothing is ticked. Tick at least one item and try again."),
            code=Code.MISSING,
            field="chosen",
            reason="nothing_chosen",
        )
    if len(rows) > MOST:
        raise RuleError(Code.RANGE, "chosen", len(rows), AcceptedRange(1, MOST))
    if type(source).press is Source.press:  # it only shows, and has no presses
        return PressOutcome()
    return source.press(act, name, list(dict.fromkeys(rows)), reason=reason)


def each(
    rows: Sequence[T], service: Callable[[T], object], message: Callable[[int], StrOrPromise]
) -> PressOutcome:
    """Do something with every row, within a savepoint each; who refuses stays, with the reason."""
    outcome = PressOutcome()
    for row in rows:
        try:
            with transaction.atomic():
                service(row)
        except RuleError as error:
            outcome.stayed.append((str(row), describe(error)))
        else:
            outcome.done += 1
    outcome.said = message(outcome.done) if outcome.done else ""
    return outcome
