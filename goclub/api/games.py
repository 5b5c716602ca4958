"""Games, what they moved, and their records."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.db.models import Prefetch
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Query, Router
from ninja.errors import HttpError
from pydantic import Field

from goclub.api.access import ApiReader, PageAsked, page_of, reads
from goclub.api.people import link_of
from goclub.api.schemas import GamePage, GameWhole, RecordOut
from goclub.games.labels import result_code
from goclub.games.library.services.records import UnreadableKifu, read_kifu
from goclub.games.models import Game, GameQuerySet, RatingEntry
from goclub.games.rating.labels import short_reason
from goclub.go.records.points import write_point
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
    """Games except void ones, the most recently entered first; *since* a day, of one *member*."""
    rows = _games()
    if member is not None:
        rows = rows.of(member)
    if since is not None:
        rows = rows.filter(played_on__gte=since)
    if confirmed:
        rows = rows.filter(state=Game.State.CONFIRMED)
    page, following = page_of(request, rows, asked)
    reader = ApiReader.of(request)
    return {"games": [game_out(reader, game) for game in page], "next": following}


@games.get("/games/{int:pk}", response=GameWhole, auth=reads(Scope.GAMES, "games"))
def one(request: HttpRequest, pk: int) -> dict[str, object]:
    """A game and what it changed for both players in every rating system, with the reasons."""
    entries = RatingEntry.objects.select_related("member").order_by("system", "pk")
    game = get_object_or_404(_games().prefetch_related(Prefetch("entries", entries)), pk=pk)
    reader = ApiReader.of(request)
    moved = [
        {
            "member": link_of(reader, entry.member),
            "system": entry.system,
            "before": entry.before,
            "after": entry.after,
            "rank_before": entry.rank_before,
            "rank_after": entry.rank_after,
            "why": str(short_reason(entry)),
        }
        for entry in game.entries.all()
    ]
    return {**game_out(reader, game), "moved": moved}


@games.get(
    "/games/{int:pk}/record",
    response=RecordOut,
    summary="A game record",
    auth=reads(Scope.GAMES, "games"),
)
def record(request: HttpRequest, pk: int) -> dict[str, object]:  # noqa: ARG001
    """The SGF of a game as on its page, and the moves of the main line."""
    shown = Game.objects.shown().filter(kifu__isnull=False).select_related("kifu")
    game = get_object_or_404(shown, pk=pk)
    try:
        kept = read_kifu(game.kifu)
    except UnreadableKifu as error:
        where = reverse("games:kifu", args=[game.pk])
        raise HttpError(409, f"This record cannot be read. Its file is at {where}.") from error
    return {
        "game": game.pk,
        "width": kept.width,
        "height": kept.height,
        "sgf": game.kifu.normalised,
        "moves": [
            {"colour": " BW"[colour], "point": "" if at is None else write_point(at)}
            for colour, at in kept.moves
        ],
    }


def _games() -> GameQuerySet:
    return Game.objects.shown().select_related("black", "white", "kifu").defer("kifu__normalised")


def game_out(reader: ApiReader, game: Game) -> dict[str, object]:
    """Return a game as this reader sees it."""
    has_kifu = getattr(game, "kifu", None) is not None
    kifu = reader.absolute(reverse("games:kifu", args=[game.pk])) if has_kifu else None
    return {
        "id": game.pk,
        "played_on": game.played_on,
        "black": link_of(reader, game.black),
        "white": link_of(reader, game.white),
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
        "url": reader.absolute(game.get_absolute_url()),
    }
