"""A knock-out from the draw to its places: rounds come from the bracket."""

from __future__ import annotations

from dataclasses import replace

from goclub.games.playing.services.facts import GameFacts
from goclub.leagues.knockout import services
from goclub.leagues.models import Event, Participant
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.snapshot import Next, load, settings_of, stage_of
from goclub.leagues.tournament.services import (
    brackets,
    closing,
    events,
    registration,
    results,
    rounds,
    seating,
)
from goclub.leagues.tournament.services.corrections import TABLES
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.brackets.settings import BracketSettings


def knockout(players: int, **bracket: object) -> Event:
    """A knock-out of guests, the first the strongest; one round is planned before the draw."""
    event = make_event(system="knockout", rounds=1)
    if bracket:
        rules = replace(settings_of(event), bracket=BracketSettings(**bracket))  # type: ignore[arg-type]
        events.edit_event(Act(None, at()), event, changes={}, settings=rules)
    for number in range(1, players + 1):
        add_guests(event, 1, start=number, rank=5 - number)
    return fresh(event)


def tables(event: Event, number: int) -> list[set[int]]:
    return [{p.number for p in pairing.players} for pairing in load(event).pairings[number]]


def win(event: Event, number: int, *winners: int) -> None:
    """Let these players win their games of a round."""
    for pairing in load(event).pairings[number]:
        if pairing.has_result:
            continue
        white = pairing.white.number in winners
        assert white != (pairing.black.number in winners)
        results.set_result(Act(None, at()), pairing, result="white" if white else "black")


def places(event: Event) -> dict[int, int | None]:
    snapshot = load(event)
    return {row.player: row.place for row in snapshot.standings(snapshot.last_out)}


def test_the_way_of_a_bracket():
    event = knockout(6)
    next_round(event)
    assert tables(event, 1) == [{4, 5}, {3, 6}]
    assert load(event).drawn == [1, 2, 3, 4, 5, 6]
    assert fresh(event).rounds_planned == 3
    assert rounds.unseated(load(event), 1) == []
    win(event, 1, 5, 3)
    next_round(event)
    assert tables(event, 2) == [{1, 5}, {2, 3}]
    win(event, 2, 1, 3)
    next_round(event)
    assert tables(event, 3) == [{1, 3}]
    assert load(event).pairings[3][0].handicap == 0
    win(event, 3, 3)
    assert stage_of(load(event)).next is Next.CLOSE
    assert places(event) == {3: 1, 1: 2, 2: 3, 5: 3, 4: 5, 6: 5}
    closing.close_event(Act(None, at(600)), event)
    assert list(event.participants.filter(won=True).values_list("number", flat=True)) == [3]


def test_seeds_by_hand_come_first_and_a_withdrawal_before_the_draw_removes():
    event = knockout(5)
    Participant.objects.filter(event=event, number=4).update(seed=1)
    registration.withdraw(Act(None, at()), event.participants.get(number=1))
    next_round(event)
    assert load(event).drawn == [4, 2, 3, 5]


def test_players_are_drawn_with_the_seed_of_the_event():
    event = knockout(8, by_draw=True)
    rounds.pair_round(Act(None, at()), event)
    first = load(event).drawn
    rounds.pair_round(Act(None, at()), event)
    assert load(event).drawn == first != sorted(first)
    rounds.pair_round(Act(None, at()), event, seed=99)
    assert load(event).drawn != first


def test_whoever_withdraws_later_loses_by_forfeit():
    event = knockout(4)
    next_round(event)
    win(event, 1, 1, 2)
    registration.withdraw(Act(None, at()), event.participants.get(number=2))
    final = next_round(event)
    assert (final.state, final.pairings.get().by_default) == ("complete", True)
    assert places(event) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_the_bracket_waits_for_open_results():
    event = knockout(4)
    next_round(event)
    with refused(Code.STATE, "round", reason="bracket_waits"):
        rounds.pair_round(Act(None, at()), event)


def test_a_bracket_with_one_player_is_refused():
    with refused(Code.RANGE, "players", value=1, reason="bracket_too_small"):
        rounds.pair_round(Act(None, at()), knockout(1))


def test_nobody_enters_after_the_draw_and_nobody_is_paired_by_hand():
    event = knockout(4)
    next_round(event)
    with refused(Code.STATE, "late_from"):
        add_guests(event, 1, start=9)
    one, two = (event.participants.get(number=number) for number in (1, 2))
    with refused(Code.STATE, "second"):
        seating.fix_pair(Act(None, at()), event, first=one, second=two)
    with refused(Code.STATE, "bye"):
        seating.choose_bye(Act(None, at()), event, participant=one)


