"""What the sanctions of an event make of its tables, at once and everywhere (S4-6, S4-18, E7).

The sanctions are facts; the verdicts of tables and the removals of entries are what the rules make
of them: a projection, which this module alone writes.  Results stay as they were told, so that a
sanction lifted takes everything back.  The games of a closed event follow in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import EventGamePosting, post_event_games, void_event_games
from goclub.leagues.models import Change, Event, Pairing, Participant, Sanction
from goclub.leagues.tournament.queries.events import counts_in_record
from goclub.leagues.tournament.queries.sanctions import sanctions_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.closing import (
    facts_of,
    games_of,
    people_of,
    settle_winners,
    why_not_posted,
)
from goclub.leagues.tournament.services.latecomers import join_previews, leave_previews
from goclub.leagues.tournament.services.results import settle_round
from goclub.leagues.tournament.services.steps import lock, record
from goclub.members.requests import Act
from tournaments.seasons import scoring
from tournaments.seasons.sanctions import Level, apply_sanctions, judge_sanctions

Key = tuple[int, frozenset[int | str]]


def follow_sanctions(act: Act, event: Event, *, about: Sanction, reason: str) -> list[Pairing]:
    """Bring tables, entries, rounds and ledger in line with the sanctions of an event.

    Returns the tables that count otherwise now.  The event is locked.  A player removed leaves
    the previews; the record of changes says what it was *about*.
    """
    snapshot = load(event)
    rows = sanctions_of(event)
    changed = _judge_tables(snapshot, rows)
    gone = _judge_entries(snapshot, rows)
    for row in gone:
        if row.removed_in is not None:
            later = range(row.removed_in, event.rounds_planned + 1)
            leave_previews(act, event, row, later)
        else:
            join_previews(act, event, row, range(1, event.rounds_planned + 1))
    for event_round in snapshot.rounds:
        settle_round(event_round, act.at)
    settle_winners(event)
    record(
        act,
        event,
        Change.What.SANCTIONED,
        step=False,
        round_number=about.round,
        subject=str(about.player),
        after={
            "tables": [
                [pairing.round.number, pairing.table, pairing.verdict] for pairing in changed
            ]
        },
        reason=reason,
    )
    if event.state == Event.State.CLOSED and event.for_ledger:
        _follow_in_ledger(act, snapshot, changed, reason=reason)
    return changed


def rebuild_verdicts(event: Event) -> int:
    """Compute the projection anew; returns how many rows differed (0 when nothing was wrong)."""
    snapshot, rows = load(event), sanctions_of(event)
    judged = len(_judge_tables(snapshot, rows)) + len(_judge_entries(snapshot, rows))
    return judged + settle_winners(event)


@atomic_retried
def settle_event(event: Event, *, at: datetime) -> int:
    """:func:`rebuild_verdicts`, and the games of a closed event that the ledger holds otherwise.

    Returns how many rows differed.
    """
    event = lock(event)
    count = rebuild_verdicts(event)
    if event.state != Event.State.CLOSED or not event.for_ledger:
        return count
    snapshot = load(event)
    tables = [game for games in snapshot.pairings.values() for game in games if game.verdict]
    away = [table for table in tables if not _as_it_counts(table)]
    _follow_in_ledger(Act(None, at), snapshot, away, reason="S4-18")
    return count + len(away)


def _as_it_counts(pairing: Pairing) -> bool:
    """Whether the ledger has a table that a sanction decided as it counts."""
    game = pairing.game
    posted = game is not None and game.state == Game.State.CONFIRMED
    if game is None or why_not_posted(pairing):
        return not posted
    winner = {"black": "B", "white": "W"}[pairing.verdict]
    return not posted or (game.winner, game.ending) == (
        winner, Game.Ended.FORFEIT if pairing.by_default else Game.Ended.PENALTY,
    )  # fmt: skip


def verdicts_of(tables: Iterable[Pairing], rows: Iterable[Sanction]) -> dict[Key, tuple[str, bool]]:
    """What the sanctions decide, by round and pair, and whether it is unplayed for them.

    Raises what the rules raise.
    """
    games = [
        scoring.EventGame(table.round.number, table.black_id, table.white_id) for table in tables
    ]
    verdicts = {}
    for game in apply_sanctions(games, rows):
        if game.ending is scoring.EventEnding.OPEN:
            continue
        side = {game.a: "black", game.b: "white", None: "both_lose"}[game.winner]
        unplayed = game.ending is scoring.EventEnding.FORFEIT
        verdicts[game.round, frozenset(game.players)] = (side, unplayed)
    return verdicts


def _judge_tables(snapshot: EventSnapshot, rows: list[Sanction]) -> list[Pairing]:
    tables = [
        pairing
        for event_round in snapshot.rounds
        if event_round.is_out
        for pairing in snapshot.pairings[event_round.number]
    ]
    verdicts = verdicts_of(tables, rows) if rows else {}
    changed = []
    for pairing in tables:
        pair = frozenset((pairing.black_id, pairing.white_id))
        now = verdicts.get((pairing.round.number, pair), ("", False))
        if (pairing.verdict, pairing.unplayed) != now:
            pairing.verdict, pairing.unplayed = now
            changed.append(pairing)
    Pairing.objects.bulk_update(changed, ["verdict", "unplayed"])
    return changed


def _judge_entries(snapshot: EventSnapshot, rows: list[Sanction]) -> list[Participant]:
    removed = {
        judgement.sanction.player_id: judgement.sanction.round
        for judgement in judge_sanctions(rows)
        if judgement.level is Level.REMOVED
    }
    changed = []
    for participant in snapshot.participants.values():
        if participant.removed_in != removed.get(participant.pk):
            participant.removed_in = removed.get(participant.pk)
            changed.append(participant)
    Participant.objects.bulk_update(changed, ["removed_in"])
    return changed


# --- The ledger -------------------------------------------------------------------------------
def _follow_in_ledger(
    act: Act, snapshot: EventSnapshot, changed: list[Pairing], *, reason: str
) -> None:
    """Post the games of these tables as they count now, each in its old place in the ledger.

    A played game lost by a sanction is a loss in every rating (S4-6, E7); one of a round after the
    removal was not played and is void, as is one that both lose.  What an organiser made void for
    another reason stays so.
    """
    event = snapshot.event
    people, games = people_of(snapshot), games_of(snapshot)
    void, claims, posted = [], [], []
    for pairing in changed:
        game = games.get(pairing.game_id or 0)
        if why_not_posted(pairing):
            if game is not None and game.state == Game.State.CONFIRMED:
                void.append(game)
        elif game is None or game.state == Game.State.CONFIRMED or counts_in_record(event, pairing):
            facts = facts_of(event, pairing, people)
            if game is not None:  # whatever else was corrected on its page stays
                known = GameFacts.of(game)
                facts = replace(
                    known, winner=facts.winner, ending=facts.ending, margin2=facts.margin2
                )
            claims.append(EventGamePosting(facts, event.for_league, game))
            posted.append(pairing)
    if void:
        void_event_games(games=void, reason=f"{event.name}: {reason}"[:300])
    if not claims:
        return
    moment = event.closed_at or act.at
    stored = post_event_games(Act(act.by, moment), claims, in_place=True)
    for pairing, game in zip(posted, stored, strict=True):
        pairing.game = game
    Pairing.objects.bulk_update(posted, ["game"])
