"""Forms about people."""

from __future__ import annotations

from datetime import date
from typing import Any, Unpack

from crispy_forms.layout import Column, Fieldset, Row
from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
)
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    Bare,
    BareForm,
    Files,
    FormArguments,
    RowFormArguments,
    Sent,
    bare_helper,
    offer,
)
from goclub.common.refusals.forms import add_refusal
from goclub.members.models import (
    RANK_CHOICES,
    Member,
    Nickname,
    StrengthDecision,
    User,
    time_zone_choices,
)
from goclub.members.names import fold_name, is_blank
from goclub.members.queries import namesakes
from ratings.errors import RuleError
from ratings.paa.decisions import declare
from ratings.ranks import parse_rank


class SignInForm(Bare, AuthenticationForm):
    """Signing in, with a word for those whose request still waits."""

    error_messages = {
        "invalid_login": _("This name or e-mail address and this password do not fit together."),
        "inactive": _("Your request to join still waits for the chair. You will get an e-mail."),
    }

    def __init__(
        self, request: HttpRequest | None = None, data: Sent = None, **more: Unpack[FormArguments]
    ) -> None:
        super().__init__(request, data, **more)
        self.fields["username"].label = _("Name or e-mail address")

    def get_invalid_login_error(self) -> forms.ValidationError:
        """One sentence for a wrong name and a wrong password."""
        name = self.cleaned_data.get("username") or ""
        password = self.cleaned_data.get("password") or ""
        waiting = User.objects.filter(email__iexact=name, is_active=False).first()
        if waiting and waiting.check_password(password):
            return forms.ValidationError(self.error_messages["inactive"], code="inactive")
        return super().get_invalid_login_error()


class OwnPasswordForm(Bare, PasswordChangeForm):
    """Another password for oneself."""


class ForgottenPasswordForm(Bare, PasswordResetForm):
    """Where the letter goes."""


class NamesMixin:
    """Names that somebody can read; an empty field is the field's own business."""

    cleaned_data: dict[str, Any]

    def clean_display_name(self) -> str:
        """A name of which something can be seen."""
        return self._readable("display_name")

    def clean_romanised_name(self) -> str:
        """The same; it may be left out."""
        return self._readable("romanised_name")

    def _readable(self, name: str) -> str:
        text: str = self.cleaned_data[name]
        if text and is_blank(text):
            raise forms.ValidationError(_("Nothing of this name can be seen."), code="blank")
        return text


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

    def clean_birth_date(self) -> date | None:
        """A day of birth that has been."""
        born: date | None = self.cleaned_data.get("birth_date")
        if born and (born > timezone.localdate() or born.year < 1900):
            raise forms.ValidationError(_("A date of birth lies between 1900 and today."))
        return born


class JoinForm(PersonForm):
    """A request to join: who you are, how strong you are, how you will sign in."""

    email = forms.EmailField(label=_("E-mail address"))
    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Ten characters or more, not only digits."),
        strip=False,
    )

    class Meta:
        model = Member
        fields = [
            "display_name",
            "romanised_name",
            "country",
            "club",
            "language",
            "time_zone",
            "birth_date",
            "declared_rank",
            "declared_points",
            "message",
        ]
        widgets = {"message": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "declared_rank": _("Leave both empty if you do not know, or are weaker than 8 kyu."),
            "declared_points": _("Only if you already hold PAA points elsewhere."),
        }

    def __init__(
        self, data: Sent = None, files: Files = None, **more: Unpack[RowFormArguments[Member]]
    ) -> None:
        super().__init__(data, files, **more)
        self._prepare_profile_fields()
        offer(self, "declared_rank", [("", _("I do not know")), *RANK_CHOICES[:-1]])
        self.helper = bare_helper(
            Fieldset(
                _("Who you are"),
                Row(Column("display_name", css_class="col-md-6"), Column("romanised_name")),
                Row(Column("country", css_class="col-md-6"), Column("club")),
                Row(Column("language", css_class="col-md-4"), Column("time_zone"), "birth_date"),
            ),
            Fieldset(
                _("Your strength"),
                Row(Column("declared_rank", css_class="col-md-6"), Column("declared_points")),
            ),
            Fieldset(
                _("Signing in"),
                Row(Column("email", css_class="col-md-6"), Column("password")),
                "message",
            ),
        )

    def clean_password(self) -> str:
        """A password that the validators take."""
        password: str = self.cleaned_data["password"]
        validate_password(password, User(email=self.cleaned_data.get("email", "")))
        return password

    def clean(self) -> dict[str, object]:
        """Whether rank and points fit together."""
        data = super().clean() or {}
        rank = data.get("declared_rank")
        try:
            declare(rank=parse_rank(rank) if rank else None, points=data.get("declared_points"))
        except RuleError as error:
            add_refusal(self, error, {"rank": "declared_rank", "points": "declared_points"})
        return data


