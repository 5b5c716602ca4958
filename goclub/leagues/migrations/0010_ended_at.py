"""When a game ended is a fact of its own."""

from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce


def fill(apps, _schema_editor):
    """What was used until now: the moment of the result, else that of the ledger."""
    games = apps.get_model("games", "Game")._base_manager.filter(pk=OuterRef("game"))
    rows = apps.get_model("leagues", "Pairing")._base_manager.exclude(result="unknown")
    rows.update(ended_at=Coalesce(F("reported_at"), Subquery(games.values("confirmed_at")[:1])))


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0009_official_games"),
    ]

    operations = [
        migrations.AddField(
            "round",
            "ended_at",
            models.DateTimeField(verbose_name="its games ended at", blank=True, null=True),
        ),
        migrations.AddField(
            "pairing",
            "ended_at",
            models.DateTimeField(verbose_name="ended at", blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='change',
            name='what',
            field=models.CharField(choices=[('created', 'created the event'), ('imported', 'read it from a file'), ('edited', 'changed the settings'), ('entered', 'entered a player'), ('altered', "changed a player's entry"), ('removed', 'took a player off the list'), ('withdrew', 'withdrew a player'), ('returned', 'brought a player back'), ('absent', 'changed an absence'), ('forbade', 'forbade a pair'), ('allowed', 'allowed a pair again'), ('fixed', 'fixed a pair'), ('broke_up', 'broke up tables'), ('seated', 'changed colours, stones or table'), ('bye', 'chose the bye'), ('paired', 'paired the round'), ('unpaired', 'dropped the preview'), ('restored', 'brought back an earlier preview'), ('published', 'published the round'), ('unpublished', 'took the round back from the players'), ('result', 'set a result'), ('ended', 'said when games ended'), ('closed', 'closed the event'), ('reopened', 'reopened the event'), ('cancelled', 'cancelled the event')], max_length=16, verbose_name='what'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
