"""The demo's tournament: a McMahon of fourteen, in its third round, with two results to come."""

from __future__ import annotations

import random
from datetime import date, timedelta

from goclub.demo.leagues.cast import evening, members
from goclub.leagues.models import Event, Pairing, Round
from goclub.leagues.tournament.services import events, registration, results, rounds

NAME = "Hoshi Autumn Cup"
PLAYERS = "lu seo he krzyz mizuno weiss zofia joao ngoc garconnet"
#: Guests from elsewhere: name, rank counted from 1 dan = 0, club, country.
GUESTS = (
    ("Tomaszewska", "Iga", 1, "Łódź", "PL"),
    ("Okafor", "Chidi", -4, "Lagos", "NG"),
    ("Brandsma", "Femke", -2, "Delft", "NL"),
    ("Ó Briain", "Cathal", -7, "Cork", "IE"),
)
PLAYED = 2
#: When rounds begin, in minutes from the moment of :func:`evening`, and how long a game takes.
BEGINS, LASTS = (-480, -300, -150), 110
TIMETABLE = "10:00 13:00 15:30 10:00"


def under_way(today: date) -> Event:
    """Two rounds played, the third published, most of its results in.  Draws come from a fixed
    seed, so the demo is the same every time."""
    rng = random.Random(361)
    at = evening(today - timedelta(days=12))
    event = events.create_event(
        name=NAME, begins_on=today - timedelta(days=1), ends_on=today, by=None, at=at,
        preset="EGF", rounds=4, rng=rng, place="Club room", main_minutes=45,
        overtime="3 × 30 s", organisers=members("organiser"), timetable=TIMETABLE,
    )  # fmt: skip
    for member in members(PLAYERS):
        registration.register_member(event=event, member=member, by=None, at=at)
    for name, first_name, rank, club, country in GUESTS:
        registration.register_guest(
            event=event, name=name, first_name=first_name, rank=rank, club=club, country=country,
            by=None, at=at,
        )  # fmt: skip
    for number in range(PLAYED + 1):
        event.refresh_from_db()
        paired = evening(event.begins_on, BEGINS[number] - 10)
        rounds.pair_round(event=event, by=None, at=paired)
        event_round = rounds.publish_round(event=event, by=None, at=paired)
        _play(event_round, rng, open_tables=2 if number == PLAYED else 0)
    event.refresh_from_db()
    return event


def _play(event_round: Round, rng: random.Random, *, open_tables: int) -> None:
    """Results of a round but for its last tables; the stronger side wins two games of three."""
    pairings = list(event_round.pairings.select_related("black", "white").order_by("table"))
    for pairing in pairings[: len(pairings) - open_tables]:
        stronger = (
            Pairing.Outcome.BLACK
            if pairing.black.rank > pairing.white.rank
            else Pairing.Outcome.WHITE
        )
        weaker = (
            Pairing.Outcome.WHITE if stronger == Pairing.Outcome.BLACK else Pairing.Outcome.BLACK
        )
        result = stronger if rng.randrange(3) else weaker
        at = evening(event_round.event.begins_on, BEGINS[event_round.number - 1] + LASTS)
        results.set_result(pairing=pairing, result=result, by=None, at=at)
