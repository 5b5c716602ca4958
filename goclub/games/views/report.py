"""Reporting a game, with or without a kifu, and answering a report."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.messages import add_rule_error, describe
from goclub.games import services
from goclub.games.forms import (
    DecideForm,
    KifuForm,
    ReasonForm,
    ReportForm,
    differences,
    initial_from_record,
)
from goclub.games.kifu import MAX_BYTES, KifuError
from goclub.games.models import Game, Kifu
from goclub.games.services.decisions import is_player
from goclub.games.services.reports import FEWEST_MOVES_TO_COMPARE, DuplicateGame
from goclub.members.models import User
from goclub.members.queries import match_names
from ratings.errors import RuleError

from .boards import board_context, header_rows
from .kifu_messages import kifu_oddities, kifu_refusal
from .shortcuts import initial_from_query, members_with_strength, user_of

FROM_LINK = ("black", "white", "handicap", "komi", "played_on", "board")


@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """The result form, empty, filled by the calculator, or filled by an uploaded kifu."""
    if request.member is None and not request.user.has_perm("games.report_for_others"):  # type: ignore[attr-defined]
        raise PermissionDenied
    kifu = _draft(request)
    context: dict[str, Any] = {"kifu": kifu, "kifu_form": KifuForm()}
    record = services.read_kifu(kifu) if kifu else None
    members = members_with_strength()
    if request.method == "POST":
        form = ReportForm(request.POST, members=members)
        if form.is_valid() and (game := _store(request, form, kifu, record, context)):
            return redirect(game)
        context["form"] = form
        status = 422
    else:
        context["form"] = ReportForm(members=members, initial=_initial(request, kifu, record))
        status = 200
    if record:
        context |= board_context(record, node=None) | {
            "header": header_rows(record),
            "named": {"black": record.header.black, "white": record.header.white},
            "oddities": kifu_oddities(record.warnings),
        }
    return render(request, "games/report.html", context, status=status)


def _draft(request: HttpRequest) -> Kifu | None:
    """The draft that the address or the form names, if it is this user's and still there."""
    pk = request.POST.get("kifu") or request.GET.get("kifu") or ""
    if not pk.isdecimal():
        return None
    return Kifu.objects.filter(pk=int(pk[:15]), game=None, uploaded_by=request.user.pk).first()


def _initial(request: HttpRequest, kifu: Kifu | None, record: Any) -> dict[str, Any]:
    me = request.member  # type: ignore[attr-defined]
    initial: dict[str, Any] = {"key": uuid.uuid4(), "played_on": timezone.localdate()}
    if record is not None and kifu is not None:
        header = record.header
        found = match_names([header.black, header.white])
        initial |= initial_from_record(record, found, me) | {"kifu": kifu.pk}
    elif me and "black" not in request.GET and "white" not in request.GET:
        initial["black"] = str(me.pk)
    return initial | initial_from_query(request, FROM_LINK)


def _store(
    request: HttpRequest,
    form: ReportForm,
    kifu: Kifu | None,
    record: Any,
    context: dict[str, Any],
) -> Game | None:
    """Store the report, or put the reason beside the field and return None."""
    data = form.cleaned_data
    assert form.facts is not None
    if not services.may_report(user_of(request), form.facts):
        form.add_error("black", _("You report your own games: one of the two players must be you."))
        return None
    already = Game.objects.filter(report_key=data["key"]).first()
    if already:
        return already
    if data.get("kifu") and kifu is None:
        form.add_error(None, _("The uploaded kifu is no longer here: please choose it again."))
        return None
    if record is not None and not data["differs"]:
        context["differences"] = differences(record, form.facts)
        if context["differences"]:
            form.add_error("differs", _("The form and the kifu disagree; see above."))
            return None
    try:
        with transaction.atomic():
            game = services.report_game(
                facts=form.stored_facts(),
                by=user_of(request),
                at=timezone.now(),
                key=data["key"],
                kifu=kifu,
                another=data["another"],
            )
    except DuplicateGame as error:
        context["twin"] = error.game
        form.add_error("another", _("This game seems to be here already; see above."))
        return None
    except RuleError as error:
        add_rule_error(form, error)
        return None
    messages.success(request, _reported_text(game))
    return game


