"""The lists of this room."""

from __future__ import annotations

from datetime import date

import django_tables2 as tables
from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from django_tables2.data import TableData

from goclub.common.empty_state import FirstStep
from goclub.common.notation import day_of_month, month_of, number, short_day
from goclub.common.tables import BaseTable, CellColumn, at, order_by_column
from goclub.games.labels import conditions_of, record_text
from goclub.games.models import Game, RatingEntry, Standing


class MemberTable(BaseTable):
    """Members with what they hold."""

    member = CellColumn(
        template_name="games/playing/_member_cell.html",
        verbose_name=_("Member"),
        order_by="member__display_name",
        attrs=at("name"),
    )
    rank = CellColumn(
        template_name="games/rating/_rank_cell.html",
        verbose_name=_("Rank"),
        order_by="-points",
        attrs=at("wide"),
    )
    points = tables.Column(
        verbose_name=pgettext_lazy("PAA", "Points"), attrs=at("end", number=True)
    )
    games = CellColumn(
        template_name="games/playing/_games_cell.html",
        verbose_name=_("Games"),
        attrs=at("below", number=True),
    )
    since = tables.Column(
        verbose_name=_("Since promotion"),
        empty_values=(),
        orderable=False,
        attrs=at("wide", number=True),
    )
    form = CellColumn(
        template_name="games/rating/_form_cell.html",
        verbose_name=_("Form"),
        orderable=False,
        attrs=at("last"),
    )

    class Meta(BaseTable.Meta):
        model = Standing
        fields = ("member", "rank", "points", "games", "since", "form")

    def order_member(
        self, rows: QuerySet[Standing], is_descending: bool
    ) -> tuple[QuerySet[Standing], bool]:
        """Order by name, as the reader's language does."""
        return order_by_column(rows, "member__display_name", is_descending=is_descending)

    no_fit = _("No members match your search.")
    first_text = _("Members will appear here with rank, points and form.")
    first_step = FirstStep(_("Invite people"), "members:invitations", "members.approve_member")

    def render_since(self, record: Standing) -> str:
        return record_text(record.wins, record.losses, record.jigo)


class GameTable(BaseTable):
    """Games as sentences, newest first."""

    game = CellColumn(
        template_name="games/playing/_game_cell.html",
        verbose_name=_("Game"),
        orderable=False,
        attrs=at("both"),
    )
    conditions = tables.Column(
        verbose_name=_("Conditions"),
        empty_values=(),
        orderable=False,
        attrs={"td": {"class": "wide text-nowrap"}, "th": {"class": "wide"}},
    )
    result = CellColumn(
        template_name="games/playing/_result_cell.html",
        verbose_name=_("Result"),
        orderable=False,
        attrs=at("end"),
    )
    state = CellColumn(
        template_name="games/playing/_state_cell.html",
        verbose_name=_("Status"),
        orderable=False,  # there is a filter for it; pages go by the day
        attrs=at("mark"),
    )
    played_on = tables.Column(verbose_name=_("Played"), attrs=at("last", number=True))

    class Meta(BaseTable.Meta):
        model = Game
        fields = ("game", "conditions", "result", "state", "played_on")

    no_fit = _("No games match your search.")
    first_text = _("Games will appear here, newest first, with what they changed.")
    first_step = FirstStep(_("Report a game"), "games:report")

    def render_conditions(self, record: Game) -> str:
        board = "" if record.board == 19 else f"{record.board}×{record.board}, "
        return board + conditions_of(record)

    def render_played_on(self, value: date) -> str:
        """A telephone says the year above the month."""
        if not self.is_grouped:
            return short_day(value)
        return format_html(
            '<span class="on-desk">{}</span> <span class="on-phone">{}</span>',
            short_day(value),
            day_of_month(value),
        )

    def group_of(self, record: Game) -> str:
        return month_of(record.played_on)

    def count_text(self, count: int) -> str:
        return ngettext("%(n)s game", "%(n)s games", count) % {"n": number(count)}


class LedgerData(TableData):
    """A ledger by pages, in its own order; of another list the library would copy every line."""

    def __len__(self) -> int:
        return len(self.data)

    def order_by(self, aliases: object) -> None:
        """There is one order."""


class LedgerTable(BaseTable):
    """A member's ledger: one line a fact, each with its Why?"""

    line = CellColumn(
        template_name="games/rating/_ledger_cell.html",
        verbose_name=_("What changed"),
        orderable=False,
    )

    class Meta(BaseTable.Meta):
        model = RatingEntry
        fields = ("line",)
        orderable = False
        show_header = False
        attrs = {"class": "table club-table ledger-table"}

    first_text = _("The first confirmed game will appear here, with what it changed and why.")
