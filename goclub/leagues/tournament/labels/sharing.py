"""What is said and drawn of an event for those who share it."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted, listed_and, short_rank, span
from goclub.common.sharing import Shared
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels import FIGURES, LINES, PictureLine, table_card
from goclub.leagues.models import Event
from goclub.leagues.tournament.labels.standings import StandingRow, standings_table
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.members.models import ClubSettings
from goclub.members.visitors import VisitorRights


def shared_event(
    event: Event, club: ClubSettings, *, entered: int, winners: Iterable[str]
) -> Shared:
    """An event as others see it: when, where, how many play, who won; none in preparation."""
    rights = VisitorRights.of_visitor(club)
    return Shared(
        public=rights.games and not event.is_hidden,
        description=dotted((event.name, *_facts(event, entered), _won(winners))),
        picture=reverse("leagues:event-picture", args=[event.slug]),
        alt=_("Table of %(event)s") % {"event": event.name},
        kind="article",
    )


def _facts(event: Event, entered: int) -> list[str]:
    people = entered_text(event, entered) if entered else ""
    return [span(event.begins_on, event.ends_on), event.place, people]


def entered_text(event: Event, entered: int) -> str:
    """How many players, or teams, take part."""
    if event.team_size:
        return ngettext("%(n)s team", "%(n)s teams", entered) % {"n": entered}
    return ngettext("%(n)s player", "%(n)s players", entered) % {"n": entered}


def _won(winners: Iterable[str]) -> str:
    names = listed_and(winners)
    return _("won by %(names)s") % {"names": names} if names else ""


def entered_in(snapshot: EventSnapshot) -> int:
    """How many the published table names, as the list of events counts them."""
    return len(snapshot.published.players)


def shared_snapshot(snapshot: EventSnapshot, club: ClubSettings) -> Shared:
    """The same from an event that is loaded."""
    people = snapshot.participants.values()
    return shared_event(
        snapshot.event,
        club,
        entered=entered_in(snapshot),
        winners=[person.shown_name for person in people if person.won],
    )


def event_picture(snapshot: EventSnapshot, club: ClubSettings) -> SafeSvg:
    """The head of the table after the last round; who is entered before the first."""
    event = snapshot.event
    table = standings_table(snapshot, snapshot.last_out)
    begun = snapshot.last_out > 0
    labels = [str(column.label) for column in table.columns[:FIGURES]] if begun else []
    lines = [_line(row, begun) for row in table.rows[:LINES]]
    facts = _facts(event, entered_in(snapshot))
    return table_card(club, event.name, facts, labels, lines)


def _line(row: StandingRow, begun: bool) -> PictureLine:
    participant = row.participant
    figures = [figure.text for figure in row.figures[:FIGURES]] if begun else []
    rank = short_rank(participant.rank_text)
    return PictureLine(row.place if begun else "", participant.shown_name, rank, figures)
