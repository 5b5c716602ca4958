"""House rules: a new value from a day on, looked at before it is saved."""

from __future__ import annotations

from datetime import date
from typing import Unpack

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.forms import Files, RowFormArguments, Sent
from goclub.common.refusals.registry import describe
from goclub.games.admin.previews import (
    Fieldsets,
    PreviewedAdmin,
    PreviewedForm,
    say_what_changed,
)
from goclub.games.admin.shown import user_of
from goclub.games.models import HouseRule
from goclub.games.rating.house_rules import rules_timeline, specs
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.games.rating.services import preview_house_rule, set_house_rule
from goclub.games.rating.systems.protocol import Spec
from ratings.errors import RuleError


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
        **arguments: Unpack[RowFormArguments[HouseRule]],
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
            key=obj.key,
            value=obj.value,
            valid_from=obj.valid_from,
            by=user_of(request),
            reason=obj.reason,
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
