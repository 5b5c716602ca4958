"""Teams: entering, drawing, boards, standings, ledgers."""

from __future__ import annotations

import json
from xml.etree.ElementTree import fromstring

import pytest
from django.core.exceptions import PermissionDenied

from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Change, LineupPlace, Pairing
from goclub.leagues.team import services
from goclub.leagues.tests.factories import at, make_event, make_organiser, next_round
from goclub.leagues.tournament.labels.boards import results_by_board
from goclub.leagues.tournament.labels.club_match import club_score_lines
from goclub.leagues.tournament.labels.papers import cards_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, registration, results, rounds
from goclub.leagues.tournament.services.exchange import export_opengotha, export_pairgoth
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.errors import Code
from ratings.tests.builders import refused

SITE = Act(None, at())


def team_event(teams=4, boards=3, players=None, **more):
    """Teams called Team 1, Team 2 … of guests, the first the strongest."""
    event = make_event(**{"system": "swiss", "team_size": boards} | more)
    text = "\n".join(
        f"Team {team}; "
        + "; ".join(
            f"T{team} P{player} {1 + team + player}k" for player in range(players or boards)
        )
        for team in range(1, teams + 1)
    )
    services.enter_teams(SITE, event, text=text)
    return event


def boards_of(event, number=1, match=None):
    games = Pairing.objects.filter(round__event=event, round__number=number).exclude(match=None)
    return list((games.filter(match__table=match) if match else games).order_by("table"))


def win(board, colour):
    results.set_result(SITE, board, result=colour)


def test_a_team_is_entered_with_its_players():
    event = team_event(teams=2, boards=3, players=4)
    first = event.participants.entries().get(number=1)
    players = list(first.players.order_by("number"))
    assert [player.display_name for player in players] == ["T1 P0", "T1 P1", "T1 P2", "T1 P3"]
    assert players[0].captain
    # The mean of 2, 3 and 4 kyu; the reserve counts for nothing.
    assert first.rank == -3
    assert list(load(event).participants) == [1, 2]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Code.MISSING),
        ("Kraków; Ewa Nowak", Code.RANK),
        ("Kraków; 3d", Code.MISSING),
        ("; Ewa Nowak 3d", Code.MISSING),
        ("Kraków; Ewa Nowak 3d; Ewa Nowak 2d", Code.DUPLICATE),
        ("Kraków; Ewa Nowak 3d\nKraków; Jan Lis 2d", Code.DUPLICATE),
        ("K" * 81 + "; Ewa Nowak 3d", Code.RANGE),
        ("Kraków; Ewa " + "N" * 81 + " 3d", Code.RANGE),
    ],
)
def test_a_line_at_fault_enters_nobody(text, code):
    event = make_event(team_size=3)
    with refused(code):
        services.enter_teams(SITE, event, text=text)
    assert not event.participants.exists()


def test_a_team_has_the_club_and_country_that_its_players_share():
    event = make_event(team_size=2)
    text = (
        "Kraków; Ewa Nowak 3d PL AZS Kraków; Jan Lis 1d PL AZS Kraków\nMixed; A B 1k DE; C D 2k PL"
    )
    shared, mixed = services.enter_teams(SITE, event, text=text)
    assert (shared.country, shared.club) == ("PL", "AZS Kraków")
    assert [player.club for player in shared.players.all()] == ["AZS Kraków"] * 2
    assert (mixed.country, mixed.club) == ("", "")
    assert [player.country for player in mixed.players.order_by("number")] == ["DE", "PL"]


def test_pairgoth_gets_the_teams_their_matches_and_the_games_at_the_boards():
    """Its TeamTournament: a team plays a round with exactly as many players as there are boards,
    matches are the games, and the games at their boards stand by the id of the match."""
    event = team_event(teams=5, boards=3, players=4)
    first = event.participants.entries().get(number=1)
    *others, third, fourth = first.players.order_by("number")
    services.set_lineup(SITE, first, number=2, players=[fourth, *others])
    for number in (1, 2):
        next_round(event)
        for board in boards_of(event, number):
            win(board, "white")
    whole = json.loads(export_pairgoth(event))
    assert (whole["type"], len(whole["players"]), len(whole["teams"])) == ("TEAM3", 20, 5)
    rests = {player["id"]: set(player.get("skip", ())) for player in whole["players"]}
    for team in whole["teams"]:
        for number in (1, 2):
            assert sum(number not in rests[player] for player in team["players"]) == 3
    assert (2 in rests[third.number], 2 in rests[fourth.number]) == (True, False)
    players_of = {team["id"]: set(team["players"]) for team in whole["teams"]}
    for games in whole["games"]:
        for match in (game for game in games if game["b"]):
            boards = whole["individualGames"][str(match["id"])]
            assert len(boards) == 3
            assert {game["r"] for game in boards} == {"w"}
            for game in boards:
                pair = {game["w"], game["b"]}
                assert all(pair & players_of[match[side]] for side in "wb")
    ids = [game["id"] for games in whole["games"] for game in games]
    ids += [game["id"] for boards in whole["individualGames"].values() for game in boards]
    assert len(ids) == len(set(ids)) == 2 * 3 + 2 * 2 * 3


