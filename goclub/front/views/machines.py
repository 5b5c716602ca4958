"""Pages of no room: what to learn, what search engines, telephones and monitors ask for."""

from __future__ import annotations

from datetime import datetime
from functools import cache, lru_cache
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as django_views
from django.core.paginator import Page, Paginator
from django.db import Error
from django.db.models import F, Max, QuerySet
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from goclub.common import backups
from goclub.common.health import database_problems, problem_of
from goclub.common.kept_pages import counted
from goclub.common.pictures import Caption, Face, beside, picture_response
from goclub.common.redis_cache import release_of
from goclub.common.sharing import Shared, absolute
from goclub.front.labels import LEARN, PAGES
from goclub.front.queries import offline_walls
from goclub.games.learn.services import LESSONS
from goclub.games.models import Game, Kifu, Standing
from goclub.games.playing.queries import WAITING
from goclub.games.rating.ledger import triggers
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board
from goclub.leagues.models import Event, League, Season, Term
from goclub.members.models import ClubSettings, Member
from goclub.members.queries import club_settings
from goclub.members.requests import MemberRequest
from goclub.members.theme import PAPER_LIGHT, accent_css
from goclub.members.visitors import VisitorRights, rights_of

# What every page tells of itself where its view says nothing.


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


# The door to everything that can be learned here: the lessons first, then how the club counts.


#: The lesson whose board stands beside the list.
PICTURED = "capture"


@require_safe
def learn(request: MemberRequest) -> HttpResponse:
    """The lessons, and what else stands at the doors of this room; asks no database of its own."""
    pictured = next(lesson for lesson in LESSONS if lesson.key == PICTURED)
    shown_above = (request.path, reverse("games:lessons"))
    context = {
        "board": draw_board(Board.from_rows(pictured.rows), title=_("A board with a few stones")),
        "lessons": LESSONS,
        "pages": [
            {"url": door.url, "title": door.label, "text": PAGES[door.view].text}
            for door in LEARN.doors
            if door.url not in shown_above
        ],
    }
    return render(request, "front/learn.html", context)


# robots.txt, the manifest of the installed site, and the club's own picture.


#: Addresses that lead a program nowhere: doors, desks, and what answers programs otherwise.
CLOSED: Final = ("members:desk", "members:me", "members:sign-in", "members:password-reset",
                 "admin:index", "games:notebook", "games:report", "games:evening",
                 "health", "search")  # fmt: skip


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


# The page for when the line is away, and the worker that shows it.


