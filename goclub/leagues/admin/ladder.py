"""The ladder in the office's admin, to look at; what changes goes through its own pages."""

from __future__ import annotations

from django.contrib import admin

from goclub.common.admin import HistoryAdmin, ReadOnly
from goclub.leagues.models import LadderSettings, LadderStay


@admin.register(LadderSettings)
class LadderSettingsAdmin(ReadOnly, HistoryAdmin):
    """What the club holds to on its ladder, and what it held to before."""

    task = "leagues"
    list_display = ["open", "reach", "answer_days", "play_days", "rest_days", "conditions"]


@admin.register(LadderStay)
class LadderStayAdmin(ReadOnly, HistoryAdmin):
    """Who was on the ladder, and when."""

    task = "leagues"
    list_display = ["member", "joined_at", "left_at"]
    list_select_related = ["member"]
    search_fields = ["member__display_name", "member__romanised_name"]
    date_hierarchy = "joined_at"
