"""The file that comes home from the hall, chosen, or kept in the page since it was looked at."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import UploadField
from goclub.common.http import packed
from goclub.leagues.tournament.forms.files import KeptFileForm


class HomecomingForm(KeptFileForm):
    """A file of the laptop or of OpenGotha; ``stays``: the event does not go on in the hall."""

    file = UploadField(
        label=_("File from the hall"),
        required=False,
        help_text=_("The event’s file from the laptop, or an OpenGotha file of this event."),
    )
    stays = forms.BooleanField(
        label=_("The event is over in the hall and goes on here"), required=False, initial=True
    )

    def keeping(self) -> HomecomingForm:
        """Return the form for the page that shows what the file would change."""
        kept = packed(self.cleaned_data["data"])
        return HomecomingForm({"kept": kept, "stays": self.cleaned_data["stays"]})
