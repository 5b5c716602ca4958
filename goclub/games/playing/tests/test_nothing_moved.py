"""A game that moves nobody: the page of the game says so once, with a reason a system."""

from __future__ import annotations

import pytest

from goclub.common.tests.reading import read
from goclub.games.tests.factories import play
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


def test_a_game_that_moves_nothing_says_so_once(client):
    """A small board, in every system: once that both keep what they hold, a reason a system."""
    black, white = make_member("Sato", points=119), make_member("Anong", points=119)
    game = play(black, white, board=9)
    answer = client.get(game.get_absolute_url())
    part = read(answer).one("section[aria-labelledby=changed]")
    systems = [one.name for one in answer.context["changed"]]
    assert answer.context["nothing_moved"]
    assert len(systems) > 1
    assert part.texts("h3") == systems
    assert len(part.all("details.changed-row")) == 1
    assert len(part.texts(".reason")) == len(systems)


def test_what_moved_stands_a_line_a_system_and_the_rest_in_one(client):
    """An even game between members without a rank of the IGS: there nothing is counted."""
    black, white = make_member("Sato", points=119), make_member("Anong", points=119)
    game = play(black, white)
    answer = client.get(game.get_absolute_url())
    part = read(answer).one("section[aria-labelledby=changed]")
    moved = [one.name for one in answer.context["moved_in"]]
    rest = [one.name for one in answer.context["unmoved"]]
    assert moved
    assert rest
    assert part.texts(".changed .changed-sys") == moved
    assert len(part.all(".changed .moved")) == 2 * len(moved)
    folded = part.one("details.changed-none")
    assert folded.texts("h3") == rest
    assert all(name in folded.texts("summary")[0] for name in rest)
