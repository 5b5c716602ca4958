"""A round's way: pair, look at the preview, publish; and every step back.

The tables are written together with the seats, through which the database keeps everybody to one
place in a round.  Rounds count from 1 here and from 0 in the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Sanction, Seat
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.boards import seat_boards, unseat_boards
from goclub.leagues.tournament.services.brackets import with_rounds_planned
from goclub.leagues.tournament.services.pools import with_pools
from goclub.leagues.tournament.services.proposals import PairingProposal, propose
from goclub.leagues.tournament.services.schedules import (
    forfeit_of,
    need_scheduled,
    schedule_places,
    scheduled,
    still_scheduled,
)
from goclub.leagues.tournament.services.steps import (
    lock_for_step,
    need_allowed,
    pairing_json,
    record,
    round_json,
    seats_of,
)
from goclub.members.models import Member
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.events.field import TournamentGame
from tournaments.events.fixed_tables import at_fixed_tables, at_used_tables
from tournaments.events.settings import Kind


def tell_paired(act: Act, event: Event, event_round: Round, pairings: Iterable[Pairing]) -> None:
    """Notify members of their opponents and tables."""
    url = reverse("leagues:round", args=[event.slug, event_round.number])
    opponents = {}
    for pairing in pairings:
        for player, opponent in ((pairing.black, pairing.white), (pairing.white, pairing.black)):
            if player.member_id:
                opponents[player.member_id] = (opponent, pairing.table)
    members = Member.objects.active().filter(pk__in=opponents).select_related("user")
    hearers = [
        Told(
            member,
            url,
            {
                "event": str(event),
                "round": event_round.number,
                "other": opponents[member.pk][0],
                "other_rank": opponents[member.pk][0].rank_text,
                "table": opponents[member.pk][1],
            },
            key=f"paired:{event_round.pk}:{opponents[member.pk][0].number}",
        )
        for member in members
    ]
    tell_each(act, "event.paired", hearers)


What = Change.What
State = Round.State


# --- Pairing ----------------------------------------------------------------------------------
@atomic_retried
def pair_round(
    act: Act,
    event: Event,
    *,
    number: int | None = None,
    seed: int | None = None,
    allow_bye: bool = True,
    only: Collection[int] | None = None,
) -> Round:
    """Pair the next round, or pair it again, as a preview that the players do not see yet.

    Tables made by hand, a bye chosen by hand and tables with a result are kept; with ``only`` all
    tables are kept, and just these players (their numbers) are paired among themselves.
    ``seed`` replaces the event's.  Raises RuleError: E_STATE where nobody is present, a field is
    odd and no bye allowed, bans leave no pairing, or the round is published; PermissionDenied;
    :class:`~goclub.leagues.tournament.services.steps.Stale`.
    """
    event = lock_for_step(act, event)
    snapshot = load(event)
    number = next_number(snapshot) if number is None else number
    if snapshot.settings.kind is Kind.KNOCKOUT:
        snapshot = with_rounds_planned(snapshot, schedule_places(snapshot, number), number)
    elif snapshot.settings.has_pools:
        snapshot = with_pools(snapshot, number)
    event_round = _open_round(snapshot, number)
    before = round_json(snapshot, event_round)
    event_round.seed = event.seed if seed is None else seed
    if only is not None:
        _need_free(snapshot, number, only)
    keep = [
        pairing
        for pairing in snapshot.pairings[number]
        if only is not None or pairing.fixed or pairing.has_result
    ]
    keep = still_scheduled(snapshot, number, keep)
    proposal = propose(snapshot, number, seed=seed, allow_bye=allow_bye, only=only, keep=keep)
    wanted = {n: p.fixed_table for n, p in snapshot.participants.items() if p.fixed_table}
    kept = {pairing.table for pairing in keep}
    games = at_used_tables(proposal.games, event.unused_table_numbers, kept=kept)
    proposal = replace(proposal, games=at_fixed_tables(games, wanted, kept=kept))
    event_round.proof = proposal.proof
    event_round.weight = "" if proposal.total is None else str(proposal.total)
    event_round.request = {"allow_bye": allow_bye, "only": None if only is None else sorted(only)}
    if snapshot.settings.kind.is_scheduled:
        event_round.request["places"] = schedule_places(snapshot, number)
    event_round.state = State.PAIRED
    event_round.paired_at = act.at
    event_round.save()
    _write(snapshot, event_round, proposal, keep=keep)
    after = round_json(load(event), event_round)
    record(act, event, What.PAIRED, round_number=number, before=before, after=after)
    return event_round


def next_number(snapshot: EventSnapshot) -> int:
    """The number of the first round that is not published; raises RuleError after the last."""
    number = snapshot.last_out + 1
    if snapshot.rounds_left() < 1:
        raise Refusal(
            _("All rounds are published. Close the event, or plan another round in its settings."),
            field="round",
        )
    return number


def _open_round(snapshot: EventSnapshot, number: int) -> Round:
    """The row of a round that may be paired now; made where it is not there yet."""
    existing = snapshot.round(number)
    if existing is not None and existing.is_out:
        raise Refusal(
            _("Round %(value)s is published. Unpublish it first, or change single tables by hand."),
            field="round",
            value=number,
            reason="round_is_published",
        )
    if number != next_number(snapshot):
        raise Refusal(
            _(
                "Round %(value)s cannot be paired before the previous round. Pair and publish "
                "that one first."
            ),
            field="round",
            value=number,
            reason="earlier_round_not_published",
        )
    if existing is not None:
        return existing
    event_round = Round.objects.create(event=snapshot.event, number=number)
    snapshot.rounds.append(event_round)
    return event_round


def _need_free(snapshot: EventSnapshot, number: int, only: Collection[int]) -> None:
    seated = snapshot.seated(number)
    for participant in only:
        if participant in seated:
            raise Refusal(
                _("%(value)s already has a table in this round. Break it up first."),
                field="only",
                value=snapshot.participants[participant].shown_name,
                reason="has_a_table",
            )


def _write(
    snapshot: EventSnapshot,
    event_round: Round,
    proposal: PairingProposal,
    *,
    keep: Iterable[Pairing],
) -> None:
    """Bring the tables and seats of a round in line with a proposal, keeping the kept rows."""
    kept = {frozenset((pairing.white.number, pairing.black.number)): pairing for pairing in keep}
    keys = {pairing.pk for pairing in kept.values()}
    gone = {pairing.pk for pairing in snapshot.pairings[event_round.number]} - keys
    Seat.objects.filter(round=event_round, pairing__isnull=True).delete()
    Pairing.objects.filter(pk__in=gone).delete()
    fresh = []
    for game in proposal.games:
        if frozenset((game.white, game.black)) in kept:
            continue
        fresh.append(table_row(snapshot, event_round, game, fixed=game.table in proposal.fixed))
    Pairing.objects.bulk_create(fresh)
    seats = [seat for pairing in fresh for seat in seats_of(pairing)]
    if proposal.bye is not None:
        old = snapshot.byes.get(event_round.number)
        participant = snapshot.participants[proposal.bye]
        by_hand = bool(old and old.fixed and old.participant_id == participant.pk)
        seats.append(Seat(round=event_round, participant=participant, colour="-", fixed=by_hand))
    Seat.objects.bulk_create(seats)


def table_row(
    snapshot: EventSnapshot, event_round: Round, game: TournamentGame, *, fixed: bool
) -> Pairing:
    """A table as the rules made it, not saved; who is away in a schedule loses it by default."""
    pairing = Pairing(
        round=event_round,
        table=game.table,
        white=snapshot.participants[game.white],
        black=snapshot.participants[game.black],
        handicap=game.handicap,
        komi2=snapshot.event.komi2_for(game.handicap),
        fixed=fixed,
    )
    result = forfeit_of(snapshot, event_round.number, pairing)
    if result:
        pairing.result, pairing.by_default = result, True
        pairing.source = Pairing.Source.SCHEDULE
    return pairing


# --- Publishing -------------------------------------------------------------------------------
@atomic_retried
def publish_round(act: Act, event: Event, *, leave_out: bool = False) -> Round:
    """Show the preview to everybody and open it for results.

    Raises RuleError E_STATE without a preview, and where somebody present has no game
    (``unseated``; the value names them) unless they are to be left out.
    """
    event = lock_for_step(act, event)
    snapshot = load(event)
    event_round = snapshot.round(next_number(snapshot))
    if event_round is None or event_round.state != State.PAIRED:
        raise RuleError(Code.STATE, "round", snapshot.last_out + 1, reason="tournament.not_paired")
    waiting = unseated(snapshot, event_round.number)
    if waiting and not leave_out:
        names = listed(participant.shown_name for participant in waiting)
        raise Refusal(
            _(
                "Without a game: %(value)s. Pair them, give the bye, mark them as "
                "absent, or publish anyway."
            ),
            field="players",
            value=names,
            reason="unseated",
        )
    before = str(event_round.state)
    seated = snapshot.pairings[event_round.number]
    event_round.state = State.PUBLISHED
    if event.has_boards:
        event_round.save()
        boards = seat_boards(act, event, event_round)
        snapshot, seated = load(event), [*seated, *boards]
    done = all(pairing.has_result for pairing in snapshot.pairings[event_round.number])
    event_round.state = State.COMPLETE if done else State.PUBLISHED
    event_round.published_at = act.at
    event_round.completed_at = act.at if done else None
    if event_round.played_on is None:
        day = act.at.astimezone(event.zone).date()
        event_round.played_on = min(max(day, event.begins_on), event.ends_on)
    event_round.save()
    if event.state != Event.State.RUNNING:
        event.state = Event.State.RUNNING
        event.save(update_fields=["state"])
    record(
        act,
        event,
        What.PUBLISHED,
        round_number=event_round.number,
        before=before,
        after=str(event_round.state),
    )
    tell_paired(act, event, event_round, seated)
    return event_round


def unseated(snapshot: EventSnapshot, number: int) -> list[Participant]:
    """Everybody who is here for a round (from 1) and has neither a table nor the bye."""
    seated, expected = snapshot.seated(number), snapshot.expected(number)
    if snapshot.settings.has_pools:
        games = scheduled(snapshot, number).games
        expected = {player for game in games for player in (game.white, game.black)}
    return [
        participant
        for participant in snapshot.participants.values()
        if participant.state == Participant.State.FINAL
        and participant.number not in seated
        and participant.number in expected
        and number not in set().union(*snapshot.missed(participant))
    ]


# --- Steps back -------------------------------------------------------------------------------
@atomic_retried
def undo_step(act: Act, event: Event) -> str:
    """Take the last step of the organisers back: published → preview → not paired.

    Results that are in stay with their tables.  A dropped preview stays on record and can be
    brought back.  Returns what was done, one of :class:`Change.What`.  Raises RuleError E_STATE
    where there is nothing to take back, a preview holds results (``results_in_preview``), or a
    sanction was given in the round (``sanctioned_round``: its game would be gone).
    """
    event = lock_for_step(act, event)
    snapshot = load(event)
    last = snapshot.rounds[-1] if snapshot.rounds else None
    if last is None:
        raise Refusal(
            _("There is nothing to undo yet."),
            field="round",
            value=event.name,
            reason="nothing_to_undo",
        )
    before = round_json(snapshot, last)
    if last.is_out:
        if Sanction.objects.filter(league_event__event=event, round=last.number).exists():
            raise Refusal(
                _("A sanction was given in round %(value)s, so the round stays published."),
                field="round",
                value=last.number,
                reason="sanctioned_round",
            )
        action = What.UNPUBLISHED
        unseat_boards(event, last)
        last.state, last.published_at, last.completed_at = State.PAIRED, None, None
        last.save()
        if last.number == 1:
            event.state = Event.State.REGISTRATION
            event.save(update_fields=["state"])
        after: str | None = str(last.state)
    else:
        action, after = What.UNPAIRED, None
        if any(
            pairing.has_result and not pairing.by_default
            for pairing in snapshot.pairings[last.number]
        ):
            raise RuleError(
                Code.STATE, "round", last.number, reason="tournament.results_in_preview"
            )
        _clear(last)
        last.delete()
    record(act, event, action, round_number=last.number, before=before, after=after)
    return str(action)


def _clear(event_round: Round) -> None:
    Seat.objects.filter(round=event_round).delete()
    Pairing.objects.filter(round=event_round).delete()


@atomic_retried
def restore_preview(act: Act, event: Event, *, change: Change) -> Round:
    """Bring back a preview as a change keeps it in ``before``.

    Raises RuleError E_STATE where that round is published, or one of its players can no longer be
    seated as before.
    """
    event = lock_for_step(act, event)
    snapshot = load(event)
    number = change.round_number
    kept: dict[str, Any] | None = change.before
    usable = change.event_id == event.pk and isinstance(change.before, dict)
    if not usable or number is None or kept is None or not kept.get("tables"):
        raise Refusal(_("That step has no preview to restore."), field="change")
    event_round = _open_round(snapshot, number)
    if any(pairing.has_result and not pairing.by_default for pairing in snapshot.pairings[number]):
        raise RuleError(Code.STATE, "round", number, reason="tournament.results_in_preview")
    _need_present(snapshot, number, kept, change.at)
    before = round_json(snapshot, event_round)
    _clear(event_round)
    event_round.state, event_round.paired_at = State.PAIRED, act.at
    event_round.seed, event_round.proof = kept["seed"], kept["proof"]
    event_round.weight, event_round.request = kept["weight"], kept["request"]
    event_round.save()
    rows = [_row_of(snapshot, event_round, table) for table in kept["tables"]]
    Pairing.objects.bulk_create(rows)
    seats = [seat for row in rows for seat in seats_of(row)]
    if kept["bye"] is not None:
        participant = snapshot.participants[kept["bye"]]
        seats.append(
            Seat(round=event_round, participant=participant, colour="-", fixed=kept["bye_fixed"])
        )
    Seat.objects.bulk_create(seats)
    after = {**kept, "state": str(event_round.state), "tables": [pairing_json(row) for row in rows]}
    record(act, event, What.RESTORED, round_number=number, before=before, after=after)
    return event_round


def _need_present(
    snapshot: EventSnapshot, number: int, kept: dict[str, Any], since: datetime
) -> None:
    """Refuse a preview whose players cannot sit there any more, as it was made at *since*."""
    numbers = [table[side] for table in kept["tables"] for side in ("black", "white")]
    for player in [*numbers, *([kept["bye"]] if kept["bye"] is not None else [])]:
        participant = snapshot.participants.get(player)
        if (
            participant is None
            or participant.entered_at > since  # a free number is given to the next who enters
            or participant.state != Participant.State.FINAL
            or number in set().union(*snapshot.missed(participant))
        ):
            name = participant.shown_name if participant else player
            raise Refusal(
                _("%(value)s cannot be seated as before: absent or no longer on the list."),
                field="player",
                value=name,
                reason="not_there_any_more",
            )
    for table in kept["tables"]:
        black, white = (snapshot.participants[table[side]] for side in ("black", "white"))
        need_allowed(snapshot, number, black, white)
        need_scheduled(snapshot, number, black, white)


def _row_of(snapshot: EventSnapshot, event_round: Round, table: dict[str, Any]) -> Pairing:
    values = {name: value for name, value in table.items() if name not in ("black", "white")}
    if table["source"] == Pairing.Source.SCHEDULE:
        # Both are here (see above), so nothing is left of a forfeit that the schedule gave.
        values |= {"result": "unknown", "by_default": False, "ending": "", "source": ""}
    return Pairing(
        round=event_round,
        black=snapshot.participants[table["black"]],
        white=snapshot.participants[table["white"]],
        **values,
    )
