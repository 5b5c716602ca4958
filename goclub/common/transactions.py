"""Whole services that are tried again where the database turned them away.

PostgreSQL ends a circle of waiting by refusing one of those in it; SQLite refuses whoever waited
too long for the file.  Both undo all of the transaction, so all of it can be run again, and only
all of it: what is to happen once (a letter, a message) belongs after the service, or in
``on_commit``.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from django.db import DatabaseError, connection, transaction

from goclub.common.faults import Fault, fault_of

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)

#: How long to wait before each further try, in seconds; some chance parts those who met.
PAUSES: Final = (0.1, 0.3, 0.9)


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
                    return service(*args, **kwargs)
            except DatabaseError as error:
                if not pauses or fault_of(error) is not Fault.BUSY:
                    raise
                _log.warning("%s: %s; trying again", service.__qualname__, error)
            wait(pauses.pop(0) * random.uniform(0.5, 1.5))  # noqa: S311

    return run


#: Replaced by tests, which do not sleep.
wait = time.sleep
