"""The borders of the IGS ranks (S0-26): a table uploaded as CSV, looked at before it is saved."""

from __future__ import annotations

import json
from datetime import date

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from goclub.common.forms import UploadField, remember
from goclub.common.notation import listed
from goclub.common.refusals.registry import describe
from goclub.games.admin.rules import (
    Fieldsets,
    PreviewedAdmin,
    PreviewedForm,
    form_of,
    say_what_changed,
)
from goclub.games.models import ThresholdTable
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.games.rating.services import preview_thresholds, set_thresholds
from goclub.games.rating.systems.igs.system import IGS
from goclub.members.requests import act_of
from ratings.errors import Code, RuleError
from ratings.igs.ladder import LADDER
from ratings.igs.thresholds import DEFAULT, Thresholds, read_thresholds
from ratings.text_files import decoded, too_large

#: A table has 53 lines of some thirty characters.
MOST_BYTES = 64 * 1024

COLUMNS = {
    "promote": gettext_lazy("promoted from"),
    "entry": gettext_lazy("enters with"),
    "demote": gettext_lazy("demoted below"),
}


class ThresholdForm(PreviewedForm[ThresholdTable]):
    """A table from a file; between preview and saving it travels in the page."""

    file = UploadField(
        label=pgettext_lazy("of figures", "Table"),
        required=False,
        help_text=gettext_lazy(
            "CSV with the columns rank, promote_at, entry_points, demote_below; a row for each "
            "rank from 17k to 10d."
        ),
    )
    read = forms.CharField(required=False, widget=forms.HiddenInput)
    allow_published = forms.BooleanField(
        label=gettext_lazy("Also change numbers published by Pandanet"),
        required=False,
        help_text=gettext_lazy(
            "Eight numbers are published. They are not changed unless you tick this box."
        ),
    )
    table: Thresholds

    class Meta:
        model = ThresholdTable
        fields = ["valid_from", "reason"]

    def clean(self) -> dict[str, object]:
        try:
            self.table = self._table()
        except RuleError as error:
            self._refuse_table(error)
        else:
            remember(self, "read", json.dumps(self.table.to_json()))
            self._check_published()
        return super().clean()

    def _table(self) -> Thresholds:
        data = self.cleaned_data
        upload = data.get("file")
        if upload:
            return read_thresholds(_text_of(upload), allow_published_changes=True)
        if data.get("read"):
            return Thresholds.from_json(_json_of(data["read"]))
        if self.instance.pk:
            return Thresholds.from_json(self.instance.table)
        raise RuleError(Code.MISSING, "file", reason="files.none")

    def _refuse_table(self, error: RuleError) -> None:
        """Beside the file; what an earlier preview carried along is forgotten."""
        remember(self, "read", "")
        remember(self, "seen", "")
        text = describe(error)
        if error.field in LADDER:
            text = f"{error.field}: {text}"
        self.add_error("file", ValidationError(text, code=error.code.value))

    def _check_published(self) -> None:
        if self.cleaned_data.get("allow_published"):
            return
        cells = [f"{rank} {COLUMNS[column]}" for rank, column in self.table.published_changes]
        if cells:
            text = _(
                "This table changes published numbers: %(cells)s. Tick the box if that is intended."
            )
            self.add_error("allow_published", text % {"cells": listed(cells)})

    def chosen(self) -> list[object]:
        return [self.table.to_json(), self._since().isoformat()]

    def ask(self) -> ReplayReport:
        return preview_thresholds(table=self.table, valid_from=self._since())

    def asked(self) -> tuple[str, dict[str, object], date]:
        table, since = self.chosen()
        return "borders", {"table": table, "valid_from": since}, self._since()

    def title(self) -> str:
        return _("Who a new table of IGS borders would affect")

    def row_of(self) -> ThresholdTable | None:
        return ThresholdTable.objects.filter(valid_from=self.cleaned_data["valid_from"]).first()

    def _since(self) -> date:
        since: date = self.cleaned_data.get("valid_from") or self.instance.valid_from
        return since

    def differences(self) -> list[tuple[str, str, int | None, int | None]]:
        """The cells in which the table differs from what would hold on that day without it."""
        rules = rules_timeline().of(IGS)(self._since())
        return differences(rules.thresholds, self.table)


def _text_of(upload: UploadedFile[bytes]) -> str:
    size = upload.size or 0
    if size > MOST_BYTES:
        raise too_large(size, MOST_BYTES)
    return decoded(upload.read())


def _json_of(text: str) -> dict[str, object]:
    try:
        table = json.loads(text)
    except ValueError:
        table = None
    if not isinstance(table, dict):
        raise RuleError(Code.MISSING, "file", reason="files.none")
    return table


def differences(
    before: Thresholds, after: Thresholds
) -> list[tuple[str, str, int | None, int | None]]:
    """Rank, column, number before, number after; weakest rank first."""
    return [
        (rank, str(name), old, new)
        for index, rank in enumerate(LADDER)
        for column, name in COLUMNS.items()
        if (old := getattr(before, column)[index]) != (new := getattr(after, column)[index])
    ]


@admin.register(ThresholdTable)
class ThresholdTableAdmin(PreviewedAdmin):
    task = "rules"
    form = ThresholdForm
    list_display = ["valid_from", "own_numbers", "set_by", "reason"]
    search_fields = ["reason"]
    list_select_related = ["set_by"]

    @admin.display(description=gettext_lazy("the club’s own numbers"))
    def own_numbers(self, row: ThresholdTable) -> str:
        number = len(differences(DEFAULT, Thresholds.from_json(row.table)))
        return ngettext("%(n)d number", "%(n)d numbers", number) % {"n": number}

    @admin.display(description=gettext_lazy("where it differs"))
    def numbers(self, row: ThresholdTable) -> str:
        """Against the numbers that the site comes with."""
        changed_numbers = differences(DEFAULT, Thresholds.from_json(row.table))
        if not changed_numbers:
            return _("nowhere: these are the site’s default numbers")
        return format_html_join(", ", "{} {}: {} → {}", changed_numbers)

    def get_readonly_fields(
        self, _request: HttpRequest, obj: ThresholdTable | None = None
    ) -> list[str]:
        return ["valid_from", "numbers"] if obj else []

    def get_fieldsets(self, request: HttpRequest, obj: ThresholdTable | None = None) -> Fieldsets:
        if obj is not None and not self.may_change(request, obj):
            return [(None, {"fields": ["valid_from", "reason", "numbers"]})]
        fields = ["valid_from", "file", "allow_published", "reason", "read", "seen"]
        if obj is not None:
            fields.insert(1, "numbers")
        about = format_html(
            '{} <a href="{}">{}</a>',
            _("Start with today’s table, change it, and upload it again."),
            reverse("games:igs-borders"),
            _("Download the current table as CSV"),
        )
        return [(None, {"fields": fields, "description": about})]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, object]:
        initial: dict[str, object] = super().get_changeform_initial_data(request)
        return {"valid_from": timezone.localdate()} | initial

    def render_change_form(
        self, request: HttpRequest, context: dict[str, object], *args: object, **kwargs: object
    ) -> HttpResponse:
        form = form_of(context)
        if isinstance(form, ThresholdForm) and form.preview:
            context["differences"] = form.differences()
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(
        self, request: HttpRequest, obj: ThresholdTable, form: ThresholdForm, _ch: bool
    ) -> None:
        row, report = set_thresholds(
            act_of(request), form.table, valid_from=obj.valid_from, reason=obj.reason
        )
        obj.pk, obj.table = row.pk, row.table
        say_what_changed(self, request, report)
