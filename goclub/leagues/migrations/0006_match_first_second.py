"""The players of a pairing are called first and second, in the columns and in a forfeit."""

import django.db.models.deletion
from django.db import migrations, models

NAMES = {"one": "first", "two": "second"}
MODELS = ("match", "historicalmatch")
FORFEITS = [
    ("", "none"),
    ("first", "by the first"),
    ("second", "by the second"),
    ("both", "by both"),
]


def rename_forfeits(apps, names):
    for model in MODELS:
        rows = apps.get_model("leagues", model)._base_manager
        for before, after in names.items():
            rows.filter(forfeit=before).update(forfeit=after)


def forward(apps, _schema_editor):
    rename_forfeits(apps, NAMES)


def back(apps, _schema_editor):
    rename_forfeits(apps, {after: before for before, after in NAMES.items()})


class Migration(migrations.Migration):

    dependencies = [
        ("leagues", "0005_league_roles"),
    ]

    operations = [
        migrations.RemoveConstraint("match", "match_once"),
        migrations.RemoveConstraint("match", "match_two_players"),
        *(
            migrations.RenameField(model, before, after)
            for model in MODELS
            for before, after in NAMES.items()
        ),
        *(
            migrations.AlterField(
                "match",
                name,
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name=f"matches_as_{name}",
                    to="leagues.entry",
                ),
            )
            for name in NAMES.values()
        ),
        *(
            migrations.AlterField(
                model,
                "forfeit",
                models.CharField(
                    blank=True,
                    choices=FORFEITS,
                    default="",
                    max_length=6,
                    verbose_name="forfeit",
                ),
            )
            for model in MODELS
        ),
        migrations.RunPython(forward, back),
        migrations.AddConstraint(
            "match",
            models.UniqueConstraint(fields=("first", "second", "meeting"), name="match_once"),
        ),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(
                condition=models.Q(("first", models.F("second")), _negated=True),
                name="match_two_players",
            ),
        ),
    ]
