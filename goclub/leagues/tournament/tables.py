"""Lists of events."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from goclub.common.tables import BaseTable
from goclub.leagues.models import Event

_NUM = {"td": {"class": "num"}, "th": {"class": "num"}}
_WIDE = {"td": {"class": "wide"}, "th": {"class": "wide"}}


class EventTable(BaseTable):
    """Events, newest first."""

    name = tables.Column(verbose_name=_("Event"), attrs={"td": {"class": "name-cell"}})
    begins_on = tables.Column(verbose_name=_("Date"))
    place = tables.Column(verbose_name=_("Where"), attrs=_WIDE)
    system = tables.Column(verbose_name=_("System"), attrs=_WIDE)
    entered = tables.Column(verbose_name=_("Players"), attrs=_NUM)
    state = tables.Column(verbose_name=_("State"))

    class Meta(BaseTable.Meta):
        model = Event
        fields = ("name", "begins_on", "place", "system", "entered", "state")
        empty_text = _("Tournaments will appear here, with pairings, results and standings.")

    def render_name(self, record: Event) -> SafeString:
        return format_html(
            '<a href="{}"><bdi class="name">{}</bdi></a>', record.get_absolute_url(), record.name
        )

    def render_state(self, record: Event) -> SafeString:
        return format_html(
            '<span class="pill {}">{}</span>', record.state, record.get_state_display()
        )
