"""An event of a league and its tournament show one order and one winner, on every page, to the end.

The clock is moved from the announcement to the champion of the year; at each station every page of
the league and of its event is opened.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from goclub.leagues.models import League, Pairing, Participant, Sanction
from goclub.leagues.season.labels.feeds import season_results
from goclub.leagues.season.services.rules import add_preset
from goclub.leagues.season.services.sanctions import give_sanction
from goclub.leagues.season.services.standings import close_season, close_year
from goclub.leagues.tests.factories import next_round
from goclub.leagues.tests.league_factories import make_league
from goclub.leagues.tests.season_factories import announce
from goclub.leagues.tournament.services import closing, registration, results, rounds
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

WARSAW = ZoneInfo("Europe/Warsaw")


def here(day: date, hour: int = 10) -> datetime:
    return datetime.combine(day, time(hour), WARSAW)


class Walk:
    """The chair, five players who come and three who do not, and the clock."""

    def __init__(self, clock: time_machine.Traveller) -> None:
        self.clock = clock
        self.chair = make_member("Chair", role=CHAIR)
        names = ("Ada", "Bo", "Cy", "Di", "Ed", "Announced", "Withdrawn", "Noshow")
        self.members = {name: make_member(name, points=100) for name in names}
        self.league = make_league("season", zone="Europe/Warsaw")
        start = date(2025, 1, 12)
        self.seasons = add_preset(Act(None, here(date(2025, 1, 2))), self.league, start=start)
        self.row = None

    def go(self, moment: datetime) -> datetime:
        self.clock.move_to(moment, tick=False)
        return moment

    def look_everywhere(self, *others: Member | None) -> None:
        """Open every page of the league as the chair, and as *others* (None: a visitor)."""
        for member in (*others, self.chair):
            client = Client()
            if member is not None:
                client.force_login(member.user)
            for address in self.addresses(member):
                page = client.get(address)
                # A visitor may be asked to sign in.
                right = (200,) if member else (200, 302)
                assert page.status_code in right, (address, member, page.status_code)

    def addresses(self, member) -> list[str]:
        slug = self.league.slug
        found = [("home",), ("league", slug), ("archive", slug), ("regulation", slug)]
        for season in self.seasons:
            found += [("season", slug, season.pk), ("season-picture", slug, season.pk)]
            found += [
                ("season-export", slug, season.pk, what, form)
                for what in ("table", "events")
                for form in ("csv", "json")
            ]
        found += [("season-player", slug, member.pk) for member in self.came()]
        found += [("season-record", one.pk) for one in self.records()]
        if self.row is not None:
            event = self.row.event
            found += [("league-event", self.row.pk), ("event", event.slug)]
            found += [("standings", event.slug), ("cross", event.slug)]
            found += [("event-players", event.slug), ("projector", event.slug)]
            people = event.participants.values_list("number", flat=True)
            found += [("event-player", event.slug, number) for number in people]
        if member == self.chair:
            found += [("season-desk", slug), ("announce", slug)]
            if self.row is not None:
                found += [("event-desk", self.row.event.slug)]
        return [reverse(f"leagues:{name}", args=args) for name, *args in found]

    def came(self):
        """The members who have a page in the league: those who came to its event."""
        if self.row is None or self.row.event.state != "closed":
            return []
        names = ("Ada", "Bo", "Cy", "Di", "Ed")
        return [self.members[name] for name in names]

    def records(self):
        return [one for season in self.seasons for one in season.snapshots.all()] + list(
            self.league.champions.all()
        )

    def same_order(self) -> list[tuple[int | None, str]]:
        """The order on the league's page of the event, which every other page has too."""
        client = Client()
        client.force_login(self.chair.user)
        event = self.row.event
        page = client.get(reverse("leagues:league-event", args=[self.row.pk]))
        table = [(line.place, who.display_name) for line, who in page.context["table"]]
        told = client.get(f"/api/v1/events/{event.pk}").json()["standings"]
        assert [(line["place"], line["name"]) for line in told] == table
        lines = client.get(
            reverse("leagues:standings", args=[event.slug]), {"format": "csv"}
        ).getvalue()
        places = [line.split(",")[:2] for line in lines.decode().splitlines()[1:]]
        assert [(int(place) if place else None, name) for place, name in places] == table
        return table


