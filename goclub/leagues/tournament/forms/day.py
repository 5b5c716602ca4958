"""Forms of the day itself: the clock, announcements, many players at once, a code at the door."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm
from goclub.leagues.models import Participant
from goclub.leagues.models.hall import MOST_MINUTES
from goclub.leagues.tournament.services.presence import AGREED, MISSED, PLAYS
from tournaments.events.field import MAX_CORRECTION

PRESENCE = [
    (PLAYS, _("plays")),
    (AGREED, _("absent, excused")),
    (MISSED, _("absent, unexcused")),
]


class ClockForm(BareForm):
    """How long a round lasts."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES)


class AnnouncementForm(BareForm):
    """A text for walls and phones."""

    text = forms.CharField(
        label=_("Announcement"),
        max_length=200,
        help_text=_("For example: Round 3 begins at 16:15. Lunch is ready."),
    )


class ManyForm(BareForm):
    """What becomes of the ticked players: in ticked rounds, or from now on."""

    how = forms.ChoiceField(label=_("In these rounds"), choices=PRESENCE, required=False)
    state = forms.ChoiceField(
        label=_("Status"), choices=Participant.State.choices, required=False, initial="final"
    )
    steps = forms.TypedChoiceField(
        label=_("Rank"),
        choices=[("1", _("one rank up")), ("-1", _("one rank down"))],
        coerce=int,
        required=False,
    )
    reason = forms.CharField(label=_("Reason for a different rank"), max_length=200, required=False)
    correction = forms.IntegerField(
        label=_("Starting score correction"),
        min_value=-MAX_CORRECTION,
        max_value=MAX_CORRECTION,
        required=False,
        initial=0,
        help_text=_("Added to the McMahon start after floor and bar."),
    )
