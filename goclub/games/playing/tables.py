"""The lists of this room."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from goclub.common.tables import BaseTable
from goclub.games.labels import conditions_of, record_text, result_code
from goclub.games.models import Game, RatingEntry, Standing

NUMBER = {"td": {"class": "num"}, "th": {"class": "num"}}
WIDE = {"td": {"class": "wide"}, "th": {"class": "wide"}}
WIDE_NUMBER = {"td": {"class": "num wide"}, "th": {"class": "num wide"}}


class MemberTable(BaseTable):
    """Members with what they hold."""

    member = tables.TemplateColumn(
        template_name="games/playing/_member_cell.html",
        verbose_name=_("Member"),
        order_by="member__display_name",
    )
    rank = tables.TemplateColumn(
        template_name="games/rating/_rank_cell.html", verbose_name=_("Rank"), order_by="-points"
    )
    points = tables.Column(verbose_name=_("Points"), attrs=NUMBER)
    games = tables.Column(verbose_name=_("Games"), attrs=WIDE_NUMBER)
    since = tables.Column(
        verbose_name=_("Since promotion"), empty_values=(), orderable=False, attrs=WIDE_NUMBER
    )
    form = tables.TemplateColumn(
        template_name="games/rating/_form_cell.html", verbose_name=_("Form"), orderable=False
    )

    class Meta(BaseTable.Meta):
        model = Standing
        fields = ("member", "rank", "points", "games", "since", "form")
        empty_text = _("No member fits. Clear the search to see everybody.")

    def render_since(self, record: Standing) -> str:
        return record_text(record.wins, record.losses, record.jigo)


class GameTable(BaseTable):
    """Games as sentences, newest first."""

    game = tables.TemplateColumn(
        template_name="games/playing/_game_cell.html", verbose_name=_("Game"), orderable=False
    )
    conditions = tables.Column(
        verbose_name=_("Conditions"), empty_values=(), orderable=False, attrs=WIDE
    )
    result = tables.Column(verbose_name=_("Result"), empty_values=(), orderable=False)
    state = tables.TemplateColumn(
        template_name="games/playing/_state_cell.html", verbose_name=_("State"), attrs=WIDE
    )
    played_on = tables.DateColumn(verbose_name=_("Played"), short=True, attrs=WIDE_NUMBER)

    class Meta(BaseTable.Meta):
        model = Game
        fields = ("game", "conditions", "result", "state", "played_on")
        empty_text = _("No game fits. Clear the filters, or report the first one.")

    def render_conditions(self, record: Game) -> str:
        board = "" if record.board == 19 else f"{record.board}×{record.board}, "
        return board + conditions_of(record)

    def render_result(self, record: Game) -> Any:
        return format_html(
            '<a class="result-code" href="{}">{}</a>',
            record.get_absolute_url(),
            result_code(record),
        )


class LedgerTable(BaseTable):
    """A member's ledger: one line a fact, each with its Why?"""

    line = tables.TemplateColumn(
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
        empty_text = _("The first confirmed game will appear here, with what it changed and why.")
