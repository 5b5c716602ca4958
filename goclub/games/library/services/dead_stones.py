"""Dead stones as GNU Go sees them: a proposal for the players, never a verdict (F4).

GNU Go is an optional Debian package (``gnugo``); without it the players mark the stones by hand.
It runs as a process of its own that is told nothing but numbers and names of points, and is killed
with everything it started when its time is up.
"""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.go.board.basics import COLOUR_NAMES, IllegalMove, Point, name_point, parse_point
from goclub.go.board.position import Board
from ratings.errors import RuleError

#: Debian installs games where a server's PATH does not look.
_GAMES = ("/usr/games", "/usr/local/games")
_SIZES = range(5, 20)
_MOST_BYTES = 64 * 1024
_QUESTION = 7
#: However many people ask at once, most of the server's threads stay free.
_AT_ONCE = threading.BoundedSemaphore(1)
_ANSWER = re.compile(rf"^([=?]){_QUESTION}\b(.*?)\n\s*\n", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class DeadStonesProposal:
    """The stones that GNU Go holds for dead, row by row, or why it proposes none.

    ``code`` is "" for a proposal, else ``size``, ``busy``, ``timeout``, ``no_answer`` or
    ``odd_answer``;
    ``reason`` says it in the reader's language.
    """

    dead: tuple[Point, ...] | None
    code: str = ""

    @property
    def reason(self) -> StrOrPromise:
        """A sentence for people, "" if there is a proposal."""
        return _REASONS.get(self.code, "")


_REASONS = {
    "size": _("GNU Go only handles square boards from 5×5 to 19×19. Please mark the dead stones."),
    "busy": _("GNU Go is busy with another game. Try again in a few seconds."),
    "timeout": _("GNU Go took too long over this position. Please mark the dead stones."),
    "no_answer": _("GNU Go gave up on this position. Please mark the dead stones."),
    "odd_answer": _("GNU Go’s answer could not be used. Please mark the dead stones."),
}


def find_program() -> str | None:
    """Where GNU Go is installed, or None."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *_GAMES))
    return shutil.which("gnugo", path=path)


def propose_dead(
    board: Board, *, timeout: float = 5.0, command: Sequence[str] | None = None
) -> DeadStonesProposal | None:
    """The dead stones that GNU Go proposes for a finished position; None if it is not installed.

    ``timeout`` in seconds for everything; ``command`` another program that speaks the same protocol
    (GTP), for tests.  Raises nothing: whatever goes wrong becomes the reason of the proposal.
    """
    if command is None:
        program = find_program()
        if program is None:
            return None
        command = (program, "--mode", "gtp", "--level", "1")
    if board.width != board.height or board.width not in _SIZES:
        return DeadStonesProposal(None, "size")
    if not _AT_ONCE.acquire(blocking=False):
        return DeadStonesProposal(None, "busy")
    try:
        text = _ask(command, _questions(board), time.monotonic() + timeout)
    except TimeoutError:
        return DeadStonesProposal(None, "timeout")
    except OSError:
        return DeadStonesProposal(None, "no_answer")
    finally:
        _AT_ONCE.release()
    return _read_answer(text, board)


def _questions(board: Board) -> bytes:
    """The position and the question.

    The stones may come in any order: as each group of the whole position has a liberty, so has
    every part of it, and nothing is ever captured on the way.
    """
    lines = [f"boardsize {board.width}", "clear_board"]
    lines += [
        f"play {COLOUR_NAMES[colour]} {name_point(point, board.height)}"
        for point, colour in board.stones()
    ]
    lines += [f"{_QUESTION} final_status_list dead", "quit", ""]
    return "\n".join(lines).encode("ascii")


def _ask(command: Sequence[str], questions: bytes, deadline: float) -> bytes:
    """All that the program prints up to the answer, its end, or the most we listen to.

    Raises TimeoutError at the deadline and OSError if it cannot be started.
    """
    process = subprocess.Popen(  # noqa: S603 - a fixed program, no shell, nothing of users' text
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd="/",
        bufsize=0,
        start_new_session=True,
    )
    with process:
        try:
            return _listen(process, questions, deadline)
        finally:
            _end(process)


def _listen(process: subprocess.Popen[bytes], questions: bytes, deadline: float) -> bytes:
    stdin, stdout = _pipe(process.stdin), _pipe(process.stdout)
    _tell(stdin, questions)
    heard = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(stdout, selectors.EVENT_READ)
        while len(heard) < _MOST_BYTES and not _ANSWER.search(_text(heard)):
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                raise TimeoutError
            piece = os.read(stdout.fileno(), 4096)
            if not piece:
                break
            heard += piece
    return bytes(heard)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise OSError("the program has no pipe")
    return stream


def _tell(stdin: IO[bytes], questions: bytes) -> None:
    """Write the questions: a few thousand bytes, which a pipe takes even if nobody reads."""
    with contextlib.suppress(BrokenPipeError):  # has it ended already, then what it said decides
        stdin.write(questions)
    stdin.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and whatever it started: all of them are in the group it leads."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _text(heard: bytes | bytearray) -> str:
    return heard.decode("ascii", "replace").replace("\r", "")


def _read_answer(heard: bytes, board: Board) -> DeadStonesProposal:
    match = _ANSWER.search(_text(heard))
    if match is None:
        return DeadStonesProposal(None, "odd_answer" if heard.strip() else "no_answer")
    if match[1] != "=":
        return DeadStonesProposal(None, "odd_answer")
    stones = {point for point, _colour in board.stones()}
    try:
        dead = {parse_point(name, board.height) for name in match[2].split()}
    except (RuleError, IllegalMove):
        return DeadStonesProposal(None, "odd_answer")
    if not dead <= stones:
        return DeadStonesProposal(None, "odd_answer")
    return DeadStonesProposal(tuple(sorted(dead, key=lambda point: (point[1], point[0]))))
