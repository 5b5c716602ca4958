"""Forms of the official league: they turn what was typed into arguments of the services."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.forms import (
    BareForm,
    BareModelForm,
    Choice,
    RowsField,
    Sent,
    SiteMeta,
    offer,
    offer_rows,
)
from goclub.common.reading import in_plain_signs, read_number
from goclub.games.finding.forms import MemberField, MembersField, offer_members
from goclub.games.labels import label_of
from goclub.games.playing.forms import GameForm
from goclub.leagues.league.forms import InOrderOfNames, LeagueMomentField, MemberChoice, day_field
from goclub.leagues.league.labels import day_text
from goclub.leagues.models import Match, Term
from goclub.leagues.official.queries import withdrawals_of
from goclub.members.models import Member


class TermForm(BareModelForm[Term]):
    """The settings of a term, on the site and in the office: all columns that people may edit."""

    class Meta(SiteMeta):
        model = Term
        fields = forms.ALL_FIELDS


class EnterForm(BareForm):
    """A member to be entered by an organiser."""

    member = MemberField(label=_("Member"))

    def __init__(self, data: Sent = None, *, term: Term) -> None:
        super().__init__(data)
        offer_members(self, "member", Member.objects.active().exclude(league_entries__term=term))


class SizesForm(forms.Form):
    """Into how many divisions, of which sizes."""

    sizes = forms.CharField(
        label=_("Division sizes"),
        max_length=200,
        help_text=_("Strongest first, such as 8, 8, 7."),
    )

    def clean_sizes(self) -> list[int]:
        text = in_plain_signs(self.cleaned_data["sizes"])
        if not re.fullmatch(r"[\d\s,;+]+", text):
            raise forms.ValidationError(_("Whole numbers separated by commas."))
        return [int(part) for part in re.findall(r"\d{1,4}", text)]


class EitherField(MemberChoice):
    """One of two players."""

    def __init__(self, *, label: StrOrPromise | None) -> None:
        super().__init__(label=label, queryset=Member.objects.none(), empty_label=_("choose …"))


class MatchReportForm(GameForm):
    """The game of a pairing: an ordinary report between these two."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    other_conditions = forms.BooleanField(
        label=_("We agreed on different conditions from the pairing’s"), required=False
    )

    def __init__(self, data: Sent = None, *, match: Match, **options: Any) -> None:
        two = [match.first.member, match.second.member]
        super().__init__(data, **options)
        for name in ("kind", "black_partner", "white_partner"):
            del self.fields[name]
        for name in ("black", "white"):
            self.fields[name] = EitherField(label=self.fields[name].label)
            offer_rows(self, name, Member.objects.filter(pk__in=[member.pk for member in two]))


class ArrangeForm(BareForm):
    """When and where; an empty date takes the appointment away."""

    arranged_for = LeagueMomentField(label=_("Day and time"), required=False)
    place = forms.CharField(label=_("Where"), max_length=80, required=False)

    def __init__(self, data: Sent = None, *, zone: str, **options: Any) -> None:
        super().__init__(data, **options)
        field = self.fields["arranged_for"]
        assert isinstance(field, LeagueMomentField)
        field.zone = ZoneInfo(zone)
        field.help_text = _("League time (%(clocks)s). Leave empty for no appointment.") % {
            "clocks": zone.replace("_", " ")
        }


class ForfeitForm(BareForm):
    """Who did not come, and why it is recorded."""

    loser = forms.ChoiceField(label=_("Forfeited by"))
    reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=forms.Textarea(attrs={"rows": 2}), required=False
    )

    def __init__(self, data: Sent = None, *, match: Match, only: str = "") -> None:
        super().__init__(data)
        choices: list[Choice] = [
            ("first", str(match.first.member)),
            ("second", str(match.second.member)),
            ("both", _("both (neither came)")),
        ]
        offer(self, "loser", [c for c in choices if not only or c[0] == only])


class WithdrawForm(BareForm):
    """Leaving a term that is played."""

    on = day_field(_("Leaving date"))
    reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=forms.Textarea(attrs={"rows": 2}), required=False
    )


class OrganiserForm(BareForm):
    """The next organisers: as proposed, or two others with a reason."""

    winner = MemberChoice(
        label=_("Organiser in the winner’s place"), queryset=Member.objects.none()
    )
    booby = MemberChoice(label=_("Organiser in the booby’s place"), queryset=Member.objects.none())
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Required only if your choice differs from the rules."),
    )

    def __init__(self, data: Sent = None, *, term: Term, **options: Any) -> None:
        super().__init__(data, **options)
        players = Member.objects.filter(league_entries__term=term)
        for name in ("winner", "booby"):
            offer_rows(self, name, players)


class LeavingField(RowsField[Member]):
    """Players of a term; those who withdrew from it are marked."""

    iterator = InOrderOfNames
    gone: Mapping[int, date] = MappingProxyType({})

    def label_from_instance(self, obj: Member) -> str:
        name = label_of(obj)
        if on := self.gone.get(obj.pk):
            return _("%(name)s, withdrew on %(on)s") % {"name": name, "on": day_text(on)}
        return name


class RolloverForm(BareModelForm[Term]):
    """The next term: its days, who leaves, who joins."""

    leaving = LeavingField(
        label=_("Players leaving"), queryset=Member.objects.none(), required=False
    )
    joining = MembersField(label=_("Players joining, in the lowest division"), required=False)

    class Meta(SiteMeta):
        model = Term
        fields = ["name", "sign_up_until", "starts_on", "ends_on"]
        labels = {"name": _("Name of the next term")}
        help_texts = {"name": ""}

    def __init__(self, data: Sent = None, *, term: Term) -> None:
        super().__init__(data, instance=Term.next_for(term.league))
        playing = Member.objects.filter(league_entries__term=term)
        offer_rows(self, "leaving", playing)
        gone = withdrawals_of(term)
        leaving = self.fields["leaving"]
        assert isinstance(leaving, LeavingField)
        leaving.gone = gone
        leaving.help_text = (
            _("Players who withdrew stay in unless you choose them here.") if gone else ""
        )
        leaving.widget.attrs["size"] = 6
        offer_members(self, "joining", Member.objects.active().exclude(pk__in=playing.values("pk")))


def read_order(data: Mapping[str, object], keys: Iterable[int]) -> list[int]:
    """The order that an organiser gave people who share a place: fields ``order-<key>``, from 1.

    Players without a number are left out; equal numbers stay in the order of *keys*.
    """
    numbered = []
    for place, key in enumerate(keys):
        number = read_number(data.get(f"order-{key}"))
        if number is not None:
            numbered.append((number, place, key))
    return [key for _number, _place, key in sorted(numbered)]
