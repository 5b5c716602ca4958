"""Fields that the forms of events share."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.forms import FieldArguments, HalfField
from goclub.common.notation import dotted, lazy_rank, short_rank
from goclub.common.refusals.registry import describe
from goclub.games.notebook.services.cells.countries import country_code
from goclub.leagues.league.labels import MOST_TO_CHOOSE, PEOPLE_LIST, entry_text
from goclub.leagues.models import Participant
from goclub.leagues.models.participant import RANKS, rank_text
from goclub.leagues.tournament.queries.strength import rank_number
from ratings.errors import Code, RuleError
from ratings.halves import parse_half

RANK_CHOICES = [(str(rank), lazy_rank(text)) for rank, text in RANKS]


class KomiField(HalfField):
    """A komi in points, in any usual spelling; its value is doubled."""

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_half(text, field="komi")
        except RuleError as error:
            raise ValidationError(describe(error), code=str(error.code)) from None


class CountryField(forms.CharField):
    """A country by its name or a code; its value is the two letters."""

    def __init__(self, *, help_text: StrOrPromise = "") -> None:
        super().__init__(label=_("Country"), max_length=60, required=False, help_text=help_text)

    def clean(self, value: object) -> str:
        try:
            return country_code(super().clean(value))
        except RuleError as error:
            raise ValidationError(describe(error), code=str(error.code)) from None


class RankField(forms.TypedChoiceField):
    """A rank from 9 dan to 30 kyu; its value is the integer of the rules, or None."""

    def __init__(
        self, *, empty: StrOrPromise | None = None, **kwargs: Unpack[FieldArguments]
    ) -> None:
        choices = [("", empty), *RANK_CHOICES] if empty is not None else RANK_CHOICES
        super().__init__(choices=choices, coerce=int, empty_value=None, **kwargs)


class CategoriesField(forms.CharField):
    """Limits of categories by rank, strongest first; its value is the tuple of the rules."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            max_length=60,
            label=_("Categories from"),
            help_text=_(
                "For lists and prizes. The lowest rank of each category except the last, "
                "strongest first: 1d 10k makes three. Leave empty for no categories."
            ),
        )

    def prepare_value(self, value: object) -> object:
        return " ".join(map(rank_text, value)) if isinstance(value, tuple | list) else value

    def clean(self, value: object) -> tuple[int, ...]:
        limits: list[int] = []
        for word in super().clean(value).replace(",", " ").split():
            rank = rank_number(word)
            if rank is None:
                raise ValidationError(
                    _("“%(word)s” is not a rank. Write ranks like 1d or 10k."),
                    code=Code.RANK.value,
                    params={"word": word},
                )
            limits.append(rank)
        return tuple(limits)


class EntryField(forms.ChoiceField):
    """One of an event's participants; its value is the participant.

    Few are offered one by one; many are typed: a number, a name that only one bears, or what the
    page's list (``PEOPLE_LIST``) proposes.
    """

    def __init__(self, *, empty: StrOrPromise = "–", **kwargs: Unpack[FieldArguments]) -> None:
        self._empty = empty
        self._people: dict[str, Participant] = {}
        super().__init__(**kwargs)
        self.error_messages["invalid_choice"] = _(
            "“%(value)s” matches nobody here, or more than one person. Choose from the list."
        )

    def offer(self, people: list[Participant]) -> None:
        """Give the field its participants, in the order to be shown."""
        self._people = {str(person.number): person for person in people}
        if len(people) > MOST_TO_CHOOSE:
            self.widget = forms.TextInput({"list": PEOPLE_LIST, "autocomplete": "off"})
            return
        self.choices = [
            ("", self._empty),
            *(
                (str(person.number), dotted((person.display_name, short_rank(person.rank_text))))
                for person in people
            ),
        ]

    def to_python(self, value: object) -> str:
        """The number of whom the text names; the text itself where that is nobody or several."""
        text = str(super().to_python(value)).strip()
        if text in self._people or len(self._people) <= MOST_TO_CHOOSE:
            return text
        known = [
            number
            for number, person in self._people.items()
            if text in (entry_text(person), person.display_name, person.name)
        ]
        return known[0] if len(known) == 1 else text

    def valid_value(self, value: str) -> bool:
        return value in self._people

    def clean(self, value: object) -> Participant | None:
        """The chosen participant; None where nobody was chosen and nobody need be."""
        return self._people.get(str(super().clean(value)))
