"""The library of records: the list with its search, a feed, and downloads of a selection."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import django_filters
from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from goclub.common.feed import FeedEntry, Head, atom_response
from goclub.common.http import SGF_TYPE, attachment, download, sign_in_first
from goclub.common.keyset import keyset_page
from goclub.common.notation import dotted
from goclub.common.reading import read_numbers
from goclub.common.sharing import absolute
from goclub.games.labels import conditions_text, stones_text
from goclub.games.library.forms import RememberedForm
from goclub.games.library.labels.memory import AGAINST, joseki_picture, position_picture
from goclub.games.library.services.memory import RememberedGames
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Kifu, RatingEntry
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import thumbnail
from goclub.go.diagrams.svg import SafeSvg
from goclub.members.forms import RANKS
from goclub.members.models import Member
from goclub.members.names import fold_name
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of
from ratings.errors import RuleError
from ratings.ranks import DECLARABLE, rank_code

A_PAGE = 24
#: So many records go into one download.
MOST_IN_A_FILE = 5_000
_PLACE = {code: place for place, code in enumerate(DECLARABLE)}
DATE_INPUT = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class KifuFilter(django_filters.FilterSet):
    """Search and filters of the library."""

    q = django_filters.CharFilter(method="by_player", label=_("Player"))
    result = django_filters.ChoiceFilter(
        field_name="winner",
        choices=[
            ("B", _("Black won")),
            ("W", _("White won")),
            ("J", _("Jigo")),
            ("none", pgettext_lazy("result of a record", "open")),
        ],
        method="by_result",
        label=_("Result"),
        empty_label=_("all results"),
    )
    rank_from = django_filters.ChoiceFilter(
        method="by_rank", choices=RANKS, label=_("Weakest rank"), empty_label=_("any rank")
    )
    rank_to = django_filters.ChoiceFilter(
        method="by_rank", choices=RANKS, label=_("Strongest rank"), empty_label=_("any rank")
    )
    size = django_filters.ChoiceFilter(
        method="by_size",
        choices=[("19", "19×19"), ("13", "13×13"), ("9", "9×9"), ("other", _("other"))],
        label=_("Board"),
        empty_label=_("all boards"),
    )
    handicap = django_filters.ChoiceFilter(
        method="by_handicap",
        choices=[("none", _("none")), *((str(n), str(n)) for n in range(2, 10))],
        label=_("Handicap"),
        empty_label=_("with or without"),
    )
    komi = django_filters.NumberFilter(
        method="by_komi", label=_("Komi"), widget=forms.NumberInput(attrs={"step": "0.5"})
    )
    event = django_filters.CharFilter(
        field_name="event", lookup_expr="icontains", label=pgettext_lazy("of a record", "Event")
    )
    since = django_filters.DateFilter(
        field_name="played_on",
        lookup_expr="gte",
        label=pgettext_lazy("a day", "From"),
        widget=DATE_INPUT,
    )
    until = django_filters.DateFilter(
        field_name="played_on",
        lookup_expr="lte",
        label=pgettext_lazy("a day", "Until"),
        widget=DATE_INPUT,
    )
    came = django_filters.DateFilter(
        field_name="uploaded_at",
        lookup_expr="date__gte",
        label=_("Uploaded since"),
        widget=DATE_INPUT,
    )
    text = django_filters.CharFilter(
        field_name="text", lookup_expr="icontains", label=_("In the comments")
    )

    favourites = django_filters.BooleanFilter(
        method="starred", label=_("Favourites"), widget=forms.CheckboxInput
    )

    class Meta:
        model = Kifu
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.request.member is None:
            del self.filters["favourites"]

    def starred(self, queryset: QuerySet[Kifu], _name: str, chosen: bool) -> QuerySet[Kifu]:
        """The reader's own favourites."""
        if not chosen:
            return queryset
        return queryset.filter(favourite_of__owner=self.request.member)

    def by_player(self, queryset: QuerySet[Kifu], _name: str, text: str) -> QuerySet[Kifu]:
        """Names in the record in any spelling, and the members of the game."""
        members = Member.objects.searched(text)
        folded = fold_name(text)
        asked = Q(game__black__in=members) | Q(game__white__in=members)
        return queryset.filter(asked | Q(names__contains=folded) if folded else asked)

    def by_rank(self, queryset: QuerySet[Kifu], name: str, _value: str) -> QuerySet[Kifu]:
        """Games with a player between two ranks, by the record or by the ledger of the club."""
        low, high = (self.form.cleaned_data[end] for end in ("rank_from", "rank_to"))
        if name == "rank_to" and low:
            return queryset  # both ends count for the same player
        codes = DECLARABLE[_PLACE.get(low, 0) : _PLACE.get(high, len(_PLACE)) + 1]
        asked = Q(Exists(RatingEntry.objects.filter(
            game=OuterRef("game"), system=MAIN_SYSTEM, rank_before__in=codes
        )))  # fmt: skip
        for column in ("black_rank", "white_rank"):
            written = Kifu.objects.order_by().values_list(column, flat=True).distinct()
            asked |= Q(**{f"{column}__in": [text for text in written if _code(text) in codes]})
        return queryset.filter(asked)

    def by_result(self, queryset: QuerySet[Kifu], _name: str, value: str) -> QuerySet[Kifu]:
        return queryset.filter(winner__in=["", "N"] if value == "none" else [value])

    def by_size(self, queryset: QuerySet[Kifu], _name: str, value: str) -> QuerySet[Kifu]:
        if value == "other":
            usual = Q()
            for size in (9, 13, 19):
                usual |= Q(width=size, height=size)
            return queryset.exclude(usual)
        return queryset.filter(width=int(value), height=int(value))

    def by_handicap(self, queryset: QuerySet[Kifu], _name: str, value: str) -> QuerySet[Kifu]:
        return (
            queryset.filter(handicap__lt=2)
            if value == "none"
            else queryset.filter(handicap=int(value))
        )

    def by_komi(self, queryset: QuerySet[Kifu], _name: str, value: Any) -> QuerySet[Kifu]:
        if not -500 <= value <= 500 or value * 2 % 1:
            return queryset.none()
        return queryset.filter(komi2=int(value * 2))


