"""Whether an event counts for its season, and every reason why not: S4-10 … S4-15, S4-17, S4-21."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Protocol

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.seasons.calendar import SeasonDays, season_of
from tournaments.seasons.scoring import PlayerId

#: S4-11 and S4-10.
NOTICE = timedelta(days=7)
FEWEST_PLAYERS = 4
#: S4-17, an advice.
NATIONAL_PLAYERS = 8
FEWEST_ROUNDS = 3
# S4-13: (up to so many players, most rounds); more players have eight.
_MOST_ROUNDS = ((4, 3), (8, 4), (16, 5), (32, 6))
_ROUNDS_BEYOND = 8


class Per(StrEnum):
    """What the minutes of a format are for: the whole round or each player."""

    ROUND = "round"
    SIDE = "side"


class TimeUp(StrEnum):
    """What happens when time is up.

    CALLED: the player to move completes the move, then two more moves each; a game that is then
    neither over nor agreed is 1:1 (S4-15).  LOSS: the flag is down and the game lost (S4-14).
    """

    CALLED = "called"
    LOSS = "loss"


class MinuteLimits(Protocol):
    """How the games of an event are played; a stored format is one (S4-14).

    ``low`` … ``high`` minutes that an organiser may set, ``default`` where none is set (None: one
    must be).  ``themed`` a theme has to be written.
    """

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def default(self) -> int | None: ...
    @property
    def themed(self) -> bool: ...


class AnnouncedEvent(Protocol):
    """An event as announced, or as held; a stored event of a league is one.

    ``on`` its day in the league's zone; ``reported_on`` the day of the report (S4-11), never later.
    ``approved`` by the league's organiser.  ``announced_by_id`` who reported it, ``run_by_id`` who
    runs it.  ``minutes`` None for the format's usual.  ``players`` None while nobody can know how
    many.
    """

    @property
    def on(self) -> date: ...
    @property
    def reported_on(self) -> date: ...
    @property
    def announced_by_id(self) -> PlayerId: ...
    @property
    def run_by_id(self) -> PlayerId: ...
    @property
    def format(self) -> MinuteLimits: ...
    @property
    def rounds(self) -> int: ...
    @property
    def players(self) -> int | None: ...
    @property
    def minutes(self) -> int | None: ...
    @property
    def theme(self) -> str: ...
    @property
    def approved(self) -> bool: ...
    @property
    def national(self) -> bool: ...


class NotCounted(StrEnum):
    """Why an event does not count for the league; reason codes."""

    BETWEEN_SEASONS = "between_seasons"
    LATE_REPORT = "late_report"
    NOT_APPROVED = "not_approved"
    NOT_RUN_BY_APPROVED = "not_run_by_approved"
    TOO_FEW_PLAYERS = "too_few_players"
    ROUNDS = "rounds"
    FORMAT_LIMITS = "format_limits"
    THEME_MISSING = "theme_missing"
    SECOND_NATIONAL = "second_national"


#: The reason of the refusal, where an announcement is refused and does not merely not count.
_REASONS = {
    NotCounted.NOT_RUN_BY_APPROVED: "season.not_run_by_approved",
    NotCounted.ROUNDS: "season.rounds",
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
    accepted: str = ""
    refusal: Code | None = None


def why_not_counted(
    event: AnnouncedEvent,
    seasons: Sequence[SeasonDays],
    approved: Collection[PlayerId],
    *,
    before: Iterable[AnnouncedEvent] = (),
) -> tuple[Finding, ...]:
    """Return every reason why *event* does not count, in the order of :class:`NotCounted`.

    Nothing found: it counts.  *approved* the league's organisers and judges (S4-12).  *before* the
    events that were accepted before this one; a second national one of the same organiser in the
    same season is found among them (S4-17).  While the number of players is unknown, nothing that
    depends on it is found.  Source: S4-10 … S4-14, S4-17, S4-21.
    """
    return (
        *_calendar_findings(event, seasons),
        *_people_findings(event, approved),
        *_round_findings(event),
        *_format_findings(event),
        *_national_findings(event, seasons, before),
    )


def check_event(
    event: AnnouncedEvent,
    seasons: Sequence[SeasonDays],
    approved: Collection[PlayerId],
    *,
    before: Iterable[AnnouncedEvent] = (),
) -> None:
    """Refuse an announcement that the rules refuse; what merely does not count passes.

    Raises RuleError for the first finding with a refusal: E_FORBIDDEN (``run_by``, S4-12), E_RANGE
    (``rounds``, S4-13, or ``minutes``, S4-14), E_MISSING (``theme`` or ``minutes``), E_STATE
    (``national``, S4-17).  ``reason`` is the finding's code, in the room ``season``; for minutes
    that are not given at all the class says enough.
    """
    for finding in why_not_counted(event, seasons, approved, before=before):
        if finding.refusal is not None:
            reason = _REASONS[finding.code] if finding.value is not None else ""
            value, accepted = finding.value, finding.accepted
            raise RuleError(finding.refusal, finding.field, value, accepted, reason=reason)


def check_move(event: AnnouncedEvent, to: date, *, today: date) -> None:
    """Refuse another day for an event; the day of its report stays what it was (S4-11).

    Raises RuleError E_STATE with reason ``held_unmoved`` once its day has come, E_RANGE with reason
    ``late_report`` where the new day would break the seven days that the old one kept, E_RANGE
    with reason ``past`` for a day before *today*.
    """
    if event.on <= today:
        raise RuleError(Code.STATE, "to", event.on, reason="season.held_unmoved")
    earliest = event.reported_on + NOTICE
    for first, reason in ((today, "season.past"), (earliest, "season.late_report")):
        if to < first <= event.on:
            accepted = AcceptedRange(first, None)
            raise RuleError(Code.RANGE, "to", to, accepted, reason=reason)


def round_bounds(players: int) -> tuple[int, int]:
    """Return the fewest and the most rounds for so many players, both inclusive (S4-13).

    >>> [round_bounds(players) for players in (4, 5, 33)]
    [(3, 3), (3, 4), (3, 8)]
    """
    for up_to, most in _MOST_ROUNDS:
        if players <= up_to:
            return FEWEST_ROUNDS, most
    return FEWEST_ROUNDS, _ROUNDS_BEYOND


def check_colour_by_toss(*, players_agree: bool, started: bool) -> None:
    """Refuse the toss for colours where not all agree, or once the game runs (S4-19).

    The organiser, who asks for it, agrees.  Raises RuleError E_STATE (``started``), E_FORBIDDEN
    (``players_agree``).
    """
    if started:
        raise RuleError(Code.STATE, "started", started, reason="season.toss_after_start")
    if not players_agree:
        raise RuleError(
            Code.FORBIDDEN, "players_agree", players_agree, reason="season.toss_without_consent"
        )


def _calendar_findings(event: AnnouncedEvent, seasons: Sequence[SeasonDays]) -> Iterator[Finding]:
    if season_of(seasons, event.on) is None:
        yield Finding(NotCounted.BETWEEN_SEASONS, "S4-21", "on", event.on)
    if event.on - event.reported_on < NOTICE:
        latest = AcceptedRange(None, event.on - NOTICE)
        yield Finding(NotCounted.LATE_REPORT, "S4-11", "announced", event.reported_on, latest)


def _people_findings(event: AnnouncedEvent, approved: Collection[PlayerId]) -> Iterator[Finding]:
    if not event.approved:
        yield Finding(NotCounted.NOT_APPROVED, "S4-12", "approved", False)
    if event.run_by_id != event.announced_by_id and event.run_by_id not in approved:
        yield Finding(
            NotCounted.NOT_RUN_BY_APPROVED,
            "S4-12",
            "run_by",
            event.run_by_id,
            "the organiser or an approved judge",
            Code.FORBIDDEN,
        )
    if event.players is not None and event.players < FEWEST_PLAYERS:
        enough = AcceptedRange(FEWEST_PLAYERS, None)
        yield Finding(NotCounted.TOO_FEW_PLAYERS, "S4-10", "players", event.players, enough)


def _round_findings(event: AnnouncedEvent) -> Iterator[Finding]:
    fewest, most = FEWEST_ROUNDS, _ROUNDS_BEYOND
    if event.players is not None:
        fewest, most = round_bounds(event.players)
    if not fewest <= event.rounds <= most:
        bounds = AcceptedRange(fewest, most)
        yield Finding(NotCounted.ROUNDS, "S4-13", "rounds", event.rounds, bounds, Code.RANGE)


def _format_findings(event: AnnouncedEvent) -> Iterator[Finding]:
    played, limits = event.format, AcceptedRange(event.format.low, event.format.high)
    minutes = played.default if event.minutes is None else event.minutes
    if minutes is None or not played.low <= minutes <= played.high:
        code = Code.MISSING if minutes is None else Code.RANGE
        yield Finding(NotCounted.FORMAT_LIMITS, "S4-14", "minutes", event.minutes, limits, code)
    if played.themed and not event.theme.strip():
        yield Finding(
            NotCounted.THEME_MISSING, "S4-14", "theme", event.theme, "a theme", Code.MISSING
        )


def _national_findings(
    event: AnnouncedEvent, seasons: Sequence[SeasonDays], before: Iterable[AnnouncedEvent]
) -> Iterator[Finding]:
    season = season_of(seasons, event.on)
    if not event.national or season is None:
        return
    for earlier in before:
        if (
            earlier.national
            and earlier.announced_by_id == event.announced_by_id
            and season.first <= earlier.on <= season.last
        ):
            yield Finding(
                NotCounted.SECOND_NATIONAL,
                "S4-17",
                "national",
                earlier.on,
                "one in a season",
                Code.STATE,
            )
            return
