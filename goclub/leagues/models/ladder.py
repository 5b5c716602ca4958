"""The club's ladder: who stood on it since when, and what the club holds to."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.leagues.models.evening import ClubNight
from goclub.members.models import Member
from tournaments.ladder import DAYS, REACH, LadderRules


def _within(least: int, most: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


class LadderSettings(models.Model):
    """One row: whether the club has a ladder, and its rules (H-ladder-reach, -time, -rest, -terms).

    A challenge keeps the days that held when it was made, so that a change moves nobody.
    """

    _change_reason: str | None  # read by the history

    open = models.BooleanField(pgettext_lazy("ladder", "open"), default=False)
    reach = models.PositiveSmallIntegerField(
        _("rungs above that can be challenged"), default=3, validators=_within(*REACH)
    )
    answer_days = models.PositiveSmallIntegerField(
        _("days to answer"), default=7, validators=_within(*DAYS)
    )
    play_days = models.PositiveSmallIntegerField(
        _("days to play"),
        default=21,
        validators=_within(*DAYS),
        help_text=_("From the challenge to the game."),
    )
    rest_days = models.PositiveSmallIntegerField(
        _("days before the same two can meet again"), default=7, validators=_within(*DAYS)
    )
    conditions = models.CharField(
        _("stones and komi"),
        max_length=8,
        choices=ClubNight.Terms.choices,
        default=ClubNight.Terms.EVEN,
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("ladder settings")
        verbose_name_plural = _("ladder settings")
        constraints = [
            models.CheckConstraint(name="ladder_settings_one_row", condition=Q(pk=1)),
            models.CheckConstraint(name="ladder_settings_reach", condition=Q(reach__range=REACH)),
            *(
                models.CheckConstraint(
                    name=f"ladder_settings_{name}", condition=Q(**{f"{name}__range": DAYS})
                )
                for name in ("answer_days", "play_days", "rest_days")
            ),
            models.CheckConstraint(
                name="ladder_settings_in_time", condition=Q(play_days__gte=F("answer_days"))
            ),
            models.CheckConstraint(
                name="ladder_settings_conditions",
                condition=Q(conditions__in=ClubNight.Terms.values),
            ),
        ]

    def __str__(self) -> str:
        return str(self._meta.verbose_name)

    def clean(self) -> None:
        if self.play_days < self.answer_days:
            text = gettext("The days to play cannot be fewer than the days to answer.")
            raise ValidationError({"play_days": text})

    @property
    def rules(self) -> LadderRules:
        """What the rules ask for."""
        return LadderRules(self.reach, self.answer_days, self.play_days, self.rest_days)


class LadderStayQuerySet(models.QuerySet["LadderStay"]):
    """Adjectives for stays."""

    def going(self) -> LadderStayQuerySet:
        """Those that have not ended."""
        return self.filter(left_at=None)


class LadderStay(models.Model):
    """A member on the ladder, from joining it to leaving it; who leaves the club left it with that.

    The rung is not stored: it follows from stays and challenges
    (:mod:`tournaments.ladder`).
    """

    _change_reason: str | None  # read by the history

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="ladder_stays", verbose_name=_("member")
    )
    joined_at = models.DateTimeField(_("joined at"))
    left_at = models.DateTimeField(_("left at"), null=True, blank=True)

    objects = LadderStayQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("time on the ladder")
        verbose_name_plural = _("times on the ladder")
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["member"], condition=Q(left_at=None), name="ladder_stay_one_open"
            ),
            models.CheckConstraint(
                name="ladder_stay_in_order",
                condition=Q(left_at=None) | Q(left_at__gte=F("joined_at")),
            ),
        ]

    def __str__(self) -> str:
        return str(self.member)
