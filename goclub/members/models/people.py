"""Who: accounts, members, the names under which they play and are found."""

from __future__ import annotations

import zoneinfo
from datetime import date, datetime, timedelta
from typing import Any, Final, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_countries.fields import CountryField
from django_stubs_ext import StrOrPromise
from simple_history.models import HistoricalRecords

from goclub.common.columns import AddressField
from goclub.common.name_field import NameField
from goclub.members.names import (
    AS_WRITTEN,
    LONGEST,
    ROMANISED,
    HasTwoSpellings,
    fold_name,
    initials_of,
    searched_name,
)
from goclub.members.signals import member_renamed
from ratings.ranks import DECLARABLE

#: So long after the last sign of a reader the next one begins another visit.
VISITS_APART: Final = timedelta(hours=3)
#: A visit is noted at most this often.
VISITS_NOTED: Final = timedelta(minutes=15)
RANK_CHOICES = [(code, code) for code in DECLARABLE]


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
    """An account. :class:`Member` says who the person is, the groups say what they may do."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = AddressField(_("e-mail address"))
    seen_at = models.DateTimeField(_("last seen"), null=True, blank=True, editable=False)
    seen_before = models.DateTimeField(
        _("end of the previous visit"), null=True, blank=True, editable=False
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_once", condition=~Q(email="")),
            models.UniqueConstraint(Lower("username"), name="user_name_once"),
        ]

    def get_full_name(self) -> str:
        """The member’s name, which a browser shows beside a passkey; "" without a member."""
        member = Member.objects.filter(user=self.pk).first()
        return member.shown_name if member else ""

    def visit_due(self, at: datetime) -> bool:
        """Whether a sign of this reader is to be noted again."""
        return self.seen_at is None or at - self.seen_at >= VISITS_NOTED

    def last_visit(self, at: datetime) -> datetime | None:
        """When the visit before this one ended, None in the first one; a page that is read first
        in a new visit knows it before anything is noted.
        """
        if self.seen_at is not None and at - self.seen_at >= VISITS_APART:
            return self.seen_at
        return self.seen_before


class MemberQuerySet(models.QuerySet["Member"]):
    """Adjectives for members."""

    def active(self) -> MemberQuerySet:
        """Members at present."""
        return self.filter(status=Member.Status.MEMBER)

    def applying(self) -> MemberQuerySet:
        """Those who asked to join, or to come back, and wait."""
        return self.filter(Q(status=Member.Status.APPLICANT) | Q(asks_to_return=True))

    def players(self) -> MemberQuerySet:
        """Everyone who can appear in a game of the past: members, former members and guests."""
        return self.exclude(status__in=[Member.Status.APPLICANT, Member.Status.DECLINED])

    def shown_to(self, *, visitor: bool) -> MemberQuerySet:
        """Whom this reader finds in lists: a visitor those who wish it."""
        return self.filter(is_listed=True) if visitor else self

    def searched(self, text: str) -> MemberQuerySet:
        """Members one of whose names contains the text, in any width or case."""
        folded = fold_name(text)
        return self.filter(search_names__contains=folded) if folded else self


class NamesShown(models.TextChoices):
    """How a member sees the names of others; ``members.names`` decides by it."""

    BY_LANGUAGE = "", _("By your language")
    WRITTEN = AS_WRITTEN, _("As written first: 佐藤 健 · Satō Ken")
    ROMANISED = ROMANISED, _("Romanised first: Satō Ken · 佐藤 健")


class Member(HasTwoSpellings, models.Model):
    """A person of the club: applicant, member, former member, or guest without a login."""

    class Status(models.TextChoices):
        """Where somebody stands with the club."""

        APPLICANT = "applicant", _("requested membership")
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
        verbose_name=_("account"),
    )
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.APPLICANT, db_index=True
    )
    display_name = NameField(
        pgettext_lazy("of a person", "name"),
        max_length=80,
        help_text=_("As you write it yourself, in any script."),
    )
    romanised_name = NameField(
        _("romanised name"),
        max_length=80,
        blank=True,
        help_text=_("In Latin letters, if your name is written in another script."),
    )
    search_names = models.CharField(max_length=200, editable=False, default="")
    country = CountryField(_("country"), blank=True, blank_label="–")
    club = NameField(
        _("club"), max_length=80, blank=True, help_text=_("Another club you belong to.")
    )
    language = models.CharField(
        _("language"),
        max_length=12,
        choices=language_choices,
        default=settings.LANGUAGE_CODE,
        help_text=_("The language the site uses for you."),
    )
    names_shown = models.CharField(
        _("names"),
        max_length=10,
        choices=NamesShown.choices,
        default=NamesShown.BY_LANGUAGE,
        blank=True,
        help_text=_(
            "How you see names that have two spellings. By your language: romanised first "
            "where the name is in a script that readers of the language may not know."
        ),
    )
    time_zone = models.CharField(_("time zone"), max_length=50, default=default_time_zone)
    birth_date = models.DateField(
        _("date of birth"),
        null=True,
        blank=True,
        help_text=_("Visible only to you and the chair."),
    )
    joined_on = models.DateField(_("joined on"), null=True, blank=True)
    contact_email = AddressField(
        _("address for an invitation"),
        blank=True,
        help_text=_("For someone who has no account yet; only admins can see it."),
    )
    #: Of a former guest: games of an earlier day stay what they were, games with a guest.
    rated_from = models.DateField(_("games count from"), null=True, blank=True, editable=False)
    applied_at = models.DateTimeField(_("membership requested"), null=True, blank=True)
    asks_to_return = models.BooleanField(_("wants to rejoin"), default=False, editable=False)
    message = models.TextField(_("message to the chair"), blank=True, max_length=2000)
    declared_rank = models.CharField(
        _("declared rank"), max_length=4, blank=True, choices=RANK_CHOICES
    )
    declared_points = models.PositiveSmallIntegerField(_("declared points"), null=True, blank=True)

    #: Digest of the picture of oneself, "" without one: lists need no query to know it.
    face = models.CharField(max_length=32, blank=True, default="", editable=False)

    is_listed = models.BooleanField(
        _("Visitors can find me in the members list and the rankings"), default=True
    )
    shows_profile = models.BooleanField(_("Visitors can open my page"), default=True)
    shows_origin = models.BooleanField(_("Visitors can see my country and club"), default=True)

    objects = MemberQuerySet.as_manager()
    history = HistoricalRecords(excluded_fields=["search_names", "face"])
    #: Why, for the next version in the history; at most 100 characters.
    _change_reason: str | None = None
    #: The two names as they were read; None where they were not.
    _read_as: tuple[str, str] | None = None

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
        return self.shown_name

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        """Load the member and remember the name, to notice later whether it was changed."""
        member = super().from_db(*args, **kwargs)
        read = member.__dict__
        if "display_name" in read and "romanised_name" in read:
            member._read_as = member.display_name, member.romanised_name
        return member

    def save(self, **kwargs: Any) -> None:
        """Keep the folded names in step, so that a search needs no function in the database."""
        self.search_names = self.folded_names()
        if (fields := kwargs.get("update_fields")) is not None:
            kwargs["update_fields"] = {*fields, "search_names"}
        before, now = self._read_as, (self.display_name, self.romanised_name)
        if before in (None, now):
            super().save(**kwargs)
        else:
            with transaction.atomic():
                super().save(**kwargs)
                old = Member(display_name=before[0], romanised_name=before[1])
                member_renamed.send(sender=Member, member=self, before=old)
        self._read_as = now

    def folded_names(self) -> str:
        """What a search looks through: both names, each once, without case and accents."""
        folded = map(searched_name, (self.display_name, self.romanised_name))
        return " ".join(dict.fromkeys(filter(None, folded)))

    def get_absolute_url(self) -> str:
        """The member's page."""
        return reverse("games:profile", args=[self.pk])

    @property
    def initials(self) -> str:
        """One or two letters that stand where there is no picture."""
        return initials_of(self.shown_name)

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest's name and no member."""
        return self.status == self.Status.GUEST

    def plays_as_guest(self, day: date) -> bool:
        """Return whether a game on that day was one with a guest: now, or before joining."""
        return self.is_guest or (self.rated_from is not None and day < self.rated_from)

    @property
    def spellings(self) -> tuple[str, str]:
        return self.display_name, self.romanised_name

    @property
    def second_name(self) -> str:
        """The romanised name where it differs from the name, as stored tables and exports keep."""
        return self.romanised_name if self.romanised_name != self.display_name else ""


