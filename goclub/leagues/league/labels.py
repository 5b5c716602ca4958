"""What every league says: moments on its clocks, records that wait for a correction, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common import notation
from goclub.common.notation import dotted, listed, span
from goclub.common.pictures import WIDTH, Caption, above, written
from goclub.common.refusals.registry import Refusals
from goclub.common.sharing import Shared
from goclub.games.sharing.labels import face_of
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.queries import clocks_of, moment_text, people_of
from goclub.leagues.league.services.rights import league_day, runs
from goclub.leagues.league.services.standings import RowChange, Standings
from goclub.leagues.models import League, LeaguePerson, Participant, Season, Snapshot, Term
from goclub.members.models import ClubSettings, User
from goclub.members.visitors import VisitorRights

# What a page says where a correction of a record waits: what it changes, and who records it.


#: So many changes are named; a long list is read on the page of the correction.
SHOWN = 6


def pending_correction(
    standings: Standings,
    user: User | AnonymousUser,
    *,
    address: str,
    figures: Callable[[Any], str] | None = None,
    otherwise: str = "",
) -> dict[str, Any] | None:
    """Return what a page with recorded standings says of a correction, None where none waits.

    ``what`` of which record; ``lines`` what it will change, ``more`` beyond those; ``unfilled``
    pairings that need a result first; ``who`` may record it, ``address`` where, for them alone.
    *figures* says a row in short; *otherwise* stands where there are none, or no row changes.
    """
    if not standings.is_pending:
        return None
    lines = [change_text(change, figures) for change in standings.changes] if figures else []
    return {
        "what": standings.name,
        "lines": lines[:SHOWN] or [otherwise],
        "more": max(0, len(lines) - SHOWN),
        "who": who_records(standings.league),
        "address": address if runs(user, standings.league) else "",
        "unfilled": standings.unfilled,
    }


def record_words(record: Snapshot | None, *, is_pending: bool) -> dict[str, str]:
    """Return what every line of a file says of its record; empty where there is none yet."""
    if record is None:
        return {"record": "", "correction_waits": ""}
    return {"record": str(record.version), "correction_waits": "yes" if is_pending else "no"}


def who_records(league: League) -> str:
    """The organisers of today by name, and the office, which always may."""
    today = league_day(league, timezone.now())
    names = [
        person.member.shown_name
        for person in people_of(league)
        if person.role == LeaguePerson.Role.ORGANISER and person.serves_on(today)
    ]
    if not names:
        return _("The club’s admins can record it.")
    return _("It can be recorded by %(names)s or an admin.") % {"names": listed(names)}


def change_text(change: RowChange, figures: Callable[[Any], str]) -> str:
    """Return a player's line before and after: the place where that changes, and the figures."""
    before, after = change.before, change.after
    if before is None or after is None:
        texts = (_("%(name)s leaves the table"), _("%(name)s enters the table"))
        return texts[before is None] % {"name": change.name}
    values = {
        "name": change.name,
        "old": before.place,
        "new": after.place,
        "before": figures(before),
        "after": figures(after),
    }
    if before.place != after.place:
        return _("%(name)s: place %(old)s → %(new)s (%(before)s → %(after)s)") % values
    return _("%(name)s: still place %(old)s (%(before)s → %(after)s)") % values


# Many participants as one list in which a name is looked up, shared by the fields of a page.


#: Up to so many people are a list to choose from.
MOST_TO_CHOOSE = 60
PEOPLE_LIST = "people-here"


def entry_text(participant: Participant) -> str:
    """A participant as the list proposes one: name, rank, and the number that nobody shares."""
    return f"{participant.shown_name} · {participant.rank_text} · {participant.number}"


def people_list(people: Sequence[Participant]) -> str:
    """The ``datalist`` of a page; empty where the fields are lists themselves."""
    if len(people) <= MOST_TO_CHOOSE:
        return ""
    lines = format_html_join(
        "", '<option value="{}">', ((entry_text(person),) for person in people)
    )
    return format_html('<datalist id="{}">{}</datalist>', PEOPLE_LIST, lines)


# A moment of a league, on the league's clocks and by their name; the reader's beside them.


@dataclass(frozen=True, slots=True)
class LeagueMoment:
    """A moment as a league says it; as text in the reader's language, with the clocks named.

    ``own`` the same on the reader's clock, empty where that shows the same hour.
    """

    at: datetime
    zone: str
    own: str = ""
    short: bool = True

    @property
    def clocks(self) -> str:
        """The league's clocks by their name, as one chooses them."""
        return clocks_of(self.zone)

    @property
    def figures(self) -> str:
        """Day and hour on the league's clocks."""
        return _figures(self.at, ZoneInfo(self.zone), self.short)

    def __str__(self) -> str:
        return moment_text(self.at, self.zone, short=self.short)


def league_moment(
    league: League, at: datetime, *, short: bool = True, own: bool = False
) -> LeagueMoment:
    """A moment on the league's clocks; with *own* also on those of who reads, where they differ."""
    zone = league.zone_at(at)
    mine = timezone.get_current_timezone()
    differs = at.astimezone(mine).utcoffset() != at.astimezone(ZoneInfo(zone)).utcoffset()
    return LeagueMoment(at, zone, _figures(at, mine, short) if own and differs else "", short)


def day_text(day: date, *, short: bool = True) -> str:
    return notation.short_day(day) if short else str(date_format(day, "DATE_FORMAT"))


def _figures(at: datetime, zone: tzinfo, short: bool) -> str:
    local = at.astimezone(zone)
    return str(date_format(local, "SHORT_DATETIME_FORMAT" if short else "DATETIME_FORMAT"))


# Refusals of every kind of league in the reader's words.


REFUSALS: Refusals = {
    "league.no_member": gettext_lazy("%(value)s is not a member at present."),
    "league.own_game": gettext_lazy(
        "You cannot decide your own game. Another organiser has to decide it."
    ),
    "league.not_closed_yet": gettext_lazy("Close “%(value)s” first."),
}


# The head of a table as a picture: what leagues and tournaments show of themselves elsewhere.


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
