"""Presence: the grid of players and rounds, the door, and players who do not come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.core import signing
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import CheckIn, Event, Pairing, Participant
from goclub.leagues.tournament.queries.presence import came_for, missing, no_shows
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.registration import (
    alter_entry,
    bring_back,
    set_absences,
    withdraw,
)
from goclub.leagues.tournament.services.results import Outcome, set_result
from goclub.leagues.tournament.services.steps import lock_event, lock_for_step
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK

State = Participant.State
#: A cell of the grid: plays, absent by agreement, absent without (S2-11).
PLAYS, AGREED, MISSED = "-", "a", "m"
_SAID = {AGREED: True, MISSED: False}
#: Who and which round, both counted from 1, and how they are there.
Cells = Mapping[tuple[int, int], str]


# --- The grid -------------------------------------------------------------------------------------
def cells_of(snapshot: EventSnapshot, people: Iterable[Participant]) -> dict[tuple[int, int], str]:
    """Return the cells of rounds that can change still: who, which round, how."""
    ahead = range(snapshot.last_out + 1, snapshot.event.rounds_planned + 1)
    stored = {
        (person.number, absence.number): AGREED if absence.excused else MISSED
        for person in people
        for absence in snapshot.absences[person.pk]
    }
    return {
        (person.number, number): stored.get((person.number, number), PLAYS)
        for person in people
        if person.state != State.WITHDRAWN
        for number in ahead
        if number >= (person.late_from or 1)
    }


@atomic_retried
def save_cells(act: Act, event: Event, *, cells: Cells, seen: Cells) -> int:
    """Set the cells that differ from what the page showed (*seen*); returns how many changed.

    Two organisers at once keep both their changes.  Raises RuleError E_STATE (``cell_changed``)
    where the same cell was set otherwise meanwhile, E_TYPE for what is no state, and what
    :func:`~goclub.leagues.tournament.services.registration.set_absences` raises.
    """
    event = lock_event(act, event)
    snapshot = load(event)
    people = snapshot.everyone
    now = cells_of(snapshot, people.values())
    changed: dict[int, dict[int, str]] = {}
    for (player, number), how in cells.items():
        key = (player, number)
        if how == seen.get(key, PLAYS) or key not in now or how == now[key]:
            continue
        person = people[player]
        if how not in (PLAYS, AGREED, MISSED):
            raise RuleError(Code.TYPE, "presence", how[:20])
        if now[key] != seen.get(key, PLAYS):
            raise Refusal(
                _(
                    "%(value)s, round %(round)s: someone has changed this in the meantime. "
                    "Look at it and save again if yours is right."
                ),
                field="presence",
                value=person.shown_name,
                reason="cell_changed",
                round=number,
            )
        changed.setdefault(player, {})[number] = how
    for player, rounds in changed.items():
        _set_rounds(act, snapshot, people[player], rounds)
    return sum(map(len, changed.values()))


def _set_rounds(
    act: Act, snapshot: EventSnapshot, person: Participant, rounds: Mapping[int, str]
) -> None:
    stored = {absence.number: absence.excused for absence in snapshot.absences[person.pk]}
    kept = {number: excused for number, excused in stored.items() if number not in rounds}
    new = {number: _SAID[how] for number, how in rounds.items() if how in _SAID}
    set_absences(act, person, absences=kept | new)


@atomic_retried
def set_many(
    act: Act, event: Event, *, players: Collection[int], rounds: Collection[int], how: str
) -> int:
    """Set rounds (from 1) of many players (their numbers); returns how many cells changed."""
    event = lock_event(act, event)
    snapshot = load(event)
    people = [person for n, person in snapshot.everyone.items() if n in players]
    seen = {key: cell for key, cell in cells_of(snapshot, people).items() if key[1] in rounds}
    if not seen:
        raise Refusal(
            _("Tick players, and rounds that are not published yet."),
            field="presence",
            code=Code.MISSING,
        )
    return save_cells(act, event, cells=dict.fromkeys(seen, how), seen=seen)


@atomic_retried
def set_states(act: Act, event: Event, *, players: Collection[int], state: str) -> int:
    """Mark many players as announced, here or withdrawn; returns how many changed.

    Raises RuleError E_MISSING where nobody is ticked, E_TYPE, and what withdrawing and coming back
    raise.
    """
    event = lock_event(act, event)
    people = list(event.participants.filter(number__in=list(players)).exclude(state=state))
    if not players:
        raise Refusal(_("Tick the players first."), field="presence", code=Code.MISSING)
    if state not in State.values:
        raise RuleError(Code.TYPE, "presence", state[:20])
    for person in people:
        if state == State.WITHDRAWN:
            withdraw(act, person)
            continue
        back = bring_back(act, person)
        if back.state != state:
            alter_entry(Act(act.by, act.at), back, changes={"state": State(state)})
    return len(people)


@atomic_retried
def change_starts(
    act: Act,
    event: Event,
    *,
    players: Collection[int],
    steps: int = 0,
    reason: str = "",
    correction: int | None = None,
) -> int:
    """Move the ranks of many players by so many *steps*, or set their corrections.

    Returns how many changed.  A team keeps the rank that its players give it.  ``reason``: why a
    rank differs from a member's own.  Raises RuleError E_MISSING where nobody is ticked,
    :class:`~goclub.leagues.tournament.services.steps.Stale` for steps that were sent twice, and
    what :func:`~goclub.leagues.tournament.services.registration.alter_entry` raises.
    """
    event = lock_for_step(act, event) if steps else lock_event(act, event)
    ticked = event.participants.filter(number__in=list(players))
    people = list(ticked.filter(players=None) if steps else ticked)
    if not people:
        raise Refusal(_("Tick the players first."), field="presence", code=Code.MISSING)
    if steps:
        event.version += 1
        event.save(update_fields=["version"])
    count = 0
    for person in people:
        changes: dict[str, object] = {}
        rank = min(max(person.rank + steps, LOWEST_RANK), HIGHEST_RANK)
        if rank != person.rank:
            changes |= {"rank": rank, "rank_source": reason or person.rank_source}
        if correction not in (None, person.correction):
            changes["correction"] = correction
        if changes:
            alter_entry(Act(act.by, act.at), person, changes=changes)
            count += 1
    return count


# --- The door -------------------------------------------------------------------------------------
def door_key(event: Event, number: int) -> str:
    """Open the door's page for a round (from 1): what its code holds."""
    return signing.Signer(salt="goclub.leagues.door").signature(f"{event.pk}:{number}")


