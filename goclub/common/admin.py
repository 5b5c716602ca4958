"""The chair's admin: Django's own, with the club's name and face."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from itertools import pairwise
from typing import Any, TypeVar, cast

from django import forms
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.helpers import AdminForm
from django.contrib.admin.utils import get_fields_from_path, unquote
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from simple_history.admin import SimpleHistoryAdmin

from goclub.common.reading import read_number

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class ClubAdminSite(AdminSite):
    """The office, under the club's own name.

    Whatever is registered here, by us or by a library, has pages of history that only answer, and
    lists that only the filters beside them narrow.
    """

    site_header = gettext_lazy("The club's office")
    site_title = gettext_lazy("Office")
    index_title = gettext_lazy("What would you like to look after?")
    site_url = "/"
    enable_nav_sidebar = True

    def login(
        self,
        request: HttpRequest,
        extra_context: dict[str, object] | None = None,  # noqa: ARG002
    ) -> HttpResponse:
        """The club has one door; who is inside and may not come here is told so."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def register(
        self, model_or_iterable: Any, admin_class: Any = None, **options: Any
    ) -> None:  # what Django's own takes
        """Register a model, its lists narrowed by their own filters alone."""
        base = admin_class or ModelAdmin
        if not issubclass(base, ListedLookups):
            base = type(base.__name__, (ListedLookups, base), {"__module__": base.__module__})
        super().register(model_or_iterable, base, **options)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """A page of the office; pages of history are there to be read."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            name = request.resolver_match.url_name if request.resolver_match else None
            reads = request.method in ("GET", "HEAD")
            if name and name.endswith("_history") and not reads:
                return HttpResponseNotAllowed(["GET", "HEAD"])
            keys = [str(kwargs.get(name, "")) for name in ("object_id", "version_id")]
            if any(key.isdecimal() and read_number(key) is None for key in keys):
                raise Http404  # no row has such a key
            return inner(request, *args, **kwargs)

        return cast(View, guarded)


class ListedLookups:
    """Mixin for admins: a list is narrowed by the filters it lists, and by nothing else.

    Django's own lets any column of the table be asked for by its address, also one that the
    reader may not see.
    """

    model: type[Model]
    date_hierarchy: str | None

    def lookup_allowed(self, lookup: str, _value: str, request: HttpRequest) -> bool:
        """Whether a filter of the list asks this."""
        return lookup in self._listed(request)

    def _listed(self, request: HttpRequest) -> set[str]:
        found: set[str] = set()
        for item in self.get_list_filter(request):  # type: ignore[attr-defined]
            if isinstance(item, type):
                found.add(item.parameter_name)  # type: ignore[attr-defined]
            else:
                found |= _lookups_of(self.model, item if isinstance(item, str) else item[0])
        if self.date_hierarchy:
            parts = ("year", "month", "day", "gte", "lt")
            found |= {f"{self.date_hierarchy}__{part}" for part in parts}
        return found


def _lookups_of(model: type[Model], path: str) -> set[str]:
    """What Django's filters for a field put into the address."""
    field: Any = get_fields_from_path(model, path)[-1]
    if field.is_relation:
        return {f"{path}__{field.target_field.name}__exact", f"{path}__isnull"}
    return {path, *(f"{path}__{kind}" for kind in ("exact", "isnull", "gte", "lt"))}


class HistoryAdmin(SimpleHistoryAdmin):
    """An admin with the versions of its rows, to look at: what a role may not see, it hides."""

    def hidden_fields(self, _request: HttpRequest) -> set[str]:
        """Fields that this reader sees nowhere, neither now nor in older versions."""
        return set()

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """What this reader may not see is not in the form either."""
        return [*(super().get_exclude(request, obj) or ()), *sorted(self.hidden_fields(request))]

    def set_history_delta_changes(
        self,
        request: HttpRequest,
        historical_records: Iterable[Any],
        foreign_keys_are_objs: bool = True,
    ) -> None:
        """Say of each version what it changed, of the fields that this reader sees."""
        hidden = self.hidden_fields(request)
        for version, before in pairwise(historical_records):
            delta = version.diff_against(
                before, excluded_fields=hidden, foreign_keys_are_objs=foreign_keys_are_objs
            )
            helper = self.get_historical_record_context_helper(request, version)
            version.history_delta_changes = helper.context_for_delta_changes(delta)

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """One version of a row, field by field; nothing here can be sent."""
        versions: Any = self.model._meta.simple_history_manager_attribute
        kept = getattr(self.model, versions).model
        where = {self.opts.pk.attname: unquote(object_id), "history_id": version_id}
        row = get_object_or_404(kept, **where).instance
        if not self.has_view_history_or_change_history_permission(request, row):
            raise PermissionDenied
        hidden = self.hidden_fields(request)
        fields = [
            field.name
            for field in kept.tracked_fields
            if not field.primary_key and field.name not in hidden
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": str(row),
            "adminform": self._to_look_at(row, fields),
            "original": row,
            "opts": self.opts,
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/version.html", context)

    def _to_look_at(self, row: Model, fields: list[str]) -> AdminForm:
        form = forms.modelform_factory(self.model, fields=[])(instance=row)
        return AdminForm(form, [(None, {"fields": fields})], {}, fields, model_admin=self)


class NoHardDelete:
    """Mixin for admins of facts: rows are voided, left or superseded, never deleted."""

    def has_delete_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        """Nobody deletes here."""
        return False


class ReadOnly(NoHardDelete):
    """Mixin for admins of projections and append-only facts."""

    def has_add_permission(self, _request: HttpRequest, *_args: object) -> bool:
        """Nothing is added here."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        """Nothing is changed here."""
        return False
