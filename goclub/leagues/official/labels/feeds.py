"""Days and results of an official league as other programs read them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time

from django.utils.translation import gettext as _

from goclub.common.calendar_file import CANCELLED, CONFIRMED, Item
from goclub.common.notation import bracketed, labelled
from goclub.games.labels import conditions_of
from goclub.games.models import Game
from goclub.leagues.league.queries import waiting_words
from goclub.leagues.models import League, Match, Term
from goclub.leagues.official.labels.standings import result_in_words
from goclub.leagues.official.queries.terms import arranged_matches, latest_results, terms_of
from goclub.leagues.official.services.standings import terms_with_corrections

#: So many results an Atom feed tells.
LATEST = 30


def term_items(league: League) -> Iterator[Item]:
    """The days of the terms, and the games that have a date."""
    for term in terms_of(league):
        yield Item(
            uid=f"term-{term.pk}",
            title=labelled(league, term.name),
            first=term.starts_on,
            last=term.ends_on,
            path=term.get_absolute_url(),
        )
    for match in arranged_matches(league):
        yield Item(
            uid=f"match-{match.pk}",
            title=f"{match.first.member} – {match.second.member}{bracketed(league)}",
            begins=match.arranged_for,
            place=match.place,
            path=match.get_absolute_url(),
            text=_outcome(match),
            status=CANCELLED if _off(match) else CONFIRMED,
        )


def _outcome(match: Match) -> str:
    open_yet = not match.forfeit and (match.game is None or match.game.state == Game.State.VOID)
    return "" if open_yet else str(result_in_words(match))


def _off(match: Match) -> bool:
    """Whether the two will not meet, or did not: a forfeit, somebody who left, a closed term."""
    if match.game is not None and match.game.state != Game.State.VOID:
        return False
    gone = bool(match.first.withdrawn_on or match.second.withdrawn_on)
    return bool(match.forfeit) or gone or match.division.term.state == Term.State.CLOSED


def term_results(league: League) -> Iterator[tuple[str, str, str, datetime]]:
    """The latest results over all terms, the latest first: title, text, address, moment."""
    rows = sorted(latest_results(league, LATEST), key=_moment, reverse=True)
    rows = rows[:LATEST]
    terms = {match.division.term for match in rows}
    waiting = terms_with_corrections([term.pk for term in terms if term.state == Term.State.CLOSED])
    for match in rows:
        term = match.division.term
        title = f"{match.first.member} – {match.second.member}{bracketed(term.name)}"
        text = _text(match)
        if term.pk in waiting:
            text = f"{text} · {waiting_words(term.name)}"
        yield title, text, match.get_absolute_url(), _moment(match)


def _text(match: Match) -> str:
    text = str(result_in_words(match))
    if match.game:
        return f"{text} · {conditions_of(match.game)}"
    return f"{text} · {_('standings only')}"


def _moment(match: Match) -> datetime:
    if match.game and match.game.confirmed_at:
        return match.game.confirmed_at
    day: date = match.forfeit_on or date(1970, 1, 1)
    return datetime.combine(day, time(12), tzinfo=UTC)
