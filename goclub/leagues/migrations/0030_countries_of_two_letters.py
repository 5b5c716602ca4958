"""Countries of entries that came in by the three letters of the sports or of ISO."""

from django.db import migrations
from django_countries import countries


def shorten_countries(apps, schema_editor):
    """Give the two letters of each country; what no list knows stays as it is.

    Where the Olympic Committee and ISO disagree (BRN), ISO is right.
    """
    Participant = apps.get_model("leagues", "Participant")
    codes = {code: code for code, _name in countries}
    for code_of in (countries.alpha3, countries.ioc_code):
        for code, _name in countries:
            codes.setdefault(str(code_of(code)), code)
    codes.pop("", None)
    written = Participant.objects.exclude(country="").order_by().values_list("country", flat=True)
    for country in written.distinct():
        code = codes.get(country.strip().upper(), country)
        if code != country:
            Participant.objects.filter(country=country).update(country=code)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0029_term_settings'),
    ]

    operations = [
        migrations.RunPython(shorten_countries, migrations.RunPython.noop, elidable=True),
    ]
