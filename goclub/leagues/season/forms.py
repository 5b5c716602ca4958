"""Forms of the season league."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TypedDict, Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import (
    Bare,
    BareForm,
    FormArguments,
    Sent,
    TypedDecimalField,
    mark_of,
    offer,
    offer_rows,
    remember,
)
from goclub.common.refusals.registry import add_refusal
from goclub.leagues.league.forms import MemberChoice, day_field
from goclub.leagues.models import Event, EventFormat, League, Participant, Season, SeasonRules
from goclub.leagues.season.services.dated import RuleChanges
from goclub.leagues.season.services.looking import Look
from goclub.members.models import Member, time_zone_choices
from ratings.errors import RuleError

#: Names of the rules' arguments → names of the fields here.
RULE_FIELDS = {"off_board2": "off_board", "bye2": "bye"}


class SeasonForm(BareForm):
    """A season; its name and year stay, its days until it begins."""

    name = forms.CharField(label=_("Name"), max_length=60)
    cycle = forms.CharField(
        label=_("Year"),
        max_length=20,
        required=False,
        help_text=_(
            "The champion is determined over the seasons of one year. Leave empty to use "
            "the year of the first day."
        ),
    )
    first = day_field(_("First day"))
    last = day_field(_("Last day"))

    def __init__(
        self, data: Sent = None, *, season: Season | None = None, **kwargs: Unpack[FormArguments]
    ) -> None:
        if season is not None:
            kwargs["initial"] = {"first": season.first, "last": season.last}
        super().__init__(data, **kwargs)
        if season is not None:
            del self.fields["name"]
            del self.fields["cycle"]


class PresetForm(BareForm):
    """The three seasons of 2017, from any day on."""

    start = day_field(_("First day of the first season"))


class DatedChange(TypedDict):
    """From when settings hold, and why."""

    valid_from: date
    reason: str


class RulesForm(BareForm):
    """What the regulation fixes, from a day on; margins are typed in points.

    Valid only once its look was seen: ``seen`` is the mark of the choice that was looked at.
    """

    valid_from = day_field(_("Valid from"))
    zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("The league’s days begin and end in this time zone.")
    )
    closes_at = forms.TimeField(
        label=_("A season closes at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_("The setting on its last day applies."),
    )
    bonus = TypedDecimalField(
        label=_("Bonus for a national event"),
        required=False,
        min_value=0,
        max_value=1000,
        help_text=_("Rating points for taking part. Leave empty if not set."),
    )
    carry_over = forms.BooleanField(
        label=_("Ratings carry over from season to season"), required=False
    )
    prize_places = forms.IntegerField(label=_("Prize places"), min_value=0, max_value=50)
    off_board = TypedDecimalField(
        label=_("Small points for a resignation"), min_value=0, max_value=100
    )
    bye = TypedDecimalField(label=_("Small points for a bye"), min_value=0, max_value=100)
    reason = forms.CharField(label=_("Reason"), max_length=300)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Sent = None,
        *,
        rules: SeasonRules,
        valid_from: date,
        look: Callable[[date, RuleChanges], Look],
    ) -> None:
        names = ("zone", "closes_at", "bonus", "carry_over", "prize_places")
        initial = {name: getattr(rules, name) for name in names} | {
            "valid_from": valid_from,
            "off_board": rules.off_board2 / 2,
            "bye": rules.bye2 / 2,
        }
        super().__init__(data, initial=initial)
        offer(self, "zone", time_zone_choices())
        self._look = look
        self.look: Look | None = None

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if self.errors:
            return data
        mark = mark_of([self.cleaned_data["valid_from"], *self.settings().values()])
        if data.get("seen") == mark and "again" not in self.data:
            return data
        try:
            self.look = self._look(self.cleaned_data["valid_from"], self.settings())
        except RuleError as error:
            add_refusal(self, error, RULE_FIELDS)
            return data
        remember(self, "seen", mark)
        self.add_error(None, ValidationError(_("Nothing is saved yet."), code="preview"))
        self.helper.form_show_errors = False  # the only one; the look says it
        return data

    def dated(self) -> DatedChange:
        """From when they hold, and why; call when the form is valid."""
        return {
            "valid_from": self.cleaned_data["valid_from"],
            "reason": self.cleaned_data["reason"],
        }

    def settings(self) -> RuleChanges:
        """The values as the service takes them; call when the form is valid."""
        data = self.cleaned_data
        return {
            "zone": data["zone"],
            "closes_at": data["closes_at"],
            "bonus": None if data["bonus"] is None else float(data["bonus"]),
            "carry_over": data["carry_over"],
            "prize_places": data["prize_places"],
            "off_board2": int(2 * data["off_board"]),
            "bye2": int(2 * data["bye"]),
        }


class FormatForm(Bare, forms.ModelForm[EventFormat]):
    """A format of the league's own."""

    class Meta:
        model = EventFormat
        fields = ["name", "key", "low", "high", "default", "per", "time_up", "themed"]


class AnnounceForm(BareForm):
    """An event, as its organiser announces it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    on = day_field(_("Day"))
    place = forms.CharField(label=_("Where"), max_length=80, required=False)
    rounds = forms.IntegerField(
        label=pgettext_lazy("how many", "Rounds"),
        initial=3,
        help_text=_("3 for four players, up to 4 for eight, 5 for sixteen, 6 for 32, 8 for more."),
    )
    format = forms.ModelChoiceField(label=_("Format"), queryset=EventFormat.objects.none())
    minutes = forms.IntegerField(
        label=_("Minutes"), required=False, help_text=_("Leave empty for the format’s default.")
    )
    theme = forms.CharField(
        label=_("Theme"),
        max_length=200,
        required=False,
        help_text=_("One condition for all games, such as 13×13 only."),
    )
    run_by = MemberChoice(
        label=_("Run by"),
        queryset=Member.objects.none(),
        help_text=_("You, an organiser or an approved judge of the league."),
    )
    national = forms.BooleanField(label=_("My national event of this season"), required=False)

    def __init__(self, data: Sent = None, *, league: League, me: Member) -> None:
        super().__init__(data)
        offer_rows(self, "format", league.formats.all())
        may = Q(pk=me.pk) | Q(league_roles__league=league, league_roles__until=None)
        offer_rows(self, "run_by", Member.objects.active().filter(may).distinct())
        self.fields["run_by"].initial = me.pk
        self.fields["format"].initial = league.formats.first()


class SeasonMoveForm(BareForm):
    """Another day."""

    to = day_field(_("New day"))


class SanctionForm(BareForm):
    """A case: against whom, in which round, why."""

    player = forms.ModelChoiceField(label=_("Player"), queryset=Participant.objects.none())
    round = forms.IntegerField(label=_("Round"), initial=1)
    reason = forms.CharField(
        label=_("Reason"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, data: Sent = None, *, event: Event) -> None:
        super().__init__(data)
        offer_rows(self, "player", event.participants.order_by("number"))


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
