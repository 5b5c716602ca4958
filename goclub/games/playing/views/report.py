"""Reporting a game, with or without a kifu, and answering a report."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.forms import ReasonForm
from goclub.common.http import carried_out, initial_from_query
from goclub.common.reading import read_number
from goclub.common.refusals.forms import add_refusal
from goclub.common.refusals.registry import describe
from goclub.common.transactions import atomic_retried
from goclub.games.library.labels.preview import preview_context
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Game, Kifu, Toss
from goclub.games.playing.forms import (
    DecideForm,
    KifuForm,
    ReportForm,
    differences,
    initial_from_record,
)
from goclub.games.playing.queries.tosses import toss_page
from goclub.games.playing.services.decisions import (
    confirm_game,
    decide_game,
    dispute_game,
    is_player,
    may_decide,
    void_game,
    withdraw_game,
)
from goclub.games.playing.services.keepers import KEEPERS
from goclub.games.playing.services.reports import (
    DuplicateGame,
    NotOwnGame,
    report_game,
    sent_before,
)
from goclub.games.playing.services.toss import attach_toss, may_attach
from goclub.games.rating.queries import MemberStrength, members_with_strength
from goclub.go.records.record import Record
from goclub.members.queries import match_names
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import Code, RuleError

#: Fields that nobody sees: what is refused about them stands above the form.
_OF_THE_PAGE = {"kifu": "", "toss": ""}
FROM_LINK = ("black", "white", "handicap", "komi", "played_on", "board")


@dataclass(frozen=True, slots=True)
class Enclosures:
    """What a report brings along: a draft with its record, a toss."""

    kifu: Kifu | None
    record: Record | None
    toss: Toss | None


@login_required
@require_http_methods(["GET", "POST"])
def report(request: MemberRequest) -> HttpResponse:
    """The result form, empty, or filled by the calculator, a toss, or an uploaded kifu."""
    if request.member is None and not request.user.has_perm("games.report_for_others"):
        raise PermissionDenied
    kifu, toss = asked_draft(request), asked_toss(request)
    if request.method == "GET" and toss and toss.game and toss.game.state != Game.State.VOID:
        messages.info(request, _("This toss has its game already. Please check the report."))
        return redirect(toss.game)
    context: dict[str, object] = {"kifu": kifu, "toss": toss, "kifu_form": KifuForm()}
    record = read_kifu(kifu) if kifu else None
    members = members_with_strength()
    if request.method == "POST":
        form = ReportForm(request.POST, members=members)
        if form.is_valid() and (
            game := _store(request, form, Enclosures(kifu, record, toss), context)
        ):
            return redirect(game)
        context["form"] = form
        status = 422
    else:
        initial = initial_values(request, kifu, record, toss)
        context["form"] = ReportForm(members=members, initial=initial)
        status = 200
    if record and kifu:
        context |= preview_context(request, kifu, record)
    return render(request, "games/playing/report.html", context, status=status)


def asked_draft(request: MemberRequest) -> Kifu | None:
    """The draft that the address or the form names, if it is this user's and still there."""
    pk = read_number(request.POST.get("kifu") or request.GET.get("kifu"))
    return Kifu.objects.drafts_of(request.user.pk).filter(pk=pk).first() if pk else None


def asked_toss(request: MemberRequest) -> Toss | None:
    """The decided toss that the address or the form names, if this user may report with it."""
    pk = read_number(request.POST.get("toss") or request.GET.get("toss"))
    toss = toss_page(pk).first() if pk else None
    if toss is None or toss.decided_at is None:
        return None
    return toss if may_attach(toss, user_of(request)) else None


def initial_values(
    request: MemberRequest, kifu: Kifu | None, record: Record | None, toss: Toss | None
) -> dict[str, object]:
    me = request.member
    initial: dict[str, object] = {"key": uuid.uuid4(), "played_on": timezone.localdate()}
    if record is not None and kifu is not None:
        header = record.header
        found = match_names([header.black, header.white])
        initial |= initial_from_record(record, found, me) | {"kifu": kifu.pk}
    elif me and "black" not in request.GET and "white" not in request.GET:
        initial["black"] = str(me.pk)
    if toss:
        initial |= _initial_from_toss(toss, initial)
    return initial | initial_from_query(request, FROM_LINK)


def _initial_from_toss(toss: Toss, initial: dict[str, object]) -> dict[str, object]:
    """Colours and day of a toss; a kifu that names both its players keeps its own colours."""
    assert toss.black is not None
    assert toss.white is not None
    assert toss.decided_at is not None
    black, white = str(toss.black.pk), str(toss.white.pk)
    found: dict[str, object] = {"toss": toss.pk}
    if {initial.get("black"), initial.get("white")} != {black, white}:
        found |= {"black": black, "white": white}
    if not initial.get("kifu"):
        found["played_on"] = timezone.localdate(toss.decided_at)
    return found


def _store(
    request: MemberRequest,
    form: ReportForm,
    enclosed: Enclosures,
    context: dict[str, object],
) -> Game | None:
    """Store the report, or put the reason beside the field and return None."""
    if sent := sent_before(form.cleaned_data["key"]):
        return sent  # its kifu is no draft any more
    try:
        game = _report(form, request, enclosed, context)
    except NotOwnGame:
        form.add_error("black", _("You report your own games: one of the two players must be you."))
    except RuleError as error:
        add_refusal(form, error, _OF_THE_PAGE)
        context["twin"] = error.game if isinstance(error, DuplicateGame) else None
    else:
        messages.success(request, _reported_text(game))
        return game
    return None


