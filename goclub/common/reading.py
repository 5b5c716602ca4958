"""The one reader of numbers and moments that come in an address or a form.

Whatever is typed there is answered: what is no number, or none that can be meant, is None.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Final
from unicodedata import decimal, normalize

from django import forms
from django.urls.converters import StringConverter
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import clock_note

#: No key of a row has more digits, and none of them overflows the 64 bits of a column.
MOST_DIGITS: Final = 18
LARGEST: Final = 10**MOST_DIGITS - 1
_YEARS: Final = _("Choose a year from 1900 to 9998.")


def in_plain_signs(text: str) -> str:
    """What was typed in the signs of ASCII where it is one of width or script; ½ stays.

    >>> in_plain_signs("１２　３．５ｂ！"), in_plain_signs("๑๒b"), in_plain_signs("12 3½B")
    ('12 3.5b!', '12b', '12 3½B')
    """
    signs = (sign if sign == "½" else normalize("NFKC", sign) for sign in text)
    return "".join(str(decimal(sign, sign)) for sign in "".join(signs))


def read_number(text: object, *, low: int = 0, high: int = LARGEST) -> int | None:
    """The whole number of a text, with digits of any script; None for any other text.

    >>> read_number(" 19 "), read_number("１９"), read_number("-3", low=-9)
    (19, 19, -3)
    >>> read_number("9" * 5000), read_number("²"), read_number(""), read_number("400", high=361)
    (None, None, None, None)
    """
    typed = str(text or "").strip()
    digits = typed.removeprefix("-").removeprefix("−")
    if not digits.isdecimal() or len(digits) > MOST_DIGITS:
        return None
    number = int(digits) if digits == typed else -int(digits)
    return number if low <= number <= high else None


def read_numbers(texts: list[str], *, high: int = LARGEST) -> list[int]:
    """Those of several texts that are numbers, such as the ticked boxes of a list."""
    read = (read_number(text, high=high) for text in texts)
    return [number for number in read if number is not None]


class WordConverter(StringConverter):
    """A word of an address in any script; none with a NUL, which PostgreSQL refuses to compare."""

    regex = r"[^/\x00]+"


class NumberConverter:
    """``<number:pk>`` of an address: a whole number that fits into a column."""

    regex = rf"[0-9]{{1,{MOST_DIGITS}}}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: object) -> str:
        return str(value)


def has_neighbours(day: date) -> bool:
    """Whether a day is of 1900 or later, and the calendar holds the days and hours around it."""
    return 1900 <= day.year < 9999


class DayField(forms.DateField):
    """A day from 1900 on, around which there are others: a year later is a day as well."""

    def clean(self, value: Any) -> date | None:
        """The day; one at the edge of what a calendar holds is refused."""
        day: date | None = super().clean(value)
        if day is not None and not has_neighbours(day):
            raise forms.ValidationError(_YEARS, code="range")
        return day


class MomentField(forms.DateTimeField):
    """A day and an hour that are a moment in every time zone, from 1900 on."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    input_formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d"]

    #: What the change of the clocks does to the hour that was typed, once the field is clean.
    clock_note = ""

    def to_python(self, value: Any) -> datetime | None:
        """The moment; an hour that comes twice is the first of both, one that is skipped goes on.

        As club nights have it (RFC 5545, section 3.3.5); Django refuses both.
        """
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
        zone = timezone.get_current_timezone()
        with timezone.override(UTC):
            read: Any = super().to_python(value)
        typed: datetime = read.replace(tzinfo=zone)
        self.clock_note = clock_note(typed)
        return typed.astimezone(UTC).astimezone(zone)

    def clean(self, value: Any) -> datetime | None:
        """The moment; one that no calendar holds any more is refused."""
        try:
            moment: datetime | None = super().clean(value)
            in_range = moment is None or has_neighbours(moment.astimezone(UTC))
        except OverflowError:
            in_range = False
        if not in_range:
            raise forms.ValidationError(_YEARS, code="range")
        return moment


class _DayInput(forms.DateTimeInput):
    """A day; of a moment that an address names, its day."""

    def format_value(self, value: Any) -> str | None:
        shown = super().format_value(value)
        return shown[:10] if shown else shown


class EndOfDayField(MomentField):
    """A day, meant up to its end; an address may name a moment of it."""

    widget = _DayInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def to_python(self, value: Any) -> datetime | None:
        """The last moment of a day, or the moment that was named."""
        moment: datetime | None = super().to_python(value)
        if moment is None or not _names_a_day(value):
            return moment
        return moment.replace(hour=23, minute=59, second=59, microsecond=999_999)


def _names_a_day(value: object) -> bool:
    try:
        datetime.strptime(str(value).strip(), "%Y-%m-%d")  # noqa: DTZ007 - only its form matters
    except ValueError:
        return False
    return True
