"""Letters that wait while the mail server is away: what readers notice, and what becomes of them.

    .venv/bin/python benchmarks/mail_queue.py                        SQLite, then PostgreSQL
    .venv/bin/python benchmarks/mail_queue.py --only sqlite --letters 1000 --rounds 40

The demo club is served with two processes and one mail worker.  Pages are asked for and games are
reported, in turn, before and then while letters wait for a mail server that is away.  Then the
server (a real one, on this machine) comes back, and the worker is killed with -9 again and again
until all letters but the last are out.  Printed: what a page takes, and how many letters were lost,
came twice, or are asked of the office because the server may have had them.
"""

from __future__ import annotations

import argparse
import http.client
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
import uuid
from collections import Counter, defaultdict
from datetime import timedelta
from urllib.parse import urlencode

from aiosmtpd.controller import Controller
from servers import served
from serving import ROOT, Site, main

TOKEN = "a" * 32
WORKER = [sys.executable, str(ROOT / "manage.py"), "send_mail_queue", "--watch"]
WEB = ["gunicorn", "-b", "127.0.0.1:{port}", "-w", "2", "goclub.wsgi"]


class Mailbox:
    """A mail server that notes the number of each letter it took."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.changed = threading.Condition()

    async def handle_DATA(self, _server: object, _session: object, envelope: object) -> str:
        content: bytes = envelope.content  # type: ignore[attr-defined]
        number = next(
            line for line in content.splitlines() if line.lower().startswith(b"message-id:")
        )
        with self.changed:
            self.taken.append(number.decode().partition("<")[2].partition("@")[0])
            self.changed.notify_all()
        return "250 OK"

    def wait_for(self, count: int) -> None:
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.taken) >= count, timeout=300):
                raise SystemExit(f"{len(self.taken)} letters came, and no more")


def run(vendor: str, url: str, options: argparse.Namespace) -> int:
    """One database: the pages before and during, the kills, the count."""
    sizes = ["--letters", str(options.letters), "--kills", str(options.kills)]
    site = Site(url, __file__, sizes, options.port)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    site.env |= {"SECRET_KEY": "benchmark-" * 6, "EMAIL_URL": f"smtp://127.0.0.1:{port}"}
    people = site.fill()
    box = Mailbox()
    with served(WEB, site.env, options.port):
        server = Controller(box, hostname="127.0.0.1", port=port)
        server.start()
        worker = start_worker(site)
        try:
            ask_all(options.port, people, 3)  # warm
            load = os.getloadavg()[0]
            before = ask_all(options.port, people, options.rounds)
            server.stop()
            step(site, "queue")
            during = ask_all(options.port, people, options.rounds)
        finally:
            worker.terminate()
            worker.wait(60)
    print(f"{vendor}: {options.rounds} of each in turn, load {load:.1f}")
    slower = show(before, during)
    waiting = step(site, "count")["waiting"]
    print(f"  letters that wait while the server is away: {waiting}")
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    kills = press(site, box, len(box.taken) + waiting, options.kills)
    step(site, "finish")
    server.stop()
    return slower + tell(step(site, "count"), Counter(box.taken), kills)


def start_worker(site: Site) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(WORKER, env=site.env, cwd=ROOT, stdout=quiet, stderr=quiet)


def step(site: Site, name: str) -> dict:
    """One of the steps below, in a process that has Django."""
    line = [*site.here, "--step", name]
    said = subprocess.run(line, env=site.env, check=True, stdout=subprocess.PIPE, text=True)
    found: dict = json.loads(said.stdout.splitlines()[-1])
    return found


def ask_all(port: int, people: dict, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each page and of a report, asked one after the other."""
    waits = defaultdict(list)
    # Pages are read by somebody whom the reported games are nothing to.
    reader, cookie = (
        f"sessionid={people[who]}; csrftoken={TOKEN}" for who in ("reader", "session")
    )
    pages = {"/": "/", "/games/": "/games/", "a member's page": f"/members/{people['white']}/"}
    for number in range(rounds):
        for name, path in pages.items():
            waits[name].append(ask(port, path, reader, 200))
        form = {
            "csrfmiddlewaretoken": TOKEN, "black": people["black"], "white": people["white"],
            "played_on": people["day"], "board": "19", "handicap": "0", "komi": "6.5",
            "winner": "BW"[number % 2], "ending": "resign", "margin": "", "place": "",
            "key": str(uuid.uuid4()), "another": "on",
        }  # fmt: skip
        waits["a game reported"].append(ask(port, "/games/report/", cookie, 302, urlencode(form)))
    return waits


