"""Template tags of events."""

from __future__ import annotations

from django import template

from goclub.leagues.models import Pairing

register = template.Library()


@register.filter
def result_word(result: str) -> str:
    """The words for a stored result: “White won”, “open”.

    >>> str(result_word("white"))
    'White won'
    """
    known = result in Pairing.Outcome.values
    return str(Pairing.Outcome(result).label) if known else result
