"""Projections, to look at: the ledger and the standings."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy

from goclub.common.admin import ReadOnly
from goclub.games.labels import figure, record_text, signed
from goclub.games.models import NEWEST_FIRST, RatingEntry, Standing
from goclub.games.rating.labels import short_reason
from goclub.games.rating.systems.registry import SYSTEMS, holds_points


class EntryFigures:
    """Columns of the ledger that read alike for points (PAA, IGS) and ratings (Elo, EGF)."""

    @admin.display(description=gettext_lazy("before"))
    def was(self, entry: RatingEntry) -> str:
        return figure(entry.before)

    @admin.display(description=gettext_lazy("what happened"), ordering="code")
    def what(self, entry: RatingEntry) -> str:
        return short_reason(entry)

    @admin.display(description=gettext_lazy("change"))
    def change(self, entry: RatingEntry) -> str:
        return "–" if entry.before is None else signed(entry.delta)

    @admin.display(description=gettext_lazy("after"))
    def became(self, entry: RatingEntry) -> str:
        return figure(entry.after)


@admin.register(RatingEntry)
class RatingEntryAdmin(ReadOnly, EntryFigures, admin.ModelAdmin[RatingEntry]):
    """The ledger, to look at."""

    list_display = ["on", "system", "member", "was", "change", "became", "rank_after", "what",
                    "game"]  # fmt: skip
    list_filter = ["system", "on"]
    ordering = NEWEST_FIRST
    search_fields = ["member__display_name", "member__romanised_name", "=game__id"]
    list_select_related = ["member", "game__black", "game__white", "decision"]
    # For programs; the entry's own page says it in words.
    exclude = ["reason", "state"]
    view_on_site = True


@admin.register(Standing)
class StandingAdmin(ReadOnly, admin.ModelAdmin[Standing]):
    """Where everybody stands, in every system."""

    list_display = [
        "member",
        "system",
        "shown_value",
        "rank",
        "certified",
        "games",
        "record",
        "last_on",
    ]
    list_filter = ["system", "certified", "rank"]
    search_fields = ["member__display_name", "member__romanised_name"]
    list_select_related = ["member"]
    exclude = ["state"]

    @admin.display(description=gettext_lazy("points or rating"))
    def shown_value(self, standing: Standing) -> str:
        return figure(standing.value) if holds_points(standing) else "–"

    @admin.display(description=gettext_lazy("won and lost"))
    def record(self, standing: Standing) -> str:
        """Empty for IGS, which counts rated games but not who won them."""
        if not SYSTEMS.of(standing.system).counts_results:
            return "–"
        return record_text(standing.wins, standing.losses, standing.jigo)
