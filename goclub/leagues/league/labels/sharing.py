"""The head of a table as a picture: what leagues and tournaments show of themselves elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from goclub.common.notation import dotted, span
from goclub.common.pictures.card import WIDTH, Caption, above, written
from goclub.common.sharing import Shared
from goclub.games.sharing.labels import face_of
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.models import Season, Term
from goclub.members.models import ClubSettings
from goclub.members.visitors import VisitorRights

#: So many lines of the table find room on a picture.
LINES: Final = 7
_ROW: Final = 46
_RIGHT: Final = WIDTH - 80
#: So many figures stand in columns of this width.
FIGURES: Final = 3
_COLUMN: Final = 120


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A line of the table; ``place`` "" before the first game."""

    place: str
    name: str
    rank: str = ""
    figures: Sequence[str] = ()


def shared_part(
    part: Term | Season, club: ClubSettings, *, first: date, last: date, picture: str
) -> Shared:
    """A term or season as others see it: of which league, when, and the head of its table."""
    return Shared(
        public=VisitorRights.of_visitor(club).games,
        description=dotted((part.league.name, part.name, span(first, last))),
        picture=picture,
        alt=_("Table of %(event)s") % {"event": part.name},
        kind="article",
    )


def table_card(
    club: ClubSettings,
    title: str,
    facts: Iterable[object],
    labels: Sequence[str],
    lines: Sequence[PictureLine],
) -> SafeSvg:
    """Title, facts and the first lines of a table, with ``labels`` over their figures."""
    captions = [Caption(title, 54, gap=14), Caption(dotted(facts), 30, soft=True, gap=8)]
    return above(face_of(club), _drawn(labels, lines), captions)


def _drawn(labels: Sequence[str], lines: Sequence[PictureLine]) -> SafeSvg:
    heads = [
        written(label, _end_of(at), 30, 24, _COLUMN, css="soft", end=True)
        for at, label in enumerate(labels[:FIGURES])
    ]
    rows = [part for at, line in enumerate(lines[:LINES], 1) for part in _row(line, at * _ROW + 30)]
    return SafeSvg(
        f'<svg viewBox="0 0 {_RIGHT} {(LINES + 1) * _ROW}" preserveAspectRatio="xMidYMin meet">'
        f"{''.join((*heads, *rows))}</svg>"
    )


def _row(line: PictureLine, y: int) -> Iterator[str]:
    yield f'<line class="rule" x1="0" x2="{_RIGHT}" y1="{y - 32}" y2="{y - 32}"/>'
    yield written(line.place, 54, y, 28, 54, css="soft", end=True)
    for at, figure in enumerate(line.figures[:FIGURES]):
        yield written(figure, _end_of(at), y, 28, _COLUMN, end=True)
    yield written(line.name, 76, y, 30, 560)
    yield written(line.rank, 740, y, 26, 100, css="soft", end=True)


def _end_of(column: int) -> int:
    """Where the figures of a column end, the last at the edge."""
    return _RIGHT - 4 - (FIGURES - 1 - column) * _COLUMN
