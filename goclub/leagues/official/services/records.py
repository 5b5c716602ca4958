"""The record of a closed term, which stands until a correction of it is recorded.

Every page, file and decision after the close reads the record; what the games would say now is a
correction that waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from goclub.games.models import Game
from goclub.leagues.models import League, Match, Snapshot, Term
from goclub.leagues.official.services.tables import Group, TableRow, from_json, same, tables_of


@dataclass(frozen=True, slots=True)
class Changed:
    """One player's line as recorded and as it would be now; None where they stand in no table."""

    before: TableRow | None
    after: TableRow | None

    @property
    def name(self) -> str:
        row = self.before or self.after
        assert row is not None
        return row.name


@dataclass(frozen=True, slots=True)
class Pending:
    """A correction that waits: whose line it changes, and pairings that need a result first."""

    changes: tuple[Changed, ...]
    unfilled: tuple[Match, ...]


@dataclass(slots=True)
class Standing:
    """The tables of a term; of a closed one as ``record`` keeps them, whatever happened since.

    ``pending`` what would change by now; ``live`` the tables as the games say, of any term.
    """

    groups: list[Group]
    live: list[Group]
    record: Snapshot | None = None
    pending: Pending | None = None


def latest(term: Term) -> Snapshot:
    """The record that holds now."""
    return term.snapshots.order_by("-version")[0]


def standing_of(term: Term) -> Standing:
    """The tables of a term that is played or closed."""
    live = tables_of(term)
    if term.state != Term.State.CLOSED:
        return Standing(live, live)
    record = latest(term)
    kept = from_json(record.table)
    pending = pending_of(kept, live)
    groups = [_as_kept(old, now, pending is not None) for old, now in zip(kept, live, strict=True)]
    return Standing(groups, live, record, pending)


def standings_of(league: League) -> Iterator[tuple[Term, list[Group], int | None]]:
    """Every term that has been started, the first one first, with its tables as they stand, and
    the version of its record.

    Records of earlier releases do not hold who beat whom: then as the games say.
    """
    last: dict[int, Snapshot] = {}
    for record in Snapshot.objects.filter(term__league=league).order_by("version"):
        last[record.term_id or 0] = record
    started = league.terms.exclude(state=Term.State.SIGN_UP).order_by("number")
    for term in started:
        kept = from_json(last[term.pk].table) if term.pk in last else []
        whole = kept and all(group.cross or not group.begun for group in kept)
        version = last[term.pk].version if term.pk in last else None
        yield term, kept if whole else tables_of(term), version


def recorded(term: Term) -> list[Group]:
    """The tables of a closed term as its record keeps them."""
    return from_json(latest(term).table)


def pending_of(kept: list[Group], live: list[Group]) -> Pending | None:
    """What parts the games from the record, None where they agree."""
    unfilled = tuple(match for group in live for match in group.open)
    if not unfilled and same(kept, live):
        return None
    before = {row.entry: row for group in kept for row in group.rows}
    after = {row.entry: row for group in live for row in group.rows}
    changes = [
        Changed(before.get(entry), after.get(entry))
        for entry in [*before, *(entry for entry in after if entry not in before)]
        if entry not in before
        or entry not in after
        or before[entry].figures != after[entry].figures
    ]
    return Pending(tuple(changes), unfilled)


def _as_kept(old: Group, now: Group, differs: bool) -> Group:
    """A division as it was recorded; who is equal, and by which words, may be said anew."""
    group = Group(
        old.name, old.level, old.rows, old.cross, now.open, now.left, now.entries, now.facts,
        old.played, old.scheduled,
    )  # fmt: skip
    if not differs:
        names = {row.entry: (row.name, row.second_name) for row in old.rows}
        group.rows = [row.renamed(*names[row.entry]) for row in now.rows]
        group.cross = now.cross
    return group


def waiting_terms(among: Sequence[int]) -> set[int]:
    """Which of these closed terms, by key, have a correction that waits.

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
    terms = Term.objects.filter(pk__in=touched).select_related("league")
    return {term.pk for term in terms if waits(term)}


def waits(term: Term) -> bool:
    """Whether a correction of a closed term waits for its recording."""
    return pending_of(recorded(term), tables_of(term)) is not None
