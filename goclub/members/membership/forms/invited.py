"""What an invited person fills in."""

from __future__ import annotations

from typing import Unpack

from crispy_forms.layout import Column, Row
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.forms import BareForm, Files, RowFormArguments, Sent, bare_helper
from goclub.common.mail_address import TypedAddressField
from goclub.common.name_field import check_name
from goclub.members.forms import STRENGTH_HELP, DeclaringForm, check_password, new_password_field
from goclub.members.models import Member
from goclub.members.names import is_blank


class FollowForm(BareForm):
    """Who follows a link: a name, and where the letter goes."""

    name = forms.CharField(
        label=pgettext_lazy("of a person", "name"),
        max_length=80,
        validators=[check_name],
        help_text=_("As you write it yourself, in any script."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = TypedAddressField(
        label=_("E-mail address"),
        help_text=_("We will send an e-mail with a link to go on."),
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
        **kwargs: Unpack[RowFormArguments[Member]],
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
