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
from goclub.leagues.models.hall import Announcement, CheckIn, RoundClock
from goclub.leagues.models.ladder import LadderSettings, LadderStay
from goclub.leagues.models.league import (
    League,
    LeaguePerson,
    LeagueQuerySet,
    Regulation,
    SeasonRules,
)
from goclub.leagues.models.official import Division, Entry, Match, OrganiserChoice, Rollover, Term
from goclub.leagues.models.participant import (
    Absence,
    LineupPlace,
    Participant,
    ParticipantQuerySet,
)
from goclub.leagues.models.prize import Prize, PrizeGiving, PrizeGroup, PrizeWinner
from goclub.leagues.models.ratinglist import RatedPlayer, RatingList
from goclub.leagues.models.record import Change, Snapshot
from goclub.leagues.models.round import Claim, ForbiddenPair, Pairing, Round, Seat
from goclub.leagues.models.season import EventFormat, LeagueEvent, Sanction, Season
from goclub.leagues.models.signup import (
    FeeCategory,
    RegisteredPlayer,
    Registration,
    RegistrationQuerySet,
    SignupQuestion,
    SignupSettings,
)
from goclub.leagues.models.trip import EventTrip

__all__ = [
    "Absence",
    "Announcement",
    "CalendarLink",
    "Challenge",
    "Change",
    "CheckIn",
    "Claim",
    "ClubNight",
    "Coming",
    "Division",
    "Entry",
    "Event",
    "EventFormat",
    "EventQuerySet",
    "EventTrip",
    "FeeCategory",
    "ForbiddenPair",
    "Holiday",
    "LadderSettings",
    "LadderStay",
    "League",
    "LeagueEvent",
    "LeaguePerson",
    "LeagueQuerySet",
    "LineupPlace",
    "Match",
    "MeetingSeries",
    "NightGame",
    "NightPress",
    "OrganiserChoice",
    "Pairing",
    "Participant",
    "ParticipantQuerySet",
    "Presence",
    "Prize",
    "PrizeGiving",
    "PrizeGroup",
    "PrizeWinner",
    "RatedPlayer",
    "RatingList",
    "RegisteredPlayer",
    "Registration",
    "RegistrationQuerySet",
    "Regulation",
    "Rollover",
    "Round",
    "RoundClock",
    "Sanction",
    "Season",
    "SeasonRules",
    "Seat",
    "SeriesException",
    "SignupQuestion",
    "SignupSettings",
    "Snapshot",
    "Term",
]
