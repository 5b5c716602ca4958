"""The site's entry point gives a request room on Python's stack (python/cpython#142183)."""

from __future__ import annotations

import resource
from collections.abc import Callable

from goclub import wsgi

#: Frames of ``_below`` fill a block of Python's stack at some depth of these.
DEPTHS = range(400)


def _below(depth: int, call: Callable[[], int]) -> int:
    return _below(depth - 1, call) if depth else call()


def _new_pages() -> int:
    """Call a function 400 times; return how many pages of memory came new meanwhile."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for number in range(400):
        _nothing(number)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _nothing(number: int) -> int:
    return number


def test_no_depth_of_a_request_maps_memory_at_every_call(monkeypatch):
    def answer(_environ: object, _start_response: object) -> list[int]:
        return [_below(depth, _new_pages) for depth in DEPTHS]

    monkeypatch.setattr(wsgi, "_answer", answer)
    assert max(wsgi.application({}, None)) < 100
