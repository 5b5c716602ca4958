"""Forms of the season league."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareForm, BareModelForm, Sent, SiteMeta, mark_of, offer_rows
from goclub.leagues.league.forms import MemberChoice, day_field
from goclub.leagues.models import EventFormat, LeagueEvent, Sanction, Season, SeasonRules
from goclub.members.models import Member


class SeasonForm(BareModelForm[Season]):
    """A season, on the site and in the office; its name and year stay, its days until it begins."""

    class Meta(SiteMeta):
        model = Season
        fields = ["name", "cycle", "first", "last"]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "cycle" in self.fields:
            self.fields["cycle"].required = False


class SeasonDaysForm(SeasonForm):
    """Other days for a season."""

    class Meta(SeasonForm.Meta):
        fields = ["first", "last"]


class PresetForm(BareForm):
    """The three seasons of 2017, from any day on."""

    start = day_field(_("First day of the first season"))


class RulesForm(BareModelForm[SeasonRules]):
    """What the regulation fixes, from a day on.

    Stored only once its look was seen: ``seen`` is the mark of the choice that was looked at.
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta(SiteMeta):
        model = SeasonRules
        fields = [
            "valid_from", "zone", "closes_at", "bonus", "carry_over", "prize_places", "off_board2",
            "bye2", "reason",
        ]  # fmt: skip
        widgets = {"closes_at": forms.TimeInput(format="%H:%M", attrs={"type": "time"})}

    def __init__(self, data: Sent = None, *, instance: SeasonRules) -> None:
        super().__init__(data, instance=instance)
        self.fields["reason"].required = True

    @property
    def mark(self) -> str:
        """The mark of this choice; its reason may still be worded otherwise."""
        data = self.cleaned_data
        return mark_of(data[name] for name in self._meta.fields or () if name != "reason")


class FormatForm(BareModelForm[EventFormat]):
    """A format of the league's own."""

    class Meta(SiteMeta):
        model = EventFormat
        fields = ["name", "key", "low", "high", "default", "per", "time_up", "themed"]


class AnnounceForm(BareModelForm[LeagueEvent]):
    """An event, as its organiser announces it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    on = day_field(_("Day"))
    place = forms.CharField(label=_("Where"), max_length=80, required=False)
    rounds = forms.IntegerField(
        label=pgettext_lazy("how many", "Rounds"),
        initial=3,
        help_text=_("3 for four players, up to 4 for eight, 5 for sixteen, 6 for 32, 8 for more."),
    )
    field_order = ("name", "on", "place", "rounds")

    class Meta(SiteMeta):
        model = LeagueEvent
        fields = ["format", "minutes", "theme", "run_by", "national"]
        labels = {"national": _("My national event of this season")}
        field_classes = {"run_by": MemberChoice}

    def __init__(self, data: Sent = None, *, instance: LeagueEvent) -> None:
        super().__init__(data, instance=instance)
        league, me = instance.league, instance.run_by
        offer_rows(self, "format", league.formats.all())
        may = Q(pk=me.pk) | Q(league_roles__league=league, league_roles__until=None)
        offer_rows(self, "run_by", Member.objects.active().filter(may).distinct())

    def about(self) -> dict[str, Any]:
        """What of it is the tournament's own; call when the form is valid."""
        return {name: self.cleaned_data[name] for name in self.field_order}


class SeasonMoveForm(BareForm):
    """Another day."""

    to = day_field(_("New day"))


class SanctionForm(BareModelForm[Sanction]):
    """A case: the player, the round and the reason."""

    class Meta(SiteMeta):
        model = Sanction
        fields = ["player", "round", "reason"]
        widgets = {"reason": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, data: Sent = None, *, instance: Sanction) -> None:
        super().__init__(data, instance=instance)
        event = instance.league_event.event
        offer_rows(self, "player", event.participants.order_by("number"))
        self.fields["reason"].required = False  # the service asks for it


class DecisionForm(BareForm):
    """What became of an appeal."""

    upheld = forms.TypedChoiceField(
        label=_("Decision"),
        choices=[("yes", _("upheld: the sanction is lifted")), ("no", _("rejected"))],
        coerce=lambda text: text == "yes",
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
