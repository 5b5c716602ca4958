"""What the records of the first release say, as columns for the library."""

from django.db import migrations

from goclub.go.records.reading import read
from goclub.games.library.services.filing import kifu_columns

BATCH = 100


def fill(apps, _schema_editor):
    Kifu = apps.get_model("games", "Kifu")
    filled, names = [], []
    for row in Kifu.objects.defer("original").order_by("pk").iterator(BATCH):
        columns = kifu_columns(read(row.normalised.encode()))
        # The text stays as it is, and so does the encoding that its file came in.
        columns = {k: v for k, v in columns.items() if k not in ("normalised", "encoding")}
        for name, value in columns.items():
            setattr(row, name, value)
        names = list(columns)
        filled.append(row)
        if len(filled) == BATCH:
            Kifu.objects.bulk_update(filled, names)
            filled = []
    if filled:
        Kifu.objects.bulk_update(filled, names)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_kifu_library")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