def _reported_text(game: Game) -> str:
    others = [p for p in game.players if p.user_id and p.user_id != game.reported_by_id]
    if others:
        return _("Reported. As soon as %(name)s confirms it, the points move.") % {
            "name": others[0].display_name
        }
    return _("Reported. An organiser will confirm it, since a guest cannot.")


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
        form.add_error("file", kifu_refusal(error))
        return _upload_refused(request, form)
    known = _already_here(request, kifu)
    if known:
        services.discard_draft(kifu=kifu, by=user_of(request))
        messages.info(request, _("This kifu is already here. Please check and answer the report."))
        return redirect(known)
    return redirect(f"{reverse('games:report')}?kifu={kifu.pk}")


def _upload_refused(request: HttpRequest, form: KifuForm) -> HttpResponse:
    members = members_with_strength()
    context = {
        "kifu_form": form,
        "form": ReportForm(members=members, initial=_initial(request, None, None)),
    }
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
    kifu = get_object_or_404(Kifu, pk=pk, game=None, uploaded_by=request.user.pk)
    services.discard_draft(kifu=kifu, by=user_of(request))
    return redirect("games:report")


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
            services.attach_kifu(game=game, kifu=kifu, by=user)
    except KifuError as error:
        messages.error(request, kifu_refusal(error))
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        messages.success(request, _("The kifu was added."))
    return redirect(game)


def _take(form: KifuForm, user: User) -> Kifu:
    """Read the uploaded file of a valid form into a draft."""
    upload = form.cleaned_data["file"]
    # The reader refuses what is larger; there is no need to read all of it.
    data = upload.read(MAX_BYTES + 1)
    return services.upload_kifu(data=data, filename=upload.name or "", by=user, at=timezone.now())


# --- Answering --------------------------------------------------------------------------------
def _answer(request: HttpRequest, pk: int, act: Callable[[Game], Game], done: str) -> HttpResponse:
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
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    return _answer(
        request,
        pk,
        lambda game: services.confirm_game(game=game, by=user_of(request), at=timezone.now()),
        _("Confirmed. This is what the game changed."),
    )


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    return _answer(
        request,
        pk,
        lambda game: services.withdraw_game(game=game, by=user_of(request)),
        _("Withdrawn. Nothing was counted."),
    )


@login_required
@require_http_methods(["GET", "POST"])
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what is wrong with a report."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not is_player(game, user_of(request)):
        raise PermissionDenied
    return _with_reason(
        request,
        game,
        lambda reason: services.dispute_game(game=game, by=user_of(request), reason=reason),
        title=_("What is wrong with this report?"),
        button=_("Dispute the result"),
        done=_("An organiser will look at it. Nothing was counted."),
    )


@login_required
@require_http_methods(["GET", "POST"])
def void(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a game void, with a reason."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not services.may_decide(game, user_of(request)):
        raise PermissionDenied
    return _with_reason(
        request,
        game,
        lambda reason: services.void_game(game=game, by=user_of(request), reason=reason),
        title=_("Make this game void?"),
        button=_("Make it void"),
        done=_("The game is void; what it had moved was moved back."),
    )


def _with_reason(
    request: HttpRequest,
    game: Game,
    act: Callable[[str], Game],
    *,
    title: str,
    button: str,
    done: str,
) -> HttpResponse:
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            act(form.cleaned_data["reason"])
        except RuleError as error:
            add_rule_error(form, error)
        else:
            messages.success(request, done)
            return redirect(game)
    context = {"game": game, "form": form, "title": title, "button": button}
    return render(request, "games/reason.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """An organiser settles or corrects a game."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not services.may_decide(game, user_of(request)):
        raise PermissionDenied
    members = _with_former_players(game)
    if request.method == "POST":
        form = DecideForm(request.POST, members=members)
        if form.is_valid():
            try:
                with transaction.atomic():
                    services.decide_game(
                        game=game,
                        by=user_of(request),
                        at=timezone.now(),
                        facts=form.stored_facts(),
                        reason=form.cleaned_data["reason"],
                    )
            except RuleError as error:
                add_rule_error(form, error)
            else:
                messages.success(request, _("Decided. This is what the game changed."))
                return redirect(game)
    else:
        form = DecideForm(members=members, initial=DecideForm.initial_of(game))
    context = {"game": game, "form": form}
    return render(request, "games/decide.html", context, status=422 if form.errors else 200)


def _with_former_players(game: Game) -> list[Any]:
    """Present members, and the players of this game even where they have left."""
    members = members_with_strength()
    known = {member.pk for member in members}
    return members + [p for p in game.players if p.pk not in known and not p.is_guest]
