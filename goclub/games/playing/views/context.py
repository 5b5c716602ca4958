"""What every page knows of the reader's open games."""

from functools import cache

from goclub.games.playing.queries.games import waiting_count
from goclub.members.requests import MemberRequest


def waiting(request: MemberRequest) -> dict[str, object]:
    """``me_waiting``: how many reports wait for the signed-in member.

    A function, since it is asked only where it is shown, and then once; templates call it.  A
    lazy object would not do: the plurals of some languages calculate with the number.
    """
    member = getattr(request, "member", None)
    return {"me_waiting": cache(lambda: waiting_count(member)) if member else 0}
