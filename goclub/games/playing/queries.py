from __future__ import annotations

from calendar import Calendar
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, TruncMonth
from django.urls import reverse

from goclub.common.registered import Registered
from goclub.games.finding.queries import FoundMember, others, recent_opponents, with_rank
from goclub.games.labels import conditions_text
from goclub.games.models import (
    Game,
    Kifu,
    RatingEntry,
    Standing,
    Toss,
)
from goclub.games.rating.queries import players_ranks, rank_of
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.members.models import Member
from ratings.igs.conditions import EVEN_KOMI2


def counted(rows: QuerySet[Any]) -> Coalesce:
    """How many rows these are, as a part of another query."""
    counting = rows.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk"))
    return Coalesce(Subquery(counting.values("n")), 0)


# Addresses that carry what a form shall take up.


def report_address(**named: Kifu | Toss | None) -> str:
    """The address of the report form with the draft and the toss that it shall take up."""
    query = urlencode({name: row.pk for name, row in named.items() if row is not None})
    return reverse("games:report") + (f"?{query}" if query else "")


# Where a game was played, as its page says it.


@dataclass(frozen=True, slots=True)
class GameContext:
    """What a game belongs to: ``text`` as shown, ``url`` of its page there.

    ``note`` says in a sentence what a correction of the game does there; ``counts`` whether it
    counts there, ``why`` the reasons why not.
    """

    text: str
    url: str
    note: str
    counts: str = ""
    why: tuple[str, ...] = ()


# Questions about games, standings and the ledger.


def games_list() -> QuerySet[Game]:
    """Games as the public list shows them, newest first, with what a row needs."""
    return (
        Game.objects.shown()
        .with_players()
        .annotate(**players_ranks())
        .annotate(has_kifu=Exists(Kifu.objects.filter(game=OuterRef("pk"))))
        .prefetch_related(
            Prefetch(
                "entries",
                queryset=RatingEntry.objects.filter(system=MAIN_SYSTEM).order_by("pk"),
            )
        )
        .newest_first()
    )


