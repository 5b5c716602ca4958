"""Handing in kifu: upload, other encodings, games of a collection, the library, attaching."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.refusals.registry import describe
from goclub.games.library.forms import EncodingForm, GamesForm, KifuForm
from goclub.games.library.labels.viewer import board_context
from goclub.games.library.services.filing import (
    FEWEST_MOVES_TO_COMPARE,
    file_draft,
    file_games,
    may_file,
)
from goclub.games.library.services.records import (
    attach_kifu,
    discard_draft,
    reread_draft,
    upload_kifu,
)
from goclub.games.models import Game, Kifu
from goclub.games.playing.forms import ReportForm
from goclub.games.playing.services.decisions import is_player
from goclub.games.playing.views.report import asked_toss, initial_values, report_address
from goclub.games.rating.queries import members_with_strength
from goclub.go.records.errors import KifuError
from goclub.go.records.illegal import IllegalGame
from goclub.go.records.reading import MAX_BYTES, count_games, read_some
from goclub.go.records.record import Record
from goclub.members.models import User
from goclub.members.requests import user_of
from ratings.errors import RuleError

GAMES_A_PAGE = 100


@login_required
@require_POST
def kifu_upload(request: HttpRequest) -> HttpResponse:
    """Take a kifu, check it, and open the form filled in from it."""
    form = KifuForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_refused(request, form)
    try:
        kifu = _take(form, user_of(request))
    except KifuError as error:
        form.add_error("file", describe(error))
        return _upload_refused(request, form, error)
    known = _already_here(request, kifu)
    if known:
        discard_draft(kifu=kifu, by=user_of(request))
        messages.info(request, _("This kifu is already here. Please check and answer the report."))
        return redirect(known)
    if count_games(kifu.file_bytes, encoding=kifu.encoding) > 1:
        return redirect("games:kifu-games", kifu.pk)
    return redirect(report_address(kifu=kifu, toss=asked_toss(request)))


def _upload_refused(
    request: HttpRequest, form: KifuForm, error: KifuError | None = None
) -> HttpResponse:
    """The form again; where a move is illegal, with the moves before it on a board."""
    toss = asked_toss(request)
    initial = initial_values(request, None, None, toss)
    context: dict[str, Any] = {
        "kifu_form": form,
        "toss": toss,
        "form": ReportForm(members=members_with_strength(), initial=initial),
    }
    if isinstance(error, IllegalGame) and error.legal.moves:
        context |= board_context(error.legal, node=None) | {"legal": len(error.legal.moves)}
    return render(request, "games/report.html", context, status=422)


def _already_here(request: HttpRequest, kifu: Kifu) -> Game | None:
    """The opponent was quicker: a game of mine with the same moves."""
    me = request.member  # type: ignore[attr-defined]
    if me is None or kifu.moves < FEWEST_MOVES_TO_COMPARE:
        return None
    return Game.objects.of(me).shown().filter(kifu__digest=kifu.digest).first()


@login_required
@require_POST
def kifu_discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Drop a draft and go on without it."""
    discard_draft(kifu=_draft(request, pk), by=user_of(request))
    return redirect(report_address(toss=asked_toss(request)))


@login_required
@require_POST
def kifu_encoding(request: HttpRequest, pk: int) -> HttpResponse:
    """Read the file of a draft in another encoding."""
    kifu, form = _draft(request, pk), EncodingForm(request.POST)
    if form.is_valid():
        encoding = form.cleaned_data["encoding"]
        try:
            kifu = reread_draft(kifu=kifu, by=user_of(request), encoding=encoding)
        except KifuError as error:
            messages.error(request, describe(error))
    else:
        messages.error(request, _("Choose one of the readings."))
    return redirect(report_address(kifu=kifu, toss=asked_toss(request)))


