"""The founder's form, and the welcome of the club."""

from __future__ import annotations

from typing import Any, Final

from crispy_forms.layout import Column, Fieldset, Row
from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.columns import TypedAddressField
from goclub.common.forms import BareForm, Files, Sent, bare_helper, offer
from goclub.common.photos import ILLUSTRATION, Photo, PhotoField
from goclub.members.context import own_names
from goclub.members.forms import STRENGTH_HELP, DeclaringForm, check_password, new_password_field
from goclub.members.membership.queries import login_of
from goclub.members.models import ClubPicture, ClubSettings, Member

_STRENGTH = ["declared_rank", "declared_points"]
#: The places of the pictures on the start page of visitors.
CLUB_PICTURES: Final = (1, 2)


class FounderForm(DeclaringForm):
    """Who enters as the first member: a name and a strength."""

    class Meta:
        model = Member
        fields = ["display_name", "romanised_name", *_STRENGTH]
        labels = {"display_name": _("Your name")}
        help_texts = STRENGTH_HELP

    def __init__(self, data: Sent = None, files: Files = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self._prepare_profile_fields()
        self._offer_ranks(_("I don’t know"))
        self.helper = bare_helper(*self._rows())

    def _rows(self) -> list[Row]:
        return [
            Row(Column("display_name", css_class="col-md-6"), Column("romanised_name")),
            Row(Column("declared_rank", css_class="col-md-6"), Column("declared_points")),
        ]


class FoundForm(FounderForm):
    """The club and its founder on one page."""

    club_name = forms.CharField(label=_("Club name"), max_length=60)
    mark = forms.ChoiceField(
        label=_("Logo"), choices=ClubSettings.Mark.choices, initial=ClubSettings.Mark.STONES
    )
    club_language = forms.ChoiceField(
        label=_("Club language"),
        help_text=_(
            "For e-mails, and for visitors whose browser asks for a language the site does "
            "not have."
        ),
    )
    visitors_see = forms.ChoiceField(
        label=_("Visitors can see"),
        choices=ClubSettings.Visitors.choices,
        initial=ClubSettings.Visitors.TABLE,
    )
    email = TypedAddressField(label=_("E-mail address"))
    password = new_password_field()

    class Meta(FounderForm.Meta):
        fields = [*FounderForm.Meta.fields, "time_zone"]

    def __init__(self, data: Sent = None, files: Files = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        offer(self, "club_language", own_names())
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-browser-zone"] = ""
        self.helper = bare_helper(
            Fieldset(
                _("The club"),
                Row(Column("club_name", css_class="col-md-8"), Column("mark")),
                Row(Column("club_language", css_class="col-md-6"), Column("time_zone")),
                "visitors_see",
            ),
            Fieldset(
                _("You, the first member and chair"),
                *self._rows(),
                Row(Column("email", css_class="col-md-6"), Column("password")),
            ),
        )

    def clean_password(self) -> str:
        """A password that the validators take."""
        email = self.cleaned_data.get("email", "")
        return check_password(self.cleaned_data["password"], email)

    def clean_email(self) -> str:
        """An address without a login: whoever has one signs in and becomes chair there."""
        email: str = self.cleaned_data["email"]
        if login_of(email):
            text = _(
                "There is already an account with this address. Sign in: the next page makes "
                "it the chair’s account."
            )
            raise forms.ValidationError(text, code="known")
        return email


class WelcomeForm(BareForm):
    """What visitors see first: a text for each language of the site, and pictures of the club."""

    def __init__(self, data: Sent = None, files: Files = None, *, club: ClubSettings) -> None:
        super().__init__(data, files)
        self.languages = own_names()
        for code, name in self.languages:
            self.fields[f"text_{code}"] = forms.CharField(
                label=name,
                required=False,
                max_length=2000,
                initial=club.welcome_texts.get(code, ""),
                widget=forms.Textarea(attrs={"rows": 4, "lang": code}),
            )
        pictures = {picture.place: picture for picture in ClubPicture.objects.all()}
        for place in CLUB_PICTURES:
            picture = pictures.get(place)
            self.fields[f"picture_{place}"] = PhotoField(
                sizes=ILLUSTRATION,
                label=_("Picture %(n)s") % {"n": place},
                help_text=_("JPEG, PNG or WebP, up to 10 MB."),
                required=False,
                widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
            )
            self.fields[f"description_{place}"] = forms.CharField(
                label=_("What picture %(n)s shows") % {"n": place},
                help_text=_("For readers who cannot see it."),
                required=False,
                max_length=200,
                initial=picture.description if picture else "",
            )
            if picture:
                self.fields[f"remove_{place}"] = forms.BooleanField(
                    label=_("Remove picture %(n)s") % {"n": place}, required=False
                )

    def texts(self) -> dict[str, str]:
        """Return the text of each language."""
        return {code: self.cleaned_data[f"text_{code}"] for code, _name in self.languages}

    def pictures(self) -> list[tuple[Photo | bool | None, str]]:
        """Return what becomes of each picture, as the service takes it."""
        data = self.cleaned_data
        return [
            (
                data[f"picture_{place}"] or (False if data.get(f"remove_{place}") else None),
                data[f"description_{place}"],
            )
            for place in CLUB_PICTURES
        ]
