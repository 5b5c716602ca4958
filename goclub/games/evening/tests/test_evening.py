"""An evening entered by its organiser: each line by itself, good ones stored at once."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from goclub.common.tests.reading import codes, read, shows
from goclub.games.evening.forms import NOBODY_NAMED
from goclub.games.evening.services import EveningSlip, enter_slips, players_named
from goclub.games.models import Game, RatingEntry, Revision
from goclub.games.playing.services.many import confirm_games
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import at, facts, play, report
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.roles import MEMBER, ORGANISER, ROLES
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import RuleError

PAGE = "games:evening"
NIGHT = {"played_on": "2025-03-04", "place": "Club room", "board": "19", "lines": "4"}


@pytest.fixture
def people():
    return {
        "organiser": make_member("Olga Organiser", role=ORGANISER),
        "ken": make_member("佐藤 健", romanised_name="Sato Ken", points=100),
        "anong": make_member("Anong S.", points=120),
        "lucja": make_member("Łucja Żak", points=110),
    }


def line(number, black, white, winner="B", **more):
    fields = {"key": uuid.uuid4(), "black": black, "white": white, "winner": winner,
              "handicap": "0", "komi": "5.5", "ending": "", "margin": "", **more}  # fmt: skip
    return {f"s{number}-{name}": value for name, value in fields.items()}


def test_good_lines_are_stored_and_the_others_stay_as_typed(client, people):
    answer = as_member(client, people["organiser"]).post(
        reverse(PAGE),
        {
            **NIGHT,
            **line(0, "Sato Ken", "anong s."),
            **line(1, "Lucja", "Nobody at all", "W"),
            **line(2, "Łucja Żak", "佐藤 健", "W", margin="4,5"),
            **line(3, "", ""),
        },
    )
    assert answer.status_code == 422
    games = Game.objects.order_by("pk")
    assert [(game.black, game.white, game.ending, game.margin2) for game in games] == [
        (people["ken"], people["anong"], "unknown", None),
        (people["lucja"], people["ken"], "points", 9),
    ]
    by = people["organiser"].user
    assert {(game.state, game.reported_by, game.confirmed_by, game.place) for game in games} == {
        ("confirmed", by, by, "Club room")
    }
    assert codes(answer.context["lines"][1]) == {"white": ["nobody_named"]}
    assert shows(answer, NOBODY_NAMED % {"value": "Nobody at all"})
    page = read(answer)
    assert page.one("[name=s1-white]").attrs["value"] == "Nobody at all"
    assert "value" not in page.one("[name=s0-black]").attrs
    assert page.has("[name=s1-white_guest]")
    assert not page.has("[name=s0-white_guest]")
    assert RatingEntry.objects.filter(game=games[0], system="paa").count() == 2
    assert rebuild() == 0


def test_a_guest_is_ticked_and_a_pressed_button_pressed_twice_stores_once(client, people):
    client.force_login(people["organiser"].user)
    data = {**NIGHT, **line(0, "Lucja", "Walter Visitor", white_guest="on")}
    for _press in range(2):
        assert client.post(reverse(PAGE), data).status_code == 302
    assert Game.objects.get().white.status == Member.Status.GUEST
    assert Member.objects.filter(display_name="Walter Visitor").count() == 1


@pytest.mark.parametrize("name", ["A" * 81, "Walter\u202eVisitor"])
def test_a_name_that_no_guest_can_have_stays_in_its_line(client, people, name):
    client.force_login(people["organiser"].user)
    answer = client.post(reverse(PAGE), {**NIGHT, **line(0, "Lucja", name, white_guest="on")})
    assert answer.status_code == 422
    assert codes(answer.context["lines"][0])
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"winner": ""}, "winner", "E_MISSING"),
        ({"white": ""}, "white", "E_MISSING"),
        ({"white": "Sato Ken"}, "white", "E_SAME_PLAYER"),
        ({"handicap": "1"}, "handicap", "E_RANGE"),
        ({"komi": "x"}, "komi", "E_TYPE"),
        ({"margin": "0.3"}, "margin", "E_GRID"),
        ({"white": "s"}, "white", "several_named"),
    ],
)
def test_each_line_is_refused_by_itself(client, people, change, field, code):
    client.force_login(people["organiser"].user)
    told = {"black": "Sato Ken", "white": "Anong S.", **change}
    answer = client.post(reverse(PAGE), {**NIGHT, **line(0, **told)})
    assert answer.status_code == 422
    assert codes(answer.context["lines"][0]) == {field: [code]}
    assert not Game.objects.exists()


def test_a_game_that_is_here_asks_whether_it_is_another(client, people):
    play(people["ken"], people["anong"])
    client.force_login(people["organiser"].user)
    data = {**NIGHT, **line(0, "Sato Ken", "Anong S.", ending="resign")}
    refused = client.post(reverse(PAGE), data)
    assert codes(refused.context["lines"][0]) == {"another": ["E_DUPLICATE"]}
    assert client.post(reverse(PAGE), {**data, "s0-another": "on"}).status_code == 302
    assert Game.objects.count() == 2


def test_two_lines_alike_are_one_game_told_twice(people):
    claim = facts(people["ken"], people["anong"])
    slips = [EveningSlip(claim, uuid.uuid4()) for _ in range(2)]
    first, second = enter_slips(Act(people["organiser"].user, at(minute=3)), slips)
    assert isinstance(first, Game)
    assert isinstance(second, RuleError)


def test_ones_own_game_waits_for_the_opponent(people):
    mine = facts(people["organiser"], people["anong"])
    theirs = facts(people["ken"], people["anong"])
    slips = [EveningSlip(mine, uuid.uuid4()), EveningSlip(theirs, uuid.uuid4())]
    own, other = enter_slips(Act(people["organiser"].user, at(minute=3)), slips)
    assert (fresh(own).state, fresh(other).state) == ("reported", "confirmed")


def test_a_late_evening_is_counted_from_its_place(people):
    ken, anong, lucja = people["ken"], people["anong"], people["lucja"]
    play(ken, lucja, minute=60, played_on=at().date().replace(day=20))
    slips = [
        EveningSlip(facts(ken, anong), uuid.uuid4()),
        EveningSlip(facts(lucja, ken), uuid.uuid4()),
    ]
    enter_slips(Act(people["organiser"].user, at(minute=90)), slips)
    assert Revision.objects.exists()
    assert rebuild() == 0


def test_more_lines_keep_what_was_typed(client, people):
    client.force_login(people["organiser"].user)
    answer = client.post(reverse(PAGE), {**NIGHT, "more": "16", **line(2, "Somebody", "Else")})
    assert answer.status_code == 200
    assert len(answer.context["lines"]) == 16
    assert read(answer).one("[name=s2-black]").attrs["value"] == "Somebody"
    assert not Game.objects.exists()


@pytest.mark.parametrize("count", ["0", "-1", "x", "9" * 5000, "61"])
def test_an_odd_number_of_lines_is_the_usual_one(client, people, count):
    client.force_login(people["organiser"].user)
    answer = client.post(reverse(PAGE), {**NIGHT, "lines": count, "played_on": ""})
    assert answer.status_code == 422
    assert len(answer.context["lines"]) == 12


def test_reports_are_confirmed_together(client, people):
    ken, anong, olga = people["ken"], people["anong"], people["organiser"]
    waiting = [report(ken, anong, minute=n) for n in range(3)]
    own = report(olga, ken, minute=9)
    page = as_member(client, olga).get(reverse(PAGE))
    assert {game.pk for game in page.context["waiting"]} == {g.pk for g in [*waiting, own]}
    ticked = [game.pk for game in [*waiting[:2], own]]
    client.post(reverse("games:evening-confirm"), {"game": [*ticked, "x", "9" * 5000]})
    states = dict(Game.objects.values_list("pk", "state"))
    assert [states[game.pk] for game in [*waiting, own]] == [
        "confirmed", "confirmed", "reported", "reported",
    ]  # fmt: skip
    assert Game.objects.get(pk=waiting[0].pk).confirmed_by == olga.user
    pks = [game.pk for game in waiting[:2]]
    assert confirm_games(Act(olga.user), pks) == ([], [])
    assert rebuild() == 0


@pytest.mark.parametrize("name", [PAGE, "games:evening-confirm"])
def test_who_comes_in(client, name):
    for role in ("visitor", *ROLES):
        client.logout()
        if role != "visitor":
            client.force_login(make_member(role=role).user)
        wanted = 302 if role == "visitor" else 403 if role == MEMBER else None
        statuses = [client.post(reverse(name)).status_code]
        if name == PAGE:
            statuses.append(client.get(reverse(name)).status_code)
        assert all(one == wanted if wanted else one not in (403, 404, 500) for one in statuses)


def test_half_the_rights_are_not_enough(client):
    member = make_member()
    member.user.user_permissions.add(Permission.objects.get(codename="report_for_others"))
    assert as_member(client, member).get(reverse(PAGE)).status_code == 403


def test_as_many_queries_for_many_as_for_few(client, people, django_assert_max_num_queries):
    client.force_login(people["organiser"].user)
    with django_assert_max_num_queries(20) as few:
        client.get(reverse(PAGE))
    for number in range(30):
        report(make_member(), people["ken"], minute=number)
    with django_assert_max_num_queries(20) as many:
        client.get(reverse(PAGE))
    assert len(many) == len(few)


def test_an_organisers_report_of_others_is_confirmed_at_once(client, people):
    client.force_login(people["organiser"].user)
    data = {
        "key": uuid.uuid4(), "black": people["ken"].pk, "white": people["anong"].pk,
        "played_on": "2025-03-04", "board": "19", "handicap": "0", "komi": "5.5",
        "winner": "B", "ending": "resign", "pairing": "none",
    }  # fmt: skip
    assert client.post(reverse("games:report"), data).status_code == 302
    game = Game.objects.get()
    assert (game.state, game.confirmed_by) == ("confirmed", people["organiser"].user)
    data |= {"key": uuid.uuid4(), "black": people["organiser"].pk}
    client.post(reverse("games:report"), data)
    assert Game.objects.latest("pk").state == Game.State.REPORTED


def test_a_zero_byte_names_nobody():
    """On PostgreSQL the page of who typed it broke."""
    member = make_member("Sato")
    assert players_named(["Sato", "Sa\0to"]) == {"Sato": [member], "Sa\0to": []}
