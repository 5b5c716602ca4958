"""Uploading a rating list."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareModelForm, SiteMeta, UploadField
from goclub.leagues.models import RatingList


class RatingListForm(BareModelForm[RatingList]):
    """The file of a list, with its day where the file does not say it."""

    file = UploadField(
        label=_("File"),
        widget=forms.ClearableFileInput(attrs={"accept": ".html,.txt,.tsv,.zip"}),
        help_text=_(
            "The European database’s list of the world (allworld_lp), the French ladder (echelle) "
            "or the American TDList, as text, web page or ZIP."
        ),
    )
    is_complete = forms.BooleanField(
        label=_("The list is complete, although it has far fewer players than the one before"),
        required=False,
    )

    class Meta(SiteMeta):
        model = RatingList
        fields = ["source", "listed_on"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["listed_on"].required = False
