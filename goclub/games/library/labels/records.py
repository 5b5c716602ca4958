"""What a record says about its game and its moves, in the reader's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from goclub.common.notation import dotted, half, rank
from goclub.go.records.clock import Overtime
from goclub.go.records.header import Header
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
    parts = (
        (hours, _("%(n)d h")),
        (minutes, _("%(n)d min")),
        (rest, _("%(n)d s")),
    )
    return " ".join(text % {"n": number} for number, text in parts if number)
