"""Two who enter a webhook at the same moment."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, connections, transaction

from goclub.members.hooks.services.keeping import MOST
from goclub.members.hooks.tests.conftest import enter
from goclub.members.models import Webhook
from ratings.errors import RuleError

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_chairs_enter_the_last_one_at_once(receiver):
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's")
    for _number in range(MOST - 1):
        enter(receiver)
    entered, answered = threading.Event(), threading.Event()
    refused = []

    def second() -> None:
        entered.wait()
        try:
            enter(receiver)
        except RuleError as error:
            refused.append(error.reason)
        finally:
            answered.set()
            connections.close_all()

    other = threading.Thread(target=second)
    other.start()
    with transaction.atomic():
        enter(receiver)
        entered.set()
        assert not answered.wait(1)  # it waits to learn whether this one stands
    other.join()
    assert refused == ["enough"]
    assert Webhook.objects.count() == MOST
