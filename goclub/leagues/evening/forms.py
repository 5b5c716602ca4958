"""Settings, wishes and guests of an evening."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareForm, HalfField
from goclub.games.finding.forms import MemberField, offer_members
from goclub.games.models import Game
from goclub.leagues.models import ClubNight
from goclub.leagues.models.evening import MOST_PATIENCE, MOST_TABLES
from goclub.members.models import Member

#: Sanctions are given, and time is called, at tournaments alone.
NOT_AT_THE_CLUB = (Game.Ended.PENALTY, Game.Ended.CALLED)


class SettingsForm(BareForm):
    """What holds on this evening; the next one begins with it."""

    place = forms.CharField(label=_("Where"), required=False, max_length=80)
    terms = forms.ChoiceField(label=_("Handicap and komi"), choices=ClubNight.Terms.choices)
    tables = forms.IntegerField(
        label=pgettext_lazy("how many", "Tables"), min_value=1, max_value=MOST_TABLES
    )
    patience = forms.IntegerField(
        label=_("Maximum minutes to wait for an opponent who is new or of similar strength"),
        min_value=0,
        max_value=MOST_PATIENCE,
    )


class WishForm(BareForm):
    """What somebody would like tonight."""

    rival = MemberField(label=_("I would like to play"), scope="others", required=False)
    teaching = forms.BooleanField(label=_("Teaching games welcome"), required=False)
    no_handicap = forms.BooleanField(
        label=_("No handicap if we are close in strength"), required=False
    )
    small_board = forms.BooleanField(
        label=_("Small board, if the other player wants one too"), required=False
    )

    def offer_rivals(self, me: Member) -> None:
        """Everybody but oneself can be met."""
        offer_members(self, "rival", Member.objects.active().exclude(pk=me.pk))


class ResultForm(BareForm):
    """A result with all that can be said of it."""

    winner = forms.ChoiceField(
        label=_("Result"), choices=[("", _("choose …")), *Game.Winner.choices]
    )
    ending = forms.ChoiceField(label=_("How it ended"), required=False)
    margin = HalfField(label=_("Margin"), required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["ending"]
        assert isinstance(field, forms.ChoiceField)
        ways = [choice for choice in Game.Ended.choices if choice[0] not in NOT_AT_THE_CLUB]
        field.choices = [("", "–"), *ways]
