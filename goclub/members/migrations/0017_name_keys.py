"""The index of names, filled in batches: an interrupted filling goes on where it stopped."""

import django.db.models.deletion
from django.db import migrations, models

from goclub.members.names import name_keys

BATCH = 500


def order_by_code_points(_apps, schema_editor):
    """PostgreSQL orders texts as a dictionary does; a range of beginnings needs their bytes."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            'ALTER TABLE members_namekey ALTER COLUMN key TYPE varchar(80) COLLATE "C"'
        )


def fill(apps, _schema_editor):
    member, nickname, key = (
        apps.get_model("members", name) for name in ("Member", "Nickname", "NameKey")
    )
    last = 0
    while batch := list(
        member.objects.filter(pk__gt=last)
        .order_by("pk")
        .values_list("pk", "display_name", "romanised_name")[:BATCH]
    ):
        names = {pk: {display, romanised} for pk, display, romanised in batch}
        known = nickname.objects.filter(member__in=list(names))
        for pk, name in known.values_list("member_id", "name"):
            names[pk].add(name)
        key.objects.bulk_create(
            (
                key(member_id=pk, key=one)
                for pk, given in names.items()
                for one in sorted(set().union(*map(name_keys, given)))
            ),
            batch_size=BATCH,
            ignore_conflicts=True,
        )
        last = batch[-1][0]


class Migration(migrations.Migration):
    dependencies = [("members", "0016_recalculating")]
    operations = [
        migrations.CreateModel(
            name="NameKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=80)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="name_keys",
                        to="members.member",
                    ),
                ),
            ],
            options={
                "verbose_name": "key of a name",
                "verbose_name_plural": "keys of names",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("key", "member"), name="name_key_once_per_member"
                    )
                ],
            },
        ),
        migrations.RunPython(order_by_code_points, migrations.RunPython.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
