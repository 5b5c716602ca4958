"""The field of a member: found by script, asked about without one, refused in words."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.tests.reading import codes, read
from goclub.games.models import Game
from goclub.games.tests.factories import play
from goclub.members.finding.services import write_name_keys
from goclub.members.models import ClubSettings, Member
from goclub.members.people.services import add_guest
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.tests.factories import as_member, make_member

FIND = "games:find"


@pytest.fixture
def people():
    return {
        "sato": make_member("佐藤 健", romanised_name="Sato Ken"),
        "jun": make_member("Sato Jun"),
        "anong": make_member("Anong S."),
        "hidden": make_member("Sato Hidden", is_listed=False),
    }


def names(client, **query):
    answer = client.get(reverse(FIND), query)
    assert answer.status_code == 200
    return [one["pk"] for one in answer.json()["members"]]


def test_a_visitor_finds_whom_the_members_table_shows(client, people):
    assert set(names(client, q="sato")) == {people["sato"].pk, people["jun"].pk}
    assert people["hidden"].pk in names(as_member(client, people["anong"]), q="sato")


def test_where_visitors_see_nothing_nothing_is_found(client, people):
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    answer = client.get(reverse(FIND), {"q": "sato"})
    assert answer.status_code == 403
    assert "members" not in answer.json()


@pytest.mark.parametrize(
    ("query", "status"),
    [({"q": "s"}, 200), ({"q": "s" * 5000}, 200), ({"q": "\x00%_'\""}, 200), ({}, 200),
     ({"for": "nothing"}, 404)],
)  # fmt: skip
def test_whatever_is_asked_is_answered(client, people, query, status):
    assert client.get(reverse(FIND), query).status_code == status


def test_too_many_searches_are_told_when_to_come_back(client, people, settings):
    cache.clear()
    settings.LIMITS = settings.LIMITS | {"find": "2/m"}
    answers = [client.get(reverse(FIND), {"q": "s"}) for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[-1]["Retry-After"]
    cache.clear()


def test_before_anything_is_typed_the_latest_opponents_come_first(client, people):
    play(people["anong"], people["jun"], minute=0)
    play(people["sato"], people["anong"], minute=10)
    first = names(as_member(client, people["anong"]), q="")
    assert first[:2] == [people["sato"].pk, people["jun"].pk]
    assert len(first) == len(set(first)) >= 3
    assert people["anong"].pk not in names(client, q="anong", **{"for": "partners"})


@pytest.mark.parametrize("typed", ["", "s", "sato", "nobody"])
def test_answers_cost_the_same_in_a_club_of_ten_and_of_three_thousand(client, people, typed):
    client.force_login(people["anong"].user)
    with CaptureQueriesContext(connection) as few:
        names(client, q=typed)
    Member.objects.bulk_create(
        Member(status="member", joined_on="2024-01-01", display_name=f"Sato {n:04}")
        for n in range(3000)
    )
    write_name_keys(list(Member.objects.values_list("pk", flat=True)))
    with CaptureQueriesContext(connection) as many:
        found = names(client, q=typed)
    assert len(found) <= 20
    assert len(many) == len(few)


# --- Without script ----------------------------------------------------------------------------
KEY = "6e9f2d7e-3f1c-4c6b-9f1f-6f1d4a3f9d11"
GAME = {"played_on": "2025-03-04", "board": "19", "handicap": "0", "komi": "5.5",
        "winner": "B", "ending": "resign", "margin": "", "key": KEY}  # fmt: skip


def report(client, one, other, **more):
    typed = {"black_text": one, "black_for": "", "white_text": other, "white_for": ""}
    return client.post(reverse("games:report"), GAME | {"black": "", "white": ""} | typed | more)


def test_the_whole_way_by_typed_names(client, people):
    asked = report(as_member(client, people["anong"]), "Anong S.", "Sato")
    form = asked.context["form"]
    assert asked.status_code == 422
    assert codes(form) == {"white": ["several"]}
    page = read(asked)
    offered = page.values(".found-choices input[name=white]", "value")
    assert set(offered) == {str(people[key].pk) for key in ("sato", "jun", "hidden")}
    assert page.one("input[name=white_text]").attrs["value"] == "Sato"
    assert page.one("input[name=black_text]").attrs["value"] == "Anong S."
    assert page.one("input[name=komi]").attrs["value"] == "5.5"
    picked = {
        "white": str(people["jun"].pk),
        "white_for": page.one("input[name=white_for]").attrs["value"],
        "black": page.one("input[type=hidden][name=black]").attrs["value"],
        "black_for": page.one("input[name=black_for]").attrs["value"],
    }
    assert report(client, "Anong S.", "Sato", **picked).status_code == 302
    game = Game.objects.get()
    assert (game.black, game.white) == (people["anong"], people["jun"])


@pytest.mark.parametrize(
    ("typed", "code"),
    [("Nobody Here", "unknown"), ("Sato", "several"), ("Ju", "part"), ("", "required"),
     ("x" * 5000, "unknown"), ("999999", "unknown"), ("<b>", "unknown")],
)  # fmt: skip
def test_what_says_nobody_for_certain_is_refused_in_words(client, people, typed, code):
    asked = report(as_member(client, people["anong"]), "Anong S.", typed)
    assert codes(asked.context["form"]) == {"white": [code]}
    assert not Game.objects.exists()


@pytest.mark.parametrize("typed", ["Sato Jun", "jun sato", "JUN", "佐藤 健 (Sato Ken)", "佐藤"])
def test_a_whole_name_needs_no_question(client, people, typed):
    assert report(as_member(client, people["anong"]), "Anong S.", typed).status_code == 302


def test_another_text_than_the_picked_one_counts(client, people):
    client.force_login(people["anong"].user)
    changed = {"white": str(people["jun"].pk), "white_for": "Sato Jun"}
    assert report(client, "Anong S.", "佐藤 健", **changed).status_code == 302
    assert Game.objects.get().white == people["sato"]


def test_a_guest_is_ticked_and_named(client, people):
    client.force_login(people["anong"].user)
    data = QueryDict(mutable=True)
    data.update(GAME | {"black_text": "Anong S.", "white_text": "", "white_guest": "Nils"})
    data.setlist("white", ["", "guest"])
    page = client.post(
        reverse("games:report"), data.urlencode(), content_type="application/x-www-form-urlencoded"
    )
    assert page.status_code == 302
    assert Game.objects.get().white.is_guest


def test_no_page_lists_the_members(client, people):
    client.force_login(people["anong"].user)
    for name in ("games:report", "games:toss-list", "games:calculator"):
        assert "Sato Jun" not in client.get(reverse(name)).content.decode(), name


@pytest.mark.parametrize(
    ("role", "status"), [(MEMBER, 403), (ORGANISER, 403), (SECRETARY, 200), (CHAIR, 200)]
)
def test_the_books_are_searched_by_the_office_alone(client, people, role, status):
    guest = add_guest(name="Walter Guest")
    client.force_login(make_member(role=role).user)
    answer = client.get(reverse(FIND), {"q": "walter", "for": "anyone"})
    assert answer.status_code == status
    found = [one["pk"] for one in answer.json().get("members", [])]
    assert found == ([guest.pk] if status == 200 else [])
    assert names(client, q="walter") == []
    client.logout()
    assert client.get(reverse(FIND), {"q": "walter", "for": "anyone"}).status_code == 403


def test_two_of_one_name_are_told_apart_by_their_numbers(client, people):
    twin = make_member("Sato Jun")
    client.force_login(people["anong"].user)
    answers = client.get(reverse(FIND), {"q": "sato jun"}).json()["members"]
    assert {one["note"].rpartition("#")[2] for one in answers} == {
        str(people["jun"].pk),
        str(twin.pk),
    }
