"""What the federations would refuse in an event's files, in words, and where each is mended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import describe
from goclub.leagues.models import Event
from goclub.leagues.models.ratinglist import SOURCES
from goclub.leagues.ratinglist.labels import COLUMNS
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.files import check_class, clock_of, rated_snapshot
from ratings.errors import RuleError
from tournaments.formats.rating_lists import ListSource
from tournaments.formats.sending import AGA_DAYS, FaultKind, SendingFault, faults_of

_TEXTS: Final = {
    FaultKind.NO_ROUND: gettext_lazy("No round has been published yet."),
    FaultKind.NO_RESULT: gettext_lazy("Round %(round)s, table %(table)s has no result."),
    FaultKind.BOTH: gettext_lazy(
        "Round %(round)s, table %(table)s: both won or both lost, which is rated for nobody."
    ),
    FaultKind.DRAW: gettext_lazy(
        "Round %(round)s, table %(table)s is a draw and left out of the report."
    ),
    FaultKind.FORFEIT: gettext_lazy(
        "Round %(round)s, table %(table)s was won by forfeit. The French list rates games that "
        "were played; the file has a round without a game for both, with the same points."
    ),
    FaultKind.HANDICAP_KOMI: gettext_lazy("Handicap games are usually played with komi ½."),
    FaultKind.KOMI: gettext_lazy("Even games are usually played with a komi of 5½ to 7½."),
    FaultKind.BOARD: gettext_lazy("Only games on 19×19 are rated."),
    FaultKind.NO_NUMBER: gettext_lazy("%(player)s: %(number)s is missing."),
    FaultKind.SAME_NUMBER: gettext_lazy("%(player)s: another player has the same %(number)s."),
    FaultKind.NO_FIRST_NAME: gettext_lazy("%(player)s: given name or family name is missing."),
    FaultKind.NOT_LATIN: gettext_lazy("%(player)s: the name is needed in Latin letters."),
    FaultKind.NO_COUNTRY: gettext_lazy("%(player)s: the country is missing or unknown."),
    FaultKind.NO_CLUB: gettext_lazy("%(player)s: the club is missing or not in Latin letters."),
}
_ADDRESSES: Final = {
    ListSource.EGD: "leagues:event-h9",
    ListSource.FFG: "leagues:event-tou",
    ListSource.AGA: "leagues:event-aga",
}
_FEDERATIONS: Final = {
    ListSource.EGD: gettext_lazy("European Go Federation, H9"),
    ListSource.FFG: gettext_lazy("French federation, .tou"),
    ListSource.AGA: gettext_lazy("American Go Association, report"),
}


@dataclass(frozen=True, slots=True)
class SendingLine:
    """A fault in words, the page where it is mended, and whether the file would be sent back."""

    text: str
    url: str
    refused: bool


@dataclass(frozen=True, slots=True)
class FederationCheck:
    """A federation, its file, and what it would say to it, refusals first."""

    source: ListSource
    title: StrOrPromise
    url: str
    lines: tuple[SendingLine, ...]

    @property
    def refusals(self) -> int:
        return sum(line.refused for line in self.lines)


def federation_checks(event: Event, today: date) -> list[FederationCheck]:
    """Return what each federation would say to the published rounds of an event.

    Raises what :func:`.files.rated_snapshot` raises.
    """
    snapshot = rated_snapshot(event)
    return [
        FederationCheck(
            source,
            _FEDERATIONS[source],
            reverse(_ADDRESSES[source], args=[event.slug]),
            tuple(sorted(_lines(snapshot, source, today), key=lambda line: not line.refused)),
        )
        for source in SOURCES
    ]


def _lines(snapshot: EventSnapshot, source: ListSource, today: date) -> Iterator[SendingLine]:
    event = snapshot.event
    yield from _of_settings(snapshot, source, today)
    for fault in faults_of(snapshot.published, source, komi2_handicap=event.komi2_handicap):
        player = snapshot.participants.get(fault.player)
        text = _TEXTS[fault.kind] % {
            "round": fault.round,
            "table": fault.table,
            "player": player.shown_name if player else "",
            "number": COLUMNS[source.number_field],
        }
        yield SendingLine(text, _mended_at(snapshot, fault), fault.refused)


def _mended_at(snapshot: EventSnapshot, fault: SendingFault) -> str:
    slug = snapshot.event.slug
    if fault.player:
        return reverse("leagues:event-entry", args=[slug, fault.player])
    if fault.table:
        return reverse("leagues:event-table", args=[slug, fault.round, fault.table])
    if fault.kind is FaultKind.NO_ROUND:
        return reverse("leagues:event-desk", args=[slug])
    return reverse("leagues:event-settings", args=[slug])


def _of_settings(snapshot: EventSnapshot, source: ListSource, today: date) -> Iterator[SendingLine]:
    """What the days of an event and its thinking time say."""
    event = snapshot.event
    url = reverse("leagues:event-settings", args=[event.slug])
    if event.ends_on > today:
        yield SendingLine(_("The last day of the tournament is still to come."), url, refused=True)
    elif source is ListSource.AGA and today - event.ends_on > timedelta(days=AGA_DAYS):
        text = _("The tournament ended more than %(n)s days ago.") % {"n": AGA_DAYS}
        yield SendingLine(text, url, refused=False)
    if not event.place:
        yield SendingLine(_("The place is missing."), url, refused=False)
    if source is ListSource.AGA:
        return
    if source is ListSource.EGD:
        try:
            check_class(event)
        except RuleError as error:
            yield SendingLine(describe(error), url, refused=True)
            return
        if not event.egf_class:
            yield SendingLine(_("No European class is chosen."), url, refused=True)
    if clock_of(event) is None:
        text = _("The thinking time is missing, or too short for a rated tournament.")
        yield SendingLine(text, url, refused=source is ListSource.EGD)
