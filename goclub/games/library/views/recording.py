"""Recording a game at the board: begin, tap moves, take over, follow, finish."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.crypto import get_random_string
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from goclub.common.http import initial_from_query, sign_in_first
from goclub.common.limits import limited
from goclub.common.reading import read_number
from goclub.common.refusals.registry import describe
from goclub.games.library.forms import MovesForm, RecordingForm, TakeOverForm
from goclub.games.library.labels.recording import (
    following_context,
    recording_context,
    report_address,
)
from goclub.games.library.services.recording import (
    add_entries,
    finish_recording,
    is_own,
    start_recording,
    take_over,
)
from goclub.games.models import Game, Recording
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act, MemberRequest, act_of, member_of, user_of
from goclub.members.visitors import rights_of
from ratings.errors import RuleError

_TOKEN = "recorder"  # noqa: S105 - the key of a session


def _new_token(request: HttpRequest) -> str:
    """What this browser is known by while it records."""
    token: str = request.session.setdefault(_TOKEN, get_random_string(32))
    return token


def _records(request: HttpRequest, recording: Recording) -> bool:
    """Whether this browser records the game."""
    return request.session.get(_TOKEN) == recording.token and not recording.is_over


def _find(pk: int) -> Recording:
    return get_object_or_404(Recording.objects.with_players(), pk=pk)


class StartRecording(ActionView):
    """Who plays, and on which terms."""

    form_class = RecordingForm
    template_name = "games/library/recording_new.html"

    def find(self) -> HttpResponse | None:
        """Lead to the recording of the two whom the address names, where there is one."""
        member_of(self.request)
        if self.request.method != "GET":
            return None
        players = [read_number(self.request.GET.get(colour)) or 0 for colour in ("black", "white")]
        running = Recording.objects.running().of_players(players).first()
        return redirect(running) if running else None

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": Recording()}

    def get_initial(self) -> dict[str, Any]:
        initial = {"black": str(member_of(self.request).pk)} if not self.request.GET else {}
        terms = initial_from_query(self.request, ("black", "white", "board", "handicap"))
        komi2 = read_number(self.request.GET.get("komi2"), low=-160, high=160)
        return initial | terms | ({} if komi2 is None else {"komi2": komi2})

    def carry_out(self, act: Act, form: RecordingForm) -> Recording:
        recording = start_recording(act, form.instance, token=_new_token(self.request))
        if not _records(self.request, recording):
            self.done = _("This game is already being recorded. You can follow it or take over.")
        return recording

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"running": Recording.objects.running().with_players()[:20]}


@require_safe
def recording_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """The board to tap on for the phone that records, the moves as they come for all others."""
    if not rights_of(request).games:
        return sign_in_first(request)
    recording = _find(pk)
    context = _page_context(request, recording) | {"form": TakeOverForm()}
    return render(request, "games/library/recording.html", context)


def _page_context(request: MemberRequest, recording: Recording) -> dict[str, Any]:
    own = request.user.is_authenticated and is_own(recording, user_of(request))
    context = {"etag": _etag(recording), "records": _records(request, recording), "own": own}
    if context["records"]:
        return context | recording_context(recording)
    return context | following_context(request, recording)


def _etag(recording: Recording) -> str:
    """Name what those see who follow."""
    state = (recording.pk, len(recording.log), recording.is_over, recording.closed_at is None)
    return f'"{"-".join(map(str, (*state, get_language())))}"'


@require_safe
def recording_now(request: MemberRequest, pk: int) -> HttpResponse:
    """The part of the page that follows the game; 304 where nothing changed."""
    if not rights_of(request).games:
        return HttpResponse(status=204)
    recording = _find(pk)
    etag = _etag(recording)
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    context = following_context(request, recording) | {"etag": etag, "is_news": True}
    response = render(request, "games/library/_recording_now.html", context)
    response.headers["ETag"] = etag
    return response


@login_required
@require_POST
def recording_moves(request: MemberRequest, pk: int) -> HttpResponse:
    """Take what a phone recorded; answer with all the moves, and whether it still records."""
    recording = _find(pk)
    form = MovesForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=400)
    token = request.session.get(_TOKEN, "")
    try:
        recording = add_entries(act_of(request), recording, token=token, **form.cleaned_data)
    except RuleError as error:
        return JsonResponse({"text": describe(error)}, status=422)
    return JsonResponse({"log": recording.log, "records": _records(request, recording)})


@method_decorator(limited("second_factor"), name="dispatch")
class TakeOver(ActionView):
    """Record on with this phone."""

    http_method_names = ["post"]
    form_class = TakeOverForm
    template_name = "games/library/recording.html"
    done = _("This phone records the game now.")

    def find(self, pk: int) -> None:
        member_of(self.request)
        self.recording = _find(pk)

    def carry_out(self, act: Act, form: TakeOverForm) -> Recording:
        token = _new_token(self.request)
        return take_over(act, self.recording, code=form.cleaned_data["code"], token=token)

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return _page_context(self.request, self.recording)


class FinishRecording(ButtonView):
    """End the game: ``how`` is "count", the colour that resigned, or "" for the report alone."""

    def find(self, pk: int) -> None:
        self.back = self.recording = _find(pk)

    def carry_out(self, act: Act, _form: object) -> str:
        kifu = finish_recording(act, self.recording, token=self.request.session.get(_TOKEN, ""))
        how = self.request.POST.get("how", "")
        if how == "count":
            return reverse("games:kifu-count", args=[kifu.pk])
        won = {"B": Game.Winner.WHITE, "W": Game.Winner.BLACK}.get(how)
        resigned = {"winner": won.value, "ending": Game.Ended.RESIGNATION.value} if won else {}
        return report_address(kifu, **resigned)
