"""The ten main pages of two states of the site, taking turns in one run: processor time of each.

    .venv/bin/python benchmarks/page_pairs.py --before a49f60c
    .venv/bin/python benchmarks/page_pairs.py --before HEAD~3 --rounds 3 --repeat 5

The state before is checked out beside this one (`git worktree`) and taken away again.  It fills the
demo club on SQLite; the other has a copy, migrated.  Every page is asked for by a visitor, by a
member and by the chair through the whole stack (WSGI, middleware, compression), without a server:
``made`` with another address each time, so that no page that was kept is counted; ``again`` with
the same; ``written`` after somebody wrote something, as at every moment of a club night.  The
states take turns, round by round; of each page the median of all its askings counts, of a reader
the median page.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
READERS = ("visitor", "member", "chair")
KINDS = ("made", "again", "written")
#: What a reader asks for; {game} … are filled in with the first of the demo club.
PAGES = (
    "/", "/games/", "/games/{game}/", "/members/", "/members/{member}/", "/rankings/", "/kifu/",
    "/tournaments/", "/tournaments/{event}/", "/learn/rules/",
)  # fmt: skip
CLUB = "club.sqlite3"
OTHERS = ("DATABASE_URL", "CACHE_URL", "DEBUG", "GOCLUB_ENV")
MANAGE = (sys.executable, "manage.py")
HERE = (sys.executable, str(Path(__file__).resolve()), "--step")
Figures = dict[tuple[str, str], list[float]]


def main() -> int:
    """Both states in turns; with ``--step`` inside a process that has Django."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", default="a49f60c", help="commit of the state before")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--step", choices=["fill", "serve"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        sys.path.insert(0, os.getcwd())
        os.environ["DJANGO_SETTINGS_MODULE"] = "goclub.settings"
        return {"fill": fill, "serve": serve}[options.step]()
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        git("worktree", "add", "--detach", str(before), options.before)
        try:
            compare({"before": before, "after": ROOT}, Path(folder), options)
        finally:
            git("worktree", "remove", "--force", str(before))
    return 0


def git(*words: str) -> None:
    """One command of git in this checkout."""
    subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True)


def compare(states: dict[str, Path], folder: Path, options: argparse.Namespace) -> None:
    """Fill, ask in turns, print."""
    found: dict[str, Figures] = {name: defaultdict(list) for name in states}
    told = fill_club(states["before"], folder)
    (folder / "var-after").mkdir()
    shutil.copyfile(folder / "var-before" / CLUB, folder / "var-after" / CLUB)
    with (
        started(states["before"], folder / "var-before", told) as one,
        started(states["after"], folder / "var-after", told) as other,
    ):
        pair = dict(zip(states, (one, other), strict=True))
        for number in range(options.rounds):
            for name in list(states)[:: 1 if number % 2 else -1]:
                for key, times in ask(pair[name], options.repeat).items():
                    found[name][key] += times
    print(
        f"{options.rounds} x {options.repeat} askings, load {os.getloadavg()[0]:.1f}; ms of the"
        " processor, medians"
    )
    for reader, kind in itertools.product(READERS, KINDS):
        print(f"\n| {reader}, {kind} | before | after |\n|---|---|---|")
        middle: dict[str, list[float]] = defaultdict(list)
        for page in PAGES:
            medians = [statistics.median(found[name][f"{reader} {kind}", page]) for name in states]
            for name, value in zip(states, medians, strict=True):
                middle[name].append(value)
            print(f"| {page} | {medians[0]:.1f} | {medians[1]:.1f} |")
        all_of = [statistics.median(values) for values in middle.values()]
        print(f"| median page | {all_of[0]:.1f} | {all_of[1]:.1f} |")


