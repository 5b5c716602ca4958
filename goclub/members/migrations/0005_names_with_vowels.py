"""Folded names keep the vowels that Thai and other scripts write as marks."""

from django.db import migrations

from goclub.members.names import fold_name


def fold_again(apps, _schema_editor):
    member, nickname = (apps.get_model("members", name) for name in ("Member", "Nickname"))
    for one in member.objects.only("display_name", "romanised_name", "search_names").iterator():
        spellings = map(fold_name, (one.display_name, one.romanised_name))
        folded = " ".join(dict.fromkeys(filter(None, spellings)))
        if folded != one.search_names:
            member.objects.filter(pk=one.pk).update(search_names=folded)
    for one in nickname.objects.iterator():
        if (folded := fold_name(one.name)) != one.folded:
            nickname.objects.filter(pk=one.pk).update(folded=folded)


class Migration(migrations.Migration):
    dependencies = [("members", "0004_language_help")]
    operations = [migrations.RunPython(fold_again, migrations.RunPython.noop)]
