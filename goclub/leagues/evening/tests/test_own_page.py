"""A member's own page of the night: the last result, and the way home."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.leagues.evening.services import results
from goclub.leagues.evening.tests.nights import at, came, seat, some_members
from goclub.members.requests import Act


def test_the_reporter_undoes_a_result_and_the_other_confirms_it(client, olga, night, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: at(40))
    ken, anong = some_members(2)
    game = seat(night, olga, *came(night, ken, anong))
    results.record_result(Act(ken.user, at(30)), game, winner="B")
    me, undo = reverse("leagues:night-me"), reverse("leagues:night-press", args=["undo"])
    for member, action in (
        (ken, undo),
        (anong, reverse("games:confirm", args=[Game.objects.get().pk])),
    ):
        client.force_login(member.user)
        assert read(client.get(me)).values(".undo form", "action") == [action]
    client.post(reverse("leagues:night-press", args=["leave"]), {"back": "me"})
    page = read(client.get(me))
    assert page.one("#coming").text == "You have left the club night"
    assert page.one("[name=comes]").attrs["value"] == ""
