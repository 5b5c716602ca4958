"""The form of a new key."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm
from goclub.members.models import Scope


class KeyForm(BareForm):
    """Which program, and what it may read."""

    name = forms.CharField(
        label=_("Program"), max_length=60, help_text=_("A name to recognise the key by.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Can read"),
        choices=Scope.choices,
        initial=[scope.value for scope in Scope],
        widget=forms.CheckboxSelectMultiple,
    )
