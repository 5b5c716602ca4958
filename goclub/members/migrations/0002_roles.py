"""Roles are groups; what each may do with members."""

from django.db import migrations

from goclub.members.roles import MEMBERS_GRANTS, grant


def give(apps, _schema_editor):
    grant(apps, "members", MEMBERS_GRANTS)


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
