"""Forms of a league itself, and fields that the forms of both kinds share."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Any

from django import forms
from django.forms.models import ModelChoiceIterator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.collation import name_key
from goclub.common.forms import (
    BareForm,
    Sent,
    offer,
)
from goclub.common.reading import DayField, MomentField
from goclub.games.finding.forms import MemberField
from goclub.games.labels import label_of
from goclub.leagues.models import League, LeaguePerson
from goclub.members.models import Member, time_zone_choices


def day_field(
    label: StrOrPromise, *, required: bool = True, help_text: StrOrPromise = ""
) -> DayField:
    """A day, typed or chosen in the browser's own way."""
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return DayField(label=label, widget=widget, required=required, help_text=help_text)


class LeagueMomentField(MomentField):
    """A day and an hour as typed on a league's clocks, whoever types them."""

    zone: tzinfo | None = None

    def clean(self, value: Any) -> datetime | None:
        """The moment that the league's clocks show so."""
        with timezone.override(self.zone):
            return super().clean(value)

    def prepare_value(self, value: Any) -> Any:
        """A stored moment as the league's clocks show it."""
        with timezone.override(self.zone):
            return super().prepare_value(value)


class InOrderOfNames(ModelChoiceIterator[Member]):
    """A few members in the order of their names as the reader sees them."""

    def __iter__(self) -> Iterator[Any]:
        yield from sorted(
            super().__iter__(), key=lambda choice: (choice[0] != "", name_key(str(choice[1])))
        )


class MemberChoice(forms.ModelChoiceField[Member]):
    """One of a few members, named so that two Satos can be told apart."""

    iterator = InOrderOfNames

    def label_from_instance(self, obj: Member) -> str:
        return label_of(obj)


class LeagueForm(BareForm):
    """A league: its kind once, the rest whenever the organisers like."""

    kind = forms.ChoiceField(label=_("Type"), choices=League.Kind.choices)
    name = forms.CharField(label=_("Name"), max_length=80)
    zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("The league’s days begin and end in this time zone.")
    )
    summary = forms.CharField(label=_("Short description"), max_length=300, required=False)
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line, first place first."),
    )

    def __init__(self, data: Sent = None, *, league: League | None = None, **kwargs: Any) -> None:
        if league is not None:
            names = ("kind", "name", "zone", "summary", "prizes")
            kwargs["initial"] = {name: getattr(league, name) for name in names}
        super().__init__(data, **kwargs)
        offer(self, "zone", time_zone_choices())
        if league is not None:
            del self.fields["kind"]
            if league.kind == League.Kind.SEASON:
                del self.fields["zone"]


class RegulationForm(BareForm):
    """A new version of the regulation."""

    text = forms.CharField(
        label=_("Text"),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 18}),
        help_text=_("Markdown: # heading, **bold**, - list, [words](https://…). No HTML."),
    )
    note = forms.CharField(label=_("What changed"), max_length=300, required=False)


class LeaguePersonForm(BareForm):
    """Another organiser or approved judge."""

    member = MemberField(label=_("Member"))
    role = forms.ChoiceField(label=_("Role"), choices=LeaguePerson.Role.choices)
