"""Pools of teams: who has no match, and the words of the pages where teams stand for players."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.refusals.registry import describe
from goclub.common.tests.reading import read
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Event
from goclub.leagues.team.services import lineup_now, set_lineup
from goclub.leagues.team.tests.test_teams import SITE, boards_of, play_all, team_event
from goclub.leagues.tests.factories import next_round
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, pools, registration
from goclub.leagues.tournament.services.event_file import body_of, read_event_file
from goclub.leagues.tournament.services.exchange import (
    export_opengotha,
    export_pairgoth,
    read_file,
)
from goclub.leagues.tournament.services.files import export_h9
from goclub.leagues.tournament.services.homecoming import come_home, leave_home
from goclub.leagues.tournament.tests.test_laptop import in_the_hall
from goclub.members.models import Member
from goclub.members.tests.factories import as_member, fresh
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.settings import PoolSettings


@pytest.fixture
def cup() -> Event:
    """Six teams of two in two pools."""
    event = team_event(teams=6, boards=2, system="round_robin", preset="Pools")
    rules = PoolSettings(count=2, first=1, best_next=1, by_draw=False)
    pools.set_pools(SITE, event, pools=rules, places={}, draw=True)
    return fresh(event)


def page(client, event, name, *args):
    """A page of an event as its organiser reads it."""
    organiser = Member.objects.get(display_name="Olga Organiser")
    answer = as_member(client, organiser).get(reverse(f"leagues:{name}", args=[event.slug, *args]))
    assert answer.status_code == 200
    return read(answer)


def test_a_round_names_the_pools_and_the_teams_without_a_match(client, cup):
    next_round(cup)
    for name in ("round", "print-pairings"):
        shown = page(client, cup, name, 1)
        assert shown.texts(".match-head th.num .soft") == ["A", "B"]
        resting = [team.split()[:2] for team in shown.texts(".c-bye")]
        assert resting == [["Team", "1"], ["Team", "2"]]


def test_pages_of_pools_of_teams_say_nothing_of_players(client, cup):
    def words(name, *args, part="main"):
        return page(client, cup, name, *args).one(part).text.lower()

    assert "player" not in words("pools-desk")
    next_round(cup)
    assert "2 teams are not playing" in words("event-desk")
    assert "player" not in words("event-apart")
    for part in ("tables", "by-hand"):  # its history tells of players too
        assert "player" not in words("event-desk", part=f"[aria-labelledby={part}]")
    for _number in range(3):
        play_all(cup)
        if load(cup).last_out < 3:
            next_round(cup)
    assert "player" not in words("pools")
    assert "player" not in words("round-why", 1, 1)
    closing.close_event(SITE, fresh(cup))
    assert "player" not in words("play-off")
    small = team_event(teams=3, system="round_robin", preset="Pools")
    with refused(Code.RANGE, "count", reason="pool_too_small") as refusal:
        pools.set_pools(SITE, small, pools=PoolSettings(count=2), places={}, draw=True)
    assert "player" not in describe(refusal.value)


def play_in_the_hall(event):
    """Two rounds, with a reserve at board 1 of the second for Team 2."""
    next_round(event)
    play_all(event)
    team = event.participants.get(number=2)
    first, _second, third = team.players.order_by("number")
    set_lineup(SITE, team, number=2, players=[first, third])
    next_round(event)
    play_all(event, "black")


def test_pools_of_teams_go_to_a_laptop_and_come_home_with_boards_and_lineups():
    event = team_event(teams=6, boards=2, players=3, system="round_robin", preset="Pools")
    pools.set_pools(SITE, event, pools=PoolSettings(count=2), places={}, draw=True)
    leave_home(SITE, fresh(event))
    data = in_the_hall(event, play_in_the_hall)
    come_home(SITE, fresh(event), data, answers={}, stays=True)
    event = fresh(event)
    assert event.away_since is None
    snapshot = load(event)
    assert snapshot.last_out == 2
    assert {number: len(boards_of(event, number)) for number in (1, 2)} == {1: 4, 2: 4}
    assert body_of(snapshot)["rounds"] == read_event_file(data)["body"]["rounds"]
    assert [p.display_name for p in lineup_now(event.participants.get(number=2), 2).values()] == [
        "T2 P0",
        "T2 P2",
    ]
    next_round(event)
    play_all(event)
    closing.close_event(SITE, fresh(event))
    assert rebuild() == 0


def test_the_list_of_players_on_paper_has_their_team_with_its_absences(client, cup):
    next_round(cup)
    registration.withdraw(SITE, cup.participants.get(number=2))
    registration.set_absences(SITE, cup.participants.get(number=3), absences={2: True})
    rows = [row.split() for row in page(client, cup, "print-players").texts("tbody tr")]
    assert [row[:5] for row in rows[2:4]] == [["T2", board, rank, "Team", "2"] for board, rank in
                                              (("P0", "3k"), ("P1", "4k"))]  # fmt: skip
    assert all(" ".join(row[5:]) == "out from round 2 ✓ – –" for row in rows[2:4])
    assert all(row[5:] == ["✓", "–", "✓"] for row in rows[4:6])


@pytest.mark.parametrize(
    ("export", "counts"),
    # Pairgoth's file has the matches as its games, and those at the boards beside them.
    [(export_h9, [4] * 3), (export_pairgoth, [2] * 3), (export_opengotha, [4] * 3)],
)
def test_files_of_pools_of_teams_have_the_games_at_the_boards(export, counts, cup):
    for _number in range(3):
        next_round(cup)
        play_all(cup)
    games = [len(played.games) for played in read_file(export(fresh(cup)), []).rounds]
    assert games == counts
