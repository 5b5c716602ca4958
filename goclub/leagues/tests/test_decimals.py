"""3,5 and 3.5 are one number in every form of the site and of the office."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django import forms
from django.contrib import admin
from django.db import models
from django.urls import get_resolver

from goclub.common.forms import TypedDecimalField

pytestmark = pytest.mark.django_db


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


def test_the_office_makes_no_field_of_its_own_for_one(rf, admin_user):
    request = rf.get("/office/")
    request.user = admin_user
    made = [
        f"{office.model.__name__}.{field.name}"
        for office in admin.site._registry.values()
        if office.has_change_permission(request) or office.has_add_permission(request)
        for field in office.model._meta.fields
        if isinstance(field, models.DecimalField | models.FloatField) and field.editable
        if field.name not in office.get_readonly_fields(request)
    ]
    assert made == []
