"""The ledger: facts in, rating entries and standings out.

A confirmed game or a decision about strength is *posted*.  If it is the newest fact of everyone it
touches, its entries are appended; otherwise the rules are replayed from that fact on, for the
members it touches.  The replay compares what the rules say with what is stored and writes only
the rows that differ, so that the same facts always give the same rows.

Locks: the standings of the members concerned, in primary-key order, before anything is read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from goclub.members.models import Member, StrengthDecision
from ratings import paa
from ratings.ranks import LADDER, parse_rank
from ratings.replay import DecisionEvent, Entry, GameEvent, replay
from ratings.system import Ending, Outcome
from ratings.system import Game as RatedGame

from .models import Game, HouseRule, LedgerGate, RatingEntry, Standing

SYSTEM = paa.SYSTEM
START = datetime.min.replace(tzinfo=UTC)

#: Order of the ledger: day played (or day from which a decision holds), moment of confirmation,
#: decisions before games, primary key.
Key = tuple[date, datetime, int, int]
DECISION, GAME = 0, 1
Event = GameEvent | DecisionEvent


def game_key(game: Game) -> Key:
    """Where a confirmed game stands in the ledger."""
    assert game.confirmed_at is not None
    return game.played_on, game.confirmed_at, GAME, game.pk


def decision_key(decision: StrengthDecision) -> Key:
    """Where a decision about strength stands in the ledger."""
    return decision.effective_on, decision.decided_at, DECISION, decision.pk


# --- Posting ----------------------------------------------------------------------------------
def post_game(game: Game) -> int:
    """Post a confirmed game; returns the number of rows written.  Inside a transaction."""
    members = [player.pk for player in game.players if not player.is_guest]
    return _post(game_key(game), members, lambda: [_game_event(game)])


def on_strength_decided(decision: StrengthDecision, **_kwargs: Any) -> None:
    """Receiver of ``members.signals.strength_decided``: post the decision."""
    Standing.objects.get_or_create(member_id=decision.member_id, system=SYSTEM.name)
    _post(decision_key(decision), [decision.member_id], lambda: [_decision_event(decision)])


def _post(key: Key, members: Collection[int], event: Callable[[], list[Event]]) -> int:
    standings = _lock(members)
    newest = all(s.last_at is None or (s.last_on, s.last_at) < key[:2] for s in standings.values())
    if not newest:
        return _replay(key, members, standings)
    states = {pk: _state_of(standing) for pk, standing in standings.items()}
    entries = list(_run(event(), states, members))
    RatingEntry.objects.bulk_create(map(_row, entries))
    _save_standings(standings, entries)
    return len(entries)


def replay_from(key: Key, members: Collection[int]) -> int:
    """Replay these members from a point of the ledger on; returns the number of changed rows.

    Used when a confirmed game was corrected or made void: pass the earlier of the old and the new
    key, and the players of both versions.
    """
    return _replay(key, members, _lock(members))


def replay_from_day(day: date) -> int:
    """Replay everyone from a day on (a house rule changed); returns the number of changed rows."""
    return replay_from((day, START, DECISION, 0), list(_everyone()))


def rebuild() -> int:
    """Replay every fact from the beginning; returns the number of changed rows.

    Changes nothing when nothing was wrong.
    """
    with transaction.atomic():
        decided = StrengthDecision.objects.values_list("member_id", flat=True).distinct()
        Standing.objects.bulk_create(
            [Standing(member_id=pk, system=SYSTEM.name) for pk in sorted(decided)],
            ignore_conflicts=True,
        )
        return replay_from((date.min, START, DECISION, 0), list(_everyone()))


def _everyone() -> Iterable[int]:
    return Standing.objects.filter(system=SYSTEM.name).values_list("member_id", flat=True)


# --- The replay -------------------------------------------------------------------------------
def _replay(key: Key, members: Collection[int], standings: dict[int, Standing]) -> int:
    states = _states_before(key, members)
    stored = {
        (row.member_id, row.game_id, row.decision_id): row
        for row in RatingEntry.objects.filter(
            _not_before(key, "on", "at"), system=SYSTEM.name, member_id__in=members
        )
    }
    last: dict[int, Entry[paa.State]] = {}
    missing: list[RatingEntry] = []
    different: list[RatingEntry] = []
    for entry in _run(_events_from(key, members), states, members):
        last[entry.player] = entry
        row = _row(entry)
        old = stored.pop((row.member_id, row.game_id, row.decision_id), None)
        if old is None:
            missing.append(row)
        elif _content(old) != _content(row):
            row.pk = old.pk
            different.append(row)
    with _gate_open(bool(different or stored)):
        RatingEntry.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
        RatingEntry.objects.bulk_update(different, ENTRY_CONTENT, batch_size=500)
        RatingEntry.objects.bulk_create(missing, batch_size=1000)
    moved = _settle_standings(standings, states, last)
    return len(missing) + len(different) + len(stored) + moved


ENTRY_CONTENT = [
    "on",
    "at",
    "delta",
    "points_before",
    "points_after",
    "rank_before",
    "rank_after",
    "code",
    "reason",
    "state",
]


def _content(row: RatingEntry) -> list[Any]:
    return [getattr(row, name) for name in ENTRY_CONTENT]


@contextmanager
def _gate_open(needed: bool) -> Iterator[None]:
    """Let this transaction, and no other, change rows of the ledger."""
    if not needed:
        yield
        return
    gate = LedgerGate.objects.create()
    yield
    gate.delete()


def _run(
    events: Iterable[Event], states: dict[int, paa.State | None], members: Collection[int]
) -> Iterator[Entry[paa.State]]:
    known = {pk: state for pk, state in states.items() if state is not None}
    return replay(SYSTEM, events, rules_timeline(), states=known, only=frozenset(members))


def _events_from(key: Key, members: Collection[int]) -> list[Event]:
    games = (
        Game.objects.confirmed()
        .filter(_not_before(key, "played_on", "confirmed_at"))
        .filter(Q(black__in=members) | Q(white__in=members))
        .with_players()
    )
    decisions = StrengthDecision.objects.filter(
        _not_before(key, "effective_on", "decided_at"), member__in=members
    )
    events: list[Event] = [_game_event(game) for game in games.iterator(2000)]
    events += [_decision_event(decision) for decision in decisions]
    return sorted(events, key=lambda event: event.key)


def _not_before(key: Key, on: str, at: str) -> Q:
    return Q(**{f"{on}__gt": key[0]}) | Q(**{on: key[0], f"{at}__gte": key[1]})


def _states_before(key: Key, members: Collection[int]) -> dict[int, paa.State | None]:
    """Each member's state after his last entry before the key."""
    states: dict[int, paa.State | None] = dict.fromkeys(members)
    if key[0] == date.min:
        return states
    earlier = Q(on__lt=key[0]) | Q(on=key[0], at__lt=key[1])
    numbered = RatingEntry.objects.filter(
        earlier, system=SYSTEM.name, member_id__in=members
    ).annotate(
        newest=Window(
            RowNumber(),
            partition_by=F("member_id"),
            order_by=[F("on").desc(), F("at").desc(), F("pk").desc()],
        )
    )
    for row in numbered.filter(newest=1):
        states[row.member_id] = paa.State.from_json(row.state)
    return states


