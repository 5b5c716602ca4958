"""Reviews by engines: by small ones that do what a test needs, and by GNU Go where it is there."""

from __future__ import annotations

import os
import shutil
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.engines.game import EngineGame, MoveLoss
from goclub.go.engines.gtp import review_by_gtp
from goclub.go.engines.katago import review_by_katago
from goclub.go.engines.process import EngineError, running
from goclub.go.records.reading import read
from ratings.errors import RuleError

HERE = Path(__file__).parent
GNU_GO = shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin")
A1, E5, D5, B2 = (0, 8), (4, 4), (3, 4), (1, 7)

#: Black has a stone at C3, White begins.
GAME = b"(;SZ[9]KM[0.5]RU[Chinese]AB[cg];W[ee];B[de];W[df](;B[ff];W[])(;B[aa]))"


def game(data=GAME):
    return EngineGame.of(read(data))


def by_gtp(mode="", *, data=GAME, seconds=20, answer_seconds=5):
    progress = []
    command = [sys.executable, str(HERE / "gtp_stand_in.py"), mode]
    with running(command, seconds=seconds, answer_seconds=answer_seconds) as process:
        review = review_by_gtp(process, game(data), lambda *how_far: progress.append(how_far))
    assert progress == [(0, 5), (1, 5), (2, 5), (3, 5), (4, 5)]
    return review


def by_katago(mode="", *, data=GAME):
    command = [sys.executable, str(HERE / "katago_stand_in.py"), mode]
    with running(command, seconds=20, answer_seconds=5) as process:
        return review_by_katago(process, game(data), lambda *_: None, visits=50)


def failure(review, *arguments, **named):
    with pytest.raises(EngineError) as caught:
        review(*arguments, **named)
    return caught.value.reason


def test_a_gtp_engine_compares_each_move_with_its_own():
    review = by_gtp()
    assert review.engine == "<i>Stand\x1b-in 1.0"
    # Estimates after the moves: 1 0 1 0 1 0, taken between neighbours.
    assert review.leads == (1, 0.5, 0.5, 0.5, 0.5, 0.5)
    # A1 is worth five: whoever plays elsewhere, or passes, loses four; Black's losses come first.
    assert [(loss.number, loss.points) for loss in review.losses] == [
        (number, 4) for number in (2, 4, 1, 3, 5)
    ]
    assert review.losses[2].line == (
        (WHITE, A1), (BLACK, (2, 0)), (WHITE, (3, 0)), (BLACK, (4, 0)), (WHITE, (5, 0)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("silent", "silent"),
        ("died", "died"),
        ("late", "nonsense"),
        ("nonsense", "nonsense"),
        ("garbage", "nonsense"),
        ("endless", "nonsense"),
        ("flood", "nonsense"),
        ("no_score", "no_score"),
        ("off", "nonsense"),
        ("occupied", "nonsense"),
    ],
)
def test_an_engine_that_misbehaves_is_ended_with_a_reason(mode, reason):
    seconds = 1 if mode == "silent" else 15
    assert failure(by_gtp, mode, answer_seconds=seconds) == reason


def test_an_engine_that_talks_beside_its_answers_is_heard_out():
    assert by_gtp("chatty").losses


def test_the_time_of_a_game_ends_an_engine_that_always_answers():
    assert failure(by_gtp, "silent", seconds=1, answer_seconds=60) == "too_long"


def test_no_process_of_the_engine_is_left():
    groups = []

    def review():
        command = [sys.executable, str(HERE / "gtp_stand_in.py"), "silent"]
        with running(command, seconds=20, answer_seconds=1) as process:
            groups.append(process._process.pid)
            review_by_gtp(process, game(), lambda *_: None)

    assert failure(review) == "silent"
    for _turn in range(50):
        try:
            os.killpg(groups[0], 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)  # a child of the engine is collected by the system
    pytest.fail("a process of the engine is still there")


def read_lines(command):
    with running(command, seconds=5, answer_seconds=5) as process:
        while True:
            yield process.line()


@pytest.mark.parametrize("command", [["/no/such/engine"], [str(HERE)], ["sh", "-c", "exit 127"]])
def test_an_engine_that_cannot_be_started_is_said_to_be_none(command):
    assert failure(list, read_lines(command)) == "not_started"


def test_an_engine_learns_nothing_of_the_environment(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "not for engines")
    names = {line.partition("=")[0] for line in islice(read_lines(["env"]), 2)}
    assert "PATH" in names
    assert failure(list, read_lines(["printenv", "SECRET_KEY"])) == "died"


@pytest.mark.parametrize("size", ["7", "9:13", "19"])
def test_a_board_that_the_engine_refuses_is_said(size):
    assert failure(by_gtp, data=f"(;SZ[{size}];B[aa])".encode()) == "refused"


@pytest.mark.parametrize("data", [b"(;SZ[9])", b"(;SZ[9];B[aa];AB[bb];W[cc])"])
def test_only_plain_games_are_reviewed(data):
    with pytest.raises(RuleError) as caught:
        game(data)
    assert caught.value.reason == "engines.no_plain_game"


def test_katago_is_asked_once_and_answers_in_any_order():
    review = by_katago()
    assert review.engine == "KataGo 1.15.3"
    assert review.leads == (10, 10, 10, -2.5, 10, 10)
    assert review.wins == (0.62,) * 6
    # White's third move gained 12.5 for White, Black's fourth gained them back: neither lost.
    assert review.losses == ()
    swapped = by_katago(data=GAME.replace(b"W[df]", b"B[df]").replace(b"W[ee]", b"B[ee]"))
    # The line ends before its first illegal move.
    assert swapped.losses == (MoveLoss(3, 12.5, ((BLACK, B2), (WHITE, (7, 1)))),)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [("off", "nonsense"), ("occupied", "nonsense"), ("strange", "nonsense"),
     ("another", "nonsense"), ("turns", "nonsense")],
)  # fmt: skip
def test_an_answer_of_katago_that_makes_no_sense_is_none(mode, reason):
    assert failure(by_katago, mode) == reason


def test_what_katago_refuses_is_said():
    assert failure(by_katago, data=b"(;SZ[25];B[aa])") == "refused"


def test_katago_takes_what_it_is_told_of_rules_and_boards():
    for data in (
        b"(;SZ[5:7]RU[Ing]KM[-3.5];B[aa];W[];B[bb])",
        b"(;SZ[19]RU[NZ]AB[dd][pp]AW[dp];W[qq])",
        b"(;SZ[13]RU[AGA];B[])",
    ):
        assert len(by_katago(data=data).leads) == len(game(data).moves) + 1


# The stand-in speaks the same protocol everywhere; ``script/test --all`` installs the engine.
@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed (Debian: gnugo)")
def test_gnu_go_reviews_a_game():
    assert GNU_GO
    # Black fills the own corner while White takes the middle.
    data = b"(;SZ[9]KM[0.5];B[ee];W[ec];B[aa];W[eg];B[ab];W[cf];B[ba];W[gf])"
    progress = []
    with running([GNU_GO, "--mode", "gtp", "--level", "1"], seconds=60, answer_seconds=20) as gnu:
        review = review_by_gtp(gnu, game(data), lambda *how_far: progress.append(how_far))
    assert review.engine == "GNU Go 3.8"
    assert len(review.leads) == 9
    assert len(progress) == 8
    lost = {loss.number for loss in review.losses}
    assert {3, 5, 7} <= lost
    board = game(data).board()
    first = next(loss for loss in review.losses if loss.number == 3)
    for move in (*game(data).moves[:2], *first.line):
        board.play(*move)
