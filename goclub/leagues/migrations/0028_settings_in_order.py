"""Bars below the floor, and categories that are for lists and prizes alone."""

from django.db import migrations


def put_in_order(apps, schema_editor):
    """Give every bar the floor's height or more, and let categories steer where they did already.

    With a bar below the floor everybody starts at the bar; a floor at the bar leaves it so.
    Categories go on steering where a round was paired, and where they are the system.
    """
    Event = apps.get_model("leagues", "Event")
    for event in Event.objects.order_by("pk").iterator():
        settings, pairing = event.settings, event.settings.get("pairing", {})
        before = (settings.get("floor"), pairing.get("category"))
        if settings.get("bar", 3) < settings.get("floor", -20):
            settings["floor"] = settings["bar"]
        steers = settings.get("category_limits") and event.rounds.exclude(paired_at=None).exists()
        played = settings.get("category_limits") and event.rounds.exclude(published_at=None).exists()
        if steers or played:
            pairing.setdefault("category", 20_000_000_000_000)
        elif event.system != "swiss_cat":
            pairing["category"] = 0
        else:
            pairing.setdefault("category", 20_000_000_000_000)
        settings["pairing"] = pairing
        if (settings.get("floor"), pairing.get("category")) != before:
            Event.objects.filter(pk=event.pk).update(settings=settings)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0027_egf_classes'),
    ]

    operations = [
        migrations.RunPython(put_in_order, migrations.RunPython.noop, elidable=True),
    ]
