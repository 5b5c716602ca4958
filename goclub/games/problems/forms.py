from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, BareModelForm, FilesField, SiteMeta
from goclub.common.refusals.registry import describe
from goclub.games.models import ProblemCollection, ProblemResult
from goclub.go.board.basics import IllegalMove, Point, parse_point
from goclub.go.records.reading import MAX_BYTES
from ratings.errors import RuleError


class CollectionForm(BareForm):
    """One or more files of problems, which become one collection."""

    file = FilesField(
        label=_("Files with the problems"),
        help_text=_("One file with many problems, several files, or an archive (zip or tar)."),
    )
    title = ProblemCollection._meta.get_field("title").formfield(
        required=False, help_text=_("The name of the first file if you leave this empty.")
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if uploads := data.get("file"):
            data["files"] = [(upload.name, upload.read(MAX_BYTES + 1)) for upload in uploads]
            name = uploads[0].name
            stem = name.rpartition(".")[0][:120] or name
            data["title"] = self.fields["title"].clean(data.get("title") or stem)
        return data


class CollectionTitleForm(BareModelForm[ProblemCollection]):
    """What a collection is called."""

    class Meta(SiteMeta):
        model = ProblemCollection
        fields = ["title"]


class ProblemStateForm(forms.Form):
    """Where a problem is: in its address."""

    look = forms.IntegerField(required=False, min_value=0)
    node = forms.IntegerField(required=False, min_value=0)
    tried = forms.CharField(required=False, max_length=4)
    solution = forms.BooleanField(required=False)


class PointForm(forms.Form):
    """A point of the board, such as D4; ``guesses`` how many there were before it."""

    point = forms.CharField(
        max_length=4,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "size": 5, "class": "form-control w-auto"}
        ),
    )
    guesses = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, width: int, height: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board = (height, width)

    def clean_point(self) -> Point:
        try:
            return parse_point(self.cleaned_data["point"], *self.board)
        except RuleError as error:
            raise forms.ValidationError(_("Enter a point of the board, such as D4.")) from error

    def refuse(self, reason: str) -> None:
        """Say why the rules of the board forbid the point."""
        move = IllegalMove(reason, colour=None, point=None, name=self.data["point"].upper())
        self.add_error("point", describe(move))


class VoteForm(forms.Form):
    """How hard a problem is."""

    vote = forms.TypedChoiceField(choices=ProblemResult.Difficulty, coerce=int)
