"""Writing the results file that the European Go Database takes ("H9").

Sources: the EGF's "Tournament table format", and the header lines ("; KEY[value]") that its
database and the common pairing programs have agreed on.

>>> from tournaments.events.field import GameResult, Player, Tournament
>>> from tournaments.events.field import TournamentGame, TournamentRound
>>> from tournaments.formats.h9_read import read_h9
>>> club_day = Tournament(
...     (Player(1, "Nowak", "Ewa", rank=-3), Player(2, "Łoś", "Jan", rank=-5)),
...     (TournamentRound((TournamentGame(1, 1, 2, handicap=1, result=GameResult.BLACK),)),),
... )
>>> [player.name for player in read_h9(write_h9(club_day)).players]
['Nowak', 'Los']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from tournaments.events.field import (
    EventDetails,
    Player,
    Tournament,
    TournamentGame,
    TournamentRound,
)
from tournaments.events.placement import StandingsRow, standings
from tournaments.events.scores.league import LEAGUE_ORDER
from tournaments.events.scores.registry import Score
from tournaments.events.settings import MAX_STONES, Settings
from tournaments.formats.clock import Clock, event_class
from tournaments.formats.latin import is_latin, latin, unfolded
from tournaments.formats.opengotha_names import rank_text


@dataclass(frozen=True, slots=True)
class CrossTableLine:
    """A player's line: ``number`` counts lines from 1 and is what opponents refer to."""

    number: int
    player: Player
    row: StandingsRow
    cells: tuple[PlayerRound, ...]


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of one player.

    ``opponent``: the number, 0 for none; ``points2``: doubled points of the round, None while the
    result is not known; ``game``: None without one; ``white``: whether the player had White.
    """

    opponent: int
    points2: int | None
    game: TournamentGame | None = None
    white: bool = False

    @property
    def mark(self) -> Literal["+", "-", "=", "?"]:
        """The sign of the result."""
        if self.points2 is None:
            return "?"
        return "+" if self.points2 == 2 else "=" if self.points2 == 1 else "-"


def cross_table(tournament: Tournament) -> tuple[CrossTableLine, ...]:
    """Return the lines of everybody who appears in a game or a bye, after the last paired round.

    Raises what :func:`tournaments.events.placement.standings` raises; RuleError E_MISSING (field
    "rounds") where no round is paired.
    """
    if not any(
        tournament_round.games or tournament_round.bye is not None
        for tournament_round in tournament.rounds
    ):
        raise RuleError(Code.MISSING, "rounds", reason="tournament.nothing_paired")
    table = standings(tournament, len(tournament.rounds) - 1)
    rows = [row for row in table if row.appears]
    numbers = {row.player: number for number, row in enumerate(rows, 1)}
    players = tournament.by_id()
    seats = [(tournament_round, tournament_round.seats()) for tournament_round in tournament.rounds]
    return tuple(
        CrossTableLine(
            number=numbers[row.player],
            player=players[row.player],
            row=row,
            cells=tuple(
                _cell(tournament, players[row.player], index, tournament_round, seated, numbers)
                for index, (tournament_round, seated) in enumerate(seats)
            ),
        )
        for row in rows
    )


def _cell(
    tournament: Tournament,
    player: Player,
    index: int,
    tournament_round: TournamentRound,
    seats: dict[int, TournamentGame],
    numbers: dict[int, int],
) -> PlayerRound:
    game = seats.get(player.id)
    if game is None:
        return PlayerRound(0, _free_points2(tournament, player, index, tournament_round))
    return PlayerRound(
        opponent=numbers[game.opponent(player.id)],
        points2=None if game.result == "unknown" else game.points2(player.id),
        game=game,
        white=game.white == player.id,
    )


def _free_points2(
    tournament: Tournament, player: Player, index: int, tournament_round: TournamentRound
) -> int:
    """Doubled points of a round without a game, in the main score (S2-11).

    The rules of a league give nothing for a round missed, and for a bye what a win gives (S4-9).
    """
    system = tournament.system
    if system.criteria[0] == LEAGUE_ORDER[0]:
        return 2 if tournament_round.bye == player.id else 0
    on_mms = system.main_score == "MMS"
    if tournament_round.bye == player.id:
        return system.mms_bye2 if on_mms else system.nbw_bye2
    if index in player.unexcused:
        return system.unexcused2
    if index in player.absent:
        return system.mms_absent2 if on_mms else system.nbw_absent2
    return 0


#: What stands for a space inside a name, as in the European list, and for what a line cannot leave
#: out.
SPACE = "_"
NAMELESS, NO_COUNTRY, NO_CLUB = "-", "XX", "xxxx"

PIN = re.compile(r"[0-9]{8}")
#: The header lines that begin and end by brackets: text without them, and on one line.
_UNBRACKETED = str.maketrans("[]\n\r\t", "()   ")
_COUNTRY, _CLUB = 2, 4
#: OpenGotha reads a name from a column of this width, whatever stands in it.
_NAME = 22


def write_h9(
    tournament: Tournament,
    *,
    clock: Clock | None = None,
    online: bool = False,
    remarks: Sequence[str] = (),
) -> bytes:
    """Return the results file of a tournament after its last paired round, UTF-8.

    *clock* gives the class and the adjusted time; without it the two lines are left out and the
    sender has to fill them in.  Names in European alphabets lose their accents; clubs are cut to
    four letters.  *remarks* are comments, a line each.

    Lines are in the order of the table, and their numbers are what opponents refer to.  A round
    without a game is ``0+``, ``0=`` or ``0-`` by the points that it gave.

    Raises RuleError E_TYPE for a name without Latin letters (reason ``latin_name_needed``, value:
    the name) and for a PIN that is not eight digits, E_RANGE for a clock that is too fast for any
    class, E_MISSING where no round is paired, and what
    :func:`tournaments.events.placement.standings` raises.
    """
    lines = cross_table(tournament)
    names = {line.player.id: _names(line.player) for line in lines}
    width = max(_NAME, *(sum(map(len, both)) + 1 for both in names.values()))
    criteria = tournament.system.criteria
    head = _header(tournament.event, tournament.system, clock, online)
    title = f"; Pl {'Name':<{width}}  Rk Co Club {' '.join(f'{name:>7}' for name in criteria)}"
    body = [_line(line, names[line.player.id], width, criteria) for line in lines]
    comments = [f"; {' '.join(text.split())}" for text in remarks]
    return "\n".join([*head, *comments, ";", title, *body, ""]).encode()


def _header(event: EventDetails, system: Settings, clock: Clock | None, online: bool) -> list[str]:
    values = {
        "CL": event_class(clock, online=online) if clock else "",
        "EV": event.name,
        "PC": f",{event.location}",
        "DT": f"{event.begin},{event.end}",
        "HA": f"h{_reduction(system)}",
        "KM": f"{event.komi2 / 2:g}",
        "TM": f"{int(clock.adjusted)}" if clock else "",
        "CM": clock.words if clock else "",
    }
    return [
        f"; {key}[{value.translate(_UNBRACKETED).strip()}]"
        for key, value in values.items()
        if value.strip(",")
    ]


def _reduction(system: Settings) -> int:
    """What the difference of two grades is reduced by; 9 says that games are even."""
    if system.handicap.ceiling == 0:
        return MAX_STONES
    return max(system.handicap.correction, 0)


def _names(player: Player) -> tuple[str, str]:
    try:
        surname, latin_first = latin(player.name), latin(player.first_name, field="first_name")
    except RuleError as error:
        spoken = f"{player.name} {player.first_name}".strip()
        raise error.about("name", value=spoken) from error
    surname, first_name = (text.replace(" ", SPACE) or NAMELESS for text in (surname, latin_first))
    return surname, first_name


def _club(club: str) -> str:
    """The first four letters; a club in another script is none that the database knows."""
    plain = unfolded(club).replace(" ", "")
    return plain[:_CLUB] if plain and is_latin(plain) else NO_CLUB


def _country(country: str) -> str:
    """The two letters; what is longer is no code of the database, whatever it begins with."""
    plain = country.upper()
    return plain if len(plain) == _COUNTRY and plain.isascii() and plain.isalpha() else NO_COUNTRY


def _line(
    line: CrossTableLine, names: tuple[str, str], width: int, criteria: tuple[str, ...]
) -> str:
    player = line.player
    scores = " ".join(f"{score_text(line.row.scores[name]):>7}" for name in criteria)
    cells = " ".join(f"{cell_text(cell):>8}" for cell in line.cells)
    text = (
        f"{line.number:>4} {' '.join(names):<{width}} {rank_text(player.rank):>3} "
        f"{_country(player.country)} {_club(player.club):<4} {scores} {cells}"
    )
    if not player.egf_pin:
        return text
    if not PIN.fullmatch(player.egf_pin):
        raise RuleError(
            Code.TYPE,
            "egf_pin",
            (f"{player.name} {player.first_name}".strip(), player.egf_pin),
            AcceptedWords("eight digits"),
        )
    return f"{text} |{player.egf_pin}"


def score_text(score2: Score) -> str:
    """Return a doubled score as files show it: whole, or with a decimal point.

    >>> score_text(61), score_text(2), score_text(Fraction(5, 2))
    ('30.5', '1', '1.25')
    """
    return f"{float(Fraction(score2) / 2):g}"


def cell_text(cell: PlayerRound) -> str:
    """Return a round as results files show it: 12+/w2, 7-!b0, 3=, 0+."""
    game = cell.game
    if game is None:
        return f"0{cell.mark}"
    text = f"{cell.opponent}{cell.mark}"
    mark = "!" if game.by_default else "/"
    if game.known_colour or game.handicap:
        return f"{text}{mark}{'w' if cell.white else 'b'}{game.handicap}"
    return text + mark.replace("/", "")
