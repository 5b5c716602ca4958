"""The site on several processes and servers, under load, while parts of it are killed.

    .venv/bin/python benchmarks/scaled_site.py                    some two minutes, all phases
    .venv/bin/python benchmarks/scaled_site.py --seconds 5 --readers 4 --only worker upgrade
    .venv/bin/python benchmarks/scaled_site.py --pooler           pgbouncer between site and server

Starts, on 127.0.0.1 and in a folder that is thrown away: PostgreSQL with a replica that streams,
Redis, two groups of gunicorn (together a worker a core, two at least) as deploy/gunicorn.conf.py
has them, nginx before them as deploy/nginx.compose.conf has it.  Readers, half of them signed in,
ask for pages one after the other; one request in ten writes a comment.  In each phase something
is killed (SIGKILL) and started again, or both groups take over a new release one after the other;
in the phase "writers" everybody only writes while workers are killed.  With --pooler pgbouncer
stands before the primary, in transaction mode; it is killed too, and in the last phase, "promoted",
the primary ends for good: its replica takes over, and pgbouncer is told of it.
Printed for each phase: answers in a second, median and 95th percentile, what went otherwise; at
the end whether each comment that was acknowledged is in the database, and whether one is twice.

Needs nginx, redis-server, the programs of PostgreSQL 15 (--postgresql names their folder), and
pgbouncer for --pooler.
Ends with 1 where a write was lost or made twice, or a request was lost in the phases of workers,
writers and the upgrade.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from scaled_parts import Pooler, Postgres, free_port, listens, until

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "/", "/games/", "/members/", "/rankings/", "/calculator/", "/tournaments/", "/learn/rules/",
)  # fmt: skip
TOKEN = "benchmark" * 3 + "token"  # 32 letters, as a cookie of the site has
ENDED = "not answered"
NGINX = Path(__file__).with_suffix(".nginx").read_text()


def shipped_upstream(web1: int, web2: int) -> str:
    """How nginx shares requests out where the site is run by compose, between two ports here."""
    conf = (ROOT / "deploy" / "nginx.compose.conf").read_text()
    begin = conf.index("upstream goclub {")
    block = conf[begin : conf.index("}", begin) + 1]
    for name, port in (("web1", web1), ("web2", web2)):
        block = block.replace(f"{name}:8000", f"127.0.0.1:{port}")
    return block


class Scaled:
    """All the parts, and what is done to them."""

    def __init__(self, folder: Path, programs: Path, *, pooler: bool) -> None:
        self.folder = folder
        self.pooler = Pooler(folder / "pooler") if pooler else None
        self.primary = Postgres(programs, folder / "primary")
        self.replica = Postgres(programs, folder / "replica")
        self.redis_port, self.port = free_port(), free_port()
        self.web_ports = [free_port(), free_port()]
        self.parts: dict[str, subprocess.Popen[bytes]] = {}
        self.told: dict[str, Any] = {}

    def env(self, **more: str) -> dict[str, str]:
        """What processes of the site run with."""
        return {
            **os.environ, "DATABASE_URL": (self.pooler or self.primary).url,
            "DATABASE_POOLER": str(bool(self.pooler)), "REPLICA_URL": self.replica.url,
            "CACHE_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            "VAR_DIR": str(self.folder / "var"),
            "SECRET_KEY": "benchmark-" * 6, "LATE_FACTS": "worker", "BEHIND_PROXY": "True",
            "ENV_FILE": os.devnull, **more,
        }  # fmt: skip

    def begin(self, name: str, line: list[str], **more: str) -> None:
        """Start a part that stays."""
        with (self.folder / f"{name}.log").open("ab") as log:
            self.parts[name] = subprocess.Popen(
                line, env=self.env(**more), cwd=ROOT, stdout=log, stderr=log
            )

    def start(self) -> None:
        """Everything, with the demo club in it."""
        self.folder.chmod(0o755)
        for one in (self.primary, self.replica):
            one.folder.mkdir(mode=0o700)
            if os.getuid() == 0:
                shutil.chown(one.folder, "postgres", "postgres")
        self.primary.make()
        self.primary.start()
        self.primary.run(
            "createdb", "-h", "127.0.0.1", "-p", str(self.primary.port), "-U", "postgres", "goclub"
        )
        if self.pooler:
            self.pooler.leads_to(self.primary)
            self.pooler.start()
        manage = [sys.executable, str(ROOT / "manage.py")]
        for command in (["migrate"], ["collectstatic", "--noinput"]):
            alone = {**self.env(), "REPLICA_URL": ""}
            subprocess.run([*manage, *command, "-v", "0"], env=alone, cwd=ROOT, check=True)
        told = subprocess.run(
            [sys.executable, __file__, "--step", "fill"], env=self.env(REPLICA_URL=""), cwd=ROOT,
            check=True, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.told = json.loads(told.stdout.splitlines()[-1])
        self.replica.copy_of(self.primary)
        self.replica.start()
        self.start_redis()
        for number in (0, 1):
            self.start_web(number)
        (self.folder / "nginx.conf").write_text(
            NGINX.format(
                folder=self.folder, port=self.port, upstream=shipped_upstream(*self.web_ports)
            )
        )
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if nginx is None:
            raise SystemExit("nginx is not installed")
        self.begin("nginx", [nginx, "-c", str(self.folder / "nginx.conf"), "-e", "stderr"])
        until(lambda: listens(self.port), "nginx")

    def start_redis(self) -> None:
        """A cache that keeps nothing on disk."""
        self.begin(
            "redis", ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1",
                      "--save", "", "--dir", str(self.folder)],
        )  # fmt: skip
        until(lambda: listens(self.redis_port), "Redis")

    def start_web(self, number: int) -> None:
        """One group of workers."""
        workers = str(max(1, (os.cpu_count() or 2) // 2))
        gunicorn = str(Path(sys.executable).with_name("gunicorn"))
        command = [gunicorn, "--config", "deploy/gunicorn.conf.py", "goclub.wsgi"]
        port = str(self.web_ports[number])
        self.begin(f"web{number}", command, PORT=port, WEB_WORKERS=workers, ACCESS_LOG="False")
        until(lambda: listens(self.web_ports[number]), "gunicorn")

    def workers(self, number: int) -> list[int]:
        """The processes of one group that answer."""
        pid = self.parts[f"web{number}"].pid
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def stop(self) -> None:
        """Everything that was started, by its own process."""
        for part in self.parts.values():
            part.terminate()
        for part in self.parts.values():
            try:
                part.wait(30)
            except subprocess.TimeoutExpired:
                part.kill()
        if self.pooler:
            self.pooler.stop()
        for one in (self.replica, self.primary):
            one.stop()

    # --- What is done to it -----------------------------------------------------------------

    def nothing(self, seconds: float) -> None:
        """Undisturbed."""
        time.sleep(seconds)

    def worker(self, seconds: float) -> None:
        """Kill a worker of each group in turn."""
        for number in (0, 1, 0, 1):
            time.sleep(seconds / 5)
            os.kill(random.choice(self.workers(number)), signal.SIGKILL)
        time.sleep(seconds / 5)

    def upgrade(self, seconds: float) -> None:
        """New processes in the place of the old ones, one group after the other."""
        for number in (0, 1):
            time.sleep(seconds / 5)
            old = set(self.workers(number))
            self.parts[f"web{number}"].send_signal(signal.SIGHUP)
            until(lambda old=old, n=number: not old & set(self.workers(n)), "new processes")
        time.sleep(seconds / 2)

    def replica_dies(self, seconds: float) -> None:
        """Kill the replica, start it again."""
        time.sleep(seconds / 4)
        self.replica.kill()
        time.sleep(seconds / 2)
        self.replica.start()
        time.sleep(seconds / 4)

    def redis_dies(self, seconds: float) -> None:
        """Kill Redis, start it again, empty."""
        time.sleep(seconds / 4)
        self.parts["redis"].kill()
        self.parts["redis"].wait()
        time.sleep(seconds / 2)
        self.start_redis()
        time.sleep(seconds / 4)

    def primary_dies(self, seconds: float) -> None:
        """Kill the primary, start it again."""
        time.sleep(seconds / 4)
        self.primary.kill()
        time.sleep(seconds / 3)
        self.primary.start()
        time.sleep(seconds / 2)

    def pooler_dies(self, seconds: float) -> None:
        """Kill pgbouncer, start it again."""
        assert self.pooler is not None
        time.sleep(seconds / 4)
        self.pooler.kill()
        time.sleep(seconds / 4)
        self.pooler.start()
        time.sleep(seconds / 2)

    def promoted(self, seconds: float) -> None:
        """The primary ends for good; the replica, which has all it acknowledged, takes over."""
        assert self.pooler is not None
        self.primary.tell("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.tell("SELECT pg_reload_conf()")
        time.sleep(seconds / 4)
        self.primary.kill()
        time.sleep(seconds / 4)
        self.replica.promote()
        self.pooler.leads_to(self.replica)
        time.sleep(seconds / 2)


PHASES: dict[str, Callable[[Scaled, float], None]] = {
    "undisturbed": Scaled.nothing,
    "worker": Scaled.worker,
    "writers": Scaled.worker,
    "upgrade": Scaled.upgrade,
    "replica": Scaled.replica_dies,
    "redis": Scaled.redis_dies,
    "primary": Scaled.primary_dies,
    "pooler": Scaled.pooler_dies,
    "promoted": Scaled.promoted,
}
#: Those of pgbouncer.
POOLED = ("pooler", "promoted")


class Load:
    """Readers that ask one page after the other; one request in ten writes."""

    def __init__(self, site: Scaled, readers: int) -> None:
        self.site, self.readers = site, readers
        self.acknowledged: list[str] = []
        self.numbers = itertools.count(1)
        self.going = True
        self.waits: list[float] = []
        self.otherwise: Counter[str] = Counter()
        self.unseen = 0
        self.only_write = False

    def during(
        self, what: Callable[[Scaled, float], None], seconds: float, *, only_write: bool = False
    ) -> float:
        """Press while something is done; the seconds that it took."""
        self.only_write = only_write
        self.going, self.waits, self.otherwise, self.unseen = True, [], Counter(), 0
        threads = [threading.Thread(target=self.read, args=(n,)) for n in range(self.readers)]
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        try:
            what(self.site, seconds)
        finally:
            self.going = False
            for thread in threads:
                thread.join()
        return time.monotonic() - begun

    def read(self, number: int) -> None:
        """One reader, until the phase ends."""
        chance = random.Random(number)
        signed_in = self.only_write or number % 2
        cookies = {"csrftoken": TOKEN, "sessionid": self.site.told["session"]} if signed_in else {}
        while self.going:
            # Half of the readers: one in ten of all.
            if self.only_write or (signed_in and chance.random() < 0.2):
                self.write(cookies)
            else:
                self.ask("GET", chance.choice(PAGES), cookies)

    def write(self, cookies: dict[str, str]) -> None:
        """A comment; once it is acknowledged its author looks for it at once."""
        kifu = random.choice(self.site.told["kifu"])
        text = f"comment {next(self.numbers)} of {os.getpid()}"
        form = urlencode({"text": text, "csrfmiddlewaretoken": TOKEN, "at": "0"})
        status, body = self.ask("POST", f"/kifu/{kifu}/talk/", cookies, form)
        if status != 302:
            return
        self.acknowledged.append(text)
        status, body = self.ask("GET", f"/kifu/{kifu}/", cookies)
        if status == 200 and text.encode() not in body:
            self.unseen += 1

    def ask(
        self, method: str, path: str, cookies: dict[str, str], form: str = ""
    ) -> tuple[int, bytes]:
        """Status and body of one request; 0 where nobody answered."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        begun = time.perf_counter()
        try:
            connection.request(method, path, form or None, headers)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            self.otherwise[f"{method} {ENDED}"] += 1
            time.sleep(0.05)
            return 0, b""
        finally:
            connection.close()
        self.waits.append(1000 * (time.perf_counter() - begun))
        set_by = answer.headers.get_all("Set-Cookie") or []
        cookies.pop("wrote", None)
        if any(one.startswith("wrote=1") for one in set_by):
            cookies["wrote"] = "1"
        if answer.status >= 400:
            self.otherwise[f"{method} {answer.status}"] += 1
            time.sleep(0.05)
        return answer.status, body


