from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    BareForm,
    BareModelForm,
    Choice,
    RowsField,
    SiteMeta,
    offer,
    offer_rows,
)
from goclub.games.bulletin.queries import STANDINGS
from goclub.games.models import Bulletin, BulletinItem, Kifu


class BulletinForm(BareModelForm[Bulletin]):
    """What a bulletin says of itself."""

    class Meta(SiteMeta):
        model = Bulletin
        fields = ["title", "issued_on", "language", "introduction"]
        widgets = {"introduction": forms.Textarea(attrs={"rows": 8})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.pk:
            self.initial["language"] = get_language()


class AddGamesForm(BareForm):
    """Games to be added to a bulletin, or to a new one."""

    pk = RowsField(Kifu.objects.in_library(), widget=forms.MultipleHiddenInput)
    bulletin = forms.ModelChoiceField(
        Bulletin.objects.none(),
        label=_("Bulletin"),
        required=False,
        empty_label=_("New bulletin"),
    )
    title = Bulletin._meta.get_field("title").formfield(
        label=_("Title of the new bulletin"),
        required=False,
        help_text=_("Only for a new bulletin."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "bulletin", Bulletin.objects.all())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not data.get("bulletin") and not data.get("title") and not self.errors:
            self.add_error("title", _("Choose a bulletin, or enter the title of a new one."))
        return data


class ItemForm(BareModelForm[BulletinItem]):
    """A part: of a game which diagrams, of a new part which standings."""

    standings = forms.ChoiceField(
        label=_("Standings"),
        required=False,
        help_text=_("As they are on the day the PDF is made."),
    )

    class Meta(SiteMeta):
        model = BulletinItem
        fields = ["standings", "title", "text", "diagrams"]
        widgets = {"text": forms.Textarea(attrs={"rows": 6})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.kind != BulletinItem.Kind.GAME:
            del self.fields["diagrams"]
        if self.instance.pk:
            del self.fields["standings"]
        else:
            none: list[Choice] = [("", _("none, a text only"))]
            offer(self, "standings", [*none, *STANDINGS.choices()])

    def clean(self) -> dict[str, Any]:
        """Standings are called as in the list unless they are given a title."""
        data = super().clean() or self.cleaned_data
        if key := data.get("standings"):
            names = dict(pair for _title, group in STANDINGS.choices() for pair in group)
            data["title"] = data.get("title") or names[key][:120]
            self.instance.kind = BulletinItem.Kind.STANDINGS
        return data
