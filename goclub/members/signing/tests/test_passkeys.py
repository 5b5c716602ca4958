"""Passkeys as far as they go without a browser: whatever is sent is answered in words."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from goclub.members.models import Letter
from goclub.members.tests.factories import PASSWORD, make_member, signed_in

ADD, ADDED = "members:passkey-add-begin", "members:passkey-add"
USE, USED = "members:passkey-begin", "members:passkey"
ODD = [
    b"", b"{", b"[]", b'"x"', b"null", b"1", b"\xff\xfe", b"\xc3\x28", b'{"id": 1}', b"[" * 3000,
    json.dumps({"id": "x", "rawId": "x", "type": "public-key", "response": {}}).encode(),
    json.dumps({"id": "\0", "rawId": [], "type": {}, "response": "x"}).encode(),
    json.dumps(
        {
            "id": "eHh4eA", "rawId": "eHh4eA", "type": "public-key",
            "response": {
                "clientDataJSON": "e30", "attestationObject": "oA", "authenticatorData": "AA",
                "signature": "AA", "userHandle": "AA",
            },
        }
    ).encode(),
]  # fmt: skip


def send(client, name, body=b"{}"):
    return client.post(reverse(name), body, content_type="application/json")


@pytest.mark.parametrize("body", ODD)
def test_odd_bodies_add_nothing_and_sign_in_nobody(client, body):
    client.raise_request_exception = True
    member = signed_in(client, password=True)
    assert send(client, ADD, body).status_code in (200, 400, 422)
    if not client.session.get("otp_webauthn_register_state"):
        send(client, ADD)
    assert 400 <= send(client, ADDED, body).status_code < 500
    assert 400 <= send(client, ADDED, body).status_code < 500  # the ceremony is over
    assert not WebAuthnCredential.objects.exists()
    assert not Letter.objects.filter(kind="security").exists()
    TOTPDevice.objects.create(user=member.user, name="", confirmed=True)
    other = Client()
    other.post(reverse("members:sign-in"), {"username": member.user.username, "password": PASSWORD})
    assert send(other, USE, body).status_code in (200, 400, 422)
    send(other, USE)
    assert 400 <= send(other, USED, body).status_code < 500
    assert other.get("/me/").status_code == 302


def test_a_visitor_adds_no_passkey(client):
    assert send(client, ADD).status_code == 403
    assert send(client, ADDED).status_code == 403


def test_a_passkey_is_shown_with_the_name_of_the_member(client):
    member = signed_in(client, password=True, name="Ann Awl")
    shown = send(client, ADD).json()["user"]["displayName"]
    assert shown == f"Ann Awl ({member.user.username})"


def test_a_passkey_that_is_stored_already_is_refused(client, monkeypatch):
    signed_in(client, password=True)

    def store(_helper, *, user, **_ceremony):
        return WebAuthnCredential.objects.create(
            user=user, credential_id=b"x" * 32, public_key=b"", sign_count=0, transports=[]
        )

    store(None, user=make_member().user)
    monkeypatch.setattr("django_otp_webauthn.helpers.WebAuthnHelper.register_complete", store)
    send(client, ADD)
    assert send(client, ADDED).status_code == 422
    assert WebAuthnCredential.objects.count() == 1
    assert not Letter.objects.filter(kind="security").exists()
