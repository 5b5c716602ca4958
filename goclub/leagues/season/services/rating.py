"""Elo over counted events, and the live table of a season with what is still missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property

from goclub.games.rating.queries import rank_of
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, Season
from goclub.leagues.season.services.announcing import JudgedEvent, judge_events
from goclub.leagues.season.services.scores import (
    Played,
    as_members,
    load_played,
    members_in,
    rated_games,
)
from goclub.members.models import Member
from ratings.elo import SYSTEM, EloDecision, EloRules, EloState, Feed
from ratings.system import Ending as RatedEnding
from ratings.system import Outcome, RatedGame, Reason, Step
from tournaments.seasons.champions import (
    START_RATING,
    Entrant,
    SeasonRow,
    rating_at,
    season_table,
)
from tournaments.seasons.scoring import DRAWS, EventEnding, EventGame

_ENDINGS = {
    EventEnding.POINTS: RatedEnding.POINTS,
    EventEnding.RESIGNATION: RatedEnding.RESIGNATION,
    EventEnding.TIME: RatedEnding.TIME,
    # A penalty counts as a loss (S4-6, E7).
    EventEnding.PENALTY: RatedEnding.RESIGNATION,
    EventEnding.FORFEIT: RatedEnding.FORFEIT,
}


@dataclass(frozen=True, slots=True)
class Move:
    """What one counted game, or the bonus of an event, did to a member's rating.

    ``reason`` the rules' own; ``penalty`` a sanction decided the game.
    """

    at: datetime
    event: str
    before: float
    after: float
    opponent: int | None
    result: str
    reason: Reason = field(compare=False)
    penalty: bool = False

    @property
    def delta(self) -> float:
        return self.after - self.before


@dataclass
class Progress:
    """A league's Elo from its beginning: a projection of the ledger's counted games.

    ``histories`` by member: (moment, rating after), in the order of play; ``moves`` the same with
    their reasons; ``attended`` the days of the counted events in which each member took part.
    """

    league: League
    judged: list[JudgedEvent]
    played: Mapping[int, Played]
    histories: dict[int, list[tuple[datetime, float]]] = field(default_factory=dict)
    moves: dict[int, list[Move]] = field(default_factory=dict)
    attended: dict[int, list[date]] = field(default_factory=dict)

    @cached_property
    def members(self) -> dict[int, Member]:
        """Whoever took part in a counted event, by primary key."""
        return Member.objects.in_bulk(list(self.attended))

    def rating(self, member: int, at: datetime) -> float:
        """The rating at a moment; a game of that very second is in it (S4-23)."""
        return rating_at(self.histories.get(member, []), at)

    @property
    def counted(self) -> list[JudgedEvent]:
        """Events that were held and count."""
        return [
            judged_event
            for judged_event in self.judged
            if judged_event.counts and judged_event.row.event.state == "closed"
        ]


def progress_of(league: League) -> Progress:
    """Replay the counted events of a league (S4-1 … S4-8): a fixed number of queries.

    Where the league starts anew each season (S4-25), everybody is put back to 1000 at its first
    moment.
    """
    progress = Progress(league, judge_events(league), {})
    progress.played = load_played(judged_event.row for judged_event in progress.counted)
    for judged_event in progress.counted:
        for member in members_in(progress.played[judged_event.row.pk]):
            progress.attended.setdefault(member, []).append(judged_event.row.on)
    _replay(progress)
    return progress


@dataclass(frozen=True, slots=True)
class _Fact:
    at: datetime
    order: tuple[int, int]
    event: str
    game: EventGame | None
    #: Members who get the bonus of a national event (S4-7), and how much it is on its day.
    bonus: tuple[int, ...] = ()
    points: float = 0.0
    judged: bool = False


def _replay(progress: Progress) -> None:
    states: dict[int, EloState] = {}
    starts = _restarts(progress)
    for fact in _facts(progress):
        while starts and starts[0] <= fact.at:
            moment = starts.pop(0)
            for member in states:
                _note(progress, member, moment, START_RATING)
            states.clear()
        rules = EloRules(feed=Feed.LEAGUE, bonus=fact.points)
        if fact.game is not None:
            _play(progress, states, fact, rules)
        for member in fact.bonus:
            before = states.setdefault(member, _begin())
            step = SYSTEM.decide(before, EloDecision.BONUS, rules)
            assert step is not None
            states[member] = step.state
            _move(progress, member, fact, before, step, None, "bonus")


def _facts(progress: Progress) -> list[_Fact]:
    facts: list[_Fact] = []
    for judged_event in progress.counted:
        played = progress.played[judged_event.row.pk]
        last: datetime | None = None
        for number, (ended, game, judged) in enumerate(rated_games(played)):
            last = ended
            between = as_members(played, game)
            if between is not None:
                name = str(judged_event.row.event)
                order = (judged_event.row.pk, number)
                facts.append(_Fact(ended, order, name, between, judged=judged))
        bonus = progress.league.rules_on(judged_event.row.on).bonus
        if judged_event.row.national and last is not None and bonus:
            everybody = tuple(sorted(members_in(played)))
            order = (judged_event.row.pk, 10**6)
            facts.append(_Fact(last, order, str(judged_event.row.event), None, everybody, bonus))
    return sorted(facts, key=lambda fact: (fact.at, fact.order))


def _restarts(progress: Progress) -> list[datetime]:
    """The moments at which ratings start anew: just after the closing of seasons that say so."""
    seasons = progress.league.seasons.order_by("first")
    return [
        season.closing + timedelta(seconds=1) for season in seasons if not season.rules.carry_over
    ]


def _play(progress: Progress, states: dict[int, EloState], fact: _Fact, rules: EloRules) -> None:
    game = fact.game
    assert game is not None
    if game.ending in (EventEnding.OPEN, EventEnding.BYE, EventEnding.BOTH_PENALTY):
        return
    a, b = int(game.a), int(game.b)  # type: ignore[arg-type]
    state_a, state_b = states.setdefault(a, _begin()), states.setdefault(b, _begin())
    outcome = Outcome.JIGO
    ending = RatedEnding.CALLED if game.ending is EventEnding.CALLED else RatedEnding.NONE
    if game.ending not in DRAWS:
        outcome = Outcome.BLACK if game.winner == game.a else Outcome.WHITE
        ending = _ENDINGS[game.ending]
    # Boards and stones are the event's choice; the league's Elo asks only who won.
    komi2 = 12 if outcome is Outcome.JIGO else 11
    margin2 = 1 if ending is RatedEnding.POINTS else None
    rated = RatedGame(19, 0, komi2, outcome, ending, margin2, league=True)
    first, second = SYSTEM.step(rated, state_a, state_b, rules)
    assert first is not None
    assert second is not None
    states[a], states[b] = first.state, second.state
    _move(progress, a, fact, state_a, first, b, _letter(game, a))
    _move(progress, b, fact, state_b, second, a, _letter(game, b))


def _begin() -> EloState:
    return EloState(START_RATING, 0, 0, 0, 0)


def _letter(game: EventGame, member: int) -> str:
    if game.ending in DRAWS:
        return "J"
    return "W" if game.winner == member else "L"


def _move(
    progress: Progress,
    member: int,
    fact: _Fact,
    before: EloState,
    step: Step[EloState],
    opponent: int | None,
    result: str,
) -> None:
    after = step.state.rating
    _note(progress, member, fact.at, after)
    progress.moves.setdefault(member, []).append(
        Move(fact.at, fact.event, before.rating, after, opponent, result, step.reason, fact.judged)
    )


def _note(progress: Progress, member: int, at: datetime, rating: float) -> None:
    progress.histories.setdefault(member, []).append((at, rating))


# --- The live table ---------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player's line of a season: the rules' row, who it is, and his rank today."""

    row: SeasonRow
    member: Member
    rank: str


def entrants_of(progress: Progress, season: Season, *, at: datetime) -> list[Entrant]:
    """Who took part in a counted event of the season so far, with their ratings at a moment."""
    entrants = []
    for member, days in sorted(progress.attended.items()):
        mine = tuple(day for day in days if day in season)
        if mine:
            entrants.append(Entrant(member, progress.rating(member, at), mine))
    return entrants


def live_table(progress: Progress, season: Season, *, at: datetime) -> list[SeasonLine]:
    """The table of a season at a moment: after its closing hour, as it stood then (S4-23)."""
    over = at > season.closing
    moment = min(at, season.closing)
    as_of = None if over else league_day(progress.league, at)
    rows = season_table(season, entrants_of(progress, season, at=moment), as_of=as_of)
    return lines_of(rows)


def lines_of(rows: Iterable[SeasonRow]) -> list[SeasonLine]:
    """The rows of a season with whom they name, and the ranks of today (one query)."""
    rows = list(rows)
    named = Member.objects.annotate(rank_held=rank_of("pk"))
    known = named.in_bulk([int(row.player) for row in rows])
    known_rows = [(row, known[int(row.player)]) for row in rows]
    return [SeasonLine(row, member, vars(member)["rank_held"] or "") for row, member in known_rows]
