"""One table per rating system: who stands where, now or at any moment of the past."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from goclub.common.export import csv_response
from goclub.common.forms import Sent, offer
from goclub.common.http import sign_in_first
from goclub.common.reading import EndOfDayField
from goclub.games.rating import ranking
from goclub.games.rating.systems.protocol import AnySystem
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.members.models import Member
from goclub.members.names import LONGEST, fold_name
from goclub.members.queries import countries_of_members
from goclub.members.requests import MemberRequest
from goclub.members.visitors import VisitorRights, rights_of

#: How many members one page holds.
A_PAGE = 100
#: What of an address says where one looks, not at what.
_JUMPS = frozenset({"page", "name", "format"})


class RankingForm(forms.Form):
    """Which members, and as of when."""

    months = forms.IntegerField(
        label=_("Played in the last … months"), required=False, min_value=1, max_value=120
    )
    certified = forms.BooleanField(label=_("Certified only"), required=False)
    country = forms.ChoiceField(label=_("Country"), required=False)
    club = forms.CharField(label=_("Club"), required=False, max_length=60)
    at = EndOfDayField(label=_("As of"), required=False)

    def __init__(self, data: Sent = None, *, system: AnySystem) -> None:
        super().__init__(data)
        if not system.certifies:
            del self.fields["certified"]
        offer(self, "country", [("", _("all countries")), *countries_of_members()])


@require_safe
def rankings(request: MemberRequest, system: str = MAIN_SYSTEM) -> HttpResponseBase:
    """The members by strength in one system, with what each gained in the last month."""
    if not rights_of(request).table:
        return sign_in_first(request)
    if system not in SYSTEMS:
        raise Http404
    chosen = SYSTEMS.of(system)
    form = RankingForm(request.GET, system=chosen)
    asked = form.cleaned_data if form.is_valid() else {}
    at = asked.get("at") or timezone.now()
    ranking_lines = ranking.lines(
        chosen,
        at=at.astimezone(UTC),
        since=_months_before(at, asked.get("months")),
        certified=bool(asked.get("certified")),
        country=asked.get("country", ""),
        club=asked.get("club", ""),
    )
    rights = rights_of(request)
    by_origin = bool(asked.get("country") or asked.get("club"))
    lines = [line for line in ranking_lines if _is_shown(line, rights, by_origin=by_origin)]
    if request.GET.get("format") == "csv":
        return _csv(system, ranking.rows(chosen, lines, at=at), rights)
    name = fold_name(request.GET.get("name", "")[:LONGEST])
    me_pk = getattr(request.member, "pk", None)
    named = _place(lines, lambda line: bool(name) and name in line.search_names)
    mine = _place(lines, lambda line: line.member_id == me_pk)
    asked_page = request.GET.get("page") if named is None else _number(named)
    page = Paginator(lines, A_PAGE).get_page(asked_page)
    context = {
        "form": form,
        "page": page,
        "mine": _number(mine),
        "named_pk": None if named is None else lines[named].member_id,
        "not_named": bool(name) and named is None,
        "kept": [(key, value) for key, value in request.GET.items() if key not in _JUMPS],
        "system": system,
        "system_name": chosen.name,
        "systems": SYSTEMS.names,
        "note": chosen.ranking_note(),
        "rows": ranking.rows(chosen, list(page), at=at),
        "as_of": asked.get("at"),
        "has_rank": chosen.has_ranks,
        "me_pk": me_pk,
    }
    return render(request, "games/rating/rankings.html", context)


def _place(
    lines: list[ranking.RankingLine], fits: Callable[[ranking.RankingLine], bool]
) -> int | None:
    """Where the first line that fits stands, from 0."""
    return next((at for at, line in enumerate(lines) if fits(line)), None)


def _number(place: int | None) -> int | None:
    """The number of the page on which a row stands."""
    return None if place is None else place // A_PAGE + 1


def _months_before(at: datetime, months: int | None) -> date | None:
    return None if not months else (at - timedelta(days=round(30.44 * months))).date()


def _is_shown(line: ranking.RankingLine, rights: VisitorRights, *, by_origin: bool) -> bool:
    """Whether this reader finds a member here; by a country or a club only who shows it."""
    listed = line.is_listed or not rights.visitor
    return listed and (rights.origin_of(line) or not by_origin)


def _origin(member: Member, rights: VisitorRights) -> tuple[str, str]:
    return (str(member.country), member.club) if rights.origin_of(member) else ("", "")


def _csv(
    system: str, rows: list[ranking.RankingRow], rights: VisitorRights
) -> StreamingHttpResponse:
    header = ["place", "name", "romanised", "country", "club", "rank", "value", "games",
              "last_month"]  # fmt: skip
    values = (
        (row.place, row.member.display_name, row.member.romanised_name,
         *_origin(row.member, rights), row.rank, row.value if row.place else None, row.games,
         row.trend)
        for row in rows
    )  # fmt: skip
    return csv_response(f"ranking-{system}.csv", header, values)
