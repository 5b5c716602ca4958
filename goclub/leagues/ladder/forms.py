"""The club's rules of the ladder as a form."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareForm
from goclub.leagues.models import ClubNight, LadderSettings
from tournaments.ladder import DAYS, REACH

_NAMES = ("reach", "answer_days", "play_days", "rest_days", "conditions")


class LadderRulesForm(BareForm):
    """Whether the club has a ladder, and what holds on it from now on."""

    is_open = forms.BooleanField(
        label=pgettext_lazy("ladder", "The club has a ladder"), required=False
    )
    reach = forms.IntegerField(
        label=_("Maximum rungs above that can be challenged"),
        min_value=REACH[0],
        max_value=REACH[1],
    )
    answer_days = forms.IntegerField(
        label=_("Days to answer"), min_value=DAYS[0], max_value=DAYS[1]
    )
    play_days = forms.IntegerField(
        label=_("Days to play after the challenge"), min_value=DAYS[0], max_value=DAYS[1]
    )
    rest_days = forms.IntegerField(
        label=_("Days before a rematch"), min_value=DAYS[0], max_value=DAYS[1]
    )
    conditions = forms.ChoiceField(label=_("Handicap and komi"), choices=ClubNight.Terms.choices)


def initial_of(settings: LadderSettings) -> dict[str, object]:
    """The form as the club has it."""
    return {"is_open": settings.open} | {name: getattr(settings, name) for name in _NAMES}
