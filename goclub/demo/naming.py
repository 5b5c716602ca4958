"""Which row a fact names: members by their keys, leagues and events by their names."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from goclub.games.models import Game
from goclub.leagues.calendar.queries import Occurrence, meetings_between
from goclub.leagues.models import (
    Entry,
    Event,
    EventFormat,
    League,
    LeagueEvent,
    Match,
    MeetingSeries,
    Participant,
    Season,
    Term,
)
from goclub.members.models import Member, User
from goclub.members.people.services import add_guest

#: Players whose key begins so are guests, with their name after it.
GUEST = "guest:"


class NamedRows:
    """Rows by what a fact calls them: ``find_x`` for the value with the name ``x``."""

    def __init__(self, filled_at: datetime) -> None:
        self.people: dict[str, Member] = {}
        self.filled_at = filled_at
        #: The meeting that is on then, and its day by the rule.
        self.tonight: tuple[MeetingSeries, date]

    def find_member(self, key: str) -> Member:
        if key.startswith(GUEST):
            return add_guest(name=key.removeprefix(GUEST))
        return self.people[key]

    def find_by(self, key: str) -> User:
        user = self.people[key].user
        assert user is not None
        return user

    def find_game(self, day: date, black: str, white: str) -> Game:
        """The last game of the two on this day."""
        two = {"black": self.find_member(black), "white": self.find_member(white)}
        return Game.objects.with_players().filter(played_on=day, **two).latest("pk")

    def find_league(self, name: str) -> League:
        return League.objects.get(name=name)

    def find_term(self, league: str) -> Term:
        """The last term of a league."""
        return Term.objects.select_related("league").filter(league__name=league).latest("number")

    def find_entry(self, league: str, member: str) -> Entry:
        rows = Entry.objects.select_related("member", "term__league")
        return rows.get(term=self.find_term(league), member=self.people[member])

    def find_match(self, league: str, *two: str) -> Match:
        rows = Match.objects.select_related("division__term__league", "first__member__user",
                                            "second__member__user", "game")  # fmt: skip
        players = [self.people[key] for key in two]
        return rows.get(
            division__term=self.find_term(league),
            first__member__in=players,
            second__member__in=players,
        )

    def find_season(self, league: str, number: int) -> Season:
        rows = Season.objects.select_related("league").filter(league__name=league)
        return list(rows.order_by("first"))[number - 1]

    def find_event(self, name: str) -> Event:
        return Event.objects.get(name=name)

    def find_row(self, event: str) -> LeagueEvent:
        return LeagueEvent.objects.select_related("league", "event").get(event__name=event)

    def find_player(self, event: str, member: str) -> Participant:
        return Participant.objects.select_related("member").get(
            event__name=event, member=self.people[member]
        )

    def find_series(self, title: str) -> MeetingSeries:
        """A meeting by its title; that of *tonight*, or of the evening *after*."""
        if title == "tonight":
            return self.tonight[0]
        if title == "after":
            return MeetingSeries.objects.get(pk=self._after().series_id)
        return MeetingSeries.objects.get(title=title)

    def find_day(self, text: str) -> date:
        """The day of the meeting that is on tonight, or of the evening after it."""
        return {"tonight": lambda: self.tonight[1], "after": lambda: self._after().local_date}[
            text
        ]()

    def _after(self) -> Occurrence:
        meetings = meetings_between(self.filled_at, self.filled_at + timedelta(weeks=2))
        series, day = self.tonight
        return next(
            meeting
            for meeting in meetings
            if meeting.kind == MeetingSeries.Kind.EVENING
            and not meeting.cancelled
            and meeting.key != (series.pk, day)
        )

    def find_format(self, league: str, key: str) -> EventFormat:
        return self.find_league(league).formats.get(key=key)
