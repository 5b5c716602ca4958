"""Matches of teams: their boards are seated when a round is published, and decide them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Event, LineupPlace, Pairing, Participant, Round, Seat
from goclub.leagues.models.round import BOARDS_FROM
from goclub.leagues.tournament.queries.boards import lineups_of, points_of_matches
from goclub.leagues.tournament.queries.snapshot import settings_of
from goclub.leagues.tournament.services.steps import seats_of
from goclub.members.requests import Act
from ratings.errors import Code
from tournaments.events.teams import board_seats, match_result, moved_up

Outcome = Pairing.Outcome


def players_here(event: Event, number: int) -> dict[int, list[Participant]]:
    """The players of every team (its key) who can play in a round, in the team's order."""
    here: dict[int, list[Participant]] = {}
    players = event.participants.final().exclude(team=None).exclude(absences__number=number)
    for player in players.order_by("number"):
        here.setdefault(player.team_id or 0, []).append(player)
    return here


def seat_boards(act: Act, event: Event, event_round: Round) -> list[Pairing]:
    """Seat the boards of a round that is out by the lineups; returns the new ones.

    A team without a lineup, or whose lineup names a player who is away, plays in its order.
    Matches decided without play have no boards, and boards at which the same two sit stay.  The
    event is locked.  Raises RuleError E_STATE (``board_has_result``) where others sit at a board
    that has a result.
    """
    matches = [match for match in _matches(event_round) if match.source != Pairing.Source.SCHEDULE]
    for match in matches:
        if match.table >= BOARDS_FROM:
            raise Refusal(
                _("Table %(value)s is too high for a match of teams. Use a table below 100."),
                code=Code.RANGE,
                field="table",
                value=match.table,
                reason="table_too_high",
            )
    _complete_lineups(event, event_round, matches)
    lineups = lineups_of(event)
    people = {player.pk: player for player in event.participants.exclude(team=None)}
    seated: dict[int, list[Pairing]] = defaultdict(list)
    for board in event_round.pairings.exclude(match=None).order_by("table"):
        seated[board.match_id or 0].append(board)
    boards: list[Pairing] = []
    for match in matches:
        first, second = (
            lineups.get((team, event_round.number), {}) for team in (match.white_id, match.black_id)
        )
        wanted = {board: {first[board], second[board]} for board in first.keys() & second.keys()}
        for board in seated[match.pk]:
            if wanted.get(board.board) == {board.white_id, board.black_id}:
                del wanted[board.board]
                continue
            if board.has_result:
                raise _board_has_result(board)
            board.delete()
        boards += [
            board_of(event, match, board, people[first[board]], people[second[board]])
            for board in sorted(wanted)
        ]
    Pairing.objects.bulk_create(boards)
    Seat.objects.bulk_create([seat for board in boards for seat in seats_of(board)])
    settle_matches(act, event, event_round)
    return boards


def _complete_lineups(event: Event, event_round: Round, matches: list[Pairing]) -> None:
    """Let the teams without a lineup that can sit down take their seats in their order."""
    number = event_round.number
    here = players_here(event, number)
    present = {player.pk for players in here.values() for player in players}
    known = {
        team
        for (team, of_round), lineup in lineups_of(event).items()
        if of_round == number and (event_round.published_at or present.issuperset(lineup.values()))
    }
    teams = [team.pk for match in matches for team in match.players if team.pk not in known]
    LineupPlace.objects.filter(team__in=teams, number=number).delete()
    LineupPlace.objects.bulk_create(
        LineupPlace(team_id=team, number=number, board=board, player_id=player)
        for team in teams
        for board, player in enumerate(_in_order(here.get(team, []), event.team_size), 1)
    )


def _in_order(players: list[Participant], boards: int) -> tuple[int, ...]:
    order = [player.pk for player in players]
    return moved_up(order, order, boards)


def board_of(
    event: Event, match: Pairing, board: int, first: Participant, second: Participant
) -> Pairing:
    """A board of a match, not saved; *first* plays for the team that is White in the match."""
    players = {first.pk: first, second.pk: second}
    white, black, handicap = board_seats(
        board, (first.pk, first.rank), (second.pk, second.rank), settings_of(event).handicap
    )
    return Pairing(
        round=match.round,
        match=match,
        table=BOARDS_FROM * match.table + board,
        white=players[white],
        black=players[black],
        handicap=handicap,
        komi2=event.komi2_for(handicap),
    )


def unseat_boards(event: Event, event_round: Round) -> None:
    """Take the boards of a round away before it is unpublished; the lineups stay.

    Raises RuleError E_STATE (``board_has_result``) once a board has a result.
    """
    if not event.has_boards:
        return
    boards = event_round.pairings.exclude(match=None)
    played = boards.exclude(result=Outcome.UNKNOWN).order_by("table").first()
    if played is not None:
        raise _board_has_result(played)
    boards.delete()
    decided = event_round.pairings.exclude(source=Pairing.Source.SCHEDULE)
    decided.update(result=Outcome.UNKNOWN, by_default=False, source=Pairing.Source.NONE)


def _board_has_result(board: Pairing) -> Refusal:
    return Refusal(
        _("Board %(value)s already has a result. Clear it first."),
        field="round",
        value=board.table,
        reason="board_has_result",
    )


def settle_matches(act: Act, event: Event, event_round: Round) -> None:
    """Bring the results of a round's matches in line with their boards."""
    matches = _matches(event_round)
    points = points_of_matches(event, {event_round.number: matches})
    boards = event_round.pairings.exclude(match=None).filter(by_default=False)
    played = set(boards.values_list("match_id", flat=True))
    changed = []
    for match in matches:
        if match.pk not in points:
            continue
        result = match_result(points[match.pk]).value
        facts: Mapping[str, object] = {
            "result": result,
            "by_default": result != Outcome.UNKNOWN and match.pk not in played,
            "source": "" if result == Outcome.UNKNOWN else Pairing.Source.ORGANISER,
        }
        if any(getattr(match, name) != value for name, value in facts.items()):
            for name, value in facts.items():
                setattr(match, name, value)
            match.reported_by, match.reported_at = act.by, act.at
            changed.append(match)
    columns = ["result", "by_default", "source", "reported_by", "reported_at"]
    Pairing.objects.bulk_update(changed, columns)


def _matches(event_round: Round) -> list[Pairing]:
    rows = event_round.pairings.filter(match=None).select_related("round", "white", "black")
    return list(rows.order_by("table"))


def need_board(event: Event, pairing: Pairing) -> None:
    """Refuse a result for a match, which its boards decide: E_STATE ``match_has_boards``."""
    if event.has_boards and pairing.match_id is None:
        raise Refusal(
            _(
                "Table %(value)s is a match of two teams. Enter the results of its boards: "
                "%(first)s to %(last)s."
            ),
            field="result",
            value=pairing.table,
            reason="match_has_boards",
            first=pairing.table * BOARDS_FROM + 1,
            last=pairing.table * BOARDS_FROM + event.team_size,
        )
