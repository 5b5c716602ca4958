"""The facts of competitions: events and rounds here; every part of the room adds its own module."""

from goclub.leagues.models.calendar import (
    CalendarLink,
    Coming,
    Holiday,
    MeetingSeries,
    SeriesException,
)
from goclub.leagues.models.challenge import Challenge
from goclub.leagues.models.evening import ClubNight, NightGame, NightPress, Presence
from goclub.leagues.models.event import Event, EventQuerySet
from goclub.leagues.models.ladder import LadderSettings, LadderStay
from goclub.leagues.models.league import (
    League,
    LeaguePerson,
    LeagueQuerySet,
    Regulation,
    SeasonRules,
)
from goclub.leagues.models.official import Division, Entry, Match, OrganiserChoice, Rollover, Term
from goclub.leagues.models.participant import Absence, Participant, ParticipantQuerySet
from goclub.leagues.models.record import Change, Snapshot
from goclub.leagues.models.round import Claim, ForbiddenPair, Pairing, Round, Seat
from goclub.leagues.models.season import EventFormat, LeagueEvent, Sanction, Season

__all__ = [
    "Absence",
    "CalendarLink",
    "Challenge",
    "Change",
    "Claim",
    "ClubNight",
    "Coming",
    "Division",
    "Entry",
    "Event",
    "EventFormat",
    "EventQuerySet",
    "ForbiddenPair",
    "Holiday",
    "LadderSettings",
    "LadderStay",
    "League",
    "LeagueEvent",
    "LeaguePerson",
    "LeagueQuerySet",
    "Match",
    "MeetingSeries",
    "NightGame",
    "NightPress",
    "OrganiserChoice",
    "Pairing",
    "Participant",
    "ParticipantQuerySet",
    "Presence",
    "Regulation",
    "Rollover",
    "Round",
    "Sanction",
    "Season",
    "SeasonRules",
    "Seat",
    "SeriesException",
    "Snapshot",
    "Term",
]
