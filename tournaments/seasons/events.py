"""Whether an event counts for its season, and every reason why not: S4-10 … S4-14, S4-17, S4-21."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from tournaments.seasons.calendar import check_date
from tournaments.seasons.formats import FEWEST_ROUNDS, Format, round_bounds
from tournaments.seasons.league import LeagueSettings
from tournaments.seasons.order import PlayerId

#: S4-11 and S4-10.
NOTICE = timedelta(days=7)
FEWEST_PLAYERS = 4
#: S4-17, an advice.
NATIONAL_PLAYERS = 8
_MOST_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class AnnouncedEvent:
    """An event as announced, or as held.

    ``on`` its day in the league's zone; ``announced`` the day on which it was reported (S4-11).
    ``approved`` by the league's organiser.  ``organiser`` who reported it, ``run_by`` who runs it.
    ``minutes`` None for the format's usual.  ``players`` None while nobody can know how many.

    Raises RuleError E_INCONSISTENT on ``announced`` for a report after the day of the event,
    E_TYPE, E_RANGE (negative numbers), E_MISSING (dates, rounds, format).
    """

    on: date
    announced: date
    organiser: PlayerId
    run_by: PlayerId
    format: str
    rounds: int
    players: int | None = None
    minutes: int | None = None
    theme: str = ""
    approved: bool = False
    national: bool = False

    def __post_init__(self) -> None:
        check_date(self.on, "on")
        check_date(self.announced, "announced")
        if self.announced > self.on:
            raise RuleError(
                Code.INCONSISTENT,
                field="announced",
                value=self.announced,
                accepted=AcceptedRange(None, self.on),
            )
        if not self.format:
            raise RuleError(Code.MISSING, field="format", value=self.format)
        whole_number(self.rounds, field="rounds", low=0)
        if self.players is not None:
            whole_number(self.players, field="players", low=0)
        if self.minutes is not None:
            whole_number(self.minutes, field="minutes", low=0)
        if not isinstance(self.theme, str):
            raise RuleError(
                Code.TYPE, field="theme", value=self.theme, accepted=AcceptedWords("text")
            )
        flag(self.approved, field="approved")
        flag(self.national, field="national")


class NotCounted(StrEnum):
    """Why an event does not count for the league; reason codes."""

    BETWEEN_SEASONS = "between_seasons"
    LATE_REPORT = "late_report"
    NOT_APPROVED = "not_approved"
    NOT_RUN_BY_APPROVED = "not_run_by_approved"
    TOO_FEW_PLAYERS = "too_few_players"
    ROUNDS = "rounds"
    FORMAT_UNKNOWN = "format_unknown"
    FORMAT_LIMITS = "format_limits"
    THEME_MISSING = "theme_missing"
    SECOND_NATIONAL = "second_national"


#: The reason of the refusal, where an announcement is refused and does not merely not count.
_REASONS = {
    NotCounted.NOT_RUN_BY_APPROVED: "season.not_run_by_approved",
    NotCounted.ROUNDS: "season.rounds",
    NotCounted.FORMAT_UNKNOWN: "season.format_unknown",
    NotCounted.FORMAT_LIMITS: "season.format_limits",
    NotCounted.THEME_MISSING: "season.theme_missing",
    NotCounted.SECOND_NATIONAL: "season.second_national",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason why an event does not count.

    ``rule`` its id; ``field`` of the event; ``value`` what was found and ``accepted`` what would
    count.  ``refusal`` the code with which such an announcement is refused; None where the rule
    only says that the event does not count.
    """

    code: NotCounted
    rule: str
    field: str
    value: object
    accepted: str
    refusal: Code | None = None


class Advice(StrEnum):
    """What the regulation suggests without asking for it."""

    FEW_FOR_NATIONAL = "few_for_national"


def why_not_counted(
    event: AnnouncedEvent, league: LeagueSettings, *, before: Iterable[AnnouncedEvent] = ()
) -> tuple[Finding, ...]:
    """Return every reason why *event* does not count, in the order of :class:`NotCounted`.

    Nothing found: it counts.  *before* the events that were accepted before this one; a second
    national one of the same organiser in the same season is found among them (S4-17).  While the
    number of players is unknown, nothing that depends on it is found.  Source: S4-10 … S4-14,
    S4-17, S4-21.
    """
    return (
        *_calendar_findings(event, league),
        *_people_findings(event, league),
        *_round_findings(event),
        *_format_findings(event, league),
        *_national_findings(event, league, before),
    )


def check_event(
    event: AnnouncedEvent, league: LeagueSettings, *, before: Iterable[AnnouncedEvent] = ()
) -> None:
    """Refuse an announcement that the rules refuse; what merely does not count passes.

    Raises RuleError for the first finding with a refusal: E_FORBIDDEN (``run_by``, S4-12), E_RANGE
    (``rounds``, S4-13, or ``minutes``, S4-14), E_UNKNOWN (``format``), E_MISSING (``theme`` or
    ``minutes``), E_STATE (``national``, S4-17).  ``reason`` is the finding's code, in the room
    ``season``; for minutes that are not given at all the class says enough.
    """
    for finding in why_not_counted(event, league, before=before):
        if finding.refusal is not None:
            raise RuleError(
                finding.refusal,
                field=finding.field,
                value=finding.value,
                accepted=finding.accepted,
                reason=_REASONS[finding.code] if finding.value is not None else "",
            )


