"""Lists of the admin whose address or form asks for what cannot be: they are shown in full."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ERROR_FLAG, ChangeList
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import ValidationError
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from goclub.common.collation import with_names_in_order
from goclub.common.reading import read_number


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
