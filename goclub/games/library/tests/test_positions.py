"""Positions are found again however the board was turned, and the page says what came of them."""

from __future__ import annotations

import random
import re
from collections import namedtuple

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from goclub.common.backups.databases import loader_at
from goclub.common.tests.reading import read as read_page
from goclub.games.library.queries import departure_of, search
from goclub.games.library.services import positions as indexing
from goclub.games.library.services.positions import index_after_migrate
from goclub.games.library.services.records import read_kifu, upload_kifu
from goclub.games.models import KifuTrace, Position
from goclub.games.playing.services.decisions import withdraw_game
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.go.board.basics import BLACK, WHITE, opponent
from goclub.go.board.position import Board
from goclub.go.positions import POSITION, table_of, turns, whole_key
from goclub.go.records import reading
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres

LETTERS = "abcdefghijklmnopqrs"
PositionRow = namedtuple("PositionRow", POSITION)


def rows_of(record):
    return [PositionRow(*row) for row in table_of(record).tolist()]


def game(size: int, moves: int, seed: int) -> list[tuple[int, int]]:
    """Random legal moves, Black and White in turn."""
    rng, board, colour, line = random.Random(seed), Board(size), BLACK, []
    while len(line) < moves:
        point = (rng.randrange(size), rng.randrange(size))
        if board.refusal(colour, point) is None:
            board.play(colour, point)
            line.append(point)
            colour = opponent(colour)
    return line


def sgf(line: list[tuple[int, int]], size: int, symmetry: int = 0, head: str = "") -> bytes:
    forth, moves = turns(size)[symmetry], []
    for number, (x, y) in enumerate(line):
        row, column = divmod(forth[y * size + x], size)
        moves.append(f";{'BW'[number % 2]}[{LETTERS[column]}{LETTERS[row]}]")
    return f"(;GM[1]FF[4]SZ[{size}]{head}{''.join(moves)})".encode()


@given(size=st.sampled_from([9, 13, 19]), seed=st.integers(0, 99), symmetry=st.integers(0, 7))
@settings(max_examples=40, deadline=None)
def test_a_turned_record_has_the_same_rows(size, seed, symmetry):
    line = game(size, 60, seed)
    one, other = (reading.read(sgf(line, size, turned)) for turned in (0, symmetry))
    assert sorted(rows_of(one)) == sorted(rows_of(other))


@given(size=st.sampled_from([9, 13, 19]), seed=st.integers(0, 99))
@settings(max_examples=25, deadline=None)
def test_the_walk_finds_the_keys_that_single_boards_have(size, seed):
    record = reading.read(sgf(game(size, 80, seed), size))
    rows = rows_of(record)
    assert [row.move for row in rows] == list(range(81))
    board = Board(size)
    for row, (colour, point) in zip(rows, [*record.moves, (BLACK, None)], strict=True):
        key = whole_key(board)
        assert key.number == row.number
        if point is None:
            assert row.next == -1
        else:
            cell = point[1] * size + point[0]
            assert row.next == 2 * key.forth(cell) + (colour == WHITE)
            assert key.forth(key.back(key.forth(cell))) == key.forth(cell)
            board.play(colour, point)


def test_captures_and_stones_set_up_by_hand_change_the_key():
    record = reading.read(
        b"(;SZ[9]AB[bb][cc];W[ab];B[ee];W[ba];B[ff];W[bc];B[gg];W[cb];AE[ee]AB[hh])"
    )
    rows = rows_of(record)
    board = Board(9)
    board.setup(black=[(1, 1), (2, 2)])
    assert rows[0].number == whole_key(board).number
    assert rows[-1].number == whole_key(record.final).number


def test_what_is_not_square_or_too_large_has_no_rows():
    assert rows_of(reading.read(b"(;SZ[19:13];B[aa])")) == []
    assert rows_of(reading.read(b"(;SZ[21];B[aa])")) == []


# -- in the database ------------------------------------------------------------------------------


@pytest.fixture
def club(db):
    """Three games: the second is the first one turned, until move 30; the third is its own."""
    black, white = make_member(points=100), make_member(points=100)
    first = game(19, 60, 1)
    other = first[:30] + [p for p in game(19, 60, 2) if p not in first[:30]][:20]
    records = [sgf(first, 19), sgf(other, 19, 5), sgf(game(19, 40, 3), 19)]
    games = []
    for number, data in enumerate(records):
        draft = upload_kifu(Act(black.user, at()), data, filename="x.sgf")
        games.append(
            report_game(
                Act(black.user, at(minute=number)), facts(black, white), kifu=draft, another=True
            )
        )
    return games


def test_the_index_follows_the_games(club):
    first = club[0]
    assert Position.objects.filter(kifu=first.kifu).count() > 60
    withdraw_game(Act(first.reported_by), first)
    assert not Position.objects.filter(kifu=first.kifu).exists()
    assert not KifuTrace.objects.filter(kifu=first.kifu).exists()


def test_a_position_is_found_in_both_games_and_both_continuations_counted(club):
    record = read_kifu(club[0].kifu)
    found = search(whole_key(record.position_at(record.main_line[10])))
    assert found.tally.games == 2
    assert [one.tally.games for one in found.continuations] == [2]
    assert found.continuations[0].point == record.moves[10][1]
    parting = search(whole_key(record.position_at(record.main_line[30])))
    assert [one.tally.games for one in parting.continuations] == [1, 1]
    assert {place.move for place in parting.places} == {30}


