"""The shapes of the answers.  Half points and komi are plain numbers: 6.5, 5.5, −2.5."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from ninja import Schema


class Link(Schema):
    """A person; ``id`` is null if the reader may not open their page."""

    id: int | None
    name: str


class StandingOut(Schema):
    """A member's standing in one rating system: points or rating, whichever the system has."""

    system: str
    rank: str
    points: int | None
    rating: float | None
    official: bool
    games: int


class MemberOut(Schema):
    """A member in a list; country and club if the member shows them."""

    id: int
    name: str
    romanised: str
    country: str | None
    club: str | None
    joined_on: date | None
    url: str
    standings: list[StandingOut]


class MemberPage(Schema):
    """A page of members."""

    members: list[MemberOut]
    next: str | None


class RankedOut(Schema):
    """A line of a ranking."""

    place: int
    member: Link
    rank: str
    points: int | None
    rating: float | None
    games: int


class RankingOut(Schema):
    """The ranking of a rating system, strongest first, after ``offset`` lines."""

    system: str
    total: int
    lines: list[RankedOut]
    next: str | None


class GameOut(Schema):
    """A game; ``winner`` "B", "W", "J" (jigo) or "N" (no result)."""

    id: int
    played_on: date
    black: Link
    white: Link
    board: int
    handicap: int
    komi: float
    winner: str
    ending: str
    margin: float | None
    result: str
    state: str
    place: str
    kifu: str | None
    url: str


class GamePage(Schema):
    """A page of games, the most recently entered first."""

    games: list[GameOut]
    next: str | None


class MoveOut(Schema):
    """A move: ``colour`` "B" or "W"; ``point`` in the letters of SGF, "" for a pass."""

    colour: str
    point: str


class RecordOut(Schema):
    """A game record: the SGF with all variations and comments, and the moves of the main line."""

    game: int
    width: int
    height: int
    sgf: str
    moves: list[MoveOut]


class ChangeOut(Schema):
    """What a game changed for one player in one rating system."""

    member: Link
    system: str
    before: float | None
    after: float
    rank_before: str
    rank_after: str
    why: str


class GameWhole(GameOut):
    """A game and what it changed."""

    moved: list[ChangeOut]


class EventOut(Schema):
    """A tournament."""

    id: int
    name: str
    place: str
    begins_on: date
    ends_on: date
    system: str
    rounds: int
    state: str
    url: str


class EventPage(Schema):
    """A page of tournaments, the most recently created first."""

    events: list[EventOut]
    next: str | None


class PlacedOut(Schema):
    """A line of the standings; ``scores`` by criterion."""

    place: int | None
    name: str
    rank: str
    club: str
    country: str
    scores: dict[str, float]


class SanctionOut(Schema):
    """A sanction in a league event; ``tables`` are the games it decided, as round and table."""

    player: str
    round: int
    level: Literal["warning", "game_lost", "removed", "lifted"]
    reason: str
    by: str
    at: datetime
    tables: list[tuple[int, int]]


class RungOut(Schema):
    """A player on the ladder; ``rung`` 1 is at the top."""

    rung: int
    member: Link


class LadderOut(Schema):
    """The club's ladder; ``reach`` is how many rungs above their own players can challenge."""

    open: bool
    reach: int
    rungs: list[RungOut]


class EventWhole(EventOut):
    """A tournament with its standings after ``after`` rounds.

    ``league`` is the league whose rules rank the players, or null if the event's own criteria do.
    """

    after: int
    criteria: list[str]
    league: str | None
    sanctions: list[SanctionOut]
    standings: list[PlacedOut]


class LeagueOut(Schema):
    """A league."""

    slug: str
    name: str
    kind: str
    summary: str
    active: bool
    url: str


class ClubOut(Schema):
    """The club and its rating systems; figures since ``recalculating_since`` may still change."""

    name: str
    motto: str
    systems: list[str]
    recalculating_since: datetime | None
