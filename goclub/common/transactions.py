"""Whole services that are tried again where the database turned them away.

PostgreSQL ends a circle of waiting by refusing one of those in it; SQLite refuses whoever waited
too long for the file.  Both undo all of the transaction, so all of it can be run again, and only
all of it: what is to happen once (a letter, a message) belongs after the service, or in
``on_commit``.

A request whose process ended before it answered may come again, and nobody knows what of it was
written; so the first service of a request writes a receipt into its own transaction
(``members/receipts.py``).
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial, wraps
from typing import Final, ParamSpec, Protocol, TypeVar

from django.db import DatabaseError, connection, transaction

from goclub.common.faults import Fault, fault_of

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)

#: How long to wait before each further try, in seconds; some chance parts those who met.
PAUSES: Final = (0.1, 0.3, 0.9)


class Receipt(Protocol):
    """What says of a request that it was carried out."""

    def sign(self, service: Callable[[], T]) -> T:
        """Run the service, and write the receipt in the same transaction.

        Raises an error of its own where the request is carried out by somebody else.
        """


#: That of the request at hand; None outside of one, and where no proxy sends a request twice.
receipt: ContextVar[Receipt | None] = ContextVar("receipt", default=None)


def signed(service: Callable[[], T]) -> T:
    """Run what a request writes, and leave its receipt.  Inside a transaction."""
    held = receipt.get()
    return service() if held is None else held.sign(service)


def atomic_retried(service: Callable[P, T]) -> Callable[P, T]:
    """Run a service in one transaction, and all of it again where the database was busy.

    Inside another transaction it is a part of that one, which alone can be tried again.
    """

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        pauses = [] if connection.in_atomic_block else list(PAUSES)
        while True:
            try:
                with transaction.atomic():
                    return signed(partial(service, *args, **kwargs))
            except DatabaseError as error:
                if not pauses or fault_of(error) is not Fault.BUSY:
                    raise
                _log.warning("%s: %s; trying again", service.__qualname__, error)
            wait(pauses.pop(0) * random.uniform(0.5, 1.5))  # noqa: S311

    return run


#: Replaced by tests, which do not sleep.
wait = time.sleep
