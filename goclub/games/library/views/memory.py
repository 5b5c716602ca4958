"""The club's memory of Go: beside the board, on a member's page of openings, and its joseki."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from goclub.common.http import sign_in_first
from goclub.common.reading import read_number
from goclub.games.library.labels.memory import (
    AGAINST,
    games_address,
    games_text,
    joseki_picture,
    kind_text,
    memory_json,
    player_text,
    position_picture,
)
from goclub.games.library.labels.viewer import ShortEncoder
from goclub.games.library.services.memory import (
    FEWEST,
    GameKind,
    MemberGames,
    RecurringPosition,
    joseki_by_year,
    joseki_played,
    kinds_played,
    recurring,
    remember,
    years_of_joseki,
)
from goclub.games.library.services.records import UnreadableKifu, read_kifu
from goclub.games.models import Kifu
from goclub.go.board.basics import BLACK, WHITE
from goclub.go.joseki import has_handicap
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of, shown_to_visitors

A_PAGE = 12
#: Years that a page of joseki names, and whose bars a picture has.
YEARS_SHOWN = 8


@require_safe
def kifu_memory(request: MemberRequest, pk: int) -> HttpResponse:
    """What the viewer says to members beside the moves of a game (JSON)."""
    if not request.user.is_authenticated:
        return sign_in_first(request)
    kifu = get_object_or_404(Kifu.objects.in_library().only("normalised"), pk=pk)
    try:
        record = read_kifu(kifu)
    except UnreadableKifu:
        raise Http404 from None
    reader = request.member
    places = memory_json(remember(record, reader), stones=has_handicap(record), reader=reader)
    return JsonResponse(places, encoder=ShortEncoder)


@require_safe
def openings(request: MemberRequest, pk: int) -> HttpResponse:
    """The positions that come up again in a member's games."""
    member = get_object_or_404(Member.objects.players(), pk=pk)
    rights = rights_of(request)
    if not (rights.games and rights.page_of(member)):
        return sign_in_first(request)
    colour = "W" if request.GET.get("colour") == "W" else "B"
    against = request.GET.get("against", "")
    if against and against not in AGAINST:
        raise Http404
    kinds = kinds_played(MemberGames(member.pk, colour))
    kind = _chosen(request, kinds)
    games = MemberGames(member.pk, colour, against)
    page = Paginator(recurring(games, kind) if kind else [], A_PAGE)
    page_obj = page.get_page(request.GET.get("page"))
    context = {
        "member": member,
        "colour": colour,
        "against": against,
        "strengths": AGAINST.items(),
        "kinds": _pills(kinds, kind),
        "page_obj": page_obj,
        "cards": _cards(list(page_obj.object_list), games, kind),
        "fewest": FEWEST,
        "number": games.records().count(),
        "all_games": games_address(player=member.pk, colour=colour, against=against),
    }
    return render(request, "games/library/openings.html", context)


def _chosen(request: MemberRequest, kinds: Sequence[GameKind]) -> GameKind | None:
    """The kind of board that the address asks for, else the first; None where there is none."""
    asked = request.GET.get("board")
    if not asked:
        return kinds[0] if kinds else None
    return next((kind for kind in kinds if kind.key == asked), None)


def _pills(kinds: Sequence[GameKind], chosen: GameKind | None) -> list[tuple[str, str, bool]]:
    return [(kind.key, kind_text(kind), kind == chosen) for kind in kinds]


def _cards(
    positions: Sequence[RecurringPosition], games: MemberGames, kind: GameKind | None
) -> list[dict[str, object]]:
    """The positions of a page, each with its picture and the address of its games."""
    records = Kifu.objects.only("normalised").in_bulk([position.kifu for position in positions])
    asked = {"player": games.member, "colour": games.colour, "against": games.against}
    return [
        {
            "picture": position_picture(read_kifu(records[position.kifu]), position.move),
            "move": position.move,
            "games": games_text(position.tally.games),
            "result": player_text(position.tally, BLACK if games.colour == "B" else WHITE),
            "href": games_address(
                position=position.number, stones=int(kind is not None and kind.is_handicap), **asked
            ),
        }
        for position in positions
    ]


@shown_to_visitors
@require_safe
def joseki(request: MemberRequest) -> HttpResponse:
    """The sequences that the club plays in the corners, the most frequent first."""
    known = years_of_joseki()
    kind = _chosen(request, list(known))
    year = read_number(request.GET.get("year"), low=1, high=9999)
    played = joseki_played(kind, year) if kind else []
    page_obj = Paginator(played, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "kinds": _pills(list(known), kind),
        "years": [each for each in known[kind] if each][:YEARS_SHOWN] if kind else [],
        "year": year,
        "page_obj": page_obj,
        "cards": _joseki_cards(list(page_obj.object_list), kind, year) if kind else [],
        "fewest": FEWEST,
    }
    return render(request, "games/library/joseki.html", context)


def _joseki_cards(
    played: Sequence[tuple[str, int]], kind: GameKind, year: int | None
) -> list[dict[str, object]]:
    by_year = joseki_by_year(kind, [line for line, _games in played])
    asked = {"board": kind.size, "stones": int(kind.is_handicap)}
    cards: list[dict[str, object]] = []
    for number, (line, games) in enumerate(played):
        years = dict(sorted(by_year[line].items()))
        years.pop(0, None)
        cards.append(
            {
                "picture": joseki_picture(line, kind.size, number),
                "games": games_text(games),
                "href": games_address(joseki=line, year=year, **asked),
                "bars": _bars(years),
                "years": [
                    (each, count, games_address(joseki=line, year=each, **asked))
                    for each, count in reversed(years.items())
                    if count >= FEWEST
                ][:2],
            }
        )
    return cards


def _bars(years: Mapping[int, int]) -> list[dict[str, int]]:
    """The games of the latest years, one bar each, in a picture 24 units high."""
    if len(years) < 2:
        return []
    latest = range(max(min(years), max(years) - YEARS_SHOWN + 1), max(years) + 1)
    highest = max(years.get(year, 0) for year in latest)
    return [
        {"year": year, "games": games, "x": 12 * at, "y": 24 - height, "height": height}
        for at, year in enumerate(latest)
        for games in [years.get(year, 0)]
        for height in [max(1, round(24 * games / highest))]
    ]
