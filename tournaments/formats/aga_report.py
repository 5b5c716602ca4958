"""Writing the report of rated games that the American Go Association takes.

Source: American Go Association, "Qualifications for Rated Games": the event with its days and
rules, PLAYERS with number, name and rank, GAMES with White, Black, winner, handicap and komi.

>>> from tournaments.events.field import EventDetails, GameResult, Player, Tournament
>>> from tournaments.events.field import TournamentGame, TournamentRound
>>> pair = (Player(1, "Nowak", "Ewa", rank=2, aga_id="17"), Player(2, "Lee", "Ann", aga_id="23"))
>>> game = TournamentGame(1, 1, 2, handicap=3, result=GameResult.WHITE)
>>> day = Tournament(pair, (TournamentRound((game,)),), event=EventDetails("Open", komi2=15))
>>> print(write_aga(day, komi2_handicap=1).decode().rstrip())
TOURNEY Open
    start=
    finish=
    rules=AGA
PLAYERS
17 Nowak, Ewa 3d
23 Lee, Ann 30k
GAMES 1
17 23 w 3 0
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ratings.errors import Code, RuleError
from tournaments.events.field import Player, Tournament, TournamentGame
from tournaments.formats.latin import latin
from tournaments.formats.opengotha_names import rank_text

_ISO_DATE = re.compile(r"([0-9]{4})-0?([0-9]{1,2})-0?([0-9]{1,2})")
_WINNERS = {"white": "w", "black": "b"}


def write_aga(
    tournament: Tournament, *, komi2_handicap: int = 0, remarks: Sequence[str] = ()
) -> bytes:
    """Return the report of the games that were played, after the last paired round, UTF-8.

    Games by default, without a result, or without a winner are no rated games and are left out.
    Komi is cut to whole points as the report has it; the half point decides no game that was
    counted.  *remarks* are comments, a line each.

    Raises RuleError E_TYPE for a name without Latin letters (reason ``latin_name_needed``),
    E_MISSING for a player of a rated game without a number (field ``aga_id``, value: the name) and
    where no round is paired.
    """
    if not tournament.rounds:
        raise RuleError(Code.MISSING, "rounds", reason="tournament.nothing_paired")
    players = tournament.by_id()
    rated = [[game for game in paired.games if is_rated(game)] for paired in tournament.rounds]
    seated = {number for games in rated for game in games for number in (game.white, game.black)}
    poster = tournament.event
    title = ", ".join(filter(None, (poster.name, poster.location)))
    lines = [
        f"TOURNEY {_one_line(title)}",
        f"    start={_day(poster.begin)}",
        f"    finish={_day(poster.end or poster.begin)}",
        "    rules=AGA",
        *(f"# {_one_line(text)}" for text in remarks),
        "PLAYERS",
        *(_player(player) for player in tournament.players if player.id in seated),
    ]
    for number, games in enumerate(rated, 1):
        if games:
            lines.append(f"GAMES {number}")
        for game in games:
            komi2 = komi2_handicap if game.handicap else poster.komi2
            sides = f"{players[game.white].aga_id} {players[game.black].aga_id}"
            lines.append(f"{sides} {_WINNERS[game.result]} {game.handicap} {int(komi2 / 2)}")
    return "\n".join([*lines, ""]).encode()


def is_rated(game: TournamentGame) -> bool:
    """Whether a game was played to a win."""
    return game.played and game.result.decisive


def _player(player: Player) -> str:
    try:
        names = ", ".join(filter(None, (latin(player.name), latin(player.first_name))))
    except RuleError as error:
        raise error.about("name", value=player.spoken) from error
    if not player.aga_id:
        raise RuleError(Code.MISSING, "aga_id", player.spoken, reason="formats.no_aga_id")
    return f"{player.aga_id} {names} {rank_text(player.rank).lower()}"


def _day(text: str) -> str:
    """The American way of a day: 6/15/2026."""
    day = _ISO_DATE.match(text)
    return f"{day[2]}/{day[3]}/{day[1]}" if day else text


def _one_line(text: str) -> str:
    return " ".join(text.split())
