"""One order of locks for the whole site, kept by the watch over every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.apps import apps
from django.db import transaction

from goclub.common.locks import ORDER, lock_name, lock_row, lock_rows, unordered
from goclub.common.tests.lock_order import OutOfOrder
from goclub.members.models import Member
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
    assert by_hand == ["goclub/common/locks.py"]


def test_every_name_in_the_order_is_a_model_or_the_ledger():
    models = {model._meta.label_lower for model in apps.get_models()}
    assert set(ORDER) - models == {"ledger"}


def test_a_lower_lock_after_a_higher_one_fails():
    member = make_member()
    with transaction.atomic():
        lock_name("ledger", 1)
        with pytest.raises(OutOfOrder):
            lock_row(member)


def test_a_lower_key_after_a_higher_one_fails():
    first, second = make_member(), make_member()
    with transaction.atomic():
        lock_row(second)
        with pytest.raises(OutOfOrder):
            lock_row(first)


def test_what_is_held_is_taken_again():
    first, second = make_member(), make_member()
    with transaction.atomic():
        lock_rows(Member.objects.filter(pk__in=[first.pk, second.pk]))
        assert lock_row(first) == first


def test_a_shared_lock_does_not_become_a_whole_one():
    """Two who share would wait for each other."""
    with transaction.atomic():
        lock_name("ledger", 1, shared=True)
        with pytest.raises(OutOfOrder):
            lock_name("ledger", 1)


def test_a_savepoint_that_is_undone_gives_its_locks_back():
    member = make_member()
    with transaction.atomic():
        with transaction.atomic():
            lock_name("ledger", 1, shared=True)
            transaction.set_rollback(True)
        assert lock_row(member) == member


def test_a_transaction_ends_with_its_locks():
    member = make_member()
    with transaction.atomic():
        lock_name("ledger", 1)
    with transaction.atomic():
        assert lock_row(member) == member


def test_whoever_is_alone_takes_them_in_any_order():
    member = make_member()
    with transaction.atomic(), unordered():
        lock_name("ledger", 1)
        assert lock_row(member) == member
