"""What differs between an event at home and the file that comes from the hall.

Three bodies (:mod:`event_file`) are compared: as both sides last had the event, as it is at home,
and as it came from the hall.  What only one side changed is kept; where both did, somebody chooses.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Event, EventTrip, Participant, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.event_file import (
    Body,
    body_of,
    event_columns,
    is_event_file,
    player_columns,
    read_event_file,
)
from goclub.leagues.tournament.services.exchange import read_file
from goclub.members.names import fold_name
from tournaments.events.field import GameResult, Tournament, TournamentGame

#: ("event", column), ("settings",), ("bans",), ("lineups",), ("hall",), ("player", number),
#: ("round", number) or ("result", round, table).
Key = tuple[str | int, ...]
RESULT_COLUMNS: Final = ("result", "by_default", "ending", "margin2")
ROUND_TIMES: Final = ("paired_at", "published_at", "completed_at", "ended_at")


@dataclass(frozen=True, slots=True)
class EventDifference:
    """Something that differs between home and the hall; None where a side does not have it."""

    key: Key
    base: Any
    home: Any
    hall: Any

    @property
    def side(self) -> str:
        """Who changed it: home, hall or both."""
        if self.home == self.base:
            return "hall"
        return "home" if self.hall == self.base else "both"

    @property
    def name(self) -> str:
        """Its name in a form."""
        return "-".join(map(str, self.key))


# --- What differs -----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Homecoming:
    """An upload compared with the event; ``moved``: home's new players whose number is taken."""

    snapshot: EventSnapshot
    hall: Body
    differences: list[EventDifference]
    moved: dict[int, int]
    written_at: str = ""

    def of(self, side: str) -> list[EventDifference]:
        """Return the differences that a side made: home, hall or both."""
        return [difference for difference in self.differences if difference.side == side]


def compare_file(event: Event, data: bytes, *, encoding: str = "") -> Homecoming:
    """Return how an uploaded file differs from the event, whoever wrote the file.

    Raises what reading the file raises, and RuleError E_STATE for a file of another event
    (``another_event``) or one older than what came home already (``older_file``).
    """
    snapshot = load(event)
    trip = EventTrip.objects.filter(event=event).first()
    home = body_of(snapshot)
    base = home if trip is None else trip.base
    if not is_event_file(data):
        _need_single_players(event)
        hall = _body_of_tournament(snapshot, base, read_file(data, encoding=encoding))
        return compare_bodies(snapshot, base, home, hall)
    content = read_event_file(data)
    if trip is None or str(trip.token) != content["token"]:
        raise Refusal(
            _(
                "This is the file of another event, or of an earlier time in the hall: "
                "“%(value)s”. Choose the file that belongs to this one."
            ),
            field="file",
            value=str(content["name"])[:120],
            reason="another_event",
        )
    written_at = parse_datetime(content["written_at"])
    if trip.written_at and written_at and written_at < trip.written_at:
        raise Refusal(
            _(
                "A newer file of this event has already come home. Download the present one "
                "from the laptop."
            ),
            field="file",
            reason="older_file",
        )
    return compare_bodies(snapshot, base, home, content["body"], content["written_at"])


def _need_single_players(event: Event) -> None:
    """Refuse the file of another program for teams and knock-outs: it lacks lineups or draw."""
    if event.team_size or event.system == Event.System.KNOCKOUT:
        raise Refusal(
            _(
                "Files of other programs cannot bring teams or a bracket home. Enter the results "
                "of %(value)s here, or choose the file of the laptop."
            ),
            field="file",
            value=event.name,
        )


def compare_bodies(
    snapshot: EventSnapshot, base: Body, home: Body, hall: Body, written_at: str = ""
) -> Homecoming:
    """Return how three bodies of an event differ."""
    moved = _moved(base, home, hall)
    home = _renumbered(home, moved)
    return Homecoming(snapshot, hall, list(_differences(base, home, hall)), moved, written_at)


def _moved(base: Body, home: Body, hall: Body) -> dict[int, int]:
    """Return new numbers for players who entered at home under one that the hall gave away."""
    known, fresh = base["players"], {}
    used = set(map(int, [*home["players"], *hall["players"]]))
    for number, player in home["players"].items():
        there = hall["players"].get(number)
        if number in known or there is None or _same_person(player, there):
            continue
        # Teams and their players count apart: the next number keeps each among its own.
        fresh[int(number)] = next(free for free in count(int(number)) if free not in used)
        used.add(fresh[int(number)])
    return fresh


def _same_person(player: Body, there: Body) -> bool:
    names = ("member", "display_name")
    return [player.get(name) for name in names] == [there.get(name) for name in names]


def _renumbered(body: Body, moved: Mapping[int, int]) -> Body:
    if not moved:
        return body
    body = copy.deepcopy(body)
    body["players"] = {
        str(moved.get(int(number), number)): player for number, player in body["players"].items()
    }
    for player in body["players"].values():
        if "team" in player:
            player["team"] = moved.get(player["team"], player["team"])
    for place in body.get("lineups", ()):
        place[1] = moved.get(place[1], place[1])
    for row in body["rounds"].values():
        row["bye"] = moved.get(row["bye"], row["bye"])
        for table in row["tables"]:
            for side in ("black", "white"):
                table[side] = moved.get(table[side], table[side])
    return body


