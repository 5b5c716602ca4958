"""What other programs read of an official league: tables as CSV and JSON, days, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.common.calendar_file import Item
from goclub.common.export import tabular
from goclub.games.labels import conditions_of
from goclub.leagues.league.views.common import get_term, shown_to_visitors
from goclub.leagues.models import League, Match, Term
from goclub.leagues.official.queries.overview import standing_of
from goclub.leagues.official.queries.terms import appointments, decided_matches, terms_of
from goclub.leagues.official.services.tables import Group
from goclub.leagues.templatetags.leagues import result_in_words

TABLE_HEADER = ("division", "place", "shared", "player", "points_at_start", "games", "wins",
                "losses", "jigo", "rate", "margin_sum", "why", "rule")  # fmt: skip


def table_rows(groups: Iterable[Group]) -> Iterator[tuple[Any, ...]]:
    """The standing as values, one line a player."""
    from goclub.leagues.official.labels import RULE_OF, why

    for group in groups:
        for row in group.rows:
            rate = "" if row.rate is None else f"{row.rate[0]}/{row.rate[1]}"
            yield (group.name, row.place, int(row.shared), row.name, row.points, row.games,
                   row.wins, row.losses, row.jigo, rate, row.margin2 / 2, why(row),
                   RULE_OF[row.criterion])  # fmt: skip


CROSS_HEADER = ("division", "player", "opponent", "result", "margin_counted", "standing_only")


def cross_rows(groups: Iterable[Group]) -> Iterator[tuple[Any, ...]]:
    """The cross table as values, one line for each side of a game."""
    for group in groups:
        names = {pk: entry.member.display_name for pk, entry in group.entries.items()}
        for (me, other), cells in group.cross.items():
            for cell in cells:
                yield (group.name, names[me], names[other], cell.letter, cell.margin2 / 2,
                       int(cell.standing_only))  # fmt: skip


OPEN_HEADER = ("division", "player", "opponent", "waiting_report")


def open_rows(groups: Iterable[Group]) -> Iterator[tuple[Any, ...]]:
    """Open pairings, one line each."""
    for group in groups:
        for one in group.open:
            yield (group.name, group.entries[one.one].member.display_name,
                   group.entries[one.two].member.display_name, one.game_id or "")  # fmt: skip


TABLES = {
    "table": (TABLE_HEADER, table_rows),
    "cross": (CROSS_HEADER, cross_rows),
    "open": (OPEN_HEADER, open_rows),
}


@require_safe
@shown_to_visitors
def export(_request: HttpRequest, slug: str, number: int, what: str, form: str) -> HttpResponseBase:
    """A table of a term as CSV or JSON."""
    term = get_term(slug, number)
    if what not in TABLES or term.state == Term.State.SIGN_UP:
        raise Http404
    groups = standing_of(term).groups
    header, rows = TABLES[what]
    return tabular(f"{slug}-{number}-{what}", form, header, rows(groups), league=term.league.name,
                   term=term.name)  # fmt: skip


# --- Calendar ---------------------------------------------------------------------------------
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
            title=f"{match.one.member} – {match.two.member} ({league})",
            begins=match.arranged_for,
            place=match.place,
            path=match.get_absolute_url(),
        )


def _official_results(league: League) -> Iterator[tuple[str, str, str, datetime]]:
    term = league.terms.order_by("-number").first()
    if term is None:
        return
    for match in decided_matches(term)[:30]:
        title = f"{match.one.member} – {match.two.member}"
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
