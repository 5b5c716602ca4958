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
    assert part.texts("dt") == systems
    assert len(part.all("p")) == 1
    whys = part.texts("summary")
    assert len(set(whys)) == len(whys) == len(systems)
