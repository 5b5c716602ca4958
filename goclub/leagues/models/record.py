"""Tables as they stood, which no correction rewrites, and the changes of an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.leagues.models.event import Event
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


class Change(models.Model):
    """One step in the life of an event; append-only.

    ``version`` is the event's version after the step (entries and results leave it as it is: they
    carry their own guard against being overwritten), ``round_number`` counts from 1 and is empty
    for what concerns the whole event.  ``before`` and ``after`` hold the facts as JSON, enough to
    take the step back; ``subject`` names what was touched (a table, a player).
    """

    class What(models.TextChoices):
        CREATED = "created", _("created the event")
        IMPORTED = "imported", _("imported it from a file")
        EDITED = "edited", _("changed the settings")
        ENTERED = "entered", _("added an entry")
        ALTERED = "altered", _("changed an entry")
        REMOVED = "removed", _("removed an entry")
        WITHDREW = "withdrew", _("recorded a withdrawal")
        RETURNED = "returned", _("cancelled a withdrawal")
        ABSENT = "absent", _("changed an absence")
        FORBADE = "forbade", _("forbade a pair")
        ALLOWED = "allowed", _("allowed a pair again")
        FIXED = "fixed", _("fixed a pair")
        BROKE_UP = "broke_up", _("broke up tables")
        SEATED = "seated", _("changed colours, stones or table")
        BYE = "bye", _("chose the bye")
        LINEUP = "lineup", _("changed a lineup")
        PAIRED = "paired", _("paired the round")
        UNPAIRED = "unpaired", _("discarded the preview")
        RESTORED = "restored", _("restored an earlier preview")
        PUBLISHED = "published", _("published the round")
        UNPUBLISHED = "unpublished", _("unpublished the round")
        RESULT = "result", _("set a result")
        ENDED = "ended", _("set when games ended")
        CLOCK = "clock", _("set the hall clock")
        ANNOUNCED = "announced", _("put up an announcement")
        TAKEN_DOWN = "taken_down", _("took down an announcement")
        SANCTIONED = "sanctioned", _("recorded a sanction")
        PRIZES = "prizes", _("changed the prizes")
        AWARDED = "awarded", _("confirmed the prizes")
        LEFT_HOME = "left_home", _("took the event to the hall")
        CAME_HOME = "came_home", _("brought the event home")
        CLOSED = "closed", _("closed the event")
        REOPENED = "reopened", _("reopened the event")
        CANCELLED = "cancelled", _("cancelled the event")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="changes", verbose_name=_("event")
    )
    version = models.PositiveIntegerField(_("version"))
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    what = models.CharField(_("action"), max_length=16, choices=What.choices)
    subject = models.CharField(_("about"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    at = models.DateTimeField(_("when"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
    )

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering = ["event", "-pk"]
        indexes = [models.Index(fields=["event", "-id"], name="change_newest")]

    def __str__(self) -> str:
        return f"{self.event} v{self.version}: {self.what}"
