"""Creating an event, changing its poster, reading one from a file."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareForm
from goclub.games.finding.forms import MembersField
from goclub.leagues.league.forms import day_field
from goclub.leagues.models import Event
from goclub.leagues.models.event import PRESET_CHOICES
from goclub.leagues.tournament.forms.fields import CategoriesField, KomiField
from goclub.leagues.tournament.services.events import Poster
from goclub.members.models import time_zone_choices
from tournaments.events.settings import MAX_ROUNDS

PRESETS = [
    ("S2", _("Our rules: zero 15k, bar 4d; score, SOS, SODOS")),
    ("EGF", _("European: even games; score, SOS")),
    ("French", _("French: handicap minus one stone, below 1 dan; score, SOS, SOSOS")),
    ("OpenGotha", _("OpenGotha defaults")),
]
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

    def poster(self) -> Poster:
        """The columns of the event."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "place": data["place"],
            "begins_on": data["begins_on"],
            "ends_on": data["ends_on"],
            "timetable": data["timetable"],
            "notes": data["notes"],
            "main_minutes": data["main_minutes"],
            "overtime": data["overtime"],
            "board": data["board"],
            "komi2": data["komi2"],
            "komi2_handicap": data["komi2_handicap"],
            "egf_class": data["egf_class"],
            "time_zone": data["time_zone"],
            "self_registration": data["self_registration"],
            "for_ledger": data["for_ledger"],
        }


def _need_categories(form: BareForm) -> None:
    """A Swiss by categories says which."""
    data = form.cleaned_data
    by_categories = data.get("system") == Event.System.SWISS_CAT
    if by_categories and not data.get("category_limits") and "category_limits" not in form.errors:
        form.add_error(
            "category_limits", _("Name the lowest rank of each category except the last.")
        )


class SystemForm(BareForm):
    """The system before the first round, with the preset to start over from."""

    system = forms.ChoiceField(label=_("System"), choices=Event.System.choices)
    preset = forms.ChoiceField(label=_("Rules"), choices=PRESETS)
    category_limits = CategoriesField()

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        _need_categories(self)
        return data


class EventForm(PosterForm):
    """A new event: the poster, the system and a preset."""

    system = forms.ChoiceField(label=_("System"), choices=Event.System.choices)
    preset = forms.ChoiceField(label=_("Rules"), choices=PRESETS)
    rounds = forms.IntegerField(
        label=pgettext_lazy("how many", "Rounds"), min_value=1, max_value=MAX_ROUNDS, initial=5
    )
    category_limits = CategoriesField()

    def clean(self) -> dict[str, object]:
        data = super().clean()
        _need_categories(self)
        return data

    field_order = ["name", "system", "preset", "rounds", "category_limits"]
