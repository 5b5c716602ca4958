"""Why a kifu was refused, and what was odd in one that was read, in the reader's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from goclub.games.kifu import KifuError
from goclub.games.kifu.errors import Warning as KifuWarning

REFUSED: dict[str, Callable[[], str]] = {
    "too_large": lambda: _("This file is larger than 2 MB; a game record never is."),
    "too_many_nodes": lambda: _("This record has more than 50,000 moves and variations."),
    "too_many_variations": lambda: _("This record has too many variations at one move."),
    "too_many_points": lambda: _("This record marks more points than a board could have."),
    "not_sgf": lambda: _("This is no SGF file. Export the game as SGF and try again."),
    "other_game": lambda: _("This is the record of another game than Go."),
    "bad_size": lambda: _("The board of this record has a size that cannot be shown."),
    "bad_encoding": lambda: _("The text of this file cannot be read."),
}

WHY_ILLEGAL: dict[str, Callable[[], str]] = {
    "occupied": lambda: _("occupied"),
    "off_board": lambda: _("off the board"),
    "suicide": lambda: _("suicide"),
    "ko": lambda: _("ko"),
}

ODD: dict[str, Callable[[], str]] = {
    "encoding_guessed": lambda: _("The encoding was guessed (%(encoding)s): check the names."),
    "damaged_text": lambda: _("Some characters of the text were damaged."),
    "several_games": lambda: _("The file holds %(count)s games; this is the first."),
    "text_around": lambda: _("There was other text around the record; it was left out."),
    "missing_bracket": lambda: _("The record ended early; a closing bracket was added."),
    "truncated": lambda: _("The record is cut off."),
    "result_unread": lambda: _("The result “%(text)s” could not be read."),
    "date_unread": lambda: _("The date “%(text)s” could not be read."),
    "komi_unread": lambda: _("The komi “%(text)s” could not be read."),
    "komi_unusual": lambda: _("The komi “%(text)s” is unusual: check it."),
    "handicap_unread": lambda: _("The handicap “%(text)s” could not be read."),
    "handicap_without_stones": lambda: _("A handicap is named, but no stones are placed."),
    "handicap_mismatch": lambda: _("The handicap and the stones on the board differ."),
    "not_club_size": lambda: _("This is no 9×9, 13×13 or 19×19 board."),
    "no_moves": lambda: _("There is no move in this record."),
    "not_alternating": lambda: _("Black and White do not always take turns."),
    "illegal_variation": lambda: _("A variation with an illegal move was cut there."),
}


def kifu_refusal(error: KifuError) -> str:
    """One sentence; for an illegal move, the move, the colour, the point and what is wrong."""
    if error.reason in REFUSED:
        return REFUSED[error.reason]()
    if error.reason == "illegal_move":
        colour = _("black") if error.colour == 1 else _("white")
        why = WHY_ILLEGAL.get(error.sub_reason or "", lambda: error.sub_reason or "")()
        return _(
            "This game cannot have been played: move %(move)s, %(colour)s %(point)s: %(why)s."
        ) % {
            "move": error.move_number,
            "colour": colour,
            "point": error.point_name or "–",
            "why": why,
        }
    return _("This file cannot be read as a game record (%(reason)s).") % {"reason": error.reason}


def kifu_oddities(warnings: Iterable[KifuWarning]) -> list[str]:
    """What the reporter should look at; oddities that change nothing are not mentioned."""
    return [ODD[w.code]() % dict(w.params) for w in warnings if w.code in ODD]
