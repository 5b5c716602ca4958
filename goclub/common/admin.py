"""The chair's admin: Django's own, with the club's name and face."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeVar, cast

from django.contrib import messages
from django.contrib.admin import AdminSite, ModelAdmin, ShowFacets
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import get_fields_from_path, unquote
from django.contrib.admin.views.main import ERROR_FLAG, ChangeList
from django.contrib.admin.widgets import AutocompleteSelect
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import (
    DateField,
    ForeignKey,
    IntegerField,
    Model,
    QuerySet,
    URLField,
    UUIDField,
)
from django.forms import BaseInlineFormSet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise
from simple_history.admin import SimpleHistoryAdmin

from goclub.common import collation, history
from goclub.common.collation import with_names_in_order
from goclub.common.confirmation import Question, ask
from goclub.common.limits import refused, seconds_to_wait
from goclub.common.reading import DayField, read_number


class ReadableList(ChangeList):
    """A list that is narrowed by days and numbers which exist, and by no others.

    Names stand in the order of the reader's language, also under a heading that was clicked.
    """

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        """Return Django's order of the rows, names as the reader looks for them."""
        return with_names_in_order(self.model, super().get_ordering(request, queryset))

    def _get_default_ordering(self) -> list[Any]:
        """Return the columns that the headings mark; expressions would mark none."""
        return list(self.model_admin.ordering or self.lookup_opts.ordering or ())

    def get_filters(self, request: HttpRequest) -> Any:
        """Return Django's filters; refuse a number that no column holds, and a day that is none."""
        values = [value for values in self.get_filters_params().values() for value in values]
        if any(_is_no_key(value) or _is_beyond_calendar(value) for value in values):
            raise IncorrectLookupParameters
        try:
            return super().get_filters(request)
        except (OverflowError, ValueError) as error:
            raise IncorrectLookupParameters from error

    def get_queryset(self, request: HttpRequest, *args: Any, **kwargs: Any) -> QuerySet[Any]:
        """Return the rows; refuse a moment that is beyond the calendar of the reader's zone."""
        try:
            return super().get_queryset(request, *args, **kwargs)
        except (OverflowError, ValueError) as error:
            raise IncorrectLookupParameters from error


class ReadableSelect(AutocompleteSelect):
    """A field that finds a row by typing; what was sent and is no key is not looked for."""

    def optgroups(self, name: str, value: Any, attrs: Any = None) -> Any:
        """Return the chosen row, where the key that was sent can be one."""
        keys = [key for key in value if key in ("", None) or read_number(key) is not None]
        return super().optgroups(name, keys, attrs)


class ReadableFields:
    """Mixin for admins and their tables of rows: fields that take any text that is sent, rows and
    choices in the order of the reader's language."""

    model: type[Model]

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        """Return the order of the rows, names as the reader looks for them."""
        ordering = super().get_ordering(request)  # type: ignore[misc]
        return with_names_in_order(self.model, ordering or self.model._meta.ordering or ())

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Return Django's field, which shows again what was sent."""
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            site = self.admin_site  # type: ignore[attr-defined]
            kwargs["widget"] = ReadableSelect(db_field, site, using=kwargs.get("using"))
        return super().formfield_for_foreignkey(  # type: ignore[misc]
            db_field, request, **kwargs
        )


class ReadableRequests(ReadableFields):
    """Mixin for admins: a list answers whatever its address or its boxes say."""

    def get_changelist(self, _request: HttpRequest, **_more: Any) -> type[ChangeList]:
        """Return the list that refuses what it cannot read."""
        return ReadableList

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list; where the address asked for what cannot be, all of it."""
        if ERROR_FLAG in request.GET:
            messages.warning(request, _("That filter cannot be used. Here is the whole list."))
            return redirect(request.path)
        page: HttpResponse = super().changelist_view(request, extra_context)  # type: ignore[misc]
        return page

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        """Carry out an action for the ticked rows, leaving out what is no key of a row."""
        post = request.POST.copy()
        ticked = filter(self._is_key, post.getlist(ACTION_CHECKBOX_NAME))
        post.setlist(ACTION_CHECKBOX_NAME, list(ticked))
        post._mutable = False
        request.POST = post  # type: ignore[assignment]
        return super().response_action(request, queryset)  # type: ignore[misc]

    def _is_key(self, text: str) -> bool:
        try:
            self.model._meta.pk.to_python(text)
        except (ValidationError, ValueError, OverflowError):
            return False
        return not _is_no_key(text)


def _is_beyond_calendar(text: object) -> bool:
    """Whether a text is a day that is no moment any more in some zone."""
    year = re.match(r"\s*(\d{4})-", str(text))
    return year is not None and not 1900 <= int(year[1]) < 9999


def _is_no_key(text: object) -> bool:
    """Whether a text is a whole number that no column holds."""
    digits = str(text).strip().removeprefix("-")
    return digits.isdecimal() and read_number(digits) is None


View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class NamedCells(BaseInlineFormSet[Any, Any, Any]):
    """Rows in a table of the office: its cells have no label, so each field has its name."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        for field in form.fields.values():
            if not field.widget.is_hidden:
                field.widget.attrs.setdefault("aria-label", field.label)


