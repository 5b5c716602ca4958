"""The sitemaps: an index of sections, each in files of a few thousand addresses.

A part of a section reads the columns that it shows, of the rows whose keys lie in its range; which
sections there are is what visitors may see now.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as django_views
from django.core.paginator import Page, Paginator
from django.db.models import F, Max, QuerySet
from django.http import HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from goclub.common.sharing import absolute
from goclub.front.labels.pages import PAGES
from goclub.games.models import Game, Kifu, Standing
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.leagues.models import Event, League, Season, Term
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from goclub.members.visitors import VisitorRights, rights_of

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
        raise NotImplementedError

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
