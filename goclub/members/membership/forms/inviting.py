"""What the office fills in: invitations, and somebody who is entered by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from crispy_forms.layout import Column, Fieldset, Row
from django import forms
from django.utils import timezone
from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    BareForm,
    Files,
    FormArguments,
    RowFormArguments,
    Sent,
    bare_helper,
    offer,
)
from goclub.members.context import own_names
from goclub.members.forms import DeclaringForm
from goclub.members.models import Member
from goclub.members.queries import namesakes

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

    def __init__(self, data: Sent = None, **kwargs: Unpack[FormArguments]) -> None:
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

    def __init__(
        self, data: Sent = None, *, rows: Sequence[Member], **kwargs: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **kwargs)
        choices = [(member.pk, f"{member} · {member.contact_email}") for member in rows]
        offer(self, "members", choices)
        self.fields["members"].initial = [member.pk for member in rows]


class LinkForm(BareForm):
    """How many people a link lets in, and for how long."""

    uses = forms.IntegerField(label=_("Number of people"), min_value=1, max_value=500, initial=20)
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, initial=30)

    def __init__(self, data: Sent = None, **kwargs: Unpack[FormArguments]) -> None:
        super().__init__(data, **kwargs)
        text = ngettext_lazy("%(n)s day", "%(n)s days", "n")
        offer(self, "days", [(days, text % {"n": days}) for days in _DAYS])


class RegisterForm(DeclaringForm):
    """Somebody whom the office enters as a member, with or without an address."""

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

    def __init__(
        self, data: Sent = None, files: Files = None, **kwargs: Unpack[RowFormArguments[Member]]
    ) -> None:
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
