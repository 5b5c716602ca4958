"""What waits for a member, counted for the header in one query; rooms above add what they know."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import reduce
from operator import add
from typing import Any, Final

from django.apps import apps
from django.db.models import QuerySet
from django.db.models.expressions import Combinable

from goclub.common.aggregates import counted
from goclub.games.models import Game, Toss
from goclub.members.models import Member

#: Rows that wait for a member at a moment.
Waits = Callable[[Member, datetime], QuerySet[Any]]


class Waiting:
    """Everything that waits: reports to confirm, tosses to answer, and what rooms above add."""

    def __init__(self, *first: Waits) -> None:
        self._all: tuple[Waits, ...] = first

    def add(self, waits: Waits) -> None:
        """Take rows in; raises RuntimeError once the site has started."""
        if apps.ready:
            raise RuntimeError("what waits is said while the apps get ready")
        self._all = (*self._all, waits)

    def count(self, member: Member, at: datetime) -> int:
        """How many things wait for a member (one query)."""
        first, *others = (waits(member, at).order_by().values("pk") for waits in self._all)
        return first.union(*others, all=True).count()

    def column(self, member: Member, at: datetime) -> Combinable:
        """The same as :meth:`count`, as a part of another query."""
        return reduce(add, (counted(waits(member, at)) for waits in self._all))


def _games(member: Member, _at: datetime) -> QuerySet[Any]:
    return Game.objects.waiting_for(member)


def _tosses(member: Member, _at: datetime) -> QuerySet[Any]:
    return Toss.objects.waiting_for(member)


WAITING: Final = Waiting(_games, _tosses)
