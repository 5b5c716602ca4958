"""The cache on Redis: sites never see each other's in it, and no page fails when it is away."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.cache import caches
from django.urls import reverse

from goclub.common.redis_cache import ForgivingRedisCache, key_prefix, release_of
from goclub.common.tests.test_settings import GOOD, started
from goclub.leagues.tests.factories import played_event
from goclub.members.tests.factories import PASSWORD, make_member

BACKEND = "goclub.common.redis_cache.ForgivingRedisCache"
CLUB = {"ENGINE": "postgresql", "HOST": "db", "NAME": "club"}


def _answers(place):
    """Whether it listens: its socket is there a moment before."""
    with socket.socket(socket.AF_UNIX) as line:
        return line.connect_ex(str(place)) == 0


@contextmanager
def running(folder, *more):
    """A Redis of our own in this folder; its address."""
    program = shutil.which("redis-server")
    if not program:
        pytest.skip("redis-server is not installed (Debian: apt-get install redis-server)")
    place = folder / "socket"
    line = [program, "--port", "0", "--unixsocket", str(place), "--save", "", "--dir", str(folder)]
    server = subprocess.Popen([*line, *more], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 10
    while not _answers(place) and time.monotonic() < until:
        assert server.poll() is None
        time.sleep(0.01)
    yield f"unix://{place}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    """The address of a Redis of our own."""
    with running(tmp_path_factory.mktemp("redis")) as address:
        yield address


@pytest.fixture
def full(tmp_path):
    """The address of one that has no room for anything but the "table" that it holds."""
    with running(tmp_path, "--maxmemory-policy", "noeviction") as address:
        cache = site(address)
        cache.set("table", "here")
        cache._cache.get_client().config_set("maxmemory", 1)
        yield address


@pytest.fixture(scope="module")
def closed():
    """The address of a port at which nobody answers."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # not listening
        yield f"redis://127.0.0.1:{taken.getsockname()[1]}/0"


def site(address: str, database: dict[str, str] = CLUB, release: str = "r1") -> ForgivingRedisCache:
    return ForgivingRedisCache(address, {"KEY_PREFIX": key_prefix("key", database, release)})


def test_it_keeps_and_counts(redis):
    cache = site(redis)
    cache.set("table", ("html", 1), 60)
    assert cache.add("count", 1, 60)
    assert not cache.add("count", 1, 60)
    assert cache.incr("count") == 2
    assert cache.get_many(["table", "count", "none"]) == {"table": ("html", 1), "count": 2}
    assert cache.get("none", "otherwise") == "otherwise"
    with pytest.raises(ValueError, match="none"):
        cache.incr("none")


@pytest.mark.parametrize(
    "other",
    [
        {"database": CLUB | {"NAME": "other"}},
        {"database": CLUB | {"HOST": "elsewhere"}},
        {"release": "r2"},
    ],
)
def test_two_sites_on_one_redis_never_see_each_others(redis, other):
    """Events have the numbers 1, 2, 3 … in every database."""
    ours, theirs = site(redis), site(redis, **other)
    ours.set("leagues:standings:1", "ours")
    assert theirs.get("leagues:standings:1") is None
    theirs.set("leagues:standings:1", "theirs")
    assert ours.get("leagues:standings:1") == "ours"


def test_what_is_away_is_a_miss(closed):
    cache = site(closed)
    begun = time.monotonic()
    for _ in range(20):
        assert cache.get("table", "none") == "none"
        cache.set("table", 1)
    assert cache.get_many(["table"]) == {}
    asked = [cache.add("count", 1), cache.has_key("table"), cache.delete("table")]
    assert not any([*asked, cache.touch("table"), cache.set_many({"a": 1}), cache.delete_many("a")])
    assert cache.get_or_set("table", "made") == "made"
    with pytest.raises(ValueError, match="count"):
        cache.incr("count")
    assert time.monotonic() - begun < 2


def test_what_is_full_is_read_and_keeps_nothing_more(full):
    cache = site(full)
    cache.set("another", "here")
    assert cache.get("another", "none") == "none"
    assert not cache.add("count", 1)
    with pytest.raises(ValueError, match="count"):
        cache.incr("count")
    assert cache.get("table") == "here"
    # What is taken out because it is true no more must not be found again.
    cache.set("table", "newer")
    assert cache.delete("table")
    assert cache.get("table", "none") == "none"


@pytest.mark.django_db
@pytest.mark.parametrize("server", ["closed", "full"])
def test_no_page_fails_without_it(client, settings, server, request):
    """Pages that keep tables, the health page, and the count of sign-ins."""
    settings.CACHES = {"default": {"BACKEND": BACKEND, "LOCATION": request.getfixturevalue(server)}}
    assert isinstance(caches["default"], ForgivingRedisCache)
    member = make_member(password=True)
    event = played_event()
    assert client.get("/health/").status_code == 200
    assert client.get(reverse("leagues:standings", args=[event.slug])).status_code == 200
    answer = client.post(
        reverse("members:sign-in"), {"username": member.user.username, "password": PASSWORD}
    )
    assert answer.status_code == 302


def test_the_site_takes_it_where_it_is_named():
    """What `CACHE_URL` makes of the settings, with a prefix of this site and release."""
    code = (
        "from goclub.settings import CACHES;"
        "print(CACHES['default']['BACKEND'], CACHES['default']['KEY_PREFIX'])"
    )
    answers = [
        started("-c", code, **GOOD, CACHE_URL="redis://r:1/0", DATABASE_URL=f"postgres://h/{name}")
        for name in ("club", "other")
    ]
    said = [answer.stdout.split() for answer in answers]
    assert [backend for backend, _prefix in said] == [BACKEND, BACKEND]
    (site_one, release_one), (site_two, release_two) = (
        prefix.split(".")[1:] for _backend, prefix in said
    )
    assert site_one != site_two
    assert release_one == release_two == release_of(Path(__file__).resolve().parents[3])
