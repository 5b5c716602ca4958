"""A club for a benchmark: an empty database, its members and games, the pages that readers open."""

from __future__ import annotations

import argparse
import io
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the project is not installed
MANAGE = (sys.executable, str(ROOT / "manage.py"))
POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
LETTERS = "abcdefghijklmnopqrs"
VENDORS = ("sqlite", "postgresql")
MEMBERS = 300
FIRST_DAY = date(2000, 1, 1)
#: Addresses of the demo club; `page_values` fills in the braces.
PAGES = (
    "/", "/games/", "/games/{game}/", "/members/", "/members/{member}/", "/rankings/", "/kifu/",
    "/tournaments/", "/tournaments/{event}/", "/leagues/", "/calendar/", "/ladder/", "/learn/",
    "/learn/rules/", "/learn/points/", "/calculator/",
)  # fmt: skip


def parser(doc: str | None, **sizes: int) -> argparse.ArgumentParser:
    """Return a command line with these sizes and their defaults."""
    command_line = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    for name, default in sizes.items():
        command_line.add_argument(f"--{name}", type=int, default=default)
    return command_line


def timed(
    task: Callable[[], T], runs: int = 1, clock: Callable[[], float] = time.process_time
) -> tuple[T, list[float]]:
    """Return the answer of a task, and the milliseconds of each run, by the processor."""
    milliseconds = []
    for _ in range(runs):
        started = clock()
        answer = task()
        milliseconds.append(1000 * (clock() - started))
    return answer, milliseconds


def judge(above: list[str]) -> int:
    """Print which figures are above their limits; return the exit status."""
    print(f"Load {os.getloadavg()[0]:.1f}. Above the limits: {', '.join(above) or 'none'}")
    return 1 if above else 0


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


@contextmanager
def site(database: Path | None = None, **settings: str) -> Iterator[None]:
    """Run Django on SQLite, on an empty database unless one is named."""
    with tempfile.TemporaryDirectory() as folder:
        path = database or Path(folder) / "club.sqlite3"
        os.environ |= environment(f"sqlite:///{path.resolve()}")
        os.environ |= {"VAR_DIR": folder, **settings}
        set_up_django()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        yield


def set_up_django() -> None:
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


def draw_moves(
    chance: random.Random,
    moves: int = 220,
    size: int = 19,
    opening: Sequence[tuple[int, int]] = ((3, 3),),
    share: float = 0.65,
) -> list[tuple[int, int]]:
    """Return legal moves of a game; after its opening a *share* of them is near the move before."""
    from goclub.go.board.basics import WHITE, opponent
    from goclub.go.board.position import Board

    board, colour, points = Board(size), WHITE, [*opening]
    for point in points:
        colour = opponent(colour)
        board.play(colour, point)
    while len(points) < moves:
        colour, (x, y) = opponent(colour), points[-1]
        for _ in range(200):
            near = chance.random() < share
            point = (
                x + chance.randrange(-3, 4) if near else chance.randrange(size),
                y + chance.randrange(-3, 4) if near else chance.randrange(size),
            )
            if board.contains(point) and board.refusal(colour, point) is None:
                board.play(colour, point)
                points.append(point)
                break
        else:
            break
    return points


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


def open_page(path: str, cookie: str, query: str = "") -> float:
    """Open a page and return its size in kB as sent."""
    from goclub.wsgi import application

    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_COOKIE": cookie,
        "HTTP_ACCEPT_ENCODING": "gzip", "HTTP_ACCEPT_LANGUAGE": "en", "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr,
    }  # fmt: skip
    statuses: list[str] = []
    response = application(environ, lambda status, _headers, *_: statuses.append(status))
    size = sum(map(len, response))
    response.close()
    if not statuses[0].startswith("200"):
        raise SystemExit(f"{path}: {statuses[0]}")
    return size / 1000