def test_teams_of_two_clubs_meet_across_and_score_board_points():
    event = make_event(system="club_match", team_size=2, rounds=1)
    services.enter_teams(
        SITE,
        event,
        text="\n".join(
            f"{club} {team}; {club} {team} A {rank}k PL {club}; {club} {team} B {rank}k PL {club}"
            for club in ("Here", "There")
            for team, rank in ((1, 2), (2, 5))
        ),
    )
    next_round(event)
    matches = load(event).pairings[1]
    assert [{team.display_name for team in match.players} for match in matches] == [
        {"Here 1", "There 1"},
        {"Here 2", "There 2"},
    ]
    for board in boards_of(event):
        win(board, "white" if board.white.team.club == "Here" or board.board == 2 else "black")
    scores = club_score_lines(load(event))
    assert scores is not None
    assert (scores["clubs"], sum(map(int, scores["points"]))) == (("Here", "There"), 4)
    assert scores["rounds"] == [(1, *scores["points"])]


def test_a_team_is_as_strong_as_its_players_whoever_changes_them():
    event = team_event(teams=1, boards=2)
    team = event.participants.get(number=1)
    first, second = team.players.order_by("number")
    registration.alter_entry(SITE, first, changes={"rank": 4})
    team.refresh_from_db()
    assert team.rank == 1  # the mean of 5 dan and 3 kyu
    registration.remove_entry(SITE, second)
    team.refresh_from_db()
    assert team.rank == 4


def test_opengotha_reads_the_teams_with_their_lineups():
    event = team_event(teams=2, boards=2, players=3)
    team = event.participants.get(number=1)
    first, _second, reserve = team.players.order_by("number")
    services.set_lineup(SITE, team, number=1, players=[first, reserve])
    next_round(event)
    file = fromstring(export_opengotha(event))
    boards = {
        board.get("player"): (team.get("teamName"), board.get("boardNumber"))
        for team in file.iter("Team")
        for board in team.iter("Board")
        if board.get("roundNumber") == "1"
    }
    assert boards["P2T1"] == ("Team 1", "2")
    for game in file.iter("Game"):
        white, black = boards[game.get("whitePlayer")], boards[game.get("blackPlayer")]
        assert white[0] != black[0]
        assert white[1] == black[1]
    assert file.find(".//TeamGeneralParameterSet").get("teamSize") == "2"


def test_a_round_seats_the_boards_of_its_matches():
    event = team_event(teams=4)
    event_round = next_round(event)
    assert event_round.state == "published"
    assert event_round.proof
    matches = load(event).pairings[1]
    assert len(matches) == 2
    boards = boards_of(event, match=1)
    assert [board.table for board in boards] == [101, 102, 103]
    # The team that is White in the match has White at the odd boards.
    assert [board.white.team for board in boards] == [
        matches[0].white,
        matches[0].black,
        matches[0].white,
    ]


def test_boards_decide_the_match_and_its_points():
    event = team_event(teams=2)
    event_round = next_round(event)
    match = load(event).pairings[1][0]
    one, two, three = boards_of(event)
    win(one, "white")
    win(two, "white")
    assert load(event).pairings[1][0].result == "unknown"
    win(three, "black")
    event_round.refresh_from_db()
    assert event_round.state == "complete"
    # White's team won board 1 alone; Black's team boards 2 (as White) and 3.
    assert load(event).pairings[1][0].result == "black"
    rows = {row.player: row.scores for row in load(event).standings(1)}
    winner, loser = rows[match.black.number], rows[match.white.number]
    assert (winner["MP"], winner["BP"], loser["MP"], loser["BP"]) == (4, 4, 0, 2)
    assert [winner[f"B{board}"] for board in (1, 2, 3)] == [0, 2, 2]
    # A corrected board corrects the match.
    win(three, "white")
    assert load(event).pairings[1][0].result == "white"


