"""Wherever a report is confirmed, an open pairing of the two is asked about first."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from goclub.common.tests.reading import read, told
from goclub.games.models import Game
from goclub.games.playing.services.many import confirm_games
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.games.tests.factories import report
from goclub.leagues.evening.services.results import record_result
from goclub.leagues.evening.tests.nights import came, make_night, seat
from goclub.leagues.tests.league_factories import match_of, running
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused

NOW = datetime(2025, 3, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def two():
    """Two of a term of four whose game is open."""
    term, members = running(120, 120, 110, 110, names="ABCD")
    return term, members[0], members[1]


@time_machine.travel(NOW)
def test_the_quick_press_of_the_start_page_asks_before_it_confirms(client, two):
    _term, a, b = two
    game = report(a, b)
    address = reverse("games:confirm", args=[game.pk])
    assert address in read(as_member(client, b).get("/")).values("form", "action")
    answer = client.post(address, follow=True)
    assert len(told(answer, "error")) == 1
    assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
    assert len(answer.context["pairings"]) == 1
    assert fresh(game).state == "reported"


@time_machine.travel(NOW)
@pytest.mark.parametrize("desk", ["waiting", "evening", "admin"])
def test_who_confirms_for_others_is_asked_too(client, two, desk):
    _term, a, b = two
    game = report(a, b)
    plain = report(make_member("x"), make_member("y"))
    office = make_member("office", role=CHAIR).user
    client.force_login(office)
    if desk == "waiting":
        done, refused = confirm_games(Act(office, NOW), [game.pk, plain.pk])
        assert [one.pk for one in done] == [plain.pk]
        assert [why.reason for _game, why in refused] == ["playing.paired"]
    elif desk == "evening":
        client.post(reverse("games:evening-confirm"), {"game": [game.pk, plain.pk]})
    else:
        office.is_staff = office.is_superuser = True
        office.save()
        data = {"action": "confirm_games", "_selected_action": [game.pk, plain.pk]}
        client.post(reverse("admin:games_game_changelist"), data)
    assert (fresh(game).state, fresh(plain).state) == ("reported", "confirmed")


@time_machine.travel(NOW)
def test_a_table_of_the_club_night_says_that_the_two_are_paired(client, two):
    """A press there says how it ended, as the league asks, and the game is the league's."""
    term, a, b = two
    desk = make_member("desk", role=ORGANISER)
    night = make_night(desk)
    table = seat(night, desk, *came(night, a, b))
    page = as_member(client, a).get(reverse("leagues:night-me"))
    match = match_of(term, a, b)
    assert match.get_absolute_url() in read(page).values(".my-table a", "href")
    with refused(Code.MISSING, "ending", "ending_unknown"):
        record_result(Act(desk.user, NOW), table, winner="B")
    assert fresh(table).game is None
    record_result(Act(desk.user, NOW), table, winner="B", ending=Game.Ended.RESIGNATION)
    table.refresh_from_db()
    assert fresh(match).game == table.game
    assert table.game.state == "confirmed"


@time_machine.travel(NOW)
def test_of_many_reports_each_finds_its_own_pairing(two):
    term, a, b = two
    c, d = (entry.member for entry in term.entries.order_by("seed")[2:])
    office = make_member("office", role=CHAIR).user
    games = [report(a, b), report(make_member("x"), make_member("y")), report(d, c)]
    done, refused = confirm_games(Act(office, NOW), [game.pk for game in games])
    assert done == [games[1]]
    assert {game for game, _why in refused} == {games[0], games[2]}
    found = PAIRINGS.unanswered(games)
    assert [[offer.url for offer in offers] for offers in found] == [
        [match_of(term, a, b).get_absolute_url()], [], [match_of(term, c, d).get_absolute_url()],
    ]  # fmt: skip
