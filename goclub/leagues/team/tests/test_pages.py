"""Pages of teams: who may act, what is kept of a refused form, what everybody reads."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import told
from goclub.leagues.models import Pairing
from goclub.leagues.team import services
from goclub.leagues.team.tests.test_teams import boards_of, play_all, team_event, win
from goclub.leagues.tests.factories import make_event, make_organiser, next_round
from goclub.leagues.tournament.services.files import export_h9
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.formats.h9_read import read_h9


@pytest.fixture
def organiser():
    return make_organiser()


@pytest.fixture
def event(organiser):
    return team_event(teams=2, boards=2, players=3)


def url(name, event, *args):
    return reverse(f"leagues:{name}", args=[event.slug, *args])


@pytest.mark.parametrize(
    ("name", "args"), [("teams", ()), ("team", (1,)), ("team-rules", ()), ("lineup", (1, 1))]
)
def test_only_those_who_run_the_event_see_its_desk_of_teams(client, event, organiser, name, args):
    address = url(name, event, *args)
    assert client.get(address).status_code == 302
    client.force_login(make_member("Else").user)
    assert client.get(address).status_code == 403
    client.force_login(fresh(organiser.user))
    assert client.get(address).status_code == 200


def test_an_event_of_players_has_no_teams(client, organiser):
    event = make_event(organiser)
    client.force_login(fresh(organiser.user))
    assert client.get(url("teams", event)).status_code == 404
    assert client.get(url("board-results", event)).status_code == 404


def test_a_refused_paste_stays_in_its_form(client, event, organiser):
    client.force_login(fresh(organiser.user))
    text = "New; Ewa Nowak 3d\nBad; <b>x</b>"
    answer = client.post(url("teams", event), {"text": text})
    assert answer.status_code == 422
    assert answer.context["many_form"]["text"].value() == text
    assert event.participants.entries().count() == 2
    sent = {"text": "New; Ewa Nowak 3d\nOther; Jan Lis 1k"}
    assert told(client.post(url("teams", event), sent, follow=True)) == ["Teams entered."]


def test_ranks_of_many_leave_a_team_the_rank_of_its_boards(client, event, organiser):
    client.force_login(fresh(organiser.user))
    team = event.participants.get(number=1)
    rank = team.rank
    sent = {"do": "rank", "steps": "1", "seen": ""}
    assert client.post(url("event-grid", event), sent | {"pick": [1]}).status_code == 422
    assert fresh(team).rank == rank
    ticked = [1, *team.players.values_list("number", flat=True)]
    assert told(client.post(url("event-grid", event), sent | {"pick": ticked}, follow=True)) == [
        f"{len(ticked) - 1} changes saved."
    ]
    assert fresh(team).rank == rank + 1


def test_a_member_and_a_guest_join_a_team(client, event, organiser):
    client.force_login(fresh(organiser.user))
    member = make_member("Nobuko Sato", points=100)
    page = url("team", event, 1)
    assert client.post(page, {"member": member.pk}).status_code == 302
    sent = {"name": "Lis", "rank": "-3", "club": "Łódź", "country": "Poland"}
    assert client.post(page, sent).status_code == 302
    players = event.participants.get(number=1).players.order_by("number")
    assert [player.display_name for player in players][3:] == [member.display_name, "Lis"]
    assert (players[4].club, players[4].country) == ("Łódź", "PL")


def test_buttons_move_players_and_name_the_captain(client, event, organiser):
    client.force_login(fresh(organiser.user))
    team = event.participants.get(number=1)
    first, second, third = team.players.order_by("number")
    for player, step in ((second, "up"), (third, "captain"), (first, "remove")):
        number = team.players.get(pk=player.pk).number
        client.post(url("team-player", event, 1, number, step))
    assert list(team.players.order_by("number")) == [second, third]
    assert [player.captain for player in team.players.order_by("number")] == [False, True]
    assert client.post(url("team-player", event, 1, third.number, "away")).status_code == 404


def test_a_lineup_is_chosen_on_its_page(client, event, organiser):
    client.force_login(fresh(organiser.user))
    team = event.participants.get(number=1)
    first, _second, reserve = team.players.order_by("number")
    chosen = {"board_1": reserve.number, "board_2": first.number}
    assert client.post(url("lineup", event, 1, 1), chosen).status_code == 302
    assert services.lineup_now(team, 1) == {1: first, 2: reserve}
    next_round(event)
    answer = client.post(url("lineup", event, 1, 1), chosen)
    assert (answer.status_code, "reason" in answer.context["form"].errors) == (422, True)


def test_everybody_reads_matches_boards_and_players(client, event):
    next_round(event)
    play_all(event)
    for name, args in (
        ("event", ()), ("event-players", ()), ("round", (1,)), ("standings", ()),
        ("board-results", ()), ("event-player", (1,)), ("event-player", (1001,)), ("cross", ()),
        ("round-why", (1, 1)), ("round-why", (1, 101)), ("print-pairings", (1,)),
        ("print-names", (1,)), ("print-wall", ()), ("print-cards", ()), ("projector", ()),
        ("print-players", ()), ("event-details", ()),
    ):  # fmt: skip
        assert client.get(url(name, event, *args)).status_code == 200, name
    text = client.get(url("round", event, 1)).content.decode()
    assert "T1 P0" in text
    assert "T1 P0" in client.get(url("round", event, 1) + "?by=name").content.decode()


def test_slips_are_those_of_the_boards(client, event, organiser):
    next_round(event)
    client.force_login(fresh(organiser.user))
    slips = client.get(url("print-slips", event, 1)).context["slips"]
    assert [slip["pairing"] for slip in slips] == boards_of(event)


def test_the_european_file_lists_the_games_of_the_boards():
    event = team_event(teams=4, boards=2, rounds=1, main_minutes=60)
    next_round(event)
    play_all(event)
    file = read_h9(export_h9(event))
    assert len(file.players) == 8
    assert sum(len(event_round.games) for event_round in file.rounds) == 4


def test_a_player_reports_the_own_board(client, event):
    member = make_member("Captain")
    captain = event.participants.get(number=1).players.order_by("number")[0]
    captain.member = member
    captain.save()
    next_round(event)
    client.force_login(member.user)
    page = client.get(event.get_absolute_url())
    assert page.context["own"]["pairing"] == Pairing.objects.get(
        seats__participant=captain, match__isnull=False
    )
    assert page.context["lineup_round"] == 2


def test_the_grid_has_teams_with_their_players_and_an_absence_moves_the_reserve_up(
    client, event, organiser
):
    grid = url("event-grid", event)
    rows = as_member(client, organiser).get(grid).context["rows"]
    assert [row["participant"].number for row in rows] == [1, 1001, 1002, 1003, 2, 1004, 1005, 1006]
    client.post(grid, {"c-1002-1": "a", "seen": "", "do": "save"})
    next_round(event)
    team = event.participants.get(number=1)
    assert [player.number for player in services.lineup_now(team, 1).values()] == [1001, 1003]
    kinds = [row["cells"][0].get("kind") for row in client.get(grid).context["rows"]]
    assert kinds[:4] == ["game", "game", "absent", "game"]


def test_players_of_teams_come_through_the_door(client, event, organiser):
    door = url("event-door", event)
    as_member(client, organiser).post(door, {"player": 1001})
    assert client.post(door, {"code": "Team 2"}).status_code == 422  # three people
    client.post(door, {"code": "T2 P0"})
    lines = client.get(door).context["lines"]
    here = [line["participant"].number for line in lines if line["came"]]
    assert (len(lines), sorted(here)) == (6, [1001, 1004])
    client.post(door, {"absent": "1"})
    assert set(event.participants.exclude(absences=None).values_list("number", flat=True)) == {
        1002, 1003, 1005, 1006,
    }  # fmt: skip
    next_round(event)
    assert [board.board for board in boards_of(event)] == [1]
    assert client.get(url("event-desk", event)).context["missing"] == []


def test_federations_rate_the_players_of_teams_and_no_pairs(client, organiser):
    teams = team_event(teams=2, boards=2, rounds=1)
    next_round(teams)
    checks = as_member(client, organiser).get(url("event-sending", teams)).context["checks"]
    assert url("event-entry", teams, 1001) in {line.url for line in checks[0].lines}
    pairs = team_event(teams=2, boards=1, players=2)
    page = client.get(url("event-sending", pairs))
    assert b"No federation rates games of pairs" in page.content
    assert b"to correct" not in page.content
    with refused(Code.STATE, "team_size"):
        export_h9(pairs)


def test_pages_say_how_teams_are_entered_and_count_them(client, event):
    page = client.get(url("event", event))
    assert b"The organisers enter the teams." in page.content
    assert "2 teams" in page.context["shared_page"].description
    assert b"2 teams" in client.get(reverse("leagues:events")).content


def test_the_number_of_queries_does_not_grow_with_the_teams(client, django_assert_max_num_queries):
    event = team_event(teams=8, boards=3)
    next_round(event)
    with django_assert_max_num_queries(30):
        client.get(url("round", event, 1))
    with django_assert_max_num_queries(30):
        win(boards_of(event)[0], "white")
