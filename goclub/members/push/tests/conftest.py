"""A push service on this machine, and a browser that subscribes there."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64encode

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from goclub.members.hooks.services import posting
from goclub.members.hooks.tests.conftest import own_certificate
from goclub.members.hooks.tests.receiver import listening

__all__ = ["own_certificate"]


def text_of(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """What a browser keeps of its subscription, and how it reads what arrives."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def subscription(self):
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return {
            "endpoint": self.endpoint,
            "p256dh": text_of(point),
            "auth": text_of(self.secret),
        }

    def read(self, body):
        plain = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
        )
        return json.loads(plain)


@pytest.fixture
def service(own_certificate, settings, monkeypatch):
    """A push service that listens; this machine counts as the internet."""
    monkeypatch.setenv("SSL_CERT_FILE", str(own_certificate[0]))
    monkeypatch.setattr(posting, "is_open", lambda _number: True)
    settings.SITE_URL = "https://go.example.org"
    with listening(*own_certificate) as receiver:
        settings.WEBHOOK_PORTS = [receiver.port]
        yield receiver


@pytest.fixture
def phone(service):
    return Browser(f"https://localhost:{service.port}/push/1")
