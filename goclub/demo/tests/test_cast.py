"""The people of the demo club: enough, various, and without impossible dates."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from goclub.demo.facts import LAST_DAY, ZONE, DemoFiles


@pytest.fixture(params=[date(2025, 11, 21), date(2026, 1, 1), date(2028, 2, 29)], ids=str)
def files(request: pytest.FixtureRequest) -> DemoFiles:
    return DemoFiles.moved_to(datetime.combine(request.param, time(19, 20), ZONE))


def test_facts_are_in_order_and_in_the_past(files: DemoFiles) -> None:
    moments = [fact["at"] for fact in files.facts()]
    assert moments == sorted(moments)
    assert files.now - timedelta(hours=1) < moments[-1] < files.now
    before_today = [moment for moment in moments if moment < files.now - timedelta(hours=12)]
    assert before_today[-1].date() == LAST_DAY + files.shift < files.now.date()
