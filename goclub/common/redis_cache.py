"""Django's cache on Redis, which may be away or full, and the name under which a release uses it.

Without it pages are made anew.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

_log = logging.getLogger(__name__)

#: A page waits half a second for Redis, and asks it once.
_OPTIONS: Final = {
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.5,
    "retry": Retry(NoBackoff(), 0),
}

P = ParamSpec("P")
T = TypeVar("T")


def forgiving(method: Callable[P, T], otherwise: T) -> Callable[P, T]:
    """Return *otherwise* where Redis does not answer."""

    @wraps(method)
    def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except RedisError as error:
            _log.warning("the cache keeps nothing: %s", error)
            return otherwise

    return ask


class ForgivingRedisCache(RedisCache):
    """What cannot be read is not there; what cannot be kept is made again the next time."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        options = {**_OPTIONS, **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})

    add = forgiving(RedisCache.add, False)
    set = forgiving(RedisCache.set, None)
    delete = forgiving(RedisCache.delete, False)
    touch = forgiving(RedisCache.touch, False)
    has_key = forgiving(RedisCache.has_key, False)
    set_many = forgiving(RedisCache.set_many, [])
    delete_many = forgiving(RedisCache.delete_many, None)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return forgiving(super().get, default)(key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return forgiving(super().get_many, {})(keys, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Raises ValueError where the count is not there, or cannot be reached."""
        try:
            return super().incr(key, delta, version)
        except RedisError as error:
            raise ValueError(f"Key {key!r} cannot be counted.") from error


#: What the pages that are kept are made of.
_SOURCES = {
    "goclub": "*.py",
    "ratings": "*.py",
    "tournaments": "*.py",
    "templates": "*.html",
    "locale": "*.mo",
}


def release_of(root: Path) -> str:
    """A fingerprint of the code below *root*: the same on every machine that runs the same.

    Takes about 90 ms, so it is asked once, and only where a cache outlives the process.
    """
    digest = hashlib.sha256()
    for folder, pattern in _SOURCES.items():
        for path in sorted((root / folder).rglob(pattern)):
            if "tests" not in path.parts:
                digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:10]


def key_prefix(secret_key: str, database: Mapping[str, Any], release: str) -> str:
    """What stands before every key in a shared cache: the site (its key and its database) and the
    release.

    >>> key_prefix("k", {"NAME": "club"}, "r1") == key_prefix("k", {"NAME": "other"}, "r1")
    False
    """
    place = [
        secret_key,
        *(str(database.get(key, "")) for key in ("ENGINE", "HOST", "PORT", "NAME")),
    ]
    site = hashlib.sha256("\0".join(place).encode()).hexdigest()[:10]
    return f"goclub.{site}.{release}"