# --- Standings --------------------------------------------------------------------------------
def _lock(members: Collection[int]) -> dict[int, Standing]:
    """Lock the standings of these members in primary-key order, so that nobody waits in a ring."""
    rows = Standing.objects.select_for_update().filter(system=SYSTEM.name, member_id__in=members)
    return {row.member_id: row for row in rows.order_by("pk")}


STANDING_CONTENT = [
    "points",
    "rank",
    "certified",
    "games",
    "wins",
    "losses",
    "jigo",
    "recent",
    "last_on",
    "last_at",
]


def _state_of(standing: Standing) -> paa.State | None:
    if standing.points is None:
        return None
    return paa.State(
        points=standing.points,
        rank=parse_rank(standing.rank),
        games=standing.games,
        wins=standing.wins,
        losses=standing.losses,
        jigo=standing.jigo,
        recent=standing.recent,
        certified=standing.certified,
    )


def _show(standing: Standing, state: paa.State | None, key: Key | None) -> None:
    """Write a state into a standing (not yet into the database)."""
    shown = state or paa.State(0, 0, 0, 0, 0, 0, "", False)
    standing.points = None if state is None else shown.points
    standing.rank = "" if state is None else LADDER[shown.rank]
    standing.certified = shown.certified
    standing.games = shown.games
    standing.wins, standing.losses, standing.jigo = shown.wins, shown.losses, shown.jigo
    standing.recent = shown.recent
    standing.last_on, standing.last_at = (key[0], key[1]) if key else (None, None)


