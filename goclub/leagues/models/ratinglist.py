"""The rating lists of federations, as the club was given them."""

from __future__ import annotations

from django.conf import settings as site
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import NameField
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.formats.rating_lists import ListSource

SOURCES = {
    ListSource.EGD: _("European list (EGD)"),
    ListSource.FFG: _("French list (FFG)"),
    ListSource.AGA: _("American list (AGA)"),
}
#: Two names and a space between them, folded: a letter may become two.
LONGEST_KEY = 120


class RatingListQuerySet(models.QuerySet["RatingList"]):
    """Adjectives for rating lists."""

    def ready(self) -> RatingListQuerySet:
        return self.filter(is_ready=True)


class RatingList(models.Model):
    """A federation's list of one day.

    ``data``: the file, compressed, until its players are stored; then the list is ready.
    """

    source = models.CharField(
        _("list"), max_length=3, choices=[(str(key), text) for key, text in SOURCES.items()]
    )
    listed_on = models.DateField(
        _("date of the list"),
        help_text=_("Leave empty if the file says it. The American list never does."),
    )
    players = models.PositiveIntegerField(_("players"), default=0)
    #: Numbers of lines that could not be read.
    unread = models.JSONField(_("lines that could not be read"), default=list, blank=True)
    is_ready = models.BooleanField(_("ready"), default=False)
    data = models.BinaryField(editable=False, default=b"")
    added_at = models.DateTimeField(_("added at"))
    added_by = models.ForeignKey(
        site.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("added by"),
    )

    objects = RatingListQuerySet.as_manager()

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["-listed_on", "source"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "listed_on"],
                name="rating_list_once_a_day",
                violation_error_message=_(
                    "The list of this day is here already. Delete it first to replace it."
                ),
            )
        ]

    def __str__(self) -> str:
        return gettext("%(list)s, %(day)s") % {
            "list": self.get_source_display(),
            "day": date_format(self.listed_on),
        }

    def get_absolute_url(self) -> str:
        return reverse("leagues:rating-lists")


class RatedPlayer(models.Model):
    """A player of a rating list; written in bulk with the list, and never changed.

    ``key`` and ``turned``: the folded names, family name first and last, with a space between them.
    They and ``number`` are looked for by how they begin, so they are ordered by code points: SQLite
    does, on PostgreSQL the migration gives them the collation "C".
    """

    # Every index begins with the list.
    rating_list = models.ForeignKey(
        RatingList, on_delete=models.CASCADE, related_name="rows", db_index=False
    )
    line = models.PositiveIntegerField(_("line"))
    key = models.CharField(max_length=LONGEST_KEY, editable=False)
    turned = models.CharField(max_length=LONGEST_KEY, editable=False)
    number = models.CharField(_("number"), max_length=12, blank=True)
    name = NameField(_("family name"), max_length=80)
    first_name = NameField(_("first name"), max_length=80, blank=True)
    rank = models.SmallIntegerField(_("rank"), null=True)
    rating = models.IntegerField(_("rating"), null=True)
    listed = models.CharField(_("rating in the list"), max_length=12, blank=True)
    club = NameField(_("club"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)

    class Meta:
        verbose_name = _("player of a rating list")
        verbose_name_plural = _("players of rating lists")
        indexes = [
            models.Index(fields=["rating_list", "key"], name="rated_player_key"),
            models.Index(fields=["rating_list", "turned"], name="rated_player_turned"),
            models.Index(fields=["rating_list", "number"], name="rated_player_number"),
        ]
        constraints = [
            models.CheckConstraint(
                name="rated_player_rank_range",
                condition=Q(rank=None) | Q(rank__gte=LOWEST_RANK, rank__lte=HIGHEST_RANK),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.first_name}".strip()
