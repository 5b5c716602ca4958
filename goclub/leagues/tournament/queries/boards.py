"""The boards of matches: who sits there, and the points that the two teams have at each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from goclub.leagues.models import Event, LineupPlace, Pairing, Participant
from tournaments.events.field import GameResult
from tournaments.events.teams import BoardPoints, points_at_boards

#: Players by board, from 1, of a team (its key) in a round.
Lineups = Mapping[tuple[int, int], dict[int, int]]


def lineups_of(event: Event) -> Lineups:
    """The lineups of an event by the team's key and the round, players by key (one query)."""
    lineups: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for place in LineupPlace.objects.filter(team__event=event):
        lineups[place.team_id, place.number][place.board] = place.player_id
    return lineups


def points_of_matches(
    event: Event, matches: Mapping[int, Iterable[Pairing]]
) -> dict[int, list[BoardPoints | None]]:
    """The points of White's and Black's team at each board by match, None at an open one.

    Matches by round (from 1) as :func:`.snapshot.load` has them; those decided without play or
    not published have none.  Two queries for an event of teams, else none.
    """
    if not event.has_boards:
        return {}
    lineups = lineups_of(event)
    games: dict[int, list[Pairing]] = defaultdict(list)
    seated = Pairing.objects.filter(round__event=event).exclude(match=None)
    for game in seated.select_related("white"):
        games[game.match_id or 0].append(game)
    return {
        match.pk: points_at_boards(
            event.team_size,
            lineups.get((match.white_id, match.round.number), {}),
            lineups.get((match.black_id, match.round.number), {}),
            {game.board: points_at(game, match) for game in games[match.pk]},
        )
        for tables in matches.values()
        for match in tables
        if match.round.is_out and match.source != Pairing.Source.SCHEDULE
    }


def points_at(game: Pairing, match: Pairing) -> BoardPoints | None:
    """The doubled points of White's and Black's team of a match at one of its boards."""
    if not game.has_result:
        return None
    result = GameResult(game.counted)
    points = result.white2, result.black2
    return points if game.white.team_id == match.white_id else points[::-1]


def players_by_team(event: Event) -> dict[int, list[Participant]]:
    """The players of every team or pair (its key), in their order (one query)."""
    players: dict[int, list[Participant]] = defaultdict(list)
    rows = event.participants.exclude(team=None).select_related("member")
    for player in rows.order_by("number"):
        players[player.team_id or 0].append(player)
    return players
