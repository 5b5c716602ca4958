"""A club for a benchmark: an empty database, its members and games, the pages that readers open."""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MANAGE = (sys.executable, str(ROOT / "manage.py"))
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
VENDORS = ("sqlite", "postgresql")
MEMBERS = 300
FIRST_DAY = date(2000, 1, 1)
#: Addresses of the demo club; `page_values` fills in the braces.
PAGES = (
    "/", "/games/", "/games/{game}/", "/members/", "/members/{member}/", "/rankings/", "/kifu/",
    "/tournaments/", "/tournaments/{event}/", "/leagues/", "/calendar/", "/ladder/", "/learn/",
    "/learn/rules/", "/learn/points/", "/calculator/",
)  # fmt: skip


@contextmanager
def fresh_database(vendor: str, name: str, folder: str) -> Iterator[str]:
    """Yield the address of an empty database and drop it afterwards (SQLite: with its folder)."""
    if vendor == "sqlite":
        path = Path(folder) / f"{name}.sqlite3"
        path.unlink(missing_ok=True)
        yield f"sqlite:///{path}"
        return
    import psycopg

    drop = f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield POSTGRES.rsplit("/", 1)[0] + f"/{name}"
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(drop)


def copy_database(source: str, target: str) -> None:
    """Make the database at *target* a copy of the one at *source*, which nothing has open."""
    if source.startswith("sqlite:///"):
        shutil.copyfile(source.removeprefix("sqlite:///"), target.removeprefix("sqlite:///"))
        return
    import psycopg

    names = [url.rsplit("/", 1)[1] for url in (source, target)]
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {names[1]} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {names[1]} TEMPLATE {names[0]}")


def environment(url: str) -> dict[str, str]:
    """Return what a process of the site needs to run on the database at *url*."""
    return {**os.environ, "DATABASE_URL": url, "DEBUG": "False", "SECRET_KEY": "benchmark-" * 6}


def set_up_django() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
    import django

    django.setup()


def make_members(count: int) -> list[Any]:
    from goclub.members.models import Member

    Member.objects.bulk_create(
        Member(display_name=f"Member {n}", status="member", joined_on=FIRST_DAY)
        for n in range(count)
    )
    return list(Member.objects.order_by("-pk")[:count])[::-1]


def write_facts(members: list[Any], games: int, *, games_a_day: int = 15) -> None:
    """Write decisions and confirmed games past the services; the ledger stays as it is."""
    from goclub.common.gate import gate_open
    from goclub.games.models import Game
    from goclub.members.models import StrengthDecision

    rng = random.Random(games)
    noon = datetime(2000, 1, 1, tzinfo=UTC)
    decisions = [
        StrengthDecision(member=member, kind="declared", points=60 + number % 120,
                         effective_on=FIRST_DAY, decided_at=noon)
        for number, member in enumerate(members)
    ]  # fmt: skip
    decisions += [  # half the club may certify the other half
        StrengthDecision(member=member, system="igs", kind="set", rank=f"{1 + number % 17}k",
                         effective_on=FIRST_DAY, decided_at=noon + timedelta(hours=1),
                         reason="benchmark")
        for number, member in enumerate(members[: len(members) // 2])
    ]  # fmt: skip
    with gate_open():
        StrengthDecision.objects.bulk_create(decisions)
        for start in range(0, games, 1000):
            numbers = range(start, min(start + 1000, games))
            Game.objects.bulk_create(draw_game(rng, members, n, games_a_day) for n in numbers)


def draw_game(rng: random.Random, members: list[Any], number: int, games_a_day: int) -> Any:
    from goclub.games.models import Game

    black, white = rng.sample(members, 2)
    day = FIRST_DAY + timedelta(days=number // games_a_day)
    at = datetime(day.year, day.month, day.day, 8, tzinfo=UTC)
    at += timedelta(minutes=number % games_a_day)
    return Game(
        black=black, white=white, played_on=day, handicap=rng.choice((0, 0, 0, 2, 3, 4)),
        komi2=rng.choice((13, 1, -11)), winner=rng.choice("BW"), ending="resign",
        state="confirmed", reported_at=at, confirmed_at=at,
    )  # fmt: skip


def page_values() -> dict[str, object]:
    """Return what the braces of `PAGES` stand for in the club of this database."""
    from goclub.games.models import Game, Kifu
    from goclub.leagues.models import Event

    kifu = Kifu.objects.in_library().filter(game__state=Game.State.CONFIRMED).latest("pk")
    event = Event.objects.filter(state="closed").earliest("pk")
    return {
        "game": kifu.game_id, "member": kifu.game.black_id, "kifu": kifu.pk, "event": event.slug,
    }  # fmt: skip


def session_cookie(username: str) -> str:
    """Sign the account in and return its cookie."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client()
    client.force_login(get_user_model().objects.get(username=username))
    return f"sessionid={client.cookies['sessionid'].value}"
