"""A form about people: one's own profile."""

from __future__ import annotations

from typing import Any

from crispy_forms.layout import Column, Row
from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import (
    BareForm,
    Files,
    Sent,
    bare_helper,
)
from goclub.common.name_field import check_name
from goclub.common.photos import FACE, PhotoField
from goclub.common.refusals.registry import describe
from goclub.members.forms import PersonForm
from goclub.members.models import (
    Member,
)
from goclub.members.people.services import (
    Called,
    check_nicknames,
    choose_nicknames,
    choose_ogs_games,
    read_nicknames,
    written_nickname,
)
from goclub.members.queries import club_settings, namesakes
from ratings.errors import RuleError


class PictureForm(BareForm):
    """A picture of oneself."""

    picture = PhotoField(
        sizes=FACE,
        label=_("Picture"),
        help_text=_("JPEG, PNG or WebP, up to 10 MB. The middle of it is cut out as a square."),
    )


class ProfileForm(PersonForm):
    """A member's own profile."""

    nicknames = forms.CharField(
        label=_("Names on Go servers"),
        required=False,
        max_length=4000,
        validators=[check_name],
        help_text=_(
            "So that your game records are recognised. Separate names with commas, for "
            "example “kenchan (KGS), sato_k”."
        ),
    )

    ogs_games = forms.BooleanField(
        label=_("Add my new OGS games to the library every night"),
        required=False,
        help_text=_("For each name above that ends with “(OGS)”."),
    )
    #: Sent by pages that show the wish: a page opened before the club allowed it does not clear it.
    ogs_shown = forms.BooleanField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Member
        fields = [
            "display_name",
            "romanised_name",
            "country",
            "club",
            "language",
            "names_shown",
            "time_zone",
            "birth_date",
        ]

    def __init__(self, data: Sent = None, files: Files = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self._prepare_profile_fields()
        if not club_settings().ogs_games:
            del self.fields["ogs_games"], self.fields["ogs_shown"]
        self.initial["ogs_games"] = self.instance.nicknames.exclude(ogs_since=None).exists()
        self.initial["ogs_shown"] = True
        self.initial["nicknames"] = ", ".join(  # as typed
            map(written_nickname, self.instance.nicknames.all())
        )
        self.helper = bare_helper(
            Row(Column("display_name", css_class="col-md-6"), Column("romanised_name")),
            Row(Column("country", css_class="col-md-6"), Column("club")),
            Row(Column("language", css_class="col-md-4"), Column("names_shown")),
            Row(Column("time_zone", css_class="col-md-6"), Column("birth_date")),
            "nicknames",
            *(["ogs_games", "ogs_shown"] if "ogs_games" in self.fields else []),
        )

    def clean_nicknames(self) -> tuple[Called, ...]:
        """Names that can be kept as they were typed."""
        called = read_nicknames(self.cleaned_data["nicknames"])
        try:
            check_nicknames(called)
        except RuleError as error:
            raise forms.ValidationError(describe(error), code="nickname") from None
        return called

    def clean(self) -> dict[str, object]:
        """Nobody takes the name of another member."""
        data = super().clean() or {}
        servers = [called.server.casefold() for called in data.get("nicknames", ())]
        if data.get("ogs_games") and "ogs" not in servers and "nicknames" not in self.errors:
            text = _("Enter your name on OGS with the server behind it, such as “sato_k (OGS)”.")
            self.add_error("nicknames", forms.ValidationError(text, code="no_ogs_name"))
        for name in ("display_name", "romanised_name"):
            new = data.get(name)
            if new and name in self.changed_data:
                alone = Member(pk=self.instance.pk, display_name=new)
                if namesakes(alone):
                    text = _(
                        "There is already a member with exactly this name. Please ask an admin."
                    )
                    self.add_error(name, forms.ValidationError(text, code="taken"))
        return data

    def save(self, commit: bool = True) -> Member:
        """Store the member and the names under which they play elsewhere."""
        member = super().save(commit)
        choose_nicknames(member, called=self.cleaned_data["nicknames"])
        if self.cleaned_data.get("ogs_shown"):
            choose_ogs_games(member, wanted=self.cleaned_data["ogs_games"], at=timezone.now())
        return member
