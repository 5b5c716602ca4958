"""The interface for programs: what it says, to whom, and that it says what pages say."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from goclub.api.interface import api
from goclub.games.library.services.records import attach_kifu, upload_kifu
from goclub.games.models import Game, Standing
from goclub.games.playing.services.decisions import void_game
from goclub.games.tests.factories import NIGHT, play
from goclub.leagues.models import LadderSettings, LadderStay, Participant
from goclub.leagues.tests.factories import played_event
from goclub.members.models import ClubSettings, Member, Scope
from goclub.members.programs.services import make_key
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, make_member

BASE = "/api/v1"
SGF = b"(;GM[1]FF[4]SZ[19]KM[6.5]PB[A]PW[B];B[pd]C[first](;W[dp];B[])(;W[dd]))"
ENDPOINTS = {
    "/club": None,
    "/members": Scope.PEOPLE,
    "/members/{member}": Scope.PEOPLE,
    "/rankings/paa": Scope.PEOPLE,
    "/games": Scope.GAMES,
    "/games/{game}": Scope.GAMES,
    "/games/{game}/record": Scope.GAMES,
    "/events": Scope.EVENTS,
    "/events/{event}": Scope.EVENTS,
    "/leagues": Scope.EVENTS,
    "/ladder": Scope.EVENTS,
}


@pytest.fixture
def club(db):
    ClubSettings.objects.update_or_create(pk=1, defaults={"name": "Hoshi"})
    one, two = make_member("佐藤 健", points=120), make_member("Ewa Lis", points=90)
    game = play(one, two, "B+4.5", komi2=13)
    draft = upload_kifu(Act(one.user), SGF, filename="g.sgf")
    attach_kifu(Act(one.user), game, kifu=draft)
    return {"member": one.pk, "game": game.pk, "event": 0, "one": one, "two": two}


@pytest.fixture
def event(club):
    club["event"] = played_event(4, 2).pk
    return club


def key_for(member, *scopes):
    return make_key(member=member, name="Bot", scopes=scopes or Scope.values, at=timezone.now())[1]


def ask(client, address, key="", **more):
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return client.get(BASE + address, headers=headers | more)


def test_every_endpoint_is_in_the_matrix():
    described = api.get_openapi_schema()["paths"]
    told = {path.removeprefix(BASE).replace("{pk}", "") for path in described}
    assert told == {re.sub(r"{\w+}", "", a).replace("paa", "{system}") for a in ENDPOINTS}
    assert all(set(methods) == {"get"} for methods in described.values())


@pytest.mark.parametrize("sees", ClubSettings.Visitors.values)
def test_a_visitor_reads_what_the_pages_show_visitors(client, event, sees):
    ClubSettings.objects.update(visitors_see=sees)
    for address, scope in ENDPOINTS.items():
        status = ask(client, address.format(**event)).status_code
        closed = (scope is not None and sees == ClubSettings.Visitors.NOTHING) or (
            address == "/members/{member}" and sees != ClubSettings.Visitors.EVERYTHING
        )
        assert status == (401 if closed else 200), address


@pytest.mark.parametrize("scope", Scope.values)
def test_a_key_opens_its_scopes_alone_and_writes_nothing(client, event, scope):
    ClubSettings.objects.update(visitors_see=ClubSettings.Visitors.NOTHING)
    key = key_for(event["one"], scope)
    for address, asked in ENDPOINTS.items():
        allowed = asked in (None, Scope(scope))
        status = ask(client, address.format(**event), key).status_code
        assert status == (200 if allowed else 403), address
        for send in (client.post, client.put, client.patch, client.delete):
            answer = send(
                BASE + address.format(**event), headers={"authorization": f"Bearer {key}"}
            )
            assert answer.status_code == 405, address


def test_a_key_is_no_key_in_an_address_or_when_taken_back_or_left(client, club):
    key = key_for(club["one"])
    for name in ("token", "bearer"):
        assert client.get(f"{BASE}/games?{name}={key}").status_code == 400
    assert ask(client, "/games", key).status_code == 200
    Member.objects.filter(pk=club["one"].pk).update(status=Member.Status.FORMER)
    assert ask(client, "/games", key).status_code == 401
    Member.objects.filter(pk=club["one"].pk).update(status=Member.Status.MEMBER)
    club["one"].program_keys.all().delete()
    assert ask(client, "/games", key).status_code == 401
    assert ask(client, "/games", "nonsense").status_code == 401


def test_a_browser_that_is_signed_in_is_a_visitor_here(client, club):
    ClubSettings.objects.update(visitors_see=ClubSettings.Visitors.NOTHING)
    assert ask(as_member(client, club["one"]), "/games").status_code == 401


def test_games_say_what_the_pages_say(client, club):
    game = ask(client, f"/games/{club['game']}").json()
    told = [game[name] for name in ("komi", "margin", "winner", "result")]
    assert told == [6.5, 4.5, "B", "B+4.5"]
    assert game["black"] == {"id": club["one"].pk, "name": "佐藤 健"}
    assert {one["system"] for one in game["moved"]} == {"paa", "igs", "elo", "egf"}
    after = {one["after"] for one in game["moved"] if one["system"] == "paa"}
    assert after == set(Standing.objects.filter(system="paa").values_list("points", flat=True))
    assert client.get(game["url"]).status_code == 200


def test_a_record_is_what_the_page_offers(client, club):
    told = ask(client, f"/games/{club['game']}/record").json()
    game = Game.objects.get()
    assert told["sgf"] == client.get(reverse("games:kifu", args=[game.pk])).text
    assert "W[dd]" in told["sgf"]
    assert told["moves"] == [
        {"colour": "B", "point": "pd"},
        {"colour": "W", "point": "dp"},
        {"colour": "B", "point": ""},
    ]
    assert (told["game"], told["width"], told["height"]) == (game.pk, 19, 19)


def test_no_record_of_a_game_without_one_that_is_void_or_unknown(client, club):
    bare = play(club["two"], club["one"], played_on=NIGHT + timedelta(days=3))
    for pk in (bare.pk, 10**9, 10**30):
        assert ask(client, f"/games/{pk}/record").status_code == 404
    chair = make_member("Chair", role="chair").user
    void_game(Act(chair), Game.objects.get(pk=club["game"]), reason="never played")
    assert ask(client, f"/games/{club['game']}/record").status_code == 404


def test_whoever_hides_a_page_is_a_name_alone(client, club):
    Member.objects.filter(pk=club["two"].pk).update(
        shows_profile=False, shows_origin=False, is_listed=False
    )
    assert ask(client, f"/games/{club['game']}").json()["white"] == {"id": None, "name": "Ewa Lis"}
    assert [one["name"] for one in ask(client, "/members").json()["members"]] == ["佐藤 健"]
    assert ask(client, f"/members/{club['two'].pk}").status_code == 404
    places = ask(client, "/rankings/paa").json()["lines"]
    assert [(line["place"], line["member"]["name"]) for line in places] == [(1, "佐藤 健")]
    key = key_for(club["one"])
    assert len(ask(client, "/members", key).json()["members"]) == 2
    assert len(ask(client, "/rankings/paa", key).json()["lines"]) == 2


def test_pages_stay_what_they_are_while_rows_come_in(client, club):
    for day in range(1, 8):
        play(club["one"], club["two"], played_on=NIGHT + timedelta(days=day))
    expected = list(Game.objects.order_by("-pk").values_list("pk", flat=True))
    answer = ask(client, "/games?limit=3").json()
    found = [game["id"] for game in answer["games"]]
    play(club["two"], club["one"], played_on=NIGHT + timedelta(days=20))
    while answer["next"]:
        answer = client.get(answer["next"].removeprefix("http://testserver")).json()
        found += [game["id"] for game in answer["games"]]
    assert found == expected


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=201", "limit=x", "before=-1", "before=" + "9" * 5000, "member=x", "since=x"],
)
def test_bad_numbers_are_refused_in_words(client, club, query):
    answer = ask(client, "/games?" + query)
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_what_did_not_change_is_not_sent_again(client, club):
    for address in (f"/games/{club['game']}/record", "/games"):
        known = {"if-none-match": ask(client, address).headers["ETag"]}
        assert ask(client, address, **known).status_code == 304
    kept = ask(client, "/games", key_for(club["one"])).headers
    assert "private" in kept["Cache-Control"]
    assert "Authorization" in kept["Vary"]
    play(club["one"], club["two"], played_on=NIGHT + timedelta(days=3))
    assert ask(client, "/games", **known).status_code == 200


def test_as_many_queries_for_many_as_for_few(client, club, django_assert_max_num_queries):
    for number in range(12):
        play(make_member(f"P {number}", points=100), club["one"], played_on=NIGHT)
    for address, most in {"/members": 4, "/rankings/paa": 4, "/games": 4}.items():
        with django_assert_max_num_queries(most):
            ask(client, address)


def test_the_ladder_says_who_stands_on_which_rung(client, club, django_assert_num_queries):
    assert ask(client, "/ladder").json() == {"open": False, "reach": 3, "rungs": []}
    LadderSettings.objects.create(pk=1, open=True, reach=2)
    for minute, one in enumerate((club["two"], club["one"])):
        joined = timezone.now() - timedelta(days=9, minutes=-minute)
        LadderStay.objects.create(member=one, joined_at=joined)
    ClubSettings.objects.update(visitors_see=ClubSettings.Visitors.EVERYTHING)
    with django_assert_num_queries(5):
        told = ask(client, "/ladder").json()
    assert (told["open"], told["reach"]) == (True, 2)
    assert [(one["rung"], one["member"]["name"]) for one in told["rungs"]] == [
        (1, "Ewa Lis"), (2, "佐藤 健"),
    ]  # fmt: skip
    assert told["rungs"][0]["member"]["id"] == club["two"].pk


def test_who_asks_too_often_is_told_when_to_come_back_and_others_are_not(client, club, settings):
    settings.LIMITS = settings.LIMITS | {"programs": "3/m"}
    cache.clear()
    one, two = key_for(club["one"]), key_for(club["two"])
    assert [ask(client, "/club", one).status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = ask(client, "/members", key_for(club["one"]))
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    assert answer.json() == {"detail": "Too many requests."}
    assert ask(client, "/club", two).status_code == 200
    assert [ask(client, "/club").status_code for _ in range(4)] == [200, 200, 200, 429]
    cache.clear()


@pytest.mark.parametrize("address", ["/club", "/members", "/games"])
def test_a_key_waits_for_the_second_factor_that_the_club_asks_of_its_member(client, club, address):
    member = make_member(role=CHAIR)
    key = key_for(member)
    assert ask(client, address, key).status_code == 200
    ClubSettings.objects.update(second_factor_for="office")
    answer = ask(client, address, key)
    assert answer.status_code == 403
    assert "second factor" in answer.json()["detail"]
    assert ask(client, address, key_for(club["one"])).status_code == 200
    TOTPDevice.objects.create(user=member.user, name="", confirmed=True)
    assert ask(client, address, key).status_code == 200


@pytest.mark.parametrize("path", ["/nothing", "/members/-1", "/members/x", "/"])
def test_an_unknown_address_is_answered_in_json(client, path):
    answer = client.get(BASE + path)
    assert (answer.status_code, answer.json()) == (404, {"detail": "Not Found"})


def test_a_wrong_key_is_answered_with_the_scheme(client):
    answer = client.get(f"{BASE}/club", headers={"Authorization": "Bearer x"})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_the_standings_have_the_name_of_an_entry_as_it_is_shown(client, event):
    entries = Participant.objects.filter(event=event["event"], number=1)
    entries.update(display_name="Ann Nowak", name="Nowak", first_name="Ann")
    answer = ask(client, f"/events/{event['event']}", key_for(event["one"]))
    assert "Ann Nowak" in [line["name"] for line in answer.json()["standings"]]
