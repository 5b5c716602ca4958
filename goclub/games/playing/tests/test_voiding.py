"""Making games void: asked once more, with what it does and a reason of one's own."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import codes, read
from goclub.games.models import Game
from goclub.games.playing.labels import void_effects
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import play, report
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db
OFFICE = "admin:games_game_changelist"


@pytest.fixture
def games():
    a, b = make_member(points=100), make_member(points=100)
    return [play(a, b), play(b, a, minute=5), report(a, b, "W+R", minute=9)]


def test_the_office_asks_which_games_and_why(client, games):
    client.force_login(make_member(role=CHAIR).user)
    chosen = {"action": "void_games", "_selected_action": [game.pk for game in games[:2]]}
    asked = client.post(reverse(OFFICE), chosen)
    assert {game.pk for game in asked.context["question"].items} == {g.pk for g in games[:2]}
    assert not Game.objects.filter(state=Game.State.VOID).exists()
    refused = client.post(reverse(OFFICE), {**chosen, "confirmed": "1"})
    assert refused.status_code == 422
    assert codes(refused.context["question"].form) == {"reason": ["required"]}
    fields = {one.attrs["name"] for one in read(refused).all("form input") if "name" in one.attrs}
    assert {"confirmed", "action", "_selected_action"} <= fields
    client.post(reverse(OFFICE), {**chosen, "confirmed": "1", "reason": "played by twins"})
    void = Game.objects.filter(state=Game.State.VOID)
    assert [game.reason for game in void] == ["played by twins"] * 2
    assert rebuild() == 0


def test_what_it_does_is_counted(games, django_assert_num_queries):
    with django_assert_num_queries(1):
        posted = void_effects(games[:1])
    assert len(posted) == 3
    assert len(void_effects(games[2:])) == 2  # nothing was counted yet
    assert posted != void_effects(games[:2])  # no later game is left to count anew


def test_the_page_of_one_game_says_it_too(client, games):
    client.force_login(make_member(role=ORGANISER).user)
    page = client.get(reverse("games:void", args=[games[0].pk]))
    assert read(page).texts("main ul.effects li") == void_effects(games[:1])
