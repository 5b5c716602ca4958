"""What entering a player checks, and the columns of an entry that somebody chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.games.notebook.services.cells.countries import country_code
from goclub.leagues.league.services.persons import names_of
from goclub.leagues.models import Event, Participant, Round, Seat
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.queries.strength import fits, usual_rating
from goclub.leagues.tournament.services.schedules import need_free_places
from goclub.members.models import Member
from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import MAX_CORRECTION
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK, Kind
from tournaments.events.teams import mean_rank
from tournaments.formats.registrations import NUMBERS

#: What an entry has room for.
ROOM: Final = {"name": 80, "first_name": 80, "club": 80, "country": 3, "aga_id": 12}


def too_long(columns: Mapping[str, Any]) -> list[RuleError]:
    """Return a refusal for each column of an entry that has no room for its text."""
    return [
        RuleError(
            Code.RANGE,
            name,
            len(columns[name]),
            AcceptedRange(None, room),
            reason="tournament.too_long",
        )
        for name, room in ROOM.items()
        if len(columns.get(name) or "") > room
    ]


def checked_columns(columns: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of an entry's columns with the two letters of its country, however entered.

    Raises RuleError E_TYPE (``no_country``) and for the number of a federation that is none,
    E_RANGE for the correction and for a text that is too long.
    """
    correction = columns.get("correction", 0)
    whole_number(correction, field="correction", low=-MAX_CORRECTION, high=MAX_CORRECTION)
    for name, (form, accepted) in NUMBERS.items():
        number = str(columns.get(name, ""))
        if number and not form.fullmatch(number):
            raise RuleError(Code.TYPE, name, number, accepted)
    checked = columns.copy()
    if "country" in columns:
        checked["country"] = country_code(columns["country"])
    for error in too_long(checked):
        raise error
    return checked


def columns_of(member: Member) -> dict[str, Any]:
    """Return what a member's entry takes from the member: names, club and country."""
    family, first_names = names_of(member)
    return {
        "member": member,
        "display_name": member.display_name,
        "name": family,
        "first_name": first_names,
        "club": member.club,
        "country": str(member.country),
    }


def next_unpublished(event: Event) -> int:
    """The number of the first round that is not published, counted from 1."""
    out = [Round.State.PUBLISHED, Round.State.COMPLETE]
    last = event.rounds.filter(state__in=out).aggregate(last=Max("number"))["last"]
    return int(last or 0) + 1


def _checked_rank(rank: int | None, own: int | None, source: str, self_entered: bool) -> int:
    if rank is None:
        if own is None:
            raise Refusal(
                _("This member has no rank here yet. Choose a rank to play at."),
                code=Code.MISSING,
                field="rank",
            )
        return own
    whole_number(rank, field="rank", low=LOWEST_RANK, high=HIGHEST_RANK)
    if own is not None and not fits(rank, own) and (self_entered or not source.strip()):
        reason = "tournament.rank_differs_ask" if self_entered else "tournament.rank_differs"
        accepted = AcceptedChoice(rank_text(own))
        raise RuleError(Code.INCONSISTENT, "rank", rank_text(rank), accepted, reason=reason)
    return rank


def _first_round(event: Event, count: int) -> int:
    """The round with which *count* people who enter now begin.

    After the last one that is the next all the same, where somebody has the bye still: one of them
    can sit down there (:mod:`goclub.leagues.tournament.services.latecomers`).
    """
    first = next_unpublished(event)
    bye = Seat.objects.filter(round__event=event, round__state=Round.State.PUBLISHED, pairing=None)
    if first > event.rounds_planned and not bye.exists():
        raise Refusal(
            _(
                "All rounds have been published, so entries are closed. Plan another round in the "
                "settings first."
            ),
            field="late_from",
            value=first,
            reason="no_round_left",
        )
    if first > 1 and Kind(event.system).is_scheduled:
        need_free_places(load(event), count)
    return first


def _check_late(event: Event, late: int, first: int) -> None:
    last = max(first, event.rounds_planned)
    if not first <= late <= last:
        accepted = AcceptedRange(first, last)
        raise RuleError(Code.RANGE, "late_from", late, accepted)


def weigh_team(team: Participant) -> None:
    """Bring the strength of a team in line with its boards: the first of its players (ours)."""
    boards = list(team.players.order_by("number"))[: team.event.least_players]
    rank = mean_rank(player.rank for player in boards)
    if rank is not None:
        team.rank = rank
        team.rating = mean_rank(player.rating or usual_rating(player.rank) for player in boards)
    team.version += 1
    team.save(update_fields=["rank", "rating", "version"])
