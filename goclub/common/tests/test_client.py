"""Whose address a request has, with and without proxies before the site."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from goclub.common.limits import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, "198.51.100.9"),
        (0, "203.0.113.5", "198.51.100.9"),  # anybody may write this header
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "192.0.2.66, 203.0.113.5", "203.0.113.5"),  # the first was written by the client
        (2, "192.0.2.66, 203.0.113.5, 10.0.0.2", "203.0.113.5"),
        (1, None, "198.51.100.9"),  # somebody inside, past the proxy
        (3, "203.0.113.5", "203.0.113.5"),
        (1, "2001:DB8::1", "2001:db8::1"),
        (1, "nonsense", "198.51.100.9"),
        (1, "", "198.51.100.9"),
    ],
)
def test_forwarded_is_believed_as_far_as_our_own_proxies(settings, proxies, forwarded, address):
    settings.TRUSTED_PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", REMOTE_ADDR="198.51.100.9", headers=headers)
    assert client_address(request) == address
