"""The form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm
from goclub.members.hooks.services.addresses import LONGEST
from goclub.members.models import HookTopic, Webhook


class HookForm(BareForm):
    """Where to, what, and how it is written."""

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("A name to recognise the webhook by.")
    )
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "off"}),
        help_text=_("It starts with https://. A Discord address is itself a secret."),
    )
    topics = forms.MultipleChoiceField(
        label=_("Notify about"),
        choices=HookTopic.choices,
        initial=[topic.value for topic in HookTopic],
        widget=forms.CheckboxSelectMultiple,
    )
    form = forms.ChoiceField(
        label=_("Message format"),
        choices=Webhook.Form.choices,
        initial=Webhook.Form.JSON,
        widget=forms.RadioSelect,
    )
