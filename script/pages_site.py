"""The site of a checkout, standing still: its clock, its chance, its demo club, its addresses."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import time_machine

MOMENT = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
HOST = "localhost"
_chance = random.Random()  # what the machine's own chance is replaced by
#: What the codes say that were drawn for a page.
codes: list[str] = []
_kinds: dict[str, str | None] = {}


def open_site(checkout: Path, database: Path) -> None:
    """Load the Django project of *checkout*, with an own database and nothing of the machine's."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "goclub.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "GOCLUB_ENV": "demo",
        "DEBUG": "off",
        "ALLOWED_HOSTS": HOST,
        "TIME_ZONE": "Asia/Tokyo",
        "CACHE_URL": "locmemcache://",
        "EMAIL_URL": "memorymail://",
        "SECRET_KEY": "only-for-recording-pages-0123456789-0123456789-0123456789",
    }
    os.chdir(checkout)
    sys.path.insert(0, str(checkout))
    import django
    from django.conf import settings

    django.setup()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    logging.disable(logging.CRITICAL)
    import segno

    for name in ("make", "make_qr"):
        setattr(segno, name, _noting(getattr(segno, name)))
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def _noting(make: Callable[..., Any]) -> Callable[..., Any]:
    """What a code on a page says is not to be read from its picture."""

    def noting(content: str, *args: Any, **options: Any) -> Any:
        codes.append(content)
        return make(content, *args, **options)

    return noting


def letters() -> list[Any]:
    """What was sent by mail since the last time."""
    from django.core import mail

    sent, mail.outbox = getattr(mail, "outbox", []), []
    return sent


@contextlib.contextmanager
def standing_still() -> Iterator[None]:
    """One moment for every page; chance from a seed."""
    os.urandom = _chance.randbytes
    random._urandom = _chance.randbytes  # type: ignore[attr-defined]
    seed("the demo club")
    with time_machine.travel(MOMENT, tick=False):
        yield


def seed(text: str) -> None:
    """The same chance for the same page, whatever was asked for before."""
    _chance.seed(text)
    random.seed(text)


def fill() -> list[str]:
    """Migrate, fill the demo club, and return the names of its logins."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    said = io.StringIO()
    call_command("demo", stdout=said)
    found = re.search(r"logins[^:]*:\s*(.+)", said.getvalue())
    if not found:
        raise SystemExit(f"The demo did not print its logins: {said.getvalue()!r}")
    return [name.strip() for name in found[1].split(",")]


def style_sheets() -> list[str]:
    """The text of every style sheet of the site, the library's first."""
    from django.contrib.staticfiles import finders

    library = finders.find("bootstrap/css/bootstrap.min.css")
    ours = [
        Path(storage.path(path))
        for finder in finders.get_finders()
        for path, storage in finder.list([])
        if path.endswith(".css") and Path(storage.path(path)).is_relative_to(Path.cwd())
    ]
    own = [path for path in sorted(ours) if ".venv" not in path.parts]
    return [path.read_text() for path in [*([Path(library)] if library else []), *own]]


def kind_of(address: str) -> str | None:
    """The name of the pattern of the URLconf that an address belongs to; None outside of it."""
    from django.urls import Resolver404, resolve

    path = urlsplit(address).path
    if path not in _kinds:
        try:
            match = resolve(path)
        except Resolver404:
            _kinds[path] = None
        else:
            _kinds[path] = match.view_name or f"/{match.route}"
    return _kinds[path]


def route_of(address: str) -> str:
    """The pattern that an address belongs to, as it is written."""
    from django.urls import Resolver404, resolve

    try:
        return resolve(urlsplit(address).path).route
    except Resolver404:
        return ""


def guessed(route: str, addresses: list[str]) -> list[str]:
    """Addresses of a pattern that no page leads to: beside those that were found, else number 1."""
    if "(?P" in route or "^" in route:
        return []
    before, given, tail = route.rpartition(">")
    if not given:
        return [f"/{route}"]
    beside = [
        "/" + "/".join(address.strip("/").split("/")[: before.count("/") + 1]) + tail
        for address in addresses
        if route_of(address).startswith(f"{before}>")
    ]
    one = re.sub(r"<[^>]*>", "1", f"/{route}")
    return list(dict.fromkeys(beside)) or [one]


def names_in(address: str) -> list[str]:
    """The names in the query of an address, sorted."""
    query = urlsplit(address).query
    return sorted({name for name, _value in parse_qsl(query, keep_blank_values=True)})


def all_kinds() -> dict[str, str]:
    """Every pattern of the URLconf: its name → its route."""
    from django.urls import URLPattern, get_resolver

    found: dict[str, str] = {}

    def walk(patterns: Any, before: str, space: str) -> None:
        for one in patterns:
            route = before + str(one.pattern)
            if isinstance(one, URLPattern):
                name = f"{space}{one.name}" if one.name else f"/{route}"
                found[name] = f"{found[name]}  {route}" if name in found else route
            else:
                inner = f"{space}{one.namespace}:" if one.namespace else space
                walk(one.url_patterns, route, inner)

    walk(get_resolver().url_patterns, "", "")
    return found