def _differences(base: Body, home: Body, hall: Body) -> Iterator[EventDifference]:
    parts: list[tuple[Key, Any, Any, Any]] = [
        (("event", name), *(body["event"].get(name) for body in (base, home, hall)))
        for name in event_columns()
        if name in hall["event"]
    ]
    parts += [
        ((name,), base.get(name), home.get(name), hall.get(name))
        for name in ("settings", "bans", "lineups", "hall")
        if name in hall or name != "hall"
    ]
    for kind, key in (("players", "player"), ("rounds", "round")):
        numbers = sorted({int(n) for body in (base, home, hall) for n in body[kind]})
        for number in numbers:
            rows = [body[kind].get(str(number)) for body in (base, home, hall)]
            if kind == "rounds":
                parts += _round_parts(number, *rows)
            else:
                parts.append(((key, number), *rows))
    for key_of, was, here, there in parts:
        if here != there:
            yield EventDifference(key_of, was, here, there)


def _round_parts(
    number: int, base: Body | None, home: Body | None, hall: Body | None
) -> Iterator[tuple[Key, Any, Any, Any]]:
    """Compare a round as a whole, or where both sides have the same tables, result by result."""
    if home is None or hall is None or _seating(home) != _seating(hall):
        was, here, there = (
            row and _seating(row) | {"results": _results(row)} for row in (base, home, hall)
        )
        yield ("round", number), was, here, there
        return
    known = _results(base) if base and _seating(base) == _seating(home) else {}
    results = _results(hall)
    for table, result in _results(home).items():
        yield ("result", number, table), known.get(table, _OPEN), result, results[table]


#: A table without a result.
_OPEN: Final[Body] = {"result": "unknown", "by_default": False, "ending": "", "margin2": None}


def _seating(row: Body) -> Body:
    tables = [
        [table[name] for name in ("table", "black", "white", "handicap", "komi2")]
        for table in row["tables"]
    ]
    return {"tables": sorted(tables), "bye": row["bye"], "out": row["state"] in Round.OUT}


def _results(row: Body) -> dict[int, Body]:
    return {
        table["table"]: {name: table[name] for name in RESULT_COLUMNS} for table in row["tables"]
    }


# --- A file of another program ----------------------------------------------------------------
def _body_of_tournament(snapshot: EventSnapshot, base: Body, tournament: Tournament) -> Body:
    """Return the base with the players, ranks and rounds of a file of another program.

    Players are found by their names; what that program does not know stays as it is.
    """
    body = copy.deepcopy(base)
    event = snapshot.event
    known = {
        _folded(participant.name, participant.first_name): number
        for number, participant in snapshot.participants.items()
    }
    numbers: dict[int, int] = {}
    last = max(map(int, [*body["players"], *map(str, snapshot.participants), 0]))
    for player in tournament.players:
        number = known.get(_folded(player.name, player.first_name))
        if number is None:
            last += 1
            number = last
            fresh = Participant(
                event=event,
                display_name=f"{player.first_name} {player.name}".strip()[:160],
                name=player.name or player.first_name,
                first_name=player.first_name if player.name else "",
                club=player.club,
                country=player.country,
                egf_pin=player.egf_pin,
                rating=player.rating,
            )
            columns = {name: getattr(fresh, name) for name in player_columns()}
            body["players"][str(number)] = columns | {"member": None, "absences": {}}
        numbers[player.id] = number
        if str(number) in body["players"]:
            body["players"][str(number)]["rank"] = player.rank
    for number, there in enumerate(tournament.rounds, 1):
        row = copy.deepcopy(body["rounds"].get(str(number), _NEW_ROUND))
        before = {(table["black"], table["white"]): table for table in row["tables"]}
        row["tables"] = [_table(event, game, numbers, before) for game in there.games]
        row["bye"] = None if there.bye is None else numbers[there.bye]
        row["state"] = "published" if row["state"] not in Round.OUT else row["state"]
        body["rounds"][str(number)] = row
    return body


_NEW_ROUND: Final[Body] = {
    "state": "published", "seed": None, "proof": "", "weight": "", "request": {}, "tables": [],
    "bye": None, "bye_fixed": False, "played_on": None, **dict.fromkeys(ROUND_TIMES),
}  # fmt: skip


def _folded(name: str, first_name: str) -> tuple[str, str]:
    return fold_name(name), fold_name(first_name)


def _table(
    event: Event,
    game: TournamentGame,
    numbers: Mapping[int, int],
    before: Mapping[tuple[int, int], Body],
) -> Body:
    black, white = numbers[game.black], numbers[game.white]
    table: Body = {
        "table": game.table,
        "black": black,
        "white": white,
        "handicap": game.handicap,
        "komi2": event.komi2_for(game.handicap),
        "fixed": False,
        "result": game.result.value,
        "by_default": game.by_default,
        "ending": "",
        "margin2": None,
        "source": "" if game.result is GameResult.UNKNOWN else "file",
    }
    known = before.get((black, white))
    if known and all(known[name] == table[name] for name in ("handicap", "result", "by_default")):
        return known | {"table": game.table}
    return table
