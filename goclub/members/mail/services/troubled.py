"""Letters that trouble the office: sent once more, or let go."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from goclub.common.transactions import atomic_retried
from goclub.members.models import Letter, User
from goclub.members.rights import need


@atomic_retried
def send_letters_again(*, letters: Collection[int], by: User, at: datetime) -> int:
    """Let a worker try these troubled letters again; returns how many there were.

    A letter that was perhaps sent may arrive twice: that is what the office decides here.
    """
    need(by, "members.approve_member")
    # Written anew: a letter given up for its age has two days again.
    again = {"tries": 0, "error": "", "next_try_at": at, "written_at": at}
    return _move(letters, Letter.State.WAITING, at, **again)


@atomic_retried
def let_letters_go(*, letters: Collection[int], by: User, at: datetime) -> int:
    """Give these troubled letters up; returns how many there were."""
    need(by, "members.approve_member")
    return _move(letters, Letter.State.DROPPED, at)


def _move(letters: Collection[int], to: Letter.State, at: datetime, **values: object) -> int:
    """Only what is still troubled: a second press moves nothing."""
    troubled = Letter.objects.troubled().filter(pk__in=letters)
    return troubled.update(state=to, changed_at=at, worker="", **values)
