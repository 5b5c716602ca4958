"""Pictures for shared links; each is shown only to those who may see its page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.http import sign_in_first
from goclub.common.pictures import picture_response
from goclub.games.models import Game, Kifu
from goclub.games.rating.queries import standing_of
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.games.sharing.labels import (
    game_picture,
    kifu_picture,
    member_picture,
    ranks_in,
    score_of,
)
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of


@require_safe
def game(request: MemberRequest, pk: int) -> HttpResponse:
    """The final board of a game."""
    if not rights_of(request).games:
        return sign_in_first(request)
    shared_game = get_object_or_404(Game.objects.with_players(), pk=pk)
    kifu = Kifu.objects.light().filter(game=shared_game).first()
    ranks = ranks_in(shared_game, MAIN_SYSTEM)
    return picture_response(request, game_picture(shared_game, kifu, request.club, ranks))


@require_safe
def kifu(request: MemberRequest, pk: int) -> HttpResponse:
    """The final board of a record."""
    if not rights_of(request).games:
        return sign_in_first(request)
    shared_kifu = get_object_or_404(Kifu.objects.in_library().light(), pk=pk)
    return picture_response(request, kifu_picture(shared_kifu, request.club))


@require_safe
def member(request: MemberRequest, pk: int) -> HttpResponse:
    """The chart of a member."""
    shared_member = get_object_or_404(Member.objects.players(), pk=pk)
    if not rights_of(request).page_of(shared_member):
        return sign_in_first(request)
    standing = standing_of(shared_member, MAIN_SYSTEM)
    drawing = member_picture(
        shared_member, request.club, standing, score_of(shared_member), timezone.localdate()
    )
    return picture_response(request, drawing)
