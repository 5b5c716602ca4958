"""Season leagues for tests: events written as they end up, quickly, and posted to the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import EventGamePosting, post_event_games
from goclub.leagues.models import (
    Event,
    League,
    LeagueEvent,
    Pairing,
    Participant,
    Round,
    Season,
    Seat,
)
from goclub.leagues.season.services.announcing import announce_event, approve_event
from goclub.leagues.season.services.rules import add_preset
from goclub.leagues.tests.league_factories import make_league
from goclub.leagues.tournament.services.closing import settle_winners
from goclub.leagues.tournament.services.steps import seats_of
from goclub.members.models import Member
from goclub.members.requests import Act

DAY_TO_COME = date(2025, 2, 20)
FOUNDED = datetime(2025, 1, 2, 9, 0, tzinfo=UTC)


def make_season_league(
    *, start: date = date(2025, 1, 12), **more: Any
) -> tuple[League, list[Season]]:
    """The league of 2017 moved to 2025, in Warsaw: 12 January to 30 April, and so on."""
    league = make_league("season", **({"zone": "Europe/Warsaw"} | more))
    return league, add_preset(Act(None, FOUNDED), league, start=start)


def announce(league: League, by: Member, on: date, *, days: int = 10, **more: Any) -> LeagueEvent:
    """An event announced so many days before, approved."""
    approve = more.pop("approve", True)
    at = datetime(on.year, on.month, on.day, 9, 0, tzinfo=UTC) - timedelta(days=days)
    about = {name: more.pop(name) for name in ("name", "rounds", "place") if name in more}
    more = {"format": league.formats.get(key="standard"), "run_by": by} | more
    row = LeagueEvent(league=league, **more)
    row = announce_event(
        Act(by.user, at), row, on=on, **{"name": f"Event {on}", "rounds": 3} | about
    )
    return approve_event(Act(None, at), row) if approve else row


def hold(
    row: LeagueEvent,
    rounds: Sequence[Sequence[tuple[Member, Member | None, str]]],
    *,
    players: Sequence[Member] = (),
    ended: datetime | None = None,
    close: bool = True,
) -> LeagueEvent:
    """Let an event happen: rounds of (Black, White or None for the bye, result as kifu write it).

    Every game ends at *ended*, one second after the other; without it at noon of its day.
    """
    event = row.event
    moment = ended or datetime(
        event.begins_on.year, event.begins_on.month, event.begins_on.day, 12, 0, tzinfo=UTC
    )
    everybody = {m.pk: m for games in rounds for a, b, _r in games for m in (a, b) if m}
    everybody |= {member.pk: member for member in players}
    people = {
        member.pk: Participant.objects.create(
            event=event, number=number, member=member, display_name=str(member), name=str(member),
            rank=0, entered_at=moment,
        )
        for number, member in enumerate(everybody.values(), 1)
    }  # fmt: skip
    claims, rows = [], []
    for number, games in enumerate(rounds, 1):
        event_round = Round.objects.create(
            event=event, number=number, state="complete", played_on=event.begins_on
        )
        for table, (black, white, result) in enumerate(games, 1):
            if white is None:
                Seat.objects.create(round=event_round, participant=people[black.pk], colour="-")
                continue
            winner, ending, margin2 = _read(result)
            pairing = Pairing.objects.create(
                round=event_round, table=table, black=people[black.pk], white=people[white.pk],
                result={"B": "black", "W": "white", "J": "equal"}[winner], ending=ending,
                margin2=margin2, source="organiser", ended_at=moment,
                by_default=ending == "forfeit", komi2=12 if winner == "J" else 11,
            )  # fmt: skip
            Seat.objects.bulk_create(seats_of(pairing))
            rows.append(pairing)
            claims.append(
                EventGamePosting(
                    GameFacts(
                        black=black, white=white, played_on=event.begins_on, winner=winner,
                        ending=ending, margin2=margin2, komi2=12 if winner == "J" else 11,
                    ),
                    True,
                )
            )  # fmt: skip
            if ended is None:
                moment += timedelta(seconds=1)
    event.state = Event.State.RUNNING
    if close:
        # Of the other rounds it only matters that there were as many as planned (S4-13).
        Round.objects.bulk_create(
            Round(event=event, number=number, state="complete", played_on=event.begins_on)
            for number in range(len(rounds) + 1, event.rounds_planned + 1)
        )
        for pairing, game in zip(rows, post_event_games(Act(None, moment), claims), strict=True):
            pairing.game = game
            pairing.save()
        event.state, event.closed_at = Event.State.CLOSED, moment
    event.save()
    settle_winners(event)
    return row


def _read(result: str) -> tuple[str, str, int | None]:
    if result == "jigo":
        return "J", "", None
    winner, how = result.split("+")
    ending = {"R": "resign", "T": "time", "F": "forfeit"}.get(how, "points")
    return winner, ending, int(float(how) * 2) if ending == "points" else None
