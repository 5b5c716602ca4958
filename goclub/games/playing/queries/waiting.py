"""What waits for a member, counted for the header in one query; rooms above add what they know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db.models import QuerySet

from goclub.games.models import Game, Toss
from goclub.members.models import Member


class WaitingRows(NamedTuple):
    """Rows that wait for a member at a moment: what they depend on, and the rows with that."""

    values: Callable[[Member, datetime], Mapping[str, Any]]
    rows: Callable[..., QuerySet[Any]]


class WaitingMatters:
    """Everything that waits: reports to confirm, tosses to answer, and what rooms above add."""

    def __init__(self, *first: WaitingRows) -> None:
        self._all: tuple[WaitingRows, ...] = first

    def add(self, waits: WaitingRows) -> None:
        """Take rows in; raises RuntimeError once the site has started."""
        if apps.ready:
            raise RuntimeError("what waits is said while the apps get ready")
        self._all = (*self._all, waits)

    def count(self, member: Member, at: datetime) -> int:
        """How many things wait for a member (one query)."""
        first, *others = (
            waits.rows(**waits.values(member, at)).order_by().values("pk") for waits in self._all
        )
        return first.union(*others, all=True).count()


def _player(member: Member, _at: datetime) -> dict[str, Any]:
    return {"member": member.pk, "user": member.user_id or 0}


def _caller(member: Member, _at: datetime) -> dict[str, Any]:
    return {"member": member.pk}


WAITING: Final = WaitingMatters(
    WaitingRows(_player, Game.objects.waiting_for), WaitingRows(_caller, Toss.objects.waiting_for)
)
