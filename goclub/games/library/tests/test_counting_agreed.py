"""What the count page says before anybody clicks: from the record's own marks, or nothing."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from goclub.games.library.services.dead_stones import DeadStonesProposal
from goclub.games.library.services.records import upload_kifu
from goclub.games.library.views import counting as page
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.position import Board
from goclub.go.records.reading import read
from goclub.go.scoring.agreed import agreed_at_end, read_territory
from goclub.go.scoring.counting import count
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member

#: 9×9: Black's wall on the fifth column, White's on the sixth, one white stone inside Black's.
WALLS = "".join(f";B[e{row}];W[f{row}]" for row in "abcdefghi") + ";B[];W[bb];B[];W[]"
BLACKS = "TB" + "".join(f"[{c}{r}]" for c in "abcd" for r in "abcdefghi")
WHITES = "TW" + "".join(f"[{c}{r}]" for c in "ghi" for r in "abcdefghi")


def sgf(marks=BLACKS + WHITES, result="B+4.5", rules="Japanese", after="") -> bytes:
    root = f"GM[1]SZ[9]PB[Mori]PW[Suda]KM[5.5]RE[{result}]RU[{rules}]"
    return f"(;{root}{WALLS}{marks}{after})".encode()


def look(client, data, **query):
    black, white = make_member(), make_member()
    kifu = upload_kifu(Act(black.user, at()), data, filename="g.sgf")
    claim = facts(black, white, "B+3.5", board=9)
    game = report_game(Act(black.user, at()), claim, kifu=kifu)
    return as_member(client, black).get(reverse("games:kifu-count", args=[game.kifu.pk]), query)


def heading(response) -> str:
    """What the result's own heading says."""
    (text,) = re.findall(r'<h2 id="result">(.*?)</h2>', response.content.decode(), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_the_count_starts_from_the_marks_of_the_last_node(client):
    response = look(client, sgf())
    assert (response.context["agreed"].dead, response.context["margin"]) == ({(1, 1)}, "B+4.5")
    assert response.context["comparison"].startswith("The game record says B+4.5, and so does")
    assert "B+4.5" in heading(response)


@pytest.mark.parametrize(("rules", "margin"), [("japanese", "B+4.5"), ("chinese", "B+3.5")])
def test_another_ruleset_keeps_the_marks(client, rules, margin):
    response = look(client, sgf(), rules=rules)
    assert response.context["agreed"].marked is not None
    assert response.context["margin"] == margin


def test_a_click_takes_the_marks_into_the_address(client):
    response = look(client, sgf())
    link = r'href="([^"]+)" aria-label="B8 is alive again"'
    (lives,) = re.findall(link, response.content.decode())
    assert "dead=" in lives
    response = client.get(response.request["PATH_INFO"] + lives.replace("&amp;", "&"))
    assert response.context["agreed"].marked is None
    assert response.context["agreed"].dead == frozenset()
    assert response.context["counted"] is not None


@pytest.mark.parametrize("after", [";B[];W[]", ";C[thank you]", ";B[];C[x];W[]"])
def test_passes_and_words_after_the_marks_change_nothing(client, after):
    assert look(client, sgf(after=after)).context["margin"] == "B+4.5"


def test_marks_before_another_move_are_no_agreement(client):
    response = look(client, sgf(after=";B[bc]"))
    assert response.context["agreed"].marked is None
    assert response.context["counted"] is None


def test_without_marks_nobody_is_named_before_dead_stones_are(client):
    response = look(client, sgf(marks=""))
    assert response.status_code == 200
    assert response.context["counted"] is None
    assert "+" not in heading(response)
    assert 'href="#board-tb"' not in response.content.decode()
    assert response.context["no_dead"] == "?rules=japanese&dead="


@pytest.mark.parametrize("said", [{"dead": "B8"}, {"dead": ""}, {"neutral": "A1"}])
def test_once_something_is_said_the_board_answers(client, said):
    response = look(client, sgf(marks=""), **said)
    assert response.context["counted"] is not None
    assert re.search(r"[BW]\+\d", heading(response))


@pytest.mark.parametrize("dead", [(), ((1, 1),)])
def test_a_proposal_counts_when_it_is_taken_over(client, monkeypatch, dead):
    monkeypatch.setattr(page, "propose_dead", lambda board: DeadStonesProposal(dead))
    page.cache.clear()
    response = look(client, sgf(marks=""), propose="1")
    assert response.context["counted"] is None
    taken = client.get(response.request["PATH_INFO"] + response.context["proposal"]["take"])
    assert taken.context["counted"] is not None


@pytest.mark.parametrize("result", ["B+R", "W+T", "W+F"])
@pytest.mark.parametrize("said", [{}, {"dead": "B8"}])
@pytest.mark.parametrize("marks", ["", BLACKS + WHITES])
def test_a_game_that_was_not_counted_has_no_winner_on_the_board(client, result, said, marks):
    response = look(client, sgf(marks, result), **said)
    assert response.context["ended"].endswith(result)
    assert heading(response) == response.context["ended"]
    assert (response.context["counted"] is None) == (not said and not marks)


def test_unmarked_points_are_nobodys(client):
    """As servers mark a seki: the corner at the top left is Black's, but no point."""
    marks = BLACKS.replace("[aa]", "").replace("[ab]", "") + WHITES
    response = look(client, sgf(marks))
    assert response.context["margin"] == "B+2.5"
    assert response.context["agreed"].neutral == {(0, 0), (0, 1)}


def test_ing_with_marks_and_too_many_stones_says_why(client):
    cells = "".join(f"[{a}{b}]" for a in "abcdefghi" for b in "abcdefghi")[: 41 * 4]
    assert look(client, f"(;GM[1]SZ[9]RU[GOE]AB{cells}TB[ii])".encode()).status_code == 422


# -- the marks themselves ------------------------------------------------------------------------
def test_marks_on_vacant_points_alone_kill_what_they_surround():
    board = Board.from_rows(["..X.", "O.X.", "XXX.", "...."])
    agreed = read_territory(board, {BLACK: [(0, 0), (1, 0), (1, 1)], WHITE: []})
    assert (agreed.dead, agreed.territory[BLACK]) == ({(0, 1)}, {(0, 0), (1, 0), (1, 1), (0, 1)})


def test_one_marked_stone_stands_for_its_chain():
    agreed = read_territory(Board.from_rows(["OO.", "...", "..X"]), {BLACK: [(0, 0)], WHITE: []})
    assert agreed.dead == {(0, 0), (1, 0)}


def test_marks_on_own_stones_are_no_territory():
    """Some programs mark all of the area."""
    board = Board.from_rows([".X.O.", "XX.OO", ".XXO.", ".XXOO", "XX.O."])
    stones = {c: [p for p, colour in board.stones() if colour == c] for c in (BLACK, WHITE)}
    vacant = {BLACK: [(0, 0), (0, 2), (0, 3)], WHITE: [(4, 0), (4, 2), (4, 4)]}
    agreed = read_territory(board, {c: stones[c] + vacant[c] for c in stones})
    assert agreed.dead == frozenset()
    assert {c: sorted(points) for c, points in agreed.territory.items()} == vacant


def test_a_point_marked_for_both_is_nobodys():
    agreed = agreed_at_end(read(b"(;SZ[9];B[ee]TB[aa][bb]TW[bb][cc])"))
    assert agreed.territory == {BLACK: {(0, 0)}, WHITE: {(2, 2)}}


@pytest.mark.parametrize("marks", ["", "TB[]", "TB[zz]", "TR[aa]", "TB[ee]"])
def test_without_a_vacant_point_there_is_no_agreement(marks):
    assert agreed_at_end(read(f"(;SZ[9];B[ee]{marks})".encode())) is None


@pytest.mark.parametrize("rules", ["Japanese", "Chinese", "Ing", "AGA"])
def test_what_is_agreed_is_counted_as_it_is(rules):
    rows = [".X.O.", "XX.OO", ".XXO.", ".XXOO", "XX.O."]
    plain = count(rows, rules=rules, komi2=13)
    told = {side.colour: side.enclosed for side in (plain.black, plain.white)}
    again = count(rows, rules=rules, komi2=13, territory=told)
    assert (again.margin2, again.dame) == (plain.margin2, plain.dame)
    less = count(rows, rules=rules, komi2=13, territory={**told, BLACK: ()})
    assert plain.margin2 - less.margin2 == 2 * len(told[BLACK])
