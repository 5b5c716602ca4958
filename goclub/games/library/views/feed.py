"""The records that came last, for feed readers."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.common.feed import FeedEntry, Head, atom_response
from goclub.common.http import sign_in_first
from goclub.common.notation import dotted
from goclub.common.sharing import absolute
from goclub.games.library.views.library import conditions
from goclub.games.models import Kifu
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of

IN_FEED = 30


@require_safe
def feed(request: MemberRequest) -> HttpResponse:
    """The newest records of the library as an Atom feed."""
    if not rights_of(request).games:
        return sign_in_first(request)
    newest = Kifu.objects.in_library().with_game().light().order_by("-pk")[:IN_FEED]
    head = Head(
        name="kifu-feed",
        title=_("Kifu of %(club)s") % {"club": request.club.name},
        subtitle=_("Game records, newest first."),
        address=absolute(request, reverse("games:kifu-list")),
        own_address=absolute(request, request.path),
        author=request.club.name,
        language=get_language() or "en",
    )
    return atom_response(request.club.key, head, [_entry(request, kifu) for kifu in newest])


def _entry(request: MemberRequest, kifu: Kifu) -> FeedEntry:
    return FeedEntry(
        name=f"kifu-{kifu.pk}",
        title=str(kifu),
        text=dotted((kifu.result, conditions(kifu), kifu.event, kifu.date_text)),
        address=absolute(request, kifu.get_absolute_url()),
        published=kifu.filed_at or kifu.uploaded_at,
    )
