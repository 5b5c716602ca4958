from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("members", "0027_words"),
    ]

    operations = [
        migrations.RemoveField(model_name="clubsettings", name="recalculating_since"),
        migrations.AddField(
            model_name="clubsettings",
            name="recalculating_from",
            field=models.DateField(editable=False, null=True),
        ),
    ]
