"""Events of a season league: announced, approved, moved; whether each counts, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.core.exceptions import PermissionDenied
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.rights import league_day, need_reason, need_run
from goclub.leagues.models import (
    Change,
    Event,
    EventFormat,
    League,
    LeagueEvent,
    Pairing,
    Participant,
    Round,
    Seat,
)
from goclub.leagues.season.services import rules as settings
from goclub.leagues.tournament.services import events
from goclub.leagues.tournament.services.steps import lock, record
from goclub.members.models import Member, User
from goclub.members.notices.services import tell, tell_office
from ratings.errors import Code, RuleError
from tournaments.seasons import events as seasons_events
from tournaments.seasons import league as seasons_league
from tournaments.seasons.events import Advice, Finding, check_event, why_not_counted

#: Until an event has begun nobody can know how many will come.
HELD = (Event.State.RUNNING, Event.State.CLOSED)


@dataclass(frozen=True, slots=True)
class JudgedEvent:
    """An event with every reason why it does not count; none: it counts, or would.

    ``held`` it has begun, so that the players are known.  ``entered`` so many, so far: who took
    part in one that is closed, and those who came or are entered still in another (S4-10).
    """

    row: LeagueEvent
    findings: tuple[Finding, ...]
    advice: tuple[Advice, ...]
    season: str | None
    held: bool
    entered: int

    @property
    def counts(self) -> bool:
        return not self.findings

    @property
    def too_few_so_far(self) -> bool:
        """Whether it would fail for lack of players if nobody else came (S4-10)."""
        return not self.held and self.entered < seasons_events.FEWEST_PLAYERS


def _who_came() -> QuerySet[Seat]:
    """The seats of somebody who came: a bye, or a game not lost without play, as it counts.

    As :attr:`tournaments.events.field.TournamentGame.came` has them.
    """
    removed = F("participant__removed_in")
    own_bye = Q(participant__removed_in=None) | Q(round__number__lt=removed)
    both = Q(pairing__result__in=[Pairing.Outcome.BOTH_WIN, Pairing.Outcome.BOTH_LOSE])
    played = Q(pairing__by_default=False, pairing__unplayed=False) & ~(
        Q(pairing__verdict="") & both
    )
    won = Q(colour="W", counted=Pairing.Outcome.WHITE) | Q(
        colour="B", counted=Pairing.Outcome.BLACK
    )
    counted = Case(
        When(pairing__verdict="", then=F("pairing__result")), default=F("pairing__verdict")
    )
    return (
        Seat.objects.filter(round__state__in=Round.OUT, participant=OuterRef("event__participants"))
        .annotate(counted=counted)
        .filter(Q(pairing=None) & own_bye | Q(pairing__isnull=False) & (played | won))
    )


def league_events(league: League) -> list[LeagueEvent]:
    """Every announced event in the order of its days, with its players so far (one query)."""
    present = Q(event__participants__state__in=[Participant.State.FINAL,
                                                Participant.State.PRELIMINARY])  # fmt: skip
    coming = ~Q(event__state=Event.State.CLOSED) & present
    rows = LeagueEvent.objects.filter(league=league).annotate(
        entered=Count("event__participants", filter=coming | Q(Exists(_who_came())), distinct=True),
        rounds_out=Count(
            "event__rounds", filter=Q(event__rounds__state__in=Round.OUT), distinct=True
        ),
    )
    return list(
        rows.select_related("league", "event", "format", "announced_by", "run_by").order_by(
            "event__begins_on", "pk"
        )
    )


def judge_events(
    league: League, rules: seasons_league.LeagueSettings | None = None
) -> list[JudgedEvent]:
    """Every announced event with its reasons, in the order of its days."""
    rows = league_events(league)
    rules = rules or settings.rules_of(league)
    accepted: list[tuple[int, seasons_events.AnnouncedEvent]] = []
    judged: dict[int, JudgedEvent] = {}
    # Whoever announced first has the season's one national event (S4-17).
    for row in sorted(rows, key=lambda row: (row.announced_on, row.pk)):
        announced = as_announced(row)
        before = [event for _pk, event in accepted]
        findings = why_not_counted(announced, rules, before=before)
        cancelled = row.event.state == Event.State.CANCELLED
        # Nor does one that was called off: see whom :func:`_national_before` asks.
        if row.approved and not cancelled:
            accepted.append((row.pk, announced))
        season = rules.calendar.season_of(announced.on)
        judged[row.pk] = JudgedEvent(
            row,
            findings,
            seasons_events.advice(announced),
            season.name if season and not cancelled else None,
            held=row.event.state in HELD,
            entered=row.entered,  # type: ignore[attr-defined]
        )
    return [judged[row.pk] for row in rows]


def judge_event(row: LeagueEvent) -> JudgedEvent:
    """One event with its reasons."""
    return next(judged for judged in judge_events(row.league) if judged.row.pk == row.pk)


def as_announced(row: LeagueEvent) -> seasons_events.AnnouncedEvent:
    """The event as the rules read it; one that is over has the rounds that were played (S4-13)."""
    held = row.event.state in HELD
    over = row.event.state == Event.State.CLOSED
    return seasons_events.AnnouncedEvent(
        on=row.event.begins_on,
        announced=min(row.announced_on, row.event.begins_on),
        organiser=row.announced_by_id,
        run_by=row.run_by_id,
        format=row.format.key,
        rounds=row.rounds_out if over else row.event.rounds_planned,  # type: ignore[attr-defined]
        players=row.entered if held else None,  # type: ignore[attr-defined]
        minutes=row.minutes,
        theme=row.theme,
        approved=row.approved,
        national=row.national,
    )


@atomic_retried
def announce_event(
    *,
    league: League,
    by: Member,
    at: datetime,
    name: str,
    on: date,
    rounds: int,
    format: EventFormat,
    run_by: Member,
    minutes: int | None = None,
    theme: str = "",
    national: bool = False,
    place: str = "",
) -> LeagueEvent:
    """Announce an event and open its registration; the league's organiser approves it.

    Raises RuleError for what the rules refuse (S4-12 … S4-14, S4-17), E_INCONSISTENT for a day
    that has passed; what merely does not count, such as a late report, is stored and said.
    """
    if by.status != Member.Status.MEMBER:
        raise PermissionDenied
    league = settings._lock(league)
    today = league_day(league, at)
    rules = settings.rules_of(league, on=today)
    asked = seasons_events.AnnouncedEvent(
        on=on,
        announced=today,
        organiser=by.pk,
        run_by=run_by.pk,
        format=format.key,
        rounds=rounds,
        minutes=minutes,
        theme=theme,
        approved=True,
        national=national,
    )
    check_event(asked, rules, before=_national_before(league))
    event = events.create_event(
        name=name,
        begins_on=on,
        by=None,
        at=at,
        preset="S2",
        system="swiss",
        rounds=rounds,
        organisers=list({by, run_by}),
        place=place,
        time_zone=league.zone,
        main_minutes=minutes or format.default,
        for_league=True,
    )
    row = LeagueEvent.objects.create(
        league=league,
        event=event,
        announced_on=today,
        announced_by=by,
        run_by=run_by,
        format=format,
        minutes=minutes,
        theme=theme.strip(),
        national=national,
    )
    tell_office(
        kind="season.announced",
        at=at,
        url=row.get_absolute_url(),
        permission="leagues.run_league",
        by=by.user,
        name=by.display_name,
        event=str(row.event),
    )
    return row


def _national_before(league: League) -> list[seasons_events.AnnouncedEvent]:
    return [
        as_announced(row)
        for row in league_events(league)
        if row.national and not row.declined and row.event.state != Event.State.CANCELLED
    ]


@atomic_retried
def approve_event(*, row: LeagueEvent, by: User | None, at: datetime) -> LeagueEvent:
    """Approve an announced event; approving again changes nothing."""
    need_run(by, row.league, on=league_day(row.league, at))
    row = _lock(row)
    if row.approved_at is None:
        row.approved_at, row.approved_by, row.declined = at, by, ""
        row.save()
        _tell(row, "season.approved", by, at)
    return row


@atomic_retried
def decline_event(*, row: LeagueEvent, by: User | None, at: datetime, reason: str) -> LeagueEvent:
    """Say that an event does not count for the league, and why; it may be held all the same.

    Raises RuleError E_STATE once its day has come.
    """
    today = league_day(row.league, at)
    need_run(by, row.league, on=today)
    row = _lock(row)
    if row.event.begins_on <= today:
        raise RuleError(Code.STATE, field="reason", value=row.event.begins_on, reason="season.held")
    row.declined, row.approved_at, row.approved_by = need_reason(reason), None, None
    row.save()
    _tell(row, "season.declined", by, at, reason=row.declined)
    return row


def _tell(row: LeagueEvent, kind: str, by: User | None, at: datetime, **params: str) -> None:
    """Those who announced an event and run it hear what became of it."""
    for member in {row.announced_by, row.run_by}:
        url = row.get_absolute_url()
        tell(member=member, kind=kind, at=at, url=url, by=by, event=str(row.event), **params)


@atomic_retried
def move_event(*, row: LeagueEvent, by: User, at: datetime, to: date) -> LeagueEvent:
    """Give an event another day; the day of its report stays (S4-11).

    Raises RuleError E_RANGE where the seven days would break or the day has passed, E_STATE once
    its day has come, PermissionDenied for others than its announcer and the league's organisers.
    """
    today = league_day(row.league, at)
    if row.announced_by.user_id != by.pk:
        need_run(by, row.league, on=today)
    row = _lock(row)
    row.entered = row.rounds_out = 0  # type: ignore[attr-defined]
    moved = seasons_events.move_event(as_announced(row), to, today=today)
    event = row.event = lock(row.event)
    before = _days_of(event)
    event.begins_on, event.ends_on = moved.on, moved.on + (event.ends_on - event.begins_on)
    event.save(update_fields=["begins_on", "ends_on"])
    # A step: a form that shows the day before must not bring it back.
    record(event, Change.What.EDITED, by=by, at=at, before=before, after=_days_of(event))
    return row


def _days_of(event: Event) -> dict[str, str]:
    return {name: getattr(event, name).isoformat() for name in ("begins_on", "ends_on")}


def _lock(row: LeagueEvent) -> LeagueEvent:
    return lock_row(row, "league", "event", "format", "announced_by", "run_by")
