"""Tables as they stood: permanent pages that no later correction rewrites."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.leagues.models.league import League
from goclub.leagues.models.official import Term
from goclub.leagues.models.season import Season


class SnapshotQuerySet(models.QuerySet["Snapshot"]):
    """Adjectives for records."""

    def current(self) -> SnapshotQuerySet:
        """The last version of each record, the one that applies."""
        same = (
            Q(term=OuterRef("term"))
            | Q(season=OuterRef("season"))
            | Q(league=OuterRef("league"), cycle=OuterRef("cycle"))
        )
        return self.exclude(Exists(Snapshot.objects.filter(same, version__gt=OuterRef("version"))))


class Snapshot(models.Model):
    """A final table for good; a correction adds a version with its reason, and both stay.

    Of a term, of a season, or the champions of a league's year (``league`` and ``cycle``).
    ``table`` rows as the page shows them, with names, numbers and reasons (JSON).
    """

    term = models.ForeignKey(
        Term,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="snapshots",
        verbose_name=_("term"),
    )
    season = models.ForeignKey(
        Season,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="snapshots",
        verbose_name=_("season"),
    )
    league = models.ForeignKey(
        League,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="champions",
        verbose_name=_("league"),
    )
    cycle = models.CharField(_("year"), max_length=20, blank=True)
    version = models.PositiveIntegerField(_("version"))
    table = models.JSONField(_("table"))
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    taken_at = models.DateTimeField(_("recorded at"))
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("recorded by"),
    )

    objects = SnapshotQuerySet.as_manager()

    class Meta:
        verbose_name = _("final table")
        verbose_name_plural = _("final tables")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["term", "version"], condition=~Q(term=None), name="term_snapshot_once"
            ),
            models.UniqueConstraint(
                fields=["season", "version"], condition=~Q(season=None), name="season_snapshot_once"
            ),
            models.UniqueConstraint(
                fields=["league", "cycle", "version"],
                condition=~Q(league=None),
                name="champions_snapshot_once",
            ),
            models.CheckConstraint(
                name="snapshot_of_one_thing",
                condition=Q(term__isnull=False, season=None, league=None)
                | Q(term=None, season__isnull=False, league=None)
                | Q(term=None, season=None, league__isnull=False),
            ),
            models.CheckConstraint(
                name="snapshot_correction_has_reason", condition=Q(version=1) | ~Q(reason="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.term or self.season or self.league} ({self.version})"

    def get_absolute_url(self) -> str:
        name = "leagues:snapshot" if self.term_id else "leagues:season-record"
        return reverse(name, args=[self.pk])