@login_required
@require_POST
def kifu_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a draft into the library, as a record without a game of the club."""
    kifu, user = _draft(request, pk), user_of(request)
    if not may_file(user):
        raise PermissionDenied
    kifu = file_draft(kifu=kifu, by=user, at=timezone.now())
    messages.success(request, _("The record is in the library now."))
    return redirect(kifu)


@login_required
@require_http_methods(["GET", "POST"])
def kifu_games(request: HttpRequest, pk: int) -> HttpResponse:
    """The games of an uploaded collection, each judged alone; choose what to do with them."""
    kifu, user = _draft(request, pk), user_of(request)
    total = count_games(kifu.file_bytes, encoding=kifu.encoding)
    page = Paginator(range(1, total + 1), GAMES_A_PAGE).get_page(request.GET.get("page"))
    if request.method == "POST":
        form = GamesForm(request.POST, games=page.object_list)
        if not form.is_valid():
            messages.error(request, _("Choose games of this file."))
        elif form.cleaned_data["report"]:
            return _report_one(request, kifu, form.cleaned_data["report"])
        elif form.cleaned_data["number"]:
            if not may_file(user):
                raise PermissionDenied
            _file_chosen(request, kifu, form.cleaned_data["number"])
        else:
            messages.error(request, _("Choose at least one game."))
        return redirect(request.get_full_path())
    judged = list(read_some(kifu.file_bytes, page.object_list, encoding=kifu.encoding))
    context = {
        "kifu": kifu,
        "page_obj": page,
        "total": total,
        "games": _game_rows(judged),
        "may_file": may_file(user),
    }
    return render(request, "games/kifu_games.html", context)


def _game_rows(
    judged: list[tuple[int, Record | KifuError]],
) -> list[dict[str, Any]]:
    digests = [record.digest for _n, record in judged if isinstance(record, Record)]
    known = {
        kifu.digest: kifu
        for kifu in Kifu.objects.in_library().light().with_game().filter(digest__in=digests)
    }
    rows = []
    for number, record in judged:
        if isinstance(record, KifuError):
            rows.append({"number": number, "refused": describe(record)})
            continue
        moves = len(record.moves)
        twin = known.get(record.digest) if moves >= FEWEST_MOVES_TO_COMPARE else None
        rows.append({"number": number, "header": record.header, "moves": moves, "twin": twin})
    return rows


def _report_one(request: HttpRequest, kifu: Kifu, number: int) -> HttpResponse:
    try:
        reread_draft(kifu=kifu, by=user_of(request), number=number)
    except KifuError as error:
        messages.error(request, describe(error))
        return redirect(request.get_full_path())
    return redirect(report_address(kifu=kifu))


def _file_chosen(request: HttpRequest, kifu: Kifu, numbers: list[int]) -> None:
    filed, known, refused = file_games(
        kifu=kifu, numbers=numbers, by=user_of(request), at=timezone.now()
    )
    if filed:
        text = ngettext(
            "%(n)d record is in the library now.", "%(n)d records are in the library now.",
            len(filed),
        )  # fmt: skip
        messages.success(request, text % {"n": len(filed)})
    if known:
        text = ngettext("%(n)d was there already.", "%(n)d were there already.", len(known))
        messages.info(request, text % {"n": len(known)})
    if refused:
        text = ngettext("%(n)d was refused.", "%(n)d were refused.", refused)
        messages.error(request, text % {"n": refused})


@login_required
@require_POST
def kifu_attach(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a game of one's own its kifu afterwards."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    user = user_of(request)
    if not (is_player(game, user) or user.has_perm("games.report_for_others")):
        raise PermissionDenied
    form = KifuForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, _("Choose an SGF file first."))
        return redirect(game)
    try:
        with transaction.atomic():
            kifu = _take(form, user)
            attach_kifu(game=game, kifu=kifu, by=user)
    except KifuError as error:
        messages.error(request, describe(error))
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        messages.success(request, _("The kifu was added."))
    return redirect(game)


def _draft(request: HttpRequest, pk: int) -> Kifu:
    return get_object_or_404(Kifu.objects.drafts_of(user_of(request).pk), pk=pk)


def _take(form: KifuForm, user: User) -> Kifu:
    """Read the uploaded file of a valid form into a draft."""
    upload = form.cleaned_data["file"]
    # The reader refuses what is larger; there is no need to read all of it.
    data = upload.read(MAX_BYTES + 1)
    return upload_kifu(
        data=data,
        filename=upload.name or "",
        by=user,
        at=timezone.now(),
        legal_part=form.cleaned_data["legal_part"],
    )
