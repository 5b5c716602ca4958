"""The file of one event: what goes to the laptop in the hall, and what comes home from it.

A *body* is an event as plain JSON, the same on both sides: its columns, its players and its rounds
by their numbers.  Names and addresses of members are no part of it: they stay the member's, and
travel beside it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import (
    Announcement,
    Event,
    EventTrip,
    LineupPlace,
    Pairing,
    Participant,
    Round,
    RoundClock,
)
from goclub.leagues.models.event import settings_from_json, settings_to_json
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load, settings_of
from goclub.leagues.tournament.services.steps import pairing_json, round_json
from goclub.members.models import Member
from ratings.errors import Code, RuleError
from ratings.text_files import too_large
from tournaments.events.settings import Settings

Body = dict[str, Any]
#: What reading a file raises where somebody changed it.
_WRONG: Final = (
    ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError,
    ValidationError,
)  # fmt: skip
#: What a file holds of a round, and of a table.
_ROUND: Final = frozenset(
    {
        "state", "seed", "proof", "weight", "request", "tables", "bye", "bye_fixed", "played_on",
        "paired_at", "published_at", "completed_at", "ended_at",
    }
)  # fmt: skip
_TABLE: Final = frozenset(
    {
        "table", "black", "white", "handicap", "komi2", "fixed", "result", "by_default", "ending",
        "margin2", "source",
    }
)  # fmt: skip

FORMAT: Final = "goclub-event"
VERSION: Final = 1
MAX_BYTES: Final = 8 * 1024 * 1024
#: What stays where it is: keys, what only home decides, and what is written anew on both sides.
_HOME: Final = frozenset(
    {
        "id", "slug", "state", "version", "settings", "preset", "created_at", "created_by",
        "closed_at", "closed_by", "for_ledger", "for_league", "away_since", "self_registration",
        "is_test",
    }
)  # fmt: skip
_OWN: Final = frozenset(
    {"id", "event", "member", "guest", "number", "removed_in", "won", "entered_at", "version"}
)
#: What an entry copies from its member.
NAMES: Final = (
    "display_name", "name", "first_name", "club", "country", "egf_pin", "ffg_licence", "aga_id",
    "birth_year",
)  # fmt: skip


def event_columns() -> list[str]:
    """Return the columns of an event that travel; a new column does by itself."""
    return _plain_columns(Event, _HOME)


def player_columns() -> list[str]:
    """Return the columns of an entry that travel; a new column does by itself."""
    return _plain_columns(Participant, _OWN)


def _plain_columns(model: type[models.Model], left: frozenset[str]) -> list[str]:
    return [
        column.name
        for column in model._meta.concrete_fields
        if column.name not in left and not column.is_relation
    ]


def body_of(snapshot: EventSnapshot) -> Body:
    """Return an event as plain JSON; players and rounds go by their numbers, as text.

    Of teams, their players are among the players and their boards among the tables.
    """
    event = snapshot.event
    at_boards = load(event, boards=True) if event.team_size else None
    people = snapshot.participants | (at_boards.participants if at_boards else {})
    # The stones of boards are left out of the rules by which matches are paired.
    rules = settings_of(event) if event.has_boards else snapshot.settings
    body: Body = {
        "event": {name: getattr(event, name) for name in event_columns()},
        "settings": settings_to_json(rules),
        "players": {
            str(number): _player(snapshot, participant) for number, participant in people.items()
        },
        "rounds": {str(row.number): _round(snapshot, row) for row in snapshot.rounds},
        "bans": sorted(
            [ban.first.number, ban.second.number, ban.number, ban.reason]
            for ban in snapshot.forbidden
        ),
        "hall": _hall(event),
    }
    if at_boards is not None:
        for number, boards in at_boards.pairings.items():
            body["rounds"][str(number)]["tables"] += map(pairing_json, boards)
        places = LineupPlace.objects.filter(team__event=event).order_by("number", "player__number")
        body["lineups"] = list(places.values_list("number", "player__number", "board"))
    plain: Body = json.loads(json.dumps(body, cls=DjangoJSONEncoder))
    return plain


def _hall(event: Event) -> Body:
    """Return what hangs in the hall: the announcements, and the clocks of rounds by number."""
    clocks = RoundClock.objects.filter(round__event=event).order_by("round__number")
    return {
        "announcements": list(event.announcements.order_by("at", "pk").values_list("text", "at")),
        "clocks": list(clocks.values_list("round__number", "started_at", "minutes", "paused_at")),
    }


def _player(snapshot: EventSnapshot, participant: Participant) -> Body:
    left = NAMES if participant.member_id else ()
    values = {name: getattr(participant, name) for name in player_columns() if name not in left}
    absences = snapshot.absences[participant.pk]
    team = {"team": participant.team.number} if participant.team else {}
    return (
        values
        | team
        | {
            "member": participant.member_id,
            "absences": {str(absence.number): absence.excused for absence in absences},
        }
    )


def _round(snapshot: EventSnapshot, row: Round) -> Body:
    values = round_json(snapshot, row)
    times = ("played_on", "paired_at", "published_at", "completed_at", "ended_at")
    return values | {name: getattr(row, name) for name in times}


def names_of(event: Event, body: Body) -> Body:
    """Return what the laptop must know of each member of a body: what an entry copies, by key.

    Whoever is no longer entered at home has the name of the member, if there still is one.
    """
    names = {
        str(participant.member_id): {name: getattr(participant, name) for name in NAMES}
        for participant in event.participants.exclude(member=None)
    }
    keys = {str(player["member"]) for player in body["players"].values()} - {"None"}
    for key in keys - names.keys():
        member = Member.objects.filter(pk=key).first()
        shown = str(member or key)
        names[key] = dict.fromkeys(NAMES, "") | {
            "display_name": shown, "name": shown[:80], "birth_year": None,
        }  # fmt: skip
    return names


def write_file(trip: EventTrip, body: Body, at: datetime) -> bytes:
    """Return the file of an event; members' names as the entries have them."""
    content = {
        "token": str(trip.token),
        "slug": trip.event.slug,
        "name": trip.event.name,
        "written_at": at.isoformat(),
        "body": body,
        "members": names_of(trip.event, body),
    }
    whole = {"format": FORMAT, "version": VERSION, "digest": _digest(content), **content}
    return json.dumps(whole, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder).encode()


