"""The club's memory in words and pictures; every sentence with the address of its games."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from goclub.common.notation import dotted, percent
from goclub.games.library.queries import WinnerTally
from goclub.games.library.services.memory import (
    EVEN,
    STRONGER,
    WEAKER,
    GameKind,
    RememberedMove,
    RememberedPosition,
)
from goclub.go.board.basics import BLACK, WHITE
from goclub.go.diagrams.board_svg import thumbnail
from goclub.go.diagrams.numbered import Diagram
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.joseki import moves_of
from goclub.go.records.record import Record
from goclub.members.models import Member

#: Fewer decided games have no percentages.
FEWEST_FOR_SHARES = 20
AGAINST = {
    STRONGER: gettext_lazy("stronger opponents"),
    EVEN: gettext_lazy("opponents about as strong"),
    WEAKER: gettext_lazy("weaker opponents"),
}


def games_address(**asked: object) -> str:
    """The list of the games of which a sentence speaks (:class:`.RememberedForm`)."""
    query = {name: value for name, value in asked.items() if value not in (None, "", False)}
    return f"{reverse('games:kifu-list')}?{urlencode(query)}"


def kind_text(kind: GameKind) -> str:
    """“19×19”, “19×19 with handicap”."""
    size = f"{kind.size}×{kind.size}"
    return _("%(size)s with handicap") % {"size": size} if kind.is_handicap else size


def games_text(count: int) -> str:
    """“7 games”."""
    return ngettext("%(n)s game", "%(n)s games", count) % {"n": count}


def _figures(tally: WinnerTally) -> tuple[object, object]:
    """What Black and White won: games, or percent of many games."""
    if tally.black + tally.white < FEWEST_FOR_SHARES:
        return tally.black, tally.white
    return percent(tally.black_share), percent(tally.white_share)


def _undecided(tally: WinnerTally) -> str:
    text = ngettext("%(n)s game without a winner", "%(n)s games without a winner", tally.undecided)
    return text % {"n": tally.undecided} if tally.undecided else ""


def winners_text(tally: WinnerTally) -> str:
    """“Black won 2 · White won 5”."""
    black, white = _figures(tally)
    parts = (_("Black won %(n)s") % {"n": black}, _("White won %(n)s") % {"n": white})
    return dotted((*parts, _undecided(tally)))


def player_text(tally: WinnerTally, colour: int) -> str:
    """“won 2 · lost 5”, of who had this colour."""
    won, lost = _figures(tally)[:: 1 if colour == BLACK else -1]
    parts = (_("won %(n)s") % {"n": won}, _("lost %(n)s") % {"n": lost})
    return dotted((*parts, _undecided(tally)))


# --- Beside the board -----------------------------------------------------------------------------
def memory_json(
    remembered: list[RememberedPosition], *, stones: bool, reader: Member | None
) -> dict[int, dict[str, object]]:
    """What the viewer says after each move; ``{letter}`` is what it calls the next move."""
    places: dict[int, dict[str, object]] = {}
    for position in remembered:
        count = position.tally.games
        text = ngettext("Played in %(n)s game of this club", "Played in %(n)s games of this club",
                        count) % {"n": count}  # fmt: skip
        asked: dict[str, object] = {"position": position.number, "stones": int(stones)}
        places[position.move] = {
            "text": dotted((text, winners_text(position.tally))),
            "href": games_address(**asked),
            "moves": [_move_json(move, asked, reader) for move in position.moves],
        }
    return places


def _move_json(
    move: RememberedMove, asked: dict[str, object], reader: Member | None
) -> dict[str, object]:
    asked = asked | {"then": move.code}
    row: dict[str, object] = {
        "at": move.point,
        "k": "W" if move.colour == WHITE else "B",
        "text": dotted((games_text(move.tally.games), winners_text(move.tally))),
        "href": games_address(**asked),
    }
    if move.chosen.games:
        text = ngettext("You chose %(letter)s in %(n)s game", "You chose %(letter)s in %(n)s games",
                        move.chosen.games)  # fmt: skip
        text %= {"letter": "{letter}", "n": move.chosen.games}
        row["mine"] = dotted((text, player_text(move.chosen, move.colour)))
        row["own"] = games_address(**asked, player=reader and reader.pk, colour=row["k"])
    return row


# --- Pictures -------------------------------------------------------------------------------------
def position_picture(record: Record, move: int) -> SafeSvg:
    """The position after a move of a record, small."""
    node = next(
        (at for at in record.main_line if record.nodes[at].number == move), record.main_line[-1]
    )
    return thumbnail(record.position_at(node), title=after_move(move))


def after_move(move: int) -> str:
    """“after move 12”."""
    return _("after move %(n)s") % {"n": move}


def joseki_picture(line: str, size: int, number: int = 0) -> SafeSvg:
    """The upper right corner with the moves of a sequence; ``number`` tells pictures of a page
    apart."""
    set_up, moves = moves_of(line, size)
    diagram = Diagram(size, size, dict(set_up))
    for count, (point, colour) in enumerate(moves, start=1):
        diagram.stones.setdefault(point, colour)
        diagram.numbers.setdefault(point, count)
    part = ((size - size // 2 - 1, 0), (size - 1, size // 2))
    return diagram.svg(
        title=_("Sequence in a corner"), id_prefix=f"joseki{number}", part=part, coordinates=False
    )
