"""Refusals of the library, of records and of moves in the reader's words."""

from __future__ import annotations

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals, RefusalText
from goclub.common.refusals.texts import FILE_TOO_LARGE, FILE_UNREADABLE, GENERIC
from goclub.games.labels import kifu_formats
from goclub.go.board.basics import BLACK, WHITE
from ratings.errors import Code

#: What the rules of Go have against a move.
WHY_ILLEGAL: dict[object, str | Promise] = {
    "board.occupied": _("occupied"),
    "board.off_board": _("off the board"),
    "board.suicide": _("suicide"),
    "board.ko": _("ko"),
}

_CANNOT_BE_PLAYED = RefusalText(
    _("%(point)s cannot be played: %(why)s. Choose another point."), {"why": WHY_ILLEGAL}
)


_ROWS_DIFFER = _("The rows of the board have different lengths. Correct them.")
_NO_LIBERTY = _("A group on the board has no liberty. Correct the position.")


def _no_game_found() -> str:
    return str(FILE_UNREADABLE) % {"accepted": kifu_formats()["all"]}


REFUSALS: Refusals = {
    # The library.
    "library.draft_gone": _("The uploaded kifu is no longer available. Please choose it again."),
    "library.others_talked": _(
        "Others have commented on this game record. Ask an admin to remove it."
    ),
    "library.unreadable": _(
        "This record cannot be read. Download the file and open it in another program."
    ),
    # Records.
    "records.no_pattern": _("This is not a part of the board. Choose two points on it."),
    "records.no_stone": _(
        "There is no stone in this part of the board. Put at least one there, or choose a corner."
    ),
    "records.no_such_move": _(
        "That move is no longer in this game. Go back to the game and choose a move again."
    ),
    "records.too_large": FILE_TOO_LARGE,
    "records.too_many_nodes": _(
        "This is too much to read at once: the limit is 100,000 moves and variations in a "
        "record, 600,000 in a file. The start of a variation counts as five, and a comment or"
        " mark adds two. Split the file."
    ),
    "records.too_many_games": _("This file holds more than 5,000 games. Split it."),
    "records.too_deep": _(
        "This record is more than 10,000 moves deep. No real game is that long. Choose "
        "another file."
    ),
    "records.too_many_members": _("This archive holds too many files. Split it."),
    "records.large_collection": _(
        "This file holds more than 100 games. Upload it under Report a game, and choose there "
        "which games go into the library."
    ),
    "records.next_upload": _(
        "This upload held 500 games before this file. Upload the file again, with those after it."
    ),
    "records.archive_too_large": _("Unpacked, this archive would be too large. Split it."),
    "records.too_many_variations": _(
        "This record has too many variations at one move. Delete some of them in an SGF editor."
    ),
    "records.too_many_points": _(
        "This file marks more points than its boards have. Delete some of the marks in an SGF"
        " editor."
    ),
    "records.not_sgf": lazy(_no_game_found, str)(),
    "records.other_game": _("This is a record of a game other than Go. Choose another file."),
    "records.bad_size": _("This game record has a board size that cannot be shown."),
    "records.bad_encoding": _("The text in this file cannot be read. Choose another encoding."),
    "records.no_such_file": _("File not found. Check the path."),
    "records.no_such_game": _("The file contains fewer games than that. Choose one of its games."),
    "records.unreadable_file": _("This file could not be opened. Choose another file."),
    "records.bad_archive": _("This archive is damaged. Create it again."),
    "records.nested_archive": _("An archive inside an archive cannot be opened. Unpack it first."),
    "records.encrypted_member": _("This file is protected by a password. Pack it without one."),
    "records.illegal_move": RefusalText(
        _("This game has an illegal move: %(colour)s %(point)s, move %(move)s (%(why)s)."),
        {"colour": {BLACK: _("black"), WHITE: _("white")}, "why": WHY_ILLEGAL},
    ),
    # A move on the board.
    "board.off_board": _("This point is off the board. Tap a point on the board."),
    "board.occupied": _CANNOT_BE_PLAYED,
    "board.suicide": _CANNOT_BE_PLAYED,
    "board.ko": _CANNOT_BE_PLAYED,
    "board.ragged": _ROWS_DIFFER,
    "board.no_liberty": _NO_LIBERTY,
    # Review by an engine.
    "engines.no_plain_game": _(
        "An engine can only review a game that has moves, and no stones added between them."
    ),
    # Counting.
    "scoring.ragged": _ROWS_DIFFER,
    "scoring.no_liberty": _NO_LIBERTY,
    "scoring.no_stone": _("A point is marked as dead where there is no stone. Mark stones only."),
    "scoring.other_size": _("The board has another size than is written beside it."),
    "scoring.too_many_stones": GENERIC[Code.UNDEFINED],
    "scoring.unknown_rules": GENERIC[Code.UNDEFINED],
}
