"""The two organisers of the next term (S1-25, S1-26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.rights import league_day, need_reason
from goclub.leagues.models import LeaguePerson, OrganiserChoice, Term
from goclub.leagues.official.services import facts, tables, terms
from goclub.leagues.official.services.standings import TermStandings
from goclub.members.models import Member
from goclub.members.requests import Act
from tournaments.official.choice import organisers


@dataclass(frozen=True, slots=True)
class OrganiserProposal:
    """The two organisers as the rules find them, with every player that a search of S1-25 and S1-26
    looked at; never an age."""

    winner: Member
    booby: Member
    steps: Sequence[Mapping[str, Any]]


def propose_organisers(term: Term, *, on: date, decided: Sequence[int] = ()) -> OrganiserProposal:
    """Compute the next organisers from the first division as recorded (S1-25, S1-26).

    *on* the day on which ages are reckoned; *decided* the chair's order of entries that share a
    place.  Raises RuleError as ``tournaments.official.choice.organisers`` does, and E_STATE before
    the term is closed.
    """
    terms.need_closed(term)
    top = facts.load(term, ages=True)[0]
    organising = organisers(
        places_of(TermStandings(term).recorded[0]),
        top.players,
        on=on,
        exemption=term.exemption,
        decided=tuple(decided),
    )
    entries = top.entries
    return OrganiserProposal(
        winner=entries[int(organising.winner)].member,
        booby=entries[int(organising.booby)].member,
        steps=[
            {
                "search": step.search.value,
                "entry": entries[int(step.player)],
                "place": step.place,
                "verdict": step.verdict.value,
                "willing": step.willing,
            }
            for step in organising.steps
        ],
    )


@dataclass(frozen=True, slots=True)
class RecordedPlace:
    """A line of a record as the rules of organising and of divisions read it."""

    player: int
    place: int
    shared_with: tuple[int, ...] = ()


def places_of(group: tables.Group) -> list[RecordedPlace]:
    """Return the places of a recorded table, and who shares them."""
    sharing: dict[int, list[int]] = {}
    for row in group.rows:
        sharing.setdefault(row.place, []).append(row.entry)
    return [
        RecordedPlace(
            row.entry, row.place, tuple(pk for pk in sharing[row.place] if pk != row.entry)
        )
        for row in group.rows
    ]


@atomic_retried
def confirm_organisers(
    act: Act,
    term: Term,
    *,
    winner: Member,
    booby: Member,
    proposal: OrganiserProposal | None,
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
            _("Two people organise. Choose someone other than %(value)s for one of the two."),
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
            "search": step["search"],
            "member": step["entry"].member_id,
            "name": step["entry"].member.display_name,
            "place": step["place"],
            "verdict": step["verdict"],
            "willing": step["willing"],
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
