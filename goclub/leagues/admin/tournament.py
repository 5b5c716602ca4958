"""Events in the office's admin: to look at; what changes goes through the desk."""

from __future__ import annotations

from django.contrib import admin

from goclub.common.admin import ReadOnly
from goclub.leagues.models import Change, Event


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin[Event]):
    """Events by day; their pages do the rest."""

    task = "leagues"
    list_display = ["name", "begins_on", "place", "system", "state", "version"]
    list_filter = ["state", "system"]
    search_fields = ["name", "place", "slug"]
    date_hierarchy = "begins_on"
    # For programs; the event's own page says them in words.
    exclude = ["settings"]
    view_on_site = True


@admin.register(Change)
class ChangeAdmin(ReadOnly, admin.ModelAdmin[Change]):
    """The record of all changes."""

    list_display = ["event", "at", "by", "what", "round_number", "subject"]
    list_filter = ["what"]
    list_select_related = ["event", "by"]
    search_fields = ["event__name", "subject"]
