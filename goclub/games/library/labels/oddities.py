"""What was odd in a kifu that was read all the same, in the reader's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.go.records.errors import ReadWarning

#: How people call the encodings that records come in; others keep Python's name.
ENCODING_NAMES = {
    "utf-8": "UTF-8",
    "cp932": "Shift-JIS",
    "shift_jis": "Shift-JIS",
    "big5": "Big5",
    "euc_kr": "EUC-KR",
    "iso8859_1": "ISO-8859-1",
    "iso8859_2": "ISO-8859-2",
    "koi8_u": "KOI8-U",
    "cp1255": "Windows-1255",
    "cp1256": "Windows-1256",
    "euc_jp": "EUC-JP",
    "iso2022_jp_ext": "ISO-2022-JP",
    "gb18030": "GB18030",
    "big5hkscs": "Big5",
    "cp949": "EUC-KR",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "koi8_r": "KOI8-R",
    "cp874": "Thai (874)",
}


def encoding_name(codec: str) -> str:
    """How people call an encoding.

    >>> encoding_name("cp932"), encoding_name("iso8859_2")
    ('Shift-JIS', 'ISO-8859-2')
    """
    return ENCODING_NAMES.get(codec, codec.upper().replace("_", "-"))


ODD: dict[str, Callable[[], StrOrPromise]] = {
    "encoding_guessed": lambda: _("The encoding was guessed (%(encoding)s): check the names."),
    "damaged_text": lambda: _("Some characters in the text were damaged."),
    "several_games": lambda: _("The file contains %(count)s games; this is the first."),
    "text_around": lambda: _("Text outside the game record was ignored."),
    "text_inside": lambda: _("Text between the moves and properties was ignored."),
    "missing_bracket": lambda: _("The game record ended early; a closing bracket was added."),
    "truncated": lambda: _("The game record is cut off."),
    "swallowed_property": lambda: _(
        "A closing bracket was missing; %(names)s was read from the text before it. Check it."
    ),
    "property_in_text": lambda: _(
        "A comment contains %(names)s without a closing bracket. It was kept as text: check it."
    ),
    "result_unread": lambda: _("The result “%(text)s” could not be read."),
    "result_in_part": lambda: _("The result “%(text)s” was only partly understood: %(result)s."),
    "date_unread": lambda: _("The date “%(text)s” could not be read."),
    "komi_unread": lambda: _("The komi “%(text)s” could not be read."),
    "komi_unusual": lambda: _("The komi “%(text)s” is unusual: check it."),
    "handicap_unread": lambda: _("The handicap “%(text)s” could not be read."),
    "handicap_without_stones": lambda: _("A handicap is given, but no stones are placed."),
    "handicap_mismatch": lambda: _("The handicap does not match the stones on the board."),
    "not_club_size": lambda: _("The board must be 9×9, 13×13 or 19×19."),
    "no_moves_after_repair": lambda: _(
        "The file was damaged and has been repaired, but no moves are left. Please check it."
    ),
    "odd_point": lambda: _("A point contains a line break or full-width characters."),
    "size_unusual": lambda: _("The board size “%(text)s” was read as %(size)s."),
    "handicap_unusual": lambda: _("The handicap “%(text)s” was read as %(handicap)s."),
    "no_moves": lambda: _("This game record has no moves."),
    "not_alternating": lambda: _("Black and White do not always take turns."),
    "repeated_position": lambda: _(
        "After move %(number)s the board is as it was after move %(earlier)s."
    ),
    "stones_without_handicap": lambda: _(
        "Stones are placed but no handicap is given; read as %(stones)s stones."
    ),
    "odd_pass": lambda: _("“%(text)s” was read as a pass."),
    "lines_skipped": lambda: ngettext_lazy(
        "%(count)s line of the file could not be read.",
        "%(count)s lines of the file could not be read.",
        "count",
    ),
    "cut_at_illegal_move": lambda: _("Shown up to the illegal move: %(detail)s."),
    "illegal_variation": lambda: _("A variation with an illegal move was cut off there."),
}


def kifu_oddities(warnings: Iterable[ReadWarning]) -> list[str]:
    """What the reporter should look at; oddities that change nothing are not mentioned."""
    return [ODD[w.code]() % _said(w) for w in warnings if w.code in ODD]


def _said(warning: ReadWarning) -> dict[str, object]:
    """The figures of a warning, the encoding as people call it."""
    figures = dict(warning.params)
    if isinstance(figures.get("encoding"), str):
        figures["encoding"] = encoding_name(str(figures["encoding"]))
    return figures
