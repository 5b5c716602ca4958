"""Adding and removing a device."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime
from ipaddress import ip_address
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.hooks.services.posting import Place, is_open, place_of, points_inside
from goclub.members.models import Member, PushDevice
from goclub.members.models.mail import LONGEST_ENDPOINT
from ratings.errors import Code

#: Devices of one member; the oldest goes when another comes.
MOST: Final = 10
_POINT, _SECRET = 65, 16


@atomic_retried
def add_device(
    *, member: Member, name: str, endpoint: str, p256dh: str, auth: str, at: datetime
) -> PushDevice:
    """Add a browser under the address and keys of its subscription; the same one twice is once.

    A browser that another member used before is this member's now.  Raises RuleError for what is
    no subscription, for an address that is not on the internet, and E_FORBIDDEN for the address
    of another member's browser, whose keys are not known.
    """
    place_of_endpoint(endpoint)
    _check_keys(p256dh, auth)
    member = lock_row(member)
    known = PushDevice.objects.filter(endpoint=endpoint).first()
    if known is not None and known.member_id != member.pk:
        if (known.p256dh, known.auth) != (p256dh, auth):
            raise _no_subscription(Code.FORBIDDEN)
        known.delete()
        known = None
    device = known or PushDevice(member=member, endpoint=endpoint, made_at=at)
    device.name, device.p256dh, device.auth = name[:60], p256dh, auth
    device.failing_since = None
    device.save()
    for older in member.push_devices.all()[MOST:]:
        older.delete()
    return device


@atomic_retried
def remove_device(*, device: PushDevice) -> None:
    """Remove a device; what was on its way to it is dropped."""
    device.delete()


def place_of_endpoint(endpoint: str) -> Place:
    """Return where a push service listens; raises RuleError for what is not on the internet.

    Members type no address here, but their browser may send any: what the club lets webhooks
    reach inside its own network is not reached by push.
    """
    place = place_of(endpoint, longest=LONGEST_ENDPOINT)
    try:
        ip_address(place.host)
    except ValueError:
        inside = place.inside
    else:
        inside = place.inside or not is_open(place.host)
    if inside:
        raise points_inside(place)
    return place


def decoded(text: str) -> bytes:
    """Read base64url as browsers write it, without padding; raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _check_keys(p256dh: str, auth: str) -> None:
    try:
        point, secret = decoded(p256dh), decoded(auth)
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise _no_subscription() from None
    if len(point) != _POINT or len(secret) != _SECRET:
        raise _no_subscription()


def _no_subscription(code: Code = Code.TYPE) -> Refusal:
    return Refusal(
        _("This browser’s subscription was not accepted. Reload the page and try again."),
        field="endpoint",
        code=code,
        reason="no_subscription",
    )
