import django.db.models.deletion
import django.utils.timezone
import goclub.games.models.registered
from django.db import migrations, models
from django.db.models import Min


def keep_pending(apps, _schema_editor):
    """What was postponed stays pending: as one recalculation of everyone from the first day."""
    postponed = apps.get_model("games", "PostponedReplay").objects
    first = postponed.aggregate(day=Min("on"), asked_at=Min("asked_at"))
    if first["day"] is not None:
        apps.get_model("games", "Recalculation").objects.create(
            pk=1, from_day=first["day"], next_day=first["day"], asked_at=first["asked_at"]
        )


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0033_words"),
    ]

    operations = [
        migrations.CreateModel(
            name="Recalculation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("from_day", models.DateField(verbose_name="from")),
                ("next_day", models.DateField(verbose_name="next day")),
                ("members", models.JSONField(null=True, verbose_name="members")),
                ("system", models.CharField(blank=True, choices=goclub.games.models.registered.system_choices, max_length=8, verbose_name="system")),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="requested at")),
                ("stopped", models.CharField(blank=True, max_length=300, verbose_name="stopped by")),
                ("batch", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.batch")),
                ("cause", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game")),
            ],
            options={
                "verbose_name": "pending recalculation",
                "verbose_name_plural": "pending recalculations",
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="one_recalculation")],
            },
        ),
        migrations.RunPython(keep_pending, migrations.RunPython.noop),
        migrations.DeleteModel(name="PostponedReplay"),
        migrations.DeleteModel(name="LedgerClock"),
    ]
