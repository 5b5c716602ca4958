"""Closing and reopening an event: its games in the members' histories, its winners in the lists."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.models import Game, Toss
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import EventGamePosting, post_event_games, void_event_games
from goclub.leagues.models import Change, Event, EventTrip, League, Pairing, Participant, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.ends import need_ends
from goclub.leagues.tournament.services.homecoming import need_home
from goclub.leagues.tournament.services.steps import State, lock_for_step, record
from goclub.members.models import Member
from goclub.members.requests import Act
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
def close_event(act: Act, event: Event, *, early: bool = False) -> list[NotPosted]:
    """Close an event and, where its games count, post them; returns the games that were not.

    Raises RuleError E_STATE with a preview (``preview_is_open``), open games (``open_games``; the
    value names the tables), no round at all, or, unless ``early``, rounds not played
    (``rounds_left``), where it matters when games ended and nobody said (``ends_unknown``), and
    with games of a day to come (``day_to_come``); PermissionDenied; Stale.
    """
    event = lock_for_step(act, event, states=[State.REGISTRATION, State.RUNNING])
    need_home(event)
    snapshot = load(event)
    _need_finished(snapshot, early)
    need_ends(snapshot)
    EventTrip.objects.filter(event=event).delete()
    out: list[NotPosted] = []
    snapshot = snapshot.at_boards
    if event.for_ledger:
        out = _post(act, snapshot)
    event.state, event.closed_at, event.closed_by = State.CLOSED, act.at, act.by
    event.save(update_fields=["state", "closed_at", "closed_by"])
    settle_winners(event)
    games = sum(len(pairings) for pairings in snapshot.pairings.values())
    record(
        act,
        event,
        What.CLOSED,
        after={
            "games": games,
            "posted": games - len(out) if event.for_ledger else 0,
            "not_posted": [[game.pairing.round.number, game.pairing.table] for game in out],
        },
    )
    return out


@atomic_retried
def reopen_event(act: Act, event: Event, *, reason: str) -> Event:
    """Open a closed (or cancelled) event again; its games become void until it is closed anew.

    Raises RuleError E_MISSING without a reason.
    """
    event = lock_for_step(act, event, states=[State.CLOSED, State.CANCELLED])
    if not reason.strip():
        raise RuleError(Code.MISSING, "reason")
    before = str(event.state)
    games = lock_rows(Game.objects.filter(pairing__round__event=event).with_players())
    count = void_event_games(games=games, reason=f"{event.name}: {reason}"[:300])
    rounds_out = event.rounds.filter(state__in=[Round.State.PUBLISHED, Round.State.COMPLETE])
    event.state = State.RUNNING if rounds_out.exists() else State.REGISTRATION
    event.closed_at = event.closed_by = None
    event.save(update_fields=["state", "closed_at", "closed_by"])
    settle_winners(event)
    record(
        act,
        event,
        What.REOPENED,
        before={"state": before, "games": count},
        after=str(event.state),
        reason=reason,
    )
    return event


def _need_finished(snapshot: EventSnapshot, early: bool) -> None:
    preview = [event_round for event_round in snapshot.rounds if not event_round.is_out]
    if preview:
        raise Refusal(
            _("Round %(value)s is still a preview. Publish or discard it before closing."),
            field="round",
            value=preview[0].number,
            reason="preview_is_open",
        )
    if not snapshot.rounds:
        raise Refusal(
            _("No round has been played. Cancel the event instead."),
            field="round",
            value=0,
            reason="nothing_played",
        )
    need_results(snapshot)
    left = snapshot.rounds_left()
    if left > 0 and not early:
        raise Refusal(
            _(
                "%(value)s of the planned rounds were not played. Play them, or choose "
                "“End early and close”."
            ),
            field="rounds",
            value=left,
            reason="rounds_left",
        )


def need_results(snapshot: EventSnapshot) -> None:
    """Refuse open games of published rounds: E_STATE (``open_games``; the value names tables)."""
    for number in range(1, snapshot.last_out + 1):
        tables = [game.table for game in snapshot.pairings[number] if not game.has_result]
        if tables:
            raise Refusal(
                _("Round %(round)s has open games: table %(value)s. Enter their results first."),
                field="results",
                value=listed(tables),
                reason="open_games",
                round=number,
            )


def _post(act: Act, snapshot: EventSnapshot) -> list[NotPosted]:
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
                    facts.check(today=act.at.astimezone(snapshot.event.zone).date())
                except RefusedFacts as error:
                    if error.reason == "playing.date_in_future":
                        raise _too_early(event_round, facts) from None
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
    games = post_event_games(act, claims)
    for pairing, game in zip(posted, games, strict=True):
        pairing.game = game
    Pairing.objects.bulk_update(posted, ["game"], batch_size=500)
    for pairing, game in zip(posted, games, strict=True):
        toss = tosses.get(pairing.toss_id or 0)
        if toss is not None and toss.black_id == game.black_id:
            toss.game = game
            toss.save()
    return out


def _too_early(event_round: Round, facts: GameFacts) -> Refusal:
    """Games of a day to come would be left out of the ratings for good."""
    return Refusal(
        _(
            "The games of round %(round)s are dated %(value)s. Close the tournament on that day "
            "or later."
        ),
        field="round",
        value=facts.played_on,
        reason="day_to_come",
        round=event_round.number,
    )


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
    if pairing.round.event.team_size == Event.TeamSize.PAIRS:
        return "shared_board"  # S0-12
    if pairing.unplayed:
        return "removed"
    if pairing.by_default and pairing.counted == Pairing.Outcome.EQUAL:
        return "drawn_by_default"
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