def main() -> int:
    """Start, press, kill, count; or a step inside a process that has Django."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=12, help="of each phase, at most 60")
    parser.add_argument("--readers", type=int, default=8)
    parser.add_argument("--only", nargs="*", choices=list(PHASES))
    parser.add_argument("--pooler", action="store_true", help="pgbouncer before the primary")
    parser.add_argument("--postgresql", default="/usr/lib/postgresql/15/bin")
    parser.add_argument("--step", choices=list(STEPS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    phases = options.only or [name for name in PHASES if options.pooler or name not in POOLED]
    if not options.pooler and set(POOLED) & set(phases):
        parser.error("the phases of pgbouncer need --pooler")
    if options.step:
        sys.path.insert(0, str(ROOT))
        os.environ["DJANGO_SETTINGS_MODULE"] = "goclub.settings"
        import django

        django.setup()
        return STEPS[options.step]()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    with tempfile.TemporaryDirectory() as folder:
        site = Scaled(Path(folder), Path(options.postgresql), pooler=options.pooler)
        try:
            site.start()
            return press(site, options, phases)
        finally:
            site.stop()


def press(site: Scaled, options: argparse.Namespace, phases: Sequence[str]) -> int:
    """All phases; 1 where something was lost that must not be."""
    load = Load(site, options.readers)
    load.during(Scaled.nothing, 2)  # warm
    print(
        f"{options.readers} readers, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n\n"
        "| what was done | answers/s | median | p95 | longest | otherwise | own write unseen |\n"
        "|---|---|---|---|---|---|---|"
    )
    failed = 0
    for name in phases:
        what = PHASES[name]
        took = load.during(what, min(options.seconds, 60), only_write=name == "writers")
        waits = sorted(load.waits)
        said = ", ".join(f"{n} × {kind}" for kind, n in sorted(load.otherwise.items())) or "nothing"
        print(
            f"| {name} | {len(waits) / took:.0f} | {statistics.median(waits):.0f} ms"
            f" | {waits[int(len(waits) * 0.95)]:.0f} ms | {waits[-1]:.0f} ms | {said}"
            f" | {load.unseen} |",
            flush=True,
        )
        failed += load.unseen
        if name in ("undisturbed", "worker", "writers", "upgrade", "redis"):
            failed += sum(load.otherwise.values())
        if name == "replica":
            failed += sum(n for kind, n in load.otherwise.items() if kind.startswith("GET"))
    missing, doubled = stored(site, load.acknowledged)
    print(
        f"\n{len(load.acknowledged)} writes acknowledged, {missing} of them missing;"
        f" {doubled} comments stored twice"
    )
    return 1 if failed or missing or doubled else 0


def stored(site: Scaled, texts: list[str]) -> tuple[int, int]:
    """How many of these comments the database does not have, and how many of all it has twice."""
    command = [sys.executable, __file__, "--step", "look"]
    looked = subprocess.check_output(
        command, env=site.env(), cwd=ROOT, input=json.dumps(texts), text=True
    )
    missing, doubled = looked.splitlines()[-1].split()
    return int(missing), int(doubled)


def fill() -> int:
    """The demo club; prints a member's session and some records."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from goclub.games.models import Kifu
    from goclub.members.models import User

    call_command("demo", verbosity=0, stdout=sys.stderr)
    user = User.objects.get(username="member")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    kifu = list(Kifu.objects.in_library().order_by("pk").values_list("pk", flat=True)[:20])
    print(json.dumps({"session": session.session_key, "kifu": kifu}))
    return 0


def look() -> int:
    """Prints how many of the comments that it is given are not there, and how many are twice."""
    from goclub.games.models import KifuNote

    texts = json.loads(sys.stdin.read())
    there = Counter(KifuNote.objects.filter(text__startswith="comment ").values_list("text"))
    missing = sum((text,) not in there for text in texts)
    print(missing, sum(count > 1 for count in there.values()))
    return 0


STEPS = {"fill": fill, "look": look}
if __name__ == "__main__":
    sys.exit(main())
