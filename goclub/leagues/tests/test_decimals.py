"""3,5 and 3.5 are one number in every form of the site and of the office."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.urls import get_resolver

from goclub.common.forms import TypedDecimalField


def classes(of: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    for one in of.__subclasses__():
        yield one
        yield from classes(one)


def test_every_number_with_a_fraction_takes_both_marks():
    """The forms of all pages and of the office, loaded with the addresses."""
    assert get_resolver().url_patterns
    ours = {one for one in classes(forms.BaseForm) if one.__module__.startswith("goclub.")}
    assert len(ours) > 60
    plain = [
        f"{form.__module__}.{form.__name__}.{name}"
        for form in ours
        for name, field in form.base_fields.items()
        if isinstance(field, forms.DecimalField | forms.FloatField)
        and not isinstance(field, TypedDecimalField)
    ]
    assert plain == []
