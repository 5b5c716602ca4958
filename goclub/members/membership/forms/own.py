"""What a member says about himself beside the profile: an address, and what is public."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import Bare, BareForm, FormArguments, Sent
from goclub.common.mail_address import TypedAddressField
from goclub.members.models import Member, User


class AddressForm(BareForm):
    """Another address; the password says that it is the owner who asks."""

    email = TypedAddressField(
        label=_("New e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        strip=False,
    )

    def __init__(self, data: Sent = None, *, user: User, **kwargs: Unpack[FormArguments]) -> None:
        super().__init__(data, **kwargs)
        self._user = user

    def clean_password(self) -> str:
        """The password of now."""
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise forms.ValidationError(_("The password is wrong."), code="password")
        return password


class PublicForm(Bare, forms.ModelForm[Member]):
    """What visitors see of a member."""

    class Meta:
        model = Member
        fields = ["is_listed", "shows_profile", "shows_origin"]