@pytest.mark.extended
def test_a_league_is_walked_to_its_champion_and_shows_one_order():
    day = date(2025, 2, 20)
    with time_machine.travel(here(day - timedelta(days=12)), tick=False) as clock:
        walk = Walk(clock)
        walk.look_everywhere()
        walk.row = announce(walk.league, walk.chair, day)
        walk.look_everywhere()
        hold_the_event(walk, day)
        for season in walk.seasons:
            walk.go(here(season.last, 22) - timedelta(seconds=1))
            walk.go(here(season.last, 22) + timedelta(hours=1))
            close_season(Act(walk.chair.user, datetime.now(WARSAW)), season)
            walk.look_everywhere()
        close_year(
            Act(walk.chair.user, datetime.now(WARSAW)), walk.league, cycle=walk.seasons[0].cycle
        )
        walk.go(datetime.now(WARSAW) + timedelta(days=400))
        walk.look_everywhere(None, walk.members["Ada"])
        assert League.objects.get().champions.count() == 1


def hold_the_event(walk: Walk, day: date) -> None:
    event, by = walk.row.event, walk.chair.user
    at = walk.go(here(day, 9))
    entries = {
        name: registration.register_member(Act(by, at), event, member=member)
        for name, member in walk.members.items()
    }
    registration.withdraw(Act(by, at), entries["Withdrawn"], from_round=1)
    registration.alter_entry(Act(by, at), entries["Announced"], changes={"state": "preliminary"})
    walk.look_everywhere()
    first = next_round(event)
    noshow = Pairing.objects.get(round=first, seats__participant=entries["Noshow"])
    lost = "white" if noshow.black.display_name == "Noshow" else "black"
    at = walk.go(here(day, 11))
    results.set_result(Act(by, at), noshow, result=lost, by_default=True)
    play(first, by, at)
    registration.withdraw(Act(by, at), entries["Noshow"])
    walk.look_everywhere()
    # The preview of the next round has a bye, which counts nowhere before it is published.
    rounds.pair_round(Act(by, at), event)
    before = walk.same_order()
    rounds.publish_round(Act(by, at), event)
    assert walk.same_order() != before
    at = walk.go(here(day, 13))
    play(event.rounds.get(number=2), by, at)
    # Who was first is sent away: below all, without a place, in every list.
    first_of_all = next(name for place, name in walk.same_order() if place == 1)
    for _case in range(3):
        give_sanction(
            Act(walk.chair.user, at),
            walk.row,
            player=Participant.objects.get(event=event, display_name=first_of_all),
            round=2,
            reason="slow play",
        )
    assert Sanction.objects.count() == 3
    walk.look_everywhere()
    play(next_round(event), by, walk.go(here(day, 15)))
    closing.close_event(Act(by, walk.go(here(day, 17))), event)
    walk.row.refresh_from_db()
    table = walk.same_order()
    walk.look_everywhere()
    names = {name: place for place, name in table}
    assert not names.keys() & {"Announced", "Withdrawn"}
    assert names["Noshow"] is names[first_of_all] is None
    winners = set(event.participants.filter(won=True).values_list("display_name", flat=True))
    assert winners == {name for place, name in table if place == 1}
    [(_name, text, _address, _at)] = season_results(walk.league)
    assert [name for name in names if name in text] == list(names)
    assert "Noshow" not in {one.display_name for one in attended(walk)}


def attended(walk):
    client = Client()
    address = reverse("leagues:season", args=[walk.league.slug, walk.seasons[0].pk])
    client.force_login(walk.chair.user)
    return [line.member for line in client.get(address).context["standings"].lines]


def play(event_round, by, at) -> None:
    """Black wins what is open."""
    for pairing in event_round.pairings.filter(result="unknown", verdict=""):
        results.set_result(Act(by, at), pairing, result="black")
