"""The pools of a round robin: how many, who goes into the finals, and everybody's pool by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import BareForm
from goclub.common.notation import dotted, short_rank
from goclub.leagues.models import Participant
from goclub.leagues.models.participant import pool_name
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.events.settings import MAX_ROUNDS, MOST_MEETINGS, MOST_POOLS, PoolSettings


class PoolsForm(BareForm):
    """How the pools are played, with a pool for every player."""

    count = forms.IntegerField(
        label=_("Number of pools"),
        min_value=0,
        max_value=MOST_POOLS,
        required=False,
        help_text=_("Leave empty for no pools, or enter the size of a pool instead."),
    )
    size = forms.IntegerField(
        label=_("Size of a pool, at most"), min_value=3, max_value=MAX_ROUNDS, required=False
    )
    meetings = forms.IntegerField(
        label=_("Games per pair"), min_value=1, max_value=MOST_MEETINGS, initial=1
    )
    first = forms.IntegerField(
        label=_("How many go on from each pool"),
        min_value=1,
        max_value=MAX_ROUNDS,
    )
    best_next = forms.IntegerField(
        label=_("Best of those placed next"),
        min_value=0,
        max_value=MOST_POOLS,
        required=False,
        help_text=_("They are compared by their averages per game."),
    )
    by_draw = forms.TypedChoiceField(
        label=_("In a tie at this cut"),
        choices=[(1, _("a draw decides")), (0, _("the director decides"))],
        coerce=lambda text: bool(int(text)),
    )

    def __init__(self, *args: Any, snapshot: EventSnapshot, **kwargs: Any) -> None:
        pools = snapshot.settings.pools
        initial = {name: getattr(pools, name) or None for name in ("count", "size")}
        initial |= {name: getattr(pools, name) for name in ("meetings", "first", "best_next")}
        kwargs.setdefault("initial", initial | {"by_draw": int(pools.by_draw)})
        super().__init__(*args, **kwargs)
        gone = Participant.State.WITHDRAWN
        self.people = sorted(
            (player for player in snapshot.participants.values() if player.state != gone),
            key=lambda p: (p.pool or MOST_POOLS, -p.rank, -(p.rating or 0), p.number),
        )
        names = [
            (pool, pool_name(pool)) for pool in range(1, pools.count_for(len(self.people)) + 1)
        ]
        for player in self.people:
            choices = [("", _("by the draw")), *names]
            if player.pool and player.pool > len(names):
                choices.append((player.pool, player.pool_name))
            self.fields[f"pool_{player.number}"] = forms.TypedChoiceField(
                label=dotted(
                    filter(None, (player.shown_name, short_rank(player.rank_text), player.club))
                ),
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                initial=player.pool,
            )

    def pool_fields(self) -> list[forms.BoundField]:
        """Return everybody's field."""
        return [self[f"pool_{player.number}"] for player in self.people]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("count") and data.get("size"):
            # Of the two, whichever was not typed just now gives way.
            if "size" not in self.changed_data:
                return data | {"size": None}
            if "count" not in self.changed_data:
                return data | {"count": None}
            text = _("Enter the number of pools or the size of a pool, and leave one empty.")
            self.add_error("size", text)
        return data

    def settings(self) -> PoolSettings:
        """Return what was chosen."""
        data = self.cleaned_data
        return PoolSettings(
            count=data["count"] or 0,
            size=data["size"] or 0,
            meetings=data["meetings"],
            first=data["first"],
            best_next=data["best_next"] or 0,
            by_draw=data["by_draw"],
        )

    def places(self, *, anew: bool) -> dict[int, int | None]:
        """Return the pools by the players' numbers; nobody's where all are drawn anew."""
        return {
            p.number: None if anew else self.cleaned_data[f"pool_{p.number}"] for p in self.people
        }
