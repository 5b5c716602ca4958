"""Creating an event and changing what it is played under."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from goclub.leagues.display.words import CRITERIA
from goclub.leagues.models import Event
from goclub.leagues.models.event import PRESET_CHOICES
from goclub.members.forms import bare_helper
from goclub.members.models import Member, time_zone_choices
from tournaments.presets import opengotha
from tournaments.settings import MAX_ROUNDS, HandicapSettings, SeedSystem, Settings

from .fields import DayField, KomiField, RankField

PRESETS = [
    ("S2", _("Our rulebook (S2): zero 15k, bar 4d; score, SOS, SODOS")),
    ("EGF", _("European: even games; score, SOS")),
    ("French", _("French: handicap less one stone below 1 dan; score, SOS, SOSOS")),
    ("OpenGotha", _("OpenGotha’s defaults")),
]
assert [name for name, _label in PRESETS] == [name for name, _label in PRESET_CHOICES]


class PosterForm(forms.Form):
    """What the poster says."""

    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(label=_("Place"), max_length=80, required=False)
    begins_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"), required=False, help_text=_("Empty: one day."))
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
        label=_("Members register themselves"), required=False, initial=True
    )
    for_ledger = forms.BooleanField(
        label=_("Its games count for the club’s ratings once it is closed"),
        required=False,
        initial=True,
    )
    organisers = forms.ModelMultipleChoiceField(
        label=_("Organisers"),
        queryset=Member.objects.active().order_by("display_name"),
        required=False,
        widget=forms.SelectMultiple(attrs={"size": 4}),
        help_text=_("They may run this event beside the club’s organisers."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = bare_helper()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        begins, ends = data.get("begins_on"), data.get("ends_on")
        if begins and ends and ends < begins:
            self.add_error(
                "ends_on", ValidationError(_("The last day lies before the first: change one."))
            )
        data["ends_on"] = ends or begins
        return data

    def poster(self) -> dict[str, Any]:
        """The columns of the event."""
        plain = ("name", "place", "begins_on", "ends_on", "notes", "main_minutes", "overtime",
                 "board", "komi2", "komi2_handicap", "egf_class", "time_zone",
                 "self_registration", "for_ledger")  # fmt: skip
        return {name: self.cleaned_data[name] for name in plain}


class EventForm(PosterForm):
    """A new event: the poster, the system and a preset."""

    system = forms.ChoiceField(label=_("System"), choices=Event.System.choices)
    preset = forms.ChoiceField(label=_("Rules"), choices=PRESETS)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS, initial=5)

    field_order = ["name", "system", "preset", "rounds"]


def _rank_of(value: int | None, default: int) -> int:
    return default if value is None else value


_ABSENCE = [("0", "0"), ("1", "½"), ("2", "1")]
_SWITCHES = {
    "balance": _("Colours come out even"),
    "draw": _("Choose who is drawn up and down"),
    "seeding": _("Seeding inside a group"),
    "geography": _("Avoid one’s own club and country"),
    "handicap_small": _("Few handicap stones"),
}


class RulesForm(forms.Form):
    """What an event is played under."""

    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS)
    criteria = forms.CharField(
        label=_("Criteria of placement, in order"),
        help_text=_("Separated by spaces, for example: MMS SOSM SODOSM"),
        max_length=200,
    )
    zero = RankField(label=_("Zero"), required=False)
    floor = RankField(label=_("Floor"), required=False)
    bar = RankField(label=_("Bar"), required=False)
    mms_absent2 = forms.TypedChoiceField(
        label=_("Agreed absence, score"), choices=_ABSENCE, coerce=int
    )
    nbw_absent2 = forms.TypedChoiceField(
        label=_("Agreed absence, wins"), choices=_ABSENCE, coerce=int
    )
    mms_bye2 = forms.TypedChoiceField(label=_("Bye, score"), choices=_ABSENCE, coerce=int)
    nbw_bye2 = forms.TypedChoiceField(label=_("Bye, wins"), choices=_ABSENCE, coerce=int)
    round_down = forms.BooleanField(label=_("Round such points down to whole"), required=False)
    virtual = forms.BooleanField(
        label=_("Games not played count half a point in the opponents’ SOS"), required=False
    )
    ceiling = forms.IntegerField(
        label=_("Most handicap stones"), min_value=0, max_value=9, help_text=_("0: even games.")
    )
    correction = forms.IntegerField(
        label=_("Stones less than the difference"), min_value=-9, max_value=9
    )
    threshold = RankField(label=_("No handicap from"), required=False)
    on_mms = forms.BooleanField(label=_("Stones by score rather than by rank"), required=False)
    seed_system1 = forms.ChoiceField(label=_("Seeding in early rounds"))
    seed_system2 = forms.ChoiceField(label=_("Seeding later"))
    last_round_system1 = forms.IntegerField(
        label=_("Early rounds"), min_value=0, max_value=MAX_ROUNDS
    )
    balance = forms.BooleanField(label=_SWITCHES["balance"], required=False)
    draw = forms.BooleanField(label=_SWITCHES["draw"], required=False)
    seeding = forms.BooleanField(label=_SWITCHES["seeding"], required=False)
    geography = forms.BooleanField(label=_SWITCHES["geography"], required=False)
    handicap_small = forms.BooleanField(label=_SWITCHES["handicap_small"], required=False)

    def __init__(self, *args: Any, settings: Settings, **kwargs: Any) -> None:
        self.settings = settings
        kwargs["initial"] = _rules_initial(settings)
        super().__init__(*args, **kwargs)
        seeds = [
            (SeedSystem.RANDOM.value, _("halves at random")),
            (SeedSystem.FOLD.value, _("first with last")),
            (SeedSystem.SLIP.value, _("half with half")),
        ]
        for name in ("seed_system1", "seed_system2"):
            self.fields[name].choices = seeds  # type: ignore[attr-defined]
        self.fields["criteria"].help_text = "{}. {}".format(
            self.fields["criteria"].help_text, ", ".join(CRITERIA)
        )
        self.helper = bare_helper()

    def clean_criteria(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["criteria"].replace(",", " ").upper().split())

    def rules(self) -> Settings:
        """The settings as typed; raises RuleError where they contradict each other."""
        data, old = self.cleaned_data, self.settings
        usual = opengotha(old.kind).pairing
        handicap = HandicapSettings(
            on_mms=data["on_mms"],
            threshold=_rank_of(data["threshold"], old.handicap.threshold),
            correction=data["correction"],
            ceiling=data["ceiling"],
        )
        weights: dict[str, Any] = {
            name: (getattr(old.pairing, name) or getattr(usual, name) or fallback)
            if data[field]
            else 0
            for field, name, fallback in _WEIGHTS
        }
        pairing = replace(
            old.pairing,
            seed_system1=SeedSystem(data["seed_system1"]),
            seed_system2=SeedSystem(data["seed_system2"]),
            last_round_system1=data["last_round_system1"],
            **weights,
        )
        ranks: dict[str, Any] = {
            name: _rank_of(data[name], getattr(old, name)) for name in ("zero", "floor", "bar")
        }
        plain = ("rounds", "criteria", "mms_absent2", "nbw_absent2", "mms_bye2", "nbw_bye2",
                 "round_down", "virtual")  # fmt: skip
        return replace(
            old,
            handicap=handicap,
            pairing=pairing,
            **ranks,
            **{name: data[name] for name in plain},
        )


#: Field, weight, and the weight where neither the event nor its kind has one.
_WEIGHTS = (
    ("balance", "balance", 1_000_000),
    ("draw", "draw", 100_000_000),
    ("seeding", "seeding", 5_000_000),
    ("geography", "geography", 100_000_000_000),
    ("handicap_small", "handicap", 20_000_000_000_000),
)


def _rules_initial(settings: Settings) -> dict[str, Any]:
    plain = ("rounds", "zero", "floor", "bar", "mms_absent2", "nbw_absent2", "mms_bye2",
             "nbw_bye2", "round_down", "virtual")  # fmt: skip
    values: dict[str, Any] = {name: getattr(settings, name) for name in plain}
    values["criteria"] = " ".join(settings.criteria)
    for name in ("ceiling", "correction", "threshold", "on_mms"):
        values[name] = getattr(settings.handicap, name)
    for name in ("seed_system1", "seed_system2", "last_round_system1"):
        values[name] = getattr(settings.pairing, name)
    for field, name, _fallback in _WEIGHTS:
        values[field] = bool(getattr(settings.pairing, name))
    return values
