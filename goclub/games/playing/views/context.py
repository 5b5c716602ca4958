"""What every page knows of what waits for the reader."""

from functools import cache

from django.utils import timezone

from goclub.common.kept_pages import counted
from goclub.games.playing.queries import WAITING
from goclub.members.requests import MemberRequest


def waiting(request: MemberRequest) -> dict[str, object]:
    """``me_waiting``: how many things wait for the signed-in member.

    A function, since it is asked only where it is shown, and then once; templates call it.  A
    lazy object would not do: the plurals of some languages calculate with the number.
    """
    member = getattr(request, "member", None)
    if member is None:
        return {"me_waiting": 0}

    def count() -> int:
        return WAITING.count(member, timezone.now())

    return {"me_waiting": cache(lambda: counted(request, "waiting", count))}
