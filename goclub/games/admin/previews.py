"""Two steps before a rule of the club changes: whom it would touch, then the saving.

The form is the admin's own.  A first valid post is answered with a preview instead of saving; it
carries a mark of what was looked at, and only a post with the same mark saves.  Whoever changes
his mind in between sees another preview.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeAlias, TypeVar, cast

from django import forms
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import AdminForm
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.admin import HistoryAdmin, NoHardDelete
from goclub.common.forms import mark_of, remember
from goclub.common.refusals.registry import describe
from goclub.games.admin.shown import user_of
from goclub.games.jobs.services import ask_for, finished, forget
from goclub.games.models import Job
from goclub.games.rating.labels import LedgerPreview, preview_of
from goclub.games.rating.ledger.facts import day_key
from goclub.games.rating.ledger.recalculation import has_many_later_facts
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.members.models import User
from ratings.errors import RuleError

M = TypeVar("M", bound=Model)

#: Of a form that is sent again when its dry run is ready.
_NOT_SENT = ("csrfmiddlewaretoken", "seen", "_look", "_save")

#: The parts of an admin's form: title, and what Django takes of each.
Fieldsets: TypeAlias = list[tuple[StrOrPromise | None, dict[str, object]]]


def say_what_changed(admin: ModelAdmin[M], request: HttpRequest, report: ReplayReport) -> None:
    """What a saving did, counted as the preview counted it: members, and lines of the ledger."""
    if report.later:
        admin.message_user(request, _("Saved. Ratings are being recalculated in the background."))
        return
    members, lines = len(report.moved), report.entries
    for text in (
        ngettext(
            "%(n)s member now has a different rating.",
            "%(n)s members now have a different rating.",
            members,
        )
        % {"n": members},
        ngettext(
            "%(n)s line of the rating history was recalculated.",
            "%(n)s lines of the rating history were recalculated.",
            lines,
        )
        % {"n": lines},
    ):
        admin.message_user(request, text)


class PreviewedForm(forms.ModelForm[M]):
    """A form that is not valid before its preview was seen.

    Subclasses say what is chosen (:meth:`chosen`) and ask the rules (:meth:`ask`); abstract by
    NotImplementedError alone, since a form has a metaclass of its own.
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    preview: LedgerPreview | None = None
    #: What is still being computed beside the pages.
    job: Job | None = None
    #: Who looks; given by the admin.
    by: User
    path: str

    def chosen(self) -> list[object]:
        """What the preview speaks of, as JSON values; the same choice needs no second look."""
        raise NotImplementedError("each form names its own choice")

    def ask(self) -> ReplayReport:
        """The dry run; raises RuleError."""
        raise NotImplementedError("each form asks its own rules")

    def asked(self) -> tuple[str, dict[str, object], date]:
        """The same as a job: its kind, what it is asked, and from which day it looks."""
        raise NotImplementedError("each form names its own job")

    def title(self) -> str:
        """What the job looks at, in words."""
        raise NotImplementedError("each form has its own words")

    def look(self) -> ReplayReport | None:
        """The dry run, at once where little follows; None where a job is still at it."""
        kind, asked, since = self.asked()
        if not has_many_later_facts(day_key(since)):
            return self.ask()
        sent = [(name, str(value)) for name, value in self.data.items() if name not in _NOT_SENT]
        job = ask_for(
            kind=kind, asked=asked, by=self.by, at=timezone.now(), title=self.title(),
            back=self.path, fields=[*sent, ("_look", "1")],
        )  # fmt: skip
        job.refresh_from_db()
        if job.finished_at is None:
            self.job = job
            return None
        try:
            return ReplayReport.from_json(cast("dict[str, Any]", finished(job)))
        except RuleError:
            forget(job)
            raise

    def refuse(self, error: RuleError) -> None:
        """Put a refusal beside its field."""
        self.add_error(None, ValidationError(describe(error), code=error.code.value))

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if self.errors:
            return data
        if self.instance.pk is None:
            self.instance = self.row_of() or self.instance
        mark = mark_of(self.chosen())
        if data.get("seen") == mark:
            return data
        try:
            report = self.look()
        except RuleError as error:
            self.refuse(error)
            return data
        if report is None:
            self.add_error(None, ValidationError(_("Nothing is saved yet."), code="waits"))
            return data
        self.preview = preview_of(report)
        remember(self, "seen", mark)
        self.add_error(None, ValidationError(_("Nothing is saved yet."), code="preview"))
        return data

    def row_of(self) -> M | None:
        """The row that holds from that day already: another value for the day corrects it."""
        raise NotImplementedError("each form finds the row of its own table")


def form_of(context: Mapping[str, object]) -> PreviewedForm[Model]:
    """The form of an admin's page."""
    shown = context["adminform"]
    assert isinstance(shown, AdminForm)
    assert isinstance(shown.form, PreviewedForm)
    return shown.form


class PreviewedAdmin(NoHardDelete, HistoryAdmin):
    """An admin whose form is a :class:`PreviewedForm`."""

    change_form_template = "admin/games/previewed_form.html"

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The form knows who looks, and where."""
        form = super().get_form(request, *args, **kwargs)
        form.by, form.path = user_of(request), request.path
        return form

    def render_change_form(
        self, request: HttpRequest, context: dict[str, object], *args: object, **kwargs: object
    ) -> HttpResponse:
        if (job := form_of(context).job) is not None:
            return redirect("games:job", job.pk)
        context["preview"] = form_of(context).preview
        if context["preview"]:
            context["errors"] = []  # the only one says that nothing is saved yet; the page says it
        answer: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return answer

    def may_change(self, request: HttpRequest, obj: Model | None) -> bool:
        if obj is None:
            return bool(self.has_add_permission(request))
        return bool(self.has_change_permission(request, obj))
