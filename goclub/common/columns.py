"""Columns and constraints that say how forms ask for them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models

from goclub.common import forms


class HalfPointsField(models.PositiveSmallIntegerField):  # type: ignore[type-arg]
    """Points stored doubled, so that halves are whole numbers; forms show and take points.

    Validators limit the doubled value.
    """

    def formfield(self, **options: Any) -> Any:
        """Return the field that takes points, with the limits of the validators."""
        limits = [
            rule.limit_value for rule in self.validators if isinstance(rule, MaxValueValidator)
        ]
        points = {"max_value": Decimal(min(limits)) / 2} if limits else {}
        # The office's own widget is one for whole numbers.
        widget = forms.HalfPointsFormField.widget
        return super().formfield(
            **{**options, "form_class": forms.HalfPointsFormField, "widget": widget, **points}
        )

    def deconstruct(self) -> Any:
        """Return a plain column: the database knows nothing of points."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.PositiveSmallIntegerField", args, options


class FieldConstraint(models.CheckConstraint):
    """A check of several columns whose message stands beside one of them in a form."""

    def __init__(self, *, beside: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.beside = beside

    def validate(self, *args: Any, **options: Any) -> None:
        """Refuse a row; the message speaks of the column *beside*."""
        try:
            super().validate(*args, **options)
        except ValidationError as error:
            raise ValidationError({self.beside: error}) from error

    def deconstruct(self) -> Any:
        """Return a plain check: the database knows nothing of forms."""
        _path, args, options = super().deconstruct()
        return "django.db.models.CheckConstraint", args, options

    def clone(self) -> FieldConstraint:
        """Return the same check; Django gives each model its own."""
        _path, _args, options = super().deconstruct()
        return FieldConstraint(beside=self.beside, **options)


def changed_columns(before: models.Model, after: models.Model) -> set[str]:
    """Return the names of the columns that differ, of those that people edit."""
    columns = [column for column in after._meta.concrete_fields if column.editable]
    return {
        column.name
        for column in columns
        if getattr(before, column.attname) != getattr(after, column.attname)
    }
