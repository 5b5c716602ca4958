"""A draft: which column is what, the dry run with its questions, and entering it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.export import csv_response
from goclub.common.http import attempt
from goclub.common.refusals.registry import describe
from goclub.common.sheets.sheet import Spreadsheet
from goclub.games.jobs.services import ask_for
from goclub.games.models import Batch, BatchFile
from goclub.games.notebook.forms import ReadingForm
from goclub.games.notebook.labels.batches import members_and_games
from goclub.games.notebook.labels.drafts import (
    fault_lines,
    judged_file,
    name_of,
    preview_of,
    unread_sheets,
)
from goclub.games.notebook.queries import batches_of
from goclub.games.notebook.services.batches import (
    chosen_sheet,
    columns_of,
    keep_choices,
    keep_reading,
    sheets_of,
)
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.entering import enter_batch, is_large
from goclub.games.notebook.services.plans import ImportPlan, plan_of
from goclub.games.notebook.views.batches import RIGHT, of_draft
from goclub.members.requests import MemberRequest, act_of, user_of
from ratings.errors import RuleError

State = Batch.State


# --- Columns --------------------------------------------------------------------------------------
@login_required
@permission_required(RIGHT, raise_exception=True)
@require_http_methods(["GET", "POST"])
@of_draft
def batch_columns(request: MemberRequest, batch: Batch) -> HttpResponse:
    """What each column of the files holds, with the first rows to look at."""
    forms = [_reading_form(request, file) for file in batch.files.all()]
    if request.method == "POST" and all(form.is_valid() for form in forms):
        kept = [_keep(request, form) for form in forms]
        return redirect("games:batch-check" if all(kept) else "games:batch-columns", batch.pk)
    context = {"batch": batch, "forms": forms}
    status = 422 if any(form.errors for form in forms) else 200
    return render(request, "games/notebook/columns.html", context, status=status)


def _reading_form(request: MemberRequest, file: BatchFile) -> ReadingForm:
    columns: SheetColumns | None = None
    sheets: tuple[Spreadsheet, ...] = ()
    preview: list[tuple[int, list[str]]] = []
    refused = ""
    try:
        sheets = sheets_of(file)
        sheet = chosen_sheet(sheets, file.sheet)
        columns = columns_of(file, sheet)
        preview = preview_of(sheet, columns)
    except RuleError as error:
        refused = describe(error)
    data = request.POST if request.method == "POST" else None
    form = ReadingForm(data, file=file, sheets=sheets, columns=columns)
    form.preview, form.refused = preview, refused
    return form


def _keep(request: MemberRequest, form: ReadingForm) -> bool:
    """Keep how a file is read; False where its columns are found again, or that is refused."""
    anew = form.reads_anew()
    reading = {name: form.cleaned_data[name] for name in ("encoding", "sheet", "kind")}
    columns = {} if anew else form.chosen_columns()
    try:
        keep_reading(act_of(request), form.file, columns=columns, **reading)
    except RuleError as error:
        messages.error(request, describe(error))
        return False
    return not anew


# --- The dry run ----------------------------------------------------------------------------------
@login_required
@permission_required(RIGHT, raise_exception=True)
@require_http_methods(["GET", "POST"])
@of_draft
def batch_check(request: MemberRequest, batch: Batch) -> HttpResponse:
    """What would be entered and what not, row by row; answers to questions are kept."""
    if request.method == "POST":
        _keep_answers(request, batch)
        return redirect("games:batch-check", batch.pk)
    plan = plan_of(batch, by=user_of(request), today=timezone.localdate())
    return render(request, "games/notebook/check.html", _check_context(request, batch, plan))


def _check_context(request: MemberRequest, batch: Batch, plan: ImportPlan) -> dict[str, object]:
    files = [judged_file(each) for each in plan.files if each.judged]
    has_answers = any(file["answered"] for file in files)
    return {
        "batch": batch,
        "plan": plan,
        "files": files,
        "refused": [(each.file, describe(each.refused)) for each in plan.files if each.refused],
        "unread_sheets": unread_sheets(plan.files),
        "has_faults": any(file["faults"] for file in files),
        "has_questions": has_answers or any(file["questions"] for file in files),
        "has_answers": has_answers,
        "open_questions": sum(file["open_questions"] for file in files),
        "what": members_and_games(plan.members, len(plan.games)),
        "may_certify": user_of(request).has_perm("members.certify_strength"),
    }


def _keep_answers(request: MemberRequest, batch: Batch) -> None:
    for file in batch.files.all():
        start = name_of(file, "")
        answers: dict[str, object] = {
            name.removeprefix(start)[:300]: str(value)[:100]
            for name, value in request.POST.items()
            if name.startswith(start)
        }
        if answers:
            keep_choices(act_of(request), file, choices=answers)


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_POST
def batch_enter(request: MemberRequest, pk: int) -> HttpResponse:
    """Enter what the dry run showed: a large batch by a job, else within this request."""
    batch = get_object_or_404(batches_of(user_of(request)), pk=pk)
    if batch.state == State.DRAFT and is_large(batch):
        job = ask_for(
            act_of(request),
            "enter_batch",
            asked={"batch": batch.pk, "seen": request.POST.get("seen", "")},
            title=_("Importing members and games"),
            back=batch.get_absolute_url(),
        )
        return redirect("games:job", job.pk)
    done = _("Import complete. The summary below lists what was added and lets you undo it.")
    if batch.state == State.DRAFT and not attempt(
        request,
        lambda: enter_batch(act_of(request), batch, seen=request.POST.get("seen", "")),
        done,
    ):
        return redirect("games:batch-check", batch.pk)
    return redirect(batch)


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
@of_draft
def batch_faults(request: MemberRequest, batch: Batch, kind: str) -> HttpResponseBase:
    """The rows that do not come in, to be mended and brought again."""
    plan = plan_of(batch, by=user_of(request), today=timezone.localdate())
    for each in plan.files:
        if each.file.kind == kind and each.judged:
            header, *rows = fault_lines(each)
            return csv_response(f"{kind}-to-mend.csv", header, rows)
    return redirect("games:batch-check", batch.pk)
