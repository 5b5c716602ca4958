"""A kifu handed in with a report: upload, another encoding, dropping it, adding it afterwards."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from goclub.common.limits import limited
from goclub.common.refusals.registry import describe
from goclub.common.transactions import atomic_retried
from goclub.games.library.labels.viewer import board_context
from goclub.games.library.queries import get_draft
from goclub.games.library.services.enriching import adds_to
from goclub.games.library.services.filing import (
    FEWEST_MOVES_TO_COMPARE,
)
from goclub.games.library.services.ogs import fetch_linked, is_address
from goclub.games.library.services.records import (
    attach_kifu,
    discard_draft,
    keep_upload,
    read_kifu,
    reread_draft,
)
from goclub.games.models import Game, Kifu
from goclub.games.playing.forms import EncodingForm, KifuForm, ReportForm
from goclub.games.playing.queries import report_address
from goclub.games.playing.services.decisions import is_player
from goclub.games.playing.views.report import asked_toss, initial_values
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import OpenedFile
from goclub.go.records.record import IllegalGame
from goclub.members.models import User
from goclub.members.requests import Act, MemberRequest, act_of, user_of
from ratings.errors import RuleError

_NO_RECORD = gettext_lazy(
    "This text is not a game record. Paste the record itself, which begins with “(;”."
)


@login_required
@require_POST
@limited("upload")
def kifu_upload(request: MemberRequest) -> HttpResponse:
    """Take a kifu, check it, and open the form filled in from it."""
    form = KifuForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_refused(request, form)
    try:
        opened, kifu = _take(form, user_of(request))
    except RuleError as error:
        form.keep()
        is_page = form.pasted and error.reason == "records.not_sgf"
        field = "text" if form.pasted else "file"
        form.add_error(field, _NO_RECORD if is_page else describe(error))
        return _upload_refused(request, form, error)
    known = _already_here(request, kifu)
    if known and adds_to(known.kifu, read_kifu(kifu)):
        messages.info(request, _("This game is already here, but your record contains more."))
        return redirect(report_address(kifu=kifu, toss=asked_toss(request)))
    if known:
        discard_draft(act_of(request), kifu)
        messages.info(
            request, _("This kifu is already here. Please check the report and answer it.")
        )
        return redirect(known)
    if len(opened) > 1:
        return redirect("games:kifu-games", kifu.pk)
    return redirect(report_address(kifu=kifu, toss=asked_toss(request)))


def _upload_refused(
    request: MemberRequest, form: KifuForm, error: RuleError | None = None
) -> HttpResponse:
    """The form again; where a move is illegal, with the moves before it on a board."""
    toss = asked_toss(request)
    initial = initial_values(request, None, None, toss)
    context: dict[str, object] = {
        "kifu_form": form,
        "toss": toss,
        "form": ReportForm(initial=initial),
    }
    if isinstance(error, IllegalGame) and error.legal.moves:
        context |= board_context(error.legal, node=error.legal.main_line[-1]) | {
            "legal": len(error.legal.moves)
        }
    return render(request, "games/playing/report.html", context, status=422)


def _already_here(request: MemberRequest, kifu: Kifu) -> Game | None:
    """The opponent was quicker: a game of mine with the same moves."""
    me = request.member
    if me is None or kifu.moves < FEWEST_MOVES_TO_COMPARE:
        return None
    return Game.objects.of(me).shown().filter(kifu__digest=kifu.digest).first()


@login_required
@require_POST
def kifu_discard(request: MemberRequest, pk: int) -> HttpResponse:
    """Drop a draft and go on without it."""
    discard_draft(act_of(request), get_draft(user_of(request), pk))
    return redirect(report_address(toss=asked_toss(request)))


@login_required
@require_POST
@limited("upload")
def kifu_encoding(request: MemberRequest, pk: int) -> HttpResponse:
    """Read the file of a draft in another encoding."""
    kifu, form = get_draft(user_of(request), pk), EncodingForm(request.POST)
    if form.is_valid():
        encoding = form.cleaned_data["encoding"]
        try:
            kifu = reread_draft(act_of(request), kifu, encoding=encoding)
        except KifuError as error:
            messages.error(request, describe(error))
    else:
        messages.error(request, _("Choose one of the readings."))
    return redirect(report_address(kifu=kifu, toss=asked_toss(request)))


@login_required
@require_POST
@limited("upload")
def kifu_attach(request: MemberRequest, pk: int) -> HttpResponse:
    """Give a game of one's own its kifu afterwards."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    user = user_of(request)
    if not (is_player(game, user) or user.has_perm("games.report_for_others")):
        raise PermissionDenied
    form = KifuForm(request.POST, request.FILES)
    del form.fields["text"]  # what a link leads to is not fetched inside a transaction
    if not form.is_valid():
        for message in form.errors["file"]:
            messages.error(request, str(message))
        return redirect(game)
    try:
        _attach(form, game, user)
    except KifuError as error:
        messages.error(request, describe(error))
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        messages.success(request, _("The kifu was added."))
    return redirect(game)


@atomic_retried
def _attach(form: KifuForm, game: Game, user: User) -> None:
    """Read the uploaded file and give it to the game, or neither."""
    _opened, kifu = _take(form, user)
    attach_kifu(Act(user), game, kifu=kifu)


def _take(form: KifuForm, user: User) -> tuple[OpenedFile, Kifu]:
    """Read the uploaded file of a valid form into a draft; the file stays open."""
    data = form.cleaned_data["data"]
    if form.pasted and is_address(form.cleaned_data["text"]):
        data = fetch_linked(form.cleaned_data["text"])
    opened = OpenedFile(data)
    kifu = keep_upload(
        Act(user),
        opened,
        data=data,
        filename=form.cleaned_data["filename"],
        legal_part=form.cleaned_data["legal_part"],
    )
    return opened, kifu
