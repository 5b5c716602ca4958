"""The page of one table, where a result is entered with how the game ended."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.leagues.evening.tests.nights import at, came, seat, some_members


def test_a_refused_result_stays_in_the_form_of_its_table(client, olga, night, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: at(40))
    client.force_login(olga.user)
    game = seat(night, olga, *came(night, *some_members(2)))
    typed = {"winner": "W", "ending": "resign", "margin": "4,5"}
    refused = client.post(
        reverse("leagues:night-press", args=["result"]), typed | {"game": game.key}
    )
    page = read(client.get(refused["Location"]))
    assert page.has("select[name=winner] option[value=W][selected]")
    assert page.has("select[name=ending] option[value=resign][selected]")
    assert page.one("input[name=margin]").attrs["value"] == "4,5"
