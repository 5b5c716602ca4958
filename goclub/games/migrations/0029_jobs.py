"""Jobs, and the batch of a notebook that hears what its postponed replay changed."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0028_ledger_indexes'),
        ('members', '0019_webhooks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='postponedreplay',
            name='batch',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.batch'),
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('mark', models.CharField(editable=False, max_length=32)),
                ('asked', models.JSONField()),
                ('title', models.CharField(max_length=200)),
                ('back', models.CharField(max_length=300)),
                ('fields', models.JSONField(default=list)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('result', models.JSONField(null=True)),
                ('refusal', models.JSONField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('worker', models.CharField(blank=True, editable=False, max_length=80)),
                ('taken_at', models.DateTimeField(editable=False, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'job',
                'verbose_name_plural': 'jobs',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('by', 'mark'), name='job_once')],
            },
        ),
    ]
