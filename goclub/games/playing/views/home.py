"""The start page, the health page and the club's colours."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from goclub.common.health import database_problems, problem_of
from goclub.games.library.labels.viewer import board_context
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Game, Kifu
from goclub.games.playing.queries.games import games_list
from goclub.games.playing.queries.tosses import tosses_due
from goclub.games.rating.ledger import triggers
from goclub.games.rating.queries import ledger_of, standing_of, standings_table
from goclub.members.models import Member
from goclub.members.queries import club_settings
from goclub.members.requests import MemberRequest
from goclub.members.theme import accent_css
from goclub.members.visitors import rights_of


@require_safe
def home(request: MemberRequest) -> HttpResponse:
    """What a member has to do and where he stands; for a visitor, what this club is."""
    member: Member | None = request.member
    rights = rights_of(request)
    context: dict[str, object] = {}
    if rights.games:
        latest = games_list().filter(state=Game.State.CONFIRMED)
        context["latest"] = latest[:6]
        shown = context["shown_game"] = _latest_with_kifu()
        if shown:
            record = read_kifu(shown.kifu)
            context |= board_context(record, node=None)
    if rights.table:
        context["leaders"] = standings_table()[:5]
    if member:
        context |= {
            "waiting": Game.objects.waiting_for(member).with_players().order_by("played_on"),
            "tosses_due": tosses_due(member),
            "mine_open": Game.objects.of(member)
            .open()
            .filter(reported_by=request.user.pk)
            .with_players(),
            "standing": standing_of(member),
            "entries": ledger_of(member)[:5],
        }
    else:
        context["counts"] = {
            "members": Member.objects.active().count(),
            "games": Game.objects.confirmed().count(),
            "kifu": Kifu.objects.exclude(game=None).count(),
        }
    return render(request, "games/playing/home.html", context)


def _latest_with_kifu() -> Game | None:
    return (
        Game.objects.confirmed()
        .with_players()
        .select_related("kifu")
        .filter(kifu__isnull=False, board=19, kifu__moves__gte=60)
        .newest_first()
        .first()
    )


@cache_control(no_store=True)
@require_safe
def health(_request: MemberRequest) -> JsonResponse:
    """200 when the database reads and writes and the ledger is guarded, else 503 with the reason.

    Always JSON, whatever is wrong.
    """
    problems = database_problems()
    try:
        problems += [f"trigger missing: {name}" for name in triggers.missing()]
    except DatabaseError as error:
        problems = problems or [problem_of(error)]
    body = {"status": "failing" if problems else "ok", "problems": problems}
    return JsonResponse(body, status=503 if problems else 200)


@require_safe
@cache_control(max_age=300)
def club_css(_request: MemberRequest) -> HttpResponse:
    """The club's accent colour as a style sheet: the strict CSP allows none in the page."""
    return HttpResponse(accent_css(club_settings().accent), content_type="text/css")