@atomic_retried
def _report(
    form: ReportForm, request: MemberRequest, enclosed: Enclosures, context: dict[str, object]
) -> Game:
    """The game of a valid form, with a guest made for it and the toss that gave its colours."""
    by, data = user_of(request), form.cleaned_data
    _check_enclosures(form, enclosed, context)
    game = report_game(
        facts=form.stored_facts(),
        by=by,
        at=timezone.now(),
        key=data["key"],
        kifu=enclosed.kifu,
        another=data["another"],
    )
    if enclosed.toss:
        attach_toss(toss=enclosed.toss, game=game, by=by)
    return game


def _check_enclosures(form: ReportForm, enclosed: Enclosures, context: dict[str, object]) -> None:
    """Refuse a form whose kifu or toss is gone, or that contradicts the kifu without saying so."""
    data = form.cleaned_data
    assert form.facts is not None
    if data.get("kifu") and enclosed.kifu is None:
        raise RuleError(Code.STATE, field="kifu", value=data["kifu"], reason="library.draft_gone")
    if data.get("toss") and enclosed.toss is None:
        raise RuleError(Code.STATE, field="toss", value=data["toss"], reason="playing.toss_gone")
    if enclosed.record is not None and not data["differs"]:
        context["differences"] = differences(enclosed.record, form.facts)
        if context["differences"]:
            raise RuleError(Code.INCONSISTENT, field="differs", reason="playing.kifu_differs")


def _reported_text(game: Game) -> str:
    others = [p for p in game.players if p.user_id and p.user_id != game.reported_by_id]
    if others:
        return _("Reported. As soon as %(name)s confirms it, the points move.") % {
            "name": others[0].display_name
        }
    return _("Reported. An organiser will confirm it, since a guest cannot.")


# --- Answering --------------------------------------------------------------------------------
def _answer(
    request: MemberRequest, pk: int, act: Callable[[Game], Game], done: str
) -> HttpResponse:
    """Do something to a game; say what happened, or why it could not."""
    game = get_object_or_404(Game, pk=pk)
    try:
        act(game)
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        messages.success(request, done)
    return redirect(game)


@login_required
@require_POST
def confirm(request: MemberRequest, pk: int) -> HttpResponse:
    return _answer(
        request,
        pk,
        lambda game: confirm_game(game=game, by=user_of(request), at=timezone.now()),
        _("Confirmed. This is what the game changed."),
    )


@login_required
@require_POST
def withdraw(request: MemberRequest, pk: int) -> HttpResponse:
    return _answer(
        request,
        pk,
        lambda game: withdraw_game(game=game, by=user_of(request)),
        _("Withdrawn. Nothing was counted."),
    )


@login_required
@require_http_methods(["GET", "POST"])
def dispute(request: MemberRequest, pk: int) -> HttpResponse:
    """Say what is wrong with a report."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not is_player(game, user_of(request)):
        raise PermissionDenied
    return _with_reason(
        request,
        game,
        lambda reason: dispute_game(game=game, by=user_of(request), reason=reason),
        title=_("What is wrong with this report?"),
        button=_("Dispute the result"),
        done=_("An organiser will look at it. Nothing was counted."),
    )


@login_required
@require_http_methods(["GET", "POST"])
def void(request: MemberRequest, pk: int) -> HttpResponse:
    """Make a game void, with a reason."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not may_decide(game, user_of(request)):
        raise PermissionDenied
    return _with_reason(
        request,
        game,
        lambda reason: void_game(game=game, by=user_of(request), reason=reason),
        title=_("Make this game void?"),
        button=_("Make it void"),
        done=_("The game is void; what it had moved was moved back."),
    )


def _with_reason(
    request: MemberRequest,
    game: Game,
    act: Callable[[str], Game],
    *,
    title: str,
    button: str,
    done: str,
) -> HttpResponse:
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request, form, lambda: act(form.cleaned_data["reason"]), done
    ):
        return redirect(game)
    context = {"game": game, "form": form, "title": title, "button": button}
    return render(request, "games/playing/reason.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: MemberRequest, pk: int) -> HttpResponse:
    """An organiser settles or corrects a game."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not may_decide(game, user_of(request)):
        raise PermissionDenied
    members = _with_former_players(game)
    if request.method == "POST":
        form = DecideForm(request.POST, members=members, game=game)
        decided = carried_out(
            request,
            form,
            # A guest made for a correction that is refused goes with it.
            atomic_retried(
                lambda: decide_game(
                    game=game,
                    by=user_of(request),
                    at=timezone.now(),
                    facts=form.stored_facts(),
                    reason=form.cleaned_data["reason"],
                )
            ),
            _("Decided. This is what the game changed."),
        )
        if decided:
            return redirect(game)
    else:
        form = DecideForm(members=members, game=game, initial=DecideForm.initial_of(game))
    context = {"game": game, "form": form, "game_context": KEEPERS.context_of(game)}
    return render(request, "games/playing/decide.html", context, status=422 if form.errors else 200)


def _with_former_players(game: Game) -> list[MemberStrength]:
    """Present members, and the players of this game even where they have left."""
    members = members_with_strength()
    known = {one.member.pk for one in members}
    former = [p for p in game.players if p.pk not in known and not p.is_guest]
    return members + [MemberStrength(player) for player in former]
