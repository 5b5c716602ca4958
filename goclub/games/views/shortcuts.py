"""Small things several views need."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_countries import countries

from goclub.games.models import Standing
from goclub.members.models import Member, User

SGF_TYPE = "application/x-go-sgf"


def sign_in_first(request: HttpRequest) -> HttpResponseRedirect:
    return redirect_to_login(request.get_full_path())


def sgf_response(text: str, filename: str) -> HttpResponse:
    """A record as a file."""
    response = HttpResponse(text, content_type=SGF_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def user_of(request: HttpRequest) -> User:
    """The signed-in user; call behind ``login_required`` only."""
    assert isinstance(request.user, User)
    return request.user


def members_with_strength(*, holding_points: bool = False) -> list[Member]:
    """Present members by name, each with ``paa_rank`` and ``paa_points`` (two queries)."""
    standings = {
        standing.member_id: standing
        for standing in Standing.objects.filter(system="paa", points__isnull=False)
    }
    members: QuerySet[Member] = Member.objects.active().order_by("display_name", "pk")
    chosen = []
    for member in members:
        standing = standings.get(member.pk)
        member.paa_rank = standing.rank if standing else ""  # type: ignore[attr-defined]
        member.paa_points = standing.points if standing else None  # type: ignore[attr-defined]
        if standing or not holding_points:
            chosen.append(member)
    return chosen


def countries_of_members() -> list[tuple[str, str]]:
    """Code and name of the countries that present members come from, by name."""
    codes = Member.objects.active().exclude(country="").values_list("country", flat=True)
    names = {str(code): str(countries.name(str(code))) for code in codes.distinct()}
    return sorted(names.items(), key=lambda item: item[1])


def initial_from_query(request: HttpRequest, names: tuple[str, ...]) -> dict[str, Any]:
    """Form fields that a link may fill in."""
    return {name: request.GET[name] for name in names if name in request.GET}
