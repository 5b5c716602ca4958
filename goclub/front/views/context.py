"""What every page tells of itself where its view says nothing."""

from __future__ import annotations

from goclub.common.sharing import Shared
from goclub.front.labels.pages import PAGES
from goclub.members.requests import MemberRequest
from goclub.members.visitors import VisitorRights, rights_of


def listed(request: MemberRequest) -> dict[str, object]:
    """``listed_page``: the page as others see it, if it is one of those that others may find."""
    match = request.resolver_match
    page = PAGES.get(match.view_name) if match else None
    if page is None:
        return {}
    rights_of(request)  # reads the club
    rights = VisitorRights.of_visitor(request.club)
    public = not page.need or bool(getattr(rights, page.need))
    shared = Shared(
        public=public,
        description=str(page.text),
        titled=not page.mapped,
        numbered=page.numbered,
    )
    return {"listed_page": shared}
