"""The worker's rounds: messages that are due are encrypted and posted, each decided by its answer.

A worker that is killed while sending leaves a message that is sent again; the device shows one of
the same tag once.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone, translation
from django.utils.encoding import iri_to_uri
from py_vapid import Vapid02

from goclub.common.background import is_alive, worker_name
from goclub.common.transactions import atomic_retried, lock_first_free
from goclub.members.hooks.services.posting import NotTaken, post_to
from goclub.members.models import Member, Notice, PushDevice, PushMessage
from goclub.members.names import shown_as
from goclub.members.notices.queries import kinds
from goclub.members.push.services.devices import decoded, place_of_endpoint
from goclub.members.push.services.keys import find_key, is_offered, signed_headers
from goclub.members.queries import club_settings
from ratings.errors import RuleError

_log = logging.getLogger(__name__)

#: Pauses before the further tries of a message, in minutes.
PAUSES: Final = (1, 5, 30, 120)
#: After so long a notice is no news, here and at the push service.
OLD: Final = timedelta(hours=12)
#: A device whose push service has taken nothing for so long is removed.
REMOVED_AFTER: Final = timedelta(days=14)
#: Seconds of one round; the e-mails have their turn between two.
ROUND: Final = 20
#: The subscription is gone for good.
_GONE: Final = (404, 410)
#: A push service takes 4096 bytes at least, encrypted.
_MOST_TEXT: Final = 600


def send_due(
    *, clock: Callable[[], datetime] = timezone.now, stop: Callable[[], bool] = lambda: False
) -> int:
    """Send what is due, for some seconds or until *stop* says so; returns how many were taken."""
    key = find_key() if is_offered() else None
    if key is None:
        return 0
    put_back_stranded(at=clock())
    sent, until = 0, time.monotonic() + ROUND
    while not stop() and time.monotonic() < until and (message := take_message(at=clock())):
        sent += send_message(message, key, clock)
    return sent


def send_message(message: PushMessage, key: Vapid02, clock: Callable[[], datetime]) -> bool:
    """Send one message that this worker has; whether it was taken."""
    device, notice = message.device, message.notice
    if not is_still_wanted(device, notice, at=clock()):
        _done(message)
        return False
    try:
        place = place_of_endpoint(device.endpoint)
        body = encrypt(payload_of(device, notice), device)
        headers = {
            **signed_headers(key, device.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(OLD.total_seconds())),
            "Urgency": "normal",
        }
        post_to(place, body=body, headers=headers)
    except NotTaken as trouble:
        note_trouble(message=message, trouble=trouble.trouble, status=trouble.status, at=clock())
        return False
    except RuleError:
        remove(device)
        return False
    except Exception:
        # A notice that cannot be written holds up neither the other messages nor the e-mails.
        _log.exception("push message %s cannot be written", message.pk)
        _done(message)
        return False
    note_taken(message=message)
    return True


def is_still_wanted(device: PushDevice, notice: Notice, at: datetime) -> bool:
    """Whether a notice is still news to a member who is here."""
    member = device.member
    return (
        notice.read_at is None
        and notice.kind in kinds()
        and at - notice.at < OLD
        and member.status == Member.Status.MEMBER
        and member.user is not None
        and member.user.is_active
    )


def payload_of(device: PushDevice, notice: Notice) -> bytes:
    """Return what the device shows: the club, the sentence of the notice, and where it leads."""
    with translation.override(device.member.language), shown_as(device.member.names_shown):
        text = kinds()[notice.kind].say(notice.params)
    payload = {
        "title": club_settings().name,
        "text": text[:_MOST_TEXT],
        "url": iri_to_uri(notice.url),
        "tag": f"notice-{notice.pk}",
        "lang": device.member.language,
    }
    return json.dumps(payload, ensure_ascii=False).encode()


def encrypt(content: bytes, device: PushDevice) -> bytes:
    """Encrypt for a device alone (RFC 8291)."""
    encrypted: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(device.p256dh),
        auth_secret=decoded(device.auth),
        version="aes128gcm",
    )
    return encrypted


@atomic_retried
def take_message(*, at: datetime) -> PushMessage | None:
    """Return the message that has waited longest, taken by this worker; None if nothing is due."""
    due = PushMessage.objects.filter(worker="", next_try_at__lte=at)
    due = due.select_related("device__member__user", "notice")
    message = lock_first_free(due.order_by("next_try_at", "pk"))
    if message is None:
        return None
    message.worker, message.taken_at = worker_name(), at
    message.tries += 1
    message.save(update_fields=["worker", "taken_at", "tries"])
    return message


@atomic_retried
def note_taken(*, message: PushMessage) -> None:
    """A message arrived: its device is well."""
    failing = PushDevice.objects.filter(pk=message.device_id, failing_since__isnull=False)
    failing.update(failing_since=None)
    _done(message)


@atomic_retried
def note_trouble(*, message: PushMessage, trouble: str, status: int | None, at: datetime) -> None:
    """A message was not taken: its device waits longer each time, and is removed in the end."""
    device = PushDevice.objects.filter(pk=message.device_id).first()
    if device is None:
        return  # removed meanwhile, with all its messages
    since = device.failing_since or at
    if status in _GONE or trouble == "inside" or at - since > REMOVED_AFTER:
        device.delete()
        return
    PushDevice.objects.filter(pk=device.pk).update(failing_since=since)
    if message.tries > len(PAUSES):
        _done(message)
        return
    again = at + timedelta(minutes=PAUSES[message.tries - 1])
    # The others to this device wait too, so that a slow service holds nobody up.
    device.messages.filter(worker="", next_try_at__lt=again).update(next_try_at=again)
    mine = PushMessage.objects.filter(pk=message.pk, worker=worker_name())
    mine.update(worker="", next_try_at=again)


@atomic_retried
def put_back_stranded(*, at: datetime) -> int:
    """Put back what workers that are no more had taken."""
    held = PushMessage.objects.exclude(worker="")
    stranded = [row.pk for row in held if not is_alive(row.worker, row.taken_at or at, at)]
    rows = PushMessage.objects.filter(pk__in=stranded)
    rows.filter(tries__gt=len(PAUSES)).delete()
    return rows.update(worker="", next_try_at=at)


@atomic_retried
def drop_restored(**_signal: object) -> None:
    """Drop what was on its way when a backup was made: it arrived long ago."""
    PushMessage.objects.all().delete()


@atomic_retried
def remove(device: PushDevice) -> None:
    """Remove a device whose address is none."""
    PushDevice.objects.filter(pk=device.pk).delete()


def _done(message: PushMessage) -> None:
    PushMessage.objects.filter(pk=message.pk).delete()
