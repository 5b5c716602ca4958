from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm, BareModelForm
from goclub.games.models import Game, Kifu, LessonQuestion, LiveLesson
from goclub.go.records.layers import LONGEST_SPOT
from goclub.members.comments.services import LONGEST_TEXT
from goclub.members.models import Member


class ChapterForm(BareForm):
    """What a lesson or its next chapter begins with; without a board where it is a record."""

    title = LiveLesson._meta.get_field("title").formfield()
    board = forms.TypedChoiceField(label=_("Empty board"), choices=Game.BOARDS, coerce=int)
    text = forms.CharField(
        required=False,
        label=_("Or paste a game record"),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("The text of an SGF file. If it holds several games, each becomes a chapter."),
    )

    def __init__(self, *args: Any, kifu: Kifu | None = None, **arguments: Any) -> None:
        super().__init__(*args, **arguments)
        if kifu:
            del self.fields["board"], self.fields["text"]


class LessonQuestionForm(BareModelForm[LessonQuestion]):
    """A question; the script adds where on the board it is asked."""

    chapter = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    at = forms.CharField(max_length=LONGEST_SPOT, widget=forms.HiddenInput)
    moves = forms.CharField(required=False, max_length=600, widget=forms.HiddenInput)

    class Meta:
        model = LessonQuestion
        fields = ["text"]
        widgets = {"text": forms.TextInput(attrs={"autocomplete": "off"})}


class NewLeaderForm(forms.Form):
    member = forms.ModelChoiceField(Member.objects.active())


class LessonStepForm(forms.Form):
    """What the leader's page sends: its action at which place of which chapter."""

    action = forms.ChoiceField(
        choices=[(name, name) for name in ("show", "text", "mark", "delete")]
    )
    chapter = forms.IntegerField(min_value=1, max_value=999)
    at = forms.CharField(max_length=LONGEST_SPOT)
    moves = forms.CharField(required=False, max_length=600)
    text = forms.CharField(required=False, max_length=LONGEST_TEXT)
    kind = forms.ChoiceField(
        required=False, choices=[(name, name) for name in ("TR", "SQ", "CR", "MA", "LB")]
    )
    x = forms.IntegerField(required=False, min_value=0, max_value=51)
    y = forms.IntegerField(required=False, min_value=0, max_value=51)
