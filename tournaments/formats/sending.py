"""What a federation would refuse, or ask about, in the results of a tournament.

Sources: EGF, "Tournament table format" and the rules of its database; the columns of the French
list; American Go Association, "Qualifications for Rated Games".  That a name has a given name and
that no number stands twice is how the three tell people apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournaments.events.field import GameResult, Player, Tournament, TournamentGame
from tournaments.formats.latin import is_latin, unfolded
from tournaments.formats.rating_lists import ListSource

#: Even games with any other komi, in half points, are asked about.
_USUAL_KOMI2 = range(11, 16)
_HANDICAP_KOMI2 = (0, 1, 2)
_BOARD = 19
#: The American federation asks for results within so many days.
AGA_DAYS = 30


class FaultKind(StrEnum):
    """What is at fault."""

    NO_ROUND = "no_round"
    NO_RESULT = "no_result"
    BOTH = "both"
    DRAW = "draw"
    FORFEIT = "forfeit"
    HANDICAP_KOMI = "handicap_komi"
    KOMI = "komi"
    BOARD = "board"
    NO_NUMBER = "no_number"
    SAME_NUMBER = "same_number"
    NO_FIRST_NAME = "no_first_name"
    NOT_LATIN = "not_latin"
    NO_COUNTRY = "no_country"
    NO_CLUB = "no_club"


@dataclass(frozen=True, slots=True)
class SendingFault:
    """A fault and where: a player, a table of a round (from 1), or the whole event.

    ``refused``: the federation would send it back; otherwise it is only worth a look.
    """

    kind: FaultKind
    refused: bool = True
    player: int = 0
    round: int = 0
    table: int = 0


def faults_of(
    tournament: Tournament, source: ListSource, *, komi2_handicap: int
) -> tuple[SendingFault, ...]:
    """Return what a federation would say to these players and rounds, the event's own first."""
    return (
        *_event_faults(tournament, komi2_handicap),
        *_game_faults(tournament, source),
        *_player_faults(tournament, source),
    )


def _event_faults(tournament: Tournament, komi2_handicap: int) -> Iterator[SendingFault]:
    games = [game for event_round in tournament.rounds for game in event_round.games]
    if not games:
        yield SendingFault(FaultKind.NO_ROUND)
    if tournament.event.size != _BOARD:
        yield SendingFault(FaultKind.BOARD)
    if any(not game.handicap for game in games) and tournament.event.komi2 not in _USUAL_KOMI2:
        yield SendingFault(FaultKind.KOMI, refused=False)
    if any(game.handicap for game in games) and komi2_handicap not in _HANDICAP_KOMI2:
        yield SendingFault(FaultKind.HANDICAP_KOMI, refused=False)


def _game_faults(tournament: Tournament, source: ListSource) -> Iterator[SendingFault]:
    for number, event_round in enumerate(tournament.rounds, 1):
        for game in event_round.games:
            for kind, refused in _faults_of_game(game, source):
                yield SendingFault(kind, refused, round=number, table=game.table)


def _faults_of_game(game: TournamentGame, source: ListSource) -> Iterator[tuple[FaultKind, bool]]:
    if game.result is GameResult.UNKNOWN:
        yield FaultKind.NO_RESULT, True
    elif game.played and game.result in (GameResult.BOTH_WIN, GameResult.BOTH_LOSE):
        yield FaultKind.BOTH, False
    elif game.by_default and source is ListSource.FFG:
        yield FaultKind.FORFEIT, False
    elif game.played and game.result is GameResult.EQUAL and source is ListSource.AGA:
        yield FaultKind.DRAW, False


def _player_faults(tournament: Tournament, source: ListSource) -> Iterator[SendingFault]:
    numbers = Counter(getattr(player, source.number_field) for player in tournament.players)
    for player in tournament.players:
        for kind, refused in _faults_of_player(player, source, numbers):
            yield SendingFault(kind, refused, player=player.id)


def _faults_of_player(
    player: Player, source: ListSource, numbers: Counter[str]
) -> Iterator[tuple[FaultKind, bool]]:
    """The faults of one player; people whom the European database does not know have no PIN yet,
    and only French players have a licence."""
    number = getattr(player, source.number_field)
    at_home = source is ListSource.FFG and player.country.upper() in ("", "FR")
    if not number and (source is not ListSource.FFG or at_home):
        yield FaultKind.NO_NUMBER, source is not ListSource.EGD
    elif number and numbers[number] > 1:
        yield FaultKind.SAME_NUMBER, True
    if not player.first_name or not player.name:
        yield FaultKind.NO_FIRST_NAME, True
    if not is_latin(unfolded(player.spoken)):
        yield FaultKind.NOT_LATIN, True
    country = player.country
    if source is ListSource.EGD and not (len(country) == 2 and country.isalpha()):
        yield FaultKind.NO_COUNTRY, True
    club = unfolded(player.club)
    if (source is ListSource.EGD or at_home) and not (club and is_latin(club)):
        yield FaultKind.NO_CLUB, False
