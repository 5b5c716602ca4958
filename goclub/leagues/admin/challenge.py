"""Challenges in the office's admin, to look at; what changes is said by the two themselves."""

from __future__ import annotations

from types import MappingProxyType

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from goclub.common.admin import HistoryAdmin, ReadOnly
from goclub.leagues.models import Challenge


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, HistoryAdmin):
    """Who challenged whom, and what became of it."""

    task = "leagues"
    list_display = ["challenger", "challenged", "state", "agreed_for", "opened_at", "game"]
    list_filter = ["state"]
    list_select_related = ["challenger", "challenged", "game__black", "game__white"]
    search_fields = [
        "challenger__display_name", "challenger__romanised_name",
        "challenged__display_name", "challenged__romanised_name",
    ]  # fmt: skip
    date_hierarchy = "opened_at"
    doubled = MappingProxyType({"komi2": _("komi")})
