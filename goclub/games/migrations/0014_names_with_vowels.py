"""The folded names of records keep the vowels that Thai and other scripts write as marks."""

from django.db import migrations

from goclub.members.names import fold_name

LONGEST = 600


def fold_again(apps, _schema_editor):
    kifu = apps.get_model("games", "Kifu")
    for one in kifu.objects.only("black_name", "white_name", "names").iterator(chunk_size=500):
        folded = f"{fold_name(one.black_name)} {fold_name(one.white_name)}"[:LONGEST]
        if not folded.isascii() and folded != one.names:
            kifu.objects.filter(pk=one.pk).update(names=folded)


class Migration(migrations.Migration):
    dependencies = [("games", "0013_talk_roles"), ("members", "0005_names_with_vowels")]
    operations = [migrations.RunPython(fold_again, migrations.RunPython.noop)]
