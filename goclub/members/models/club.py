"""The club itself."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.common.name_field import NameField
from goclub.members.models.people import Member, language_choices


class ClubSettings(models.Model):
    """One row: the club's name, mark and colour, and what a visitor may see."""

    class Mark(models.TextChoices):
        """The club's mark."""

        STONES = "stones", _("two stones")
        HOSHI = "hoshi", _("a star point")
        KO = "ko", _("a ko")

    class Visitors(models.TextChoices):
        """What visitors may see."""

        EVERYTHING = "everything", _("members list, profiles and games")
        TABLE = "table", _("members list and games, but no profiles")
        NOTHING = "nothing", _("nothing about members: no list, no profiles, no games")

    class Faces(models.TextChoices):
        """Who sees the pictures of members."""

        MEMBERS = "members", _("members only")
        EVERYONE = "everyone", _("everyone who may open the member’s page")
        OFF = "off", _("nobody: initials instead")

    class SecondFactor(models.TextChoices):
        """Who must have a second factor."""

        NOBODY = "", _("nobody; everyone may")
        OFFICE = "office", _("chair and secretaries")
        STAFF = "staff", _("chair, secretaries and organisers")

    name = NameField(_("name"), max_length=60, default="Hoshi Go Club")
    motto = models.CharField(_("motto"), max_length=120, blank=True)
    mark = models.CharField(_("mark"), max_length=10, choices=Mark.choices, default=Mark.STONES)
    accent = models.CharField(
        _("accent colour"),
        max_length=7,
        default="#1f6f5c",
        validators=[RegexValidator(r"^#[0-9a-fA-F]{6}$", _("Write it as #rrggbb, e.g. #1f6f5c."))],
        help_text=_(
            "Used for links and the primary button on light pages; a lighter shade of it "
            "is used on dark pages. It needs a contrast of at least 4.5 to 1 with the page."
        ),
    )
    visitors_see = models.CharField(
        _("visitors can see"), max_length=12, choices=Visitors.choices, default=Visitors.EVERYTHING
    )
    faces = models.CharField(
        _("who sees members’ pictures"),
        max_length=8,
        choices=Faces.choices,
        default=Faces.MEMBERS,
        help_text=_(
            "Members can add a picture of themselves to their profile. Where no picture is shown, "
            "the initials of the name take its place."
        ),
    )
    #: What visitors read first, by language: Markdown, changed on a page of its own.
    welcome_texts = models.JSONField(_("welcome"), default=dict, blank=True, editable=False)
    language = models.CharField(
        _("language"),
        max_length=12,
        choices=language_choices,
        default=settings.LANGUAGE_CODE,
        help_text=_(
            "For e-mails, and for visitors whose browser asks for a language the site does "
            "not have."
        ),
    )
    time_zone = models.CharField(
        _("time zone"),
        max_length=50,
        blank=True,
        help_text=_("The time zone for visitors and new members. Leave empty for the server’s."),
    )
    second_factor_for = models.CharField(
        _("second factor required for"),
        max_length=6,
        blank=True,
        choices=SecondFactor.choices,
        default=SecondFactor.NOBODY,
        help_text=_(
            "They must set one up before anything else opens: an authenticator app or a "
            "passkey, asked for after the password at each sign-in."
        ),
    )
    ogs_games = models.BooleanField(
        _("games from OGS"),
        default=False,
        help_text=_(
            "Members can paste the link of a game on online-go.com, and let their new games come "
            "in every night. The site then asks that server for them."
        ),
    )
    first_hour_over = models.BooleanField(default=True, editable=False)
    #: Names the club in files that other programs keep, such as calendars; never changes.
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    #: From which day the ratings are being recalculated; here, where every page looks anyway.
    recalculating_from = models.DateField(null=True, editable=False)
    history = HistoricalRecords(excluded_fields=["recalculating_from"])

    @property
    def welcome(self) -> str:
        """The welcome in the reader's language, else in the club's, else in any; Markdown."""
        texts = self.welcome_texts
        languages = (get_language(), self.language, *texts)
        return next((texts[code] for code in languages if texts.get(code)), "")

    @cached_property
    def is_founded(self) -> bool:
        """Return whether the site belongs to a club: it has settings, or at least one member."""
        return not self._state.adding or Member.objects.exists()

    class Meta:
        verbose_name = _("club settings")
        verbose_name_plural = _("club settings")
        constraints = [models.CheckConstraint(name="club_settings_one_row", condition=Q(pk=1))]

    def __str__(self) -> str:
        return self.name