def advice(event: AnnouncedEvent) -> tuple[Advice, ...]:
    """Return what the organiser might think over: eight players for a national event (S4-17)."""
    few = event.players is not None and event.players < NATIONAL_PLAYERS
    return (Advice.FEW_FOR_NATIONAL,) if event.national and few else ()


def move_event(event: AnnouncedEvent, to: date, *, today: date) -> AnnouncedEvent:
    """Return the event on another day; the day of its report stays what it was (S4-11).

    Raises RuleError E_STATE with reason ``held_unmoved`` once its day has come, E_RANGE with reason
    ``late_report`` where the new day would break the seven days that the old one kept, E_RANGE
    with reason ``past`` for a day before *today*, E_TYPE, E_MISSING.
    """
    check_date(to, "on")
    check_date(today, "today")
    if event.on <= today:
        raise RuleError(Code.STATE, field="on", value=event.on, reason="season.held_unmoved")
    if to < today:
        raise RuleError(
            Code.RANGE,
            field="on",
            value=to,
            accepted=AcceptedRange(today, None),
            reason="season.past",
        )
    earliest = event.announced + NOTICE
    if to < earliest <= event.on:
        raise RuleError(
            Code.RANGE,
            field="on",
            value=to,
            accepted=AcceptedRange(earliest, None),
            reason="season.late_report",
        )
    return replace(event, on=to)


def _calendar_findings(event: AnnouncedEvent, league: LeagueSettings) -> Iterator[Finding]:
    if league.calendar.season_of(event.on) is None:
        seasons = ", ".join(f"{season.first}…{season.last}" for season in league.calendar.seasons)
        yield Finding(NotCounted.BETWEEN_SEASONS, "S4-21", "on", event.on, seasons)
    if event.on - event.announced < NOTICE:
        latest = event.on - NOTICE
        yield Finding(
            NotCounted.LATE_REPORT,
            "S4-11",
            "announced",
            event.announced,
            AcceptedRange(None, latest),
        )


def _people_findings(event: AnnouncedEvent, league: LeagueSettings) -> Iterator[Finding]:
    if not event.approved:
        yield Finding(NotCounted.NOT_APPROVED, "S4-12", "approved", False, "true")
    if not league.may_run(event.run_by, event.organiser):
        yield Finding(
            NotCounted.NOT_RUN_BY_APPROVED,
            "S4-12",
            "run_by",
            event.run_by,
            "the organiser or an approved judge",
            Code.FORBIDDEN,
        )
    if event.players is not None and event.players < FEWEST_PLAYERS:
        yield Finding(
            NotCounted.TOO_FEW_PLAYERS,
            "S4-10",
            "players",
            event.players,
            AcceptedRange(FEWEST_PLAYERS, None),
        )


def _round_findings(event: AnnouncedEvent) -> Iterator[Finding]:
    fewest, most = (FEWEST_ROUNDS, _MOST_ROUNDS)
    if event.players is not None:
        fewest, most = round_bounds(event.players)
    if not fewest <= event.rounds <= most:
        yield Finding(
            NotCounted.ROUNDS,
            "S4-13",
            "rounds",
            event.rounds,
            AcceptedRange(fewest, most),
            Code.RANGE,
        )


def _format_findings(event: AnnouncedEvent, league: LeagueSettings) -> Iterator[Finding]:
    try:
        played = league.format(event.format)
    except RuleError as error:
        yield Finding(
            NotCounted.FORMAT_UNKNOWN, "S4-14", "format", event.format, error.accepted, error.code
        )
        return
    yield from _minutes_findings(event, played)
    if played.themed and not event.theme.strip():
        yield Finding(
            NotCounted.THEME_MISSING, "S4-14", "theme", event.theme, "a theme", Code.MISSING
        )


def _minutes_findings(event: AnnouncedEvent, played: Format) -> Iterator[Finding]:
    try:
        played.minutes(event.minutes)
    except RuleError as error:
        yield Finding(
            NotCounted.FORMAT_LIMITS, "S4-14", "minutes", event.minutes, played.limits, error.code
        )


def _national_findings(
    event: AnnouncedEvent, league: LeagueSettings, before: Iterable[AnnouncedEvent]
) -> Iterator[Finding]:
    season = league.calendar.season_of(event.on)
    if not event.national or season is None:
        return
    for earlier in before:
        if earlier.national and earlier.organiser == event.organiser and earlier.on in season:
            yield Finding(
                NotCounted.SECOND_NATIONAL,
                "S4-17",
                "national",
                earlier.on,
                "one in a season",
                Code.STATE,
            )
            return
