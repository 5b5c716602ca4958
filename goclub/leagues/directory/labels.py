"""Leagues and tournaments as tables: of the club's export, and of its bulletins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.notation import dotted, short_rank
from goclub.games.bulletin.queries import PrintedTable, StandingsSource
from goclub.games.notebook.labels.exported import Exported
from goclub.leagues.ladder.queries import ladder_at, ladder_settings
from goclub.leagues.league.labels import PictureLine
from goclub.leagues.models import Event, Match, Pairing, Season, Term
from goclub.leagues.official.labels.standings import picture_line as term_line
from goclub.leagues.official.services.standings import TermStandings
from goclub.leagues.season.labels.wording import picture_line as season_line
from goclub.leagues.season.services.standings import SeasonStandings
from goclub.leagues.tournament.labels.standings import standings_table
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load

#: Where each column of an export is read.
_EVENTS = {
    "tournament": "round__event__name",
    "begins_on": "round__event__begins_on",
    "round": "round__number",
    "table": "table",
    "black": "black__display_name",
    "white": "white__display_name",
    "handicap": "handicap",
    "komi_doubled": "komi2",
    "result": "result",
    "how": "ending",
    "margin_doubled": "margin2",
}
_MATCHES = {
    "league": "division__term__league__name",
    "term": "division__term__name",
    "division": "division__name",
    "first": "first__member__display_name",
    "second": "second__member__display_name",
    "meeting": "meeting",
    "game": "game",
    "played_on": "game__played_on",
    "winner": "game__winner",
    "forfeit": "forfeit",
    "reason": "reason",
}


def exported_leagues() -> Iterator[Exported]:
    """Every table of every tournament, every pairing of every official league."""
    tables = Pairing.objects.order_by(
        "round__event__begins_on", "round__event", "round__number", "table"
    )
    yield _exported("tournaments", _EVENTS, tables)
    matches = Match.objects.order_by("division__term", "division__level", "pk")
    yield _exported("leagues", _MATCHES, matches)


def _exported(name: str, columns: Mapping[str, str], rows: QuerySet[Any]) -> Exported:
    lines = rows.values_list(*columns.values()).iterator(2000)
    return Exported(name, tuple(columns), lines)


# --- The standings of a bulletin ------------------------------------------------------------------
#: So many of a kind are offered, the newest first.
MOST_OFFERED = 50


def _table(labels: Sequence[str], lines: Iterable[PictureLine], title: str = "") -> PrintedTable:
    rows = [
        (line.place, line.name, *filter(None, (line.rank,)), *filter(None, line.figures))
        for line in lines
    ]
    return PrintedTable(("", _("Name"), *labels), rows, title)


class TournamentTables(StandingsSource):
    """The table of a tournament after its last round."""

    key = "event"
    title = gettext_lazy("Tournaments")

    def choices(self) -> list[tuple[int, str]]:
        events = Event.objects.shown().newest_first()[:MOST_OFFERED]
        return [(event.pk, event.name) for event in events]

    def tables(self, number: int) -> list[PrintedTable]:
        return [self._table_of(load(event)) for event in Event.objects.shown().filter(pk=number)]

    def _table_of(self, snapshot: EventSnapshot) -> PrintedTable:
        table = standings_table(snapshot, snapshot.last_out)
        rows = [
            (
                row.place,
                row.participant.shown_name,
                short_rank(row.participant.rank_text),
                *(figure.text for figure in row.figures),
            )
            for row in table.rows
        ]
        labels = [str(column.label) for column in table.columns]
        return PrintedTable(("", _("Name"), _("Rank"), *labels), rows)


class TermTables(StandingsSource):
    """The tables of the divisions of a term of an official league."""

    key = "term"
    title = gettext_lazy("Official leagues")

    def choices(self) -> list[tuple[int, str]]:
        terms = Term.objects.exclude(state=Term.State.SIGN_UP).select_related("league")
        newest = terms.order_by("-starts_on", "-pk")[:MOST_OFFERED]
        return [(term.pk, dotted((term.league.name, term.name))) for term in newest]

    def tables(self, number: int) -> list[PrintedTable]:
        terms = Term.objects.exclude(state=Term.State.SIGN_UP).filter(pk=number)
        return [
            _table((_("Won–lost"), _("Rate")), map(term_line, group.rows), group.name)
            for term in terms
            for group in TermStandings(term).groups
        ]


class SeasonTables(StandingsSource):
    """The table of a season, by the league's Elo."""

    key = "season"
    title = gettext_lazy("Season leagues")

    def choices(self) -> list[tuple[int, str]]:
        seasons = Season.objects.filter(first__lte=timezone.localdate()).select_related("league")
        newest = seasons.order_by("-first", "-pk")[:MOST_OFFERED]
        return [(season.pk, dotted((season.league.name, season.name))) for season in newest]

    def tables(self, number: int) -> list[PrintedTable]:
        standings = (
            SeasonStandings(season, at=timezone.now())
            for season in Season.objects.filter(pk=number)
        )
        return [_table((_("League Elo"),), map(season_line, season.lines)) for season in standings]


class LadderTable(StandingsSource):
    """The ladder as it is."""

    key = "ladder"
    title = gettext_lazy("Ladder")

    def choices(self) -> list[tuple[int, str]]:
        return [(1, str(self.title))] if ladder_settings().open else []

    def tables(self, number: int) -> list[PrintedTable]:  # noqa: ARG002
        now = ladder_at(timezone.now())
        rows = [
            (str(rung), now.people[key].shown_name, short_rank(now.ranks[key]))
            for rung, key in enumerate(now.ladder.order, start=1)
        ]
        return [PrintedTable(("", _("Name"), _("Rank")), rows)] if rows else []
