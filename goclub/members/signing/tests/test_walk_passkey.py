"""Adding a passkey and signing in by it, in Chromium with an authenticator of its own."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django_otp_webauthn.models import WebAuthnCredential
from playwright.sync_api import expect

from goclub.members.models import Letter
from goclub.members.tests.factories import PASSWORD, fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def here(live_server, settings):
    """The address of the site under a name, as browsers make no passkey for a number."""
    address = live_server.url.replace("127.0.0.1", "localhost")
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.OTP_WEBAUTHN_RP_ID = "localhost"
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = [address]
    return address


@pytest.fixture
def authenticator(visit):
    """A device that says yes, and the number by which Chromium knows it."""
    session = visit.context.new_cdp_session(visit)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def sign_in(page, here, member):
    page.goto(here + reverse("members:sign-in") + "?next=/me/")
    page.locator("#id_username").fill(member.user.username)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button").first.click()


def test_a_passkey_is_added_and_asked_for_after_the_password(visit, people, here, authenticator):
    page, (sato, _anong) = visit, people
    sign_in(page, here, sato)
    page.goto(here + reverse("members:factors"))
    page.locator("[data-passkey=create] button").click()
    page.locator("section[aria-labelledby=mine]").wait_for()
    device = WebAuthnCredential.objects.get()
    assert (device.user_id, device.confirmed) == (sato.user_id, True)
    assert "passkey was added" in Letter.objects.get(kind="security").text
    page.context.clear_cookies()
    sign_in(page, here, sato)
    page.wait_for_url("**" + reverse("members:second-factor") + "*")
    page.locator("[data-passkey=get] button").click()
    page.wait_for_url(here + "/me/")
    expect(page.locator("h1")).to_be_visible()
    assert fresh(device).last_used_at


def test_a_passkey_that_says_no_lets_nobody_in(visit, people, here, authenticator):
    page, (sato, anong) = visit, people
    sign_in(page, here, sato)
    page.goto(here + reverse("members:factors"))
    page.locator("[data-passkey=create] button").click()
    page.locator("section[aria-labelledby=mine]").wait_for()
    # The same device is nobody else's: its key is known under another account.
    assert WebAuthnCredential.objects.update(user=anong.user) == 1
    page.context.clear_cookies()
    session, number = authenticator
    session.send("WebAuthn.clearCredentials", {"authenticatorId": number})
    sign_in(page, here, anong)
    page.wait_for_url("**" + reverse("members:second-factor") + "*")
    page.locator("[data-passkey=get] button").click()
    expect(page.locator("[data-passkey=get] [role=status]")).not_to_be_empty(timeout=60_000)
    page.goto(here + "/me/")
    assert "/sign-in/" in page.url
