"""Fields that the forms of events share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from goclub.common.messages import describe
from goclub.games.forms import HalfField
from goclub.leagues.models import Participant
from goclub.leagues.models.participant import RANKS
from ratings.errors import RuleError
from ratings.halves import parse_half

RANK_CHOICES = [(str(rank), text) for rank, text in RANKS]


class KomiField(HalfField):
    """A komi in points, in any usual spelling; its value is doubled."""

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_half(text, field="komi")
        except RuleError as error:
            raise ValidationError(describe(error), code=str(error.code)) from None


class RankField(forms.TypedChoiceField):
    """A rank from 9 dan to 30 kyu; its value is the integer of the rules, or None."""

    def __init__(self, *, empty: Any = None, **kwargs: Any) -> None:
        choices = [("", empty), *RANK_CHOICES] if empty is not None else RANK_CHOICES
        super().__init__(choices=choices, coerce=int, empty_value=None, **kwargs)


class DayField(forms.DateField):
    """A day with the browser's own calendar."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
        super().__init__(**kwargs)


class EntryField(forms.ChoiceField):
    """One of an event's participants; its value is the participant."""

    def __init__(self, *, empty: Any = "–", **kwargs: Any) -> None:
        self._empty = empty
        self._people: dict[str, Participant] = {}
        super().__init__(**kwargs)

    def offer(self, people: list[Participant]) -> None:
        """Give the field its participants, in the order to be shown."""
        self._people = {str(one.number): one for one in people}
        self.choices = [
            ("", self._empty),
            *((str(one.number), f"{one.display_name} · {one.rank_text}") for one in people),
        ]

    def clean(self, value: Any) -> Participant | None:
        """The chosen participant; None where nobody was chosen and nobody need be."""
        return self._people.get(str(super().clean(value)))
