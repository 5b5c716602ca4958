"""Days and results of an official league as other programs read them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from django.utils.translation import gettext as _

from goclub.common.calendar_file import Item
from goclub.games.labels import conditions_of
from goclub.leagues.models import League, Match
from goclub.leagues.official.labels.results import result_in_words
from goclub.leagues.official.queries.terms import appointments, decided_matches, terms_of


def term_items(league: League) -> Iterator[Item]:
    """The days of the terms, and the games that have a date."""
    for term in terms_of(league):
        yield Item(
            uid=f"term-{term.pk}",
            title=f"{league}: {term.name}",
            first=term.starts_on,
            last=term.ends_on,
            path=term.get_absolute_url(),
        )
    for match in appointments(league):
        yield Item(
            uid=f"match-{match.pk}",
            title=f"{match.first.member} – {match.second.member} ({league})",
            begins=match.arranged_for,
            place=match.place,
            path=match.get_absolute_url(),
        )


def term_results(league: League) -> Iterator[tuple[str, str, str, datetime]]:
    """The latest results of the newest term: title, text, address, moment."""
    term = league.terms.order_by("-number").first()
    if term is None:
        return
    for match in decided_matches(term)[:30]:
        title = f"{match.first.member} – {match.second.member}"
        yield title, _text(match), match.get_absolute_url(), _moment(match)


def _text(match: Match) -> str:
    text = str(result_in_words(match))
    if match.game:
        return f"{text} · {conditions_of(match.game)}"
    return f"{text} · {_('standing only')}"


def _moment(match: Match) -> datetime:
    if match.game and match.game.confirmed_at:
        return match.game.confirmed_at
    day: date = match.forfeit_on or date(1970, 1, 1)
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(hours=12)