#: What one comes to the office for, in the order of the index.  An admin names its ``task``; what
#: names none, such as the logs of libraries, is a record.
TASKS: Final[dict[str, StrOrPromise]] = {
    "people": gettext_lazy("Manage people"),
    "games": gettext_lazy("Games, kifu and comments"),
    "leagues": gettext_lazy("Leagues and tournaments"),
    "rules": gettext_lazy("Rules and settings"),
    "records": pgettext_lazy("index of the office", "Look something up"),
}


class ClubAdminSite(AdminSite):
    """The office, under the club's own name.

    Whatever is registered here, by us or by a library, has pages of history that only answer, and
    lists that only the filters beside them narrow.
    """

    site_header = gettext_lazy("The club’s admins")
    site_title = gettext_lazy("Admin")
    index_title = gettext_lazy("What would you like to manage?")
    site_url = "/"
    # The index by task stands in its place; lists need the room.
    enable_nav_sidebar = False

    def login(
        self,
        request: HttpRequest,
        extra_context: dict[str, object] | None = None,  # noqa: ARG002
    ) -> HttpResponse:
        """The club has one door; who is inside and may not come here is told so."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:  # the form, or the page that says when to try again
        """Another password for oneself; tries count together with those on the member's page."""
        seconds = seconds_to_wait(request, "password")
        if seconds:
            return refused(request, seconds)
        return super().password_change(request, extra_context)

    def get_app_list(
        self, request: HttpRequest, app_label: str | None = None
    ) -> list[dict[str, Any]]:
        """The lists by what one wants to do; of one app where its page asks.

        Every page of Django's office is given all of them, and ours show them on the index alone:
        they are put together where they are looked at.
        """
        if app_label is not None:
            return super().get_app_list(request, app_label)
        return cast("list[dict[str, Any]]", SimpleLazyObject(lambda: self._by_task(request)))

    def _by_task(self, request: HttpRequest) -> list[dict[str, Any]]:
        apps = super().get_app_list(request)
        models = [model for app in apps for model in app["models"]]
        tasks = []
        for key, name in TASKS.items():
            mine = [model for model in models if self._task_of(model["model"]) == key]
            if mine:
                mine.sort(key=lambda model: collation.name_key(str(model["name"])))
                task = {"name": name, "app_label": key, "app_url": "", "has_module_perms": True}
                tasks.append({**task, "models": mine})
        return tasks

    def _task_of(self, model: type[Model]) -> str:
        task: str = getattr(self._registry[model], "task", "records")
        return task

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


#: What the page of a row is told about its buttons.
_SAVES: Final = ("show_save", "show_save_and_continue", "show_save_and_add_another")


class ListedLookups(ReadableRequests):
    """Mixin for admins: a list is narrowed by the filters it lists, and by nothing else.

    Django's own lets any column of the table be asked for by its address, also one that the
    reader may not see.  A form that a proxy sends once more is carried out once.
    """

    model: type[Model]
    date_hierarchy: str | None
    # Beside every value of a filter stands how many rows it would leave.
    show_facets = ShowFacets.ALWAYS
    formfield_overrides: ClassVar[Any] = {
        DateField: {"form_class": DayField},
        URLField: {"assume_scheme": "https"},
    }

    def lookup_allowed(self, lookup: str, _value: str, request: HttpRequest) -> bool:
        """Whether a filter of the list asks this."""
        return lookup in self._listed(request)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The page of a row; it offers to save where there is something to fill in."""
        inlines = context.get("inline_admin_formsets", ())
        fills = context["adminform"].form.fields or any(
            inline.has_add_permission or inline.has_change_permission for inline in inlines
        )
        if not fills:
            context |= dict.fromkeys(_SAVES, False)
        page: HttpResponse = super().render_change_form(  # type: ignore[misc]
            request, context, *args, **kwargs
        )
        return page

    def _listed(self, request: HttpRequest) -> set[str]:
        lookups: set[str] = set()
        for item in self.get_list_filter(request):  # type: ignore[attr-defined]
            if isinstance(item, type):
                lookups.add(item.parameter_name)  # type: ignore[attr-defined]
            else:
                lookups |= _lookups_of(self.model, item if isinstance(item, str) else item[0])
        if self.date_hierarchy:
            parts = ("year", "month", "day", "gte", "lt")
            lookups |= {f"{self.date_hierarchy}__{part}" for part in parts}
        return lookups


def _lookups_of(model: type[Model], path: str) -> set[str]:
    """What Django's filters for a field put into the address."""
    field: Any = get_fields_from_path(model, path)[-1]
    if field.is_relation:
        return {f"{path}__{field.target_field.name}__exact", f"{path}__isnull"}
    return {path, *(f"{path}__{kind}" for kind in ("exact", "isnull", "gte", "lt"))}


