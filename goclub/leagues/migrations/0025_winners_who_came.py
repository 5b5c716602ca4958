"""Once named who had won; `settle_winners`, which an upgrade runs, does it with today's tables."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0024_two_forfeits'),
    ]

    operations = []
