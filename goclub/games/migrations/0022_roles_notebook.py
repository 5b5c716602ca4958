"""The office may bring the club's past along."""

from django.db import migrations

from goclub.games.roles import GAMES_GRANTS
from goclub.members.roles import grant


def give(apps, _schema_editor):
    grant(apps, "games", GAMES_GRANTS)


class Migration(migrations.Migration):
    dependencies = [("games", "0021_notebook"), ("members", "0002_roles")]
    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
