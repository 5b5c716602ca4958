"""Older versions of a row in words: whose fields are named and written as their pages do."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Field, Model
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise
from simple_history.models import DeletedObject

from goclub.common import notation
from goclub.common.columns import HalfPointsField

NOTHING: Final = "–"
#: Longer values are cut in the list of changes; the page of the version has them whole.
LONGEST: Final = 200

#: What simple_history stores for what was done.
DONE: Final[Mapping[str, StrOrPromise]] = {
    "+": gettext_lazy("Added"),
    "~": gettext_lazy("Changed"),
    "-": gettext_lazy("Removed"),
}

#: Names of columns that hold half points doubled, by what they are on a page.
Doubled = Mapping[str, StrOrPromise]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """What a version changed in one field, in words."""

    field: StrOrPromise
    old: str
    new: str


def name_of(field: Field[Any, Any], doubled: Doubled) -> StrOrPromise:
    """The name of a field; of a doubled one, what it holds."""
    return doubled.get(field.name, field.verbose_name)


def words_of(field: Field[Any, Any], value: object, doubled: Doubled) -> str:
    """A stored value as a page would write it: its choice, its day, its halves; a dash for none."""
    if isinstance(value, DeletedObject):
        return NOTHING if value.pk is None else _("deleted since")
    if value is None or value == "":
        return NOTHING
    if (field.name in doubled or isinstance(field, HalfPointsField)) and isinstance(value, int):
        return notation.half(value)
    if field.choices and not isinstance(value, Model):
        return str(dict(field.flatchoices).get(value, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return str(date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT"))
    if isinstance(value, date):
        return notation.short_day(value)
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def changes_between(
    version: Any, before: Any, hidden: Collection[str], doubled: Doubled
) -> list[FieldChange]:
    """What a version changed of the one before it, in the fields that the reader sees."""
    delta = version.diff_against(before, excluded_fields=hidden, foreign_keys_are_objs=True)
    fields = {field.name: field for field in version.tracked_fields}
    return [
        FieldChange(
            name_of(fields[change.field], doubled),
            _short(words_of(fields[change.field], change.old, doubled)),
            _short(words_of(fields[change.field], change.new, doubled)),
        )
        for change in delta.changes
    ]


def fields_of(
    row: Model, names: Collection[str], doubled: Doubled
) -> Iterator[tuple[StrOrPromise, str]]:
    """Name and value of each of these fields of a row."""
    for name in names:
        field: Any = row._meta.get_field(name)
        value = getattr(row, field.attname if field.is_relation else name)
        if field.is_relation and value is not None:
            value = field.related_model._default_manager.filter(pk=value).first() or value
        yield name_of(field, doubled), words_of(field, value, doubled)


def who_of(user: Any) -> str:
    """Who did it: the member's name where the login has one, the site itself where nobody did."""
    if user is None:
        return _("the site itself")
    return str(getattr(user, "member", None) or user.get_username())


def _short(text: str) -> str:
    return Truncator(text).chars(LONGEST)
