"""The admin in a browser: rows are added, Enter saves, a cell names its column on a phone."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from goclub.members.models import ClubSettings, Nickname
from goclub.members.queries import role_of
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def chair(page, live_server):
    """The chair at the pages."""
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    chair = make_member("Rika", role=CHAIR)
    client = Client()
    client.force_login(chair.user, "goclub.members.backends.NameOrEmailBackend")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
    )
    return page


def test_enter_saves_a_member_whose_name_is_a_button(chair, live_server):
    """A button in a name would come before the one that saves, and Enter would press it."""
    member = make_member("Bo")
    role = reverse("games:role", args=[member.pk])
    button = f"<button formaction={role} name=role value=chair>Ok"
    member.display_name = button
    member.save()
    Nickname.objects.create(member=member, name=button)
    chair.goto(live_server.url + reverse("admin:members_member_change", args=[member.pk]))
    expect(chair.locator("#nicknames-0 .original p")).to_have_text(button)
    assert chair.locator("[formaction]").count() == 0
    chair.locator("#nicknames-group .add-row a").click()
    row = chair.locator("#nicknames-1")
    row.locator("[name=nicknames-1-name]").fill("<b>Bo</b>")
    row.locator("[name=nicknames-1-name]").press("Enter")
    chair.wait_for_url("**" + reverse("admin:members_member_changelist"))
    names = set(Nickname.objects.filter(member=member).values_list("name", flat=True))
    assert names == {button, "<b>Bo</b>"}
    assert role_of(member) not in ("chair", CHAIR)
    expect(chair.locator(".messagelist")).to_contain_text(button)
