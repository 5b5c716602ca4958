"""What a record says about its game and its moves, and what was odd in it, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy, pgettext
from django_stubs_ext import StrOrPromise

from goclub.common.notation import dotted, half, rank
from goclub.go.records.errors import ReadWarning
from goclub.go.records.header import Header, Overtime
from goclub.go.records.record import Record

#: What a record thinks of a move or a position, by the name SGF has for it.
JUDGEMENTS: dict[str, Callable[[], str]] = {
    "BM": lambda: _("Bad move"),
    "BM2": lambda: _("Very bad move"),
    "DO": lambda: _("Doubtful move"),
    "IT": lambda: _("Interesting move"),
    "TE": lambda: _("Good move"),
    "TE2": lambda: _("Very good move"),
    "GB": lambda: _("Good for Black"),
    "GB2": lambda: _("Very good for Black"),
    "GW": lambda: _("Good for White"),
    "GW2": lambda: _("Very good for White"),
    "DM": lambda: _("Even"),
    "UC": lambda: _("Unclear"),
    "HO": lambda: _("Worth a look"),
}


def headings(record: Record) -> dict[int, str]:
    """By node, where there is one: its name and what the record thinks of it."""
    tree = record.tree
    return {
        node: dotted((tree.names.get(node), *_judged(tree.judged.get(node, ()))))
        for node in sorted({*tree.names, *tree.judged})
    }


def texts(record: Record) -> dict[int, str]:
    """By node, where there is one: its heading and its comment, as print shows them."""
    headings_by_node, comments = headings(record), record.tree.comments
    return {
        node: "\n".join(filter(None, (headings_by_node.get(node), comments.get(node))))
        for node in {*headings_by_node, *comments}
    }


def _judged(codes: tuple[str, ...]) -> list[str]:
    return [JUDGEMENTS.get(code, JUDGEMENTS[code[:2]])() for code in codes]


def header_rows(record: Record) -> list[tuple[str, str]]:
    """What the kifu says about itself, in the order in which one asks for it."""
    header = record.header
    rows = [
        (_("Black"), _player(header.black, header.black_rank, header.black_team)),
        (_("White"), _player(header.white, header.white_rank, header.white_team)),
        (_("Date"), header.date_text),
        (pgettext("of a record", "Event"), header.event),
        (pgettext("of a tournament", "Round"), header.round),
        (_("Game"), header.game_name),
        (_("Where"), header.place),
        (_("Rules"), header.rules),
        (_("Handicap"), str(header.handicap) if header.handicap else ""),
        (_("Komi"), "" if header.komi2 is None else half(header.komi2)),
        (_("Thinking time"), time_text(header)),
        (_("Copyright"), header.copyright),
    ]
    return [(name, value) for name, value in rows if value]


def _player(name: str, code: str, team: str) -> str:
    return " ".join(filter(None, (name, rank(code), f"({team})" if team else "")))


def added_text(added: Mapping[str, int]) -> str:
    """What another record of a game adds: “3 moves · comments at 2 places”; "" for nothing."""
    words = {
        "moves": lambda n: ngettext("%(n)d more move", "%(n)d more moves", n),
        "variations": lambda n: ngettext("%(n)d variation", "%(n)d variations", n),
        "comments": lambda n: ngettext("a comment", "comments at %(n)d places", n),
        "marks": lambda n: ngettext("marks at one place", "marks at %(n)d places", n),
        "facts": lambda n: ngettext("one fact about the game", "%(n)d facts about the game", n),
    }
    return dotted(words[kind](n) % {"n": n} for kind, n in added.items() if n)


def time_text(header: Header) -> str:
    """Main time and overtime, as far as they can be told; else as written."""
    seconds, extra = header.main_seconds, header.extra_time
    main = header.time_text if seconds is None else duration(seconds) if seconds else ""
    return " + ".join(filter(None, (main, _overtime(extra) if extra else header.overtime)))


def _overtime(extra: Overtime) -> str:
    figures = {"n": extra.count, "time": duration(extra.seconds)}
    if extra.kind == "fischer":
        return _("%(time)s per move") % figures
    if extra.kind == "canadian":
        return (
            ngettext("%(n)d stone in %(time)s", "%(n)d stones in %(time)s", extra.count) % figures
        )
    return _("byo-yomi %(n)d × %(time)s") % figures


def duration(seconds: int) -> str:
    """A time in hours, minutes and seconds, without those that are none."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, _("%(n)d h")), (minutes, _("%(n)d min")), (rest, _("%(n)d s")))
    return " ".join(text % {"n": number} for number, text in parts if number)


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
