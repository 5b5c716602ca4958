"""The chair may delete what members said about kifu."""

from django.db import migrations

from goclub.games.roles import GAMES_GRANTS
from goclub.members.roles import grant


def give(apps, _schema_editor):
    grant(apps, "games", GAMES_GRANTS)


class Migration(migrations.Migration):
    dependencies = [("games", "0012_revisions"), ("members", "0002_roles")]
    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
