"""What a browser does for whoever fills in a form: focus, clock, a file read when it is chosen."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.games.models import Kifu
from goclub.go.records.tests.text import sgf
from goclub.members.tests.factories import PASSWORD

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


def test_a_refused_field_takes_the_focus_and_the_clock_is_the_browsers(
    browser, people, live_server
):
    page = browser.new_context(timezone_id="Asia/Bangkok", locale="en-GB").new_page()
    page.goto(live_server.url + reverse("members:join"))
    expect(page.locator("#id_time_zone")).to_have_value("Asia/Bangkok")
    page.locator("#id_display_name").fill("Somchai")
    page.locator("#id_time_zone").select_option("Asia/Tokyo")
    page.locator("#id_email").fill("somchai@example.org")
    page.locator("#id_password").fill("short")
    page.evaluate("document.querySelector('main form').noValidate = true")
    page.locator("main form button.btn-primary").click()
    page.locator("#id_password[aria-invalid=true]").wait_for()
    assert page.evaluate("document.activeElement.id") == "id_password"
    assert page.locator("#id_time_zone").input_value() == "Asia/Tokyo", "what was chosen stays"
    page.context.close()


def test_a_chosen_kifu_is_read_at_once_and_a_refused_one_stays(page, people, live_server):
    sato, _anong = people
    page.goto(live_server.url + reverse("members:sign-in"))
    page.locator("#id_username").fill(sato.user.username)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button").first.click()
    page.goto(live_server.url + reverse("games:report"))
    twice = sgf(moves=["pd", "dd", "pp", "pd"])
    page.locator("#id_file").set_input_files(
        {"name": "twice.sgf", "mimeType": "application/x-go-sgf", "buffer": twice}
    )
    page.locator("#id_legal_part").check()
    page.locator("form.upload button").click()
    page.locator("#result input[name=kifu]").wait_for(state="attached")
    page.wait_for_function("document.querySelector('#result input[name=kifu]').value !== ''")
    assert [(kifu.filename, kifu.moves) for kifu in Kifu.objects.all()] == [("twice.sgf", 3)]