def environment(var: Path) -> dict[str, str]:
    """What a state's processes run with: files of its own, nobody else's database or cache."""
    kept = {name: value for name, value in os.environ.items() if name not in OTHERS}
    var.mkdir(exist_ok=True)  # states of before the folder could be chosen know the address alone
    own = {"VAR_DIR": str(var), "DATABASE_URL": f"sqlite:///{var / CLUB}"}
    return {**kept, **own, "SECRET_KEY": "benchmark-" * 6, "LATE_FACTS": "worker"}


def fill_club(checkout: Path, folder: Path) -> str:
    """The demo club in ``var-before``; JSON with the readers' cookies and the addresses."""
    env = environment(folder / "var-before")
    subprocess.run([*MANAGE, "migrate", "-v", "0"], cwd=checkout, env=env, check=True)
    told = subprocess.run(
        [*HERE, "fill"], cwd=checkout, env=env, check=True, stdout=subprocess.PIPE, text=True
    )
    return told.stdout.splitlines()[-1]


@contextmanager
def started(checkout: Path, var: Path, told: str) -> Iterator[subprocess.Popen[str]]:
    """A process of one state that answers when it is asked."""
    env = environment(var)
    for command in (["migrate"], ["collectstatic", "--noinput"]):
        subprocess.run([*MANAGE, *command, "-v", "0"], cwd=checkout, env=env, check=True)
    process = subprocess.Popen(
        [*HERE, "serve"], cwd=checkout, env=env, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(told + "\n")
    try:
        yield process
    finally:
        process.stdin.close()
        process.wait()


def ask(process: subprocess.Popen[str], repeat: int) -> Figures:
    """One round: ms of each asking, by reader with kind, and page."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{repeat}\n")
    process.stdin.flush()
    rows = json.loads(process.stdout.readline())
    return {(who, page): times for who, page, times in rows}


def fill() -> int:
    """The demo club; prints the cookies of who signs in and the addresses of the pages."""
    import django

    django.setup()
    from django.core.management import call_command

    from goclub.games.models import Game
    from goclub.leagues.models import Event

    call_command("demo", verbosity=0, stdout=sys.stderr)
    cookies = {"visitor": ""} | {name: cookie_of(name) for name in READERS[1:]}
    game = Game.objects.filter(state="confirmed").order_by("pk").first()
    event = Event.objects.filter(state="closed").order_by("pk").first()
    assert game
    assert event
    names = {"game": game.pk, "member": game.black_id, "event": event.slug}
    print(json.dumps({"cookies": cookies, "names": names}))
    return 0


def cookie_of(name: str) -> str:
    """The cookie of somebody who signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from goclub.members.models import User

    user = User.objects.get(username=name)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}"


def serve() -> int:
    """Ask for every page as often as a line says, and print what it took."""
    told = json.loads(sys.stdin.readline())
    from django.contrib.auth import get_user_model

    from goclub.wsgi import application

    people = get_user_model().objects

    number = itertools.count(1)
    for line in sys.stdin:
        rows = []
        for reader, page in itertools.product(READERS, PAGES):
            path, cookie = page.format(**told["names"]), told["cookies"][reader]
            for kind in KINDS:
                times = []
                get(application, path, "", cookie)
                for _ in range(int(line)):
                    query = f"n={next(number)}" if kind == "made" else ""
                    if kind == "written":
                        people.filter(username="secretary").update(is_active=True)
                    times.append(get(application, path, query, cookie))
                rows.append((f"{reader} {kind}", page, times))
        print(json.dumps(rows), flush=True)
    return 0


def get(application: Any, path: str, query: str, cookie: str) -> float:
    """Milliseconds of the processor for one page."""
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_COOKIE": cookie,
        "HTTP_ACCEPT_ENCODING": "gzip", "HTTP_ACCEPT_LANGUAGE": "en", "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr,
    }  # fmt: skip
    said: list[str] = []
    started = time.process_time()
    answer = application(environ, lambda status, _headers, *_: said.append(status))
    for _part in answer:
        pass
    answer.close()
    spent = (time.process_time() - started) * 1000
    assert said[0].startswith("200"), (path, said)
    return spent


if __name__ == "__main__":
    sys.exit(main())
