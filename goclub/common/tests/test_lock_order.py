"""One order of locks for the whole site, kept by the watch over every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import transaction

from goclub.common.tests.lock_order import OutOfOrder
from goclub.common.transactions import lock_name, lock_row, unordered
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]


def test_only_the_helper_locks_rows():
    """Nobody locks by hand, past the order."""
    by_hand = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "goclub").rglob("*.py")
        if "select_for_update" in path.read_text() and "tests" not in path.parts
    ]
    assert by_hand == ["goclub/common/transactions.py"]


def test_a_lower_key_after_a_higher_one_fails():
    first, second = make_member(), make_member()
    with transaction.atomic():
        lock_row(second)
        with pytest.raises(OutOfOrder):
            lock_row(first)


def test_whoever_is_alone_takes_them_in_any_order():
    member = make_member()
    with transaction.atomic(), unordered():
        lock_name("ledger", 1)
        assert lock_row(member) == member
