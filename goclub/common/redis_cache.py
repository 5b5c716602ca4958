"""A cache on Redis that may go away: then nothing is found in it, and no page fails."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, cast

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import OutOfMemoryError, RedisError
from redis.retry import Retry

_log = logging.getLogger(__name__)

#: How long a page waits for Redis, in seconds, to answer and to be reached.
_PATIENCE: Final = 0.5
#: After a failure it is left alone for so many seconds: no page waits again for each key it asks.
_REST: Final = 5.0
#: Keys that are deleted at a time.
_BATCH: Final = 500


class ForgivingClient(RedisCacheClient):
    """What it cannot reach is not there; what it cannot keep is made anew the next time."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        wait = {"socket_timeout": _PATIENCE, "socket_connect_timeout": _PATIENCE}
        super().__init__(servers, **{**wait, "retry": Retry(NoBackoff(), 0), **options})
        self._away_until = 0.0

    def _ask(self, question: Callable[..., Any], otherwise: Any, *args: Any) -> Any:
        if time.monotonic() < self._away_until:
            return otherwise
        try:
            return question(*args)
        except OutOfMemoryError as error:
            # It answers all the same: what it holds is found, and can be taken out.
            _log.warning("the cache is full: %s", error)
            return otherwise
        except (RedisError, OSError) as error:
            self._away_until = time.monotonic() + _REST
            _log.warning("the cache is away: %s", error)
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return bool(self._ask(super().add, False, key, value, timeout))

    def get(self, key: Any, default: Any) -> Any:
        return self._ask(super().get, default, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._ask(super().set, None, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        return bool(self._ask(super().touch, False, key, timeout))

    def delete(self, key: Any) -> bool:
        return bool(self._ask(super().delete, False, key))

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        found: dict[Any, Any] | None = self._ask(super().get_many, None, keys)
        return found or {}

    def has_key(self, key: Any) -> bool:
        return bool(self._ask(super().has_key, False, key))

    def incr(self, key: Any, delta: int) -> int:
        """Raises ValueError where the key is not there, or cannot be asked for."""
        number = self._ask(super().incr, None, key, delta)
        if number is None:
            raise ValueError(f"Key {key!r} not found.")
        return int(number)

    def set_many(self, data: Mapping[Any, Any], timeout: Any) -> None:
        self._ask(super().set_many, None, data, timeout)

    def delete_many(self, keys: Iterable[Any]) -> None:
        self._ask(super().delete_many, None, keys)

    def delete_below(self, prefix: str) -> bool:
        """Delete every key that begins so."""
        return bool(self._ask(self._delete_below, False, prefix))

    def _delete_below(self, prefix: str) -> bool:
        client = self.get_client(None, write=True)
        keys: list[bytes] = []
        for key in client.scan_iter(f"{prefix}*", count=_BATCH):
            keys.append(key)
            if len(keys) == _BATCH:
                client.delete(*keys)
                keys.clear()
        if keys:
            client.delete(*keys)
        return True

    def answers(self, key: str) -> str:
        """Why Redis keeps nothing now, be it away or full, tried with a key; "" where it does."""
        try:
            self.get_client(None, write=True).set(key, 1, ex=1)
        except (RedisError, OSError) as error:
            return str(error)
        return ""


class ForgivingRedisCache(RedisCache):
    """Django's cache on Redis, with a client that forgives, and other sites' keys left alone.

    A count that cannot be read raises ValueError, as one that is not there does: the limits of
    :mod:`goclub.common.limits` let people in.
    """

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient

    @cached_property
    def _client(self) -> ForgivingClient:
        return cast(ForgivingClient, self._cache)

    def clear(self) -> None:
        """Empty what this site keeps; Django's would empty what all sites keep there."""
        self._client.delete_below(f"{self.key_prefix}:")

    def answers(self) -> str:
        """Why Redis keeps nothing now, be it away or full; "" where it does."""
        return self._client.answers(self.make_key("answers"))