def _digest(content: Mapping[str, object]) -> str:
    text = json.dumps(
        content, sort_keys=True, ensure_ascii=False, allow_nan=False, cls=DjangoJSONEncoder
    )
    return hashlib.sha256(text.encode()).hexdigest()


def is_event_file(data: bytes) -> bool:
    """Whether this may be a file of ours: all other formats begin in another way."""
    return data.lstrip()[:1] == b"{"


def read_event_file(data: bytes) -> Body:
    """Return the content of a file: token, slug, name, written_at, body, members.

    Raises RuleError E_RANGE for too large a file, E_TYPE for one that is damaged or none of ours
    (``damaged_file``), E_STATE for one of another version of the site (``file_version``).
    """
    if len(data) > MAX_BYTES:
        raise too_large(len(data), MAX_BYTES)
    try:
        content = json.loads(data)
        if content.pop("format") != FORMAT:
            raise _damaged()
        version, digest = content.pop("version"), content.pop("digest")
        if version != VERSION:
            raise Refusal(
                _(
                    "The file is of version %(value)s of the format; this site reads version "
                    "%(ours)s. Update both copies of the site to the same version."
                ),
                field="file",
                value=str(version)[:20],
                reason="file_version",
                ours=VERSION,
            )
        written_at = parse_datetime(content["written_at"])
        if digest != _digest(content) or written_at is None or written_at.tzinfo is None:
            raise _damaged()
        UUID(content["token"])
        _check_body(content["body"])
        _check_names(content["members"], content["body"]["players"].values())
    except RuleError:
        raise
    except _WRONG:
        raise _damaged() from None
    checked: Body = content
    return checked