def ask(port: int, path: str, cookie: str, wanted: int, body: str | None = None) -> float:
    """How many milliseconds an answer takes."""
    headers = {"Cookie": cookie}
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    begun = time.perf_counter()
    line.request("GET" if body is None else "POST", path, body, headers)
    answer = line.getresponse()
    text = answer.read()
    passed = 1000 * (time.perf_counter() - begun)
    line.close()
    if answer.status != wanted:
        raise SystemExit(f"{path} answers {answer.status}: {text[-3000:].decode()}")
    return passed


def show(before: dict[str, list[float]], during: dict[str, list[float]]) -> int:
    """The table; 1 where a median grew by more than a quarter and 10 ms."""
    slower = 0
    print(f"  {'':18}{'before: median':>16}{'p95':>8}{'during: median':>18}{'p95':>8}   ms")
    for name in before:
        figures = []
        for waits in (before[name], during[name]):
            figures += [statistics.median(waits), statistics.quantiles(waits, n=20)[-1]]
        print("  {:18}{:16.0f}{:8.0f}{:18.0f}{:8.0f}".format(name, *figures))
        if figures[2] > max(1.25 * figures[0], figures[0] + 10):
            print(f"  {name} became slower")
            slower = 1
    return slower


def press(site: Site, box: Mailbox, wanted: int, kills: int) -> int:
    """Kill the worker until most are out; how often it was killed."""
    rng = random.Random(11)
    start = len(box.taken)
    share = (wanted - start) // (kills + 1)
    for _ in range(kills):
        worker = start_worker(site)
        box.wait_for(len(box.taken) + rng.randint(share // 2, share))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    return kills


def tell(found: dict, taken: Counter[str], kills: int) -> int:
    """What became of the letters; 1 where one was lost or came twice."""
    sent, doubtful = set(found["sent"]), set(found["doubtful"])
    lost = [number for number in found["all"] if number not in doubtful and number not in taken]
    twice = [number for number, times in taken.items() if times > 1]
    print(f"  letters {len(found['all'])}, worker killed {kills} times")
    print(f"  sent {len(sent)}, lost {len(lost)}, came twice {len(twice)}")
    had = sum(number in taken for number in doubtful)
    print(f"  asked of the office {len(doubtful)}, of which the server had {had}\n")
    return int(bool(lost or twice or found["waiting"] or len(doubtful) > kills))


# --- In a process that has Django --------------------------------------------------------------
def fill(_options: argparse.Namespace) -> int:
    """The demo club, no letters, and who reports against whom."""
    from zoneinfo import ZoneInfo

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command
    from django.utils import timezone

    from goclub.members.models import Letter, Member, User

    call_command("demo", verbosity=0, stdout=sys.stderr)
    Letter.objects.all().delete()
    user = User.objects.get(username="member")
    others = Member.objects.filter(user__isnull=False).exclude(user=user)
    other = others.order_by("pk").first()
    User.objects.filter(pk=other.user_id).update(email="reported@example.org")
    third = others.exclude(pk=other.pk).order_by("pk").first()

    def session_of(user: User) -> str:
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        return session.session_key

    people = {"session": session_of(user), "black": user.member.pk, "white": other.pk}
    people["reader"] = session_of(third.user)
    today = timezone.localdate(timezone=ZoneInfo(user.member.time_zone))
    print(json.dumps(people | {"day": today.isoformat()}))
    return 0


def queue(options: argparse.Namespace) -> int:
    """So many letters at once."""
    from django.utils import timezone

    from goclub.members.mail.services.writing import post_letter

    for number in range(options.letters):
        post_letter(
            to=f"m{number}@example.org", template="test", context={}, language="ja", kind="test",
            at=timezone.now(), key=f"benchmark-{number}",
        )  # fmt: skip
    print("{}")
    return 0


def finish(_options: argparse.Namespace) -> int:
    """What is left, at an hour when everything that was put off is due."""
    from django.utils import timezone

    from goclub.members.mail.services.sending import send_due

    send_due(clock=lambda: timezone.now() + timedelta(hours=4))
    print("{}")
    return 0


def count(_options: argparse.Namespace) -> int:
    """The numbers of the letters by state."""
    from goclub.members.models import Letter

    by: dict[str, list[str]] = defaultdict(list)
    for state, number in Letter.objects.values_list("state", "message_id"):
        by[state].append(str(number))
    state = Letter.State
    every = [number for numbers in by.values() for number in numbers]
    waiting = len(every) - len(by[state.SENT]) - len(by[state.DOUBTFUL])
    found = {"all": every, "waiting": waiting}
    print(json.dumps(found | {"sent": by[state.SENT], "doubtful": by[state.DOUBTFUL]}))
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--letters", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--port", type=int, default=8395)
    steps = {"fill": fill, "queue": queue, "finish": finish, "count": count}
    sys.exit(main(run, steps, parser, "bench_mail_queue"))
