"""What every page knows of the reader's desk."""

from functools import cache

from django.urls import reverse

from goclub.common.kept_pages import counted
from goclub.members.desk.queries.sources import Urgency, sources_of
from goclub.members.desk.queries.waiting import counts_of, desk_count
from goclub.members.models import User
from goclub.members.requests import MemberRequest


def desk(request: MemberRequest) -> dict[str, object]:
    """``has_desk``, ``desk_waiting``, ``desk_kinds``: whether the reader has a desk, how much waits
    on it in all, and of each kind the heading and its page.

    Functions, since they are asked only where they are shown, and then once.
    """
    user = getattr(request, "user", None)
    if not isinstance(user, User) and not getattr(user, "is_authenticated", False):
        return {"has_desk": False, "desk_waiting": 0, "desk_kinds": ()}
    assert user is not None
    return {
        "has_desk": cache(lambda: bool(sources_of(user))),
        "desk_waiting": cache(lambda: _waiting(request, user)),
        "desk_kinds": cache(lambda: _kinds(user)),
    }


def _waiting(request: MemberRequest, user: User) -> int:
    if not sources_of(user):
        return 0
    return counted(request, "desk", lambda: desk_count(user))


def _kinds(user: User) -> list[dict[str, object]]:
    sources = [source for source in sources_of(user) if source.gravity != Urgency.QUIET]
    counts = counts_of(sources, user)
    return [
        {
            "heading": source.heading(counts[source.key]),
            "url": reverse("members:desk-kind", args=[source.key])
            if source.in_table
            else reverse("members:desk"),
        }
        for source in sources
        if counts[source.key]
    ]
