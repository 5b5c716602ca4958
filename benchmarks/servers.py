"""Which server serves the site best: what readers wait for, under each, over both databases.

    .venv/bin/python benchmarks/servers.py                        SQLite, then PostgreSQL
    .venv/bin/python benchmarks/servers.py --only sqlite --seconds 10 --readers 8
    .venv/bin/python benchmarks/servers.py --mix --games 20000 --only postgresql

For each database: fill it with the demo club, serve it with each server in turn, let readers ask
for pages one after the other, all at once, half of them signed in.  Then press on it: requests that
are sent half and never ended, with others asking meanwhile, and a stop in the middle of answers.
With --mix two processes of gunicorn alone: fifteen pages, and of ten requests one is a comment on a
record.  With --games so many games of 300 more members lie in the club's ledger.
Printed: answers in a second, the median and the 95th percentile of what one waits, failures.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from replay_ledger import FIRST_DAY, MEMBERS, write_facts
from serving import ROOT, Site, main

#: How the site may be served; {port} is filled in.
SERVERS = {
    "waitress, 1 x 8 threads": [
        "waitress-serve", "--listen=127.0.0.1:{port}", "--threads=8", "--connection-limit=2000",
        "--channel-timeout=20", "--asyncore-use-poll", "goclub.wsgi:application",
    ],
    "gunicorn sync, 2": ["gunicorn", "-b", "127.0.0.1:{port}", "-w", "2", "goclub.wsgi"],
    "gunicorn sync, 3": ["gunicorn", "-b", "127.0.0.1:{port}", "-w", "3", "goclub.wsgi"],
    "gunicorn gthread, 2 x 2": [
        "gunicorn", "-b", "127.0.0.1:{port}", "-w", "2", "-k", "gthread", "--threads", "2",
        "goclub.wsgi",
    ],
    "gunicorn gthread, 2 x 4": [
        "gunicorn", "-b", "127.0.0.1:{port}", "-w", "2", "-k", "gthread", "--threads", "4",
        "goclub.wsgi",
    ],
    "gunicorn gthread, 2 x 8": [
        "gunicorn", "-b", "127.0.0.1:{port}", "-w", "2", "-k", "gthread", "--threads", "8",
        "goclub.wsgi",
    ],
}  # fmt: skip
PAGES = [
    "/", "/games/", "/members/", "/rankings/", "/calculator/", "/tournaments/", "/learn/rules/",
]  # fmt: skip

#: Readers of --mix.  The trial's were no more: 43 answers a second, of which 95 of 100 came within
#: 283 ms, are 43 × 0.283 readers at most who wait for one answer before they ask again.
MIXED_READERS = 12
#: Of --mix; {kifu}, {game} and {member} are filled in with what the club has.
MIXED = [
    "/", "/games/", "/games/{game}/", "/members/", "/members/{member}/", "/rankings/", "/kifu/",
    "/kifu/{kifu}/", "/tournaments/", "/calendar/", "/leagues/", "/learn/", "/learn/rules/",
    "/learn/points/", "/calculator/",
]  # fmt: skip
MIXED_SERVER = "gunicorn sync, 2"
TOKEN = "benchmark" * 3 + "token"  # 32 letters, as a cookie of the site has


def run(vendor: str, url: str, options: argparse.Namespace) -> int:
    """Fill one database and measure every server over it."""
    site = Site(url, __file__, ["--games", str(options.games)], options.port)
    site.env["SECRET_KEY"] = "benchmark-" * 6
    told = site.fill()
    cookie = told["cookie"]
    load = os.getloadavg()[0]
    options.readers = options.readers or (MIXED_READERS if options.mix else 16)
    print(f"{vendor}: {options.readers} readers, {options.seconds} s each, load {load:.1f}")
    if options.mix:
        return mixed(site, told, options)
    for name, command in SERVERS.items():
        if options.servers and not any(word in name for word in options.servers):
            continue
        port = options.port
        with served(command, site.env, port) as server:
            press(port, cookie, 4, 2)  # warm
            rate, median, late, failed = press(port, cookie, options.readers, options.seconds)
            print(
                f"  {name:26} {rate:6.1f}/s  median {median:6.0f} ms  p95 {late:6.0f} ms"
                f"  failed {failed}",
                flush=True,
            )
            with half_sent(port, options.halves):
                rate, median, late, failed = press(port, cookie, 4, 5)
            print(
                f"  {'':10}{options.halves:4} half sent {rate:6.1f}/s  median {median:6.0f} ms  p95"
                f" {late:6.0f} ms  failed {failed}",
                flush=True,
            )
            print(f"  {'':10}stopped while answering: {stopped(port, cookie, server)}", flush=True)
    return 0


def mixed(site: Site, told: dict[str, Any], options: argparse.Namespace) -> int:
    """Fifteen pages and one comment in ten requests, under two processes of gunicorn."""
    pages = [page.format(**told) for page in MIXED]
    with served(SERVERS[MIXED_SERVER], site.env, options.port):
        for seconds in (2, options.seconds):  # the first time to warm
            rate, median, late, failed = press(
                options.port, told["cookie"], options.readers, seconds, pages, told["kifu"]
            )
    print(
        f"  {MIXED_SERVER:26} {rate:6.1f}/s  median {median:6.0f} ms  p95 {late:6.0f} ms"
        f"  failed {failed}   {len(pages)} pages, one request in ten a comment"
    )
    return 1 if failed else 0


class served:
    """One server over the site."""

    def __init__(self, command: list[str], env: dict[str, str], port: int) -> None:
        program, *rest = (part.format(port=port) for part in command)
        line = [str(Path(sys.executable).with_name(program)), *rest]
        self.port = port
        self.process = subprocess.Popen(
            line, env=env, cwd=ROOT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )

    def __enter__(self) -> subprocess.Popen[bytes]:
        for _ in range(200):
            try:
                ask(self.port, "/health/", "")
            except OSError:
                time.sleep(0.1)
            else:
                return self.process
        raise SystemExit("the server did not start")

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()


def ask(port: int, path: str, cookie: str) -> int:
    """The status of one page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def comment(port: int, kifu: int, cookie: str) -> int:
    """The status of a comment that is sent."""
    form = urlencode({"text": f"at {time.time_ns()}", "csrfmiddlewaretoken": TOKEN, "at": "0"})
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {
        "Cookie": f"{cookie}; csrftoken={TOKEN}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    try:
        connection.request("POST", f"/kifu/{kifu}/talk/", form, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def press(
    port: int,
    cookie: str,
    readers: int,
    seconds: float,
    pages: Sequence[str] = PAGES,
    kifu: int | None = None,
) -> tuple[float, float, float, int]:
    """Answers a second, the median and the 95th percentile in ms, and failures.

    *kifu* the record on which those who are signed in comment with every fifth request.
    """
    waits: list[float] = []
    failures: list[str] = []
    end = time.monotonic() + seconds

    def read(number: int) -> None:
        asked = itertools.islice(itertools.cycle(pages), number % len(pages), None)
        for count, path in enumerate(asked, number // 2):
            if time.monotonic() > end:
                return
            begun = time.perf_counter()
            try:
                if kifu is not None and number % 2 and count % 5 == 0:
                    status = comment(port, kifu, cookie)
                else:
                    status = ask(port, path, cookie if number % 2 else "")
            except (OSError, http.client.HTTPException) as error:
                failures.append(type(error).__name__)
                time.sleep(0.05)
                continue
            waits.append(1000 * (time.perf_counter() - begun))
            if status >= 400:
                failures.append(str(status))

    threads = [threading.Thread(target=read, args=(number,)) for number in range(readers)]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    passed = time.monotonic() - begun
    if len(waits) < 2:
        return 0.0, 0.0, 0.0, len(failures)
    return (
        len(waits) / passed, statistics.median(waits), statistics.quantiles(waits, n=20)[-1],
        len(failures),
    )  # fmt: skip


class half_sent:
    """Requests whose headers end and whose body does not come."""

    def __init__(self, port: int, count: int) -> None:
        self.open = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
        for one in self.open:
            one.sendall(
                b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nuser"
            )

    def __enter__(self) -> None:
        time.sleep(0.2)

    def __exit__(self, *_error: object) -> None:
        for one in self.open:
            one.close()


def stopped(port: int, cookie: str, server: subprocess.Popen[bytes]) -> str:
    """Ask, stop the server meanwhile, and count who was answered of those who had asked."""
    answered: list[int] = []
    cut: list[str] = []

    def read() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", "/games/", headers={"Cookie": cookie})
            asked.release()
            answer = connection.getresponse()
            answer.read()
            answered.append(answer.status)
        except (OSError, http.client.HTTPException) as error:
            cut.append(type(error).__name__)

    asked = threading.Semaphore(0)
    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for _ in threads:
        asked.acquire()
    time.sleep(0.02)
    server.send_signal(signal.SIGTERM)
    for thread in threads:
        thread.join()
    return f"{len(answered)} of {len(threads)} answered {sorted(set(cut))}"


def fill(options: argparse.Namespace) -> int:
    """The demo club, with more games where asked; a member's cookie, and what to look at."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from goclub.games.models import Game, Kifu
    from goclub.members.models import User

    call_command("demo", verbosity=0, stdout=sys.stderr)
    user = User.objects.get(username="member")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    if options.games:
        more_games(options.games)
    newest = Game.objects.confirmed().latest("pk")
    kifu = Kifu.objects.in_library().latest("pk").pk
    print(json.dumps({
        "cookie": f"sessionid={session.session_key}", "kifu": kifu, "game": newest.pk,
        "member": newest.black_id,
    }))  # fmt: skip
    return 0


def more_games(count: int) -> None:
    """Members with declared points and their games, in the ledger."""
    from goclub.common.gate import gate_open
    from goclub.games.rating.ledger.posting import rebuild
    from goclub.members.models import Member

    Member.objects.bulk_create(
        Member(display_name=f"Member {n}", status="member", joined_on=FIRST_DAY)
        for n in range(MEMBERS)
    )
    members = list(Member.objects.order_by("-pk")[:MEMBERS])
    with gate_open():
        write_facts(random.Random(count), members, count)
    rebuild()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readers", type=int, help="16; with --mix 12")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--halves", type=int, default=40)
    parser.add_argument("--port", type=int, default=8391)
    parser.add_argument("--mix", action="store_true", help="fifteen pages, one write in ten")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--servers", nargs="*", help="only those whose name holds a word")
    sys.exit(main(run, {"fill": fill}, parser, "bench_servers"))
