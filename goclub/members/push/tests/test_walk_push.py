"""A browser is added with one press, and shows what arrives; its push service is a stand-in."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.members.models import PushDevice
from goclub.members.push.tests.conftest import Browser
from goclub.members.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: In the place of the push service of the browser's maker, which a test cannot reach.
STAND_IN = """
  const bytes = (text) => Uint8Array.from(
    atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0)).buffer;
  const keys = %s;
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => {
    if (options.applicationServerKey.length !== 65) throw new Error("no key");
    return { endpoint: keys.endpoint, getKey: (name) => bytes(keys[name]) };
  };
"""


def test_a_browser_is_added_and_shows_what_arrives(visit, people, live_server, settings):
    settings.SITE_URL = live_server.url
    page, (sato, _anong) = visit, people
    page.context.grant_permissions(["notifications"], origin=live_server.url)
    subscription = Browser("https://push.example.org/1").subscription
    page.add_init_script(STAND_IN % json.dumps(subscription))
    page.goto(live_server.url + reverse("members:sign-in"))
    page.locator("#id_username").fill(sato.user.username)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_load_state("networkidle")
    page.goto(live_server.url + reverse("members:notices-settings"))
    page.get_by_role("button", name="Add this device").click()
    expect(page.locator(".push-devices li")).to_have_count(1)
    device = PushDevice.objects.get()
    assert (device.member, device.endpoint) == (sato, subscription["endpoint"])
    assert (device.p256dh, device.auth) == (subscription["p256dh"], subscription["auth"])

    payload = {"title": "Hoshi", "text": "Sato Ken …", "url": "/challenges/", "tag": "notice-1"}
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    [worker] = page.context.service_workers
    shown = worker.evaluate(
        # A browser of a test shows no notifications: what it is told to show is looked at.
        """async (data) => {
          let shown = null;
          self.registration.showNotification = async (...told) => { shown = told; };
          self.dispatchEvent(new PushEvent("push", { data }));
          return [shown[0], shown[1].body, shown[1].data.url, shown[1].tag];
        }""",
        json.dumps(payload),
    )
    assert shown == ["Hoshi", "Sato Ken …", "/challenges/", "notice-1"]

    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".push-devices li")).to_have_count(0)
    assert not PushDevice.objects.exists()
