"""The demo's season league: the league of 2017, moved so that its second season is under way."""

from __future__ import annotations

import random
from datetime import date, datetime, time, timedelta

from simple_history.utils import bulk_create_with_history

from goclub.common.gate import gate_open
from goclub.demo.leagues.cast import evening, game, members
from goclub.games.models import Game
from goclub.leagues.directory.services import found_league
from goclub.leagues.league.services import leagues
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
from goclub.leagues.season.services.announcing import (
    announce_event,
    approve_event,
)
from goclub.leagues.season.services.preset import add_preset
from goclub.leagues.season.services.rules import change_rules
from goclub.leagues.season.services.sanctions import appeal, give_sanction
from goclub.leagues.season.services.standings import close_season
from goclub.leagues.tournament.queries.strength import strengths
from goclub.leagues.tournament.services.events import edit_event
from goclub.leagues.tournament.services.winners import settle_winners
from goclub.members.models import Member
from goclub.members.requests import Act

NAME = "Liga Hoshi"
PLAYERS = "lu seo he krzyz mizuno weiss zofia joao ngoc garconnet ando orathai"
#: How keen each is, by place in the list: who comes always, often, seldom.
KEEN = (9, 9, 8, 7, 9, 6, 5, 8, 4, 6, 3, 2)
#: Days of the first season, and of the second, on which an event is held.
FIRST_SEASON = (5, 19, 33, 47, 61, 68, 82, 96)
SECOND_SEASON = (3, 17, 31, 45, 58, 66)
#: Today is so many days into the second season, which begins 113 days after the first.
INTO_SECOND, SECOND_BEGINS = 72, 113


def second_season(today: date) -> None:
    """Two seasons of events, one to come that counts, one that waits, and a sanction."""
    rng = random.Random(20170112)
    start = today - timedelta(days=SECOND_BEGINS + INTO_SECOND)
    league = found_league(
        by=None, kind=League.Kind.SEASON, name=NAME, zone="Asia/Tokyo",
        summary="Three seasons a year, a month of events each, one champion.",
        prizes="A kaya board\nA pair of bowls\nA year's tea\nA fan\nA book",
    )  # fmt: skip
    founded = evening(start - timedelta(days=30))
    add_preset(league=league, by=None, at=founded, start=start)
    [organiser, judge] = members("organiser matsunaga")
    leagues.appoint(league=league, member=organiser, role="organiser", by=None, at=founded)
    leagues.appoint(league=league, member=judge, role="judge", by=None, at=founded)
    people = members(PLAYERS)
    second = start + timedelta(days=SECOND_BEGINS)
    days = [_sunday(start + timedelta(days=n)) for n in FIRST_SEASON]
    days += [_sunday(second + timedelta(days=n)) for n in SECOND_SEASON]
    rows = []
    for number, day in enumerate(days, 1):
        row = _announce(league, organiser if number % 3 else judge, day, number)
        present = [m for m, keen in zip(people, KEEN, strict=True) if rng.randrange(10) < keen]
        for member in people:
            if len(present) >= 4 and len(present) % 2 == 0:
                break
            if member not in present:
                present.append(member)
        _hold(row, present, day, rng, people)
        rows.append(row)
    _sanction(rows[-1], organiser, judge)
    _to_come(league, organiser, judge, today)


def _sunday(day: date) -> date:
    """The nearest Sunday, on which the cups are played."""
    return day + timedelta(days=(9 - day.weekday()) % 7 - 3)


def _announce(league: League, by: Member, day: date, number: int) -> LeagueEvent:
    clock = number % 4 == 0
    at = evening(day - timedelta(days=12))
    row = announce_event(
        league=league, by=by, at=at, name=f"Sunday cup {number}", on=day, rounds=3,
        format=league.formats.get(key="clock" if clock else "standard"),
        minutes=25 if clock else None, run_by=by, place="Club room",
    )  # fmt: skip
    return approve_event(row=row, by=None, at=at)


