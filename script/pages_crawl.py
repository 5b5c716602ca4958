"""Goes through the site as one person in one language, and keeps what every page says."""

from __future__ import annotations

import copy
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

import pages_site
from pages_forms import (
    FILES,
    FROM_SITE,
    Pairs,
    as_shown,
    fillings,
    other_values,
    spread,
    without_token,
)
from pages_read import (
    Displays,
    Form,
    Page,
    masked,
    read_html,
    recorded,
    recorded_file,
)
from pages_site import HOST, kind_of, letters, names_in, seed

#: Asked for by everybody, since no page leads there.
FIRST = ("/", "/health/", "/club.css", "/office/", "/no/such/page/", "/members/999999/",
         "/games/999999/", "/tournaments/none/", "/leagues/none/", "/office/none/")  # fmt: skip
HEADERS = ("Location", "Content-Disposition", "Cache-Control", "Allow", "Retry-After",
           "X-Robots-Tag", "Content-Language", "Refresh")  # fmt: skip
PER_WAVE = 2
#: How far one goes behind a form.
STEPS = 8
Entry = dict[str, Any]
Steps = list[tuple[str, Pairs | None]]


@dataclass(frozen=True)
class Limits:
    """How many addresses of one pattern, in all and with the same names in the query, and forms."""

    plain: int = 6
    with_query: int = 8
    same_names: int = 2
    posts: int = 2

    def of(self, kind: str) -> Limits:
        """Django's admin makes many pages of one mould."""
        return Limits(2, 4, 1, 1) if kind.startswith("admin:") else self


