"""What is filled in to join, to follow or send an invitation, to register somebody, for oneself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crispy_forms.layout import Column, Fieldset, Row
from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.utils import timezone
from django.utils.translation import get_language, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.columns import TypedAddressField
from goclub.common.forms import (
    Bare,
    BareForm,
    Files,
    Sent,
    bare_helper,
    offer,
)
from goclub.common.name_field import check_name
from goclub.members.context import own_names
from goclub.members.forms import (
    STRENGTH_HELP,
    DeclaringForm,
    PasswordForm,
    check_password,
    new_password_field,
)
from goclub.members.mail.services.writing import is_written_to_enough, post_letter
from goclub.members.models import (
    Member,
)
from goclub.members.names import is_blank
from goclub.members.queries import namesakes


class JoinForm(DeclaringForm):
    """A request to join: who you are, how strong you are, how you will sign in."""

    email = TypedAddressField(label=_("E-mail address"))
    password = new_password_field()

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
        help_texts = STRENGTH_HELP

    def __init__(self, data: Sent = None, files: Files = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self._prepare_profile_fields()
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-browser-zone"] = ""
        self._offer_ranks(_("I don’t know"))
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
        email = self.cleaned_data.get("email", "")
        return check_password(self.cleaned_data["password"], email)


class ForgottenPasswordForm(Bare, PasswordResetForm):
    """Ask for an address; the answer never shows whether it belongs to an account."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def send_mail(
        self,
        subject_template_name: str,  # noqa: ARG002
        email_template_name: str,  # noqa: ARG002
        context: dict[str, Any],
        from_email: str | None,  # noqa: ARG002
        to_email: str,
        html_email_template_name: str | None = None,  # noqa: ARG002
    ) -> None:
        """Put the e-mail into the outbox, in the language of the account's member."""
        user = context["user"]
        now = timezone.now()
        if is_written_to_enough(to=to_email, kind="password", at=now):
            return
        member = Member.objects.filter(user=user.pk).first()
        asked_in = get_language() or settings.LANGUAGE_CODE
        post_letter(
            to=to_email,
            template="reset",
            context=context,
            language=member.language if member else asked_in,
            kind="password",
            at=now,
            member=member,
        )


