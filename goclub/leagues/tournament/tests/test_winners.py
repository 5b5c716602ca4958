"""Who won a finished event: in step with its final table, whatever becomes of that."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.core.management import call_command
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.playing.services.decisions import decide_game
from goclub.games.playing.services.facts import GameFacts
from goclub.leagues.models import Event, Pairing, Participant
from goclub.leagues.season.services.rules import change_rules
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    next_round,
    play_out,
    played_event,
)
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.leagues.tournament.labels.sharing import shared_snapshot
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.closing import close_event, reopen_event, settle_winners
from goclub.leagues.tournament.services.results import set_result
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member


@pytest.fixture
def league_event():
    """a beat b by resignation, b beat c by 9½, c beat a by 3½; each had the bye once."""
    league, _seasons = make_season_league()
    a, b, c = (make_member(name, points=100) for name in "abc")
    row = announce(league, a, date(2025, 2, 10))
    rounds = [[(a, b, "B+R"), (c, None, "")], [(b, c, "B+9.5"), (a, None, "")],
              [(c, a, "B+3.5"), (b, None, "")]]  # fmt: skip
    return hold(row, rounds), (a, b)


def winners(event: Event) -> list[str]:
    return [one.display_name for one in event.participants.filter(won=True)]


def by_the_table(event: Event) -> list[str]:
    """As the page of the standings has it."""
    snapshot = load(event)
    rows = snapshot.standings(snapshot.last_out)
    return sorted(snapshot.participants[row.player].display_name for row in rows if row.place == 1)


def close(event: Event) -> Event:
    close_event(Act(None, at(60)), event)
    return Event.objects.get(pk=event.pk)


def two_players(result: str = "white", **more: object) -> Event:
    """One round of two equals: who wins it wins the event, and a jigo is a place for both."""
    event = make_event(rounds=1, komi2=12, **more)
    add_guests(event, 2, rank=0)
    play_out(next_round(event), result)
    return close(event)


def test_whoever_is_first_in_the_final_table_won():
    event = played_event()
    assert winners(event) == []
    event = close(event)
    assert winners(event) == by_the_table(event) != []
    assert settle_winners(event) == 0


def test_a_shared_first_place_is_won_by_both():
    event = two_players("equal")
    assert len(winners(event)) == 2
    assert winners(event) == by_the_table(event)


def test_nobody_has_won_an_event_that_is_open_again():
    event, chair = two_players(), make_member(role=CHAIR)
    [first] = winners(event)
    reopened = reopen_event(Act(chair.user, at(70)), event, reason="a wrong result")
    assert winners(event) == []
    set_result(Act(None, at(80)), Pairing.objects.get(round__event=event), result="black")
    close_event(Act(None, at(90)), reopened)
    [now] = winners(event)
    assert now != first


def test_a_correction_on_the_games_own_page_moves_the_winner():
    event, chair = two_players(), make_member(role=CHAIR)
    [first] = winners(event)
    game = Game.objects.with_players().get(pairing__round__event=event)
    turned = replace(GameFacts.of(game), winner="B")
    decide_game(Act(chair.user, at(80)), game, facts=turned, reason="written wrongly")
    [now] = winners(event)
    assert now != first
    assert [now] == by_the_table(event)


def test_the_winner_of_a_leagues_event_follows_what_the_league_values(league_event):
    """S4-16: three with a win and a bye each, parted by small points alone."""
    row, (a, b) = league_event
    league = row.league
    for worth, first in ((200, a), (0, b)):
        change_rules(Act(None, FOUNDED), league.rules_from(FOUNDED.date(), off_board2=worth))
        assert winners(row.event) == [first.display_name]
        Participant.objects.update(won=False)
        call_command("settle_winners")
        assert winners(row.event) == [first.display_name]
    row.event.refresh_from_db()
    assert winners(row.event) == by_the_table(row.event)
    assert settle_winners(row.event) == 0


def test_the_command_rebuilds_what_was_lost(capsys):
    events = [two_players(), two_players("equal"), close(played_event())]
    won = [winners(event) for event in events]
    Participant.objects.update(won=False)
    Participant.objects.filter(event=events[0]).exclude(display_name=won[0][0]).update(won=True)
    call_command("settle_winners")
    assert [winners(event) for event in events] == won
    assert capsys.readouterr().out.split()[0] == "5"
    call_command("settle_winners")
    assert capsys.readouterr().out.split()[0] == "0"


def test_the_list_names_the_winner_with_his_rank_and_a_link(client):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    one, both = two_players(), two_players("equal")
    page = client.get(reverse("leagues:events"))
    rows = {row.record.pk: row for row in page.context["table"].rows}
    assert [len(rows[event.pk].record.winners) for event in (one, both)] == [1, 2]
    assert len(read(page).all(".won-by")) == 3
    [first] = one.participants.filter(won=True)
    address = reverse("leagues:event-player", args=[one.slug, first.number])
    assert address in read(page).values(".won-by a[href]", "href")
    assert read(page).texts(".won-by .rank") == ["1d"] * 3
    told = shared_snapshot(load(one), ClubSettings.objects.get()).description
    assert told.endswith(f" {first.display_name}")
