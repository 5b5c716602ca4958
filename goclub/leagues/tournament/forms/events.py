"""Creating an event, changing its poster, reading one from a file; fields that events share."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.forms import BareForm, HalfField
from goclub.common.notation import dotted, lazy_rank, short_rank
from goclub.common.reading import in_plain_signs
from goclub.common.refusals.registry import describe
from goclub.games.finding.forms import MembersField
from goclub.games.notebook.services.cells.countries import country_code
from goclub.leagues.league.forms import day_field
from goclub.leagues.league.labels import MOST_TO_CHOOSE, PEOPLE_LIST, entry_text
from goclub.leagues.models import Event, Participant
from goclub.leagues.models.event import PRESET_CHOICES
from goclub.leagues.models.participant import RANKS, rank_text
from goclub.leagues.tournament.labels.presets import preset_choices
from goclub.leagues.tournament.queries.strength import rank_number
from goclub.members.models import time_zone_choices
from ratings.errors import Code, RuleError
from ratings.halves import parse_half
from tournaments.events.settings import MAX_ROUNDS

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

    def __init__(self, *, empty: StrOrPromise | None = None, **kwargs: Any) -> None:
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
        for word in in_plain_signs(super().clean(value)).replace(",", " ").split():
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

    def __init__(self, *, empty: StrOrPromise = "–", **kwargs: Any) -> None:
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
                (str(person.number), dotted((person.shown_name, short_rank(person.rank_text))))
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
            if text in (entry_text(person), *person.spellings, person.name)
        ]
        return known[0] if len(known) == 1 else text

    def valid_value(self, value: str) -> bool:
        return value in self._people

    def clean(self, value: object) -> Participant | None:
        """The chosen participant; None where nobody was chosen and nobody need be."""
        return self._people.get(str(super().clean(value)))


#: A table, or those from one to another.
_TABLES = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
#: A table of the plan of the room, or a gap.
_IN_ROOM = re.compile(r"[0-9]{1,4}|-")
PRESETS = preset_choices()
assert [name for name, _label in PRESETS] == [name for name, _label in PRESET_CHOICES]


class PosterForm(BareForm):
    """What the poster says."""

    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(label=_("Where"), max_length=80, required=False)
    begins_on = day_field(_("First day"))
    ends_on = day_field(
        _("Last day"), required=False, help_text=_("Leave empty for a one-day event.")
    )
    timetable = forms.CharField(
        label=_("Rounds begin at"),
        max_length=240,
        required=False,
        help_text=_(
            "10:00 13:30 16:00. A time earlier than the one before it falls on the next day."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    notes = forms.CharField(
        label=_("Announcement"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    main_minutes = forms.IntegerField(
        label=_("Thinking time, minutes"), required=False, min_value=1, max_value=600
    )
    overtime = forms.CharField(
        label=_("Overtime"), max_length=60, required=False, help_text=_("For example 3 × 30 s.")
    )
    board = forms.TypedChoiceField(label=_("Board"), choices=Event.BOARDS, coerce=int, initial=19)
    komi2 = KomiField(label=_("Komi, even games"), initial=13)
    komi2_handicap = KomiField(label=_("Komi with handicap"), initial=1)
    egf_class = forms.ChoiceField(
        label=_("European class"), choices=Event.EgfClass.choices, required=False
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zone_choices)
    self_registration = forms.BooleanField(
        label=_("Members can enter themselves"), required=False, initial=True
    )
    places = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=2,
        max_value=2000,
        help_text=_("Leave empty for no limit. Organisers can enter more players than that."),
    )
    no_show_minutes = forms.IntegerField(
        label=_("No-show after (minutes)"),
        required=False,
        min_value=1,
        max_value=600,
        initial=30,
        help_text=_(
            "Minutes after a round begins. The desk then lists the players who have not come; "
            "you decide. Leave empty for no list."
        ),
    )
    referees = forms.CharField(label=_("Referees"), max_length=200, required=False)
    room = forms.CharField(
        label=_("Plan of the room"),
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "1 2 - 3 4\n8 7 - 6 5"}),
        help_text=_("Table numbers as they stand, one row per line; - is a gap: 1 2 - 3 4."),
    )
    unused_tables = forms.CharField(
        label=_("Tables not used"),
        max_length=200,
        required=False,
        help_text=_("Numbers that no game gets, for example 1-24 or 1-4 13."),
    )
    for_ledger = forms.BooleanField(
        label=_("Games count for the club’s ratings once the tournament is closed"),
        required=False,
        initial=True,
    )
    organisers = MembersField(
        label=_("Organisers"),
        required=False,
        help_text=_("They can run this event alongside the club’s organisers."),
    )

    def clean_room(self) -> str:
        lines = in_plain_signs(self.cleaned_data["room"]).splitlines()
        rows = [line.split() for line in lines if line.strip()]
        if any(len(row) > 40 or not all(map(_IN_ROOM.fullmatch, row)) for row in rows):
            raise ValidationError(_("Write table numbers and - only, at most 40 in a row."))
        return "\n".join(map(" ".join, rows))

    def clean_unused_tables(self) -> str:
        typed = in_plain_signs(self.cleaned_data["unused_tables"])
        words = typed.replace(",", " ").replace("–", "-").split()
        for word in words:
            tables = _TABLES.fullmatch(word)
            if not tables or int(tables[1]) > int(tables[2] or tables[1]):
                raise ValidationError(
                    _("Write numbers up to 999, and ranges from low to high, for example 1-4 13.")
                )
        return " ".join(words)

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        begins, ends = data.get("begins_on"), data.get("ends_on")
        if begins and ends and ends < begins:
            self.add_error(
                "ends_on",
                ValidationError(_("The last day is before the first. Change one of them.")),
            )
        data["ends_on"] = ends or begins
        return data

    def poster(self) -> dict[str, Any]:
        """The columns of the event."""
        return {name: self.cleaned_data[name] for name in POSTER_COLUMNS}


#: What a poster says in columns of the event.
POSTER_COLUMNS = [name for name in PosterForm.base_fields if name != "organisers"]


class SystemForm(BareForm):
    """The system before the first round, with the preset to start over from."""

    system = forms.ChoiceField(label=_("System"), choices=Event.System.choices)
    preset = forms.ChoiceField(label=_("Rules"), choices=PRESETS)
    category_limits = CategoriesField()

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        by_categories = data.get("system") == Event.System.SWISS_CAT
        if by_categories and not (data.get("category_limits") or "category_limits" in self.errors):
            self.add_error(
                "category_limits", _("Name the lowest rank of each category except the last.")
            )
        swiss = data.get("system") in (Event.System.SWISS, Event.System.SWISS_CAT)
        if data.get("preset") == "Accelerated" and not swiss:
            self.add_error(
                "preset", _("Only a Swiss can be accelerated. Choose Swiss, or another preset.")
            )
        if data.get("preset") == "Pools":
            data["system"] = Event.System.ROUND_ROBIN
        return data


class EventForm(PosterForm, SystemForm):
    """A new event: the poster, the system and a preset."""

    rounds = forms.IntegerField(
        label=pgettext_lazy("how many", "Rounds"), min_value=1, max_value=MAX_ROUNDS, initial=5
    )
    team_size = forms.TypedChoiceField(
        label=_("Who plays"),
        choices=Event.TeamSize.choices,
        coerce=int,
        initial=0,
        required=False,
        empty_value=None,
    )
    field_order = ["name", "system", "preset", "rounds", "category_limits"]

    def clean(self) -> dict[str, object]:
        data = super().clean()
        if data.get("system") == Event.System.KNOCKOUT:  # its bracket decides
            self.errors.pop("rounds", None)
            data["rounds"] = 1
        return data
