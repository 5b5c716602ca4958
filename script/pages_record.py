"""Records the pages of every role in every language."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pages_site
from pages_crawl import Entry, Limits, Visitor, natural
from pages_forms import spread
from pages_read import Displays, displays_in

#: The first is looked at in full, the others through some pages of every kind.
LANGUAGES = ("en", "ja")
IN_OTHER_LANGUAGES = 2
#: Kept beside the pages, so that what was recorded before a change is read as it was.
STYLES = "styles.json"
Found = dict[str, Entry]


@dataclass(frozen=True)
class Task:
    """What one person does in one language: look around, or ask for what is ``wanted``.

    ``known``: kinds that need not be looked for behind a form.
    """

    role: str
    language: str
    wanted: list[Entry] | None = None
    known: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.role}.{self.language}"


@dataclass(frozen=True)
class Recorder:
    """Carries out tasks, each in a transaction that is taken back."""

    displays: Displays
    limits: Limits
    database: Path

    def __call__(self, task: Task) -> tuple[Task, Found]:
        visitor = Visitor(self.displays, self.limits, task.known)
        with self.own_database(), signed_in(visitor, task):
            if task.wanted is None:
                visitor.crawl()
                for key, (action, data) in sorted(visitor.forms.items()):
                    visitor.send(key, action, data)
            else:
                visitor.as_before(task.wanted)
        return task, visitor.entries

    @contextmanager
    def own_database(self) -> Iterator[None]:
        """A copy for this process, so that several can write."""
        from django.db import connection

        copy = self.database.with_name(f"{os.getpid()}.sqlite3")
        if not copy.exists():
            shutil.copy(self.database, copy)
        connection.close()
        connection.settings_dict["NAME"] = str(copy)
        yield
        connection.close()


@contextmanager
def signed_in(visitor: Visitor, task: Task) -> Iterator[None]:
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.core.cache import cache
    from django.db import transaction

    cache.clear()
    with transaction.atomic():
        pages_site.seed(task.role)
        if task.role != "visitor":
            user = get_user_model()._default_manager.get(username=task.role)
            visitor.client.force_login(user, settings.AUTHENTICATION_BACKENDS[-1])
        visitor.client.post("/language/", {"language": task.language})
        yield
        transaction.set_rollback(True)


def record(
    *, folder: Path, checkout: Path, before: dict[str, list[Entry]], limit: int,
    styles: Displays, roles: list[str], jobs: int,
) -> int:  # fmt: skip
    """Write a file for each role and language into *folder*."""
    began = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)

    def tell(words: str) -> None:
        print(f"{time.monotonic() - began:5.0f} s  {words}", flush=True)

    with tempfile.TemporaryDirectory() as place, pages_site.standing_still():
        database = Path(place) / "club.sqlite3"
        pages_site.open_site(checkout, database)
        everybody = [*pages_site.fill(), "visitor"]
        tell("the demo club is here")
        displays = displays_in(pages_site.style_sheets()) | styles
        recorder = Recorder(displays, Limits(plain=limit), database)
        run = runner(recorder, jobs, tell)
        roles = [role for role in everybody if not roles or role in roles]
        found = run(as_recorded(roles, before)) if before else look_around(run, roles)
    (folder / STYLES).write_text(json.dumps(displays, indent=1))
    for name, entries in found.items():
        save(folder / f"{name}.jsonl", entries)
    tell(f"{sum(map(len, found.values()))} pages in {folder}")
    return 0


Run = Callable[[list[Task]], dict[str, Found]]


def runner(recorder: Recorder, jobs: int, tell: Callable[[str], None]) -> Run:
    """Carries out tasks, as many at a time as there are jobs."""

    def run(tasks: list[Task]) -> dict[str, Found]:
        from django.db import connections

        connections.close_all()
        done: dict[str, Found] = {}
        with multiprocessing.get_context("fork").Pool(jobs) as pool:
            for task, entries in pool.imap_unordered(recorder, tasks, chunksize=1):
                done[str(task)] = entries
                tell(f"{task}: {len(entries)} pages")
        return {str(task): done[str(task)] for task in tasks}

    return run


def as_recorded(roles: list[str], before: dict[str, list[Entry]]) -> list[Task]:
    """The very addresses and forms of another recording."""
    every = [(role, language) for role in roles for language in LANGUAGES]
    return [Task(role, language, before.get(f"{role}.{language}", []))
            for role, language in every]  # fmt: skip


def look_around(run: Run, roles: list[str]) -> dict[str, Found]:
    """What each role finds by its links, and what it can only know from the others."""
    language = LANGUAGES[0]
    found = run([Task(role, language) for role in roles])
    every = pages_site.all_kinds()
    asked, sent = gathered(found, "GET"), gathered(found, "POST")
    addresses = sorted({one["address"] for group in asked.values() for one in group}, key=natural)
    guesses = {
        kind: [one for route in routes.split() for one in pages_site.guessed(route, addresses)][:2]
        for kind, routes in every.items()
        if kind not in asked
    }
    known = (*asked, *guesses, *(f"POST {kind}" for kind in (*sent, *guesses)))
    strange: list[Task] = []
    for role in roles:
        mine = {name: found[name] for name in (f"{role}.{language}",)}
        wanted = unknown(gathered(mine, "GET"), asked, guesses)
        for kind in sorted(set(sent) - set(gathered(mine, "POST"))):
            one = sent[kind][0]
            wanted.append({"key": f"POST {one['address']} like others", "address": one["address"],
                           "sent": one["sent"]})  # fmt: skip
        wanted += [
            {"key": f"POST {address} unasked", "address": address, "sent": []}
            for kind, beside in guesses.items()
            for address in beside[:1]
            if kind not in sent and not kind.startswith(("admin:", "/"))
        ]
        strange.append(Task(role, language, wanted, known))
    for name, entries in run(strange).items():
        found[name] |= entries
    others = [Task(role, other, some_of_every_kind(found[f"{role}.{language}"]))
              for role in roles for other in LANGUAGES[1:]]  # fmt: skip
    return found | run(others)


def gathered(found: dict[str, Found], method: str) -> dict[str, list[Entry]]:
    """Kind → the pages of a method, without those of a query."""
    kinds: dict[str, list[Entry]] = defaultdict(list)
    for entries in found.values():
        for key, entry in entries.items():
            if key.startswith(method) and "?" not in entry["address"]:
                kinds[entry["kind"]].append(entry)
    return kinds


def unknown(
    mine: dict[str, list[Entry]], asked: dict[str, list[Entry]], guesses: dict[str, list[str]]
) -> list[Entry]:
    """Two addresses of each kind that a role did not find."""
    addresses = guesses | {
        kind: list(dict.fromkeys(one["address"] for one in group)) for kind, group in asked.items()
    }
    return [
        {"key": f"GET {address}", "address": address}
        for kind in sorted(set(addresses) - set(mine))
        for address in addresses[kind][:2]
    ]


def some_of_every_kind(entries: Found) -> list[Entry]:
    groups: dict[tuple[str, ...], list[Entry]] = defaultdict(list)
    for entry in in_order(entries):
        method = entry["key"].split(" ")[0]
        query = "query" if "?" in entry["address"] else ""
        groups[entry["kind"], method, query, str(entry["status"])].append(entry)
    chosen: list[Entry] = []
    for group in groups.values():
        named = {entry["key"]: entry for entry in group}
        chosen += [named[key] for key in spread(list(named), IN_OTHER_LANGUAGES)]
    return chosen


def in_order(entries: Found) -> list[Entry]:
    return [{"key": key, **entries[key]} for key in sorted(entries, key=natural)]


def save(path: Path, entries: Found) -> None:
    lines = (json.dumps(entry, ensure_ascii=False) for entry in in_order(entries))
    path.write_text("".join(f"{line}\n" for line in lines))