def is_door_key(event: Event, number: int, key: str) -> bool:
    """Whether somebody has the code of the door for this round."""
    return constant_time_compare(key, door_key(event, number))


@atomic_retried
def check_in(act: Act, event: Event, *, player: int, number: int) -> Participant:
    """Note that a player came for a round (both from 1); a second time changes nothing.

    Who was announced is here from now on; an absence in a round that is not published is taken
    back.  ``act.by`` None is a phone at the door.  Raises RuleError E_UNKNOWN, E_STATE for a
    player who withdrew.
    """
    event = lock_event(act, event)
    person = event.participants.filter(number=player).first()
    if person is None:
        raise Refusal(
            _("There is no player with number %(value)s. Check the list of entries."),
            code=Code.UNKNOWN,
            field="player",
            value=player,
        )
    if person.state == State.WITHDRAWN:
        raise Refusal(
            _("%(value)s has withdrawn. An organiser can bring them back on the entries page."),
            field="player",
            value=person.shown_name,
            reason="withdrew",
        )
    if person.state == State.PRELIMINARY:
        person = alter_entry(Act(act.by, act.at), person, changes={"state": State.FINAL})
    snapshot = load(event)
    ahead = number > snapshot.last_out
    if ahead and any(absence.number == number for absence in snapshot.absences[person.pk]):
        _set_rounds(act, snapshot, person, {number: PLAYS})
    CheckIn.objects.get_or_create(
        participant=person, number=number, defaults={"at": act.at, "by": act.by}
    )
    return person


@atomic_retried
def undo_check_in(act: Act, event: Event, *, player: int, number: int) -> None:
    """Take back that a player came for a round (both from 1)."""
    event = lock_event(act, event)
    CheckIn.objects.filter(
        participant__event=event, participant__number=player, number=number
    ).delete()


@atomic_retried
def excuse_missing(act: Act, event: Event, *, number: int) -> int:
    """Mark all who have not come as absent without agreement in a round (from 1) ahead.

    Returns how many.  Announced players stay announced: nobody pairs them.
    """
    event = lock_event(act, event)
    snapshot = load(event).at_boards
    people = missing(snapshot, number, came_for(snapshot, number))
    players = [person.number for person in people if person.state == State.FINAL]
    return set_many(act, event, players=players, rounds=[number], how=MISSED) if players else 0


@atomic_retried
def decide_no_show(act: Act, pairing: Pairing, *, out: bool) -> Pairing:
    """Decide a table whose player did not come (S2-11); *out*: they leave the next rounds too.

    The other wins by forfeit; where neither came both lose.  Raises RuleError E_STATE
    (``no_no_show``) where the table is none of those that are late by now.
    """
    event = lock_event(act, pairing.round.event)
    rows = no_shows(load(event).at_boards, pairing.round.number, act.at)
    row = next((row for row in rows if row.pairing.pk == pairing.pk), None)
    if row is None:
        raise Refusal(
            _("Table %(value)s has a result by now, or its players have come."),
            field="no_show",
            value=pairing.table,
            reason="no_no_show",
        )
    won = Outcome.WHITE if row.absent[0].pk == row.pairing.black_id else Outcome.BLACK
    result = Outcome.BOTH_LOSE if len(row.absent) > 1 else won
    decided = set_result(act, row.pairing, result=result, by_default=True, expected="unknown")
    if out:
        for person in row.absent:
            withdraw(act, person, reason=str(_("did not come")))
    return decided
