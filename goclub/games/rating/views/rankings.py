"""One table per rating system: who stands where, now or at any moment of the past."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django import forms
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from goclub.common.export import csv_response
from goclub.common.forms import Sent, offer
from goclub.common.http import sign_in_first
from goclub.common.reading import MomentField
from goclub.games.rating import ranking
from goclub.games.rating.systems.protocol import AnySystem
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.members.queries import countries_of_members
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of


class RankingForm(forms.Form):
    """Which members, and as of when."""

    months = forms.IntegerField(
        label=_("Played in the last … months"), required=False, min_value=1, max_value=120
    )
    certified = forms.BooleanField(label=_("Certified only"), required=False)
    country = forms.ChoiceField(label=_("Country"), required=False)
    club = forms.CharField(label=_("Club"), required=False, max_length=60)
    at = MomentField(label=_("As of"), required=False)

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
    rows = ranking.rows(
        chosen,
        at=at.astimezone(UTC),
        since=_months_before(at, asked.get("months")),
        certified=bool(asked.get("certified")),
        country=asked.get("country", ""),
        club=asked.get("club", ""),
    )
    if request.GET.get("format") == "csv":
        return _csv(system, rows)
    context = {
        "form": form,
        "system": system,
        "system_name": chosen.name,
        "systems": SYSTEMS.names,
        "note": chosen.ranking_note(),
        "rows": rows,
        "as_of": asked.get("at"),
        "has_rank": chosen.has_ranks,
        "me_pk": getattr(request.member, "pk", None),
    }
    return render(request, "games/rating/rankings.html", context)


def _months_before(at: datetime, months: int | None) -> date | None:
    return None if not months else (at - timedelta(days=round(30.44 * months))).date()


def _csv(system: str, rows: list[ranking.RankingRow]) -> StreamingHttpResponse:
    header = ["place", "name", "romanised", "country", "club", "rank", "value", "games",
              "last_month"]  # fmt: skip
    values = (
        (row.place, row.member.display_name, row.member.romanised_name, str(row.member.country),
         row.member.club, row.rank, row.value if row.place else None, row.games, row.trend)
        for row in rows
    )  # fmt: skip
    return csv_response(f"ranking-{system}.csv", header, values)
