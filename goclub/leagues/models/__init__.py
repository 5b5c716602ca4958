"""The facts of competitions: events and rounds here; every part of the room adds its own module."""

from goclub.leagues.models.change import Change
from goclub.leagues.models.event import Event, EventQuerySet
from goclub.leagues.models.league import League, LeaguePerson, LeagueQuerySet, Regulation
from goclub.leagues.models.official import Division, Entry, Match, OrganiserChoice, Rollover, Term
from goclub.leagues.models.participant import Absence, Participant, ParticipantQuerySet
from goclub.leagues.models.record import Snapshot
from goclub.leagues.models.round import Claim, ForbiddenPair, Pairing, Round, Seat
from goclub.leagues.models.season import EventFormat, LeagueEvent, Sanction, Season, SeasonRules

__all__ = [
    "Absence",
    "Change",
    "Claim",
    "Division",
    "Entry",
    "Event",
    "EventFormat",
    "EventQuerySet",
    "ForbiddenPair",
    "League",
    "LeagueEvent",
    "LeaguePerson",
    "LeagueQuerySet",
    "Match",
    "OrganiserChoice",
    "Pairing",
    "Participant",
    "ParticipantQuerySet",
    "Regulation",
    "Rollover",
    "Round",
    "Sanction",
    "Season",
    "SeasonRules",
    "Seat",
    "Snapshot",
    "Term",
]
