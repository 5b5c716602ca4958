"""Standings now carry the whole state; those of the first release get it from their columns.

The other systems' standings come from ``rebuild_ratings --if-incomplete``.
"""

from django.db import migrations

from goclub.games.roles import GAMES_GRANTS
from goclub.members.roles import grant
from ratings.ranks import parse_rank


def fill(apps, _schema_editor):
    Standing = apps.get_model("games", "Standing")
    filled = []
    for row in Standing.objects.filter(system="paa", points__isnull=False, state__isnull=True):
        row.state = {
            "points": row.points,
            "rank": parse_rank(row.rank),
            "games": row.games,
            "wins": row.wins,
            "losses": row.losses,
            "jigo": row.jigo,
            "recent": row.recent,
            "certified": row.certified,
        }
        filled.append(row)
    Standing.objects.bulk_update(filled, ["state"], batch_size=200)


def give(apps, _schema_editor):
    grant(apps, "games", GAMES_GRANTS)


class Migration(migrations.Migration):
    dependencies = [("games", "0004_strength")]
    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(give, migrations.RunPython.noop),
    ]
