"""Closing and reopening an event: its games in the members' histories, its winners in the lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from goclub.common.notation import listed
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.models import Game, Toss
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import EventGamePosting, post_event_games, void_event_games
from goclub.leagues.models import Change, Event, League, Pairing, Participant, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.ends import need_ends
from goclub.leagues.tournament.services.steps import State, lock_for_step, record
from goclub.members.models import Member, User
from ratings.errors import Code, RuleError
from ratings.errors import RuleError as RefusedFacts


def settle_winners(event: Event) -> int:
    """Mark who is first in the table of a closed event, by the order that places it (S4-16).

    All who share the first place won; nobody did while an event is not closed.  Returns how many
    rows differed, 0 when nothing was wrong.
    """
    first: list[int] = []
    if event.state == State.CLOSED:
        snapshot = load(event)
        if snapshot.last_out:
            first = [participant.pk for participant in snapshot.first_of(snapshot.last_out)]
    entered = Participant.objects.filter(event=event)
    gone = entered.filter(won=True).exclude(pk__in=first).update(won=False)
    return gone + entered.filter(won=False, pk__in=first).update(won=True)


def settle_winners_of(league: League) -> int:
    """The same for every closed event that a league places."""
    events = Event.objects.filter(state=State.CLOSED, league_event__league=league)
    return sum(settle_winners(event) for event in events.order_by("pk"))


What = Change.What
_WINNERS = {"black": "B", "white": "W", "equal": "J"}


@dataclass(frozen=True, slots=True)
class NotPosted:
    """A game that stays out of the ledger, and why: a reason code or the refusal of its facts."""

    pairing: Pairing
    reason: str
    error: RefusedFacts | None = None


@atomic_retried
def close_event(
    *, event: Event, by: User | None, at: datetime, version: int | None = None, early: bool = False
) -> list[NotPosted]:
    """Close an event and, where its games count, post them; returns the games that were not.

    Raises RuleError E_STATE with a preview (``preview_is_open``), open games (``open_games``; the
    value names the tables), no round at all, or, unless ``early``, rounds not played
    (``rounds_left``), and where it matters when games ended and nobody said (``ends_unknown``);
    PermissionDenied; Stale.
    """
    event = lock_for_step(event, by=by, version=version, states=[State.REGISTRATION, State.RUNNING])
    snapshot = load(event)
    _need_finished(snapshot, early)
    need_ends(snapshot)
    out: list[NotPosted] = []
    if event.for_ledger:
        out = _post(snapshot, by, at)
    event.state, event.closed_at, event.closed_by = State.CLOSED, at, by
    event.save(update_fields=["state", "closed_at", "closed_by"])
    settle_winners(event)
    games = sum(len(pairings) for pairings in snapshot.pairings.values())
    record(
        event,
        What.CLOSED,
        by=by,
        at=at,
        after={
            "games": games,
            "posted": games - len(out) if event.for_ledger else 0,
            "not_posted": [[game.pairing.round.number, game.pairing.table] for game in out],
        },
    )
    return out


@atomic_retried
def reopen_event(
    *, event: Event, by: User, at: datetime, reason: str, version: int | None = None
) -> Event:
    """Open a closed (or cancelled) event again; its games become void until it is closed anew.

    Raises RuleError E_MISSING without a reason.
    """
    event = lock_for_step(event, by=by, version=version, states=[State.CLOSED, State.CANCELLED])
    if not reason.strip():
        raise RuleError(Code.MISSING, field="reason")
    before = str(event.state)
    games = lock_rows(Game.objects.filter(pairing__round__event=event).with_players())
    count = void_event_games(games=games, reason=f"{event.name}: {reason}"[:300])
    rounds_out = event.rounds.filter(state__in=[Round.State.PUBLISHED, Round.State.COMPLETE])
    event.state = State.RUNNING if rounds_out.exists() else State.REGISTRATION
    event.closed_at = event.closed_by = None
    event.save(update_fields=["state", "closed_at", "closed_by"])
    settle_winners(event)
    record(
        event,
        What.REOPENED,
        by=by,
        at=at,
        before={"state": before, "games": count},
        after=str(event.state),
        reason=reason,
    )
    return event


def _need_finished(snapshot: EventSnapshot, early: bool) -> None:
    preview = [event_round for event_round in snapshot.rounds if not event_round.is_out]
    if preview:
        raise RuleError(
            Code.STATE, field="round", value=preview[0].number, reason="tournament.preview_is_open"
        )
    if not snapshot.rounds:
        raise RuleError(Code.STATE, field="round", value=0, reason="tournament.nothing_played")
    for event_round in snapshot.rounds:
        tables = [
            pairing.table
            for pairing in snapshot.pairings[event_round.number]
            if not pairing.has_result
        ]
        if tables:
            raise RuleError(
                Code.STATE,
                field="results",
                value=listed(tables),
                reason="tournament.open_games",
                params={"round": event_round.number},
            )
    left = snapshot.event.rounds_planned - len(snapshot.rounds)
    if left and not early:
        raise RuleError(Code.STATE, field="rounds", value=left, reason="tournament.rounds_left")


def _post(snapshot: EventSnapshot, by: User | None, at: datetime) -> list[NotPosted]:
    out: list[NotPosted] = []
    claims: list[EventGamePosting] = []
    posted: list[Pairing] = []
    people = people_of(snapshot)
    before = games_of(snapshot)
    for event_round in snapshot.rounds:
        for pairing in snapshot.pairings[event_round.number]:
            reason = why_not_posted(pairing)
            facts = None if reason else facts_of(snapshot.event, pairing, people)
            if facts is not None:
                try:
                    facts.check(today=at.astimezone(snapshot.event.zone).date())
                except RefusedFacts as error:
                    reason = "refused"
                    out.append(NotPosted(pairing, reason, error))
                    continue
            if facts is None:
                out.append(NotPosted(pairing, reason))
                continue
            claims.append(
                EventGamePosting(facts, snapshot.event.for_league, before.get(pairing.game_id or 0))
            )
            posted.append(pairing)
    tossed = [pairing.toss_id for pairing in posted if pairing.toss_id]
    tosses = {toss.pk: toss for toss in lock_rows(Toss.objects.filter(pk__in=tossed))}
    games = post_event_games(games=claims, by=by, at=at)
    for pairing, game in zip(posted, games, strict=True):
        pairing.game = game
    Pairing.objects.bulk_update(posted, ["game"], batch_size=500)
    for pairing, game in zip(posted, games, strict=True):
        toss = tosses.get(pairing.toss_id or 0)
        if toss is not None and toss.black_id == game.black_id:
            toss.game = game
            toss.save()
    return out


def people_of(snapshot: EventSnapshot) -> dict[int, Member]:
    """Return the member under whom each player's games are posted, by the entry's key."""
    return {participant.pk: _player_of(snapshot, participant) for participant in _seated(snapshot)}


def games_of(snapshot: EventSnapshot) -> dict[int, Game]:
    """The games of an event's tables that were posted at some time, locked, by key."""
    known = [p.game_id for games in snapshot.pairings.values() for p in games if p.game_id]
    return {game.pk: game for game in lock_rows(Game.objects.filter(pk__in=known))}


