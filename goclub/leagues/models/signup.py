"""Registration by anyone: what an event asks, what it costs, and who registered."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from django.conf import settings as site
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.columns import AddressField, FieldConstraint
from goclub.common.name_field import NameField
from goclub.leagues.models.event import Event
from goclub.leagues.models.participant import RANKS, Participant, full_name, rank_text
from goclub.members.models import Member
from goclub.members.models.people import language_choices
from goclub.members.names import HasTwoSpellings


class SignupSettings(models.Model):
    """When and how people register for an event on its own page."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="signup")
    is_on = models.BooleanField(
        _("Anyone can register"),
        default=False,
        help_text=_("Also people who are not members, on the tournament’s page."),
    )
    opens_at = models.DateTimeField(
        _("Registration opens"), null=True, blank=True, help_text=_("Leave empty for at once.")
    )
    closes_at = models.DateTimeField(
        _("Registration closes"),
        null=True,
        blank=True,
        help_text=_("Leave empty for the end of registration, before the first round."),
    )
    hold_hours = models.PositiveSmallIntegerField(
        _("Hours to confirm"),
        default=24,
        validators=[MinValueValidator(1), MaxValueValidator(168)],
        help_text=_("So long a place is held until the link in the e-mail is opened."),
    )
    currency = models.CharField(
        _("Currency"), max_length=8, blank=True, help_text=_("For example EUR or ¥.")
    )
    notes = models.TextField(_("Text above the form"), max_length=2000, blank=True)

    class Meta:
        verbose_name = _("registration settings")
        verbose_name_plural = _("registration settings")
        constraints = [
            FieldConstraint(
                beside="closes_at",
                name="signup_closes_after_opening",
                condition=Q(opens_at=None) | Q(closes_at=None) | Q(closes_at__gt=F("opens_at")),
                violation_error_message=_("Registration closes before it opens. Change one."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.event)


class SignupQuestion(models.Model):
    """A question of the organisers: lunch, lodging, the name of the family."""

    class Kind(models.TextChoices):
        TEXT = "text", _("text")
        YES_NO = "yes_no", _("yes or no")
        CHOICE = "choice", _("choice")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="signup_questions")
    text = models.CharField(_("Question"), max_length=120)
    kind = models.CharField(_("Answer"), max_length=8, choices=Kind.choices, default=Kind.TEXT)
    options = models.CharField(
        _("Choices"), max_length=300, blank=True, help_text=_("Separated by commas.")
    )
    required = models.BooleanField(_("Required"), default=False)

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ["pk"]
        constraints = [
            FieldConstraint(
                beside="options",
                name="signup_question_has_options",
                condition=~Q(kind="choice") | ~Q(options=""),
                violation_error_message=_("Enter the choices, separated by commas."),
            ),
        ]

    def __str__(self) -> str:
        return self.text

    def clean(self) -> None:
        self.options = ", ".join(self.choices)

    @property
    def choices(self) -> list[str]:
        """The answers to choose from, in the organisers’ order."""
        return list(dict.fromkeys(filter(None, map(str.strip, self.options.split(",")))))


class FeeCategory(models.Model):
    """What some of those who come pay: adults, juniors, members."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="fees")
    name = NameField(_("Fee for"), max_length=60)
    amount = models.DecimalField(
        _("Amount"), max_digits=9, decimal_places=2, validators=[MinValueValidator(Decimal(0))]
    )

    class Meta:
        verbose_name = _("fee")
        verbose_name_plural = _("fees")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="signup_fee_range", condition=Q(amount__gte=0)),
        ]

    def __str__(self) -> str:
        return self.name


class TypedPerson(HasTwoSpellings, models.Model):
    """What people type about one player: names, strength, club and numbers."""

    first_name = NameField(_("First name"), max_length=80, blank=True)
    name = NameField(_("Family name"), max_length=80, help_text=_("In Latin letters if available."))
    other_name = NameField(
        _("Name in your own script"),
        max_length=80,
        blank=True,
        help_text=_("Full name, for example 佐藤 健 or สมชาย ใจดี."),
    )
    rank = models.SmallIntegerField(_("Rank"), choices=RANKS)
    country = models.CharField(_("Country"), max_length=3, blank=True)
    club = NameField(_("Club"), max_length=80, blank=True)
    egf_pin = models.CharField(
        _("European PIN"), max_length=12, blank=True, help_text=_("Eight digits, if you have one.")
    )
    ffg_licence = models.CharField(_("French licence"), max_length=12, blank=True)
    aga_id = models.CharField(_("AGA ID"), max_length=12, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.shown_name

    @property
    def display_name(self) -> str:
        """The name as its own writing has it."""
        return self.other_name or full_name(self.name, self.first_name)

    @property
    def spellings(self) -> tuple[str, str]:
        latin = full_name(self.name, self.first_name)
        return (self.other_name, latin) if self.other_name else (latin, "")

    @property
    def rank_text(self) -> str:
        return rank_text(self.rank)


class RegistrationQuerySet(models.QuerySet["Registration"]):
    """Adjectives for registrations."""

    def holding(self) -> RegistrationQuerySet:
        """Those who have a place and are not yet among the players."""
        return self.filter(state=Registration.State.PLACE)

    def waiting(self) -> RegistrationQuerySet:
        """The waiting list, in its order."""
        return self.filter(state=Registration.State.WAITING).order_by("number")

    def unconfirmed(self) -> RegistrationQuerySet:
        """Those who hold a place, or one on the waiting list, until they open their link."""
        return self.filter(state__in=Registration.HELD, confirmed_at=None)


class Registration(TypedPerson):
    """Somebody who registered for an event by themselves, or a captain who registered a team.

    ``number`` is the order of arrival within the event, from 1; whoever comes back gets a new one.
    Who is ENTERED has become ``participant``; everything else is between the person and the
    organisers, and is deleted ``SIGNUP_KEEP_DAYS`` after the event.  That of a team has its name,
    club and country, the rank of its boards, and its ``players``.
    """

    class State(models.TextChoices):
        PLACE = "place", _("has a place")
        WAITING = "waiting", _("on the waiting list")
        ENTERED = "entered", _("on the list of players")
        WITHDRAWN = "withdrawn", pgettext_lazy("registration", "withdrawn")
        DECLINED = "declined", _("declined")
        EXPIRED = "expired", _("not confirmed in time")

    #: These count for the places until they expire, unless they are confirmed.
    HELD = (State.PLACE, State.WAITING)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registrations")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, db_index=True)
    member = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="registrations",
        verbose_name=_("member"),
    )
    participant = models.OneToOneField(
        Participant,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="registration",
        verbose_name=_("participant"),
    )
    email = AddressField(
        _("E-mail address"), blank=True, help_text=_("Only the organisers see it.")
    )
    language = models.CharField(_("language"), max_length=12, choices=language_choices)
    #: Asked where a prize goes to the youngest; it goes with the entry.
    birth_year = models.PositiveSmallIntegerField(
        _("Year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
        help_text=_("Only for the prize of the youngest. Other players never see it."),
    )
    #: Rounds that the person sits out, counted from 1.
    absent = models.JSONField(_("Rounds absent"), default=list, blank=True)
    remarks = models.TextField(_("Remarks for the organisers"), max_length=500, blank=True)
    consent = models.BooleanField(
        _("My name, rank, club and results may be published"),
        default=False,
        help_text=_(
            "On this site and in rating lists. Without it only your initials are shown there."
        ),
    )
    #: Answers by the primary key of their question, as text; True and False for yes and no.
    answers = models.JSONField(_("answers"), default=dict, blank=True)
    fee = models.ForeignKey(
        FeeCategory,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Fee"),
    )
    #: As it was when the person chose it: what they were told is what they owe.
    owed = models.DecimalField(_("fee owed"), max_digits=9, decimal_places=2, null=True, blank=True)
    paid_at = models.DateTimeField(_("paid"), null=True, blank=True)
    paid_by = models.ForeignKey(
        site.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    registered_at = models.DateTimeField(_("registered"))
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    held_until = models.DateTimeField(_("held until"))
    changed_at = models.DateTimeField(_("changed"))
    changed_by = models.ForeignKey(
        site.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="registration_number_once"),
            models.UniqueConstraint(
                fields=["event", "member"],
                condition=Q(member__isnull=False),
                name="registration_member_once",
            ),
        ]

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed_at is not None

    @property
    def is_active(self) -> bool:
        """Whether the person still means to come."""
        return self.state in (*self.HELD, self.State.ENTERED)

    def is_lapsed(self, at: datetime) -> bool:
        """Whether the time to confirm is over."""
        return self.state in self.HELD and self.confirmed_at is None and self.held_until <= at


class RegisteredPlayer(TypedPerson):
    """A player of a team that registered; ``board`` is the place in its order, from 1."""

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="players")
    board = models.PositiveSmallIntegerField(pgettext_lazy("of a team", "board"))
    participant = models.OneToOneField(
        Participant,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="registered",
        verbose_name=_("participant"),
    )

    class Meta:
        verbose_name = _("registered player")
        verbose_name_plural = _("registered players")
        ordering = ["registration", "board"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "board"], name="registered_board_once"),
        ]
