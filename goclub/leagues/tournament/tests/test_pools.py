"""One event in pools: the draw, the rounds, late entries, withdrawals, and who stands where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goclub.common.tests.reading import read
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.forms.events import SystemForm
from goclub.leagues.tournament.queries.snapshot import Next, load, settings_of, stage_of
from goclub.leagues.tournament.services import closing, events, pools, registration, rounds
from goclub.leagues.tournament.services.exchange import export_opengotha, export_pairgoth, read_file
from goclub.leagues.tournament.services.files import export_h9
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.settings import PoolSettings

ACT = Act(None, at())


def in_pools(players: int, **chosen: int) -> Event:
    """A round robin in pools; Guest 001 is the strongest."""
    event = make_event(system="round_robin", rounds=1)
    rules = replace(settings_of(event), pools=PoolSettings(**chosen))
    events.edit_event(ACT, event, changes={}, settings=rules)
    for number in range(1, players + 1):
        add_guests(event, 1, start=number, rank=max(5 - number, -30))
    return fresh(event)


def pools_of(event: Event) -> dict[int, set[int]]:
    places: dict[int, set[int]] = {}
    for player in event.participants.exclude(pool=None):
        places.setdefault(player.pool, set()).add(player.number)
    return places


def met(event: Event) -> dict[frozenset[int], list[int]]:
    return dict(load(event).meetings)


def play(event: Event) -> Event:
    while stage_of(load(fresh(event))).next is not Next.CLOSE:
        play_out(next_round(event))
    return fresh(event)


def test_from_the_draw_to_the_places():
    event = in_pools(7, size=4)
    next_round(event)
    assert pools_of(event) == {1: {1, 4, 5}, 2: {2, 3, 6, 7}}
    assert fresh(event).rounds_planned == 3
    assert fresh(event).settings["pools"]["count"] == 2
    assert rounds.unseated(load(event), 1) == []
    assert not load(event).byes
    play_out(event.rounds.get(number=1))
    names = [row.player for row in load(event).standings(1)]
    assert sorted(names) == [1, 2, 3, 4, 5, 6, 7]  # a player who rested in round 1 too
    play(event)
    pairs = {
        frozenset((first, second))
        for pool in pools_of(event).values()
        for first in pool
        for second in pool - {first}
    }
    assert met(event).keys() == pairs
    assert all(len(numbers) == 1 for numbers in met(event).values())
    places = [row.place for row in load(event).standings(3)]
    assert places[:2] == [1, 1]
    closing.close_event(ACT, event)
    assert {p.pool for p in event.participants.filter(won=True)} == {1, 2}


def test_places_by_hand_are_kept_and_the_rest_is_drawn():
    event = in_pools(6, count=2)
    by_hand = {1: 2, 2: 2}
    pools.set_pools(ACT, event, pools=PoolSettings(count=2), places=by_hand)
    assert pools_of(event) == {2: {1, 2}}
    pools.set_pools(ACT, fresh(event), pools=PoolSettings(count=2), places=by_hand, draw=True)
    assert pools_of(event) == {1: {3, 4, 5}, 2: {1, 2, 6}}
    assert fresh(event).changes.filter(what="edited").count() == 3
    add_guests(event, 1, start=7, rank=8)  # after the draw
    next_round(event)
    assert pools_of(event) == {1: {3, 4, 5}, 2: {1, 2, 6, 7}}
    with refused(Code.STATE, "count", reason="pools_are_drawn"):
        pools.set_pools(ACT, fresh(event), pools=PoolSettings(count=2), places={1: 1})


def test_late_players_take_the_free_places_of_odd_pools():
    event = in_pools(6, count=2)
    play_out(next_round(event))
    for number in (7, 8):
        add_guests(event, 1, start=number, rank=0)
    with refused(Code.STATE, "late_from", reason="schedule_has_begun"):
        add_guests(event, 1, start=9)
    next_round(event)
    assert {len(pool) for pool in pools_of(event).values()} == {4}
    assert len(load(event).pairings[2]) == 4


def test_whoever_withdraws_loses_the_games_left_and_the_pool_goes_on():
    event = in_pools(8, count=2)
    play_out(next_round(event))
    registration.withdraw(ACT, event.participants.get(number=1))
    next_round(event)
    lost = [p for p in load(event).pairings[2] if 1 in {q.number for q in p.players}]
    assert [(table.by_default, table.has_result) for table in lost] == [(True, True)]
    assert load(play(event)).last_out == 3


def test_before_the_first_round_a_withdrawal_leaves_its_pool():
    event = in_pools(7, count=2)
    pools.set_pools(ACT, event, pools=PoolSettings(count=2), places={}, draw=True)
    registration.withdraw(ACT, event.participants.get(number=7))
    next_round(event)
    assert {len(pool & {1, 2, 3, 4, 5, 6}) for pool in pools_of(event).values()} == {3}
    assert fresh(event).rounds_planned == 3


@pytest.mark.parametrize(
    ("players", "count", "reason"),
    [(5, 3, "pool_too_small"), (0, 2, "pool_too_small"), (44, 2, "pool_too_large")],
)
def test_pools_of_one_player_or_of_too_many_are_refused(players, count, reason):
    event = in_pools(players, count=count)
    with refused(Code.RANGE, "count", reason=reason):
        rounds.pair_round(ACT, event)


def test_an_undone_round_keeps_the_pools_until_they_are_drawn_again():
    event = in_pools(6, count=2)
    before = next_round(event) and pools_of(event)
    rounds.undo_step(ACT, fresh(event))
    rounds.undo_step(ACT, fresh(event))
    nobody = dict.fromkeys(range(1, 7))
    pools.set_pools(ACT, fresh(event), pools=PoolSettings(count=3), places=nobody, draw=True)
    assert pools_of(event) != before
    next_round(event)
    assert fresh(event).rounds_planned == 1


def test_the_desk_draws_and_everybody_sees_the_pools(
    client, organiser, django_assert_max_num_queries
):
    event = in_pools(6, size=3)
    address = f"/tournaments/{event.slug}/"
    client.force_login(make_member().user)
    assert client.get(f"{address}desk/pools/").status_code == 403
    client.force_login(organiser.user)
    sent = {"count": 2, "meetings": 1, "first": 1, "by_draw": 1, "pool_6": 1}
    answer = client.post(f"{address}desk/pools/", sent | {"size": 4})
    assert answer.status_code == 422
    assert read(answer).values("[name=count]", "value") == ["2"]
    # The size that was there already gives way to the number that was typed.
    assert client.post(f"{address}desk/pools/", sent | {"size": 3, "draw": 1}).status_code == 302
    assert pools_of(event)[1] >= {6}
    assert len(read(client.get(f"{address}pools/")).all(".pool dt")) == 6  # all rounds are known
    play_out(next_round(event))
    client.logout()
    with django_assert_max_num_queries(20):
        page = read(client.get(f"{address}pools/"))
    assert len(page.all(".pool-table tbody tr")) == 6
    assert len(page.all(".pool-table td.won")) == 2
    assert len(read(client.get(f"{address}rounds/1/")).all(".c-bye")) == 2  # who rests
    table = load(event).pairings[1][0]
    why = read(client.get(f"{address}rounds/1/why/{table.table}/")).one(".why-said").text
    assert f"pool {table.black.pool_name}" in why
    for page_of in ("pools/screen/", "print/pools/"):
        assert len(read(client.get(f"{address}{page_of}")).all(".pool")) == 2
    rows = client.get(f"{address}event.json").json()["standings"]
    assert {row["pool"] for row in rows} == {"A", "B"}


def test_only_a_round_robin_is_created_in_pools():
    assert SystemForm({"system": "round_robin", "preset": "Pools"}).is_valid()
    form = SystemForm({"system": "swiss", "preset": "Pools"})
    assert (form.errors, form.cleaned_data["system"]) == ({}, "round_robin")
    assert settings_of(make_event(system="round_robin", preset="Pools")).has_pools


def test_announced_players_are_drawn_and_play_once_they_are_here():
    event = in_pools(5, count=2)
    event.participants.filter(number__in=(4, 5)).update(state="preliminary")
    pools.set_pools(ACT, event, pools=PoolSettings(count=2), places={}, draw=True)
    assert sum(map(len, pools_of(event).values())) == 5
    event.participants.filter(number=4).update(state="final")
    next_round(event)
    assert {frozenset((1, 4)), frozenset((2, 3))} == met(event).keys()


@pytest.mark.parametrize("export", [export_h9, export_pairgoth, export_opengotha])
def test_files_have_the_games_of_the_pools_round_by_round(export):
    event = play(in_pools(7, size=4))
    tournament = read_file(export(event), [])
    name = {player.id: player.spoken for player in tournament.players}
    ours = load(event)
    assert [
        {frozenset((name[game.white], name[game.black])) for game in played.games}
        for played in tournament.rounds
    ] == [
        {frozenset(player.name for player in table.players) for table in ours.pairings[number]}
        for number in (1, 2, 3)
    ]
