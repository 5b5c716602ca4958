"""The worker's rounds: taking letters that are due, handing them over, looking after the stranded.

Each step is committed before the next is taken.  A letter goes *waiting → sending → handed → sent*;
who is killed while *sending* left a letter that nobody accepted, and it waits again; who is killed
while it was *handed* over left one that the server may have, and the office decides.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from goclub.common.background import is_alive, worker_name
from goclub.common.locks import lock_first_free
from goclub.common.transactions import atomic_retried
from goclub.members.mail.services.handing import (
    Deferred,
    Refused,
    ServerSilent,
    Unreachable,
    hand_over,
)
from goclub.members.models import Letter

_log = logging.getLogger(__name__)

State = Letter.State
#: Pauses before the further tries of a letter, in minutes; the last one holds for all that follow.
PAUSES: Final = (1, 5, 15, 60, 180)
#: After so long a letter is given up: what it tells of is past.
GIVE_UP: Final = timedelta(days=2)


class Taken(Exception):
    """Another worker has a letter now."""


def send_due(
    *, clock: Callable[[], datetime] = timezone.now, stop: Callable[[], bool] = lambda: False
) -> int:
    """Send what is due until nothing is left or *stop* says so; returns how many went out.

    Raises :class:`Unreachable` where the server takes nothing; what was not sent waits.
    """
    rescue_stranded(at=clock())
    sent = 0
    server: BaseEmailBackend | None = None
    try:
        while not stop() and (letter := take_letter(at=clock())):
            try:
                server = server or _open_connection()
                sent += send_letter(letter, server, clock)
            except Deferred as error:
                put_back(letter=letter, at=clock(), error=str(error))
            except Taken as error:
                raise Unreachable(str(error)) from error
            except ServerSilent as error:
                _note(letter, State.DOUBTFUL, clock(), str(error))
                raise Unreachable(str(error)) from error
            except Unreachable as error:
                put_back(letter=letter, at=clock(), error=str(error))
                raise
    finally:
        if server is not None:
            _close(server)
    return sent


def send_letter(letter: Letter, server: BaseEmailBackend, clock: Callable[[], datetime]) -> bool:
    """Hand one letter over; whether the server has it."""
    try:
        hand_over(letter, server, lambda: _cross_edge(letter, clock()))
    except Refused as error:
        _note(letter, State.FAILED, clock(), str(error))
        _log.warning("letter %s was refused: %s", letter.pk, error)
        return False
    _note(letter, State.SENT, clock())
    return True


def _cross_edge(letter: Letter, at: datetime) -> None:
    """Note that the last byte follows, unless another worker has thought this one dead.

    A machine that slept wakes up here; raises :class:`Taken`, and the last byte never goes.
    """
    mine = Letter.objects.filter(pk=letter.pk, state=State.SENDING, worker=worker_name())
    if not mine.update(state=State.HANDED, changed_at=at):
        raise Taken("another worker took the letter over")
    letter.state, letter.changed_at = State.HANDED, at


@atomic_retried
def take_letter(*, at: datetime) -> Letter | None:
    """The letter that has waited longest, taken by this worker; None where nothing is due."""
    due = Letter.objects.filter(state=State.WAITING, next_try_at__lte=at)
    letter = lock_first_free(due.order_by("next_try_at", "pk"))
    if letter is None:
        return None
    letter.worker = worker_name()
    letter.tries += 1
    _note(letter, State.SENDING, at)
    return letter


@atomic_retried
def put_back(*, letter: Letter, at: datetime, error: str) -> None:
    """A letter that nobody accepted waits again, each time longer; after two days it failed."""
    late = at - letter.written_at > GIVE_UP
    pause = PAUSES[min(letter.tries, len(PAUSES)) - 1]
    letter.next_try_at = at + timedelta(minutes=pause)
    _note(letter, State.FAILED if late else State.WAITING, at, error)


@atomic_retried
def rescue_stranded(*, at: datetime) -> int:
    """Look after letters of workers that are no more; returns how many."""
    held = Letter.objects.filter(state__in=[State.SENDING, State.HANDED])
    stranded = [letter for letter in held if not is_alive(letter.worker, letter.changed_at, at)]
    for letter in stranded:
        if letter.state == State.HANDED:
            _note(letter, State.DOUBTFUL, at, "the worker was ended while the server answered")
        else:
            letter.next_try_at = at
            _note(letter, State.WAITING, at)
    return len(stranded)


def _note(letter: Letter, state: str, at: datetime, error: str = "") -> None:
    """Keep where a letter is; committed at once outside a transaction."""
    letter.state, letter.changed_at, letter.error = state, at, error[:300]
    letter.save(update_fields=["state", "changed_at", "error", "worker", "tries", "next_try_at"])


def _open_connection() -> BaseEmailBackend:
    server: BaseEmailBackend = get_connection()
    try:
        server.open()
    except OSError as error:  # the errors of smtplib among them
        raise Unreachable(str(error)[:200]) from error
    return server


def _close(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except OSError:
        _log.info("the mail server had hung up already")
