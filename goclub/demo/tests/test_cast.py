"""The people of the demo club: enough, various, and without impossible dates."""

from __future__ import annotations

from datetime import date

import pytest

from goclub.demo.facts import DemoFiles


@pytest.fixture(params=[date(2025, 11, 21), date(2026, 1, 1), date(2028, 2, 29)], ids=str)
def files(request: pytest.FixtureRequest) -> DemoFiles:
    return DemoFiles.moved_to(request.param)


def test_facts_are_in_order_and_in_the_past(files: DemoFiles) -> None:
    moments = [fact["at"] for fact in files.facts()]
    assert moments == sorted(moments)
    assert moments[-1].date() == date(2026, 11, 21) + files.shift