class Nickname(models.Model):
    """A name under which a member appears in kifu: given in the profile, or learned from one."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="nicknames")
    name = NameField(_("name in kifu"), max_length=80)
    folded = models.CharField(max_length=80, editable=False, db_index=True)
    server = models.CharField(
        _("server"), max_length=40, blank=True, help_text=_("For example KGS, OGS, Fox.")
    )
    learned = models.BooleanField(_("learned from a kifu"), default=False, editable=False)
    #: Games that this account ends on OGS after that come in; empty where the member wants none.
    ogs_since = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("nickname")
        verbose_name_plural = _("nicknames")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["member", "folded"], name="nickname_once_per_member")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.server})" if self.server else self.name

    def save(self, **kwargs: Any) -> None:
        """Keep the folded name in line with the name."""
        self.folded = fold_name(self.name)[:80]
        super().save(**kwargs)


class NameKey(models.Model):
    """What may be typed of a person's names and nicknames; written by ``members.finding`` alone.

    A search is a range of ``key``, so the index must order by code points: SQLite does, on
    PostgreSQL the migration gives the column the collation "C".
    """

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="name_keys")
    key = models.CharField(max_length=LONGEST)

    class Meta:
        verbose_name = _("name key")
        verbose_name_plural = _("name keys")
        constraints = [
            models.UniqueConstraint(fields=["key", "member"], name="name_key_once_per_member")
        ]

    def __str__(self) -> str:
        return self.key
