"""Fields and helpers that forms of every app share."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias, TypeVar
from unicodedata import normalize

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, LayoutObject
from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import (
    DateField,
    DateTimeField,
    Field,
    FloatField,
    Model,
    PositiveIntegerField,
    PositiveSmallIntegerField,
    QuerySet,
)
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.reading import LARGEST, DayField, read_number
from goclub.common.refusals.texts import FILE_EMPTY, FILE_NONE
from ratings.checks import whole_number
from ratings.halves import half_text

#: What was sent with a request, None for a form that is shown for the first time.
Sent: TypeAlias = Mapping[str, object] | None
Files: TypeAlias = "MultiValueDict[str, UploadedFile[bytes]] | None"
#: A value and its label; or the title of a group and the choices under it.
Choice: TypeAlias = tuple[str | int, StrOrPromise | Iterable[tuple[str, str]]]
M = TypeVar("M", bound=Model)


def offer(form: forms.BaseForm, name: str, choices: Iterable[Choice]) -> None:
    """Give a field of choices what may be chosen: pairs of value and label, or groups of them."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def offer_rows(form: forms.BaseForm, name: str, rows: QuerySet[M]) -> None:
    """Give a field of rows those that may be chosen."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


class UploadField(forms.FileField):
    """A file; that it is missing or empty is said in the words of every other refusal of a file."""

    default_error_messages = {"required": FILE_NONE, "empty": FILE_EMPTY}


class FilesInput(forms.FileInput):
    """Several files at once."""

    allow_multiple_selected = True

    def value_from_datadict(
        self,
        data: Any,  # noqa: ARG002 - Django's name
        files: MultiValueDict[str, UploadedFile[bytes]],
        name: str,
    ) -> Any:
        """All files of the field; None for none."""
        return files.getlist(name) or None


class FilesField(UploadField):
    """One or more files; its value is a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Each file as a single one would be."""
        return [super(FilesField, self).clean(upload, initial) for upload in data or [None]]


class RowsField(forms.ModelMultipleChoiceField[M]):
    """Rows ticked one by one; a key that no column holds is none of them."""

    def clean(self, value: Any) -> QuerySet[M]:
        for key in value or ():
            if read_number(key) is None:
                text = self.error_messages["invalid_pk_value"]
                raise forms.ValidationError(text, code="invalid_pk_value", params={"pk": key[:40]})
        return super().clean(value)


class HalfField(forms.CharField):
    """A number in steps of half a point, in any usual spelling; its value is doubled."""

    def __init__(self, *, max_length: int = 12, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off"})

    def prepare_value(self, value: object) -> object:
        """The stored half points as one writes them."""
        return half_text(value) if isinstance(value, int) else value


class TypedDecimalField(forms.DecimalField):
    """A decimal number in any usual spelling: 3,5 or 3.5 or ３．５, with either minus.

    The browser's own field for numbers takes the mark of its own language alone and sends nothing
    for another, so a plain one asks.
    """

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: object) -> Decimal | None:
        """The number, exact."""
        if isinstance(value, str):
            value = normalize("NFKC", value).replace(",", ".").replace("−", "-")
        number: Decimal | None = super().clean(value)
        return number


class HalfPointsFormField(TypedDecimalField):
    """Points in steps of a half; the value is doubled, as columns hold it."""

    def prepare_value(self, value: object) -> object:
        """The stored half points as people write them."""
        return half_text(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:  # type: ignore[override]
        """The number of half points."""
        points = super().clean(value)
        if points is None:
            return None
        if (2 * points) % 1:
            text = _("Use whole or half points, for example 19.5 or 20.")
            raise forms.ValidationError(text, code="halves")
        return int(2 * points)


def site_field(column: Field[Any, Any], **options: Any) -> forms.Field | None:
    """Return the form field of a column as the site asks for it, for ``formfield_callback``.

    Days are typed or chosen in the browser's own way, decimals in any usual spelling; numbers know
    the limits of their validators.
    """
    if isinstance(column, DateField) and not isinstance(column, DateTimeField):
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        options = {"form_class": DayField, "widget": widget, **options}
    elif type(column) in (PositiveSmallIntegerField, PositiveIntegerField, FloatField):
        if isinstance(column, FloatField):
            options = {
                "form_class": TypedDecimalField,
                "widget": TypedDecimalField.widget,
                **options,
            }
        for limit in column.validators:
            if isinstance(limit, MinValueValidator):
                options["min_value"] = limit.limit_value
            elif isinstance(limit, MaxValueValidator):
                options["max_value"] = limit.limit_value
    return column.formfield(**options)


class SiteMeta:
    """What the ``Meta`` of a form of a row inherits."""

    formfield_callback = site_field


def read_whole(text: str, field: str) -> int:
    """A whole number as typed, with digits of any script; anything else goes to the rule."""
    number = read_number(text, low=-LARGEST)
    value: object = text.strip()[:40] if number is None else number
    return whole_number(value, field=field)


def bare_helper(*layout: LayoutObject | str) -> FormHelper:
    """A crispy helper that leaves the form tag and the buttons to the page."""
    helper = FormHelper()
    helper.form_tag = False
    helper.disable_csrf = True  # the page has it beside its form tag
    if layout:
        helper.layout = Layout(*layout)
    return helper


class Bare:
    """Mixin for forms whose tag and buttons are the page's."""

    @cached_property
    def helper(self) -> FormHelper:
        """What crispy reads."""
        return bare_helper()


class BareForm(Bare, forms.Form):
    """A form whose tag and buttons are the page's."""


class BareModelForm(Bare, forms.ModelForm[M]):
    """A form of a row whose tag and buttons are the page's."""


class ReasonForm(BareForm):
    """Why: for disputing and for voiding a game."""

    reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=forms.Textarea(attrs={"rows": 3})
    )


class ShortReasonForm(BareForm):
    """Why, as the histories keep it: in a hundred characters."""

    reason = forms.CharField(
        label=_("Reason"), max_length=100, widget=forms.Textarea(attrs={"rows": 2})
    )


class WhyForm(BareForm):
    """A reason and nothing else; the service asks for it."""

    reason = forms.CharField(
        label=_("Reason"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )


# --- A look before a change -------------------------------------------------------------------
def mark_of(chosen: Iterable[object]) -> str:
    """The mark of a choice: who sends it along has looked at what just this would change."""
    text = json.dumps(list(chosen), cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def remember(form: forms.BaseForm, name: str, value: str) -> None:
    """Send a value along with the next post of a form."""
    data = QueryDict(mutable=True)
    data.update(form.data)
    data[form.add_prefix(name)] = value
    form.data = data
