"""A captain registers a team: one place, players in board order, a link to change them."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import RegisteredPlayer, Registration, SignupSettings
from goclub.leagues.ratinglist.tests.lists import european_of
from goclub.leagues.signup.services import organising, registrations
from goclub.leagues.signup.services.letters import token_of
from goclub.leagues.signup.tests.signups import COLUMNS, link_in, states
from goclub.leagues.tests.factories import at, make_event, make_organiser
from goclub.leagues.tournament.services import registration as entries
from goclub.members.models import Letter
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused

SITE = Act(None, at())


@pytest.fixture(autouse=True)
def now():
    cache.clear()
    with time_machine.travel(at(), tick=False):
        yield


def team_signup(places=None, boards=2, **more):
    event = make_event(system="swiss", team_size=boards, places=places, **more)
    SignupSettings.objects.create(event=event, is_on=True)
    return event


def player(name, rank=-3, **more):
    columns = {"first_name": "Ewa", "other_name": "", "club": "", "country": "", "egf_pin": ""}
    return {**columns, "name": name, "rank": rank, **more}


def register(event, team="Wawel", players=None, **more):
    columns = {name: COLUMNS[name] for name in ("club", "country", "absent", "fee", "remarks")}
    players = players or [player(f"{team} {number}", -number) for number in (1, 2, 3)]
    columns |= {"name": team, "email": f"{team}@example.org", "consent": True, "answers": {}}
    return registrations.register(
        SITE, event, language="en", **{**columns, "players": players, **more}
    )


def enter(event, *rows):
    for row in rows:
        registrations.confirm(SITE, row)
    organising.take_in(SITE, event, [row.pk for row in rows])
    return [event.participants.entries().get(registration=row) for row in rows]


def order_of(team):
    return [row.name for row in team.players.order_by("number")]


def change(row, players, **more):
    return registrations.change(SITE, fresh(row), players=players, **more)


def test_a_team_takes_one_place_and_has_the_rank_of_its_boards():
    event = team_signup(places=1)
    first, second = register(event), register(event, "Gdynia")
    assert (first.state, first.rank, second.state) == ("place", -1, "waiting")
    assert register(event) == first  # the same team again
    assert entries.places_left(event) == 0
    [team] = enter(event, first)
    assert (team.display_name, team.rank) == ("Wawel", -1)
    assert order_of(team) == ["Wawel 1", "Wawel 2", "Wawel 3"]
    assert team.players.get(captain=True).name == "Wawel 1"
    registrations.withdraw(SITE, fresh(first))
    assert not event.participants.exists()
    assert states(event) == {"Wawel": "withdrawn", "Gdynia": "place"}


def test_a_team_without_a_club_has_the_one_that_its_players_share():
    event = team_signup()
    players = [player("Nowak", club="Smok", country="PL"), player("Lis", club="Smok", country="DE")]
    own = register(event, "Gdynia", players, club="Wawel", country="")
    [team] = enter(event, register(event, players=players, club="", country=""))
    assert (own.club, own.country) == ("Wawel", "")
    assert (team.club, team.country) == ("Smok", "")


def test_players_who_change_by_the_link_change_in_the_team():
    event = team_signup()
    row, other_team = register(event), register(event, "Gdynia")
    team, _other = enter(event, row, other_team)
    known = team.players.get(name="Wawel 2")
    change(row, [
        player("Wawel 3", 5), player("Wawel 2", -2, club="Smok"), player("Fresh", 1),
    ])  # fmt: skip
    assert order_of(team) == ["Wawel 3", "Wawel 2", "Fresh"]
    assert fresh(known).club == "Smok"
    # Ranks of entered players are the organisers' affair; the strength of the team follows.
    assert (team.players.get(name="Wawel 3").rank, fresh(team).rank) == (-3, -2)
    assert RegisteredPlayer.objects.get(name="Wawel 3").rank == -3


def test_a_member_whom_organisers_ticked_keeps_their_name_and_a_new_name_is_another_person():
    event, member = team_signup(), make_member("Ewa Member", rank="1k")
    row = register(event)
    [team] = enter(event, row)
    entries.link_member(SITE, team.players.get(name="Wawel 1"), member=member)
    change(row, [player("Wawel 1", club="Smok"), player("Wawel 2")])
    assert team.players.get(member=member).club == ""
    change(row, [player("Someone Else"), player("Wawel 2")])
    assert not team.players.filter(member=member).exists()


def test_without_consent_players_of_two_teams_share_initials():
    event = team_signup(boards=1)
    pair = [player("Nowak"), player("Lis")]
    teams = enter(
        event,
        register(event, "A", pair, consent=False),
        register(event, "B", pair, consent=False),
    )
    assert [row.display_name for row in teams[1].players.all()] == ["E. N.", "E. L."]


def test_one_person_is_not_in_a_team_twice_nor_in_two():
    event = team_signup()
    with refused(Code.DUPLICATE, "players", name="twice_in_the_team"):
        register(event, players=[player("Nowak"), player("NOWAK")])
    assert not Registration.objects.exists()
    rows = [register(event, team, [player("Nowak"), player(team)]) for team in ("A", "B")]
    with refused(Code.DUPLICATE, name="plays_for_a_team"):
        enter(event, *rows)
    assert not event.participants.exists()
    assert states(event) == {"A": "place", "B": "place"}


def test_a_team_is_no_member():
    event = team_signup()
    with refused(Code.STATE, "member"):
        organising.link_member(SITE, register(event), member=make_member())


def test_players_of_teams_are_compared_with_the_rating_list(client):
    european_of(date(2025, 2, 1), at=at())
    event = team_signup()
    listed = {"first_name": "Ken", "country": "JP"}
    wrong = register(event, players=[player("Nowak", 0), player("Sato", 3, **listed)])
    right = register(event, "Gdynia", [player("Sato", 3, **listed), player("Unlisted")])
    own = [read(client.get(reverse("leagues:registration", args=[token_of(row)])))
           for row in (wrong, right)]  # fmt: skip
    assert [page.has("#listed") for page in own] == [True, False]
    assert own[0].texts("[aria-labelledby=listed] bdi")[0] == "Ewa Nowak"
    client.force_login(make_organiser("Bob").user)
    desk = read(client.get(reverse("leagues:registrations", args=[event.slug])))
    assert desk.one(f"#r{wrong.pk}").texts(".note") == ["Rank: 1 dan → 3 kyu"]
    assert not desk.one(f"#r{right.pk}").has(".note")
    enter(event, wrong)
    desk = read(client.get(reverse("leagues:registrations", args=[event.slug])))
    assert not desk.has(".note")


# --- Pages ----------------------------------------------------------------------------------------
def typed(*names, initial=0, **more):
    """A sent form with these players."""
    rows = {
        f"players-{at}-{field}": value
        for at, name in enumerate(names)
        for field, value in {"first_name": "Ewa", "name": name, "rank": "-3"}.items()
    }
    return {
        "name": "Wawel", "email": "captain@example.org", "consent": "on",
        "players-TOTAL_FORMS": "6", "players-INITIAL_FORMS": str(initial), **rows, **more,
    }  # fmt: skip


def test_a_captain_registers_reorders_and_withdraws(client):
    event = team_signup()
    page = reverse("leagues:register", args=[event.slug])
    assert page in client.get(event.get_absolute_url()).content.decode()
    client.force_login(make_member().user)  # who is a member registers a team like anyone
    assert client.post(page, typed("Nowak", "Lis", "Sato"))["Location"]
    link = link_in(Letter.objects.get())
    client.logout()
    client.post(link, {"do": "confirm"})
    sent = typed("Nowak", "Lis", "Sato", initial=3, do="change")
    moved = {"players-0-ORDER": "3", "players-1-ORDER": "2", "players-2-ORDER": "1"}
    client.post(link, sent | moved | {"players-1-DELETE": "on"})
    [row] = event.registrations.all()
    assert [player.name for player in row.players.all()] == ["Sato", "Nowak"]
    client.post(link, {"do": "withdraw"})
    assert fresh(row).state == "withdrawn"


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        (typed("Nowak"), "Enter at least 2 players."),
        (typed("Nowak", "Lis", **{"players-1-rank": ""}), "Please fill this in."),
        (typed("Nowak", "Lis", **{"players-0-egf_pin": "12"}), "12"),
        (typed("Nowak", "Lis", **{"players-0-country": "Atlantis"}), "Atlantis"),
        (typed("Nowak", "Lis", **{"players-0-ORDER": "9" * 5000}), "Correct the players below."),
        (typed("Nowak", "nowak"), "is in the team twice"),
        (typed("Nowak", "Lis", **{"players-TOTAL_FORMS": "x"}), "Correct the players below."),
    ],
)
def test_what_is_wrong_in_a_team_is_said_and_nothing_is_lost(client, sent, error):
    event = team_signup()
    answer = client.post(reverse("leagues:register", args=[event.slug]), sent)
    assert answer.status_code == 422
    assert error in answer.content.decode()
    assert 'value="Wawel"' in answer.content.decode()
    assert not Registration.objects.exists()


def test_who_is_in_two_teams_that_registered_is_marked_in_both(client):
    event = team_signup()
    rows = [
        register(event, "Wawel", [player("Nowak"), player("Lis", egf_pin="12345678")]),
        register(event, "Gdynia", [player("Sato"), player("Kita"), player("nowák")]),
        register(event, "Lis", [player("Lisowska", egf_pin="12345678"), player("Zając")]),
    ]
    client.force_login(make_organiser("Bob").user)
    address = reverse("leagues:registrations", args=[event.slug])

    def marked():
        lines = read(client.get(address)).all(".team-players li")
        return [line.texts("bdi")[0] for line in lines if line.has(".pill")]

    assert marked() == ["Ewa Nowak", "Ewa Lis", "Ewa nowák", "Ewa Lisowska"]
    for row in rows[1:]:
        registrations.withdraw(SITE, row)
    assert marked() == []


def test_organisers_see_the_players_and_enter_the_team(client):
    event = team_signup()
    row = register(event)
    client.force_login(make_organiser("Bob").user)
    for page in (
        reverse("leagues:registrations", args=[event.slug]),
        reverse("leagues:registration-detail", args=[event.slug, row.pk]),
        reverse("leagues:registrations-csv", args=[event.slug]),
    ):
        answer = client.get(page)
        text = b"".join(answer).decode()
        assert "Wawel 2" in text
    client.post(
        reverse("leagues:registrations", args=[event.slug]), {"do": "take_in", "rows": [row.pk]}
    )
    registrations.confirm(SITE, row)
    link = reverse("leagues:registration", args=[token_of(row)])
    assert "Your team is on the list of teams." in client.get(link).content.decode()
    assert event.participants.entries().get().players.count() == 3
