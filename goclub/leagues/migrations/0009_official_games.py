"""Games of the official league say so, so that the ledger knows its forfeits (S1-24)."""

from django.db import migrations


def fill(apps, _schema_editor):
    linked = apps.get_model("leagues", "Match").objects.exclude(game=None).values("game")
    apps.get_model("games", "Game")._base_manager.filter(pk__in=linked).update(official=True)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0008_dated_settings"),
        ("games", "0018_official_games"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
