"""The short report: the opponent first, the conditions of the main system, one result."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.playing.queries import results_of, usual_terms
from goclub.games.tests.factories import play
from goclub.members.models import Member
from goclub.members.roles import SECRETARY
from goclub.members.strength.services import set_strength
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def me():
    return make_member("佐藤 健", points=119)


@pytest.fixture
def strong():
    return make_member("อนงค์ <b>", points=165)


@pytest.fixture
def equal():
    return make_member("Łukasz", points=119)


def address(other) -> str:
    return reverse("games:report-short", args=[other.pk])


def fields_of(page) -> dict[str, str]:
    """What the page would send as it stands, without a result."""
    found = {one.attrs["name"]: one.attrs["value"] for one in page.all("main input[type=hidden]")}
    return found | {"ending": "resign", "margin": ""}


def test_stones_name_the_colours_and_an_even_game_leaves_them_open(me, strong, equal):
    terms = usual_terms(me, strong)
    told = results_of(me, strong, terms)
    assert terms.handicap > 0
    assert [(one.black, one.winner) for one in told[:2]] == [(me, "B"), (me, "W")]
    even = usual_terms(me, equal)
    assert even.toss
    four = {(one.black, one.winner) for one in results_of(me, equal, even) if not one.is_jigo}
    assert four == {(me, "B"), (equal, "W"), (me, "W"), (equal, "B")}
    assert [one.is_won for one in results_of(me, equal, even)][:4] == [True, True, False, False]


def test_what_is_shown_is_reported(client, me, strong):
    client.force_login(me.user)
    page = read(client.get(address(strong)))
    terms = usual_terms(me, strong)
    assert terms.text in page.one(".lead-line").text
    assert "<b>" not in client.get(address(strong)).content.decode()
    first, *_rest = page.values(".told input", "value")
    sent = fields_of(page) | {"told": first}
    answer = client.post(address(strong), sent)
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert (game.black, game.white, game.winner, game.ending) == (me, strong, "B", "resign")
    assert (game.handicap, game.komi2, game.board) == (terms.handicap, terms.komi2, 19)
    assert (game.state, game.played_on) == (Game.State.REPORTED, timezone.localdate())
    assert client.post(address(strong), sent).url == game.get_absolute_url()
    assert Game.objects.count() == 1


def test_a_margin_goes_with_points_alone(client, me, strong):
    client.force_login(me.user)
    page = read(client.get(address(strong)))
    first, *_rest = page.values(".told input", "value")
    sent = fields_of(page) | {"told": first, "ending": "points", "margin": ""}
    refused = client.post(address(strong), sent)
    assert refused.status_code == 422
    again = read(refused)
    assert again.values(".told input[checked]", "value") == [first]
    assert again.one("#id_ending option[selected]").attrs["value"] == "points"
    half = "3.5" if usual_terms(me, strong).komi2 % 2 else "3"
    assert client.post(address(strong), sent | {"margin": half}).status_code == 302
    assert Game.objects.get().margin2 in (6, 7)


@pytest.mark.parametrize("told", ["", "1-2-B", "9" * 5000, "x", None])
def test_without_a_result_it_is_asked_again(client, me, strong, told):
    client.force_login(me.user)
    sent = fields_of(read(client.get(address(strong)))) | ({} if told is None else {"told": told})
    if told == "1-2-B":
        sent["told"] = f"{strong.pk}-{me.pk}-N"
    answer = client.post(address(strong), sent)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    assert read(answer).all(".told input")


def test_a_game_that_is_here_already_opens_the_long_form(client, me, strong):
    client.force_login(me.user)
    page = read(client.get(address(strong)))
    sent = fields_of(page) | {"told": page.values(".told input", "value")[0]}
    assert client.post(address(strong), sent).status_code == 302
    fresh = fields_of(read(client.get(address(strong)))) | {"told": sent["told"]}
    answer = client.post(address(strong), fresh)
    assert answer.status_code == 422
    page = read(answer)
    assert page.one("#id_winner option[selected]").attrs["value"] == "B"
    assert page.all("[name=another]")
    assert Game.objects.count() == 1


def test_nobody_reports_against_himself_or_who_left_or_without_a_member(client, me, strong):
    client.force_login(me.user)
    assert client.get(address(me)).status_code == 404
    Member.objects.filter(pk=strong.pk).update(status=Member.Status.FORMER)
    assert client.get(address(strong)).status_code == 404
    client.logout()
    assert client.get(address(strong)).status_code == 302
    assert client.post(address(strong), {}).status_code == 302


def test_who_was_met_last_is_offered_first(client, me, strong, equal):
    client.force_login(me.user)
    report = reverse("games:report")
    assert not read(client.get(report)).all(".opponents a")
    play(me, strong, minute=1)
    play(me, equal, minute=2)
    links = read(client.get(report)).values(".opponents a", "href")
    assert links == [address(equal), address(strong)]


def test_the_list_costs_the_same_for_many_games(client, me, django_assert_num_queries):
    client.force_login(me.user)
    play(me, make_member("A"), minute=1)
    with CaptureQueriesContext(connection) as one:
        client.get(reverse("games:report"))
    for number in range(8):
        play(me, make_member(f"B {number}"), minute=2 + number)
    with django_assert_num_queries(len(one)):
        page = client.get(reverse("games:report"))
    assert len(read(page).all(".opponents a")) == 6


def test_strengths_that_moved_meanwhile_change_nothing_of_what_was_shown(client, me, strong):
    """The same form twice, and a first press after another game moved the conditions."""
    client.force_login(me.user)
    page = read(client.get(address(strong)))
    before = usual_terms(me, strong)
    sent = fields_of(page) | {"told": page.values(".told input", "value")[0]}
    office = make_member(role=SECRETARY).user
    at = timezone.now()
    set_strength(
        member=me, by=office, at=at, on=timezone.localdate(at), points=165, reason="a test"
    )
    assert usual_terms(me, strong).toss
    assert client.post(address(strong), sent | {"ending": "points"}).status_code == 422
    refused = read(client.post(address(strong), sent | {"ending": "points"}))
    assert refused.one("#id_handicap").attrs["value"] == str(before.handicap)
    assert refused.one("#id_winner option[selected]").attrs["value"] == "B"
    first = client.post(address(strong), sent)
    game = Game.objects.get()
    assert first.url == client.post(address(strong), sent).url == game.get_absolute_url()
    assert (game.black, game.handicap, game.komi2) == (me, before.handicap, before.komi2)


def test_nobody_else_is_told_of(client, me, strong, equal):
    client.force_login(me.user)
    sent = fields_of(read(client.get(address(strong))))
    for told in (f"{me.pk}-{equal.pk}-B", f"{equal.pk}-{strong.pk}-B", f"{me.pk}-{me.pk}-W"):
        assert client.post(address(strong), sent | {"told": told}).status_code == 422
    assert not Game.objects.exists()
