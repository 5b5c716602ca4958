"""Facts about people: who they are, what strength they declared, what the chair decided."""

from __future__ import annotations

import uuid
import zoneinfo
from collections.abc import Iterable
from typing import TypedDict, Unpack

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.base import ModelBase
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField
from django_stubs_ext import StrOrPromise
from simple_history.models import HistoricalRecords

from goclub.members.names import fold_name
from ratings.ranks import LADDER

RANK_CHOICES = [(code, code) for code in LADDER]


class SaveArguments(TypedDict, total=False):
    """What Django's ``save`` takes."""

    force_insert: bool | tuple[ModelBase, ...]
    force_update: bool
    using: str | None
    update_fields: Iterable[str] | None


def time_zone_choices() -> list[tuple[str, str]]:
    """Time zones a person would name: Continent/City, and UTC."""
    names = (z for z in zoneinfo.available_timezones() if "/" in z and not z.startswith("Etc/"))
    return [("UTC", "UTC"), *((z, z.replace("_", " ")) for z in sorted(names))]


def language_choices() -> list[tuple[str, StrOrPromise]]:
    """The languages of the site; migrations name this function, so that another changes none."""
    return list(settings.LANGUAGES)


def default_time_zone() -> str:
    """The club's own time zone."""
    return str(settings.TIME_ZONE)


class User(AbstractUser):
    """A login.  Who the person is stands in :class:`Member`; what he may do, in his groups."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"))

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_once", condition=~Q(email="")),
            models.UniqueConstraint(Lower("username"), name="user_name_once"),
        ]


class MemberQuerySet(models.QuerySet["Member"]):
    """Adjectives for members."""

    def active(self) -> MemberQuerySet:
        """Members at present."""
        return self.filter(status=Member.Status.MEMBER)

    def applying(self) -> MemberQuerySet:
        """Those who asked to join and wait."""
        return self.filter(status=Member.Status.APPLICANT)

    def players(self) -> MemberQuerySet:
        """Everyone who can appear in a game of the past: members, former members and guests."""
        return self.exclude(status__in=[Member.Status.APPLICANT, Member.Status.DECLINED])

    def searched(self, text: str) -> MemberQuerySet:
        """Members one of whose names contains the text, in any width or case."""
        folded = fold_name(text)
        return self.filter(search_names__contains=folded) if folded else self


class Member(models.Model):
    """A person of the club: applicant, member, former member, or guest without a login."""

    class Status(models.TextChoices):
        """Where somebody stands with the club."""

        APPLICANT = "applicant", _("asked to join")
        MEMBER = "member", _("member")
        FORMER = "former", _("former member")
        GUEST = "guest", _("guest")
        DECLINED = "declined", _("not admitted")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="member",
        verbose_name=_("login"),
    )
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.APPLICANT, db_index=True
    )
    display_name = models.CharField(
        _("name"), max_length=80, help_text=_("As you write it yourself, in any script.")
    )
    romanised_name = models.CharField(
        _("romanised name"),
        max_length=80,
        blank=True,
        help_text=_("In Latin letters, if your name is written in another script."),
    )
    search_names = models.CharField(max_length=200, editable=False, default="")
    country = CountryField(_("country"), blank=True, blank_label="–")
    club = models.CharField(
        _("club"), max_length=80, blank=True, help_text=_("Another club you belong to.")
    )
    language = models.CharField(
        _("language"),
        max_length=12,
        choices=language_choices,
        default=settings.LANGUAGE_CODE,
        help_text=_("What the site speaks to you."),
    )
    time_zone = models.CharField(_("time zone"), max_length=50, default=default_time_zone)
    birth_date = models.DateField(
        _("date of birth"),
        null=True,
        blank=True,
        help_text=_("Seen only by you and the chair."),
    )
    joined_on = models.DateField(_("joined on"), null=True, blank=True)
    applied_at = models.DateTimeField(_("asked to join"), null=True, blank=True)
    message = models.TextField(_("message to the chair"), blank=True, max_length=2000)
    declared_rank = models.CharField(
        _("declared rank"), max_length=4, blank=True, choices=RANK_CHOICES
    )
    declared_points = models.PositiveSmallIntegerField(_("declared points"), null=True, blank=True)

    objects = MemberQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_names"])

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["display_name", "pk"]
        permissions = [
            ("approve_member", "Can admit or decline applicants"),
            ("set_strength", "Can set a member's points or rank"),
            ("certify_strength", "Can certify a member's points as official"),
            ("see_birth_date", "Can see members' dates of birth"),
            ("set_role", "Can give members their roles"),
        ]
        constraints = [
            models.CheckConstraint(
                name="member_joined_when_member",
                condition=~Q(status="member") | Q(joined_on__isnull=False),
            ),
            models.CheckConstraint(name="member_named", condition=~Q(display_name="")),
        ]

    def __str__(self) -> str:
        return self.display_name

    def save(self, **kwargs: Unpack[SaveArguments]) -> None:
        """Keep the folded names in step, so that a search needs no function in the database."""
        self.search_names = " ".join(
            dict.fromkeys(filter(None, map(fold_name, (self.display_name, self.romanised_name))))
        )
        if (fields := kwargs.get("update_fields")) is not None:
            kwargs["update_fields"] = {*fields, "search_names"}
        super().save(**kwargs)

    def get_absolute_url(self) -> str:
        """The member's page."""
        return reverse("games:profile", args=[self.pk])

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest's name and no member."""
        return self.status == self.Status.GUEST

    @property
    def second_name(self) -> str:
        """The romanised name where it says more than the name itself."""
        return self.romanised_name if self.romanised_name != self.display_name else ""


