"""What each role may do with leagues and their terms and seasons."""

from django.db import migrations

from goclub.leagues.roles import LEAGUE_GRANTS
from goclub.members.roles import grant


def give(apps, _schema_editor):
    grant(apps, "leagues", LEAGUE_GRANTS)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0004_leagues"), ("members", "0002_roles")]
    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
