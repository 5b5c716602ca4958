"""Forms of news: a post with its picture, a comment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    BareForm,
    BareModelForm,
    Files,
    Sent,
    SiteMeta,
)
from goclub.common.photos import ILLUSTRATION, PhotoField
from goclub.members.comments.services import LONGEST_TEXT
from goclub.members.models import NewsPost


class NewsForm(BareModelForm[NewsPost]):
    """A post."""

    picture = PhotoField(
        sizes=ILLUSTRATION,
        label=_("Picture"),
        required=False,
        help_text=_("JPEG, PNG or WebP, up to 10 MB."),
    )
    alt = forms.CharField(
        label=_("Description of the picture"),
        max_length=300,
        required=False,
        help_text=_("What the picture shows, for those who cannot see it."),
    )
    removes_picture = forms.BooleanField(label=_("Remove the picture"), required=False)

    class Meta(SiteMeta):
        model = NewsPost
        fields = ["title", "text", "readers", "pinned_until"]
        widgets = {"text": forms.Textarea(attrs={"rows": 8})}

    field_order = ["title", "text", "picture", "alt", "removes_picture", "readers", "pinned_until"]

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        **arguments: Any,
    ) -> None:
        super().__init__(data, files, **arguments)
        picture = getattr(self.instance, "picture", None) if self.instance.pk else None
        if picture is None:
            del self.fields["removes_picture"]
        else:
            self.initial["alt"] = picture.alt
            self.fields["picture"].label = _("Another picture")


class NewsCommentForm(BareForm):
    """A comment: plain text."""

    text = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Plain text. Visible to members only."),
    )
