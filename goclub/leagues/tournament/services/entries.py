"""What entering a player checks, and the columns of an entry that somebody chooses."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from goclub.games.notebook.services.cells.countries import country_code
from goclub.leagues.league.services.rating_lists import names_of
from goclub.leagues.models import Event, Round, Seat
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.queries.strength import fits
from goclub.leagues.tournament.services.schedules import need_free_places
from goclub.members.models import Member
from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import MAX_CORRECTION
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.formats.registrations import NUMBERS


def checked_columns(columns: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of an entry's columns with the two letters of its country, however entered.

    Raises RuleError E_TYPE (``no_country``) and for the number of a federation that is none,
    E_RANGE for the correction.
    """
    correction = columns.get("correction", 0)
    whole_number(correction, field="correction", low=-MAX_CORRECTION, high=MAX_CORRECTION)
    for name, (form, accepted) in NUMBERS.items():
        number = str(columns.get(name, ""))
        if number and not form.fullmatch(number):
            raise RuleError(Code.TYPE, field=name, value=number, accepted=accepted)
    if "country" not in columns:
        return columns.copy()
    return {**columns, "country": country_code(columns["country"])}


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


def _checked_rank(rank: int | None, own: int | None, source: str, himself: bool) -> int:
    if rank is None:
        if own is None:
            raise RuleError(Code.MISSING, field="rank", reason="tournament.no_standing")
        return own
    whole_number(rank, field="rank", low=LOWEST_RANK, high=HIGHEST_RANK)
    if own is not None and not fits(rank, own) and (himself or not source.strip()):
        raise RuleError(
            Code.INCONSISTENT,
            field="rank",
            value=rank_text(rank),
            accepted=AcceptedChoice(rank_text(own)),
            reason="tournament.rank_differs_ask" if himself else "tournament.rank_differs",
        )
    return rank


def _first_round(event: Event, count: int) -> int:
    """The round with which *count* people who enter now begin.

    After the last one that is the next all the same, where somebody has the bye still: one of them
    can sit down there (:mod:`goclub.leagues.tournament.services.latecomers`).
    """
    first = next_unpublished(event)
    bye = Seat.objects.filter(round__event=event, round__state=Round.State.PUBLISHED, pairing=None)
    if first > event.rounds_planned and not bye.exists():
        raise RuleError(
            Code.STATE, field="late_from", value=first, reason="tournament.no_round_left"
        )
    if first > 1 and event.system == Event.System.ROUND_ROBIN:
        need_free_places(load(event), count)
    return first


def _check_late(event: Event, late: int, first: int) -> None:
    last = max(first, event.rounds_planned)
    if not first <= late <= last:
        accepted = AcceptedRange(first, last)
        raise RuleError(Code.RANGE, field="late_from", value=late, accepted=accepted)
