"""Lists of events."""

from __future__ import annotations

import django_tables2 as tables
from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.empty_state import FirstStep
from goclub.common.notation import span
from goclub.common.tables import BaseTable, CellColumn, at, order_by_column
from goclub.leagues.models import Event
from goclub.leagues.tournament.labels.sharing import entered_text

#: The two groups of the list.
STILL, OVER = _("Current and upcoming"), _("Past")


class EventTable(BaseTable):
    """Events, newest first."""

    name = tables.Column(verbose_name=_("Event"), attrs=at("name"))
    begins_on = tables.Column(verbose_name=_("Date"), attrs=at("last"))
    place = tables.Column(verbose_name=_("Where"), attrs=at("wide"))
    system = tables.Column(verbose_name=_("System"), attrs=at("below"))
    entered = tables.Column(
        verbose_name=pgettext_lazy("who take part", "Players"), attrs=at("wide", number=True)
    )
    state = CellColumn(
        template_name="leagues/tournament/_state_cell.html",
        verbose_name=_("Status or winner"),
        attrs=at("end"),
    )

    class Meta(BaseTable.Meta):
        model = Event
        fields = ("name", "begins_on", "place", "system", "entered", "state")

    def order_name(
        self, rows: QuerySet[Event], is_descending: bool
    ) -> tuple[QuerySet[Event], bool]:
        """Order by name, as the reader's language does."""
        return order_by_column(rows, "name", is_descending=is_descending)

    def order_place(
        self, rows: QuerySet[Event], is_descending: bool
    ) -> tuple[QuerySet[Event], bool]:
        """Order by place, as the reader's language does."""
        return order_by_column(rows, "place", is_descending=is_descending)

    no_fit = _("No tournaments match your search.")
    first_text = _("Tournaments will appear here, with pairings, results and standings.")
    first_step = FirstStep(_("New tournament"), "leagues:event-new", "leagues.add_event")

    def render_name(self, record: Event) -> SafeString:
        return format_html(
            '<a href="{}"><bdi class="name">{}</bdi></a>', record.get_absolute_url(), record.name
        )

    def render_system(self, record: Event, value: str) -> SafeString:
        entered = entered_text(record, vars(record)["entered"])
        return format_html('{}<span class="on-phone"> · {}</span>', value, entered)

    def render_begins_on(self, record: Event) -> str:
        return span(record.begins_on, record.ends_on)

    def group_of(self, record: Event) -> StrOrPromise:
        return OVER if record.state in Event.OVER else STILL