class HistoryAdmin(SimpleHistoryAdmin):
    """An admin with the versions of its rows, to look at: what a role may not see, it hides.

    ``doubled`` names of the columns that hold half points doubled, as a page calls them.
    """

    doubled: ClassVar[history.Doubled] = MappingProxyType({})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """The versions of a row; no row has a key that cannot be one."""
        self._need_key(unquote(object_id), self.model)
        page: HttpResponse = super().history_view(request, object_id, extra_context)
        return page

    @staticmethod
    def _need_key(text: str, model: type[Model]) -> None:
        """Answer that there is no such row; the library asks the database for any text."""
        key = model._meta.pk
        key = key.target_field if isinstance(key, ForeignKey) else key
        if "\0" in text or (isinstance(key, IntegerField) and read_number(text) is None):
            raise Http404
        try:
            key.to_python(text)
        except ValidationError:
            raise Http404 from None

    def hidden_fields(self, _request: HttpRequest) -> set[str]:
        """Fields that this reader sees nowhere, neither now nor in older versions."""
        return set()

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """What this reader may not see is not in the form either."""
        return [*(super().get_exclude(request, obj) or ()), *sorted(self.hidden_fields(request))]

    def history_view_title(self, request: HttpRequest, obj: Model) -> str:  # noqa: ARG002
        """What the page is about."""
        return _("History of %(name)s") % {"name": obj}

    def get_history_queryset(
        self, request: HttpRequest, history_manager: Any, pk_name: str, object_id: Any
    ) -> QuerySet[Any]:
        """The versions with whoever made them."""
        rows = super().get_history_queryset(request, history_manager, pk_name, object_id)
        history: QuerySet[Any] = rows.select_related("history_user__member")
        return history

    def set_history_delta_changes(
        self,
        request: HttpRequest,
        historical_records: Iterable[Any],
        foreign_keys_are_objs: bool = True,  # noqa: ARG002 - what the library asks
    ) -> None:
        """Say of each version who made it and what it changed, of the fields this reader sees."""
        hidden = self.unread_fields(request)
        versions = list(historical_records)
        for version in versions:
            version.history_words = history.DONE.get(version.history_type, "")
            version.history_who = history.who_of(version.history_user)
        for version, before in pairwise(versions):
            version.history_delta_changes = history.changes_between(
                version, before, hidden, self.doubled
            )

    def unread_fields(self, request: HttpRequest) -> set[str]:
        """Fields of no version's page: what the reader may not see, and keys that say nothing."""
        return self.hidden_fields(request) | {
            field.name for field in self.model._meta.fields if isinstance(field, UUIDField)
        }

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """One version of a row, field by field; nothing here can be sent."""
        versions: Any = self.model._meta.simple_history_manager_attribute
        kept = getattr(self.model, versions).model
        self._need_key(unquote(object_id), self.model)
        self._need_key(version_id, kept)
        where = {self.opts.pk.attname: unquote(object_id), "history_id": version_id}
        row = get_object_or_404(kept, **where).instance
        if not self.has_view_history_or_change_history_permission(request, row):
            raise PermissionDenied
        hidden = self.unread_fields(request)
        names = [
            field.name
            for field in kept.tracked_fields
            if not field.primary_key and field.name not in hidden
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": str(row),
            "rows": list(history.fields_of(row, names, self.doubled)),
            "original": row,
            "opts": self.opts,
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/version.html", context)


def ask_in_office(shown: ModelAdmin[Any], request: HttpRequest, question: Question) -> HttpResponse:
    """The page of the office that asks once more; what it sends runs the same action."""
    context = {**shown.admin_site.each_context(request), "opts": shown.opts}
    return ask(request, question, template="admin/confirm.html", context=context)


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
