"""The prizes of an event: what there is to win, by which rules, and who won it."""

from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, URLValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from goclub.common.columns import FieldConstraint
from goclub.common.name_field import NameField
from goclub.leagues.models.event import Event
from goclub.leagues.models.participant import RANKS, Participant
from tournaments.events.settings import MAX_ROUNDS
from tournaments.prizes import PrizeScope, TieRule


class PrizeGiving(models.Model):
    """By which rules the prizes of an event are given, and whether they were."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, related_name="prize_giving", editable=False
    )
    ties = models.CharField(
        _("In a tie"),
        max_length=5,
        choices=[
            (TieRule.SHARE.value, _("add the prizes of their places and divide them")),
            (TieRule.NEXT.value, _("the next tie-break decides")),
            (TieRule.BOTH.value, _("each gets the whole prize")),
            (TieRule.ORDER.value, _("the order of the standings decides")),
        ],
        default=TieRule.SHARE.value,
    )
    one_each = models.BooleanField(
        _("One prize each"),
        default=True,
        help_text=_("The prize that is higher in the list is kept."),
    )
    currency = models.CharField(
        _("Currency"), max_length=8, blank=True, help_text=_("For example €, zł, ¥ or ฿.")
    )
    photos_url = models.CharField(
        _("Photographs"),
        max_length=300,
        blank=True,
        validators=[URLValidator(schemes=["https"], message=_("Begin with https://"))],
        help_text=_("A link that begins with https://. It appears on the tournament’s page."),
    )
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True, editable=False)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    mailed_at = models.DateTimeField(_("results sent at"), null=True, editable=False)

    class Meta:
        verbose_name = _("rules of the prizes")
        verbose_name_plural = _("rules of the prizes")

    def __str__(self) -> str:
        return str(self.event)


class PrizeGroup(models.Model):
    """Players ticked by the organiser, such as the women or the juniors; it steers no pairing."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="prize_groups", editable=False
    )
    name = NameField(_("Name"), max_length=60, help_text=_("For example Women or Juniors."))
    participants = models.ManyToManyField(
        Participant, blank=True, related_name="prize_groups", verbose_name=_("Players")
    )

    class Meta:
        verbose_name = _("group for prizes")
        verbose_name_plural = _("groups for prizes")
        ordering = ["event", "name"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="prize_group_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    """Something to win; ``number`` is its rank among the prizes of the event, from 1 the best.

    ``clean`` empties what does not belong to its scope, so that two prizes for the same place
    among the same players look the same (:func:`tournaments.prizes.scope_key`).
    """

    #: What a scope asks for.
    ASKED = {
        PrizeScope.CATEGORY: ("category",),
        PrizeScope.BAND: ("highest", "lowest"),
        PrizeScope.CLUB: ("subject",),
        PrizeScope.COUNTRY: ("subject",),
        PrizeScope.GROUP: ("group",),
        PrizeScope.WINS: ("wins",),
    }

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="prizes", editable=False
    )
    number = models.PositiveSmallIntegerField(_("number"), editable=False)
    scope = models.CharField(
        _("Among"),
        max_length=8,
        choices=[
            (PrizeScope.ALL.value, _("everyone")),
            (PrizeScope.CATEGORY.value, _("a category")),
            (PrizeScope.BAND.value, _("a band of ranks")),
            (PrizeScope.YOUNGEST.value, _("the youngest")),
            (PrizeScope.CLUB.value, _("a club")),
            (PrizeScope.COUNTRY.value, _("a country")),
            (PrizeScope.GROUP.value, _("a group you tick")),
            (PrizeScope.WINS.value, _("everyone with enough wins")),
        ],
        default=PrizeScope.ALL.value,
    )
    place = models.PositiveSmallIntegerField(
        _("Place"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(999)],
        help_text=_("Counted among them."),
    )
    category = models.PositiveSmallIntegerField(_("Category"), null=True, blank=True)
    highest = models.SmallIntegerField(_("Highest rank"), choices=RANKS, null=True, blank=True)
    lowest = models.SmallIntegerField(_("Lowest rank"), choices=RANKS, null=True, blank=True)
    subject = NameField(
        _("Club or country"),
        max_length=80,
        blank=True,
        help_text=_("As in the entries; a country by its name or code."),
    )
    group = models.ForeignKey(
        PrizeGroup,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="prizes",
        verbose_name=_("Group"),
    )
    wins = models.PositiveSmallIntegerField(
        _("Wins needed"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_ROUNDS)],
    )
    amount = models.DecimalField(
        _("Amount"),
        max_digits=9,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.01"))],
    )
    item = NameField(
        _("Item"), max_length=120, blank=True, help_text=_("For example Cup or Go board.")
    )

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="prize_number_once"),
            FieldConstraint(
                name="prize_worth_something",
                condition=Q(amount__isnull=False) | ~Q(item=""),
                violation_error_message=_("Enter an amount, an item, or both."),
                beside="amount",
            ),
            FieldConstraint(
                name="prize_band_order",
                condition=Q(highest=None) | Q(lowest=None) | Q(highest__gte=F("lowest")),
                violation_error_message=_("The highest rank is below the lowest. Swap them."),
                beside="lowest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.number}"

    def clean(self) -> None:
        """Require what the scope asks for, and empty the other columns."""
        asked = self.ASKED.get(PrizeScope(self.scope), ())
        columns: dict[str, object] = dict.fromkeys(("category", "highest", "lowest", "wins"))
        for name, empty in (columns | {"group": None, "subject": ""}).items():
            if name not in asked:
                setattr(self, name, empty)
        if asked and all(getattr(self, name) in (None, "") for name in asked):
            raise ValidationError({asked[0]: _("Enter among whom this prize is given.")})
        if self.scope == PrizeScope.WINS:
            self.place = 1


class PrizeWinner(models.Model):
    """A prize, or a share of it, as the organisers gave it.

    ``by_hand`` before the confirmation: given to somebody else than the rule proposes, or to
    nobody (``participant`` None), for a ``reason``.  The others are stored on the confirmation;
    ``why`` is the rule's reason (:class:`tournaments.prizes.PrizeAward`) as data.
    """

    prize = models.ForeignKey(Prize, on_delete=models.CASCADE, related_name="winners")
    participant = models.ForeignKey(
        Participant,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="prizes_won",
        verbose_name=_("player"),
    )
    amount = models.DecimalField(_("amount"), max_digits=9, decimal_places=2, null=True, blank=True)
    with_item = models.BooleanField(_("with the item"), default=True)
    by_hand = models.BooleanField(_("chosen by the organiser"), default=False)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    why = models.JSONField(_("why"), default=dict)

    class Meta:
        verbose_name = _("winner of a prize")
        verbose_name_plural = _("winners of prizes")
        ordering = ["prize", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["prize", "participant"], name="prize_winner_once"),
            models.CheckConstraint(
                name="prize_by_hand_has_reason", condition=Q(by_hand=False) | ~Q(reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prize}: {self.participant}"
