"""Who is kept apart: a club, a country, or players ticked one by one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, Sent
from goclub.common.notation import dotted, short_rank
from goclub.leagues.models import Participant
from tournaments.events.settings import MAX_GROUPS_APART, MAX_ROUNDS, Basis


class ApartForm(BareForm):
    """One rule: who, how strictly, for how long."""

    basis = forms.TypedChoiceField(
        label=_("Keep apart"),
        coerce=Basis,
        initial=Basis.PLAYERS,
        choices=[
            (Basis.PLAYERS.value, _("those ticked below (a family, friends)")),
            (Basis.CLUB.value, _("those of the same club")),
            (Basis.COUNTRY.value, _("those of the same country")),
        ],
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label=_("Name of the group"),
        max_length=60,
        required=False,
        help_text=_("Only for your own list, for example “Friends from Gdynia”."),
    )
    hard = forms.TypedChoiceField(
        label=_("How strictly"),
        coerce=lambda value: value == "hard",
        initial="soft",
        choices=[
            ("soft", _("Avoid: they meet only if the scores leave little choice")),
            ("hard", _("Never: they are not paired, whatever it costs")),
        ],
        widget=forms.RadioSelect,
    )
    groups = forms.IntegerField(
        label=_("Avoid: up to how many score groups away"),
        min_value=0,
        max_value=MAX_GROUPS_APART,
        initial=3,
        required=False,
        help_text=_(
            "How far apart in score their other opponents may be. 0: only a choice within the "
            "same score."
        ),
    )
    rounds = forms.IntegerField(
        label=_("Only in the first rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=_("How many. Leave empty for every round."),
    )
    players = forms.TypedMultipleChoiceField(
        label=_("Who is kept apart"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Sent = None, *, people: list[Participant]) -> None:
        super().__init__(data)
        self._people = {person.number: person for person in people}
        self.fields["players"].choices = [  # type: ignore[attr-defined]
            (person.number, dotted((person.shown_name, short_rank(person.rank_text), person.club)))
            for person in people
        ]

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        players = [self._people[number] for number in data.get("players", ())]
        if data.get("basis") is Basis.PLAYERS and len(players) < 2 and "players" not in self.errors:
            self.add_error("players", ValidationError(_("Tick at least two."), code="required"))
        if data.get("hard"):
            data["groups"] = None
        elif data.get("groups") is None and "groups" not in self.errors:
            data["groups"] = self.fields["groups"].initial
        return data | {"players": players}

    def rule(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in self.fields if name != "hard"}
