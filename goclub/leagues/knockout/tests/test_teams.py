"""A knock-out of teams: boards decide the matches, and the matches the bracket."""

from __future__ import annotations

import pytest

from goclub.leagues.knockout import services
from goclub.leagues.knockout.labels import bracket_parts
from goclub.leagues.knockout.tests.test_playoff import playoff_of
from goclub.leagues.knockout.tests.test_rounds import places, tables
from goclub.leagues.models import Event
from goclub.leagues.team.services import lineup_now, set_lineup
from goclub.leagues.team.tests.test_teams import SITE, boards_of, play_all, team_event
from goclub.leagues.tests.factories import next_round
from goclub.leagues.tournament.queries.snapshot import Next, load, stage_of
from goclub.leagues.tournament.services import closing, results
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def cup() -> Event:
    """Four teams of two, seeded by number: 1 meets 4, and 3 meets 2."""
    event = team_event(teams=4, boards=2, players=3, system="knockout", rounds=1, komi2=14)
    next_round(event)
    return event


def decide(event: Event, number: int, match: int, *teams: int) -> None:
    """Let teams (their numbers) win at boards 1, 2 … of a match of a round; 0 is a jigo."""
    for board, team in zip(boards_of(event, number, match), teams, strict=True):
        winner = "white" if board.white.team.number == team else "black"
        results.set_result(SITE, board, result=winner if team else "equal")


def test_a_drawn_match_goes_to_the_winner_of_the_highest_board(cup):
    decide(cup, 1, 1, 4, 1)
    decide(cup, 1, 2, 0, 3)
    next_round(cup)
    assert tables(cup, 2) == [{4, 3}]
    decide(cup, 2, 1, 3, 3)
    assert stage_of(load(cup)).next is Next.CLOSE
    assert places(cup) == {3: 1, 4: 2, 1: 3, 2: 3}
    snapshot = load(cup)
    ((first, _second), _final) = (
        column.boxes for column in bracket_parts(snapshot, snapshot.bracket(2))[0].columns
    )
    assert {(line.seed, line.wins, line.css) for _y, line in first.lines} == {
        (1, "1", "lost"),
        (4, "1", "won"),
    }


def test_a_match_with_every_board_drawn_is_played_again(cup):
    decide(cup, 1, 1, 0, 0)
    decide(cup, 1, 2, 2, 2)
    next_round(cup)
    assert tables(cup, 2) == [{1, 4}]
    decide(cup, 2, 1, 4, 4)
    next_round(cup)
    assert tables(cup, 3) == [{4, 2}]


def test_a_corrected_board_cancels_what_rests_on_its_match(cup):
    decide(cup, 1, 1, 1, 1)
    decide(cup, 1, 2, 2, 2)
    next_round(cup)
    first, second = boards_of(cup, 1, 1)
    # With one board each the match still goes to the winner of board 1.
    decided = "black" if second.white.team.number == 1 else "white"
    results.set_result(SITE, second, result=decided)
    lost = "black" if first.white.team.number == 1 else "white"
    with refused(Code.STATE, "result", reason="games_rest_on_it"):
        results.set_result(SITE, first, result=lost)
    services.correct_result(SITE, first, result=lost)
    assert [event_round.number for event_round in load(cup).rounds] == [1]
    next_round(cup)
    assert tables(cup, 2) == [{4, 2}]


def test_the_desk_corrects_boards(client, cup):
    decide(cup, 1, 1, 1, 1)
    organiser = cup.organisers.model.objects.get(display_name="Olga Organiser")
    page = as_member(client, organiser).get(f"/tournaments/{cup.slug}/desk/bracket/")
    boards = [str(board.pk) for board in boards_of(cup, 1, 1)]
    assert [key for key, _text in page.context["correction"].fields["table"].choices] == boards


def test_a_lineup_stays_once_the_bracket_has_gone_on(cup):
    play_all(cup)
    team = cup.participants.get(number=1)
    next_round(cup)
    with refused(Code.STATE, "players", reason="bracket_went_on"):
        set_lineup(SITE, team, number=1, players=[*lineup_now(team, 1).values()], reason="Late.")


def test_the_reader_finds_the_match_of_their_team(client, cup):
    member = make_member("Captain")
    cup.participants.filter(team__number=4, captain=True).update(member=member)
    page = as_member(client, member).get(f"/tournaments/{cup.slug}/bracket/")
    assert page.context["mine"].number == 4
    assert page.context["own"].tables[0].players[0].number in (1, 4)


def test_teams_take_their_players_into_a_play_off():
    event = team_event(teams=3, boards=2, players=3, rounds=1)
    next_round(event)
    play_all(event)
    event.refresh_from_db()
    closing.close_event(SITE, event)
    playoff = playoff_of(fresh(event), first=2)
    assert playoff.team_size == 2
    for team in playoff.participants.entries():
        before = team.qualified_from.players.order_by("number")
        names = list(before.values_list("display_name", "captain"))
        assert list(team.players.values_list("display_name", "captain")) == names
    next_round(playoff)
    assert len(boards_of(playoff)) == 2