class FollowForm(BareForm):
    """Who follows a link: a name, and where the letter goes."""

    name = forms.CharField(
        label=pgettext_lazy("of a person", "Name"),
        max_length=80,
        validators=[check_name],
        help_text=_("As you write it yourself, in any script."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = TypedAddressField(
        label=_("E-mail address"),
        help_text=_("We will send an e-mail with a link to continue."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_name(self) -> str:
        """A name of which something can be seen."""
        name: str = self.cleaned_data["name"]
        if is_blank(name):
            raise forms.ValidationError(_("This name has no visible characters."), code="blank")
        return name


class AcceptForm(DeclaringForm):
    """An invited newcomer: a name, a strength, a language, a password.

    *email* is the address of the invitation; whoever is in the books already (*known*) is asked for
    language, clock and password alone.
    """

    password = new_password_field()

    class Meta:
        model = Member
        fields = [
            "display_name",
            "romanised_name",
            "country",
            "language",
            "time_zone",
            "declared_rank",
            "declared_points",
        ]
        help_texts = STRENGTH_HELP

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        email: str,
        known: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, files, **kwargs)
        self._email = email
        self._prepare_profile_fields()
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-browser-zone"] = ""
        rows: list[Row | str] = []
        if known:
            for name in set(self.fields) - {"language", "time_zone", "password"}:
                del self.fields[name]
        else:
            self._offer_ranks(_("I don’t know"))
            rows = [
                Row(Column("display_name", css_class="col-md-6"), Column("romanised_name")),
                Row(Column("declared_rank"), Column("declared_points"), Column("country")),
            ]
        self.helper = bare_helper(
            *rows, Row(Column("language", css_class="col-md-6"), Column("time_zone")), "password"
        )

    def clean_password(self) -> str:
        """A password that the validators take."""
        return check_password(self.cleaned_data["password"], self._email)


_DAYS = (1, 7, 30, 90)


class InvitationMessageForm(BareForm):
    """What an invitation says above its link."""

    message = forms.CharField(
        label=_("Personal message"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown above the link, exactly as you write it."),
    )


class InviteForm(InvitationMessageForm):
    """Addresses in one box, and what the letters say."""

    addresses = forms.CharField(
        label=_("E-mail addresses"),
        max_length=60_000,
        widget=forms.Textarea(
            attrs={"rows": 5, "spellcheck": "false", "autocapitalize": "off", "inputmode": "email"}
        ),
        help_text=_(
            "Separate them with commas or semicolons, or put one on each line. Names next "
            "to them are read too."
        ),
    )
    language = forms.ChoiceField(label=_("E-mail language"))
    field_order = ["addresses", "language", "message"]

    def __init__(self, data: Sent = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer(self, "language", own_names())
        self.fields["language"].initial = get_language()


class InviteMembersForm(InvitationMessageForm):
    """Members without an account, ticked to be invited, and what their letters say.

    ``rows`` those who can be invited, in the order of their names; all are ticked at first.
    """

    members = forms.TypedMultipleChoiceField(
        label=_("Members to invite"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple(),
        error_messages={"required": _("Tick at least one member.")},
    )
    field_order = ["members", "message"]

    def __init__(self, data: Sent = None, *, rows: Sequence[Member], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choices = [(member.pk, f"{member} · {member.contact_email}") for member in rows]
        offer(self, "members", choices)
        self.fields["members"].initial = [member.pk for member in rows]


class LinkForm(BareForm):
    """How many people a link lets in, and for how long."""

    uses = forms.IntegerField(label=_("Number of people"), min_value=1, max_value=500, initial=20)
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, initial=30)

    def __init__(self, data: Sent = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        text = ngettext_lazy("%(n)s day", "%(n)s days", "n")
        offer(self, "days", [(days, text % {"n": days}) for days in _DAYS])


class RegisterForm(DeclaringForm):
    """A person whom an admin enters as a member, with or without an address."""

    invite = forms.BooleanField(
        label=_("Send an invitation so that this person can sign in"), required=False, initial=True
    )
    another = forms.BooleanField(
        label=_("This is a different person with the same name"),
        required=False,
        widget=forms.HiddenInput(),
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
            "joined_on",
            "declared_rank",
            "declared_points",
            "contact_email",
        ]
        labels = {"contact_email": _("E-mail address")}
        help_texts = {
            "declared_rank": _("Leave empty if nobody knows the rank."),
            "declared_points": _("Only if the player already has PAA points."),
            "contact_email": _(
                "Optional: members without an e-mail address can still play and have points."
            ),
            "joined_on": _("May be in the past; games count from this day."),
            "birth_date": "",
            "language": "",
        }

    def __init__(self, data: Sent = None, files: Files = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self._prepare_profile_fields()
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"
        joined = self.fields["joined_on"]
        joined.required, joined.initial = True, timezone.localdate
        joined.widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        self._offer_ranks(_("not known: 0 points"))
        self.helper = bare_helper(
            Fieldset(
                _("Person"),
                Row(Column("display_name", css_class="col-md-6"), Column("romanised_name")),
                "another",
                Row(Column("country", css_class="col-md-6"), Column("club")),
                Row(Column("language", css_class="col-md-4"), Column("time_zone"), "birth_date"),
            ),
            Fieldset(
                _("Membership and strength"),
                Row(Column("joined_on"), Column("declared_rank"), Column("declared_points")),
            ),
            Fieldset(_("Signing in"), "contact_email", "invite"),
        )

    def clean(self) -> dict[str, Any]:
        """Whether strength fits, and whether this person is in the books already."""
        data = super().clean()
        name, romanised = data.get("display_name", ""), data.get("romanised_name", "")
        if name and not data.get("another"):
            person = Member(display_name=name, romanised_name=romanised or "")
            if others := namesakes(person):
                self.fields["another"].widget = forms.CheckboxInput()
                text = _("The club already has a %(name)s on its list.") % {"name": others[0]}
                self.add_error("display_name", forms.ValidationError(text, code="namesake"))
        return data


class AddressForm(PasswordForm):
    """Another address; the password says that it is the owner who asks."""

    email = TypedAddressField(
        label=_("New e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ["email", "password"]


class PublicForm(Bare, forms.ModelForm[Member]):
    """What visitors see of a member."""

    class Meta:
        model = Member
        fields = ["is_listed", "shows_profile", "shows_origin"]
