"""The club's rules of the ladder as a form."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareModelForm, SiteMeta
from goclub.leagues.models import LadderSettings


class LadderRulesForm(BareModelForm[LadderSettings]):
    """Whether the club has a ladder, and what holds on it from now on."""

    class Meta(SiteMeta):
        model = LadderSettings
        fields = ["open", "reach", "answer_days", "play_days", "rest_days", "conditions"]
        labels = {
            "open": pgettext_lazy("ladder", "The club has a ladder"),
            "reach": _("Maximum rungs above that can be challenged"),
            "answer_days": _("Days to answer"),
            "play_days": _("Days to play after the challenge"),
            "rest_days": _("Days before a rematch"),
            "conditions": _("Handicap and komi"),
        }
        help_texts = {"play_days": ""}
