"""Forms of the library: handing in a record, another encoding, comments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.forms import bare_helper
from goclub.games.labels import KIFU_FILES, kifu_formats
from goclub.games.library.services.comments import LONGEST_TEXT


class NoteForm(forms.Form):
    """A comment: plain text, in which names of points become links to the board.

    ``problem`` is a refusal that belongs to the board beside the form.
    """

    problem: StrOrPromise = ""
    text = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Plain text. Names of points such as D4 light up on the board."),
    )

    def __init__(self, *args: Any, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].required = not optional
        self.helper = bare_helper()


class KifuForm(forms.Form):
    """An uploaded record."""

    file = forms.FileField(widget=forms.FileInput(attrs={"accept": KIFU_FILES}))
    legal_part = forms.BooleanField(
        required=False, label=_("Take the moves before the illegal one (choose the file again)")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = {"formats": kifu_formats().all}
        self.fields["file"].label = gettext("Kifu (%(formats)s)") % names


class EncodingForm(forms.Form):
    """Another reading of an uploaded file."""

    encoding = forms.CharField(max_length=40)


class GamesForm(forms.Form):
    """Chosen games of a collection: one to report, or any number for the library."""

    report = forms.IntegerField(required=False, min_value=1)
    number = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, *args: Any, games: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].choices = [(n, n) for n in games]  # type: ignore[attr-defined]