def test_best_of_three_takes_as_many_rounds_as_its_matches_need():
    event = knockout(2, best_of=(3, 1, 1))
    next_round(event)
    assert fresh(event).rounds_planned == 2
    win(event, 1, 1)
    next_round(event)
    win(event, 2, 2)
    assert stage_of(load(event)).next is Next.PAIR
    next_round(event)
    assert fresh(event).rounds_planned == 3
    win(event, 3, 2)
    assert stage_of(load(event)).next is Next.CLOSE
    assert places(event) == {2: 1, 1: 2}


def test_a_forfeit_corrected_to_itself_cancels_nothing():
    event = knockout(4, best_of=(1, 3, 3))
    next_round(event)
    win(event, 1, 4, 2)
    registration.withdraw(Act(None, at()), event.participants.get(number=4))
    registration.withdraw(Act(None, at()), event.participants.get(number=3))
    next_round(event)
    next_round(event)
    assert tables(event, 3) == [{1, 2}]
    forfeit = next(p for p in load(event).pairings[2] if p.white.number == 1 or p.black.number == 1)
    services.correct_result(Act(None, at()), forfeit, result=forfeit.result, by_default=True)
    assert tables(event, 3) == [{1, 2}]


def test_a_double_elimination_to_its_second_final():
    event = knockout(4, double=True)
    while load(event).rounds_left() > 0:
        event_round = next_round(event)
        play_out(event_round)
    snapshot = load(event)
    assert snapshot.last_out in (4, 5)
    assert sorted(place for place in places(event).values() if place) == [1, 2, 3, 4]


def semifinals_and_final() -> Event:
    event = knockout(4, third_place=True)
    next_round(event)
    win(event, 1, 1, 2)
    next_round(event)
    win(event, 2, 1, 3)
    return fresh(event)


def test_a_correction_names_what_rests_on_it_and_cancels_it():
    event = semifinals_and_final()
    assert places(event) == {1: 1, 2: 2, 3: 3, 4: 4}
    semifinal = load(event).pairings[1][0]
    assert semifinal.white.number in (1, 4)
    loser = "black" if semifinal.white.number == 1 else "white"
    with refused(Code.STATE, "result", reason="games_rest_on_it"):
        results.set_result(Act(None, at()), semifinal, result=loser)
    assert len(services.resting_on(load(event), semifinal, result=loser, by_default=False)) == 2
    services.correct_result(Act(None, at()), semifinal, result=loser)
    assert [event_round.number for event_round in load(event).rounds] == [1]
    next_round(event)
    assert tables(event, 2) == [{4, 2}, {1, 3}]


def test_a_closed_bracket_is_reopened_before_its_results_change_its_games():
    event = semifinals_and_final()
    semifinal = load(event).pairings[1][0]
    closing.close_event(Act(None, at(600)), event)
    semifinal.refresh_from_db()
    winner = "B" if semifinal.game.winner == "W" else "W"
    facts = replace(GameFacts.of(semifinal.game), winner=winner)
    with refused(Code.STATE, "result", reason="games_rest_on_it"):
        TABLES.check(semifinal.game, facts)


def test_seeds_and_rules_are_set_before_the_draw():
    event = knockout(4)
    double = BracketSettings(double=True)
    services.set_bracket(Act(None, at()), event, bracket=double, seeds={3: 1, 4: None})
    assert settings_of(fresh(event)).bracket.double
    next_round(event)
    assert load(event).drawn[0] == 3
    with refused(Code.STATE, "double", reason="bracket_is_drawn"):
        services.set_bracket(Act(None, at()), event, bracket=BracketSettings(), seeds={})


def test_a_long_bracket_is_played_to_its_end_and_a_longer_one_never_begun(monkeypatch):
    event = knockout(5, best_of=(7, 7, 7))
    monkeypatch.setattr(brackets, "MOST_BRACKET_ROUNDS", 20)
    with refused(Code.RANGE, "rounds", value=21, reason="bracket_too_long"):
        rounds.pair_round(Act(None, at()), event)
    monkeypatch.undo()
    while stage_of(load(fresh(event))).next is not Next.CLOSE:  # every match takes seven games
        number = next_round(event).number
        pairs = [[p.number for p in table.players] for table in load(event).pairings[number]]
        win(event, number, *((min if number % 2 else max)(pair) for pair in pairs))
    assert load(event).last_out == fresh(event).rounds_planned == 21