def test_a_match_takes_no_result_of_its_own():
    event = team_event(teams=2)
    next_round(event)
    with refused(Code.STATE, reason="match_has_boards"):
        win(load(event).pairings[1][0], "white")


def test_a_missing_player_loses_the_board():
    event = make_event(system="swiss", team_size=2)
    services.enter_teams(SITE, event, text="Full; A B 1d; C D 1k\nShort; E F 1d")
    next_round(event)
    assert len(boards_of(event)) == 1
    full = event.participants.get(name="Full")
    match = load(event).pairings[1][0]
    points = load(event).board_points[match.pk]
    assert points[1] == ((2, 0) if match.white == full else (0, 2))
    assert points[0] is None
    lines = {str(card["participant"]): card["lines"][0] for card in cards_of(load(event))}
    assert {name: line["kind"] for name, line in lines.items()} == {
        "A B": "game", "C D": "unopposed", "E F": "game",
    }  # fmt: skip
    assert (lines["C D"]["score"], lines["A B"]["score"]) == ("1", "0")
    with refused(Code.STATE, reason="player_has_games"):
        services.remove_player(SITE, event.participants.get(display_name="C D"))


def test_two_missing_players_give_nobody_a_point():
    event = make_event(system="swiss", team_size=2)
    services.enter_teams(SITE, event, text="One; A B 1d\nTwo; E F 1d")
    next_round(event)
    win(boards_of(event)[0], "black")
    rows = load(event).standings(1)
    assert [row.scores["BP"] for row in rows] == [2, 0]


def test_a_team_that_brings_nobody_loses_without_play():
    event = make_event(system="swiss", team_size=2)
    services.enter_teams(SITE, event, text="One; A B 1d; C D 1k\nTwo")
    assert next_round(event).state == "complete"
    match = load(event).pairings[1][0]
    assert match.by_default
    assert load(event).board_points[match.pk] in ([(2, 0)] * 2, [(0, 2)] * 2)


def test_a_bye_is_the_smallest_win():
    event = team_event(teams=3, boards=4)
    next_round(event)
    bye = load(event).byes[1].participant.number
    scores = {row.player: row.scores for row in load(event).standings(1)}[bye]
    assert (scores["MP"], scores["BP"]) == (4, 5)


def test_a_reserve_moves_those_below_up():
    event = team_event(teams=2, boards=3, players=4)
    team = event.participants.get(number=1)
    first, _second, third, reserve = team.players.order_by("number")
    services.set_lineup(SITE, team, number=1, players=[reserve, first, third])
    next_round(event)
    seated = {
        board.board: player.display_name
        for board in boards_of(event)
        for player in board.players
        if player.team == team
    }
    assert seated == {1: "T1 P0", 2: "T1 P2", 3: "T1 P3"}


def test_a_lineup_with_a_player_who_is_away_gives_way_to_the_order():
    event = team_event(teams=2, boards=2, players=3)
    team = event.participants.get(number=1)
    first, second, reserve = team.players.order_by("number")
    services.set_lineup(SITE, team, number=1, players=[first, second])
    registration.set_absences(SITE, second, absences={1: True})
    with refused(Code.UNKNOWN, "players"):
        services.set_lineup(SITE, team, number=1, players=[first, second])
    next_round(event)
    assert services.lineup_now(team, 1) == {1: first, 2: reserve}


def test_a_lineup_with_a_player_who_withdrew_or_was_removed_gives_way_to_the_order():
    event = team_event(teams=2, boards=2, players=3)
    for team in event.participants.entries():
        services.set_lineup(SITE, team, number=1, players=list(team.players.order_by("number")[:2]))
    removed, withdrawn = (event.participants.get(display_name=name) for name in ("T1 P1", "T2 P0"))
    services.remove_player(SITE, removed)
    registration.withdraw(SITE, withdrawn)
    next_round(event)
    assert [
        [player.display_name for player in services.lineup_now(team, 1).values()]
        for team in event.participants.entries().order_by("number")
    ] == [["T1 P0", "T1 P2"], ["T2 P1", "T2 P2"]]


