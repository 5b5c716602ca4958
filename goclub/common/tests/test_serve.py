"""`script/serve.py`: it knows its own process, and what runs beside the pages goes on.

gunicorn and manage.py are small programs here that write down what they hear.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

SCRIPT = Path(settings.BASE_DIR) / "script" / "serve.py"
COMMANDS = ("send_mail_queue", "run_jobs", "run_due")
PATIENCE = float(os.environ.get("PATIENCE", 60))

PROGRAM = """#!{python}
import os, signal, sys, time
name = "web" if "gunicorn" in sys.argv[0] else sys.argv[1]
def write(what):
    with open(name, "a") as file:
        file.write(f"{{what}} {{os.getpid()}}\\n")
def leave(*_):
    write("end")
    sys.exit(0)
signal.signal(signal.SIGTERM, leave)
signal.signal(signal.SIGHUP, lambda *_: write("renew"))
write("start")
while True:
    time.sleep(0.05)
"""


def until(true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)


class Folder:
    """A folder from which the site is served, and what its processes wrote down."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pid_file = path / "var" / "production.pid"
        self.pid_file.parent.mkdir()
        (path / "bin").mkdir()
        (path / "bin" / "python").symlink_to(sys.executable)
        for name in ("bin/gunicorn", "manage.py"):
            (path / name).write_text(PROGRAM.format(python=sys.executable))
            (path / name).chmod(0o700)
        self.started: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.path / "log").open("w") as log:
            process = subprocess.Popen(
                [self.path / "bin" / "python", SCRIPT, *arguments],
                cwd=self.path,
                env={"PATH": os.environ["PATH"]},
                stdout=log,
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def ended(self, process: subprocess.Popen[bytes]) -> tuple[int, str]:
        """The exit status of the one that was started last, and what it said."""
        return process.wait(PATIENCE), (self.path / "log").read_text()

    def heard(self, name: str) -> list[str]:
        """What one program wrote: start, renew, end."""
        file = self.path / name
        return [line.split()[0] for line in file.read_text().splitlines()] if file.exists() else []

    def number(self, name: str) -> int:
        """The number of the process of a program that was started last."""
        return int((self.path / name).read_text().splitlines()[-1].split()[1])

    def serving(self, times: int = 1) -> None:
        """Wait until everything was started so many times."""
        for name in ("web", *COMMANDS):
            until(lambda name=name: self.heard(name).count("start") >= times, f"{name} starts")


@pytest.fixture
def folder(tmp_path):
    place = Folder(tmp_path)
    yield place
    for process in place.started:
        if process.poll() is None:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture
def site(folder):
    """A site that serves."""
    process = folder.start()
    folder.serving()
    return process


@pytest.fixture
def stranger():
    """A process that has nothing to do with the site."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield process
    process.kill()
    process.wait()


def test_a_number_that_belongs_to_another_process_now_is_left_alone_and_the_site_starts(
    folder, stranger
):
    folder.pid_file.write_text(f"{stranger.pid}\n")
    status, said = folder.ended(folder.start("--renew"))
    assert (status, "No site is running here" in said) == (1, True)
    site = folder.start()
    folder.serving()
    assert stranger.poll() is None
    assert folder.pid_file.read_text().strip() == str(site.pid)
    site.terminate()
    status, said = folder.ended(site)
    assert status == 0
    assert f"names process {stranger.pid}" in said
    assert stranger.poll() is None


@pytest.mark.parametrize("content", [b"", b"nonsense \xff", b"0", b"-1", b"1", b"9" * 20])
def test_whatever_the_file_says_the_site_starts(folder, content):
    folder.pid_file.write_bytes(content)
    folder.start()
    folder.serving()


def test_the_folder_of_data_is_the_one_that_the_site_reads(tmp_path):
    file = tmp_path / ".env"
    file.write_text('VAR_DIR=/srv/other\nVAR_DIR="/srv/go club/#1"\n')
    answer = subprocess.run(
        ["sh", "-c", '. script/lib.sh; read_var_dir "$0"', file],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "VENV": sys.prefix},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "/srv/go club/#1\n"


def test_the_same_command_again_renews_what_runs(folder, site):
    status, said = folder.ended(folder.start())
    assert status == 0
    assert f"(process {site.pid}) has reloaded" in said
    until(lambda: "renew" in folder.heard("web"), "the pages are renewed")
    for name in COMMANDS:
        until(lambda name=name: folder.heard(name) == ["start", "end", "start"], name)
    assert site.poll() is None


def test_the_one_who_serves_is_known_by_its_lock_whatever_the_file_says(folder, site, stranger):
    """As in a container, where its number is another process's."""
    folder.pid_file.write_text(f"{stranger.pid}\n")
    assert folder.start().wait(PATIENCE) == 0
    until(lambda: "renew" in folder.heard("web"), "the pages are renewed")
    assert stranger.poll() is None


def test_after_a_kill_the_next_one_starts(folder, site):
    os.killpg(site.pid, signal.SIGKILL)
    site.wait()
    assert folder.pid_file.read_text().strip() == str(site.pid)
    folder.start()
    folder.serving(2)


def test_a_site_that_does_not_answer_is_named(folder, site):
    site.send_signal(signal.SIGSTOP)
    try:
        status, said = folder.ended(folder.start())
        assert (status, "does not respond" in said) == (1, True)
    finally:
        site.send_signal(signal.SIGCONT)


def test_what_ends_beside_the_pages_is_started_again(folder):
    folder.start()
    folder.serving()
    os.kill(folder.number("run_due"), signal.SIGKILL)
    until(lambda: folder.heard("run_due") == ["start", "start"], "the tasks are started again")
    assert folder.heard("send_mail_queue") == ["start"]


def test_pages_that_end_by_themselves_end_everything_and_say_so(folder, site):
    os.kill(folder.number("web"), signal.SIGKILL)
    assert site.wait(PATIENCE) != 0
    assert all(folder.heard(name)[-1] == "end" for name in COMMANDS)