class Visitor:
    """One person at a browser."""

    def __init__(self, displays: Displays, limits: Limits, known: tuple[str, ...] = ()) -> None:
        from django.test import Client

        self.client = Client(raise_request_exception=False, SERVER_NAME=HOST)
        self.displays, self.limits = displays, limits
        self.entries: dict[str, Entry] = {}
        self.candidates: dict[str, list[str]] = defaultdict(list)
        self.seen: set[str] = set()
        self.visited: Counter[str] = Counter(known)
        self.forms: dict[str, tuple[str, Form]] = {}
        self.posted: Counter[str] = Counter()

    # --- One page ------------------------------------------------------------------------------
    def get(self, address: str) -> tuple[Entry, Page]:
        seed(address)
        return self._kept(address, self.client.get(address))

    def alone(self, address: str) -> tuple[Entry, Page]:
        """The page by itself: what is said after a redirect is not left to whatever comes next."""
        found = self.get(address)
        self.client.cookies.pop("messages", None)
        return found

    def _kept(self, address: str, response: Any) -> tuple[Entry, Page]:
        body = b"".join(response) if response.streaming else response.content
        kind = response.get("Content-Type", "")
        entry: Entry = {
            "address": address,
            "kind": kind_of(address) or "",
            "status": response.status_code,
            "type": kind,
            "headers": [f"{name}: {masked(response[name])}" for name in HEADERS
                        if name in response],
        }  # fmt: skip
        if response.status_code >= 500 and kind_of(address) != "health":
            print(f"    {response.status_code} {address}", file=sys.stderr)
        page = Page(self.displays)
        if kind.startswith("text/html"):
            page = read_html(body.decode(response.charset), self.displays)
            entry |= recorded(page)
        else:
            entry |= recorded_file(body, response.charset)
        self._beside(entry, page)
        return entry, page

    @staticmethod
    def _beside(entry: Entry, page: Page) -> None:
        """Letters that were sent, and what drawn codes say."""
        said = list(pages_site.codes)
        pages_site.codes.clear()
        if said:
            entry["codes"] = [masked(code) for code in said]
        for letter in letters():
            lines = [letter.subject, f"To: {', '.join(letter.to)}", *letter.body.splitlines()]
            entry.setdefault("letters", []).extend(map(masked, lines))
            said += re.findall(r"https?://\S+", letter.body)
        page.hrefs += said

    def as_before(self, entries: list[Entry]) -> None:
        """Ask for what was recorded before, and for nothing else."""
        for entry in entries:
            if "sent" in entry:
                self.send(entry["key"], entry["address"], entry["sent"], entry.get("then"))
            else:
                self.entries[entry["key"]] = self.alone(entry["address"])[0]

    # --- Following links -----------------------------------------------------------------------
    def crawl(self) -> None:
        """Visit pages in waves, a few of every kind in each, until every kind has enough."""
        for address in FIRST:
            self._found(address, "")
        while chosen := self._wave():
            for address in chosen:
                self.visit(address)

    def visit(self, address: str) -> None:
        entry, page = self.alone(address)
        self.entries[f"GET {address}"] = entry
        self.seen.add(address)
        if 300 <= entry["status"] < 400:
            self._found(self.client_target(entry, address), address)
        self.learn(address, page)

    @staticmethod
    def client_target(entry: Entry, address: str) -> str:
        where = next((one for one in entry["headers"] if one.startswith("Location: ")), "")
        return urljoin(address, where.removeprefix("Location: "))

    def learn(self, address: str, page: Page) -> None:
        """Take note of where a page leads."""
        for target in page.hrefs:
            self._found(target, address)
        for form in page.forms:
            if form.method == "GET":
                self._queries(form, address)
            elif form.method == "POST":
                self._posts(form, address)

    def _found(self, target: str, source: str, change: str = "") -> None:
        address = self._own(urljoin(f"http://{HOST}{source or '/'}", target))
        if address is None or address in self.seen or address.startswith("/static/"):
            return
        names = names_in(address)
        if "_changelist_filters" in names or "_popup" in names:
            return
        if names and urlsplit(source).query and urlsplit(source).path == urlsplit(address).path:
            return  # one change of a list at a time
        self.seen.add(address)
        kind = kind_of(address) or "nowhere"
        query = f"?{change or '&'.join(names)}" if names else ""
        self.candidates[kind + query].append(address)

    @staticmethod
    def _own(url: str) -> str | None:
        parts = urlsplit(urldefrag(url).url)
        if parts.scheme not in {"http", "https"} or parts.hostname != HOST:
            return None
        return parts.path + (f"?{parts.query}" if parts.query else "")

    def _queries(self, form: Form, address: str) -> None:
        """What a form of a list asks for as it stands, and with one field changed at a time."""
        shown = as_shown(form)
        action = urljoin(address, form.action or urlsplit(address).path).split("?")[0]
        self._found(f"{action}?{urlencode(shown)}", address.split("?")[0], "as shown")
        for one in form.fields:
            for value in other_values(one):
                changed = [pair for pair in shown if pair[0] != one.name] + [(one.name, value)]
                self._found(f"{action}?{urlencode(changed)}", address.split("?")[0],
                            f"{one.name}=")  # fmt: skip

    def _wave(self) -> list[str]:
        chosen: list[str] = []
        for kind in sorted(self.candidates):
            waiting = sorted(set(self.candidates[kind]), key=natural)
            name, _, query = kind.partition("?")
            total = f"{name}?" if query else name
            limits = self.limits.of(name)
            room = (limits.with_query if query else limits.plain) - self.visited[total]
            if query:
                room = min(room, limits.same_names - self.visited[kind])
            taken = spread(waiting, min(room, PER_WAVE))
            self.visited[total] += len(taken)
            if query:
                self.visited[kind] += len(taken)
            self.candidates[kind] = [one for one in waiting if one not in taken]
            chosen += taken
        return chosen

    # --- Forms that change something -----------------------------------------------------------
    def _posts(self, form: Form, address: str) -> None:
        action = self._own(urljoin(f"http://{HOST}{address}", form.action or address))
        kind = kind_of(action) if action else None
        if action is None or kind is None:
            return
        for change, data in fillings(form):
            names = "&".join(sorted({re.sub(r"\d+", "#", one.name) + "="[: bool(one.value)]
                                     for one in form.fields}))  # fmt: skip
            group = f"{kind} {change} {names}"
            key = f"POST {action} {change} from {address}"
            if self.posted[group] < self.limits.of(kind).posts and key not in self.forms:
                self.posted[group] += 1
                self.visited[f"POST {kind}"] += 1
                self.forms[key] = (action, data)

    def send(self, key: str, action: str, data: Pairs, then: list[Entry] | None = None) -> None:
        """Send a form, follow where it leads, and take everything back.

        ``then``: what to ask for and to send afterwards; without it, the page that the answer leads
        to and what it shows of kinds that have not been seen before.
        """
        from django.core.cache import cache
        from django.db import transaction

        cookies = copy.deepcopy(self.client.cookies)
        with transaction.atomic():
            entry, page = self._sent(action, data)
            self.entries[key] = entry | {"then": []}
            if then is None:
                self._follow(self.entries[key], page, action)
            for step in then or ():
                after = self._sent(step["address"], step["sent"]) if "sent" in step else (
                    self.get(step["address"]))  # fmt: skip
                self.entries[key]["then"].append(after[0])
            transaction.set_rollback(True)
        self.client.cookies = cookies
        cache.clear()

    def _sent(self, action: str, data: Pairs) -> tuple[Entry, Page]:
        seed(f"POST {action}")
        entry, page = self._kept(action, self.client.post(action, self._grouped(data)))
        return entry | {"sent": data}, page

    def _grouped(self, data: Pairs) -> dict[str, list[Any]]:
        """What the test client sends; the name of a file stands for the file."""
        from django.core.files.uploadedfile import SimpleUploadedFile

        found: dict[str, list[Any]] = defaultdict(list)
        for name, value in data:
            if value == FROM_SITE:
                body = self.client.get(value.removeprefix("page:")).content
                found[name].append(SimpleUploadedFile("event.xml", body))
            elif value in FILES:
                found[name].append(SimpleUploadedFile(value.removeprefix("file:"), FILES[value]))
            else:
                found[name].append(value)
        return dict(found)

    def _follow(self, entry: Entry, page: Page, action: str) -> None:
        if not 300 <= entry["status"] < 400:
            self._confirm(entry, page, action)
            return
        steps: Steps = [(self.client_target(entry, action), None), *self._new_on(page, action)]
        while steps and len(entry["then"]) < STEPS:
            target, data = steps.pop(0)
            address = self._own(urljoin(f"http://{HOST}{action}", target))
            if address is None:
                continue
            after, page = self.get(address) if data is None else self._sent(address, data)
            entry["then"].append(after)
            self.visited[after["kind"]] += data is None
            if 300 <= after["status"] < 400:
                steps.insert(0, (self.client_target(after, address), None))
            else:
                steps += self._new_on(page, address)

    def _confirm(self, entry: Entry, page: Page, action: str) -> None:
        """A form may come back with more in it, to be sent once again."""
        for form in page.forms:
            back = self._own(urljoin(f"http://{HOST}{action}", form.action or action))
            data = fillings(form)[0][1]
            if entry["status"] == 200 and form.method == "POST" and back == action and (
                without_token(data) != without_token(entry["sent"])):  # fmt: skip
                after, page = self._sent(action, data)
                entry["then"].append(after)
                if 300 <= after["status"] < 400:
                    entry["then"].append(self.get(self.client_target(after, action))[0])
                return

    def _new_on(self, page: Page, address: str) -> Steps:
        """Links and forms of a page that lead to what has not been asked for before."""
        steps: Steps = []
        kinds: set[str] = set()
        for target in page.hrefs:
            kind = kind_of(urljoin(address, target)) or ""
            if (
                kind
                and self._own(urljoin(f"http://{HOST}{address}", target))
                and kind not in kinds
                and not self.visited[kind]
            ):
                kinds.add(kind)
                steps.append((urljoin(address, target), None))
        for form in page.forms:
            action = urljoin(address, form.action or address)
            kind = f"POST {kind_of(action)}"
            if form.method == "POST" and not self.visited[kind]:
                self.visited[kind] += 1
                steps.append((action, fillings(form)[0][1]))
        return steps


def natural(text: str) -> list[Any]:
    """Sorts 9 before 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]
