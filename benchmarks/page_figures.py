"""The figures of one page: processor time, queries, bytes on the wire."""

from __future__ import annotations

import gzip
import statistics
import time
from typing import NamedTuple

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


class Limits(NamedTuple):
    """The most that a page may take: milliseconds of the processor, queries, bytes compressed."""

    milliseconds: float
    queries: int
    size: int


def measure(client: Client, what: str, url: str, repeat: int, limits: Limits | None) -> bool:
    """Print the figures of a page and say whether they lie within the limits (None: any do)."""
    client.get(url)
    spent = []
    for _ in range(repeat):
        started = time.process_time()
        page = client.get(url)
        spent.append((time.process_time() - started) * 1000)
    with CaptureQueriesContext(connection) as queries:
        client.get(url)
    assert page.status_code == 200, page.status_code
    size = len(gzip.compress(page.content, 6))
    median = statistics.median(spent)
    print(
        f"{what}: {median:.0f} ms of processor time (best {min(spent):.0f}), "
        f"{len(queries)} queries, {size / 1000:.1f} kB compressed"
    )
    return limits is None or (
        median <= limits.milliseconds and len(queries) <= limits.queries and size <= limits.size
    )
