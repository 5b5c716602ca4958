"""The facts of competitions: events and rounds here; every part of the room adds its own module."""

from .change import Change
from .event import Event, EventQuerySet
from .league import League, LeaguePerson, LeagueQuerySet, Regulation
from .official import Division, Entry, Match, OrganiserChoice, Rollover, Term
from .participant import Absence, Participant, ParticipantQuerySet
from .record import Snapshot
from .round import Claim, ForbiddenPair, Pairing, Round, Seat
from .season import EventFormat, LeagueEvent, Sanction, Season, SeasonRules

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
