"""Refusals beside the fields of a form."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.core.exceptions import ValidationError
from django.forms import BaseForm

from goclub.common.refusals.registry import Refusal, describe
from ratings.errors import RuleError

_SAME: Mapping[str, str] = MappingProxyType({})


def add_refusal(
    form: BaseForm, error: RuleError | ValidationError, fields: Mapping[str, str] = _SAME
) -> None:
    """Put the message beside the field it speaks of; ``fields`` maps rule names to form names.

    What speaks of a field that nobody sees stands above the form.
    """
    if isinstance(error, ValidationError):
        for name, errors in error.update_error_dict({}).items():
            form.add_error(name if name in form.fields else None, ValidationError(errors))
        return
    name = fields.get(error.field, error.field)
    field = form.fields.get(name)
    form.add_error(
        None if field is None or field.widget.is_hidden else name,
        ValidationError(
            describe(error), code=error.reason if isinstance(error, Refusal) else error.code.value
        ),
    )
