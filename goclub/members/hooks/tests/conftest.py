from __future__ import annotations

import pytest

from goclub.members.hooks.services.keeping import make_hook
from goclub.members.hooks.tests.receiver import certificate, listening
from goclub.members.models import HookTopic
from goclub.members.requests import Act


@pytest.fixture(scope="session")
def own_certificate(tmp_path_factory):
    with certificate(tmp_path_factory.mktemp("tls")) as files:
        yield files


@pytest.fixture
def receiver(own_certificate, settings, monkeypatch):
    """A program that hears inside this machine, which the settings let it."""
    monkeypatch.setenv("SSL_CERT_FILE", str(own_certificate[0]))
    with listening(*own_certificate) as found:
        settings.WEBHOOK_INSIDE = [f"localhost:{found.port}"]
        yield found


@pytest.fixture
def hook(db, receiver):
    return enter(receiver)


def enter(receiver, by=None, **more):
    values = {"name": "Bot", "topics": HookTopic.values, "form": "json"} | more
    return make_hook(Act(by), **{"address": receiver.address} | values)
