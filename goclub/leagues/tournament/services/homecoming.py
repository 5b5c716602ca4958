"""An event that goes to the hall and comes home: its file, and the merge in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import DataError, IntegrityError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import (
    Absence,
    Announcement,
    Change,
    Event,
    EventTrip,
    ForbiddenPair,
    LineupPlace,
    Pairing,
    Participant,
    Round,
    RoundClock,
    Seat,
)
from goclub.leagues.models.round import BOARDS_FROM
from goclub.leagues.tournament.queries.snapshot import load, settings_of
from goclub.leagues.tournament.services.boards import settle_matches
from goclub.leagues.tournament.services.brackets import need_bracket
from goclub.leagues.tournament.services.comparing import (
    RESULT_COLUMNS,
    ROUND_TIMES,
    EventDifference,
    Homecoming,
    compare_file,
)
from goclub.leagues.tournament.services.event_file import (
    Body,
    body_of,
    player_columns,
)
from goclub.leagues.tournament.services.events import check_timetable
from goclub.leagues.tournament.services.steps import (
    OPEN,
    lock_event,
    lock_for_step,
    record,
    seats_of,
)
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

What = Change.What


# --- Leaving ----------------------------------------------------------------------------------
@atomic_retried
def leave_home(act: Act, event: Event) -> EventTrip:
    """Note that an event goes to the hall, as it is now; raises E_STATE where it is there."""
    event = lock_for_step(act, event)
    if event.away_since:
        raise Refusal(
            _("%(value)s already runs at the hall. Download its file again."),
            field="event",
            value=event.name,
        )
    EventTrip.objects.filter(event=event).delete()
    body = body_of(load(event))
    trip = EventTrip.objects.create(event=event, base=body, left_at=act.at, left_by=act.by)
    event.away_since = act.at
    event.save(update_fields=["away_since"])
    record(act, event, What.LEFT_HOME)
    return trip


@atomic_retried
def stay_home(act: Act, event: Event) -> Event:
    """Take back that an event runs at the hall; its file can still be brought home."""
    event = lock_event(act, event)
    if event.away_since:
        event.away_since = None
        event.save(update_fields=["away_since"])
        record(act, event, What.CAME_HOME, reason="")
    return event


def need_home(event: Event) -> None:
    """Refuse to close an event that is in the hall, or on the laptop: E_STATE (``is_away``)."""
    if event.away_since:
        raise Refusal(
            _("%(value)s runs at the hall. Bring it home first, or say that it stays here."),
            field="event",
            value=event.name,
            reason="is_away",
        )
    if EventTrip.objects.filter(event=event, hosted=True).exists():
        raise Refusal(
            _("Close %(value)s at home, after its file was uploaded there."),
            field="event",
            value=event.name,
            reason="is_away",
        )


# --- Coming home ------------------------------------------------------------------------------
@atomic_retried
def come_home(
    act: Act,
    event: Event,
    data: bytes,
    *,
    answers: Mapping[str, str],
    stays: bool = False,
    encoding: str = "",
) -> list[EventDifference]:
    """Merge a file from the hall into the event; return what was taken from it.

    ``answers``: "home" or "hall" for the name of each difference that both sides made; ``stays``:
    the event does not go on in the hall.  Raises PermissionDenied, what :func:`compare_file`
    raises, RuleError E_MISSING for a question without an answer (``unanswered``), E_INCONSISTENT
    where the answers do not fit together (``answers_unfit``), what :func:`.brackets.need_bracket`
    raises, and ValidationError.
    """
    event = lock_event(act, event)
    coming = compare_file(event, data, encoding=encoding)
    questions = {difference.name for difference in coming.of("both")}
    if open_questions := [name for name in questions if answers.get(name) not in ("home", "hall")]:
        raise Refusal(
            _("Choose home or hall for each of the %(value)s changes made on both sides."),
            code=Code.MISSING,
            field="file",
            value=len(open_questions),
            reason="unanswered",
        )
    merged = [
        difference
        for difference in coming.differences
        if difference.side == "hall" or answers.get(difference.name) == "hall"
        if difference.side != "home"
    ]
    for number, new in coming.moved.items():
        event.participants.filter(number=number).update(number=new)
    try:
        take_differences(act, event, coming, merged)
    except (IntegrityError, DataError):
        raise _unfit() from None
    need_bracket(load(event))
    trip = EventTrip.objects.filter(event=event).first()
    if trip is not None:
        trip.base = coming.hall
        trip.written_at = parse_datetime(coming.written_at) or trip.written_at
        trip.save()
    came = stays and event.away_since is not None
    if came:
        event.away_since = None
        event.save(update_fields=["away_since"])
    if merged or coming.moved or came:
        names = [difference.name for difference in merged]
        record(act, event, What.CAME_HOME, after={"taken": names, "moved": len(coming.moved)})
    return merged


def take_differences(
    act: Act, event: Event, coming: Homecoming, taken: Iterable[EventDifference]
) -> None:
    by_kind: dict[str | int, list[EventDifference]] = {}
    for difference in taken:
        by_kind.setdefault(difference.key[0], []).append(difference)
    for difference in by_kind.get("event", ()):
        column = event._meta.get_field(str(difference.key[1]))
        setattr(event, column.attname, column.to_python(difference.hall))  # type: ignore[union-attr]
    if "settings" in by_kind:
        event.settings = coming.hall["settings"]
    gone = [difference for difference in by_kind.get("player", ()) if difference.hall is None]
    for difference in by_kind.get("player", ()):
        if difference.hall is not None:
            _take_player(act, event, int(difference.key[1]), difference.hall)
    for difference in by_kind.get("round", ()):
        _take_round(event, int(difference.key[1]), coming.hall["rounds"])
    for difference in by_kind.get("result", ()):
        _take_result(event, difference, coming.hall)
    if "bans" in by_kind:
        _take_bans(event, coming.hall["bans"])
    if "lineups" in by_kind:
        _take_lineups(event, coming.hall.get("lineups", []))
    if "hall" in by_kind:
        _take_hall(event, coming.hall["hall"])
    numbers = [int(difference.key[1]) for difference in gone]
    leaving = event.participants.filter(number__in=numbers)
    if Seat.objects.filter(participant__in=leaving).exists():
        raise _unfit()
    leaving.delete()
    _settle(act, event)


def _unfit() -> RuleError:
    return Refusal(
        _(
            "These answers do not fit together: a round would name players who are not entered, "
            "or one would be missing. Choose the same side for the rounds and their players."
        ),
        code=Code.INCONSISTENT,
        field="file",
        reason="answers_unfit",
    )


def _take_player(act: Act, event: Event, number: int, there: Body) -> None:
    entry = event.participants.filter(number=number).first()
    if entry is None:
        # Who is a member is said at home: the hall knows only those who were entered here.
        entry = Participant(event=event, number=number, entered_at=act.at)
    if "team" in there:
        entry.team = event.participants.filter(number=there["team"]).first()
    for name in player_columns():
        if name in there:
            column = entry._meta.get_field(name)
            setattr(entry, name, column.to_python(there[name]))  # type: ignore[union-attr]
    entry.full_clean(exclude=["event", "member", "guest"], validate_constraints=False)
    entry.version += 1
    entry.save()
    entry.absences.all().delete()
    Absence.objects.bulk_create(
        Absence(participant=entry, number=int(row), excused=bool(excused))
        for row, excused in there["absences"].items()
    )


def _take_round(event: Event, number: int, rounds: Body) -> None:
    row = event.rounds.filter(number=number).first() or Round(event=event, number=number)
    if row.pk:
        Seat.objects.filter(round=row).delete()
        row.pairings.all().delete()
    if str(number) not in rounds:
        row.delete()
        return
    there = rounds[str(number)]
    row.state, row.seed, row.proof = there["state"], there["seed"], str(there["proof"])[:20]
    row.weight, row.request = str(there["weight"])[:40], there["request"]
    row.played_on = Round._meta.get_field("played_on").to_python(there["played_on"])
    for name in ROUND_TIMES:
        setattr(row, name, parse_datetime(there[name]) if there[name] else None)
    row.full_clean(exclude=["event", "request"], validate_unique=False, validate_constraints=False)
    row.save()
    people = {participant.number: participant for participant in event.participants.all()}
    try:
        pairings = [
            Pairing(
                round=row,
                **table | {side: people[table[side]] for side in ("black", "white")},
            )
            for table in there["tables"]
        ]
        byes = [] if there["bye"] is None else [people[there["bye"]]]
        boards = [pairing for pairing in pairings if pairing.black.team_id]
        matches = {pairing.table: pairing for pairing in pairings if not pairing.black.team_id}
        match_of = {board.table: matches[board.table // BOARDS_FROM] for board in boards}
    except KeyError:
        raise _unfit() from None
    for pairing in pairings:
        pairing.full_clean(exclude=["round", "black", "white"], validate_unique=False)
    Pairing.objects.bulk_create(matches.values())
    for board in boards:
        board.match = match_of[board.table]
    Pairing.objects.bulk_create(boards)
    seats = [seat for pairing in pairings for seat in seats_of(pairing)]
    seats += [
        Seat(round=row, participant=player, colour="-", fixed=bool(there["bye_fixed"]))
        for player in byes
    ]
    Seat.objects.bulk_create(seats)


def _take_result(event: Event, difference: EventDifference, hall: Body) -> None:
    _kind, number, table = difference.key
    pairing = Pairing.objects.get(round__event=event, round__number=number, table=table)
    there = next(row for row in hall["rounds"][str(number)]["tables"] if row["table"] == table)
    for name in (*RESULT_COLUMNS, "source"):
        setattr(pairing, name, there[name])
    pairing.full_clean(exclude=["round", "black", "white", "toss", "game"], validate_unique=False)
    pairing.save()
    pairing.claims.all().delete()


def _take_bans(event: Event, bans: list[list[Any]]) -> None:
    event.forbidden_pairs.all().delete()
    people = {participant.number: participant for participant in event.participants.all()}
    ForbiddenPair.objects.bulk_create(
        ForbiddenPair(
            event=event, first=people[first], second=people[second], number=number, reason=reason
        )
        for first, second, number, reason in bans
        if first in people and second in people
    )


def _take_lineups(event: Event, lineups: list[list[int]]) -> None:
    LineupPlace.objects.filter(team__event=event).delete()
    people = {player.number: player for player in event.participants.exclude(team=None)}
    LineupPlace.objects.bulk_create(
        LineupPlace(team=people[player].team, number=number, board=board, player=people[player])
        for number, player, board in lineups
        if player in people
    )


def _take_hall(event: Event, hall: Body) -> None:
    """Put up the announcements and the clocks of the hall; a clock without its round is left."""
    event.announcements.all().delete()
    Announcement.objects.bulk_create(
        Announcement(event=event, text=text, at=moment) for text, moment in hall["announcements"]
    )
    RoundClock.objects.filter(round__event=event).delete()
    rounds = {row.number: row for row in event.rounds.all()}
    RoundClock.objects.bulk_create(
        RoundClock(
            round=rounds[number],
            started_at=started_at,
            minutes=minutes,
            paused_at=paused_at,
        )
        for number, started_at, minutes, paused_at in hall["clocks"]
        if number in rounds
    )


def _settle(act: Act, event: Event) -> None:
    """Bring the states of rounds and event in line with what was taken.

    Refuse a gap, and rules that do not go together.
    """
    rows = list(event.rounds.order_by("number"))
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        raise _unfit()
    for row in rows:
        if not row.is_out:
            if row is not rows[-1]:
                raise _unfit()
            continue
        if event.has_boards:
            settle_matches(act, event, row)
        is_open = row.pairings.filter(result=Pairing.Outcome.UNKNOWN).exists()
        row.state = Round.State.PUBLISHED if is_open else Round.State.COMPLETE
        row.save(update_fields=["state"])
    if event.state in OPEN:
        is_out = any(row.is_out for row in rows)
        event.state = Event.State.RUNNING if is_out else Event.State.REGISTRATION
    check_timetable(event)
    settings_of(event)
    event.full_clean(exclude=["organisers", "created_by", "closed_by", "preset"])
    event.save()
