"""Roles are groups; what each may do with competitions."""

from django.db import migrations

from goclub.leagues.roles import LEAGUES_GRANTS
from goclub.members.roles import grant


def give(apps, _schema_editor):
    grant(apps, "leagues", LEAGUES_GRANTS)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_initial"), ("members", "0002_roles")]
    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