def why_not_posted(pairing: Pairing) -> str:
    """A reason code for a game that no ledger knows; "" for one that can be posted."""
    if pairing.counted not in _WINNERS:
        return "no_single_result"
    if pairing.unplayed:
        return "removed"
    if not pairing.known_colour:
        return "colours_unknown"
    return ""


def _seated(snapshot: EventSnapshot) -> list[Participant]:
    numbers = set().union(*(snapshot.seated(event_round.number) for event_round in snapshot.rounds))
    return [snapshot.participants[number] for number in sorted(numbers)]


def _player_of(snapshot: EventSnapshot, participant: Participant) -> Member:
    """The member, or the guest under whom the games are posted: the same one every time.

    Guests of one name in an event are different people.
    """
    known = participant.member or participant.guest
    if known is not None:
        return known
    guests = {
        participant.guest_id
        for participant in snapshot.participants.values()
        if participant.guest_id
    }
    name = participant.display_name[:80]
    guest = (
        Member.objects.filter(status=Member.Status.GUEST, display_name=name)
        .exclude(pk__in=guests)
        .first()
    ) or Member.objects.create(status=Member.Status.GUEST, display_name=name)
    participant.guest = guest
    participant.save(update_fields=["guest"])
    return guest


def facts_of(event: Event, pairing: Pairing, people: dict[int, Member]) -> GameFacts:
    """A table that counts as the facts of a game."""
    winner = _WINNERS[pairing.counted]
    called = pairing.ending == Game.Ended.CALLED and not pairing.verdict
    ending = pairing.ending if called else ""
    if winner != "J":
        ending = pairing.ending or ("forfeit" if pairing.by_default else "unknown")
        if pairing.verdict and not pairing.by_default:
            ending = "penalty"
    return GameFacts(
        black=people[pairing.black_id],
        white=people[pairing.white_id],
        played_on=pairing.round.played_on or event.begins_on,
        board=event.board,
        # One stone is no stone on the board: Black moves first without the usual komi.
        handicap=pairing.handicap if pairing.handicap > 1 else 0,
        komi2=pairing.komi2,
        winner=winner,
        ending=ending,
        margin2=None if pairing.verdict else pairing.margin2,
        place=f"{event.short_name or event.name} ({pairing.round.number})"[-80:],
    )
