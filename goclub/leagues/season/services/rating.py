"""Elo over counted events, and the live table of a season with what is still missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from goclub.games.rating.ledger.facts import ENDINGS
from goclub.games.rating.queries import rank_of
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, Season
from goclub.leagues.season.services.announcing import JudgedEvent, judge_events
from goclub.leagues.season.services.scores import (
    Played,
    RatedPairing,
    load_played,
    members_in,
)
from goclub.members.models import Member
from ratings.elo import SYSTEM, EloDecision, EloRules, EloState, Feed
from ratings.system import Outcome, RatedGame, Reason, Step
from tournaments.seasons.champions import (
    START_RATING,
    Entrant,
    SeasonRow,
    rating_at,
    season_table,
)


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


class _Fact(NamedTuple):
    """A rated game, or the bonus of a national event: *points* for each of these members (S4-7)."""

    at: datetime
    order: tuple[int, int]
    event: str
    pairing: RatedPairing | None = None
    bonus: tuple[int, ...] = ()
    points: float = 0.0


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
        if fact.pairing is not None:
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
        row, played = judged_event.row, progress.played[judged_event.row.pk]
        name = str(row.event)
        facts += [
            _Fact(pairing.ended, (row.pk, number), name, pairing)
            for number, pairing in enumerate(played.rated)
        ]
        bonus = row.rules.bonus
        if row.national and played.rated and bonus:
            everybody = tuple(sorted(members_in(played)))
            last = played.rated[-1].ended
            facts.append(_Fact(last, (row.pk, 10**6), name, bonus=everybody, points=bonus))
    return sorted(facts, key=lambda fact: (fact.at, fact.order))


def _restarts(progress: Progress) -> list[datetime]:
    """The moments at which ratings start anew: just after the closing of seasons that say so."""
    seasons = progress.league.seasons.order_by("first")
    return [
        season.closing + timedelta(seconds=1) for season in seasons if not season.rules.carry_over
    ]


def _play(progress: Progress, states: dict[int, EloState], fact: _Fact, rules: EloRules) -> None:
    assert fact.pairing is not None
    game, judged = fact.pairing.game, fact.pairing.judged
    black, white = game.black_id, game.white_id
    before = states.setdefault(black, _begin()), states.setdefault(white, _begin())
    # Members stay members of the league, whatever they are in the club by now.
    rated = RatedGame(
        game.board, game.handicap, game.komi2, Outcome(game.winner), ENDINGS[game.ending],
        game.margin2, league=True,
    )  # fmt: skip
    for member, state, step, opponent in zip(
        (black, white), before, SYSTEM.step(rated, *before, rules), (white, black), strict=True
    ):
        assert step is not None
        states[member] = step.state
        result = {"B": black, "W": white}.get(game.winner)
        letter = "J" if result is None else "W" if result == member else "L"
        _move(progress, member, fact, state, step, opponent, letter, judged=judged)


def _begin() -> EloState:
    return EloState(START_RATING, 0, 0, 0, 0)


def _move(
    progress: Progress,
    member: int,
    fact: _Fact,
    before: EloState,
    step: Step[EloState],
    opponent: int | None,
    result: str,
    *,
    judged: bool = False,
) -> None:
    after = step.state.rating
    _note(progress, member, fact.at, after)
    progress.moves.setdefault(member, []).append(
        Move(fact.at, fact.event, before.rating, after, opponent, result, step.reason, judged)
    )


def _note(progress: Progress, member: int, at: datetime, rating: float) -> None:
    progress.histories.setdefault(member, []).append((at, rating))


# --- The live table ---------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player's line of a season: the row of the rules, the player and their current rank."""

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
    """Return the rows of a season with their players and current ranks (one query)."""
    rows = list(rows)
    named = Member.objects.annotate(rank_held=rank_of("pk"))
    known = named.in_bulk([int(row.player) for row in rows])
    known_rows = [(row, known[int(row.player)]) for row in rows]
    return [SeasonLine(row, member, vars(member)["rank_held"] or "") for row, member in known_rows]
