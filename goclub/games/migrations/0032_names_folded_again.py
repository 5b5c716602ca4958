"""Records are found by names in which ı, œ, ħ, ŧ, ŋ, ə and their kind are spelled out."""

from django.db import migrations

from goclub.members.names import fold_name


def fold_again(apps, _schema_editor):
    kifu = apps.get_model("games", "Kifu")
    rows = kifu.objects.exclude(names="").only("black_name", "white_name", "names")
    changed = {}
    for row in rows.iterator(500):
        folded = f"{fold_name(row.black_name)} {fold_name(row.white_name)}"
        if folded != row.names:
            changed[row.pk] = folded
    for pk, folded in changed.items():
        kifu.objects.filter(pk=pk).update(names=folded)


class Migration(migrations.Migration):
    dependencies = [("games", "0031_two_forfeits")]
    operations = [migrations.RunPython(fold_again, migrations.RunPython.noop)]
