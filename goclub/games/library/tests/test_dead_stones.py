"""GNU Go's proposal: what comes of good answers, and of programs that hang, babble or are missing.

Every program here but the last is a few lines of our own that speak the same protocol.
"""

from __future__ import annotations

import os
import shlex
import stat
import sys
import time

import pytest

from goclub.games.library.services import dead_stones
from goclub.games.library.services.dead_stones import find_program, propose_dead
from goclub.go.board.position import Board

BOARD = Board.from_rows(["O....", ".XXX.", "...X.", ".XXX.", "....O"])


def program(source: str) -> list[str]:
    return [sys.executable, "-c", source]


def answering(answer: str) -> list[str]:
    return program(f"import sys; sys.stdin.read(); sys.stdout.write({answer!r})")


def test_a_proposal_lists_stones_row_by_row():
    found = propose_dead(BOARD, command=answering("= \n\n=7 E1 A5\n\n"))
    assert found.dead == ((0, 0), (4, 4))
    assert (found.code, found.reason) == ("", "")


def test_no_dead_stones_is_a_proposal_too():
    assert propose_dead(BOARD, command=answering("=7\n\n")).dead == ()


def test_the_program_is_told_the_position():
    """Row 5 is the top row; every stone is played before the question."""
    source = (
        "import sys\n"
        "lines = sys.stdin.read().split('\\n')\n"
        "good = {'boardsize 5', 'clear_board', 'play white A5', 'play white E1', 'play black D3'}\n"
        "sys.stdout.write('=7 A5\\n\\n' if good <= {x.strip() for x in lines} else '?7 no\\n\\n')\n"
    )
    assert propose_dead(BOARD, command=program(source)).dead == ((0, 0),)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("?7 cannot\n\n", "odd_answer"),
        ("=7 Z99\n\n", "odd_answer"),
        ("=7 C3\n\n", "odd_answer"),  # a vacant point
        ("=7 <script>\n\n", "odd_answer"),
        ("rubbish\n\n" * 50, "odd_answer"),
        ("=7 A5", "odd_answer"),  # cut off
        ("\xff\xfe\x00", "odd_answer"),
        ("", "no_answer"),
    ],
)
def test_rubbish_becomes_a_reason(answer, code):
    found = propose_dead(BOARD, command=answering(answer))
    assert (found.dead, found.code) == (None, code)
    assert "mark the dead stones" in str(found.reason)


def test_endless_output_is_cut_off():
    found = propose_dead(
        BOARD, command=program("import sys\nwhile True: sys.stdout.write('x' * 4096)")
    )
    assert found.code == "odd_answer"


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has collected yet counts as gone."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_program_that_hangs_is_killed_with_its_children(tmp_path):
    """It ignores the end of its input and has started another process of its own."""
    note = tmp_path / "pids"
    source = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"file = open({str(note)!r} + '.new', 'w')\n"
        "print(os.getpid(), child.pid, file=file, flush=True)\n"
        f"os.rename({str(note)!r} + '.new', {str(note)!r})\n"
        "time.sleep(600)\n"
    )
    found = propose_dead(BOARD, timeout=1.5, command=program(source))
    assert (found.dead, found.code) == (None, "timeout")
    pids = [int(word) for word in note.read_text().split()]
    deadline = time.monotonic() + 10
    while not all(map(is_gone, pids)) and time.monotonic() < deadline:
        os.sched_yield()
    assert [pid for pid in pids if not is_gone(pid)] == []


def test_a_program_that_cannot_be_started():
    assert propose_dead(BOARD, command=["/nowhere/gnugo"]).code == "no_answer"


def test_a_program_that_ends_before_it_listens():
    assert propose_dead(BOARD, command=program("raise SystemExit(1)")).code == "no_answer"


def test_without_the_program_there_is_no_proposal(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(dead_stones, "_GAMES", (str(tmp_path),))
    assert find_program() is None
    assert propose_dead(BOARD) is None


def test_the_program_is_found_where_debian_puts_it(monkeypatch, tmp_path):
    """A server's PATH has no /usr/games."""
    fake = tmp_path / "gnugo"
    words = " ".join(map(shlex.quote, answering("=7 A5\n\n")))
    fake.write_text(f"#!/bin/sh\n[ \"$*\" = '--mode gtp --level 1' ] && exec {words}\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(dead_stones, "_GAMES", (str(tmp_path),))
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    assert find_program() == str(fake)
    assert propose_dead(BOARD).dead == ((0, 0),)


def test_only_one_looks_at_a_time():
    """Two people who ask at once do not take two of the server's threads."""
    assert dead_stones._AT_ONCE.acquire(blocking=False)
    try:
        found = propose_dead(BOARD, command=answering("=7 A5\n\n"))
    finally:
        dead_stones._AT_ONCE.release()
    assert (found.dead, found.code) == (None, "busy")
    after = propose_dead(BOARD, command=answering("=7 A5\n\n"))
    assert after is not None
    assert after.dead == ((0, 0),)


@pytest.mark.parametrize("size", [(4, 4), (20, 20), (9, 13)])
def test_boards_it_does_not_know_are_not_asked_about(size):
    found = propose_dead(Board(*size), command=["/nowhere/gnugo"])
    assert found.code == "size"
    assert "5 to 19" in str(found.reason)


@pytest.mark.skipif(find_program() is None, reason="GNU Go is not installed (Debian: gnugo)")
def test_the_real_program_finds_a_stone_without_hope():
    rows = ["...XO....", "...XO....", ".O.XO....", "...XO..X.", "...XO...."] + ["...XO...."] * 4
    assert propose_dead(Board.from_rows(rows), timeout=60).dead == ((1, 2), (7, 3))
