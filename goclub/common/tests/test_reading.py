"""Numbers and moments as they stand in addresses and forms."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from goclub.common.forms import TypedDecimalField, read_whole
from goclub.common.reading import (
    LARGEST,
    DayField,
    EndOfDayField,
    MomentField,
    read_number,
    read_numbers,
)
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("19", 19),
        (" 19 ", 19),
        ("١٢", 12),
        ("１９", 19),
        ("๑๒", 12),
        ("007", 7),
        (19, 19),
        (str(LARGEST), LARGEST),
        ("9" * 19, None),
        ("9" * 5000, None),
        ("-1", None),
        ("²", None),
        ("Ⅳ", None),
        ("1.5", None),
        ("1_000", None),
        ("--1", None),
        ("19\0", None),
        ("", None),
        (None, None),
    ],
)
def test_a_number_is_read_or_it_is_none(text, number):
    assert read_number(text) == number


def test_a_number_outside_its_range_is_none():
    assert read_number("361", high=361) == 361
    assert read_number("362", high=361) is None
    assert read_number("-5", low=-5) == -5
    assert read_number("−6", low=-5) is None


def test_of_many_texts_the_numbers_are_kept():
    assert read_numbers(["3", "x", "", "9" * 5000, "1000000"], high=999_999) == [3]


@pytest.mark.parametrize("text", ["9" * 5000, "1\0", "²"])
def test_a_number_for_a_rule_is_refused_by_the_rule(text):
    with refused(code=Code.TYPE):
        read_whole(text, "board")


@pytest.mark.parametrize("zone", ["Pacific/Niue", "UTC", "Pacific/Kiritimati"])
@pytest.mark.parametrize(
    "typed", ["9999-12-31T23:59", "9999-12-31", "0001-01-01T00:00", "1899-12-30", "x\0", "9" * 5000]
)
def test_a_moment_that_is_none_somewhere_is_refused(zone, typed):
    with timezone.override(zone), pytest.raises(ValidationError):
        MomentField().clean(typed)


def test_the_refusal_of_a_year_names_the_years_that_are_taken():
    assert DayField().clean("9998-12-31") == date(9998, 12, 31)
    with pytest.raises(ValidationError, match="from 1900 to 9998"):
        DayField().clean("9999-12-30")


def test_a_moment_is_read_on_the_readers_clock():
    with timezone.override("Asia/Tokyo"):
        moment = MomentField().clean("2025-03-08T10:00")
    assert moment == datetime(2025, 3, 8, 1, 0, tzinfo=UTC)
    assert MomentField(required=False).clean("") is None


def test_a_day_is_meant_up_to_its_end_and_a_moment_as_it_is():
    with timezone.override("Asia/Tokyo"):
        day = EndOfDayField().clean("2025-03-08")
        moment = EndOfDayField().clean("2025-03-08T10:00")
    assert day == datetime(2025, 3, 8, 14, 59, 59, 999_999, tzinfo=UTC)
    assert moment == datetime(2025, 3, 8, 1, 0, tzinfo=UTC)
    field = EndOfDayField().widget
    assert 'type="date"' in field.render("at", "2025-03-08T10:00")
    assert 'value="2025-03-08"' in field.render("at", "2025-03-08T10:00")


@pytest.mark.parametrize("typed", ["3,5", "3.5", " ３．５ ", "３，５"])
def test_a_decimal_is_read_with_either_mark(typed):
    assert TypedDecimalField().clean(typed) == Decimal("3.5")
    assert TypedDecimalField().clean(f"−{typed.strip()}") == Decimal("-3.5")


@pytest.mark.parametrize("typed", ["3,5,5", "x", "1e999999", "NaN", "9" * 5000, "3\0"])
def test_what_is_no_decimal_is_refused(typed):
    with pytest.raises(ValidationError):
        TypedDecimalField(max_value=1000).clean(typed)
