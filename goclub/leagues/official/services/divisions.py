"""From one term to the next: promotion and relegation, looked at first and carried out once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.leagues.league.services.rights import need_organiser
from goclub.leagues.models import Division, Entry, Rollover, Term
from goclub.leagues.official.services import facts, terms
from goclub.leagues.official.services.organisers import RecordedPlace
from goclub.leagues.official.services.standings import TermStandings
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.official import divisions


@dataclass(frozen=True, slots=True)
class DivisionPlan:
    """What a rollover would do; players are members by primary key.

    ``fingerprint`` of everything that will be written: what was looked at is what is carried out.
    """

    preview: divisions.Preview
    members: dict[int, Member]
    fingerprint: str

    @property
    def ready(self) -> bool:
        return self.preview.ready


def plan_rollover(
    term: Term,
    *,
    leaving: Collection[int] = (),
    joining: Sequence[int] = (),
    decided: Sequence[int] = (),
) -> DivisionPlan:
    """Say who would move by the record, without doing anything; players by their members' keys.

    Shared places across a border are parted by the points now, then by *decided*, the office's
    order.  Raises RuleError E_STATE before the term is closed, and what
    :func:`tournaments.official.divisions.preview` raises.
    """
    terms.need_closed(term)
    kept = {group.name: group.rows for group in TermStandings(term).recorded}
    groups = facts.load(term)
    before = []
    tables: dict[str, list[RecordedPlace]] = {}
    members: dict[int, Member] = {}
    for group in groups:
        of_entry = {pk: entry.member_id for pk, entry in group.entries.items()}
        members |= {entry.member_id: entry.member for entry in group.entries.values()}
        name = group.division.name
        before.append(divisions.SeededDivision(name, tuple(of_entry.values())))
        tables[name] = [RecordedPlace(row.member, row.place) for row in kept[name]]
    newcomers = Member.objects.active().in_bulk([pk for pk in joining if pk not in members])
    if missing := [pk for pk in joining if pk not in members and pk not in newcomers]:
        raise RuleError(Code.UNKNOWN, "joining", missing[0])
    members |= newcomers
    preview = divisions.preview(
        before,
        tables,
        exchange=divisions.Exchange(up=term.moving_up, down=term.moving_down),
        points=dict(terms.points_now(list(members)).items()),
        decided=decided,
        leaving=leaving,
        joining=joining,
    )
    return DivisionPlan(preview, members, _fingerprint(preview))


def _fingerprint(preview: divisions.Preview) -> str:
    text = json.dumps(
        [
            [[group.name, group.players] for group in preview.groups],
            [[move.player, move.move.value, move.place] for move in preview.moves],
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()[:20]


@atomic_retried
def carry_out(
    act: Act,
    term: Term,
    *,
    into: Term,
    leaving: Collection[int] = (),
    joining: Sequence[int] = (),
    decided: Sequence[int] = (),
) -> Rollover:
    """Open the next term *into* with the new divisions: all of it or nothing, and only once.

    Raises Refusal where it has been done, where it would no longer do what was shown (``version``
    of *act* is the fingerprint of the plan that was seen), and while the office has to part a
    shared place; ValidationError for settings that make no term.
    """
    need_organiser(act, term.league)
    lock_row(term.league)  # which opening the next term locks too
    term = terms.lock(term)
    if Rollover.objects.filter(term=term).exists():
        raise Refusal(
            _("“%(value)s” has already been carried over."),
            field="term",
            value=term.name,
            reason="rolled_over",
        )
    plan = plan_rollover(term, leaving=leaving, joining=joining, decided=decided)
    if plan.fingerprint != act.version:
        raise Refusal(
            _("Something has changed since you looked. Check the preview again."),
            field="term",
            reason="preview_changed",
        )
    if not plan.ready:
        raise Refusal(
            _(
                "Some players share a place on a promotion or relegation line. "
                "Put them in order first."
            ),
            field="decided",
            reason="undecided",
        )
    into = terms.open_term(Act(None, act.at), into)
    willing = dict(term.entries.values_list("member_id", "willing"))
    _write(into, plan.preview, willing, act.at)
    return Rollover.objects.create(
        term=term, into=into, moves=_moves(plan), committed_at=act.at, committed_by=act.by
    )


def _write(into: Term, preview: divisions.Preview, willing: dict[int, bool], at: datetime) -> None:
    groups = Division.objects.bulk_create(
        [
            Division(term=into, level=level, name=group.name)
            for level, group in enumerate(preview.groups, 1)
        ]
    )
    entries: list[Entry] = []
    for division, group in zip(groups, preview.groups, strict=True):
        for player in group.players:
            entries.append(
                Entry(
                    term=into,
                    member_id=player,
                    division=division,
                    seed=len(entries) + 1,
                    willing=willing.get(int(player), False),
                    signed_up_at=at,
                )
            )
    bulk_create_with_history(entries, Entry, batch_size=100)


def _moves(plan: DivisionPlan) -> list[dict[str, object]]:
    return [
        {
            "member": move.player,
            "name": plan.members[int(move.player)].display_name,
            "move": move.move.value,
            "before": move.before,
            "after": move.after,
            "place": move.place,
            "by": move.by.value,
        }
        for move in plan.preview.moves
    ]