class ProfileForm(PersonForm):
    """A member's own profile."""

    nicknames = forms.CharField(
        label=_("Names on servers"),
        required=False,
        max_length=500,
        help_text=_(
            "So that your kifu are recognised, separated by commas, e.g. “kenchan (KGS), sato_k”."
        ),
    )

    class Meta:
        model = Member
        fields = [
            "display_name",
            "romanised_name",
            "country",
            "club",
            "language",
            "time_zone",
            "birth_date",
        ]

    def __init__(
        self, data: Sent = None, files: Files = None, **more: Unpack[RowFormArguments[Member]]
    ) -> None:
        super().__init__(data, files, **more)
        self._prepare_profile_fields()
        self.initial["nicknames"] = ", ".join(map(str, self.instance.nicknames.all()))
        self.helper = bare_helper(
            Row(Column("display_name", css_class="col-md-6"), Column("romanised_name")),
            Row(Column("country", css_class="col-md-6"), Column("club")),
            Row(Column("language", css_class="col-md-4"), Column("time_zone"), "birth_date"),
            "nicknames",
        )

    def clean(self) -> dict[str, object]:
        """Nobody takes the name of another member."""
        data = super().clean() or {}
        for name in ("display_name", "romanised_name"):
            new = data.get(name)
            if new and name in self.changed_data:
                alone = Member(pk=self.instance.pk, display_name=new)
                if namesakes(alone):
                    text = _("Another member bears exactly this name. Please ask the office.")
                    self.add_error(name, forms.ValidationError(text, code="taken"))
        return data

    def save(self, commit: bool = True) -> Member:
        """Store the member and the names under which he plays elsewhere."""
        member = super().save(commit)
        wanted: dict[str, Nickname] = {}
        for part in self.cleaned_data["nicknames"].split(","):
            name, _sep, server = part.strip().partition("(")
            if name.strip():
                nickname = Nickname(
                    member=member, name=name.strip()[:80], server=server.strip(" )")[:40]
                )
                wanted[nickname.name] = nickname
        member.nicknames.exclude(name__in=wanted).delete()
        known = set(member.nicknames.values_list("folded", flat=True))
        for nickname in wanted.values():
            if fold_name(nickname.name) not in known:
                nickname.save()
                known.add(nickname.folded)
        return member


class AdmitForm(BareForm):
    """The chair's answer to a request: with which strength the new member starts."""

    rank = forms.ChoiceField(label=_("Starting rank"), required=False)
    points = forms.IntegerField(label=_("or points"), required=False, min_value=0, max_value=999)

    def __init__(self, data: Sent = None, **more: Unpack[FormArguments]) -> None:
        super().__init__(data, **more)
        offer(self, "rank", [("", _("not known: 0 points")), *RANK_CHOICES[:-1]])


class StrengthForm(forms.Form):
    """A decision of the office about a member's points (S1-4, S1-6)."""

    kind = forms.ChoiceField(label=_("Decision"))
    points = forms.IntegerField(
        label=_("Points"),
        required=False,
        min_value=0,
        max_value=999,
        help_text=_("0 to 999. When certifying, leave empty to keep the present points."),
    )
    rank = forms.ChoiceField(
        label=_("Rank"),
        required=False,
        choices=[("", _("follows from the points")), *RANK_CHOICES],
    )
    effective_on = forms.DateField(
        label=_("Holds from"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(
        self, data: Sent = None, *, may_certify: bool, **more: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **more)
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
