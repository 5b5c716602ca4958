"""Folded names spell ı, œ, ħ, ŧ, ŋ, ə and their kind out; the index of names follows."""

from django.db import migrations

from goclub.members.names import fold_name, name_keys

BATCH = 500


def fold_again(apps, _schema_editor):
    member, nickname, key = (
        apps.get_model("members", name) for name in ("Member", "Nickname", "NameKey")
    )
    changed = {}
    people = member.objects.only("display_name", "romanised_name", "search_names")
    for row in people.iterator(BATCH):
        folded = map(fold_name, (row.display_name, row.romanised_name))
        text = " ".join(dict.fromkeys(filter(None, folded)))
        if text != row.search_names:
            changed[row.pk] = text
    for pk, text in changed.items():
        member.objects.filter(pk=pk).update(search_names=text)
    called = set(changed)
    for row in nickname.objects.iterator(BATCH):
        if (folded := fold_name(row.name)) != row.folded:
            nickname.objects.filter(pk=row.pk).update(folded=folded)
            called.add(row.member_id)
    for pk in sorted(called):
        row = member.objects.get(pk=pk)
        names = [row.display_name, row.romanised_name]
        names += nickname.objects.filter(member=pk).values_list("name", flat=True)
        keys = set().union(*map(name_keys, filter(None, names)))
        key.objects.filter(member=pk).delete()
        key.objects.bulk_create([key(member_id=pk, key=text) for text in sorted(keys)])


class Migration(migrations.Migration):
    dependencies = [("members", "0023_second_factor")]
    operations = [migrations.RunPython(fold_again, migrations.RunPython.noop)]
