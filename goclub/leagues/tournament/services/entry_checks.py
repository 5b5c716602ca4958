"""What entering a player checks: rights, ranks and rounds."""

from __future__ import annotations

from django.db.models import Max

from goclub.leagues.models import Event, Round, Seat
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.queries.strength import fits
from goclub.leagues.tournament.services.schedules import need_free_places
from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.settings import HIGHEST_RANK, LOWEST_RANK


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
