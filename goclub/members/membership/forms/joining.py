"""Asking to join."""

from __future__ import annotations

from typing import Unpack

from crispy_forms.layout import Column, Fieldset, Row
from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    Files,
    RowFormArguments,
    Sent,
    bare_helper,
)
from goclub.common.mail_address import TypedAddressField
from goclub.members.forms import STRENGTH_HELP, DeclaringForm, check_password, new_password_field
from goclub.members.models import (
    Member,
)


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

    def __init__(
        self, data: Sent = None, files: Files = None, **kwargs: Unpack[RowFormArguments[Member]]
    ) -> None:
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
