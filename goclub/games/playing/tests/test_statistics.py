"""What a member's page counts: a month of games as a sheet of stones."""

from __future__ import annotations

from datetime import date

import pytest

from goclub.common.tests.reading import read
from goclub.games.playing.queries import PlayerGame, month_of_games
from goclub.games.tests.factories import play
from goclub.members.tests.factories import make_member


def played(*days: date) -> list[PlayerGame]:
    return [PlayerGame(on, "B", "W", 0, 1) for on in days]


def test_the_latest_month_with_games_is_shown_until_another_is_asked_for():
    games = played(date(2026, 3, 9), date(2026, 5, 4), date(2026, 5, 4), date(2026, 8, 31))
    latest = month_of_games(games)
    assert (latest.first, latest.before, latest.after) == (date(2026, 8, 1), date(2026, 5, 1), None)
    may = month_of_games(games, date(2026, 5, 20))
    assert (may.before, may.after) == (date(2026, 3, 1), date(2026, 8, 1))
    [day] = [day for week in may.weeks for day in week if day.games]
    assert (day.on, day.tally.won, day.tally.games) == (date(2026, 5, 4), 2, 2)
    assert may.weeks[0][0].on.weekday() == 0
    empty = month_of_games(games, date(2026, 4, 1))
    assert (empty.before, empty.after) == (date(2026, 3, 1), date(2026, 5, 1))


def test_a_month_before_the_first_game_or_after_the_last_is_the_latest():
    games = played(date(2026, 3, 9), date(2026, 5, 4))
    for asked in (date(1, 1, 1), date(2026, 2, 1), date(2026, 6, 1), date(9999, 12, 31)):
        assert month_of_games(games, asked).first == date(2026, 5, 1)
    assert month_of_games([]) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked", ["", "2026-13-01", "0000-01-01", "2026-10-05", "x" * 5000, "9" * 5000, "²-1"]
)
def test_any_month_in_the_address_is_answered(client, asked):
    one, other = make_member(points=100), make_member(points=100)
    play(one, other)
    response = client.get(one.get_absolute_url(), {"month": asked})
    assert response.status_code == 200
    assert read(response).has(".month-of-stones .stone-black.ringed")


@pytest.mark.django_db
def test_a_day_of_stones_leads_to_its_games(client):
    one, other = make_member("One <b>", points=100), make_member(points=100)
    game = play(one, other)
    play(other, one, minute=1)
    play(other, make_member(points=100), minute=2)
    [address] = read(client.get(one.get_absolute_url())).values(".month-of-stones a", "href")
    assert {row.pk for row in client.get(address).context["table"].data} >= {game.pk}
    assert len(client.get(address).context["table"].data) == 2
