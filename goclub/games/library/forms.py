"""Forms of the library: handing in a record, recording one, comments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.forms import (
    BareForm,
    BareModelForm,
    FilesField,
    HalfPointsFormField,
    Sent,
    offer,
)
from goclub.games.finding.forms import MemberField
from goclub.games.library.services.importing import IN_ONE_REQUEST
from goclub.games.library.services.memory import STRENGTHS, MemberGames, RememberedGames
from goclub.games.models import Kifu, Recording
from goclub.go.positions import LARGEST, SMALLEST
from goclub.members.comments.services import LONGEST_TEXT
from goclub.members.models import Member


class NoteForm(BareForm):
    """A comment: plain text, in which names of points become links to the board.

    ``problem`` is a refusal that belongs to the board beside the form.
    """

    problem: StrOrPromise = ""
    text = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Plain text. Points such as D4 are highlighted on the board."),
    )

    def __init__(self, data: Sent = None, *, optional: bool = False, **arguments: Any) -> None:
        super().__init__(data, **arguments)
        self.fields["text"].required = not optional


class AddForm(forms.Form):
    """The record to which a draft adds what it says."""

    kifu = forms.ModelChoiceField(Kifu.objects.in_library())


class KifuFilesForm(BareForm):
    """Files of records for the library; ``sent`` has their names and bytes."""

    file = FilesField(
        label=_("Game records"),
        help_text=_(
            "Up to 500 files, or an archive (zip or tar) with up to 500. Zip a folder to upload it."
        ),
    )

    @property
    def sent(self) -> list[tuple[str, bytes]]:
        """What a valid form was sent: each file by its name."""
        most = IN_ONE_REQUEST.total_bytes + 1
        return [(upload.name, upload.read(most)) for upload in self.cleaned_data["file"]]


class GamesForm(forms.Form):
    """Chosen games of a collection: one to report, or any number for the library."""

    report = forms.IntegerField(required=False, min_value=1)
    number = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, data: Sent = None, *, games: Iterable[int]) -> None:
        super().__init__(data)
        offer(self, "number", [(n, str(n)) for n in games])


class RememberedForm(forms.Form):
    """Which games a sentence of the club's memory speaks of, as its address says it."""

    position = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)
    then = forms.IntegerField(required=False, min_value=0, max_value=2 * LARGEST**2)
    joseki = forms.RegexField(r"^[a-zA-Z.]+$", required=False, max_length=60)
    board = forms.IntegerField(required=False, min_value=SMALLEST, max_value=LARGEST)
    year = forms.IntegerField(required=False, min_value=0, max_value=9999)
    stones = forms.BooleanField(required=False)
    player = forms.ModelChoiceField(Member.objects.players(), required=False)
    colour = forms.ChoiceField(choices=[("B", ""), ("W", "")], required=False)
    against = forms.ChoiceField(choices=[(key, "") for key in STRENGTHS], required=False)

    @property
    def asked(self) -> RememberedGames:
        """The games of a valid form."""
        values = dict(self.cleaned_data)
        player, colour, against = (values.pop(name) for name in ("player", "colour", "against"))
        games = MemberGames(player.pk, colour or "B", against) if player else None
        return RememberedGames(**values, games=games)


class RecordingForm(BareModelForm[Recording]):
    """Who plays the game that is recorded; a player left empty is a guest."""

    black = MemberField(label=_("Black"), required=False)
    white = MemberField(
        label=_("White"),
        required=False,
        help_text=_("Leave a guest empty. The report will ask for the name."),
    )
    handicap = forms.TypedChoiceField(
        label=_("Handicap stones"),
        choices=[(stones, str(stones)) for stones in (0, *range(2, 10))],
        coerce=int,
    )
    komi2 = HalfPointsFormField(label=_("Komi"), min_value=-80, max_value=80)

    class Meta:
        model = Recording
        fields = ["black", "white", "board", "handicap", "komi2"]


class MovesForm(forms.Form):
    """What a phone sends: its entries from the number *start* on."""

    start = forms.IntegerField(min_value=0, max_value=8000)
    entries = forms.CharField(required=False, max_length=8000)


class TakeOverForm(BareForm):
    """The code of a game that another phone records."""

    code = forms.CharField(
        label=_("Code"),
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
