"""Why a kifu was refused, in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from goclub.games.kifu import KifuError

SAID = {
    "too_large": lambda: _("This file is larger than 2 MB; a game record never is."),
    "too_many_nodes": lambda: _("This record has more than 50,000 moves and variations."),
    "too_many_points": lambda: _("This record marks more points than a board could have."),
    "not_sgf": lambda: _("This is no SGF file. Export the game as SGF and try again."),
    "other_game": lambda: _("This is the record of another game than Go."),
    "bad_size": lambda: _("The board of this record has a size that cannot be shown."),
    "bad_encoding": lambda: _("The text of this file cannot be read."),
}


def kifu_refusal(error: KifuError) -> str:
    """One sentence; for an illegal move, the move, the colour, the point and what is wrong."""
    if error.reason in SAID:
        text = SAID[error.reason]()
    elif getattr(error, "detail", ""):
        text = _("This game cannot have been played: %(detail)s.") % {"detail": error.detail}
    else:
        text = _("This file cannot be read as a game record (%(reason)s).") % {
            "reason": error.reason
        }
    return text
