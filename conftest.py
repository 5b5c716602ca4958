"""Fixtures for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from goclub.games.rating.ledger import triggers

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


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hashing a password is slow on purpose, and a test has nothing to hide."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """The test database of every worker is a copy of one that was migrated before."""
    from goclub.common.tests import template_database

    with template_database.used():
        yield


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    """What a test sent does not count against the next."""
    yield
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def locks_in_order() -> Iterator[None]:
    """A service that takes a lock after one that comes later in the order fails its test."""
    from goclub.common.tests import lock_order

    with lock_order.watched():
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
    from goclub.leagues.roles import LEAGUE_GRANTS, LEAGUES_GRANTS
    from goclub.members.roles import MEMBERS_GRANTS, grant

    triggers.install()
    grant(apps, "members", MEMBERS_GRANTS)
    grant(apps, "games", GAMES_GRANTS)
    grant(apps, "leagues", LEAGUES_GRANTS)
    grant(apps, "leagues", LEAGUE_GRANTS)
    yield
    triggers.remove()


# --- Walks in a browser -------------------------------------------------------------------------
@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Debian's Chromium, as root too."""
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        "args": ["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
    }


@pytest.fixture
def people():
    """Two members of a club with a name, who can sign in."""
    from goclub.members.models import ClubSettings
    from goclub.members.tests.factories import make_member

    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    sato = make_member("佐藤 健", romanised_name="Sato Ken", points=119, password=True)
    anong = make_member("อนงค์ ศรีสุข", romanised_name="Anong S.", points=136, password=True)
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
