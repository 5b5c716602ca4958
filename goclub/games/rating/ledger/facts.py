"""Games and decisions as the ledger reads them: in its order, and as the rules see them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime
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
    """Where a confirmed game stands in the ledger."""
    assert game.confirmed_at is not None
    return game.played_on, game.confirmed_at, GAME, game.pk


def decision_key(decision: StrengthDecision) -> Key:
    """Where a decision about strength stands in the ledger."""
    return decision.effective_on, decision.decided_at, DECISION, decision.pk


def said(key: Key | None) -> str:
    """A place in the ledger for logs: what stands there, of which day."""
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
    key: Key, members: Collection[int] | None, size: int | None = None
) -> Iterator[list[Fact]]:
    """Yield the facts from *key* on, in order, a few hundred at a time.

    *members* None for everybody's, *size* games at most (None: ``CHUNK``).  Each chunk is a query
    of its own, from the last key on, so that a history of any length needs the same memory and no
    cursor stays open over the writes.
    """
    size = CHUNK if size is None else size
    decisions = _decisions(key, members)
    after: Place | None = None
    while True:
        games = _games(key, members, after, size)
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


def count(key: Key, members: Collection[int] | None) -> int:
    """How many facts :func:`chunks` will yield."""
    return _game_rows(key, members).count() + _decision_rows(key, members).count()


def count_to(key: Key, most: int) -> int:
    """How many facts there are from *key* on, counted as far as *most* and one more."""
    games = _game_rows(key, None).order_by()[: most + 1].count()
    return games + _decision_rows(key, None).order_by()[: most + 1 - games].count()


def people_since(key: Key, most: int) -> set[int] | None:
    """Primary keys of everybody in a fact from *key* on; None where these are more than *most*."""
    games = list(_game_rows(key, None).values_list("black_id", "white_id")[: most + 1])
    if len(games) > most:
        return None
    decided = _decision_rows(key, None).values_list("member_id", flat=True)
    return {pk for pair in games for pk in pair} | set(decided)


def places(key: Key, since: datetime | None = None) -> Iterator[tuple[Key, tuple[int, ...]]]:
    """Yield where every fact from *key* on stands, with the members whom it concerns.

    *since* only what was confirmed or decided from that moment on.
    """
    games, decisions = _game_rows(key, None), _decision_rows(key, None)
    if since is not None:
        games, decisions = (
            games.filter(confirmed_at__gte=since),
            decisions.filter(decided_at__gte=since),
        )
    names = ("played_on", "confirmed_at", "pk", "black_id", "white_id")
    for on, at, pk, black, white in games.values_list(*names).iterator(2000):
        yield (on, at, GAME, pk), (black, white)
    decided = decisions.values_list("effective_on", "decided_at", "pk", "member_id")
    for on, at, pk, member in decided.iterator(2000):
        yield (on, at, DECISION, pk), (member,)


def _decisions(key: Key, members: Collection[int] | None) -> list[Fact]:
    rows = _decision_rows(key, members).order_by("effective_on", "decided_at", "pk")
    return [fact_of_decision(row) for row in rows.iterator(1000)]


def _decision_rows(key: Key, members: Collection[int] | None) -> QuerySet[StrengthDecision]:
    rows = StrengthDecision.objects.filter(_not_before(key, "effective_on", "decided_at"))
    return rows if members is None else rows.filter(member__in=members)


#: What the rules of strength read of a game and its players.
_READ = (
    "played_on", "confirmed_at", "black_id", "white_id", "board", "handicap", "komi2",
    "winner", "ending", "margin2", "black_free", "white_free", "for_league", "kind",
    "black__status", "white__status", "black__rated_from", "white__rated_from",
)  # fmt: skip


def _game_rows(key: Key, members: Collection[int] | None) -> GameQuerySet:
    rows = Game.objects.rated().filter(_not_before(key, "played_on", "confirmed_at"))
    return rows if members is None else rows.filter(Q(black__in=members) | Q(white__in=members))


def _games(key: Key, members: Collection[int] | None, after: Place | None, size: int) -> list[Fact]:
    everybody = connection.vendor == "sqlite" and members is None
    rows = _by_order(key) if everybody else _game_rows(key, members)
    if after is not None:
        place = Tuple(F("played_on"), F("confirmed_at"), F("pk"))
        rows = rows.filter(TupleGreaterThan(place, after))
    games = rows.select_related("black", "white").only(*_READ)
    return [fact_of_game(game) for game in games.order_by("played_on", "confirmed_at", "pk")[:size]]


class _Besides(Func):
    """A column of SQLite in a condition that is no reason to take the column's own index."""

    template = "+%(expressions)s"


def _by_order(key: Key) -> GameQuerySet:
    """Everybody's rated games on SQLite, by the index of the ledger's order.

    Else it takes that of states, which finds all of them, to be sorted again for every chunk: a
    history would take the square of its length.
    """
    confirmed = Exact(_Besides(F("state")), Game.State.CONFIRMED)
    rated = Game.objects.but_forfeits().filter(confirmed)
    return rated.filter(_not_before(key, "played_on", "confirmed_at"))


def _not_before(key: Key, on: str, at: str) -> Q:
    """The facts from a place on; as one value, so that the index of that order finds it."""
    if key[0] == date.min:
        return Q()
    return Q(TupleGreaterThanOrEqual(Tuple(F(on), F(at)), key[:2]))
