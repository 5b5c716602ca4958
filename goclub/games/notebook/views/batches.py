"""What was brought along: the list with the upload, a receipt, its undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import attempt, download, form_page
from goclub.common.limits import limited
from goclub.common.refusals.registry import add_refusal, describe
from goclub.common.tables import PAGINATION
from goclub.games.jobs.services import ask_for
from goclub.games.models import Batch, BatchFile
from goclub.games.notebook.forms import UploadForm
from goclub.games.notebook.labels.batches import moved_of, progress_text, said_of
from goclub.games.notebook.queries import batches_of, games_of, people_of, what_leans_on
from goclub.games.notebook.services.batches import discard_draft, start_batch
from goclub.games.notebook.services.entering import GAMES, progress_of, undo_batch
from goclub.games.notebook.tables import BatchTable, GamesTable, PeopleTable
from goclub.members.requests import MemberRequest, act_of, user_of
from ratings.errors import Code, RuleError

RIGHT = "games.bring_notebook"
State = Batch.State


def of_draft(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give a view the reader's own draft; lead away from what is, or was, entered from it."""

    @wraps(view)
    def inner(request: MemberRequest, pk: int, **address: str) -> HttpResponseBase:
        batch = get_object_or_404(batches_of(user_of(request)), pk=pk)
        if batch.state == State.DRAFT and not progress_of(pk):
            return view(request, batch, **address)
        if request.method == "POST":
            text = _(
                "Your changes were not saved, because this import is running or complete. To "
                "change something, undo the import first."
            )
            messages.error(request, text)
        elif batch.state != State.DRAFT:
            error = RuleError(Code.STATE, "batch", pk, reason="notebook.draft_no_more")
            messages.info(request, describe(error))
        return redirect(batch)

    return inner


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_http_methods(["GET", "POST"])
@limited("upload")
def notebook(request: MemberRequest) -> HttpResponse:
    """Everything that was brought along, and the form for more."""
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            batch = start_batch(act_of(request), form.uploads(), key=form.cleaned_data["key"])
        except RuleError as error:
            add_refusal(form, error, {"file": "chosen", "files": "chosen"})
        else:
            return redirect("games:batch-columns", batch.pk)
    table = BatchTable(batches_of(user_of(request)))
    RequestConfig(request, paginate=PAGINATION).configure(table)
    context = {"form": form, "table": table}
    return form_page(request, "games/notebook/notebook.html", context)


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
@never_cache
def batch_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """The receipt of what was entered; a draft goes on where it was left."""
    batch = get_object_or_404(batches_of(user_of(request)), pk=pk)
    if batch.state == State.DRAFT and (progress := progress_of(batch.pk)):
        context = {"batch": batch, "progress": progress, "said": progress_text(progress)}
        return render(request, "games/notebook/entering.html", context)
    if batch.state == State.DRAFT:
        return redirect("games:batch-check", batch.pk)
    people, games = PeopleTable(people_of(batch)), GamesTable(games_of(batch))
    for table in (people, games):
        RequestConfig(request, paginate=PAGINATION).configure(table)
    context = {
        "batch": batch,
        "receipt": batch.receipt,
        "figures": said_of(batch.receipt),
        "people": people,
        "games": games,
        "moved": moved_of(batch.receipt),
        "kept": set(batch.files.exclude(data=b"").values_list("kind", flat=True)),
    }
    return render(request, "games/notebook/batch.html", context)


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
@never_cache
def batch_progress(request: MemberRequest, pk: int) -> HttpResponse:
    """How far the entering is, for the script of the page; ``percent`` None where it is over."""
    batch = get_object_or_404(batches_of(user_of(request)), pk=pk)
    progress = progress_of(batch.pk) if batch.state == State.DRAFT else None
    percent, text = (progress.percent, progress_text(progress)) if progress else (None, "")
    return JsonResponse({"percent": percent, "said": text})


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_http_methods(["GET", "POST"])
def batch_undo(request: MemberRequest, pk: int) -> HttpResponse:
    """Take out what a batch entered; asks once more, or says what leans on it."""
    batch = get_object_or_404(batches_of(user_of(request)).exclude(state=State.DRAFT), pk=pk)
    # What takes long is a job; what forbids it is said at once.
    is_long = batch.brought_games.count() > GAMES and not what_leans_on(batch)
    if is_confirmed(request) and batch.state == State.ENTERED and is_long:
        job = ask_for(
            act_of(request),
            "undo_batch",
            asked={"batch": batch.pk},
            title=_("Undoing an import"),
            back=batch.get_absolute_url(),
        )
        return redirect("games:job", job.pk)
    if is_confirmed(request) and attempt(
        request,
        lambda: undo_batch(act_of(request), batch),
        _("Import undone. Members, games and points are as they were before."),
    ):
        return redirect(batch)
    if batch.state == State.UNDONE:
        messages.info(request, _("This import has already been undone."))
        return redirect(batch)
    if leaning := what_leans_on(batch):
        context = {"batch": batch, "leaning": leaning}
        return render(request, "games/notebook/leaning.html", context, status=409)
    return ask(request, _undo_question(batch))


def _undo_question(batch: Batch) -> Question:
    members, guests, games = (batch.receipt.get(name, 0) for name in ("members", "guests", "games"))
    people = members + guests
    return Question(
        title=_("Undo this import?"),
        button=_("Undo import"),
        back=batch.get_absolute_url(),
        effects=[
            ngettext(
                "%(n)s member or guest will be removed.",
                "%(n)s members and guests will be removed.",
                people,
            )
            % {"n": people},
            ngettext("%(n)s game will be removed.", "%(n)s games will be removed.", games)
            % {"n": games},
            _("All other ratings are recalculated as if the import had never happened."),
        ],
        then=_("The files stay here so that you can correct them and import them again."),
    )


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_http_methods(["GET", "POST"])
@of_draft
def batch_discard(request: MemberRequest, batch: Batch) -> HttpResponse:
    """Throw a draft away."""
    if not is_confirmed(request):
        question = Question(
            title=_("Delete this draft?"),
            button=_("Delete draft"),
            back=reverse("games:batch-check", args=[batch.pk]),
            items=list(batch.files.all()),
            effects=[_("Your answers and the columns you chose will be lost.")],
            then=_("Nothing was imported; your own files are not changed."),
        )
        return ask(request, question)
    done = _("Draft deleted. Nothing was imported.")
    attempt(request, lambda: discard_draft(act_of(request), batch), done)
    return redirect("games:notebook")


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
def batch_original(request: MemberRequest, pk: int, kind: str) -> HttpResponse:
    """A file as it was brought, byte for byte."""
    batches = batches_of(user_of(request))
    file = get_object_or_404(BatchFile, batch__in=batches.filter(pk=pk), kind=kind)
    if not file.data:  # gone with the name of somebody in it
        raise Http404
    response = download(bytes(file.data), "application/octet-stream", file.name)
    response["Cache-Control"] = "private, no-store"
    return response
