"""The worked event in the reader's words: its table, and every figure taken apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.notation import half
from goclub.leagues.models.participant import rank_text
from goclub.leagues.rulebook.services import PAIRS, PLAYERS, ROUNDS, SUMS, Chosen, Sum, WorkedPlayer
from goclub.leagues.tournament.labels.figures import CRITERIA, points_text
from tournaments.events.placement import NAME_ORDER
from tournaments.events.terms import ScoreTerm

#: The rule behind each sum.
RULE_OF: Mapping[str, str] = {
    **dict.fromkeys(("MMS", "NBW"), "S2-1"),
    **dict.fromkeys(("SOSM", "SOSW"), "S2-6"),
    **dict.fromkeys(("SODOSM", "SODOSW"), "S2-7"),
    **dict.fromkeys(("SOSOSM", "SOSOSW"), "S2-8"),
    **dict.fromkeys(("OCUSSM", "OCUSSW"), "S2-9"),
    **dict.fromkeys(("CUSSM", "CUSSW"), "S2-9b"),
}
_NAMES = {player.id: player.name for player in PLAYERS}
_SIGNS = {"w": "1–0", "b": "0–1", "j": "½–½", "x": "0–0"}


def columns(choice: Chosen) -> list[dict[str, object]]:
    """The sums of the page as columns."""
    return [_column(name) for name in SUMS[choice.kind]]


def rounds_shown(choice: Chosen) -> list[list[dict[str, object]]]:
    """The games of the form, round by round; ``choices`` are values with their words."""
    return [
        [
            {
                "key": f"g{number}{table}",
                "white": _NAMES[white],
                "black": _NAMES[black],
                "chosen": choice.results[f"g{number}{table}"],
                "choices": _choices(white, black),
            }
            for table, (white, black) in enumerate(pairs, 1)
        ]
        for number, pairs in enumerate(PAIRS, 1)
    ]


def _choices(white: int, black: int) -> tuple[tuple[str, str], ...]:
    won = _("%(name)s won")
    return (
        ("w", won % {"name": _NAMES[white]}),
        ("b", won % {"name": _NAMES[black]}),
        ("j", _("jigo")),
        ("x", _("both lost")),
    )


def lines_shown(choice: Chosen, lines: tuple[WorkedPlayer, ...]) -> list[dict[str, Any]]:
    """The table, best first; ``why`` says why a player is placed there."""
    # Where all start at 0 the picture begins there; else a little below the lowest start.
    lowest = min(_start2(line) for line in lines)
    least = lowest - 1 if lowest else 0
    return [
        {
            "name": line.player.name,
            "number": line.player.id,
            "rank": rank_text(line.player.rank),
            "place": f"{line.row.place}{'=' if line.row.shared else ''}",
            "games": _games(choice, line.player.id),
            "sums": [_sum(part, part.criterion == line.by) for part in line.sums],
            "why": _why(line),
            "bars": _bars(line, least),
        }
        for line in lines
    ]


def _column(name: str) -> dict[str, object]:
    label, title = CRITERIA[name]
    return {"label": label, "title": title, "rule": RULE_OF[name]}


def _sum(part: Sum, parted: bool) -> dict[str, object]:
    """A figure, its column, its terms; ``parted``: it put the player below the one above."""
    return {
        "column": _column(part.criterion),
        "total": points_text(part.total),
        "terms": [_term(part.criterion, term) for term in part.terms],
        "parted": parted,
    }


def _term(criterion: str, term: ScoreTerm) -> dict[str, str]:
    """One term: what it adds, of which half it is where it is one, and where it comes from."""
    return {
        "value": points_text(term.value),
        "share": points_text(2 * term.share),
        "half_of": "" if term.share == 1 else points_text(term.value / term.share),
        "source": _source(criterion, term),
    }


def _source(criterion: str, term: ScoreTerm) -> str:
    if not term.round:
        return _("start")
    if term.opponent is None:
        return _("after round %(n)d") % {"n": term.round}
    name = _NAMES[term.opponent]
    if criterion.startswith("OCUSS"):
        return _("%(name)s before round %(n)d") % {"name": name, "n": term.round}
    return name


def _why(line: WorkedPlayer) -> str:
    if line.above is None:
        return _("Nobody is placed higher.")
    if line.by == NAME_ORDER:
        return _("Tied with %(name)s on every criterion: they share the place.") % {
            "name": line.above.name
        }
    label = CRITERIA[line.by][0]
    return _("Below %(name)s on %(criterion)s.") % {"name": line.above.name, "criterion": label}


def _games(choice: Chosen, player: int) -> tuple[str, ...]:
    cells = []
    for number in range(1, ROUNDS + 1):
        for table, (white, black) in enumerate(PAIRS[number - 1], 1):
            if player in (white, black):
                sign = _SIGNS[choice.results[f"g{number}{table}"]].replace("½", half(1))
                mine = sign if player == white else "–".join(reversed(sign.split("–")))
                cells.append(f"{_NAMES[black if player == white else white]} {mine}")
    return tuple(cells)


# --- The picture ------------------------------------------------------------------------------
def _start2(line: WorkedPlayer) -> int:
    """The doubled start; 0 in a Swiss."""
    first = line.sums[0].terms[0]
    return int(first.value) if first.round == 0 else 0


def _bars(line: WorkedPlayer, least: int) -> list[dict[str, Any]]:
    """The score as it grew: the start above *least*, then each round's points; all doubled."""
    at = _start2(line) - least
    bars = [{"x": 0, "width": at, "css": "start"}] if at else []
    for term in line.sums[0].terms:
        points2 = int(term.value)
        if term.round and points2:
            bars.append({"x": at, "width": points2, "css": "won" if points2 > 1 else "jigo"})
            at += points2
    return bars


def width(lines: list[dict[str, Any]]) -> int:
    """How wide the picture is, in half points."""
    return max((bar["x"] + bar["width"] for line in lines for bar in line["bars"]), default=1)


#: What the systems are called in the form.
KIND_NAMES: Mapping[str, StrOrPromise] = {
    "mcmahon": gettext_lazy("McMahon"),
    "swiss": gettext_lazy("Swiss"),
}
