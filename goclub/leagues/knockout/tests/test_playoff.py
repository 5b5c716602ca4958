"""Play-offs: the first of a table, or of several pools, go into a bracket."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.knockout import services
from goclub.leagues.knockout.labels import cut_lines
from goclub.leagues.knockout.tests.test_rounds import win
from goclub.leagues.models import Event, LeagueEvent, Prize
from goclub.leagues.tests.factories import (
    DAY,
    at,
    make_event,
    next_round,
    play_out,
    played_event,
)
from goclub.leagues.tournament.labels.qualified import qualified_lines
from goclub.leagues.tournament.queries.finalists import qualifiers
from goclub.leagues.tournament.queries.prizes import plan_of
from goclub.leagues.tournament.queries.snapshot import Next, load, stage_of
from goclub.leagues.tournament.services import closing, events, prizes, registration
from goclub.leagues.tournament.tests.test_pools import in_pools
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.brackets.draw import seed_order
from tournaments.brackets.settings import BracketSettings
from tournaments.events.settings import Kind


def playoff_of(*events: Event, first: int, act: Act | None = None, **more: Any) -> Event:
    return services.start_playoff(
        act or Act(None, at(700)),
        events,
        name="Finals",
        begins_on=DAY,
        first=first,
        bracket=BracketSettings(third_place=True),
        rng=random.Random(5),
        **more,
    )


def closed(**more: object) -> Event:
    event = played_event(**more)
    closing.close_event(Act(None, at(600)), event)
    event.refresh_from_db()
    return event


def test_the_first_four_of_a_mcmahon_play_off_to_the_end(client):
    event = closed(players=16)
    order = [row.participant.display_name for row in qualifiers(load(event))[:4]]
    playoff = playoff_of(event, first=4)
    assert playoff.rounds_planned == 2
    page = as_member(client, make_member()).get(event.get_absolute_url())
    assert list(page.context["playoffs"]) == [playoff]
    seeds = playoff.participants.order_by("seed")
    assert [player.display_name for player in seeds] == order
    lines = qualified_lines(load(playoff))
    assert [line.source for line in lines] == [event] * 4
    assert all(line.reason for line in lines)
    next_round(playoff)
    win(playoff, 1, 1, 2)
    next_round(playoff)
    win(playoff, 2, 2, 3)
    closing.close_event(Act(None, at(900)), playoff)
    assert playoff.participants.get(won=True).number == 2


def test_players_of_one_pool_meet_in_the_final_at_the_earliest():
    pools = [closed(players=4, name=f"Pool {letter}", system="round_robin") for letter in "ABCD"]
    playoff = playoff_of(*pools, first=2)
    source = {p.seed: p.qualified_from.event_id for p in playoff.participants.all()}
    order = [source[seed] for seed in seed_order(8)]
    assert sorted(order[:4]) == sorted(order[4:]) == sorted(pool.pk for pool in pools)


def test_a_play_off_is_created_once_unless_it_was_cancelled():
    event = closed(players=4)
    playoff = playoff_of(event, first=2)
    with refused(Code.DUPLICATE, "name", reason="same_play_off"):
        playoff_of(event, first=4)
    events.cancel_event(Act(None, at(800)), playoff, reason="rain")
    assert playoff_of(event, first=4).participants.count() == 4


def test_an_event_is_closed_before_its_play_off():
    with refused(Code.STATE, "first", reason="not_closed_yet"):
        playoff_of(played_event(players=4), first=2)


@pytest.mark.parametrize("first", [0, 1, 5, 10**30])
def test_no_play_off_of_one_or_of_more_than_played(first):
    with refused(Code.RANGE, "first"):
        playoff_of(closed(players=4), first=first)


def test_the_page_starts_it_and_only_for_organisers(client):
    event = closed(players=6)
    address = f"/tournaments/{event.slug}/desk/play-off/"
    client.force_login(make_member().user)
    assert client.get(address).status_code == 403
    client.force_login(event.organisers.model.objects.get(display_name="Olga Organiser").user)
    assert client.get(address).status_code == 200
    sent = {"name": "Finals", "begins_on": DAY, "double": 0, "final": 3, "semifinal": 1}
    assert client.post(address, sent | {"earlier": 1, "first": 40}).status_code == 422
    assert client.post(address, sent | {"earlier": 1, "first": 4}).status_code == 302
    playoff = Event.objects.get(name="Finals")
    assert playoff.participants.count() == 4
    assert client.get(f"/tournaments/{playoff.slug}/bracket/").status_code == 200


def pools_played(players: int, **chosen: object) -> Event:
    """Pools in which the stronger player always wins, closed."""
    event = in_pools(players, **chosen)
    while stage_of(load(fresh(event))).next is not Next.CLOSE:
        number = next_round(event).number
        strongest = [
            min(player.number for player in table.players) for table in load(event).pairings[number]
        ]
        win(event, number, *strongest)
    closing.close_event(Act(None, at(600)), event)
    return fresh(event)


def test_the_first_two_of_each_pool_cross_over_into_the_finals():
    event = pools_played(8, count=2)  # 1 4 5 8 and 2 3 6 7
    playoff = playoff_of(event, first=2)
    seeds = {p.seed: p.qualified_from.number for p in playoff.participants.all()}
    assert seeds == {1: 1, 2: 2, 3: 4, 4: 3}  # A1 meets B2, B1 meets A2
    assert [line.reason for line in qualified_lines(load(playoff))][2] == "Pool A: place 2"


def test_the_best_of_those_placed_next_go_on_by_their_averages():
    event = pools_played(7, count=2, best_next=1)  # 1 4 5 and 2 3 6 7
    lines = cut_lines(load(event))
    assert [(player.number, goes_on) for player, _reason, goes_on in lines] == [
        (1, True),
        (4, True),
        (5, False),
        (2, True),
        (3, True),
        (6, True),
    ]
    playoff = playoff_of(event, first=2, best_next=1, system=Kind.ROUND_ROBIN)
    assert playoff.system == "round_robin"
    assert playoff.rounds_planned == 5
    assert {p.qualified_from.number for p in playoff.participants.all()} == {1, 2, 3, 4, 6}
    with refused(Code.RANGE, "best_next"):
        playoff_of(event, first=1, best_next=3)


def test_a_round_robin_of_finals_says_where_its_players_come_from(client):
    event = pools_played(6, count=2)
    playoff = playoff_of(event, first=2, system=Kind.ROUND_ROBIN)
    page = reverse("leagues:event-players", args=[playoff.slug])
    lines = read(client.get(page)).texts("[aria-labelledby=qualified] li")
    assert [line.split(", ")[-1] for line in lines][:2] == ["Pool A: place 1", "Pool B: place 1"]
    assert not read(client.get(reverse("leagues:event-players", args=[event.slug]))).has(
        "#qualified"
    )
    # The event before was reopened, and has no place for anybody any more.
    event.rounds.all().delete()
    event.participants.update(state="withdrawn", withdrawn_from=1)
    assert not read(client.get(page)).has("#qualified")


def test_a_tie_at_the_cut_is_decided_as_the_pools_say():
    event = in_pools(6, count=2, by_draw=False)
    while stage_of(load(fresh(event))).next is not Next.CLOSE:
        number = next_round(event).number
        pairs = [sorted(p.number for p in table.players) for table in load(event).pairings[number]]
        # In pool A everybody wins once.
        win(event, number, *(5 if pair == [1, 5] else pair[0] for pair in pairs))
    closing.close_event(Act(None, at(600)), event)
    event = fresh(event)
    with refused(Code.STATE, "chosen", reason="tied_at_the_cut"):
        playoff_of(event, first=2, chosen=[1])
    playoff = playoff_of(event, first=2, chosen=[4, 5])
    assert {p.qualified_from.number for p in playoff.participants.all()} == {4, 5, 2, 3}
    reasons = [line.reason for line in qualified_lines(load(playoff))]
    assert reasons[0] == "Pool A: tied for place 1, the director decides"


def test_a_play_off_that_is_closed_counts_like_any_event():
    event = make_event(system="round_robin", rounds=3)
    members = [make_member(f"Member {number}", rank=f"{number}d") for number in (4, 3, 2, 1)]
    for member in members:
        registration.register_member(Act(None, at()), event, member=member)
    for _number in range(3):
        play_out(next_round(event))
    closing.close_event(Act(None, at(600)), fresh(event))
    playoff = playoff_of(fresh(event), first=4)
    prizes.save_prize(Act(None, at(700)), Prize(event=playoff, scope="all", place=1, item="Cup"))
    for _number in range(2):
        play_out(next_round(playoff))
    assert closing.close_event(Act(None, at(900)), fresh(playoff)) == []
    games = Game.objects.filter(pairing__round__event=playoff)
    assert games.count() == len(load(playoff).meetings) == 4
    assert RatingEntry.objects.filter(game__in=games).exists()
    assert rebuild() == 0
    (champion,) = playoff.participants.filter(won=True)
    assert champion.member in members
    assert [award.player for award in plan_of(load(playoff)).awards] == [champion.number]
    assert not LeagueEvent.objects.filter(event=playoff).exists()  # no season counts it by itself
    closing.reopen_event(Act(None, at(950)), fresh(playoff), reason="a result")
    assert not playoff.participants.filter(won=True).exists()
    assert rebuild() == 0
