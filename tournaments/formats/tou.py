"""Writing the results file that the French federation's rating list takes (".tou").

Sources: the header and the columns that OpenGotha and Pairgoth write for the Fédération française
de Go: French header lines, then number, name, strength, licence, club and the rounds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from tournaments.events.field import EventDetails, Player, Tournament
from tournaments.formats.clock import Clock, OvertimeSystem
from tournaments.formats.h9_write import CrossTableLine, PlayerRound, cross_table
from tournaments.formats.latin import latin, unfolded
from tournaments.formats.opengotha_names import rank_text

_NAMES, _LICENCE, _CLUB = 24, 7, 4
_ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_LICENCE_TEXT = re.compile(r"[0-9]{7}")


def write_tou(
    tournament: Tournament, *, clock: Clock | None = None, remarks: Sequence[str] = ()
) -> bytes:
    """Return the results file of a tournament after its last paired round, Latin-1.

    Surnames are in capitals and words joined by ``_``; names keep the accents that Latin-1 has and
    are cut to 24 letters together.  French clubs have four letters, players from elsewhere their
    country instead.  The list rates games that were played: one by default, or without a result,
    is written as a round without a game of the same points; comments name those by default.
    *remarks* are comments, a line each.

    Raises RuleError E_TYPE for a name without Latin letters (reason ``latin_name_needed``) and
    for a licence that is not seven digits (field ``ffg_licence``, value: name, licence), E_MISSING
    where no round is paired, and what :func:`tournaments.events.placement.standings` raises.
    """
    head = _header(tournament.event, clock)
    body = [_line(line) for line in cross_table(tournament)]
    unplayed = (
        f"Round {number}, table {game.table}: by forfeit, written as a round without a game"
        for number, tournament_round in enumerate(tournament.rounds, 1)
        for game in tournament_round.games
        if game.by_default
    )
    comments = [f"; {_one_line(_latin_1(text))}" for text in (*remarks, *unplayed)]
    text = "\n".join(
        [*head, *comments, ";", ";Num Nom Prenom               Niv Licence Club", *body, ""]
    )
    return text.encode("latin-1", "replace")


def _header(event: EventDetails, clock: Clock | None) -> list[str]:
    begin = _ISO_DATE.match(event.begin)
    values = {
        "name": event.short_name or event.name,
        "date": f"{begin[3]}/{begin[2]}/{begin[1]}" if begin else event.begin,
        "vill": event.location,
        "comm": event.name,
        "prog": "goclub",
    }
    if clock:
        overtime = (
            "" if clock.overtime is OvertimeSystem.SUDDEN_DEATH or not clock.seconds else "+b"
        )
        values |= {"time": f"{clock.basic}{overtime}", "ta": f"{int(clock.adjusted)}"}
    values |= {"size": str(event.size), "komi": f"{event.komi2 / 2}"}
    return [f";{key}={_one_line(_latin_1(value))}" for key, value in values.items()]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _latin_1(text: str) -> str:
    """The text with the accents that Latin-1 has, and without those that it has not."""
    return "".join(
        letter if ord(letter) < 0x100 or letter.isspace() else unfolded(letter) for letter in text
    )


def _line(line: CrossTableLine) -> str:
    player = line.player
    for text in (player.name, player.first_name):
        latin(text)
    names = f"{_joined(player.name).upper()} {_joined(player.first_name)}"
    cells = " ".join(f"{_cell(cell):>7}" for cell in line.cells)
    return (
        f"{line.number:>4} {names[:_NAMES]:<{_NAMES}} {rank_text(player.rank):>3} "
        f"{_licence(player):<{_LICENCE}} {_club(player):<{_CLUB}} {cells}"
    )


def _joined(text: str) -> str:
    return "_".join(_latin_1(text).split()) or "-"


def _licence(player: Player) -> str:
    if player.ffg_licence and not _LICENCE_TEXT.fullmatch(player.ffg_licence):
        raise RuleError(
            Code.TYPE,
            "ffg_licence",
            (f"{player.name} {player.first_name}".strip(), player.ffg_licence),
            AcceptedWords("seven digits"),
        )
    return player.ffg_licence


def _club(player: Player) -> str:
    text = player.country if player.country and player.country.upper() != "FR" else player.club
    return "".join(_latin_1(text).split())[:_CLUB]


def _cell(cell: PlayerRound) -> str:
    game = cell.game
    if game is None or not game.played:
        return f"0{'-' if cell.mark == '?' else cell.mark}"
    colour = "w" if cell.white else "b"
    return f"{cell.opponent}{cell.mark}/{colour}{game.handicap}"
