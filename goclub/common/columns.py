"""Columns, constraints and e-mail addresses that say how forms ask for them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, MaxValueValidator
from django.db import models

from goclub.common.forms import HalfPointsFormField
from goclub.common.name_field import unseen_in


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
        widget = HalfPointsFormField.widget
        return super().formfield(
            **{**options, "form_class": HalfPointsFormField, "widget": widget, **points}
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


class AddressValidator(EmailValidator):
    """Refuse what is no address, unseen signs, and letters whose two cases are not one pair.

    Django's pattern takes a blank of no width that was copied along for a letter of the domain, and
    mail goes nowhere.  It ignores case, so that K (Kelvin), İ, ı and ſ pass as k, i and s;
    databases and Python fold them in different ways: one says that an address is free, the other
    that it is not.
    """

    def __call__(self, value: str | None) -> None:
        super().__call__(value)
        if unseen_in(value or "") or not all(map(_has_one_case_pair, value or "")):
            raise ValidationError(self.message, code=self.code, params={"value": value})


def _has_one_case_pair(letter: str) -> bool:
    lower = letter.lower()
    upper = lower.upper()
    return letter in (lower, upper) and upper.lower() == lower


validate_address = AddressValidator()


class AddressField(models.EmailField):  # type: ignore[type-arg]
    """A column for an e-mail address."""

    default_validators = [validate_address]

    def formfield(self, **options: Any) -> Any:
        """Return the field that every form asks with."""
        return super().formfield(**{"form_class": TypedAddressField, **options})

    def deconstruct(self) -> Any:
        """Return a plain column: the database knows nothing of this rule."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.EmailField", args, options


class TypedAddressField(forms.EmailField):
    """A form field for an e-mail address, no longer than the columns that keep it."""

    default_validators = [validate_address]

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 254, **options})
