"""What every form about a person shares."""

from __future__ import annotations

from datetime import date
from typing import Any

from crispy_forms.layout import Column, Row
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.forms import BareForm, Sent, bare_helper, offer
from goclub.common.notation import lazy_rank
from goclub.common.reading import DayField
from goclub.common.refusals.registry import add_refusal
from goclub.members.models import Member, StrengthDecision, User, time_zone_choices
from goclub.members.names import is_blank
from ratings.errors import RuleError
from ratings.paa.system import declare
from ratings.ranks import DECLARABLE, parse_rank

#: Every rank that can be declared, as the reader writes it.
RANKS = [(code, lazy_rank(code)) for code in DECLARABLE]


class NamesMixin:
    """Names that somebody can read, a day of birth that has been; each field may be missing."""

    cleaned_data: dict[str, Any]

    def clean_display_name(self) -> str:
        """A name of which something can be seen."""
        return self._readable("display_name")

    def clean_romanised_name(self) -> str:
        """The same; it may be left out."""
        return self._readable("romanised_name")

    def clean_birth_date(self) -> date | None:
        """A day of birth that has been."""
        born: date | None = self.cleaned_data.get("birth_date")
        if born and (born > timezone.localdate() or born.year < 1900):
            raise forms.ValidationError(_("Enter a date of birth between 1900 and today."))
        return born

    def _readable(self, name: str) -> str:
        text: str = self.cleaned_data[name]
        if text and is_blank(text):
            raise forms.ValidationError(_("This name has no visible characters."), code="blank")
        return text


#: What a browser may fill in by itself.
_AUTOCOMPLETE = {
    "display_name": "name",
    "country": "country",
    "club": "organization",
    "language": "language",
    "birth_date": "bday",
    "email": "email",
}


class PersonForm(NamesMixin, forms.ModelForm[Member]):
    """The rules that all forms about a person share."""

    def _prepare_profile_fields(self) -> None:
        if "birth_date" in self.fields:
            self.fields["birth_date"].widget = forms.DateInput(
                format="%Y-%m-%d", attrs={"type": "date"}
            )
        if "time_zone" in self.fields:
            self.fields["time_zone"] = forms.ChoiceField(
                label=_("Time zone"),
                choices=time_zone_choices(),
                initial=self.fields["time_zone"].initial,
            )
        for name, purpose in _AUTOCOMPLETE.items():
            if name in self.fields:
                self.fields[name].widget.attrs["autocomplete"] = purpose


class DeclaringForm(PersonForm):
    """A form that also takes a strength: a rank, or points held elsewhere."""

    def _offer_ranks(self, without: StrOrPromise) -> None:
        """Every rank that can be declared; *without* is what it means to choose none."""
        offer(self, "declared_rank", [("", without), *RANKS[:-1]])

    def clean(self) -> dict[str, Any]:
        """Whether rank and points fit together."""
        data = super().clean() or {}
        rank = data.get("declared_rank")
        try:
            declare(rank=parse_rank(rank) if rank else None, points=data.get("declared_points"))
        except RuleError as error:
            add_refusal(self, error, {"rank": "declared_rank", "points": "declared_points"})
        return data


def new_password_field() -> forms.CharField:
    """The field in which somebody chooses a password; :func:`check_password` judges it."""
    return forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least ten characters, not only digits."),
        strip=False,
    )


def check_password(password: str, email: str) -> str:
    """A password that the validators take for a login of that address; else ValidationError."""
    validate_password(password, User(email=email))
    return password


class PasswordForm(BareForm):
    """The password, which says that it is the owner who asks."""

    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        strip=False,
        max_length=4096,
    )

    def __init__(self, data: Sent = None, *, user: User, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._user = user

    def clean_password(self) -> str:
        """The password of now."""
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise forms.ValidationError(_("The password is wrong."), code="password")
        return password


#: How a declared strength is explained to the one who declares it.
STRENGTH_HELP = {
    "declared_rank": _("Leave empty if you do not know your rank."),
    "declared_points": _("Only if you already have PAA points elsewhere."),
}


class AdmitForm(BareForm):
    """The chair's answer to a request: with which strength the new member starts."""

    rank = forms.ChoiceField(label=_("Starting rank"), required=False)
    points = forms.IntegerField(label=_("or points"), required=False, min_value=0, max_value=999)

    def __init__(self, data: Sent = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer(self, "rank", [("", _("not known: 0 points")), *RANKS[:-1]])


class StrengthForm(forms.Form):
    """A decision of the office about a member's points (S1-4, S1-6)."""

    kind = forms.ChoiceField(label=_("Decision"))
    points = forms.IntegerField(
        label=pgettext_lazy("PAA", "Points"),
        required=False,
        min_value=0,
        max_value=999,
        help_text=_("0 to 999. When certifying, leave empty to keep the current points."),
    )
    rank = forms.ChoiceField(
        label=_("Rank"),
        required=False,
        choices=[("", _("derived from the points")), *RANKS],
    )
    effective_on = DayField(
        label=_("Valid from"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, data: Sent = None, *, may_certify: bool, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        kinds = [StrengthDecision.Kind.SET]
        if may_certify:
            kinds.append(StrengthDecision.Kind.CERTIFIED)
        offer(self, "kind", [(kind.value, kind.label) for kind in kinds])
        self.fields["effective_on"].initial = timezone.localdate
        self.helper = bare_helper(
            Row(Column("kind"), Column("effective_on")),
            Row(Column("points"), Column("rank")),
            "reason",
        )
