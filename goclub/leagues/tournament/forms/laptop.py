"""The file that comes home from the hall, chosen, or kept in the page since it was looked at."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, UploadField
from goclub.common.http import packed, unpacked
from goclub.common.refusals.registry import describe
from goclub.leagues.tournament.services.event_file import MAX_BYTES
from ratings.errors import Code, RuleError


class HomecomingForm(BareForm):
    """A file of the laptop or of OpenGotha; ``stays``: the event does not go on in the hall."""

    file = UploadField(
        label=_("File from the hall"),
        required=False,
        help_text=_("The event’s file from the laptop, or an OpenGotha file of this event."),
    )
    stays = forms.BooleanField(
        label=_("The event is over in the hall and goes on here"), required=False, initial=True
    )
    kept = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        upload = data.get("file")
        kept = unpacked(str(data.get("kept", "")), most=MAX_BYTES)
        data["data"] = upload.read(MAX_BYTES + 1) if upload else kept
        if not data["data"] and not self.errors:
            self.add_error("file", describe(RuleError(Code.MISSING, "file", reason="files.none")))
        return data

    def keeping(self) -> HomecomingForm:
        """Return the form for the page that shows what the file would change."""
        kept = packed(self.cleaned_data["data"])
        return HomecomingForm({"kept": kept, "stays": self.cleaned_data["stays"]})