def _code(text: str) -> str:
    """The rank that a record writes; empty where it is none."""
    try:
        return rank_code(text)
    except RuleError:
        return ""


def library() -> QuerySet[Kifu]:
    """The records of the list, by the day of the game."""
    return Kifu.objects.in_library().with_game().light().newest_first()


@require_safe
def kifu_list(request: MemberRequest) -> HttpResponseBase:
    """Every record, with pictures of how the games ended."""
    if not rights_of(request).games:
        return sign_in_first(request)
    remembered = RememberedForm(request.GET)
    if not remembered.is_valid():
        raise Http404
    player = remembered.cleaned_data["player"]
    if player and not rights_of(request).page_of(player):
        return sign_in_first(request)
    records = remembered.asked.of(library())
    kind = request.GET.get("format")
    if kind in ("sgf", "zip"):
        return _download(request, kind, records)
    kifu_filter = KifuFilter(request.GET, queryset=records, request=request)
    page = keyset_page(request.GET, kifu_filter.qs, per_page=A_PAGE)
    context = {
        "filter": kifu_filter,
        "page": page,
        "cards": [(kifu, kifu_thumbnail(kifu), conditions(kifu)) for kifu in page.rows],
        "total": kifu_filter.qs.count(),
        "most": MOST_IN_A_FILE,
        "asked": _asked(remembered),
        "kept": [(name, request.GET[name]) for name in remembered.fields if name in request.GET],
    }
    return render(request, "games/library/kifu_list.html", context)


def _asked(form: RememberedForm) -> dict[str, object] | None:
    """What is remembered of the games of the list, with a picture."""
    asked, values = form.asked, form.cleaned_data
    if asked == RememberedGames():
        return None
    place = asked.example()
    picture: SafeSvg | str = ""
    if asked.joseki:
        try:
            picture = joseki_picture(asked.joseki, asked.board or 19)
        except ValueError:
            raise Http404 from None
    elif place:
        picture = position_picture(read_kifu(place.kifu), place.move)
    return {
        "picture": picture,
        "joseki": asked.joseki,
        "player": values["player"],
        "colour": values["colour"],
        "against": AGAINST.get(values["against"], ""),
        "year": asked.year,
        "stones": asked.stones,
    }


def kifu_thumbnail(kifu: Kifu) -> SafeSvg:
    """The final position as a small picture."""
    rows = kifu.final or "/".join(["." * kifu.width] * kifu.height)
    return _picture(rows, gettext("Final position of %(game)s") % {"game": str(kifu)})


@lru_cache(maxsize=1000)
def _picture(rows: str, title: str) -> SafeSvg:
    """The picture of a position, some 3 kB; drawing it takes 0.8 ms."""
    return thumbnail(Board.from_rows(rows.split("/")), title=title)


def conditions(kifu: Kifu) -> str:
    """Board, stones and komi of a record, as far as it names them."""
    parts = [] if kifu.width == kifu.height == 19 else [f"{kifu.width}×{kifu.height}"]
    stones = kifu.handicap if kifu.handicap > 1 else 0
    if kifu.komi2 is not None:
        parts.append(conditions_text(stones, kifu.komi2))
    elif stones:
        parts.append(stones_text(stones))
    return dotted(parts)


# --- Downloads --------------------------------------------------------------------------------
def _download(request: MemberRequest, kind: str, records: QuerySet[Kifu]) -> HttpResponseBase:
    """The chosen records (``pk=…``), or all that the filters leave, as one file."""
    chosen = read_numbers(request.GET.getlist("pk"))
    if chosen:
        records = records.filter(pk__in=chosen[:MOST_IN_A_FILE])
    else:
        records = KifuFilter(request.GET, queryset=records, request=request).qs
    rows = records.order_by("pk").values_list("pk", "normalised")[:MOST_IN_A_FILE].iterator(200)
    if kind == "zip":
        return _zip(rows)
    return StreamingHttpResponse(
        (text for _pk, text in rows),
        content_type=SGF_TYPE,
        headers={"Content-Disposition": attachment("kifu.sgf")},
    )


def _zip(rows: Iterator[tuple[int, str]]) -> HttpResponse:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for pk, text in rows:
            archive.writestr(f"kifu-{pk}.sgf", text)
    return download(whole.getvalue(), "application/zip", "kifu.zip")


IN_FEED = 30


@require_safe
def feed(request: MemberRequest) -> HttpResponse:
    """The newest records of the library as an Atom feed."""
    if not rights_of(request).games:
        return sign_in_first(request)
    newest = Kifu.objects.in_library().with_game().light().order_by("-pk")[:IN_FEED]
    head = Head(
        name="kifu-feed",
        title=gettext("Kifu of %(club)s") % {"club": request.club.name},
        subtitle=gettext("Game records, newest first."),
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
