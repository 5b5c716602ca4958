"""Club nights in the office's admin, to look at; what changes goes through their own pages."""

from __future__ import annotations

from django.contrib import admin

from goclub.common.admin import ReadOnly
from goclub.leagues.models import ClubNight, NightGame, Presence


@admin.register(ClubNight)
class ClubNightAdmin(ReadOnly, admin.ModelAdmin[ClubNight]):
    """Evenings by day."""

    task = "leagues"
    list_display = ["on", "place", "terms", "tables", "opened_at", "closed_at"]
    list_filter = ["terms"]
    date_hierarchy = "on"
    view_on_site = True


@admin.register(Presence)
class PresenceAdmin(ReadOnly, admin.ModelAdmin[Presence]):
    """Who came when."""

    list_display = ["member", "night", "arrived_at", "left_at"]
    list_select_related = ["member", "night"]
    search_fields = ["member__display_name", "member__romanised_name"]


@admin.register(NightGame)
class NightGameAdmin(ReadOnly, admin.ModelAdmin[NightGame]):
    """Tables of the evenings."""

    list_display = ["night", "table", "black", "white", "paired_at", "ended_at", "game"]
    list_select_related = ["night", "black__member", "white__member", "game__black", "game__white"]
