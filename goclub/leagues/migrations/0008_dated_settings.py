"""A season league's settings hold from a day on; those of today held from its first day."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Min
from django.utils import timezone

MODELS = ("seasonrules", "historicalseasonrules")
ZONE = "The league's days begin and end on these clocks."


def fill(apps, _schema_editor):
    """Until now one row held for all days: no closed figure moves."""
    zones = {row.pk: row.base_zone for row in apps.get_model("leagues", "League").objects.all()}
    first = {}
    for model, day in (("Season", "first"), ("LeagueEvent", "event__begins_on")):
        rows = apps.get_model("leagues", model).objects.values_list("league").annotate(Min(day))
        for league, value in rows:
            first[league] = min(value, first.get(league, value))
    for row in apps.get_model("leagues", "SeasonRules").objects.all():
        row.valid_from = first.get(row.league_id, timezone.localdate())
        row.zone = zones[row.league_id]
        row.save()
    for row in apps.get_model("leagues", "HistoricalSeasonRules").objects.all():
        row.valid_from = first.get(row.league_id, timezone.localdate())
        row.zone = zones.get(row.league_id, row.zone)
        row.save()


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0007_claim_device"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(
            migrations.RenameField(model, "zone", "base_zone")
            for model in ("league", "historicalleague")
        ),
        migrations.AlterField(
            "seasonrules",
            "league",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="season_rules",
                to="leagues.league",
            ),
        ),
        *(
            migrations.AddField(
                model,
                "valid_from",
                models.DateField(verbose_name="holds from", default=timezone.localdate),
                preserve_default=False,
            )
            for model in MODELS
        ),
        *(
            migrations.AddField(
                model,
                "zone",
                models.CharField(
                    verbose_name="time zone", max_length=50, default="UTC", help_text=ZONE
                ),
                preserve_default=False,
            )
            for model in MODELS
        ),
        *(
            migrations.AddField(
                model, "reason", models.CharField(verbose_name="reason", blank=True, max_length=300)
            )
            for model in MODELS
        ),
        migrations.AddField(
            "seasonrules",
            "set_by",
            models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="set by",
            ),
        ),
        migrations.AddField(
            "historicalseasonrules",
            "set_by",
            models.ForeignKey(
                blank=True,
                db_constraint=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="set by",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterModelOptions(
            "seasonrules",
            {
                "ordering": ["league", "valid_from"],
                "verbose_name": "rules of a season league",
                "verbose_name_plural": "rules of season leagues",
            },
        ),
        migrations.AddConstraint(
            "seasonrules",
            models.UniqueConstraint(
                fields=("league", "valid_from"), name="season_rules_once_a_day"
            ),
        ),
    ]
