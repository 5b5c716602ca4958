"""What a fixture wrote once is there for every test as it was, and belongs to each alone."""

from __future__ import annotations

import pytest
from django.db import connection

from goclub.games.models import RatingEntry
from goclub.games.tests.factories import play
from goclub.members.models import Member
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

from .written_once import _all_rows, written_once

pytestmark = pytest.mark.django_db

made = []
first_rows = {}


@pytest.fixture
@written_once
def chair():
    made.append("chair")
    return make_member("สมชาย ใจดี", role=CHAIR)


@pytest.fixture
@written_once
def game(chair):
    made.append("game")
    return play(make_member("佐藤 健"), make_member())


@pytest.mark.parametrize("time", range(3))
def test_the_work_is_done_once_and_the_rows_are_the_same(chair, game, time):
    assert made == ["chair", "game"]
    rows = first_rows or _all_rows()
    first_rows.update(rows)
    assert _all_rows() == rows
    assert RatingEntry.objects.filter(game=game).exists()
    connection.check_constraints()


@pytest.mark.parametrize("time", range(2))
def test_nobody_sees_what_another_changed(game, time):
    assert game.place == ""
    game.place = "changed"
    game.save()
    make_member()


def test_further_rows_find_room(game):
    assert make_member().pk not in {game.black_id, game.white_id}
    assert Member.objects.count() >= 4


def test_what_changes_rows_of_others_is_refused(chair):
    @written_once
    def rename():
        Member.objects.filter(pk=chair.pk).update(display_name="Another")

    with pytest.raises(AssertionError, match="members_member"):
        rename()
