"""Categories of strength as pages name and choose them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from goclub.common.notation import short_rank
from goclub.leagues.models import Participant
from goclub.leagues.models.participant import rank_text
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK, Settings


@dataclass(frozen=True, slots=True)
class Category:
    """A category: ``number`` from 1 for the strongest, ``highest`` and ``lowest`` its ranks."""

    number: int
    highest: int
    lowest: int

    @property
    def label(self) -> str:
        """Its ranks in words: “1d and up”, “1k–10k”, “11k and below”."""
        if self.highest == HIGHEST_RANK:
            return _("%(rank)s and up") % {"rank": short_rank(rank_text(self.lowest))}
        if self.lowest == LOWEST_RANK:
            return _("%(rank)s and below") % {"rank": short_rank(rank_text(self.highest))}
        if self.highest == self.lowest:
            return short_rank(rank_text(self.lowest))
        return f"{short_rank(rank_text(self.highest))}–{short_rank(rank_text(self.lowest))}"

    @property
    def query(self) -> str:
        """What chooses it in an address."""
        return f"?category={self.number}"

    def holds(self, participant: Participant) -> bool:
        return self.lowest <= participant.rank <= self.highest


def categories_of(settings: Settings) -> tuple[Category, ...]:
    """The categories of an event, strongest first; none where everybody is in one.

    >>> [one.label for one in categories_of(Settings(category_limits=(0, -10)))]
    ['1d and up', '1k–10k', '11k and below']
    """
    if not settings.category_limits:
        return ()
    lowest = (*settings.category_limits, LOWEST_RANK)
    highest = (HIGHEST_RANK, *(limit - 1 for limit in settings.category_limits))
    return tuple(
        Category(number, high, low)
        for number, (high, low) in enumerate(zip(highest, lowest, strict=True), start=1)
    )