def test_captains_choose_the_order_where_it_is_free():
    event = team_event(teams=2, boards=2)
    services.change_team_rules(SITE, event, free_order=True, match_points=(3, 1, 0), bye_boards2=3)
    team = event.participants.get(number=1)
    first, second = team.players.order_by("number")
    services.set_lineup(SITE, team, number=1, players=[second, first])
    assert services.lineup_now(team, 1) == {1: second, 2: first}


def test_the_captain_says_it_before_the_draw_alone():
    event = team_event(teams=2, boards=2, players=3)
    team = event.participants.get(number=1)
    captain, guest, reserve = team.players.order_by("number")
    member = make_member("Captain")
    captain.member = member
    captain.save()
    act = Act(member.user, at())
    services.set_lineup(act, team, number=1, players=[captain, reserve])
    with pytest.raises(PermissionDenied):
        services.set_lineup(Act(make_member("Else").user, at()), team, number=1, players=[])
    next_round(event)
    with refused(Code.STATE, reason="lineup_is_locked"):
        services.set_lineup(act, team, number=1, players=[captain, guest])


def test_an_organiser_changes_a_drawn_lineup_with_a_reason():
    event = team_event(teams=2, boards=2, players=3)
    next_round(event)
    team = event.participants.get(number=1)
    first, second, reserve = team.players.order_by("number")
    with refused(Code.MISSING):
        services.set_lineup(SITE, team, number=1, players=[first, reserve])
    services.set_lineup(SITE, team, number=1, players=[first, reserve], reason="Missed the train.")
    assert reserve in {player for board in boards_of(event) for player in board.players}
    assert not second.seats.exists()
    change = Change.objects.filter(what="lineup").latest("pk")
    assert change.reason == "Missed the train."
    win(boards_of(event)[1], "white")
    with refused(Code.STATE, reason="board_has_result"):
        services.set_lineup(SITE, team, number=1, players=[first, second], reason="Back.")
    assert LineupPlace.objects.get(team=team, board=2).player == reserve


def test_unpublishing_takes_the_boards_away_unless_one_has_a_result():
    event = team_event(teams=2, boards=2)
    next_round(event)
    win(boards_of(event)[0], "white")
    with refused(Code.STATE, reason="board_has_result"):
        rounds.undo_step(SITE, event)
    win(boards_of(event)[0], "unknown")
    rounds.undo_step(SITE, event)
    assert boards_of(event) == []
    rounds.publish_round(SITE, event)
    assert len(boards_of(event)) == 2


def play_all(event, colour="white"):
    for board in boards_of(event, number=load(event).last_out):
        win(board, colour)


def test_closing_posts_the_games_of_the_boards():
    event = team_event(teams=4, boards=2, rounds=1)
    members = [make_member(f"Member {number}") for number in range(8)]
    for player, member in zip(event.participants.exclude(team=None), members, strict=True):
        player.member = member
        player.save()
    next_round(event)
    play_all(event)
    event.refresh_from_db()
    assert closing.close_event(SITE, event) == []
    games = Game.objects.filter(pairing__round__event=event)
    assert games.count() == 4
    assert {game.black_id for game in games} | {game.white_id for game in games} == {
        member.pk for member in members
    }
    assert rebuild() == 0
    assert event.participants.filter(won=True, team=None).exists()


def test_people_at_one_board_play_for_no_rating():
    """S0-12."""
    event = make_event(system="swiss", team_size=1, rounds=1)
    services.enter_teams(SITE, event, text="Ewa and Jan; Ewa Nowak 3d; Jan Lis 1d\nOthers; A B 1k")
    next_round(event)
    (pairing,) = load(event).pairings[1]
    win(pairing, "white")
    event.refresh_from_db()
    assert [game.reason for game in closing.close_event(SITE, event)] == ["shared_board"]
    assert not Game.objects.exists()


def test_results_by_board_count_what_each_player_won():
    event = team_event(teams=2, boards=2)
    next_round(event)
    play_all(event)
    ((board, rows), second) = results_by_board(load(event))
    assert board == 1
    assert [(row.points2, row.games) for row in rows] == [(2, 1), (0, 1)]
    assert len(second[1]) == 2


def test_only_organisers_enter_teams():
    event = make_event(make_organiser(), team_size=2)
    with pytest.raises(PermissionDenied):
        services.enter_team(Act(make_member("Guest").user, at()), event, name="Team")
