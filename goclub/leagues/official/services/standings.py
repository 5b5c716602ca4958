"""The standings of a term: as the games say while it is played, by its record once it is closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.leagues.league.services.rights import need_organiser
from goclub.leagues.league.services.standings import Standings
from goclub.leagues.models import League, Match, Snapshot, Term
from goclub.leagues.official.services import terms
from goclub.leagues.official.services.tables import (
    Group,
    TableRow,
    from_json,
    same,
    tables_of,
    to_json,
)
from goclub.members.models import Member
from goclub.members.names import shown_name
from goclub.members.requests import Act
from tournaments.official.standing import table_of


class TermStandings(Standings):
    """The tables of the divisions of a term that is played or closed."""

    notice = "league.closed"

    def __init__(self, term: Term) -> None:
        super().__init__(term.league, term.name, term=term)
        self.term = term

    @cached_property
    def live(self) -> list[Group]:
        return tables_of(self.term)

    @cached_property
    def groups(self) -> list[Group]:
        """Return the tables that apply; who is tied, and by which words, may be computed again."""
        if self.record is None:
            return self.live
        pairs = zip(self.recorded, self.live, strict=True)
        return [_as_recorded(old, now, self.is_pending) for old, now in pairs]

    def read(self, stored: list[dict[str, Any]]) -> list[Group]:
        return from_json(stored)

    def write(self, table: list[Group]) -> list[dict[str, Any]]:
        return to_json(table)

    def rows(self, table: list[Group]) -> list[TableRow]:
        return [row for group in table for row in group.rows]

    @property
    def unfilled(self) -> list[Match]:
        return [match for group in self.live for match in group.open]

    def differs(self) -> bool:
        return bool(self.unfilled) or not same(self.recorded, self.live)

    def check_closing(self, act: Act) -> None:
        """Refuse a term that is not played, or not to the end; then mark it as closed."""
        terms.need_running(self.term)
        self.check_complete()
        for group in self.live:
            assert group.facts is not None
            table_of(group.facts.settled(), rules=self.term)  # refuses one without players
        self.term.state, self.term.closed_at = Term.State.CLOSED, act.at
        self.term.save()

    def players(self) -> QuerySet[Member]:
        return Member.objects.filter(league_entries__term=self.term).select_related("user")


def _as_recorded(old: Group, now: Group, differs: bool) -> Group:
    group = Group(
        old.name, old.level, old.rows, old.cross, now.open, now.left, now.annulled, now.entries,
        now.facts, old.played, old.scheduled,
    )  # fmt: skip
    if not differs:
        names = {row.entry: (row.name, row.second_name) for row in old.rows}
        group.rows = [row.renamed(*names[row.entry]) for row in now.rows]
        group.cross = now.cross
    return group


@atomic_retried
def close_term(act: Act, term: Term) -> Snapshot:
    """Close a term of which every pairing was played or forfeited, and store its tables.

    Closing twice changes nothing.  Raises RuleError E_STATE with reason ``unplayed`` while
    pairings are open; ``value`` is how many.
    """
    need_organiser(act, term.league)
    return TermStandings(terms.lock(term)).close(act)


@atomic_retried
def correct_term(act: Act, term: Term, *, reason: str) -> Snapshot:
    """Add a version of the tables after a correction, with the reason; the old one stays.

    Where nothing differs the last version is returned.  Raises RuleError E_STATE with reason
    ``unplayed`` while a pairing whose game was made void has no other result.
    """
    need_organiser(act, term.league)
    return TermStandings(terms.lock(term)).correct(act, reason=reason)


def tables_of_terms(league: League) -> Iterator[tuple[Term, list[Group], Snapshot | None]]:
    """Every term that has been started, the first one first, with its tables as they apply and
    its record.

    Records of earlier releases do not hold who beat whom: then as the games say.
    """
    records = {row.term_id: row for row in Snapshot.objects.current().filter(term__league=league)}
    started = league.terms.exclude(state=Term.State.SIGN_UP).order_by("number")
    for term in started:
        record = records.get(term.pk)
        kept = from_json(record.table) if record else []
        whole = kept and all(group.cross or not group.begun for group in kept)
        yield term, kept if whole else tables_of(term), record


def terms_with_corrections(among: Sequence[int]) -> set[int]:
    """Return which of these closed terms, by key, have a correction that waits.

    Only those of which a game or a pairing has a history after the close are computed.
    """
    after = Q(history_date__gte=OuterRef("division__term__closed_at"))
    games = Game.history.model.objects.filter(after, id=OuterRef("game_id"))
    pairings = Match.history.model.objects.filter(after, id=OuterRef("pk"))
    touched = (
        Match.objects.filter(Exists(games) | Exists(pairings), division__term__in=among)
        .values_list("division__term", flat=True)
        .distinct()
    )
    rows = Term.objects.filter(pk__in=touched).select_related("league")
    return {term.pk for term in rows if TermStandings(term).is_pending}


def _winners(rows: list[dict[str, Any]]) -> tuple[str, ...]:
    winners = (row for row in rows if row["place"] == 1)
    return tuple(shown_name(row["name"], row.get("second_name", "")).first for row in winners)


def roll(league: League, *, latest: int | None = None) -> list[dict[str, Any]]:
    """The champions over the years, the latest first; *latest* so many closed terms only.

    Each is a closed term with the winners of its divisions by its record; ``is_pending`` where a
    correction of the record waits.
    """
    records = Snapshot.objects.current().filter(term__league=league).order_by("-term__number")
    shown = list(
        records.select_related("term__league", "term__choice__winner", "term__choice__booby")[
            :latest
        ]
    )
    pending = terms_with_corrections([record.term_id or 0 for record in shown])
    return [
        {
            "record": record,
            "winners": [(group["name"], _winners(group["rows"])) for group in record.table],
            "is_pending": record.term_id in pending,
        }
        for record in shown
    ]