def _damaged() -> RuleError:
    return Refusal(
        _("The file is damaged or incomplete. Download it again and choose it unchanged."),
        code=Code.TYPE,
        field="file",
        reason="damaged_file",
    )


def _check_body(body: Body) -> None:
    """Refuse a body that no site of ours writes, as one of :data:`_WRONG`."""
    event, numbers = body["event"], _numbers(body["players"], 10_000)
    _check_columns(Event, event)
    settings_from_json(body["settings"], kind=event["system"], rounds=event["rounds_planned"])
    _need(_is_like(body["settings"], settings_to_json(Settings())))
    for player in body["players"].values():
        _check_columns(Participant, player)
        _numbers(player["absences"], 100)
        _need("rank" in player and str(player["member"] or 1).isdecimal())
        _need(player.get("team") is None or str(player["team"]) in body["players"])
    _numbers(body["rounds"], 100)
    for row in body["rounds"].values():
        _check_columns(Round, row)
        _need(row["state"] in Round.State.values and isinstance(row["request"], dict))
        _need(row.keys() == _ROUND)
        tables, seats = row["tables"], [] if row["bye"] is None else [row["bye"]]
        for table in tables:
            seats += [table["black"], table["white"]]
            _check_columns(Pairing, table)
            _need(table.keys() == _TABLE)
        _need(len(seats) == len(set(seats)) and set(seats) <= numbers)
        _need(len({table["table"] for table in tables}) == len(tables))
    for first, second, number, reason in body["bans"]:
        _need({first, second} <= numbers and isinstance(reason, str))
        _need(number in {None, *range(1, 100)})
    hall = body.get("hall", {"announcements": [], "clocks": []})
    for text, moment in hall["announcements"]:
        _check_columns(Announcement, {"text": text, "at": moment})
    for number, started_at, minutes, paused_at in hall["clocks"]:
        _need(str(number) in body["rounds"])
        columns = {"started_at": started_at, "minutes": minutes, "paused_at": paused_at}
        _check_columns(RoundClock, columns)
    _need(len({number for number, *_times in hall["clocks"]}) == len(hall["clocks"]))
    for number, player, board in body.get("lineups", ()):
        _need({number, board} <= {*range(1, 100)} and body["players"][str(player)]["team"])


def _check_names(members: Body, players: Iterable[Body]) -> None:
    """Refuse members whose names no site writes, and a player whose names are missing."""
    for key, columns in members.items():
        _need(str(int(key)) == key and 0 < int(key) < 2**31)
        _need(columns.keys() == set(NAMES))
        _check_columns(Participant, columns)
    _need(all(str(player["member"] or "") in {"", *members} for player in players))


def _numbers(keyed: Body, below: int) -> set[int]:
    """Return the numbers by which rows go: all from 1, written without a sign or a leading zero."""
    numbers = {number for number in range(1, below) if str(number) in keyed}
    _need(len(numbers) == len(keyed.keys()))
    return numbers


def _check_columns(model: type[models.Model], values: Body) -> None:
    """Refuse a value that its column would not hold as it is."""
    for name in _plain_columns(model, frozenset()):
        if name in values:
            column: Any = model._meta.get_field(name)
            value = column.to_python(values[name])
            column.run_validators(value)
            kept = json.dumps(value, cls=DjangoJSONEncoder)
            _need(json.loads(kept) == values[name] and "\\u0000" not in kept)
            _need(column.null or values[name] is not None)


def _is_like(value: Any, ours: Any) -> bool:
    """Return whether settings are of the kinds that the usual settings are of."""
    if isinstance(ours, dict):
        return all(_is_like(value[name], ours[name]) for name in ours.keys() & value.keys())
    return type(value) is type(ours) or (type(value) is int and isinstance(ours, float))


def _need(holds: object) -> None:
    if not holds:
        raise ValueError
