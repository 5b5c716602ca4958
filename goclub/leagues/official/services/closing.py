"""Closing a term for good, correcting its record, and naming the next organisers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.rights import league_day, need_organiser, need_reason
from goclub.leagues.models import Entry, League, LeaguePerson, OrganiserChoice, Snapshot, Term
from goclub.leagues.official.services import facts, tables, terms
from goclub.leagues.official.services.records import latest, pending_of, recorded, waiting_terms
from goclub.members.models import Member
from goclub.members.notices.services.telling import Told, tell_each
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.official.choice import organisers
from tournaments.official.standing import close


@atomic_retried
def close_term(act: Act, term: Term) -> Snapshot:
    """Close a term of which every pairing was played or forfeited, and keep its tables for good.

    Closing twice changes nothing.  Raises RuleError E_STATE with reason ``unplayed`` while
    pairings are open; ``value`` is how many.
    """
    need_organiser(act, term.league)
    term = terms.lock(term)
    if term.state == Term.State.CLOSED:
        return latest(term)
    terms.need_running(term)
    divisions = facts.load(term)
    _need_all_played(sum(len(division.settled().open) for division in divisions))
    for division in divisions:
        close(division.players, division.played, rules=term)
    term.state, term.closed_at = Term.State.CLOSED, act.at
    term.save()
    groups = [tables.group_of(division) for division in divisions]
    record = Snapshot.objects.create(
        term=term, version=1, table=tables.to_json(groups), taken_at=act.at, taken_by=act.by
    )
    url, params = term.get_absolute_url(), {"term": str(term)}
    entries = term.entries.select_related("member__user")
    notices = [Told(entry.member, url, params) for entry in entries]
    tell_each(kind="league.closed", at=act.at, hearers=notices, by=act.by)
    return record


def _need_all_played(still_open: int) -> None:
    if still_open:
        raise RuleError(Code.STATE, field="games", value=still_open, reason="official.unplayed")


@atomic_retried
def correct_record(act: Act, term: Term, *, reason: str) -> Snapshot:
    """Add a version of the final table after a correction, with the reason; the old one stays.

    Where nothing differs the last version is returned.  Raises RuleError E_STATE with reason
    ``unplayed`` while a pairing whose game was made void has no other result.
    """
    need_organiser(act, term.league)
    term = terms.lock(term)
    terms.need_closed(term)
    reason = need_reason(reason)
    last = latest(term)
    groups = tables.tables_of(term)
    pending = pending_of(tables.from_json(last.table), groups)
    if pending is None:
        return last
    _need_all_played(len(pending.unfilled))
    return Snapshot.objects.create(
        term=term,
        version=last.version + 1,
        table=tables.to_json(groups),
        reason=reason,
        taken_at=act.at,
        taken_by=act.by,
    )


# --- Organisers -------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Step:
    """One player that a search of S1-25, S1-26 looked at; never an age."""

    search: str
    entry: Entry
    place: int
    verdict: str
    willing: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """The two organisers as the rules find them, with every step."""

    winner: Member
    booby: Member
    steps: tuple[Step, ...]


def propose_organisers(term: Term, *, on: date, decided: Sequence[int] = ()) -> Proposal:
    """Compute the next organisers from the first division as recorded (S1-25, S1-26).

    *on* the day on which ages are reckoned; *decided* the chair's order of entries that share a
    place.  Raises RuleError as :func:`tournaments.official.organisers` does, and E_STATE before
    the term is closed.
    """
    terms.need_closed(term)
    top = facts.load(term, ages=True)[0]
    organising = organisers(
        places_of(recorded(term)[0]),
        top.players,
        on=on,
        exemption=term.exemption,
        decided=tuple(decided),
    )
    entries = top.entries
    return Proposal(
        winner=entries[int(organising.winner)].member,
        booby=entries[int(organising.booby)].member,
        steps=tuple(
            Step(
                step.search.value,
                entries[int(step.player)],
                step.place,
                step.verdict.value,
                step.willing,
            )
            for step in organising.steps
        ),
    )


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a record as the rules of organising and of divisions read it."""

    player: int
    place: int
    shared_with: tuple[int, ...] = ()


