"""The calendar in the office's admin, to look at; what changes goes through its own pages."""

from __future__ import annotations

from django.contrib import admin

from goclub.common.admin import HistoryAdmin, ReadOnly
from goclub.leagues.models import Coming, Holiday, MeetingSeries, SeriesException


@admin.register(MeetingSeries)
class MeetingSeriesAdmin(ReadOnly, HistoryAdmin):
    """Meetings with their rules."""

    task = "leagues"
    list_display = ["title", "kind", "first", "until", "begins_at", "place", "ended_at"]
    list_filter = ["kind"]
    search_fields = ["title", "place"]


@admin.register(SeriesException)
class SeriesExceptionAdmin(ReadOnly, HistoryAdmin):
    """Dates that were called off or moved, with their reasons."""

    list_display = ["series", "day", "moved_to", "reason", "decided_at"]
    list_select_related = ["series"]
    date_hierarchy = "day"


@admin.register(Holiday)
class HolidayAdmin(ReadOnly, HistoryAdmin):
    """Days on which the club does not meet."""

    list_display = ["day", "name"]


@admin.register(Coming)
class ComingAdmin(ReadOnly, admin.ModelAdmin[Coming]):
    """Who answered what to which date."""

    list_display = ["member", "series", "day", "answer", "answered_at"]
    list_filter = ["answer"]
    list_select_related = ["member", "series"]
    search_fields = ["member__display_name", "member__romanised_name"]
    date_hierarchy = "day"