def _hold(
    row: LeagueEvent,
    present: list[Member],
    day: date,
    rng: random.Random,
    strength: list[Member],
) -> None:
    """Three rounds of a round robin; the stronger usually wins."""
    event, at = row.event, evening(day)
    held = strengths(present)
    entered = Participant.objects.bulk_create(
        Participant(
            event=event, number=number, member=member, display_name=member.display_name,
            name=member.romanised_name or member.display_name, rank=held[member.pk][0] or 0,
            entered_at=at,
        )
        for number, member in enumerate(present, 1)
    )  # fmt: skip
    pairings: list[Pairing] = []
    games: list[Game] = []
    for number in range(1, 4):
        event_round = Round.objects.create(
            event=event, number=number, state=Round.State.COMPLETE, played_on=day,
            paired_at=at, published_at=at, completed_at=at,
        )  # fmt: skip
        for table, (black, white) in enumerate(_circle(entered, number), 1):
            minute = 60 * number + 3 * table
            pairing, one = _table(black, white, day, minute, rng, strength, event.komi2)
            pairing.round, pairing.table = event_round, table
            pairings.append(pairing)
            games.append(one)
    with gate_open():
        stored = bulk_create_with_history(games, Game, batch_size=100)
    for pairing, one in zip(pairings, stored, strict=True):
        pairing.game = one
    Pairing.objects.bulk_create(pairings)
    Seat.objects.bulk_create(
        Seat(round=p.round, participant=who, pairing=p, colour=colour)
        for p in pairings
        for who, colour in ((p.black, "B"), (p.white, "W"))
    )
    event.state, event.closed_at = Event.State.CLOSED, evening(day, 400)
    event.save()
    settle_winners(event)


def _circle(entered: list[Participant], number: int) -> list[tuple[Participant, Participant]]:
    """One round of everybody against everybody, by turning all but the first."""
    rest = entered[1:]
    turned = [entered[0], *rest[number - 1 :], *rest[: number - 1]]
    half = len(turned) // 2
    return list(zip(turned[:half], reversed(turned[half:]), strict=True))


def _table(
    black: Participant,
    white: Participant,
    day: date,
    minute: int,
    rng: random.Random,
    strength: list[Member],
    komi2: int,
) -> tuple[Pairing, Game]:
    one, two = _member(black), _member(white)
    gap = strength.index(two) - strength.index(one)
    black_wins = rng.random() < 1 / (1 + 10 ** (-gap / 7))
    margin2 = rng.randrange(1, 60, 2) if rng.random() < 0.6 else None
    played = game(
        one, two, day, winner="B" if black_wins else "W", margin2=margin2, komi2=komi2,
        for_league=True, minute=minute,
    )  # fmt: skip
    pairing = Pairing(
        black=black, white=white, komi2=komi2, result="black" if black_wins else "white",
        ending=played.ending, margin2=margin2, source=Pairing.Source.ORGANISER,
        reported_at=evening(day, minute), ended_at=evening(day, minute),
    )  # fmt: skip
    return pairing, played


def _member(participant: Participant) -> Member:
    assert participant.member is not None
    return participant.member


def _sanction(row: LeagueEvent, organiser: Member, judge: Member) -> None:
    """A warning, and a second case that costs the game, with an appeal that waits."""
    player = row.event.participants.select_related("member").order_by("-number")[0]
    by = judge if row.announced_by_id != judge.pk else organiser
    for minute, number, reason in ((130, 1, "slow play"), (200, 2, "slow play, after a warning")):
        given = give_sanction(
            row=row, player=player, round=number, reason=reason, judge=by,
            at=evening(row.event.begins_on, minute),
        )  # fmt: skip
    if player.member is not None:
        appeal(
            sanction=given, by=player.member, at=evening(row.event.begins_on, 230),
            reason="The clock had been set wrong.",
        )  # fmt: skip


def _to_come(league: League, organiser: Member, judge: Member, today: date) -> None:
    """A cup that will count, and an evening that waits for the organiser's approval."""
    cup = _sunday(today + timedelta(days=11))
    good = _coming(league, organiser, cup, evening(today), "Sunday cup 15")
    approve_event(row=good, by=None, at=evening(today))
    saturday = cup + timedelta(days=6)
    small = _coming(
        league, judge, saturday, evening(today), "Small boards evening", theme="13×13 only"
    )
    if judge.user is not None:
        edit_event(
            event=small.event, by=judge.user, at=evening(today), version=None,
            changes={"board": 13},
        )  # fmt: skip


def _coming(
    league: League, by: Member, day: date, at: datetime, name: str, theme: str = ""
) -> LeagueEvent:
    return announce_event(
        league=league,
        by=by,
        at=at,
        name=name,
        on=day,
        run_by=by,
        place="Club room",
        format=league.formats.get(key="themed" if theme else "standard"),
        theme=theme,
        rounds=3,
    )


def close_first() -> None:
    """Keep the first season's table for good; other settings hold from the next one on."""
    first, second, _third = Season.objects.filter(league__name=NAME).select_related("league")
    close_season(Act(None, evening(first.last + timedelta(days=1))), first)
    change_rules(
        league=first.league, by=None, at=evening(first.last + timedelta(days=2)),
        valid_from=second.first, closes_at=time(21), bonus=5.0,
        reason="The room closes at ten; the national events earn five points.",
    )  # fmt: skip
