"""Fields and helpers that forms of every app share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from ratings.checks import whole_number
from ratings.halves import half_text


def offer(form: forms.BaseForm, name: str, choices: Iterable[Any]) -> None:
    """Give a field of choices what may be chosen: pairs of value and label, or groups of them."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def offer_rows(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Give a field of rows those that may be chosen."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows


class HalfField(forms.CharField):
    """A number in steps of half a point, in any usual spelling; its value is doubled."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 12)
        super().__init__(**kwargs)
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off"})

    def prepare_value(self, value: Any) -> Any:
        """The stored half points as one writes them."""
        return half_text(value) if isinstance(value, int) else value


def read_whole(text: str, field: str) -> int:
    """A whole number as typed, with digits of any script; anything else goes to the rule."""
    text = text.strip()
    digits = text.lstrip("-")
    value: object = int(text) if digits.isdecimal() else text
    return whole_number(value, field=field)


class ReasonForm(forms.Form):
    """Why: for disputing and for voiding a game."""

    reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = bare_helper()


def bare_helper(*layout: Any) -> FormHelper:
    """A crispy helper that leaves the form tag and the buttons to the page."""
    helper = FormHelper()
    helper.form_tag = False
    if layout:
        helper.layout = Layout(*layout)
    return helper


class WhyForm(forms.Form):
    """A reason and nothing else; the service asks for it."""

    reason = forms.CharField(
        label=_("Reason"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = bare_helper()