def games_by_month(games: QuerySet[Game], days: Collection[date]) -> dict[date, int]:
    """How many of these games each month has in which one of the days lies, by its first day.

    One query, and none without a day; it counts from the first of these months to the last.
    """
    months = {day.replace(day=1) for day in days}
    if not months:
        return {}
    last = max(months)
    after = last.replace(year=last.year + last.month // 12, month=last.month % 12 + 1)
    within = games.filter(played_on__gte=min(months), played_on__lt=after)
    rows = within.order_by().prefetch_related(None).values_list(TruncMonth("played_on"))
    counted = dict(rows.annotate(count=Count("pk")))
    return {month: counted[month] for month in months if month in counted}


def game_page(pk: int) -> Game | None:
    """One game with everybody who has to do with it, and its ledger entries (two queries)."""
    people = ["reported_by__member", "confirmed_by__member", "disputed_by__member"]
    entries = RatingEntry.objects.select_related("member")
    return (
        Game.objects.filter(pk=pk)
        .select_related("black", "white", "kifu", "toss", *people)
        .defer("kifu__original", "kifu__text")
        .prefetch_related(Prefetch("entries", queryset=entries))
        .first()
    )


def versions_of_game(game: Game) -> QuerySet[Any]:
    """The game as it once stood, oldest first, with who changed it."""
    versions: QuerySet[Any] = Game.history.model.objects.filter(id=game.pk)
    return versions.select_related("history_user__member").order_by("history_id")


def latest_games(member: Member) -> QuerySet[Game]:
    """A member's six newest games with both players and their ranks of today."""
    shown = Game.objects.filter(Q(black=member) | Q(white=member)).shown()
    return shown.with_players().annotate(**players_ranks()).newest_first()[:6]


def office_queue() -> QuerySet[Game]:
    """Games an organiser may have to decide: disputed ones first, then the oldest reports."""
    return (
        Game.objects.open()
        .select_related("black", "white", "reported_by__member", "disputed_by__member")
        .order_by("state", "played_on", "pk")
    )


# What came in lately, for those who were away.


def filed_since(since: datetime, member: Member) -> Coalesce:
    """As a column: how many kifu others brought since a moment."""
    new = Kifu.objects.in_library().filter(uploaded_at__gt=since)
    if member.user_id is not None:
        new = new.exclude(uploaded_by=member.user_id)
    return counted(new)


# An ordinary game of today between two members: its conditions, and the results it can have.


#: So many opponents are offered before anybody types a name.
MOST_OFFERED: Final = 6


@dataclass(frozen=True, slots=True)
class ShortResult:
    """One of the results that the reporter may choose: who had which colour, and who won."""

    black: Member
    white: Member
    winner: str
    me: Member

    @property
    def value(self) -> str:
        """As the form sends it."""
        return f"{self.black.pk}-{self.white.pk}-{self.winner}"

    @property
    def colour(self) -> str:
        """The reporter's: B or W."""
        return "B" if self.black == self.me else "W"

    @property
    def is_won(self) -> bool:
        """Whether the reporter won."""
        return self.winner == self.colour

    @property
    def is_jigo(self) -> bool:
        """Whether nobody did."""
        return self.winner == Game.Winner.JIGO


def told_by(value: str, me: Member, opponent: Member) -> ShortResult | None:
    """The result that a form sent; None for any that is not of these two.

    Read from what was sent: conditions, and with them the colours, may have moved meanwhile.
    """
    seats = {f"{a.pk}-{b.pk}": (a, b) for a, b in ((me, opponent), (opponent, me))}
    pair, _dash, winner = value.rpartition("-")
    if pair not in seats or winner not in ("B", "W", Game.Winner.JIGO):
        return None
    return ShortResult(*seats[pair], winner, me)


def usual_opponents(me: Member) -> list[FoundMember]:
    """Return the member's latest opponents, the most recent first (three queries)."""
    return with_rank(recent_opponents(me, others(me))[:MOST_OFFERED])


def usual_terms(me: Member, opponent: Member) -> GameTerms:
    """What the club's main system gives these two; an even game where it gives nothing."""
    system = SYSTEMS.of(MAIN_SYSTEM)
    rows = Standing.objects.filter(
        member__in=[me, opponent], system=system.key, state__isnull=False
    )
    held = {row.member_id: system.read(row.state) for row in rows if row.state is not None}
    terms = system.terms(held.get(me.pk), held.get(opponent.pk))
    if isinstance(terms, GameTerms):
        return terms
    text = conditions_text(0, EVEN_KOMI2)
    return GameTerms(handicap=0, komi2=EVEN_KOMI2, black=ONE, toss=True, text=text, lines=[])


def results_of(me: Member, opponent: Member, terms: GameTerms) -> list[ShortResult]:
    """What can have happened: mine first; where colour is tossed for, with both colours."""
    mine, theirs = (me, opponent), (opponent, me)
    seats = [mine, theirs] if terms.toss else [mine if terms.black == ONE else theirs]
    results = []
    for won in (True, False):
        for black, white in seats:
            winner = "B" if (black == me) == won else "W"
            results.append(ShortResult(black, white, winner, me))
    if terms.komi2 % 2 == 0:
        results += [ShortResult(black, white, Game.Winner.JIGO, me) for black, white in seats]
    return results


# A member's record: by colour, handicap, month and opponent.  Plain counting, no rule of strength.


class ResultTally(NamedTuple):
    """Won, lost and drawn games; games without a result are left out."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def share(self) -> int:
        """Won games in percent, a jigo as half a win, rounded; 0 without games."""
        return round(100 * (self.won + self.drawn / 2) / self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A game as its player sees it: result W, L or J; stones given (+) or taken (−)."""

    on: date
    colour: str
    result: str
    handicap: int
    opponent: int


def games_of(member: Member, against: Member | None = None) -> list[PlayerGame]:
    """A member's decided or drawn confirmed games, oldest first."""
    players = Q(black=member) | Q(white=member)
    if against is not None:
        players &= Q(black=against) | Q(white=against)
    games = Game.objects.filter(players).confirmed().exclude(winner=Game.Winner.NO_RESULT)
    rows = games.order_by("played_on", "confirmed_at", "pk").values_list(
        "played_on", "black_id", "white_id", "winner", "handicap"
    )
    return [_seen_by(member.pk, *row) for row in rows]


def _seen_by(pk: int, on: date, black: int, white: int, winner: str, handicap: int) -> PlayerGame:
    colour = "B" if black == pk else "W"
    result = "J" if winner == "J" else "W" if winner == colour else "L"
    if colour == "B":
        return PlayerGame(on, colour, result, -handicap, white)
    return PlayerGame(on, colour, result, handicap, black)


def record_of(
    games: Sequence[PlayerGame], *, months: int = 12, opponents: int = 12
) -> dict[str, Any]:
    """Count a member's games; the newest *months* with games, the most frequent *opponents*."""
    by_opponent = _tallies(games, lambda game: game.opponent)
    frequent = sorted(by_opponent.items(), key=lambda pair: (-pair[1].games, pair[0]))[:opponents]
    names = Member.objects.in_bulk([pk for pk, _tally in frequent])
    by_month = _tallies(games, lambda game: game.on.replace(day=1))
    return {
        "total": _tally(games),
        "colours": {c: _tally(game for game in games if game.colour == c) for c in ("B", "W")},
        "handicaps": sorted(_tallies(games, lambda game: game.handicap).items()),
        "months": sorted(by_month.items(), reverse=True)[:months],
        "opponents": [(names[pk], tally) for pk, tally in frequent],
    }


def _tally(games: Iterable[PlayerGame]) -> ResultTally:
    results = Counter(game.result for game in games)
    return ResultTally(results["W"], results["L"], results["J"])


def _tallies(games: Iterable[PlayerGame], key: Callable[[PlayerGame], Any]) -> dict[Any, Any]:
    by_key = defaultdict(list)
    for game in games:
        by_key[key(game)].append(game)
    return {value: _tally(played) for value, played in by_key.items()}


def month_of_games(games: Sequence[PlayerGame], asked: date | None = None) -> dict[str, Any] | None:
    """The month that is *asked* for, where it lies between the first and the last game's.

    Otherwise the latest in which the member played; None where no game was played.  Its games by
    ``weeks`` from Monday; ``before`` and ``after`` the next months with games.
    """
    if not games:
        return None
    by_day: dict[date, list[PlayerGame]] = defaultdict(list)
    for game in games:
        by_day[game.on].append(game)
    months = sorted({day.replace(day=1) for day in by_day})
    first = months[-1]
    if asked is not None and months[0] <= asked.replace(day=1) <= first:
        first = asked.replace(day=1)
    weeks = [
        [
            {"on": day, "inside": day.month == first.month, "games": by_day.get(day, [])}
            for day in week
        ]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]
    return {
        "first": first,
        "weeks": weeks,
        "before": max((month for month in months if month < first), default=None),
        "after": min((month for month in months if month > first), default=None),
    }


def _ranks() -> dict[str, Subquery]:
    return {"opener_rank": rank_of("opener"), "caller_rank": rank_of("caller")}


# --- Tosses -------------------------------------------------------------------------------------
def toss_page(pk: int) -> QuerySet[Toss]:
    """One toss with everybody who has to do with it."""
    tosses = Toss.objects.filter(pk=pk).annotate(**_ranks())
    return tosses.select_related("opener", "caller", "black", "cancelled_by", "game")


def tosses_of(member: Member) -> QuerySet[Toss]:
    """A member's tosses that are still under way."""
    return Toss.objects.unfinished().of(member).with_players().annotate(**_ranks()).newest_first()


def tosses_due(member: Member) -> QuerySet[Toss]:
    """Tosses in which this member's post comes next, oldest first."""
    due = Toss.objects.waiting_for(member=member.pk).with_players()
    return due.annotate(**_ranks()).order_by("pk")


def recent_tosses() -> QuerySet[Toss]:
    """Decided tosses, newest first, with what a row needs."""
    return (
        Toss.objects.decided()
        .with_players()
        .select_related("black")
        .annotate(**_ranks())
        .newest_first()
    )


def toss_counts() -> list[tuple[int, int]]:
    """For each digit 0 … 9 how often it decided a toss, and how often the call was right."""
    rows = (
        Toss.objects.decided()
        .order_by()
        .values_list("digit")
        .annotate(came=Count("pk"), right=Count("pk", filter=Q(black=F("caller"))))
    )
    counts = {digit: (came, right) for digit, came, right in rows}
    return [counts.get(digit, (0, 0)) for digit in range(10)]


# What waits for a member, counted for the header in one query; rooms above add what they know.


class WaitingRows(NamedTuple):
    """Rows that wait for a member at a moment: what they depend on, and the rows with that."""

    values: Callable[[Member, datetime], Mapping[str, Any]]
    rows: Callable[..., QuerySet[Any]]


class WaitingMatters(Registered[WaitingRows]):
    """Everything that waits: reports to confirm, tosses to answer, and what rooms above add."""

    def count(self, member: Member, at: datetime) -> int:
        """How many things wait for a member (one query)."""
        first, *others = (
            waits.rows(**waits.values(member, at)).order_by().values("pk") for waits in self._all
        )
        return first.union(*others, all=True).count()


def _player(member: Member, _at: datetime) -> dict[str, Any]:
    return {"member": member.pk, "user": member.user_id or 0}


WAITING: Final = WaitingMatters(
    WaitingRows(_player, Game.objects.waiting_for),
    WaitingRows(lambda member, _at: {"member": member.pk}, Toss.objects.waiting_for),
)
