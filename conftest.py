"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from django.test import override_settings

from goclub.games.rating.ledger import triggers

_ROOT = Path(__file__).parent
_APPS = {("goclub", app) for app in ("api", "demo", "front", "games", "leagues", "members")}
_UNSAFE = "-c synchronous_commit=off -c jit=off"
_WALKED = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
# The synchronous browser driver runs a loop in the tests' thread, which Django takes for async.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Ready Hypothesis before a module is imported that names it; others need not wait for it.

    No test is timed: a busy machine is no defect.  The same code gets the same examples, so that a
    failure belongs to the change at hand; HYPOTHESIS_SEARCH=1 looks for new ones.
    """
    if "hypothesis" in module_path.read_text():
        from hypothesis import settings

        searches = bool(os.environ.get("HYPOTHESIS_SEARCH"))
        settings.register_profile("goclub", deadline=None, derandomize=not searches)
        settings.load_profile("goclub")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[Any], list[Any]]:
    """Examples in docstrings are looked for where there are any: looking takes half of a start."""
    found = yield
    if file_path.suffix != ".py" or ">>>" in file_path.read_text():
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Tests of the apps use the database, each in a transaction where it asks for nothing else."""
    of_app = item.path.relative_to(_ROOT).parts[:2] in _APPS
    if of_app and isinstance(item, pytest.Function) and not item.get_closest_marker("django_db"):
        item.add_marker("django_db")


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: nothing is found by going through it again and again.

    Where no file names Hypothesis, its plugin would load all of it at the end for its summary.
    """
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hashing a password is slow on purpose, and a test has nothing to hide."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """The test database of every worker is a copy of one that was migrated before.

    Where a browser walks, it is a file: in memory the threads of the server would share the test's
    own connection, on which nobody can wait for anybody ("database table is locked").
    """
    from django.db import connection

    from goclub.common.tests import template_database

    if connection.vendor == "postgresql":
        # What tests commit is thrown away: they wait for no disk, and compile no query.
        options = connection.settings_dict.setdefault("OPTIONS", {})
        options["options"] = f"{options.get('options', '')} {_UNSAFE}".strip()
    elif any("live_server" in getattr(item, "fixturenames", ()) for item in request.session.items):
        place = tmp_path_factory.getbasetemp() / "walks.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(place)
        connection.settings_dict["OPTIONS"]["init_command"] = _WALKED
    with template_database.used():
        yield


@pytest.fixture(autouse=True)
def own_backups(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test sees, or makes, a backup of the site itself, or what it remembers of its nights."""
    place = tmp_path_factory.getbasetemp()
    with override_settings(BACKUP_DIR=str(place / "backups"), VAR_DIR=place / "var"):
        yield
    (place / "var" / "ledger-check.json").unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    """What a test sent does not count against the next, and its language is not the next one's."""
    yield
    from django.core.cache import cache
    from django.utils import translation

    cache.clear()
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def locks_in_order() -> Iterator[None]:
    """A service that takes a lock after one that comes later in the order fails its test."""
    from goclub.common.tests import lock_order

    with lock_order.watched():
        yield


@pytest.fixture(scope="session", autouse=True)
def other_databases() -> Iterator[None]:
    """A test may use databases that the settings do not name, which has no border to keep."""
    from unittest import mock

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.test import SimpleTestCase

    ordinary = classmethod(lambda _cls: BaseDatabaseWrapper.ensure_connection)
    with mock.patch.object(SimpleTestCase, "ensure_connection_patch_method", ordinary):
        yield


@pytest.fixture(autouse=True)
def flushable_ledger(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests that commit for real flush the database afterwards, which the ledger's triggers refuse.

    Such tests find the triggers and the roles in place, and lose the triggers just before the
    flush.
    """
    names = {"transactional_db", "live_server"}
    marker = request.node.get_closest_marker("django_db")
    commits = bool(names & set(request.fixturenames)) or (
        marker is not None and marker.kwargs.get("transaction")
    )
    if not commits:
        yield
        return
    request.getfixturevalue("transactional_db")
    from django.apps import apps

    from goclub.games.roles import GAMES_GRANTS
    from goclub.leagues.roles import (
        CALENDAR_GRANTS,
        CHALLENGE_GRANTS,
        LADDER_GRANTS,
        LEAGUE_GRANTS,
        LEAGUES_GRANTS,
        RATING_LIST_GRANTS,
    )
    from goclub.members.roles import MEMBERS_GRANTS, grant

    triggers.install()
    grant(apps, "members", MEMBERS_GRANTS)
    grant(apps, "games", GAMES_GRANTS)
    for grants in (
        LEAGUES_GRANTS, LEAGUE_GRANTS, CALENDAR_GRANTS, CHALLENGE_GRANTS, LADDER_GRANTS,
        RATING_LIST_GRANTS,
    ):  # fmt: skip
        grant(apps, "leagues", grants)
    yield
    triggers.remove()


# --- Walks in a browser -------------------------------------------------------------------------
@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Debian's Chromium, as root too, and time enough for what a busy machine shows late."""
    from playwright.sync_api import expect

    from goclub.common.tests.walking import browser_path

    expect.set_options(timeout=15_000)
    return {
        **browser_type_launch_args,
        "executable_path": browser_path(),
        "args": ["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
    }


@pytest.fixture
def strengths():
    """The points of the two."""
    return 119, 136


@pytest.fixture
def people(strengths):
    """Two members of a club with a name, who can sign in and see names as they are written."""
    from goclub.members.models import ClubSettings
    from goclub.members.names import AS_WRITTEN
    from goclub.members.tests.factories import make_member

    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    sato = make_member("佐藤 健", romanised_name="Sato Ken", points=strengths[0], password=True)
    anong = make_member("อนงค์ ศรีสุข", romanised_name="Anong S.", points=strengths[1], password=True)
    for member in (sato, anong):
        member.names_shown = AS_WRITTEN
        member.save(update_fields=["names_shown"])
    return sato, anong


@pytest.fixture
def visit(page, live_server):
    """Watch for script errors and refusals of the policy while walking."""
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    page.goto(live_server.url)
    yield page
    assert problems == []


@pytest.fixture
def keeping(settings: Any, transactional_db: None) -> Iterator[None]:
    """A club whose pages are kept; tests keep none otherwise."""
    from django.core.cache import caches

    from goclub.members.models import ClubSettings

    settings.KEEP_PAGES = 600
    caches["pages"].clear()
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    yield
    caches["pages"].clear()


@pytest.fixture
def founded(db: None) -> None:
    """A site that a club has founded, so that it has a name and takes requests to join."""
    from goclub.members.models import ClubSettings

    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
