"""What other programs read of an official league: tables as CSV and JSON, days, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import Http404, HttpResponseBase
from django.views.decorators.http import require_safe

from goclub.common.export import tabular
from goclub.leagues.league.labels import record_words
from goclub.leagues.league.queries import get_league
from goclub.leagues.models import League, Term
from goclub.leagues.official.labels.standings import rule_of, why
from goclub.leagues.official.queries.terms import get_term
from goclub.leagues.official.services.standings import (
    TermStandings,
    tables_of_terms,
    terms_with_corrections,
)
from goclub.leagues.official.services.tables import Group, GroupCell
from goclub.members.requests import MemberRequest
from goclub.members.visitors import shown_to_visitors

TABLE_HEADER = ("division", "place", "shared", "player", "points_at_start", "games", "wins",
                "losses", "jigo", "rate", "margin_sum", "why", "rule")  # fmt: skip


def table_rows(groups: Iterable[Group]) -> Iterator[tuple[object, ...]]:
    """The standing as values, one line a player."""
    for group in groups:
        for row in group.rows:
            rate = "" if row.rate is None else f"{row.rate[0]}/{row.rate[1]}"
            yield (group.name, row.place, int(row.shared), row.name, row.points, row.games,
                   row.wins, row.losses, row.jigo, rate, row.margin2 / 2, why(row),
                   rule_of(row))  # fmt: skip


CROSS_HEADER = ("division", "player", "opponent", "result", "margin_counted", "standing_only",
                "on", "game", "ending", "margin")  # fmt: skip


def cross_rows(groups: Iterable[Group]) -> Iterator[tuple[object, ...]]:
    """The cross table as values, one line for each side of a game."""
    for group in groups:
        names = {pk: entry.member.display_name for pk, entry in group.entries.items()}
        for (me, opponent), cells in group.cross.items():
            for cell in cells:
                yield (group.name, names[me], names[opponent], cell.letter, cell.margin2 / 2,
                       int(cell.standing_only), *cell_facts(cell))  # fmt: skip


def cell_facts(cell: GroupCell) -> tuple[object, ...]:
    """Day, number of the game, how it ended, and the margin on the board, where there are such."""
    actual = "" if cell.actual2 is None else cell.actual2 / 2
    return cell.on, cell.game or "", cell.ending, actual


GAMES_HEADER = ("term", "division", "on", "game", "player", "opponent", "result", "ending",
                "margin", "margin_counted", "standing_only", "record",
                "correction_waits")  # fmt: skip


def game_rows(league: League) -> Iterator[tuple[object, ...]]:
    """Every game that counts, term by term, one line each; closed terms as their records say."""
    terms = list(tables_of_terms(league))
    pending = terms_with_corrections([term.pk for term, _groups, record in terms if record])
    for term, groups, record in terms:
        words = record_words(record, is_pending=term.pk in pending).values()
        for group in groups:
            names = {row.entry: row.name for row in group.rows}
            for (me, opponent), cells in group.cross.items():
                for cell in cells if me < opponent else ():
                    on, game, ending, actual = cell_facts(cell)
                    yield (term.name, group.name, on, game, names[me], names[opponent], cell.letter,
                           ending, actual, cell.margin2 / 2, int(cell.standing_only),
                           *words)  # fmt: skip


OPEN_HEADER = ("division", "player", "opponent", "waiting_report")


def open_rows(groups: Iterable[Group]) -> Iterator[tuple[object, ...]]:
    """Open pairings, one line each."""
    for group in groups:
        for match in group.open:
            two = (entry.member.display_name for entry in (match.first, match.second))
            yield (group.name, *two, match.game_id if match.reported else "")


TABLES = {
    "table": (TABLE_HEADER, table_rows),
    "cross": (CROSS_HEADER, cross_rows),
    "open": (OPEN_HEADER, open_rows),
}


@require_safe
@shown_to_visitors
def export(
    _request: MemberRequest, slug: str, number: int, what: str, form: str
) -> HttpResponseBase:
    """A table of a term as CSV or JSON."""
    term = get_term(slug, number)
    if what not in TABLES or term.state == Term.State.SIGN_UP:
        raise Http404
    standings = TermStandings(term)
    record = record_words(standings.record, is_pending=standings.is_pending)
    header, rows = TABLES[what]
    return tabular(f"{slug}-{number}-{what}", form, header, rows(standings.groups),
                   each=record, league=term.league.name, term=term.name, **record)  # fmt: skip


@require_safe
@shown_to_visitors
def games(_request: MemberRequest, slug: str, form: str) -> HttpResponseBase:
    """The games of all terms of an official league as CSV or JSON."""
    league = get_league(slug)
    if league.kind != League.Kind.OFFICIAL:
        raise Http404
    return tabular(f"{slug}-games", form, GAMES_HEADER, game_rows(league), league=league.name)
