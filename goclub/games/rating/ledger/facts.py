"""Games and decisions as the ledger reads them: in its order, and as the rules see them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from django.db import connection
from django.db.models import F, Func, Q, QuerySet
from django.db.models.fields.tuple_lookups import (
    Tuple,
    TupleGreaterThan,
    TupleGreaterThanOrEqual,
)
from django.db.models.lookups import Exact
from msgspec import Struct

from goclub.games.models import Game, GameQuerySet
from goclub.games.rating.systems.protocol import AnySystem
from goclub.members.models import Member, StrengthDecision
from ratings.replay import DecisionEvent, Event, GameEvent
from ratings.system import Ending, Outcome, RatedGame

#: Order of the ledger: day played (or day from which a decision holds), moment of confirmation,
#: decisions before games, primary key.
Key = tuple[date, datetime, int, int]
DECISION, GAME = 0, 1
#: Where a game stands among games: day, moment of confirmation, primary key.
Place = tuple[date, datetime, int]

EARLIEST = datetime.min.replace(tzinfo=UTC)
BEGINNING: Key = (date.min, EARLIEST, DECISION, 0)

#: Games of a chunk: enough to keep the database busy, few enough to stay small in memory.
CHUNK = 500
#: And where nothing is stored to compare with: what the rules make of them is only written.
LONG_CHUNK = 2_000
#: Where the facts of a history are read.
TABLES = (Game, Member, StrengthDecision)


def game_key(game: Game) -> Key:
    """Return where a confirmed game stands in the ledger."""
    assert game.confirmed_at is not None
    return game.played_on, game.confirmed_at, GAME, game.pk


def decision_key(decision: StrengthDecision) -> Key:
    """Return where a decision about strength stands in the ledger."""
    return decision.effective_on, decision.decided_at, DECISION, decision.pk


def describe_key(key: Key | None) -> str:
    """Return a place in the ledger in words, for logs."""
    if key is None:
        return "its beginning"
    return f"{'game' if key[2] == GAME else 'decision'} {key[3]} of {key[0]}"


def day_key(day: date) -> Key:
    """The beginning of a day."""
    return day, EARLIEST, DECISION, 0


class Fact(Struct, frozen=True, gc=False):
    """A game (as the rules see it, the same for every system) or a decision."""

    key: Key
    game: GameEvent | None = None
    decision: StrengthDecision | None = None

    def event(self, system: AnySystem) -> Event | None:
        """The fact as this system reads it; None where it is nothing to the system."""
        if self.game is not None:
            return self.game
        assert self.decision is not None
        read = system.decision(self.decision)
        if read is None:
            return None
        return DecisionEvent(self.key, self.key[0], self.decision.member_id, read)


#: How a game ended, as the rules of strength read it: a penalty is a loss like another (S4-6, E7).
ENDINGS = {ending.value: ending for ending in Ending} | {
    str(Game.Ended.PENALTY): Ending.RESIGNATION
}


def fact_of_game(game: Game) -> Fact:
    key = game_key(game)
    event = GameEvent(key, key[0], rated_game(game), game.black_id, game.white_id)
    return Fact(key, game=event)


def fact_of_decision(decision: StrengthDecision) -> Fact:
    return Fact(decision_key(decision), decision=decision)


def rated_game(game: Game) -> RatedGame:
    """The game as a frozen dataclass of the rules."""
    return RatedGame(
        board=game.board,
        handicap=game.handicap,
        komi2=game.komi2,
        outcome=Outcome(game.winner),
        ending=ENDINGS[game.ending],
        margin2=game.margin2,
        black_free=game.black_free,
        white_free=game.white_free,
        black_guest=game.black.plays_as_guest(game.played_on),
        white_guest=game.white.plays_as_guest(game.played_on),
        league=game.for_league,
        pair=game.kind == Game.Kind.PAIR,
        computer=game.kind == Game.Kind.COMPUTER,
    )


def members_of(*games: Game) -> set[int]:
    """Primary keys of the players of these games who hold points."""
    return {
        player.pk
        for game in games
        for player in game.players
        if not player.plays_as_guest(game.played_on)
    }


@lru_cache(maxsize=4000)
def day_of(text: str) -> date:
    """A day as the databases write it."""
    return date.fromisoformat(text)


@lru_cache(maxsize=4000)
def moment_of(text: str) -> datetime:
    """A moment as the databases write it: UTC where it says nothing else."""
    read = datetime.fromisoformat(text)
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read


# --- Reading a history ------------------------------------------------------------------------
def chunks(
    key: Key,
    members: Collection[int] | None,
    size: int | None = None,
    *,
    until: date | None = None,
) -> Iterator[list[Fact]]:
    """Yield the facts from *key* on, in order, a few hundred at a time.

    *members* None for everyone's, *size* games at most (None: ``CHUNK``), *until* the first day
    that is not read.  Each chunk is a query of its own, from the last key on, so that a history of
    any length needs the same memory and no cursor stays open over the writes.
    """
    size = CHUNK if size is None else size
    decisions = _decisions(key, members, until)
    after: Place | None = None
    while True:
        games = _games(key, members, until, after, size)
        after = _place(games[-1].key) if games else None
        end = games[-1].key if len(games) == size else None
        due = [fact for fact in decisions if end is None or fact.key < end]
        decisions = decisions[len(due) :]
        if games or due:
            yield sorted([*games, *due], key=lambda fact: fact.key)
        if end is None:
            return


def _place(key: Key) -> Place:
    day, moment, _kind, pk = key
    return day, moment, pk


def count(key: Key, members: Collection[int] | None = None) -> int:
    """Return how many facts :func:`chunks` will yield."""
    return _game_rows(key, members).count() + _decision_rows(key, members).count()


def count_to(key: Key, most: int) -> int:
    """Return how many facts there are from *key* on, counted as far as *most* and one more."""
    games = _game_rows(key, None).order_by()[: most + 1].count()
    return games + _decision_rows(key, None).order_by()[: most + 1 - games].count()


def end_of_stretch(day: date, most: int) -> date | None:
    """Return the day before which whole days with *most* games in all end; None for all of them.

    A day with more games than that is a stretch of its own.
    """
    games = _by_order(day_key(day)).order_by("played_on", "confirmed_at", "pk")
    end: date | None = games.values_list("played_on", flat=True)[most : most + 1].first()
    return day + timedelta(days=1) if end == day else end


def players_from(key: Key, most: int, *, until: date | None = None) -> set[int] | None:
    """Return primary keys of everyone in a fact from *key* on; None for more than *most* games."""
    rows = _game_rows(key, None, until).values_list("black_id", "white_id")
    games = list(rows[: most + 1])
    if len(games) > most:
        return None
    decided = _decision_rows(key, None, until).values_list("member_id", flat=True)
    return {pk for pair in games for pk in pair} | set(decided)


def _decisions(key: Key, members: Collection[int] | None, until: date | None) -> list[Fact]:
    rows = _decision_rows(key, members, until)
    ordered = rows.order_by("effective_on", "decided_at", "pk")
    return [fact_of_decision(row) for row in ordered.iterator(1000)]


def _decision_rows(
    key: Key, members: Collection[int] | None, until: date | None = None
) -> QuerySet[StrengthDecision]:
    rows = StrengthDecision.objects.filter(_between(key, until, "effective_on", "decided_at"))
    return rows if members is None else rows.filter(member__in=members)


#: What the rules of strength read of a game and its players.
_READ = (
    "played_on", "confirmed_at", "black_id", "white_id", "board", "handicap", "komi2",
    "winner", "ending", "margin2", "black_free", "white_free", "for_league", "kind",
    "black__status", "white__status", "black__rated_from", "white__rated_from",
)  # fmt: skip


def _game_rows(
    key: Key, members: Collection[int] | None, until: date | None = None
) -> GameQuerySet:
    rows = Game.objects.rated().filter(_between(key, until, "played_on", "confirmed_at"))
    return rows if members is None else rows.filter(Q(black__in=members) | Q(white__in=members))


def _games(
    key: Key,
    members: Collection[int] | None,
    until: date | None,
    after: Place | None,
    size: int,
) -> list[Fact]:
    rows = _by_order(key, until) if members is None else _game_rows(key, members, until)
    if after is not None:
        place = Tuple(F("played_on"), F("confirmed_at"), F("pk"))
        rows = rows.filter(TupleGreaterThan(place, after))
    games = rows.select_related("black", "white").only(*_READ)
    return [fact_of_game(game) for game in games.order_by("played_on", "confirmed_at", "pk")[:size]]


class _Besides(Func):
    """A column of SQLite in a condition that is no reason to take the column's own index."""

    template = "+%(expressions)s"


def _by_order(key: Key, until: date | None = None) -> GameQuerySet:
    """Return everyone's rated games, on SQLite by the index of the ledger's order.

    Otherwise SQLite takes the index of states, which finds all games and sorts them again for
    every chunk: a history would take the square of its length.
    """
    if connection.vendor != "sqlite":
        return _game_rows(key, None, until)
    confirmed = Exact(_Besides(F("state")), Game.State.CONFIRMED)
    rated = Game.objects.but_forfeits().filter(confirmed)
    return rated.filter(_between(key, until, "played_on", "confirmed_at"))


def _between(key: Key, until: date | None, on: str, at: str) -> Q:
    """Return the condition for facts from *key* on, and before the day *until*.

    Day and time are compared as one value, so that the index of that order finds the place.
    """
    before = Q() if until is None else Q((f"{on}__lt", until))
    if key[0] == date.min:
        return before
    return before & Q(TupleGreaterThanOrEqual(Tuple(F(on), F(at)), key[:2]))
