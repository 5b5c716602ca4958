"""The worker's rounds: taking messages that are due, posting them, noting what became of them.

A message goes *waiting → sending → sent*.  Who is killed while *sending* left one that was perhaps
taken: it is sent again under the same id, by which the other side knows it.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation

from goclub.common.background import is_alive, worker_name
from goclub.common.transactions import atomic_retried, lock_first_free, lock_row
from goclub.members.hooks.queries import Telling, tellings
from goclub.members.hooks.services.posting import NotTaken, post
from goclub.members.models import Delivery, Webhook
from goclub.members.models.programs import TROUBLE_FIELDS
from goclub.members.notices.services import tell_office
from goclub.members.queries import club_settings
from goclub.members.requests import Act

_log = logging.getLogger(__name__)

State = Delivery.State

#: Pauses before the further tries of a message, in minutes: eight tries within a day.
PAUSES: Final = (1, 5, 15, 60, 180, 480, 720)
#: After so long a message is given up, however often it was tried.
GIVE_UP: Final = timedelta(hours=26)
#: A webhook that took nothing rests for these minutes, so that it holds nobody up.
RESTS: Final = (1, 5, 15, 60)
#: It is switched off after so long, and so many tries, in which it took nothing.
OFF_AFTER: Final = timedelta(days=5)
OFF_TRIES: Final = 10
#: So long what became of a message is kept.
KEPT: Final = timedelta(days=30)
#: Seconds of one round; the letters have their turn between two.
ROUND: Final = 20
#: The address says that nobody will ever hear there again.
_GONE: Final = 410
#: What Discord takes of one message.
_DISCORD: Final = 1900


def send_due(
    *, clock: Callable[[], datetime] = timezone.now, stop: Callable[[], bool] = lambda: False
) -> int:
    """Send what is due, for some seconds or until *stop* says so; returns how many were taken."""
    look_after(at=clock())
    sent, until = 0, time.monotonic() + ROUND
    while not stop() and time.monotonic() < until and (delivery := take_delivery(at=clock())):
        sent += send_delivery(delivery, clock)
    return sent


def send_delivery(delivery: Delivery, clock: Callable[[], datetime]) -> bool:
    """Send one message that this worker has; whether it was taken."""
    hook, at = delivery.hook, clock()
    try:
        telling = told_of(delivery)
        body = None if telling is None else body_of(delivery, telling)
    except Exception:
        # A fact that cannot be told holds up neither the other messages nor the letters.
        _log.exception("message %s cannot be written", delivery.pk)
        _note(delivery, State.FAILED, at, trouble="unwritten")
        return False
    if body is None:
        _note(delivery, State.DROPPED, at, trouble="not_shown")
        return False
    try:
        status = post(
            address=hook.address,
            secret=hook.secret,
            message=message_id(delivery),
            seconds=int(at.timestamp()),
            body=body,
        )
    except NotTaken as error:
        note_trouble(delivery=delivery, trouble=error.trouble, status=error.status, at=clock())
        return False
    note_taken(delivery=delivery, status=status, at=clock())
    return True


def told_of(delivery: Delivery) -> Telling | None:
    """What there is to tell now, in the language of the club."""
    with translation.override(club_settings().language or None):
        return tellings()[delivery.kind](delivery)


def message_id(delivery: Delivery) -> str:
    """By which the other side knows a message at every try."""
    return f"msg_{delivery.key.hex}"


def body_of(delivery: Delivery, telling: Telling) -> bytes:
    """A message as it goes over the wire, in the form of its webhook."""
    body: dict[str, Any]
    if delivery.hook.form == Webhook.Form.DISCORD:
        # Nobody is called by what stands in a name.
        body = {"content": telling.sentence[:_DISCORD], "allowed_mentions": {"parse": []}}
    else:
        at = delivery.at.isoformat()
        body = {"type": delivery.kind, "timestamp": at, "data": telling.data}
    return json.dumps(body, ensure_ascii=False, default=_plain).encode()


@atomic_retried
def take_delivery(*, at: datetime) -> Delivery | None:
    """The message that has waited longest, taken by this worker; None where nothing is due."""
    rested = Q(hook__rests_until=None) | Q(hook__rests_until__lte=at)
    due = Delivery.objects.filter(rested, state=State.WAITING, next_try_at__lte=at, hook__off="")
    delivery = lock_first_free(due.select_related("hook").order_by("next_try_at", "pk"))
    if delivery is None:
        return None
    delivery.state, delivery.worker, delivery.changed_at = State.SENDING, worker_name(), at
    delivery.tries += 1
    delivery.save(update_fields=["state", "worker", "changed_at", "tries"])
    return delivery


@atomic_retried
def note_taken(*, delivery: Delivery, status: int, at: datetime) -> None:
    """A message arrived, and its webhook is well."""
    troubled = Webhook.objects.filter(pk=delivery.hook_id).exclude(failures=0)
    troubled.update(failures=0, failing_since=None, rests_until=None)
    _note(delivery, State.SENT, at, status=status)


@atomic_retried
def note_trouble(*, delivery: Delivery, trouble: str, status: int | None, at: datetime) -> None:
    """A message was not taken: it waits longer each time, and its webhook rests; in the end it is
    given up, and a webhook that took nothing for days is switched off.
    """
    try:
        hook = lock_row(delivery.hook)
    except Webhook.DoesNotExist:
        return  # deleted meanwhile, with all its messages
    hook.failures += 1
    hook.failing_since = hook.failing_since or at
    rest = RESTS[min(hook.failures, len(RESTS)) - 1]
    hook.rests_until = at + timedelta(minutes=rest)
    if status == _GONE:
        hook.off = Webhook.Off.GONE
    elif hook.failures >= OFF_TRIES and at - hook.failing_since >= OFF_AFTER:
        hook.off = Webhook.Off.FAILING
    if hook.off:
        hook.save(update_fields=[*TROUBLE_FIELDS, "off"])
    else:
        Webhook.objects.filter(pk=hook.pk).update(
            **{name: getattr(hook, name) for name in TROUBLE_FIELDS}
        )
    over = delivery.tries > len(PAUSES) or at - delivery.written_at > GIVE_UP or hook.off
    if not over:
        delivery.next_try_at = at + timedelta(minutes=PAUSES[delivery.tries - 1])
    state = State.FAILED if over else State.WAITING
    _note(delivery, state, at, trouble=trouble, status=status)
    waiting = hook.deliveries.filter(state=State.WAITING)
    if not hook.off:
        waiting = waiting.filter(written_at__lt=at - GIVE_UP)
    waiting.update(state=State.FAILED, changed_at=at, trouble=trouble, status=status)
    if hook.off:
        tell_office(
            Act(None, at),
            "hook.off",
            url=reverse("members:hook", args=[hook.pk]),
            permission="members.change_clubsettings",
            name=hook.name,
        )


@atomic_retried
def look_after(*, at: datetime) -> int:
    """Put back what workers that are no more had taken, and forget what is long over."""
    done = Delivery.objects.filter(state__in=[State.SENT, State.FAILED, State.DROPPED])
    old = done.filter(next_try_at__lt=at - KEPT)
    if old.exists():
        old.delete()
    held = Delivery.objects.filter(state=State.SENDING)
    stranded = [
        delivery.pk for delivery in held if not is_alive(delivery.worker, delivery.changed_at, at)
    ]
    rows = Delivery.objects.filter(pk__in=stranded, state=State.SENDING)
    # What ended the worker may be the message itself: it has no more tries than others.
    rows.filter(tries__gt=len(PAUSES)).update(
        state=State.FAILED, changed_at=at, trouble="worker_ended"
    )
    return rows.update(state=State.WAITING, changed_at=at, next_try_at=at, worker="")


def _note(
    delivery: Delivery, state: str, at: datetime, *, trouble: str = "", status: int | None = None
) -> None:
    """Keep what became of a message, unless somebody else decided about it meanwhile."""
    mine = Delivery.objects.filter(pk=delivery.pk, state=State.SENDING, worker=worker_name())
    mine.update(
        state=state,
        changed_at=at,
        trouble=trouble,
        status=status,
        next_try_at=delivery.next_try_at,
    )


def _plain(value: object) -> object:
    """Days and moments as JSON writes them."""
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return str(value)
