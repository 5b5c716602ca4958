"""Two steps before a rule of the club changes: whom it would touch, then the saving.

The form is the admin's own.  A first valid post is answered with a preview instead of saving; it
carries a mark of what was looked at, and only a post with the same mark saves.  Whoever changes
his mind in between sees another preview.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from django import forms
from django.contrib.admin.helpers import AdminForm
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from goclub.common.admin import HistoryAdmin, NoHardDelete
from goclub.common.refusals.registry import describe
from goclub.games.labels import figure, signed
from goclub.games.rating.ledger.replaying import Moved, Report
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member
from ratings.errors import RuleError

M = TypeVar("M", bound=Model)

#: The parts of an admin's form: title, and what Django takes of each.
Fieldsets: TypeAlias = list[tuple[StrOrPromise | None, dict[str, object]]]
#: Members that a preview names; of the others it says how many they are.
MOST_NAMED = 200


@dataclass(frozen=True, slots=True)
class Touched:
    """A member whom the change would touch."""

    member: Member
    system: str
    before: str
    after: str
    change: str
    rank_before: str
    rank_after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do, for the page that asks for a yes."""

    touched: list[Touched]
    members: int
    entries: int

    @property
    def unnamed(self) -> int:
        return self.members - len(self.touched)


def preview_of(report: Report) -> Preview:
    """A report in words; rank changes first, then by name.  One query."""
    names = Member.objects.in_bulk([moved.member for moved in report.moved])
    rows = sorted(
        report.moved,
        key=lambda m: (m.rank_before == m.rank_after, str(names[m.member]), m.member),
    )
    touched = [_touched(moved, names[moved.member]) for moved in rows[:MOST_NAMED]]
    return Preview(touched, len(rows), report.entries)


def _touched(moved: Moved, member: Member) -> Touched:
    known = moved.before is not None and moved.after is not None
    return Touched(
        member=member,
        system=str(SYSTEMS.of(moved.system).name),
        before=figure(moved.before),
        after=figure(moved.after),
        change=signed((moved.after or 0) - (moved.before or 0)) if known else "–",
        rank_before=moved.rank_before,
        rank_after=moved.rank_after,
    )


class PreviewedForm(forms.ModelForm[M]):
    """A form that is not valid before its preview was seen.

    Subclasses say what is chosen (:meth:`chosen`) and ask the rules (:meth:`ask`).
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    preview: Preview | None = None

    def chosen(self) -> list[object]:
        """What the preview speaks of, as JSON values; the same choice needs no second look."""
        raise NotImplementedError("each form names its own choice")

    def ask(self) -> Report:
        """The dry run; raises RuleError."""
        raise NotImplementedError("each form asks its own rules")

    def refuse(self, error: RuleError) -> None:
        """Put a refusal beside its field."""
        self.add_error(None, ValidationError(describe(error), code=error.code.value))

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if self.errors:
            return data
        if self.instance.pk is None:
            self.instance = self.row_of() or self.instance
        mark = _mark(self.chosen())
        if data.get("seen") == mark:
            return data
        try:
            report = self.ask()
        except RuleError as error:
            self.refuse(error)
            return data
        self.preview = preview_of(report)
        self.remember("seen", mark)
        self.add_error(None, ValidationError(_("Nothing is saved yet."), code="preview"))
        return data

    def remember(self, name: str, value: str) -> None:
        """Send a value along with the next post."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data[self.add_prefix(name)] = value
        self.data = data

    def row_of(self) -> M | None:
        """The row that holds from that day already: another value for the day corrects it."""
        raise NotImplementedError("each form finds the row of its own table")


def _mark(chosen: list[object]) -> str:
    return hashlib.sha256(json.dumps(chosen).encode()).hexdigest()[:32]


def form_of(context: Mapping[str, object]) -> PreviewedForm[Model]:
    """The form of an admin's page."""
    shown = context["adminform"]
    assert isinstance(shown, AdminForm)
    assert isinstance(shown.form, PreviewedForm)
    return shown.form


class PreviewedAdmin(NoHardDelete, HistoryAdmin):
    """An admin whose form is a :class:`PreviewedForm`."""

    change_form_template = "admin/games/previewed_form.html"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, object], *args: object, **kwargs: object
    ) -> HttpResponse:
        context["preview"] = form_of(context).preview
        if context["preview"]:
            context["errors"] = []  # the only one says that nothing is saved yet; the page says it
        answer: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return answer

    def may_change(self, request: HttpRequest, obj: Model | None) -> bool:
        if obj is None:
            return bool(self.has_add_permission(request))
        return bool(self.has_change_permission(request, obj))
