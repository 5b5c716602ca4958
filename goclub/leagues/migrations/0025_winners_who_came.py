"""Who won the closed events, without those who never came."""

from importlib import import_module

from django.db import migrations

settled = import_module("goclub.leagues.migrations.0021_fill_winners")


def settle(apps, schema_editor):
    """Unmark the winners whom no table names, and mark those who are first in it."""
    apps.get_model("leagues", "Participant").objects.filter(won=True).update(won=False)
    settled.fill(apps, schema_editor)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('leagues', '0024_two_forfeits'),
    ]

    operations = [
        migrations.RunPython(settle, migrations.RunPython.noop, elidable=True),
    ]
