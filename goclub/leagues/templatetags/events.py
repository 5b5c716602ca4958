"""Template tags of events."""

from __future__ import annotations

from django import template
from django.utils.translation import ngettext

from goclub.leagues.models import Change, Pairing

register = template.Library()


@register.filter
def change_words(change: Change) -> str:
    """What somebody did, for a line that begins with his name."""
    after = change.after if isinstance(change.after, dict) else {}
    if entries := after.get("entries"):
        count = len(entries)
        return ngettext(
            "entered %(count)s player from a file", "entered %(count)s players from a file", count
        ) % {"count": count}
    if results := after.get("results"):
        count = len(results)
        return ngettext(
            "set %(count)s result from a file", "set %(count)s results from a file", count
        ) % {"count": count}
    return str(change.get_what_display())


@register.filter
def result_word(result: str) -> str:
    """The words for a stored result: “White won”, “open”.

    >>> str(result_word("white"))
    'White won'
    """
    known = result in Pairing.Outcome.values
    return str(Pairing.Outcome(result).label) if known else result
