"""Games, what they moved, and their records."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.db.models import Prefetch
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Query, Router
from pydantic import Field

from goclub.api.access import reads
from goclub.api.paging import PageAsked, page_of
from goclub.api.people import link_of
from goclub.api.schemas import GamePage, GameWhole
from goclub.games.labels import result_code
from goclub.games.models import Game, GameQuerySet, RatingEntry
from goclub.games.rating.labels.entries import short_reason
from goclub.members.models import Scope

games = Router(tags=["games"])


@games.get("/games", response=GamePage, auth=reads(Scope.GAMES, "games"))
def listed(
    request: HttpRequest,
    asked: Query[PageAsked],
    member: Annotated[int | None, Field(ge=1, le=2**62)] = None,
    since: date | None = None,
    confirmed: bool = False,
) -> dict[str, object]:
    """Games but void ones, the latest entered first; *since* the day played, of one *member*."""
    rows = _games()
    if member is not None:
        rows = rows.of(member)
    if since is not None:
        rows = rows.filter(played_on__gte=since)
    if confirmed:
        rows = rows.filter(state=Game.State.CONFIRMED)
    found, following = page_of(request, rows, asked)
    return {"games": [_game(request, game) for game in found], "next": following}


@games.get("/games/{int:pk}", response=GameWhole, auth=reads(Scope.GAMES, "games"))
def one(request: HttpRequest, pk: int) -> dict[str, object]:
    """A game and what it did to both in every rating system, with the rule's reason."""
    entries = RatingEntry.objects.select_related("member").order_by("system", "pk")
    game = get_object_or_404(_games().prefetch_related(Prefetch("entries", entries)), pk=pk)
    moved = [
        {
            "member": link_of(request, entry.member),
            "system": entry.system,
            "before": entry.before,
            "after": entry.after,
            "rank_before": entry.rank_before,
            "rank_after": entry.rank_after,
            "why": str(short_reason(entry)),
        }
        for entry in game.entries.all()
    ]
    return {**_game(request, game), "moved": moved}


def _games() -> GameQuerySet:
    return Game.objects.shown().select_related("black", "white", "kifu").defer("kifu__normalised")


def _game(request: HttpRequest, game: Game) -> dict[str, object]:
    has_kifu = getattr(game, "kifu", None) is not None
    kifu = request.build_absolute_uri(reverse("games:kifu", args=[game.pk])) if has_kifu else None
    return {
        "id": game.pk,
        "played_on": game.played_on,
        "black": link_of(request, game.black),
        "white": link_of(request, game.white),
        "board": game.board,
        "handicap": game.handicap,
        "komi": game.komi2 / 2,
        "winner": game.winner,
        "ending": game.ending,
        "margin": None if game.margin2 is None else game.margin2 / 2,
        "result": result_code(game),
        "state": game.state,
        "place": game.place,
        "kifu": kifu,
        "url": request.build_absolute_uri(game.get_absolute_url()),
    }
