"""Events of a season league: announced, approved, moved; whether each counts, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.leagues.league.services.rights import league_day, need_organiser, need_reason
from goclub.leagues.models import Change, Event, League, LeagueEvent, LeaguePerson, Season
from goclub.leagues.season.services import rules
from goclub.leagues.tournament.services import events
from goclub.leagues.tournament.services.steps import lock, record
from goclub.members.notices.services import tell, tell_office
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from tournaments.seasons.calendar import season_of
from tournaments.seasons.events import Finding, check_event, check_move, why_not_counted


@dataclass(frozen=True, slots=True)
class JudgedEvent:
    """An event with every reason why it does not count; none: it counts, or would.

    ``season`` in which it is played; None between seasons and for one that is cancelled.
    """

    row: LeagueEvent
    findings: tuple[Finding, ...]
    season: Season | None

    @property
    def counts(self) -> bool:
        return not self.findings


def judge_events(league: League) -> list[JudgedEvent]:
    """Every announced event with its reasons, in the order of its days."""
    related = ("league", "event", "format", "announced_by", "run_by")
    rows = list(LeagueEvent.objects.filter(league=league).counted().select_related(*related))
    seasons = list(league.seasons.order_by("first"))
    approved = set(LeaguePerson.objects.filter(league=league).values_list("member", flat=True))
    accepted: list[LeagueEvent] = []
    judged: dict[int, JudgedEvent] = {}
    # Whoever announced first has the season's one national event (S4-17).
    for row in sorted(rows, key=lambda row: (row.announced_on, row.pk)):
        row.league = league
        findings = why_not_counted(row, seasons, approved, before=accepted)
        cancelled = row.event.state == Event.State.CANCELLED
        # A national event that was called off leaves room for another.
        if row.approved and not cancelled:
            accepted.append(row)
        season = None if cancelled else season_of(seasons, row.on)
        judged[row.pk] = JudgedEvent(row, findings, season)
    return [judged[row.pk] for row in rows]


def judge_event(row: LeagueEvent) -> JudgedEvent:
    """One event with its reasons."""
    return next(judged for judged in judge_events(row.league) if judged.row.pk == row.pk)


@atomic_retried
def announce_event(
    act: Act, row: LeagueEvent, *, name: str, on: date, rounds: int, place: str = ""
) -> LeagueEvent:
    """Announce an event and open its registration; the league's organiser approves it.

    Raises RuleError for what the rules refuse (S4-12 … S4-14, S4-17), Refusal for a day that has
    passed; what merely does not count, such as a late report, is stored and said.
    """
    league, by = row.league, act.member
    rules.lock(league)
    today = league_day(league, act.at)
    if on < today:
        raise Refusal(
            _("That date is in the past. Possible: %(accepted)s"),
            field="on",
            accepted=AcceptedRange(today, None),
            reason="past",
        )
    row.announced_by, row.announced_on, row.theme = by, today, row.theme.strip()
    row.event = Event(begins_on=on, rounds_planned=rounds)
    people = LeaguePerson.objects.filter(league=league)
    serving = {person.member_id for person in people if person.serves_on(today)}
    national = LeagueEvent.objects.filter(league=league, national=True, declined="")
    before = national.exclude(event__state=Event.State.CANCELLED).select_related("event")
    check_event(row, list(league.seasons.all()), serving, before=before)
    row.event = events.create_event(
        Act(None, act.at),
        name,
        begins_on=on,
        preset="S2",
        system="swiss",
        rounds=rounds,
        organisers=list({by, row.run_by}),
        place=place,
        time_zone=league.zone,
        main_minutes=row.minutes or row.format.default,
        for_league=True,
    )
    row.save()
    tell_office(
        act,
        "season.announced",
        url=row.get_absolute_url(),
        permission="leagues.run_league",
        name=by,
        event=str(row.event),
    )
    return row


@atomic_retried
def approve_event(act: Act, row: LeagueEvent) -> LeagueEvent:
    """Approve an announced event; approving again changes nothing."""
    need_organiser(act, row.league)
    row = _lock(row)
    if row.approved_at is None:
        row.approved_at, row.approved_by, row.declined = act.at, act.by, ""
        row.save()
        _tell(act, row, "season.approved")
    return row


@atomic_retried
def decline_event(act: Act, row: LeagueEvent, *, reason: str) -> LeagueEvent:
    """Say that an event does not count for the league, and why; it may be held all the same.

    Raises Refusal once its day has come.
    """
    need_organiser(act, row.league)
    row = _lock(row)
    if row.on <= league_day(row.league, act.at):
        raise Refusal(
            _("The event takes place today or is over, so it can no longer be declined."),
            field="reason",
            reason="held",
        )
    row.declined, row.approved_at, row.approved_by = need_reason(reason), None, None
    row.save()
    _tell(act, row, "season.declined", reason=row.declined)
    return row


def _tell(act: Act, row: LeagueEvent, kind: str, **params: str) -> None:
    """Those who announced an event and run it hear what became of it."""
    for member in {row.announced_by, row.run_by}:
        url = row.get_absolute_url()
        tell(act, member, kind, url=url, event=str(row), **params)


@atomic_retried
def move_event(act: Act, row: LeagueEvent, *, to: date) -> LeagueEvent:
    """Give an event another day; the day of its report stays (S4-11).

    Raises what :func:`~tournaments.seasons.events.check_move` raises, PermissionDenied for others
    than its announcer and the league's organisers.
    """
    if act.by is None or row.announced_by.user_id != act.by.pk:
        need_organiser(act, row.league)
    row = _lock(row)
    check_move(row, to, today=league_day(row.league, act.at))
    event = row.event = lock(row.event)
    before = _days_of(event)
    event.begins_on, event.ends_on = to, to + (event.ends_on - event.begins_on)
    event.save(update_fields=["begins_on", "ends_on"])
    # A step: a form that shows the day before must not bring it back.
    record(act, event, Change.What.EDITED, before=before, after=_days_of(event))
    return row


def _days_of(event: Event) -> dict[str, str]:
    return {name: getattr(event, name).isoformat() for name in ("begins_on", "ends_on")}


def _lock(row: LeagueEvent) -> LeagueEvent:
    return lock_row(row, "league", "event", "format", "announced_by", "run_by")
