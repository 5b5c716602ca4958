"""Why an entry of the ledger is what it is, each system speaking for itself."""

from __future__ import annotations

from django.utils.translation import gettext as _

from goclub.common.rules import RULE_PAGES
from goclub.games.labels import ComputationLine
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.systems.registry import SYSTEMS


def short_reason(entry: RatingEntry) -> str:
    """One line: why the points and the rank are what they are after this entry."""
    return SYSTEMS.of(entry.system).short_reason(entry)


def computation(entry: RatingEntry) -> list[ComputationLine]:
    """The whole computation of an entry, a line a step."""
    lines = list(SYSTEMS.of(entry.system).computation(entry))
    if entry.game_id and entry.game is not None and entry.game.ending == Game.Ended.PENALTY:
        text = _("Decided by sanction; counts as a normal loss.")
        lines.insert(0, ComputationLine(text, "S4-6"))
    return lines


def rule_page(rule: str) -> str:
    """The URL name of the page that says a rule.

    The one that was entered for it, a system's own, or that of all systems.
    """
    registered = RULE_PAGES.page_of(rule)
    pages = (registered, *(system.page_of_rule(rule) for system in SYSTEMS))
    return next(filter(None, pages), "games:rules")