def test_where_a_record_leaves_the_known_games(club, django_assert_num_queries):
    with django_assert_num_queries(2):
        left = departure_of(club[0].kifu)
    assert left == {"move": 30, "others": 1}
    assert departure_of(club[2].kifu) is None


def test_the_index_can_be_thrown_away_and_filled_again(club, capsys):
    def rows():
        fields = ("kifu", "number", "move", "following", "winner")
        traces = KifuTrace.objects.values_list("kifu", "size", "winner", "lives", "changes")
        return [*sorted(Position.objects.values_list(*fields)), *sorted(map(repr, traces))]

    before = rows()
    call_command("index_positions", "--rebuild")
    assert rows() == before
    assert capsys.readouterr().out == "3 records indexed\n"
    call_command("index_positions")
    assert capsys.readouterr().out == "0 records indexed\n"


@pytest.mark.django_db(transaction=True)
def test_an_interrupted_build_is_completed_by_the_next(club, monkeypatch):
    monkeypatch.setattr(indexing, "BATCH", 1)
    before = Position.objects.count()
    indexing.clear_index()

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        indexing.index_missing(progress=stop)
    assert Position.objects.values("kifu").distinct().count() == 1
    assert indexing.index_missing() == 2
    assert Position.objects.count() == before


def test_a_record_that_came_or_went_while_others_were_read_is_left_as_it_is(club, monkeypatch):
    indexing.clear_index()
    kept, gone = club[0].kifu, club[1].kifu

    def meanwhile(pks, unreadable):
        table = read(pks, unreadable)
        indexing.index_kifu(kept)
        withdraw_game(Act(club[1].reported_by), club[1])
        return table

    read = indexing._read
    monkeypatch.setattr(indexing, "_read", meanwhile)
    assert indexing.index_missing() == 1
    rows = Position.objects.filter(kifu=kept).values_list("move", flat=True)
    assert sorted(rows) == list(range(61))
    assert not Position.objects.filter(kifu=gone).exists()


def test_the_page_counts_shows_and_links(client, club):
    page = client.get(reverse("games:positions"), {"kifu": club[0].kifu.pk, "move": 30})
    assert page.context["found"].tally.games == 2
    assert re.findall(r"\d+", read_page(page).one("h1").text) == ["2"]
    ways = read_page(page).values("section[aria-labelledby=games] li a", "href")
    assert len([way for way in ways if way.endswith("?move=30#board")]) == 2
    assert len(page.context["rows"]) == 2
    onward = client.get(reverse("games:positions") + page.context["rows"][0]["href"])
    assert onward.context["found"].tally.games == 1
    assert re.findall(r"\d+", read_page(onward).one("h1").text) == ["1"]


def test_the_page_of_the_empty_board_and_of_a_new_position(client, club):
    assert client.get(reverse("games:positions")).context["found"].tally.games == 3
    page = client.get(reverse("games:positions"), {"m": "aabbaccc"})
    assert (page.context["found"].tally.games, page.context["rows"]) == (0, [])
    section = read_page(page).one("section[aria-labelledby=next]")
    assert not section.has("table")
    assert section.one("p").text


def test_an_impossible_move_in_the_address_is_left_out_and_said(client, club):
    page = client.get(reverse("games:positions"), {"m": "aaaabb"})
    assert (page.status_code, page.context["asked"].line) == (200, ["aa"])
    assert page.context["asked"].refused == "A19"
    assert "A19" in read_page(page).one("main p.notice.error").text


def test_bad_addresses_and_the_draft_of_somebody(client, club):
    draft = upload_kifu(Act(club[0].reported_by, at()), sgf([(3, 3)], 19), filename="x.sgf")
    kifu = [{"kifu": number} for number in (draft.pk, "99999", "x", "9" * 40)]
    for query in ({"size": "18"}, {"size": "x"}, *kifu):
        assert client.get(reverse("games:positions"), query).status_code == 404, query


def test_queries_do_not_grow(client, club, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        client.get(reverse("games:positions"))
    with django_assert_max_num_queries(8):
        client.get(reverse("games:positions"), {"m": "aabbaccc"})


# --- After an upgrade -----------------------------------------------------------------------------
def test_migrating_indexes_what_an_earlier_release_left_out(club, capsys):
    whole = Position.objects.count()
    Position.objects.all().delete()
    call_command("migrate", verbosity=1)
    assert Position.objects.count() == whole > 0
    assert "Indexed the positions of" in capsys.readouterr().out
    with CaptureQueriesContext(connection) as asked:
        call_command("migrate", verbosity=0)
    about = [query["sql"] for query in asked if "games_position" in query["sql"]]
    assert not [sql for sql in about if sql.startswith(("INSERT", "DELETE", "COPY"))]


def test_a_database_on_the_way_to_today_is_not_indexed(club):
    Position.objects.all().delete()
    index_after_migrate(apps=None)
    first = [("games", "0001_initial")]
    index_after_migrate(apps=loader_at(first).project_state(first).apps, verbosity=0)
    assert not Position.objects.exists()
