"""Notices may be off, and are chosen by groups: stored choices keep their meaning."""

from django.db import migrations, models

#: The kinds of each group, and how each went by mail until a member said otherwise.
GROUPS = {
    "games": {
        "game.to_confirm": "now",
        "game.remind": "now",
        "game.confirmed": "daily",
        "game.disputed": "now",
        "game.decided": "now",
        "game.void": "now",
        "game.dispute": "now",
        "kifu.comment": "daily",
        "challenge.made": "now",
        "challenge.changed": "now",
        "challenge.accepted": "now",
        "challenge.declined": "now",
        "challenge.withdrawn": "now",
        "challenge.off": "now",
        "challenge.lapsed": "now",
        "challenge.left": "now",
    },
    "nights": {
        "meeting.cancelled": "now",
        "meeting.moved": "now",
    },
    "leagues": {
        "event.paired": "never",
        "event.withdrawn": "daily",
        "event.left": "now",
        "league.due": "now",
        "league.closed": "now",
        "season.approved": "now",
        "season.declined": "now",
        "season.closed": "daily",
        "season.announced": "now",
        "ladder.challenged": "now",
        "ladder.moved": "now",
    },
    "club": {
        "member.asks": "now",
        "member.certified": "now",
        "mail.failed": "never",
        "backup.none": "now",
        "backup.late": "now",
        "hook.off": "now",
    },
}
#: Kinds for those who look after the club: they keep their own choice.
OFFICE = {
    "game.dispute",
    "season.announced",
    "member.asks",
    "mail.failed",
    "backup.none",
    "backup.late",
    "hook.off",
}


def choose_by_group(apps, schema_editor):
    """Keep of the choices for kinds those that differ from what is proposed.

    Where a member had all kinds of a group on the site only, that is the choice of the group.
    """
    database = schema_editor.connection.alias
    switches = apps.get_model("members", "NoticeSwitch").objects.using(database)
    chosen = {}
    for member, kind, mail in switches.values_list("member_id", "kind", "mail"):
        chosen.setdefault(member, {})[kind] = mail
    for member, mails in chosen.items():
        for group, proposed in GROUPS.items():
            wanted = {kind: mails.get(kind, mail) for kind, mail in proposed.items()}
            on_site = all(wanted[kind] == "never" for kind in proposed.keys() - OFFICE)
            usual = dict.fromkeys(proposed, "never") if on_site else proposed
            kept = {kind: mail for kind, mail in wanted.items() if mail != usual[kind]}
            if on_site:
                kept[group] = "never"
            switches.filter(member_id=member, kind__in=proposed).delete()
            for kind, mail in kept.items():
                switches.create(member_id=member, kind=kind, mail=mail)


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0029_plainer_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="noticeswitch",
            name="mail",
            field=models.CharField(
                choices=[
                    ("now", "immediately"),
                    ("daily", "once a day"),
                    ("never", "never"),
                    ("off", "off"),
                ],
                max_length=6,
            ),
        ),
        migrations.RunPython(choose_by_group, migrations.RunPython.noop),
    ]