def _save_standings(standings: dict[int, Standing], entries: Sequence[Entry[paa.State]]) -> None:
    for entry in entries:
        _show(standings[entry.player], entry.step.state, entry.key)
    Standing.objects.bulk_update(
        [standings[pk] for pk in sorted(standings)], STANDING_CONTENT, batch_size=200
    )


def _settle_standings(
    standings: dict[int, Standing],
    states: dict[int, paa.State | None],
    last: dict[int, Entry[paa.State]],
) -> int:
    """Bring the standings of a replay in line with its last entries; returns how many changed."""
    changed = []
    orphans = [pk for pk in standings if pk not in last]
    earlier = _last_keys(orphans)
    for pk, standing in standings.items():
        before = [getattr(standing, name) for name in STANDING_CONTENT]
        entry = last.get(pk)
        if entry is not None:
            _show(standing, entry.step.state, entry.key)
        else:
            _show(standing, states.get(pk), earlier.get(pk))
        if before != [getattr(standing, name) for name in STANDING_CONTENT]:
            changed.append(standing)
    Standing.objects.bulk_update(changed, STANDING_CONTENT, batch_size=200)
    return len(changed)


def _last_keys(members: Collection[int]) -> dict[int, Key]:
    """Key of the last stored entry of members whose replay produced none."""
    keys: dict[int, Key] = {}
    if members:
        rows = RatingEntry.objects.filter(system=SYSTEM.name, member_id__in=members)
        for row in rows.order_by("on", "at", "pk").only("member_id", "on", "at", "pk"):
            keys[row.member_id] = (row.on, row.at, GAME, row.pk)
    return keys


# --- Facts as the rules see them --------------------------------------------------------------
def rated_game(game: Game) -> RatedGame:
    """The game as a frozen dataclass of the rules."""
    return RatedGame(
        board=game.board,
        handicap=game.handicap,
        komi2=game.komi2,
        outcome=Outcome(game.winner),
        ending=Ending(game.ending),
        margin2=game.margin2,
        black_free=game.black_free,
        white_free=game.white_free,
        black_guest=game.black.is_guest,
        white_guest=game.white.is_guest,
    )


def _game_event(game: Game) -> GameEvent:
    return GameEvent(
        key=game_key(game),
        on=game.played_on,
        game=rated_game(game),
        black=game.black_id,
        white=game.white_id,
    )


def _decision_event(decision: StrengthDecision) -> DecisionEvent:
    return DecisionEvent(
        key=decision_key(decision),
        on=decision.effective_on,
        player=decision.member_id,
        decision=paa.Decision(
            kind=paa.DecisionKind(decision.kind),
            points=decision.points,
            rank=parse_rank(decision.rank) if decision.rank else None,
            by_office=decision.kind != StrengthDecision.Kind.DECLARED,
        ),
    )


def _row(entry: Entry[paa.State]) -> RatingEntry:
    on, at, kind, fact = entry.key
    before, after = entry.before, entry.step.state
    return RatingEntry(
        member_id=entry.player,
        system=SYSTEM.name,
        game_id=fact if kind == GAME else None,
        decision_id=fact if kind == DECISION else None,
        on=on,
        at=at,
        delta=entry.step.delta,
        points_before=None if before is None else before.points,
        points_after=after.points,
        rank_before="" if before is None else LADDER[before.rank],
        rank_after=LADDER[after.rank],
        code=entry.step.reason.code,
        reason=entry.step.reason.as_json(),
        state=after.to_json(),
    )


# --- House rules ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RulesTimeline:
    """The house rules in force on any day."""

    changes: tuple[tuple[date, str, int], ...]

    def __call__(self, day: date) -> paa.Rules:
        values = {key: value for since, key, value in self.changes if since <= day}
        return paa.Rules(
            min_games=values.get(HouseRule.Key.PAA_MIN_GAMES, paa.Rules().min_games),
            window=values.get(HouseRule.Key.PAA_WINDOW, paa.Rules().window),
        )


def rules_timeline() -> RulesTimeline:
    """Read the house rules, oldest first."""
    rows = HouseRule.objects.order_by("valid_from", "pk").values_list("valid_from", "key", "value")
    return RulesTimeline(tuple(rows))


def members_of(*games: Game) -> set[int]:
    """Primary keys of the players of these games who hold points."""
    players: Iterable[Member] = (player for game in games for player in game.players)
    return {player.pk for player in players if not player.is_guest}