@require_safe
def page(request: MemberRequest) -> HttpResponse:
    """The same for everybody: nothing on it says who read it last."""
    response = render(request, "front/offline.html", {"walls": offline_walls()})
    response["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    return response


@require_safe
@cache_control(no_cache=True)
def worker(request: MemberRequest) -> HttpResponse:
    """The one service worker of the site; standing at its root, it may answer for every page."""
    rights_of(request)  # reads the club
    icon = _icon(request.club, "192", "192x192", "any")
    context = {"release": _release(), "icon": icon["src"]}
    return render(
        request, "front/worker.js", context, content_type="text/javascript; charset=utf-8"
    )


@lru_cache(maxsize=1)
def _release() -> str:
    return release_of(settings.BASE_DIR)


# The sitemaps: an index of sections, each in files of a few thousand addresses.


Item = tuple[int | str, datetime | None]
Sections = dict[str, type[Sitemap[Any]] | Sitemap[Any]]


class Pages(Sitemap[str]):
    """Pages whose address needs nothing more."""

    def __init__(self, rights: VisitorRights) -> None:
        self.rights = rights

    def items(self) -> list[str]:
        return [
            name
            for name, page in PAGES.items()
            if page.mapped and (not page.need or getattr(self.rights, page.need))
        ]

    def location(self, item: str) -> str:
        return reverse(item)


class _ByKey(Paginator[Item]):
    """Parts by ranges of keys: the last costs no more than the first, and none shifts another."""

    object_list: QuerySet[Any, Item]

    @cached_property
    def count(self) -> int:
        """The highest key, as if there were a row for each."""
        return int(self.object_list.aggregate(last=Max("pk"))["last"] or 0)

    def page(self, number: int | str) -> Page[Item]:
        number = self.validate_number(number)
        below = (number - 1) * self.per_page
        rows = self.object_list.filter(pk__gt=below, pk__lte=below + self.per_page)
        return Page(rows, number, self)


class Rows(Sitemap[Item]):
    """Rows of a table: key and last change; ``name`` of the page of each."""

    limit = 2000
    name: ClassVar[str]

    def rows(self) -> QuerySet[Any]:
        """The rows, annotated with ``key`` and ``changed``."""
        raise NotImplementedError  # each kind of rows has its own query

    def items(self) -> QuerySet[Any, Item]:
        return self.rows().order_by("pk").values_list("key", "changed")

    @property
    def paginator(self) -> Paginator[Item]:
        return _ByKey(self.items(), self.limit)

    def location(self, item: Item) -> str:
        return reverse(self.name, args=[item[0]])

    def lastmod(self, item: Item) -> datetime | None:
        return item[1]

    def get_latest_lastmod(self) -> datetime | None:
        """Asked of the database; Django would read every row."""
        newest: datetime | None = self.rows().aggregate(newest=Max("changed"))["newest"]
        return newest


class Games(Rows):
    """Games on which both agree; a record of one stands on its page."""

    name = "games:detail"

    def rows(self) -> QuerySet[Any]:
        return Game.objects.confirmed().annotate(key=F("pk"), changed=F("confirmed_at"))


class Records(Rows):
    """Records of the library that belong to no game of the club."""

    name = "games:kifu-detail"

    def rows(self) -> QuerySet[Any]:
        filed = Kifu.objects.filter(game=None, filed_at__isnull=False)
        return filed.annotate(key=F("pk"), changed=F("filed_at"))


class Members(Rows):
    """Members who let visitors find them and open their page."""

    name = "games:profile"

    def rows(self) -> QuerySet[Any]:
        standings = Standing.objects.filter(
            system=MAIN_SYSTEM,
            member__status=Member.Status.MEMBER,
            member__is_listed=True,
            member__shows_profile=True,
        )
        return standings.annotate(key=F("member_id"), changed=F("last_at"))


class Events(Rows):
    """Tournaments that lists show."""

    name = "leagues:event"

    def rows(self) -> QuerySet[Any]:
        return Event.objects.shown().annotate(key=F("slug"), changed=Max("changes__at"))

    def get_latest_lastmod(self) -> datetime | None:
        """The newest change of any of them."""
        newest: datetime | None = Event.objects.shown().aggregate(at=Max("changes__at"))["at"]
        return newest


class Leagues(Rows):
    """Leagues."""

    name = "leagues:league"

    def items(self) -> QuerySet[Any, Item]:
        leagues = League.objects.order_by("pk")
        return leagues.annotate(changed=Max("events__event__closed_at")).values_list(
            "slug", "changed"
        )

    def get_latest_lastmod(self) -> None:
        """Leagues are few; their pages are read whenever their events are."""


class Parts(Sitemap[tuple[str, int]]):
    """Terms and seasons of leagues: the league's address and the part's own number."""

    limit = 2000
    name: ClassVar[str]

    def location(self, item: tuple[str, int]) -> str:
        return reverse(self.name, args=item)


class Terms(Parts):
    """Terms of official leagues."""

    name = "leagues:term"

    def items(self) -> QuerySet[Any, tuple[str, int]]:
        return Term.objects.order_by("pk").values_list("league__slug", "number")


class Seasons(Parts):
    """Seasons of season leagues."""

    name = "leagues:season"

    def items(self) -> QuerySet[Any, tuple[str, int]]:
        return Season.objects.order_by("pk").values_list("league__slug", "pk")


def sections_of(request: MemberRequest) -> Sections:
    """What visitors may see, by the name of its section."""
    rights_of(request)  # reads the club
    rights = VisitorRights.of_visitor(request.club)
    if not rights.games:
        return {}
    sections: Sections = {"pages": Pages(rights), "games": Games(), "kifu": Records()}
    sections |= {"tournaments": Events(), "leagues": Leagues()}
    sections |= {"terms": Terms(), "seasons": Seasons()}
    if rights.profiles:
        sections["members"] = Members()
    return sections


def _under_our_name(request: MemberRequest, page: TemplateResponse) -> TemplateResponse:
    """Name the site as the club does; Django takes whatever Host header came with the request."""
    context = page.context_data or {}
    for file in context.get("sitemaps", ()):
        file.location = _ours(request, file.location)
    for address in context.get("urlset", ()):
        address["location"] = _ours(request, address["location"])
    return page


def _ours(request: MemberRequest, location: str) -> str:
    return absolute(request, urlsplit(location)._replace(scheme="", netloc="").geturl())


@require_safe
def contents(request: MemberRequest) -> HttpResponse:
    """The index of all sections."""
    page = django_views.index(request, sections_of(request), sitemap_url_name="sitemap-section")
    return _under_our_name(request, page)


@require_safe
def section(request: MemberRequest, section: str) -> HttpResponse:
    """A page of a section; 404 for one that visitors may not see."""
    page = django_views.sitemap(request, sections_of(request), section=section)
    return _under_our_name(request, page)


@cache_control(no_store=True)
@require_safe
def health(_request: MemberRequest) -> JsonResponse:
    """200 when the database reads and writes and the ledger is guarded, else 503 with the reason.

    Always JSON, whatever is wrong.  A late backup is a warning: nobody is served better by a site
    that is taken away for it.
    """
    problems = database_problems()
    try:
        problems += [f"trigger missing: {name}" for name in triggers.missing()]
    except Error as error:
        problems = problems or [problem_of(error)]
    body = {"status": "failing" if problems else "ok", "problems": problems}
    body["warnings"] = backups.warnings()
    return JsonResponse(body, status=503 if problems else 200)


@require_safe
@cache_control(max_age=300)
def club_css(_request: MemberRequest) -> HttpResponse:
    """The club's accent colour as a style sheet: the strict CSP allows none in the page."""
    return HttpResponse(accent_css(club_settings().accent), content_type="text/css")


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