class Nickname(models.Model):
    """A name under which a member appears in kifu: given in the profile, or learned from one."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="nicknames")
    name = models.CharField(_("name in kifu"), max_length=80)
    folded = models.CharField(max_length=80, editable=False, db_index=True)
    server = models.CharField(
        _("server"), max_length=40, blank=True, help_text=_("For example KGS, OGS, Fox.")
    )
    learned = models.BooleanField(_("learned from a kifu"), default=False, editable=False)

    class Meta:
        verbose_name = _("nickname")
        verbose_name_plural = _("nicknames")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["member", "folded"], name="nickname_once_per_member")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.server})" if self.server else self.name

    def save(self, **kwargs: Unpack[SaveArguments]) -> None:
        """Keep the folded name in line with the name."""
        self.folded = fold_name(self.name)
        super().save(**kwargs)


class StrengthDecision(models.Model):
    """A fact about strength (S1-3…S1-6): declared on joining, set by the office, certified.

    Append-only: a wrong decision is answered by another one, never overwritten.
    """

    class Kind(models.TextChoices):
        """What was declared or decided."""

        DECLARED = "declared", _("declared on joining")
        SET = "set", _("set by the office")
        CERTIFIED = "certified", _("certified as official")
        REVISED = "revised", _("provisional rank changed by the member")

    class System(models.TextChoices):
        """The systems in which strength is declared."""

        PAA = "paa", _("PAA points")
        IGS = "igs", _("IGS rank")

    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="decisions")
    system = models.CharField(
        _("system"),
        max_length=8,
        choices=System.choices,
        default=System.PAA,
        help_text=_("A first declared strength starts the member in every system."),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    points = models.PositiveSmallIntegerField(
        _("points"), null=True, blank=True, help_text=_("0 to 999.")
    )
    rank = models.CharField(
        _("rank"),
        max_length=4,
        blank=True,
        help_text=_("Left empty, the rank follows from the points."),
    )
    effective_on = models.DateField(_("holds from"))
    decided_at = models.DateTimeField(_("decided at"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("decision about strength")
        verbose_name_plural = _("decisions about strength")
        ordering = ["effective_on", "decided_at", "pk"]
        constraints = [
            models.CheckConstraint(
                name="decision_points_in_range", condition=Q(points=None) | Q(points__lte=999)
            ),
            models.CheckConstraint(
                name="decision_by_office_has_reason",
                condition=Q(kind__in=["declared", "revised"]) | ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.get_kind_display()}"


class ClubSettings(models.Model):
    """One row: the club's name, mark and colour, and what a visitor may see."""

    class Mark(models.TextChoices):
        """The club's mark."""

        STONES = "stones", _("two stones")
        HOSHI = "hoshi", _("a star point")
        KO = "ko", _("a ko")

    class Visitors(models.TextChoices):
        """What visitors may see."""

        EVERYTHING = "everything", _("members' table, profiles and games")
        TABLE = "table", _("members' table and games, but no profiles")
        NOTHING = "nothing", _("nothing about members: no table, no profiles, no games")

    name = models.CharField(_("name"), max_length=60, default="Hoshi Go Club")
    motto = models.CharField(_("motto"), max_length=120, blank=True)
    mark = models.CharField(_("mark"), max_length=10, choices=Mark.choices, default=Mark.STONES)
    accent = models.CharField(
        _("accent colour"),
        max_length=7,
        default="#1f6f5c",
        validators=[RegexValidator(r"^#[0-9a-fA-F]{6}$", _("Write it as #rrggbb, e.g. #1f6f5c."))],
        help_text=_(
            "Links and the primary button on light pages; a lighter tone for dark pages is "
            "derived from it. It must stand out from paper: contrast 4.5 to 1."
        ),
    )
    visitors_see = models.CharField(
        _("visitors may see"), max_length=12, choices=Visitors.choices, default=Visitors.EVERYTHING
    )
    welcome = models.TextField(
        _("welcome"),
        blank=True,
        max_length=1000,
        help_text=_("A paragraph for the start page: where and when you meet."),
    )
    #: Names the club in files that other programs keep, such as calendars; never changes.
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("club settings")
        verbose_name_plural = _("club settings")
        constraints = [models.CheckConstraint(name="club_settings_one_row", condition=Q(pk=1))]

    def __str__(self) -> str:
        return self.name
