"""Two devices of the leader at once."""

from __future__ import annotations

import pytest

from goclub.games.lessons import services
from goclub.games.models import LiveLesson
from goclub.games.playing.tests.test_race import (
    at_once,
    real_database,  # noqa: F401 - races need rows that are locked
)
from goclub.games.tests.factories import at
from goclub.leagues.tests.factories import make_organiser
from goclub.members.requests import Act

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_devices_of_the_leader_lose_no_move():
    act = Act(make_organiser().user, at())
    lesson = services.start_lesson(act, title="Ladders", board=9)

    def play(move):
        return lambda: services.show_position(act, lesson, chapter=1, at="0", moves=move)

    assert at_once(play("Bee"), play("Bcc")) == []
    record = services.read_chapter(lesson.chapters.get())
    assert {node.point for node in record.nodes} == {None, (4, 4), (2, 2)}
    assert LiveLesson.objects.get().version == 2