def places_of(group: tables.Group) -> list[Placed]:
    """Return the places of a recorded table, and who shares them."""
    sharing: dict[int, list[int]] = {}
    for row in group.rows:
        sharing.setdefault(row.place, []).append(row.entry)
    return [
        Placed(row.entry, row.place, tuple(pk for pk in sharing[row.place] if pk != row.entry))
        for row in group.rows
    ]


@atomic_retried
def confirm_organisers(
    act: Act,
    term: Term,
    *,
    winner: Member,
    booby: Member,
    proposal: Proposal | None,
    reason: str = "",
) -> OrganiserChoice:
    """Confirm the next organisers: as proposed, or, with a reason, two others.

    They become organisers of the league from the next day on.  Raises PermissionDenied for anybody
    but the chair, Refusal for one person twice, for another choice than the proposed one without a
    reason, and for somebody who did not play.
    """
    if act.by is not None and not act.by.has_perm("leagues.confirm_organisers"):
        raise PermissionDenied
    term = terms.lock(term)
    terms.need_closed(term)
    if winner.pk == booby.pk:
        raise Refusal(
            _("Two people organise. Choose somebody other than %(value)s for one of the two."),
            field="booby",
            value=str(booby),
            reason="one_organiser",
        )
    playing = set(term.entries.values_list("member_id", flat=True))
    for field, member in (("winner", winner), ("booby", booby)):
        if member.pk not in playing:
            raise Refusal(
                _("%(value)s did not play in this term."),
                field=field,
                value=str(member),
                reason="not_in_term",
            )
    if proposal is None or (winner, booby) != (proposal.winner, proposal.booby):
        need_reason(reason)
    choice = OrganiserChoice.objects.filter(term=term).first() or OrganiserChoice(term=term)
    choice.winner, choice.booby, choice.reason = winner, booby, reason.strip()
    choice.confirmed_by, choice.confirmed_at = act.by, act.at
    choice.steps = [
        {
            "search": step.search,
            "member": step.entry.member_id,
            "name": step.entry.member.display_name,
            "place": step.place,
            "verdict": step.verdict,
            "willing": step.willing,
        }
        for step in (proposal.steps if proposal else ())
    ]
    choice.save()
    _appoint(term, [winner, booby], act.at)
    return choice


def _appoint(term: Term, members: list[Member], at: datetime) -> None:
    since = league_day(term.league, at) + timedelta(days=1)
    for member in members:
        LeaguePerson.objects.get_or_create(
            league=term.league,
            member=member,
            role=LeaguePerson.Role.ORGANISER,
            until=None,
            defaults={"since": since},
        )


# --- The roll ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RollRow:
    """A closed term with whoever won its divisions by its record, and who organised next.

    ``waits`` whether a correction of the record waits.
    """

    term: Term
    record: Snapshot
    winners: tuple[tuple[str, tuple[str, ...]], ...]
    waits: bool


def roll(league: League, *, latest: int | None = None) -> list[RollRow]:
    """The champions over the years, the latest first, from the records that hold.

    *latest* so many closed terms only.
    """
    last: dict[int, Snapshot] = {}
    closed = league.terms.filter(state=Term.State.CLOSED).order_by("-number")
    shown = list(closed.values_list("pk", flat=True)[:latest])
    waiting = waiting_terms(shown)
    rows = Snapshot.objects.filter(term__in=shown).order_by("term__number", "version")
    for record in rows.select_related(
        "term__league", "term__choice__winner", "term__choice__booby"
    ):
        assert record.term is not None
        last[record.term.number] = record
    return [
        RollRow(
            record.term,  # type: ignore[arg-type]
            record,
            tuple(
                (
                    group["name"],
                    tuple(row["name"] for row in group["rows"] if row["place"] == 1),
                )
                for group in record.table
            ),
            record.term_id in waiting,
        )
        for _number, record in sorted(last.items(), reverse=True)
    ]
