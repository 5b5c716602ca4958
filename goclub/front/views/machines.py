"""robots.txt, the manifest of the installed site, and the club's own picture."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from goclub.common.pictures.card import Caption, Face, beside
from goclub.common.pictures.drawing import picture_response
from goclub.common.sharing import absolute
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board
from goclub.members.models import ClubSettings
from goclub.members.requests import MemberRequest
from goclub.members.theme import PAPER_LIGHT
from goclub.members.visitors import VisitorRights, rights_of

#: Addresses that lead a program nowhere: doors, desks, and what answers programs otherwise.
CLOSED: Final = ("members:desk", "members:me", "members:sign-in", "members:password-reset",
                 "admin:index", "games:notebook", "games:report", "games:evening",
                 "health")  # fmt: skip


@require_safe
@cache_control(max_age=300)
def robots(request: MemberRequest) -> HttpResponse:
    """Which pages programs may read: none where the club shows visitors nothing."""
    rights_of(request)  # reads the club
    if not VisitorRights.of_visitor(request.club).games:
        lines = ["Disallow: /"]
    else:
        lines = [f"Disallow: {reverse(name)}" for name in CLOSED]
        lines += ["", f"Sitemap: {absolute(request, reverse('sitemap'))}"]
    text = "\n".join(("User-agent: *", *lines, ""))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def manifest(request: MemberRequest) -> HttpResponse:
    """The site as a program of its own on a telephone or a desk: name, colours, icons."""
    rights_of(request)  # reads the club
    club = request.club
    facts = {
        "name": club.name,
        "short_name": club.name,
        "description": club.motto or club.name,
        "lang": get_language() or "en",
        "id": "/",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER_LIGHT,
        "background_color": PAPER_LIGHT,
        "icons": [
            _icon(club, "192", "192x192", "any"),
            _icon(club, "512", "512x512", "any"),
            _icon(club, "maskable-512", "512x512", "maskable"),
        ],
    }
    return JsonResponse(facts, content_type="application/manifest+json")


def _icon(club: ClubSettings, name: str, sizes: str, purpose: str) -> dict[str, str]:
    source = static(f"img/icon-{club.mark}-{name}.png")
    return {"src": source, "sizes": sizes, "type": "image/png", "purpose": purpose}


#: A few stones, as on any evening.
_CORNER: Final = (
    ".........",
    "..X.O....",
    "..XXOO...",
    "..O.X.O..",
    "..OOXXO..",
    "....O.X..",
    "..O...X..",
    "....X....",
    ".........",
)


@require_safe
def picture(request: MemberRequest) -> HttpResponse:
    """The picture of every page without one of its own: the club's name beside a board."""
    rights_of(request)  # reads the club
    lines = [Caption(request.club.name, 64, gap=24), Caption(request.club.motto, 34, soft=True)]
    board = draw_board(Board.from_rows(_CORNER), title="", coordinates=False)
    return picture_response(request, beside(Face("", request.club.accent), board, lines))
