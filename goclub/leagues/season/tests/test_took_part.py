"""Who took part in an event of a league: S4-10 and S4-22 count them, and its order places them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from goclub.leagues.models import Pairing
from goclub.leagues.season.services.announcing import judge_event, judge_events
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.sanctions import give_sanction
from goclub.leagues.season.services.scores import event_rows, load_played
from goclub.leagues.tests.factories import next_round
from goclub.leagues.tests.season_factories import DAY_TO_COME, announce, make_season_league
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, registration, results
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import fresh, make_member


@pytest.fixture
def chair():
    return make_member("Chair", role=CHAIR)


@pytest.fixture
def row(chair, on_the_day):
    league, _seasons = make_season_league()
    return announce(league, chair, DAY_TO_COME)


@pytest.fixture
def enter(row, chair, moment):
    def entered(*names):
        return [
            registration.register_member(
                Act(chair.user, moment), row.event, member=make_member(name, points=100)
            )
            for name in names
        ]

    return entered


@pytest.fixture
def moment():
    return datetime(2025, 2, 20, 9, 0, tzinfo=UTC)


@pytest.fixture
def on_the_day():
    with time_machine.travel("2025-02-20T09:00:00+00:00", tick=False):
        yield


def play(row, chair, moment, result="black"):
    event_round = next_round(row.event)
    for pairing in event_round.pairings.filter(result="unknown"):
        results.set_result(Act(chair.user, moment), pairing, result=result)
    return event_round


def close(row, chair, moment):
    closing.close_event(Act(chair.user, moment), row.event, early=True)
    return judge_event(fresh(row))


def findings(judged):
    return [one.code.value for one in judged.findings]


def places(row):
    row.event.refresh_from_db()
    own = {
        participant.display_name: line.place
        for line, participant in event_rows(load_played([row])[row.pk], row.rules)
    }
    snapshot = load(row.event)
    table = {
        snapshot.participants[line.player].display_name: line.place
        for line in snapshot.standings(snapshot.last_out)
    }
    return own, table


def test_whoever_never_came_is_none_of_the_four(row, enter, chair, moment):
    people = enter("a", "b", "c", "Announced")
    registration.alter_entry(Act(chair.user, moment), people[3], changes={"state": "preliminary"})
    for _number in range(3):
        play(row, chair, moment)
    assert findings(close(row, chair, moment)) == ["too_few_players"]


def test_whoever_lost_without_playing_is_none_of_the_four(row, enter, chair, moment):
    people = enter("a", "b", "c", "Noshow")
    first = next_round(row.event)
    pairing = Pairing.objects.get(round=first, seats__participant=people[3])
    lost = "white" if pairing.black == people[3] else "black"
    results.set_result(Act(chair.user, moment), pairing, result=lost, by_default=True)
    for pairing in first.pairings.filter(result="unknown"):
        results.set_result(Act(chair.user, moment), pairing, result="black")
    registration.withdraw(Act(chair.user, moment), people[3])
    for _number in range(2):
        play(row, chair, moment)
    assert findings(close(row, chair, moment)) == ["too_few_players"]


def test_whoever_played_and_left_is_one_of_the_four(row, enter, chair, moment):
    people = enter("a", "b", "c", "Leaver")
    play(row, chair, moment)
    registration.withdraw(Act(chair.user, moment), people[3])
    assert findings(judge_event(row)) == []
    for _number in range(2):
        play(row, chair, moment)
    assert findings(close(row, chair, moment)) == []
    assert set(progress_of(row.league).attended) == {person.member_id for person in people}


def test_a_player_removed_by_a_sanction_took_part(row, enter, chair, moment):
    people = enter("a", "b", "c", "Removed")
    play(row, chair, moment)
    for _case in range(3):
        give_sanction(Act(chair.user, moment), row, player=people[3], round=1, reason="slow play")
    for _number in range(2):
        play(row, chair, moment)
    assert findings(close(row, chair, moment)) == []


@pytest.mark.parametrize("closed", [False, True])
def test_a_bye_alone_has_one_place_on_both_pages(row, enter, chair, moment, closed):
    """Who had the bye and left took part (S4-5), and played nobody: no place anywhere."""
    enter("a", "b", "c", "d", "e")
    play(row, chair, moment)
    bye = load(row.event).byes[1].participant
    own, table = places(row)
    assert own == table
    registration.withdraw(Act(chair.user, moment), bye)
    for _number in range(2):
        play(row, chair, moment)
    if closed:
        close(row, chair, moment)
        assert bye.member_id in progress_of(row.league).attended
    own, table = places(row)
    assert own == table
    assert own[bye.display_name] is None


@pytest.mark.parametrize("by_default", [False, True])
@pytest.mark.parametrize("result", ["both_lose", "both_win"])
def test_a_result_for_both_without_a_game_says_of_neither_that_they_came(
    row, enter, chair, moment, result, by_default
):
    people = enter("a", "b", "c", "d", "e", "f")
    first = next_round(row.event)
    both = first.pairings.order_by("table").first()
    results.set_result(Act(chair.user, moment), both, result=result, by_default=by_default)
    for pairing in first.pairings.filter(result="unknown"):
        results.set_result(Act(chair.user, moment), pairing, result="black")
    for player in both.players:
        registration.withdraw(Act(chair.user, moment), player)
    for _number in range(2):
        play(row, chair, moment)
    close(row, chair, moment)
    own, table = places(row)
    assert own == table
    gone = {player.member_id for player in both.players}
    assert set(progress_of(row.league).attended) == {one.member_id for one in people} - gone
    [judged] = judge_events(row.league)
    assert judged.row.entered == len(people) - len(gone)


def test_both_who_lost_a_played_game_by_a_sanction_took_part(row, enter, chair, moment):
    enter("a", "b", "c", "d", "e", "f")
    table = play(row, chair, moment).pairings.order_by("table").first()
    for player in table.players:
        for _case in range(2):
            give_sanction(Act(chair.user, moment), row, player=player, round=1, reason="slow play")
    assert fresh(table).verdict == "both_lose"
    for player in table.players:
        registration.withdraw(Act(chair.user, moment), player)
    for _number in range(2):
        play(row, chair, moment)
    close(row, chair, moment)
    own, shown = places(row)
    assert own == shown
    assert None not in own.values()
    assert {player.member_id for player in table.players} <= set(progress_of(row.league).attended)


def test_an_event_that_ended_before_its_third_round_does_not_count(row, enter, chair, moment):
    """S4-13: three rounds at least, of those that were played."""
    enter("a", "b", "c", "d")
    play(row, chair, moment)
    assert findings(judge_event(row)) == []
    assert findings(close(row, chair, moment)) == ["rounds"]
    assert not progress_of(row.league).attended


def test_rounds_planned_for_more_players_do_not_matter_afterwards(on_the_day, chair, moment):
    league, _seasons = make_season_league()
    row = announce(league, chair, DAY_TO_COME, rounds=4)
    names = ("a", "b", "c", "d", "Announced")
    people = [
        registration.register_member(
            Act(chair.user, moment), row.event, member=make_member(name, points=100)
        )
        for name in names
    ]
    registration.alter_entry(Act(chair.user, moment), people[4], changes={"state": "preliminary"})
    for _number in range(3):
        play(row, chair, moment)
    assert findings(close(row, chair, moment)) == []


def test_rounds_that_a_player_missed_are_no_wins(row, chair, moment, enter):
    """Pairing goes by half a point for each; the table of a league's event does not (S4-9)."""
    gone = enter("Ada", "Bo", "Cy", "Di")[3]
    first = play(row, chair, moment)
    registration.withdraw(Act(chair.user, moment), gone)
    for _number in range(2):
        play(row, chair, moment)
    [table] = [one for one in first.pairings.all() if gone in one.players]
    [line] = [line for line in load(row.event).standings(3) if line.player == gone.number]
    assert line.points("NBW") == (table.black == gone)
    assert line.points("POINTS") == 3 * (table.black == gone)
