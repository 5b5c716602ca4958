"""Two steps before a rule of the club changes: whom it would touch, then the saving.

The form is the admin's own.  A first valid post is answered with a preview instead of saving; it
carries a mark of what was looked at, and only a post with the same mark saves.  Whoever changes
their mind in between sees another preview.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeAlias, TypeVar

from django import forms
from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import AdminForm
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.admin import HistoryAdmin, NoHardDelete
from goclub.common.forms import Files, Sent, mark_of, remember
from goclub.common.refusals.registry import describe
from goclub.games.jobs.services import ask_for, result_of
from goclub.games.models import HouseRule, Job
from goclub.games.rating.house_rules import rules_timeline, specs
from goclub.games.rating.labels import preview_of
from goclub.games.rating.ledger.facts import day_key
from goclub.games.rating.ledger.recalculation import has_many_later_facts
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.games.rating.services import preview_house_rule, set_house_rule
from goclub.games.rating.systems.protocol import Spec
from goclub.members.models import User
from goclub.members.requests import Act, act_of, user_of
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

    Subclasses say what is chosen (:meth:`chosen`) and ask the rules (:meth:`ask`).
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    preview: dict[str, Any] | None = None
    #: What is still being computed beside the pages.
    job: Job | None = None
    #: Who looks; given by the admin.
    by: User
    path: str

    def chosen(self) -> list[object]:
        """What the preview speaks of, as JSON values; the same choice needs no second look."""
        raise NotImplementedError  # abstract: a form has a metaclass of its own, so no ABC

    def ask(self) -> ReplayReport:
        """The dry run; raises RuleError."""
        raise NotImplementedError  # abstract: a form has a metaclass of its own, so no ABC

    def asked(self) -> tuple[str, dict[str, object], date]:
        """The same as a job: its kind, what it is asked, and from which day it looks."""
        raise NotImplementedError  # abstract: a form has a metaclass of its own, so no ABC

    def title(self) -> str:
        """What the job looks at, in words."""
        raise NotImplementedError  # abstract: a form has a metaclass of its own, so no ABC

    def look(self) -> ReplayReport | None:
        """The dry run, at once where little follows; None where a job is still at it."""
        kind, asked, since = self.asked()
        if not has_many_later_facts(day_key(since)):
            return self.ask()
        sent = [(name, str(value)) for name, value in self.data.items() if name not in _NOT_SENT]
        job = ask_for(
            Act(self.by),
            kind,
            asked=asked,
            title=self.title(),
            back=self.path,
            fields=[*sent, ("_look", "1")],
        )
        if (result := result_of(job)) is None:
            self.job = job
            return None
        return ReplayReport.from_json(result)

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
        raise NotImplementedError  # abstract: a form has a metaclass of its own, so no ABC


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


class HouseRuleForm(PreviewedForm[HouseRule]):
    """A value of one house rule; which one is chosen before, or is that of the row."""

    class Meta:
        model = HouseRule
        fields = ["key", "value", "valid_from", "reason"]
        widgets = {"key": forms.HiddenInput}

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        **arguments: Any,
    ) -> None:
        super().__init__(data, files, **arguments)
        self.key = self.instance.key or self.data.get("key") or self.initial.get("key", "")
        spec = specs().get(self.key)
        if spec and "value" in self.fields:
            self.fields["value"] = _value_field(spec)

    def chosen(self) -> list[object]:
        return [self.key, self.cleaned_data["value"], self._since().isoformat()]

    def ask(self) -> ReplayReport:
        value = self.cleaned_data["value"]
        return preview_house_rule(key=self.key, value=value, valid_from=self._since())

    def asked(self) -> tuple[str, dict[str, object], date]:
        key, value, since = self.chosen()
        return "house_rule", {"key": key, "value": value, "valid_from": since}, self._since()

    def title(self) -> str:
        return _("Who a new value of “%(rule)s” would affect") % {"rule": specs()[self.key].label}

    def _since(self) -> date:
        since: date = self.cleaned_data.get("valid_from", self.instance.valid_from)
        return since

    def row_of(self) -> HouseRule | None:
        since = self.cleaned_data["valid_from"]
        return HouseRule.objects.filter(key=self.key, valid_from=since).first()

    def refuse(self, error: RuleError) -> None:
        """Whatever the rules object to, it is the value that has to change."""
        self.add_error("value", ValidationError(describe(error), code=error.code.value))


def _value_field(spec: Spec) -> forms.Field:
    if spec.choices:
        choices = [(str(number), words) for number, words in spec.choices]
        return forms.TypedChoiceField(label=gettext_lazy("Value"), coerce=int, choices=choices)
    return forms.IntegerField(label=gettext_lazy("Value"), help_text=f"{spec.low} … {spec.high}")


@admin.register(HouseRule)
class HouseRuleAdmin(PreviewedAdmin):
    task = "rules"
    form = HouseRuleForm
    list_display = ["rule", "value_in_words", "valid_from", "set_by", "reason"]
    list_display_links = ["rule"]
    list_filter = ["key"]
    search_fields = ["reason"]
    list_select_related = ["set_by"]

    @admin.display(description=gettext_lazy("rule"), ordering="key")
    def rule(self, row: HouseRule) -> str:
        return str(row.get_key_display())

    @admin.display(description=gettext_lazy("value"), ordering="value")
    def value_in_words(self, row: HouseRule) -> str:
        spec = specs().get(row.key)
        return spec.words(row.value) if spec else str(row.value)

    def get_readonly_fields(self, _request: HttpRequest, obj: HouseRule | None = None) -> list[str]:
        """An older value keeps its rule and its date; only value and reason can be corrected."""
        return ["rule", "valid_from"] if obj else []

    def get_fieldsets(self, request: HttpRequest, obj: HouseRule | None = None) -> Fieldsets:
        if obj is not None and not self.may_change(request, obj):
            return [(None, {"fields": ["rule", "value_in_words", "valid_from", "reason"]})]
        fields = ["value", "valid_from", "reason", "seen"]
        if obj is not None:
            return [(None, {"fields": ["rule", *fields], "description": _about(obj.key)})]
        key = request.POST.get("key") or request.GET.get("key", "")
        heading = specs()[key].label if key in specs() else None
        return [(heading, {"fields": ["key", *fields], "description": _about(key)})]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, object]:
        initial: dict[str, object] = super().get_changeform_initial_data(request)
        today = timezone.localdate()
        value = rules_timeline().values(today).get(str(initial.get("key", "")))
        return {"valid_from": today, "value": value} | initial

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        """Which rule first, then its value."""
        asked = request.POST if request.method == "POST" else request.GET
        if asked.get("key") not in specs() and self.has_add_permission(request):
            return self._choose(request)
        title = {"title": _("New value for a house rule")}
        answer: HttpResponse = super().add_view(request, form_url, title | (extra_context or {}))
        return answer

    def _choose(self, request: HttpRequest) -> HttpResponse:
        values = rules_timeline().values(timezone.localdate())
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Which house rule?"),
            "rules": [(spec, spec.words(values[key])) for key, spec in specs().items()],
        }
        status = 422 if request.method == "POST" else 200
        return TemplateResponse(request, "admin/games/choose_rule.html", context, status=status)

    def save_model(
        self, request: HttpRequest, obj: HouseRule, _form: object, _change: bool
    ) -> None:
        rule, report = set_house_rule(
            act_of(request), obj.key, value=obj.value, valid_from=obj.valid_from, reason=obj.reason
        )
        obj.pk = rule.pk
        say_what_changed(self, request, report)


def _about(key: str) -> str:
    """Why the rule is the club's to choose, and what holds today."""
    spec = specs().get(key)
    if spec is None:
        return ""
    value = rules_timeline().values(timezone.localdate())[key]
    now = _("Today: %(value)s.") % {"value": spec.words(value)}
    return format_html("{} {}", spec.why, now)
