"""An e-mail address is judged by one rule, whoever asks for it."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import EmailField

from goclub.common.columns import AddressField, TypedAddressField, validate_address

#: Letters that databases and Python fold in different ways.
ODD = ["\u212a", "\u0130", "\u0131", "\u017f"]


@pytest.mark.parametrize("letter", ODD)
def test_a_letter_without_one_pair_of_cases_is_refused(letter):
    for address in (f"{letter}im@example.org", f"kim@{letter}x.example"):
        with pytest.raises(ValidationError):
            validate_address(address)


@pytest.mark.parametrize("unseen", ["\u200b", "\u202c", "\xad", "\u2060", "\ufeff"])
def test_a_sign_that_nobody_sees_is_refused(unseen):
    """It is copied along from another page; the letter would go to another domain."""
    for address in (f"kim@exa{unseen}mple.org", f"kim@example.org{unseen}", f'"{unseen}"@b.pl'):
        with pytest.raises(ValidationError):
            validate_address(address)


def test_a_control_character_is_refused():
    with pytest.raises(ValidationError):
        validate_address('"k\x01im"@example.org')


@pytest.mark.parametrize(
    "address", ["Kim+go@Example.ORG", "kim@ŁÓDŹ.pl", "kim@例え.jp", "k@โกะ.ไทย"]
)
def test_addresses_of_any_script_are_taken(address):
    validate_address(address)


def test_every_column_with_an_address_asks_the_rule():
    columns = [
        column
        for model in apps.get_models()
        for column in model._meta.get_fields()
        if isinstance(column, EmailField) and model.__module__.startswith("goclub.")
    ]
    assert {column.model.__name__ for column in columns} >= {"User", "Member", "Invitation"}
    for column in columns:
        if not column.model.__name__.startswith("Historical"):
            assert isinstance(column, AddressField)
            assert isinstance(column.formfield(), TypedAddressField)
