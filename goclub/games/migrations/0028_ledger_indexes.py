"""Seven indexes of the ledger become four, and those of games that repeat another one go.

The new ones first, beside the site, then the old ones go: a release that still runs finds one that
serves it at any moment.
"""

import django.db.models.deletion
from django.db import migrations, models

from goclub.common.operations import drop_index, index_of_key, make_index

LEDGER, GAMES = "games_ratingentry", "games_game"
#: New index, what it begins with and holds only once.
ONCE = {"entry_of_game": "game_id", "entry_of_decision": "decision_id"}
OLD = {"entry_once_per_game": "game_id", "entry_once_per_decision": "decision_id"}
KEYS = (
    (LEDGER, "member_id"),
    (LEDGER, "game_id"),
    (LEDGER, "decision_id"),
    (GAMES, "played_on"),
    ("games_historicalgame", "played_on"),
    (GAMES, "black_id"),
    (GAMES, "white_id"),
)


def contract(_apps, editor):
    for name, fact in ONCE.items():
        make_index(
            editor, name, LEDGER, f"{fact}, member_id, system",
            unique=True, where=f"{fact} IS NOT NULL",
        )  # fmt: skip
    for name in OLD:
        drop_index(editor, name)
    for table, column in KEYS:
        if name := index_of_key(editor, table, column):
            drop_index(editor, f'"{name}"')


def expand(_apps, editor):
    for name, fact in OLD.items():
        make_index(
            editor, name, LEDGER, f"system, member_id, {fact}",
            unique=True, where=f"{fact} IS NOT NULL",
        )  # fmt: skip
    for table, column in KEYS:
        make_index(editor, f"{table}_{column}_again", table, column)
    for name in ONCE:
        drop_index(editor, name)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0027_kifu_uploaded"),
        ("members", "0019_webhooks"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name="ratingentry", name="entry_once_per_game"),
                migrations.RemoveConstraint(
                    model_name="ratingentry", name="entry_once_per_decision"
                ),
                migrations.AlterField(
                    model_name="ratingentry",
                    name="member",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="members.member",
                        verbose_name="member",
                    ),
                ),
                migrations.AlterField(
                    model_name="ratingentry",
                    name="game",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                migrations.AlterField(
                    model_name="ratingentry",
                    name="decision",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="members.strengthdecision",
                        verbose_name="decision",
                    ),
                ),
                *(
                    migrations.AlterField(
                        model_name="game",
                        name=colour,
                        field=models.ForeignKey(
                            db_index=False,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name=f"games_as_{colour}",
                            to="members.member",
                            verbose_name=colour.capitalize(),
                        ),
                    )
                    for colour in ("black", "white")
                ),
                migrations.AlterField(
                    model_name="game",
                    name="played_on",
                    field=models.DateField(verbose_name="played on"),
                ),
                migrations.AlterField(
                    model_name="historicalgame",
                    name="played_on",
                    field=models.DateField(verbose_name="played on"),
                ),
                migrations.AddConstraint(
                    model_name="ratingentry",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("game__isnull", False)),
                        fields=("game", "member", "system"),
                        name="entry_of_game",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="ratingentry",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("decision__isnull", False)),
                        fields=("decision", "member", "system"),
                        name="entry_of_decision",
                    ),
                ),
            ],
            database_operations=[migrations.RunPython(contract, expand)],
        ),
    ]
