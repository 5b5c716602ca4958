"""Whether the site offers push, and the key by which push services know it (RFC 8292)."""

from __future__ import annotations

import base64
from datetime import timedelta
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core import checks
from django.utils import timezone
from py_vapid import Vapid02

from goclub.common.transactions import atomic_retried
from goclub.members.models import PushKey

#: What the setting says where the club wants no push.
OFF: Final = "off"
#: So long a signature holds; push services refuse more than a day.
_HOLDS: Final = timedelta(hours=12)
_ROW: Final = 1


@atomic_retried
def make_key() -> Vapid02:
    """Return the key of the site; it is made where there is none."""
    if known := find_key():
        return known
    vapid = Vapid02()
    vapid.generate_keys()
    number = vapid.private_key.private_numbers().private_value
    private = base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
    row, _new = PushKey.objects.get_or_create(pk=_ROW, defaults={"private": private})
    return Vapid02.from_string(row.private)


def find_key() -> Vapid02 | None:
    """Return the key of the site; None where none was made."""
    if known := find_set_key():
        return known
    row = PushKey.objects.filter(pk=_ROW).first()
    return Vapid02.from_string(row.private) if row else None


def find_set_key() -> Vapid02 | None:
    """Return the key of the settings; raises ValueError for what is none."""
    if settings.WEB_PUSH_KEY in ("", OFF):
        return None
    return Vapid02.from_string(settings.WEB_PUSH_KEY)


def check_key(**_options: object) -> list[checks.CheckMessage]:
    """Return what is wrong with the key of the settings, before anything is sent with it."""
    try:
        find_set_key()
    except ValueError:
        return [checks.Error("WEB_PUSH_KEY is no private key of the curve P-256.", id="push.E001")]
    return []


def public_text(key: Vapid02) -> str:
    """Return the public half as browsers take it (``applicationServerKey``)."""
    point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def signed_headers(key: Vapid02, endpoint: str) -> dict[str, str]:
    """Return the header that tells a push service who sends."""
    service = urlsplit(endpoint)
    site = settings.SITE_URL
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    claims = {
        "sub": site if site.startswith("https://") else f"mailto:{address}",
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((timezone.now() + _HOLDS).timestamp()),
    }
    return dict(key.sign(claims))


def is_offered() -> bool:
    """Whether browsers can subscribe here: over https, or on this very machine."""
    if settings.WEB_PUSH_KEY == OFF:
        return False
    site = urlsplit(settings.SITE_URL)
    return site.scheme == "https" or site.hostname in settings.LOCAL_HOSTS
