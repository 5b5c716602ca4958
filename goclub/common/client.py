"""From where somebody asks, as far as the club's own proxies can be believed."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address of whoever asked the outermost proxy that is ours.

    ``TRUSTED_PROXIES`` says how many stand before the site.  Each adds at the end of
    X-Forwarded-For whom it heard; what stands further left anybody can write, and is not read.
    """
    nearest: str = request.META.get("REMOTE_ADDR") or "0.0.0.0"  # noqa: S104
    proxies: int = settings.TRUSTED_PROXIES
    addresses = request.headers.get("X-Forwarded-For", "").split(",") if proxies else []
    chain = [*addresses, nearest]
    # Without a proxy the nearest is the client; behind one it is whom that one heard.
    text = chain[max(-1 - proxies, -len(chain))].strip()
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return nearest
