"""The process of an engine: lines to it and from it, each in its time, and killed at the end."""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from typing import Final

_log = logging.getLogger(__name__)

#: Bytes of one line; an analysis of one position has some hundred kilobytes.
LONGEST_ANSWER: Final = 4_000_000
#: Bytes that are kept of what the engine writes for people.
_LAST_WORDS: Final = 2000
_CHUNK: Final = 65536
#: What an engine needs of the site's environment, which holds passwords besides.
_ENVIRONMENT: Final = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH")
#: What the guard and the shell answer where there is no such program.
_NO_PROGRAM: Final = (126, 127)


class EngineError(Exception):
    """Why there is no review.

    ``reason`` is ``not_started``, ``died``, ``silent``, ``too_long``, ``nonsense``, ``no_score`` or
    ``refused``.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason: Final = reason
        super().__init__(f"{reason}: {detail}" if detail else reason)


@contextlib.contextmanager
def running(
    command: Sequence[str], *, seconds: float, answer_seconds: float
) -> Iterator[EngineProcess]:
    """Start an engine; at the end it is killed with all processes that it started.

    ``seconds`` for all of it, ``answer_seconds`` for each line.  Raises :class:`EngineError`.
    """
    # Should this process itself be killed, timeout still ends the engine.
    guarded = ["timeout", "-k", "5", str(seconds + 5), *command]
    pipe = subprocess.PIPE
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        process = subprocess.Popen(  # noqa: S603 - the operator's own setting
            guarded, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, start_new_session=True
        )
    except OSError as error:
        raise EngineError("not_started", str(error)) from error
    with process:
        engine = EngineProcess(process, time.monotonic() + seconds, answer_seconds)
        try:
            yield engine
        except EngineError as error:
            _log.warning("The engine: %s; its last words: %r", error, engine.last_words)
            raise
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


class EngineProcess:
    """Lines to a running engine and from it."""

    def __init__(self, process: subprocess.Popen[bytes], end: float, answer_seconds: float) -> None:
        self._process = process
        self._end = end
        self._answer_seconds = answer_seconds
        self._unread = b""
        self.last_words = b""
        self._selector = selectors.DefaultSelector()
        for pipe in (process.stdout, process.stderr):
            assert pipe
            self._selector.register(pipe, selectors.EVENT_READ)

    def send(self, line: str) -> None:
        """Write a line; the engine has read all before it, or they fit into the pipe."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._gone() from error

    def line(self) -> str:
        """The next line without its end."""
        end = time.monotonic() + self._answer_seconds
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_ANSWER:
                raise EngineError("nonsense", "a line without an end")
            self._read(min(end, self._end))
        line, _end, self._unread = self._unread.partition(b"\n")
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def _read(self, end: float) -> None:
        left = end - time.monotonic()
        ready = self._selector.select(left) if left > 0 else []
        if not ready:
            raise EngineError("too_long" if end == self._end else "silent")
        for key, _events in ready:
            data = os.read(key.fd, _CHUNK)
            if key.fileobj is self._process.stdout:
                self._unread += data
            else:
                self.last_words = (self.last_words + data)[-_LAST_WORDS:]
            if not data:
                self._selector.unregister(key.fileobj)
        if self._process.stdout not in {key.fileobj for key in self._selector.get_map().values()}:
            raise self._gone()

    def _gone(self) -> EngineError:
        """What it means that the engine has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        is_missing = self._process.returncode in _NO_PROGRAM
        return EngineError("not_started" if is_missing else "died")
