"""Serves the site: pages, e-mail, late recalculation and due tasks, a process of its own for each.

  serve.py          serve; if the site is already running, ask it to reload
  serve.py --renew  only ask the running site to reload; exit status 1 if none is running here

Part of script/production.  Whoever serves holds a lock on `production.pid` in the folder of data
for as long as it lives.  The number in it is for people: it may belong to anybody's process when
the site has ended, or was written in another container.  So no signal is sent to it; the one who
serves is asked by a file beside it.
"""

from __future__ import annotations

import fcntl
import os
import queue
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType
from typing import IO

BIN = Path(sys.executable).parent
WEB = (str(BIN / "gunicorn"), "--config", "deploy/gunicorn.conf.py", "goclub.wsgi")
#: Commands of manage.py that work beside the pages.
BESIDE = ("send_mail_queue", "run_jobs", "run_due")
#: Seconds before a process that ended by itself is started again.
PAUSE = 5.0
#: Seconds that the running site may take to hear.
PATIENCE = 10.0


def lock(path: Path) -> IO[str] | None:
    """Hold the lock of the one who serves; None where another process holds it.

    The file is emptied and never removed: a lock on a removed file keeps nobody away.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a+", encoding="ascii")  # not inherited: the lock ends with this process
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def request_of(path: Path) -> Path:
    """The file by which the one who serves is asked to take over what is new."""
    return path.with_suffix(".renew")


def renew(path: Path) -> int:
    """Ask the process that holds the lock to reload, and wait until it has noticed."""
    request = request_of(path)
    request.touch()
    end = time.monotonic() + PATIENCE
    while request.exists():
        if time.monotonic() > end:
            request.unlink(missing_ok=True)
            print("The running site does not respond. Stop it, then run script/production again.")
            return 1
        time.sleep(0.1)
    number = path.read_text(encoding="ascii", errors="replace").strip()
    print(f"The running site (process {number}) has reloaded.")
    return 0


class Beside:
    """A command that works beside the pages; started again whenever it ends."""

    def __init__(self, command: str) -> None:
        self.line = (sys.executable, "manage.py", command, "--watch")
        self.command = command
        self.start()

    def start(self) -> None:
        """Start it, whatever became of the one before."""
        self.process = subprocess.Popen(self.line)
        self.begin_again = 0.0
        self.was_asked_to_end = False

    def end(self) -> None:
        """Let it finish what it has in hand; a second signal would disturb it while it does."""
        if not self.was_asked_to_end:
            self.was_asked_to_end = True
            self.process.terminate()  # sends nothing where it has ended

    def look(self, now: float) -> None:
        """Start it again where it has ended: at once where it was asked to, else after a pause."""
        if self.process.poll() is None:
            return
        if not self.begin_again:
            self.begin_again = now if self.was_asked_to_end else now + PAUSE
            if not self.was_asked_to_end:
                status = self.process.returncode
                print(f"{self.command} ended with status {status}; restarting it.", flush=True)
        if now >= self.begin_again:
            self.start()


class Site:
    """All that runs: the pages, and what works beside them."""

    def __init__(self) -> None:
        # A SIGHUP that comes before gunicorn knows of it must not end it.
        hear = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.web = subprocess.Popen(WEB)
        signal.signal(signal.SIGHUP, hear)
        self.beside = [Beside(command) for command in BESIDE]
        self.leaving = False

    def renew(self) -> None:
        """Put new processes in the place of the old ones when these are done."""
        self.web.send_signal(signal.SIGHUP)
        for process in self.beside:
            process.end()

    def end(self) -> None:
        """Let everything finish what it has in hand, and end."""
        self.leaving = True
        self.web.terminate()
        for process in self.beside:
            process.end()

    def look(self) -> None:
        """Start again what ended beside the pages."""
        for process in self.beside:
            process.look(time.monotonic())

    def wait(self) -> int:
        """End what works beside pages that have ended; the exit status."""
        for process in self.beside:
            process.end()
        for process in self.beside:
            process.process.wait()
        return 0 if self.leaving and self.web.returncode < 0 else abs(self.web.returncode)


def signals_heard() -> queue.SimpleQueue[int]:
    """Put every signal that is for us into a queue, also where nohup had it ignored."""
    heard: queue.SimpleQueue[int] = queue.SimpleQueue()

    def hear(number: int, _frame: FrameType | None) -> None:
        heard.put(number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, hear)
    return heard


def serve(request: Path) -> int:
    """Run the site until its pages end or a signal ends it; the exit status."""
    heard = signals_heard()
    request.unlink(missing_ok=True)
    site = Site()
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    print(f"The site: http://{host}:{port} behind your proxy   (Ctrl-C stops it)", flush=True)
    while site.web.poll() is None:
        try:
            number = heard.get(timeout=1)
        except queue.Empty:
            number = 0
        if number in (signal.SIGTERM, signal.SIGINT):
            site.end()
        if site.leaving:
            continue
        if number == signal.SIGHUP or request.exists():
            request.unlink(missing_ok=True)
            site.renew()
        site.look()
    return site.wait()


def main() -> int:
    """Serve, or ask the running site to reload."""
    path = Path(os.environ.get("VAR_DIR") or "var") / "production.pid"
    pid_file = lock(path)
    if pid_file is None:
        return renew(path)
    if "--renew" in sys.argv[1:]:
        print("No site is running here; script/production starts one.")
        return 1
    if left := path.read_text(encoding="ascii", errors="replace").strip():
        print(
            f"{path} names process {left}, which is no longer running here. Starting.",
            flush=True,
        )
    pid_file.truncate(0)
    pid_file.write(f"{os.getpid()}\n")
    pid_file.flush()
    # The web workers leave long work to run_jobs.
    os.environ["BACKGROUND_JOBS"] = "worker"
    try:
        return serve(request_of(path))
    finally:
        pid_file.truncate(0)


if __name__ == "__main__":
    sys.exit(main())
