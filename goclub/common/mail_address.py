"""E-mail addresses that mean one mailbox: the validator and the fields that every form shares."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db import models


class AddressValidator(EmailValidator):
    """Refuse what is no address, and letters whose upper and lower case are not one pair.

    Django's pattern ignores case, so that K (Kelvin), İ, ı and ſ pass as k, i and s.  Databases and
    Python fold them in different ways: one says that an address is free, the other that it is not.
    """

    def __call__(self, value: str | None) -> None:
        super().__call__(value)
        if not all(map(_has_one_case_pair, value or "")):
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
    """A form field for an e-mail address."""

    default_validators = [validate_address]
