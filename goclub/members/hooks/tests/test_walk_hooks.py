"""The chair's pages of the webhooks in a browser: entered, judged by axe, tested, taken away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.games.playing.tests.test_walk import DESK, HAND, judge
from goclub.members.hooks.services.sending import send_due
from goclub.members.models import Delivery, Webhook
from goclub.members.tests.factories import make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", HAND), ("dark", DESK)], ids=["light-hand", "dark-desk"]
)
def test_a_webhook_from_its_beginning_to_its_end(
    browser, live_server, client, receiver, scheme, size
):
    client.force_login(make_member("Ewa Lis", role="chair").user)
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page, found = context.new_page(), {}
    page.goto(live_server.url + "/webhooks/")
    judge(page, "empty", found)
    page.locator("#id_name").fill("Maximiliane-Friederikes-Ergebnismeldungen-im-Kulturhaus")
    page.locator("#id_address").fill("https://169.254.169.254/" + "a" * 200)
    page.get_by_role("button", name="Add webhook").click()
    expect(page.locator(".invalid-feedback")).to_be_visible()
    judge(page, "refused", found)
    page.locator("#id_address").fill(receiver.address)
    page.get_by_role("button", name="Add webhook").click()
    page.locator("code.key").wait_for()
    judge(page, "made", found)
    hook = Webhook.objects.get()
    page.locator(f"a[href='{hook.get_absolute_url()}']").click()
    for _number in range(3):
        page.get_by_role("button", name="Send test").click()
    expect(page.locator("#latest ~ ul li")).to_have_count(3)
    assert send_due() == 3
    Delivery.objects.filter(pk=Delivery.objects.order_by("pk")[0].pk).update(
        state=Delivery.State.FAILED, trouble="redirects", status=301
    )
    page.reload()
    judge(page, "one", found)
    page.goto(live_server.url + "/desk/")
    judge(page, "desk", found)
    page.goto(live_server.url + hook.get_absolute_url())
    page.get_by_role("button", name="Renew secret").click()
    page.locator("code.key").wait_for()
    page.get_by_role("button", name="Switch off").click()
    page.get_by_role("button", name="Switch on").wait_for()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete webhook").click()
    page.locator("#id_name").wait_for()
    assert not Webhook.objects.exists()
    context.close()
    assert found == {}
