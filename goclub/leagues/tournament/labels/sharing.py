"""What is said and drawn of an event for those who share it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted, listed_and, short_rank, span
from goclub.common.pictures.card import WIDTH, Caption, above, written
from goclub.common.sharing import Shared
from goclub.games.sharing.labels import face_of
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.labels.standings import (
    StandingRow,
    StandingsTable,
    standings_table,
)
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.members.models import ClubSettings
from goclub.members.visitors import VisitorRights

#: So many lines of the table find room on a picture.
_LINES: Final = 7
_ROW: Final = 46
_RIGHT: Final = WIDTH - 80
#: So many figures stand in columns of this width.
_FIGURES, _COLUMN = 3, 120


def shared_event(
    event: Event, club: ClubSettings, *, entered: int, winners: Iterable[str]
) -> Shared:
    """An event as others see it: when, where, how many play, who won; none in preparation."""
    rights = VisitorRights.of_visitor(club)
    return Shared(
        public=rights.games and event.state != Event.State.DRAFT,
        description=dotted((event.name, *_facts(event, entered), _won(winners))),
        picture=reverse("leagues:event-picture", args=[event.slug]),
        alt=_("Table of %(event)s") % {"event": event.name},
        kind="article",
    )


def _facts(event: Event, entered: int) -> list[str]:
    people = ngettext("%(n)s player", "%(n)s players", entered) % {"n": entered}
    return [span(event.begins_on, event.ends_on), event.place, people if entered else ""]


def _won(winners: Iterable[str]) -> str:
    names = listed_and(winners)
    return _("won by %(names)s") % {"names": names} if names else ""


def winners_of(rows: Iterable[StandingRow], event: Event) -> list[str]:
    """Who is first in the table of an event that is over."""
    if event.state != Event.State.CLOSED:
        return []
    return [row.participant.display_name for row in rows if row.place.rstrip("=") == "1"]


def entered_in(snapshot: EventSnapshot) -> int:
    """How many take part."""
    gone = Participant.State.WITHDRAWN
    return sum(one.state != gone for one in snapshot.participants.values())


def shared_snapshot(snapshot: EventSnapshot, club: ClubSettings) -> Shared:
    """The same from an event that is loaded."""
    over = snapshot.event.state == Event.State.CLOSED
    rows = standings_table(snapshot, snapshot.last_out).rows if over else ()
    return shared_event(
        snapshot.event,
        club,
        entered=entered_in(snapshot),
        winners=winners_of(rows, snapshot.event),
    )


def event_picture(snapshot: EventSnapshot, club: ClubSettings) -> SafeSvg:
    """The head of the table after the last round; who is entered before the first."""
    event = snapshot.event
    table = standings_table(snapshot, snapshot.last_out)
    lines = [
        Caption(event.name, 54, gap=14),
        Caption(dotted(_facts(event, entered_in(snapshot))), 30, soft=True, gap=8),
    ]
    drawing = _drawn(table, begun=snapshot.last_out > 0)
    return above(face_of(club), drawing, lines)


def _drawn(table: StandingsTable, *, begun: bool) -> SafeSvg:
    """Place, name, rank and the first figures of each, under their names."""
    columns = table.columns[:_FIGURES] if begun else ()
    labels = [
        written(str(column.label), _end_of(at), 30, 24, _COLUMN, css="soft", end=True)
        for at, column in enumerate(columns)
    ]
    rows = table.rows[:_LINES]
    lines = [part for at, row in enumerate(rows, 1) for part in _row(row, at * _ROW + 30, begun)]
    return SafeSvg(
        f'<svg viewBox="0 0 {_RIGHT} {(_LINES + 1) * _ROW}" preserveAspectRatio="xMidYMin meet">'
        f"{''.join((*labels, *lines))}</svg>"
    )


def _row(row: StandingRow, y: int, begun: bool) -> Iterator[str]:
    yield f'<line class="rule" x1="0" x2="{_RIGHT}" y1="{y - 32}" y2="{y - 32}"/>'
    if begun:
        yield written(row.place, 54, y, 28, 54, css="soft", end=True)
        for at, figure in enumerate(row.figures[:_FIGURES]):
            yield written(figure.text, _end_of(at), y, 28, _COLUMN, end=True)
    yield written(row.participant.display_name, 76, y, 30, 560)
    rank = short_rank(row.participant.rank_text)
    yield written(rank, 740, y, 26, 100, css="soft", end=True)


def _end_of(column: int) -> int:
    """Where the figures of a column end, the last at the edge."""
    return _RIGHT - 4 - (_FIGURES - 1 - column) * _COLUMN
