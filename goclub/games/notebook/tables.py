"""The lists of this room."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.tables import BaseTable, CellColumn, DayColumn, at
from goclub.games.labels import conditions_of, result_code
from goclub.games.models import Batch, BroughtGame, BroughtMember
from goclub.games.notebook.labels.batches import members_and_games


class BatchTable(BaseTable):
    """What was brought along, the newest first."""

    files = CellColumn(
        template_name="games/notebook/_files_cell.html",
        verbose_name=_("Files"),
        orderable=False,
        attrs=at("name"),
    )
    state = CellColumn(
        template_name="games/notebook/_state_cell.html",
        verbose_name=_("Status"),
        orderable=False,
        attrs=at("end"),
    )
    figures = tables.Column(
        verbose_name=pgettext_lazy("of a batch", "Imported"),
        empty_values=(),
        orderable=False,
        attrs=at("below"),
    )
    by = CellColumn(
        template_name="games/notebook/_by_cell.html",
        verbose_name=_("Imported by"),
        orderable=False,
        attrs=at("third"),
    )

    class Meta(BaseTable.Meta):
        model = Batch
        fields = ("files", "figures", "by", "state")

    first_text = _("Nothing has been imported yet. Choose your spreadsheets above.")

    def render_figures(self, record: Batch) -> str:
        count = record.receipt.get
        return members_and_games(count("members", 0) + count("guests", 0), count("games", 0)) or "–"


class PeopleTable(BaseTable):
    """Whom a batch made."""

    row = tables.Column(
        verbose_name=pgettext_lazy("of a file", "Row"), attrs=at("lead", number=True)
    )
    member = CellColumn(
        template_name="games/notebook/_member_cell.html",
        verbose_name=_("Member"),
        orderable=False,
        attrs=at("name"),
    )
    status = tables.Column(
        accessor="member__get_status_display",
        verbose_name=_("Status"),
        orderable=False,
        attrs=at("end"),
    )
    joined = DayColumn(
        accessor="member__joined_on",
        verbose_name=_("Joined"),
        short=True,
        orderable=False,
        attrs=at("below", number=True),
    )

    class Meta(BaseTable.Meta):
        model = BroughtMember
        fields = ("row", "member", "status", "joined")
        prefix = "people-"

    first_text = _("No members in this import.")

    def render_row(self, value: int) -> Any:
        """Guests known from games alone stand in no row."""
        return value or "–"


class GamesTable(BaseTable):
    """The games that a batch made."""

    row = tables.Column(
        verbose_name=pgettext_lazy("of a file", "Row"), attrs=at("lead", number=True)
    )
    game = CellColumn(
        template_name="games/notebook/_game_cell.html",
        verbose_name=_("Game"),
        orderable=False,
        attrs=at("both"),
    )
    conditions = tables.Column(
        verbose_name=_("Conditions"), empty_values=(), orderable=False, attrs=at("third")
    )
    result = tables.Column(
        verbose_name=_("Result"), empty_values=(), orderable=False, attrs=at("below")
    )
    played = DayColumn(
        accessor="game__played_on",
        verbose_name=_("Played"),
        short=True,
        attrs=at("last", number=True),
    )

    class Meta(BaseTable.Meta):
        model = BroughtGame
        fields = ("row", "game", "conditions", "result", "played")
        prefix = "games-"

    first_text = _("No games in this import.")

    def render_conditions(self, record: BroughtGame) -> str:
        return conditions_of(record.game)

    def render_result(self, record: BroughtGame) -> str:
        return result_code(record.game)
