"""Entering players and changing their entries."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, Sent
from goclub.common.reading import read_number
from goclub.games.finding.forms import MemberField, offer_members
from goclub.leagues.models import Participant
from goclub.leagues.ratinglist.queries import rated_player
from goclub.leagues.tournament.forms.events import CountryField, RankField
from goclub.members.models import Member
from tournaments.events.field import MAX_CORRECTION


class MemberEntryForm(BareForm):
    """Enter a member at the rank of their standing, or at another one with a reason."""

    member = MemberField(label=_("Member"))
    rank = RankField(label=_("Rank"), required=False, empty=_("same as in the club"))
    rank_source = forms.CharField(
        label=_("Reason for a different rank"), max_length=200, required=False
    )

    def __init__(self, data: Sent = None, *, members: QuerySet[Member], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer_members(self, "member", members)


class GuestEntryForm(BareForm):
    """Somebody who is no member; ``goes_on``: another one was entered just before."""

    first_name = forms.CharField(label=_("First name"), max_length=80, required=False)
    name = forms.CharField(label=_("Family name"), max_length=80)
    rank = RankField(label=_("Rank"), initial="-10")
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    country = CountryField(help_text=_("Its name, or a code such as PL."))
    egf_pin = forms.CharField(label=_("European PIN"), max_length=12, required=False)
    ffg_licence = forms.CharField(label=_("French licence"), max_length=12, required=False)
    aga_id = forms.CharField(label=_("AGA ID"), max_length=12, required=False)
    rating = forms.IntegerField(
        label=_("Rating"),
        required=False,
        min_value=-900,
        max_value=4000,
        help_text=_("Leave empty for the usual rating at this rank."),
    )
    another = forms.BooleanField(
        label=_("This is a different person with the same name"), required=False
    )
    #: The player of a rating list that the fields were filled from.
    listed = forms.CharField(required=False, widget=forms.HiddenInput, max_length=20)

    def __init__(self, data: Sent = None, *, goes_on: bool = False, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if goes_on:
            self.fields["first_name"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """With the list as the source of the rank, where it is the list's."""
        values = super().clean() or self.cleaned_data
        player = rated_player(read_number(values.pop("listed", "")))
        if player is not None and player.rank == values.get("rank"):
            values["rank_source"] = str(player.rating_list)
        return values


class EntryForm(BareForm):
    """An entry as an organiser changes it, with the rounds the player sits out."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    display_name = forms.CharField(label=_("Display name"), max_length=160)
    name = forms.CharField(label=_("Family name"), max_length=80)
    first_name = forms.CharField(label=_("First name"), max_length=80, required=False)
    rank = RankField(label=_("Rank"))
    rank_source = forms.CharField(
        label=_("Reason for a different rank"), max_length=200, required=False
    )
    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=-900, max_value=4000)
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    country = CountryField()
    egf_pin = forms.CharField(label=_("European PIN"), max_length=12, required=False)
    ffg_licence = forms.CharField(label=_("French licence"), max_length=12, required=False)
    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        min_value=1900,
        max_value=2100,
        help_text=_("Only for the prize of the youngest. Other players never see it."),
    )
    aga_id = forms.CharField(label=_("AGA ID"), max_length=12, required=False)
    correction = forms.IntegerField(
        label=_("Starting score correction"), min_value=-MAX_CORRECTION, max_value=MAX_CORRECTION
    )
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=5000,
        help_text=_("The table at which this player always sits. Leave empty for any table."),
    )
    state = forms.ChoiceField(label=_("Status"), choices=Participant.State.choices[:2])

    def __init__(
        self, data: Sent = None, *, entry: Participant, rounds: int, absences: dict[int, bool]
    ) -> None:
        values = {name: getattr(entry, name) for name in self.base_fields}
        values |= {f"round_{n}": _presence(absences, n) for n in range(1, rounds + 1)}
        super().__init__(data, initial=values)
        if entry.state == Participant.State.WITHDRAWN:
            del self.fields["state"]
        self.rounds = range(1, rounds + 1)
        for number in self.rounds:
            self.fields[f"round_{number}"] = forms.ChoiceField(
                label=_("Round %(number)s") % {"number": number},
                choices=[
                    ("", _("plays")),
                    ("agreed", _("absent, excused")),
                    ("missed", _("absent, unexcused")),
                ],
                required=False,
            )

    @property
    def round_fields(self) -> list[forms.BoundField]:
        return [self[f"round_{number}"] for number in self.rounds]

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        names = [name for name in self.fields if not name.startswith("round_")]
        return [self[name] for name in names if name != "version"]

    def changes(self) -> dict[str, Any]:
        """The columns of the entry."""
        names = self.fields.keys() & self.base_fields.keys() - {"version"}
        return {name: self.cleaned_data[name] for name in names}

    def absences(self) -> dict[int, bool]:
        """The rounds sat out; True where that was agreed."""
        chosen = {number: self.cleaned_data[f"round_{number}"] for number in self.rounds}
        return {number: how == "agreed" for number, how in chosen.items() if how}


def _presence(absences: dict[int, bool], number: int) -> str:
    if number not in absences:
        return ""
    return "agreed" if absences[number] else "missed"
