"""Without a line, in Chromium: the page that is there, with its calculator and the last boards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.front.queries import offline_walls
from goclub.games.library.services.filing import file_record
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import PASSWORD, make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


KEPT = """async () => {
  const pages = await (await caches.open("pages")).keys();
  return pages.map((one) => new URL(one.url).pathname);
}"""


@pytest.fixture(autouse=True)
def club():
    return ClubSettings.objects.create(pk=1, name="Hoshi Go Club")


@pytest.fixture
def kifu():
    data = sgf("佐藤 健 <b>", moves=[*LINE, "ck"])
    return file_record(Act(None, at()), read(data), data=data, filename="g.sgf")


def begin(page, address):
    """A first visit: from the second on, the worker is there."""
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_load_state("networkidle")


def kept(page, path, *, there=True):
    """Wait until the worker keeps a page, or does not any more."""
    page.wait_for_function(
        f"async ([path, there]) => (await ({KEPT})()).includes(path) === there", arg=[path, there]
    )


def sign_in(page, address, member):
    page.goto(f"{address}/sign-in/")
    page.fill("[name=username]", member.user.username)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button.btn-primary")
    page.wait_for_load_state("networkidle")


def test_without_a_line_the_calculator_works_and_the_last_boards_are_there(page, live_server, kifu):
    begin(page, live_server.url)
    board = kifu.get_absolute_url()
    page.goto(live_server.url + board)
    page.wait_for_load_state("networkidle")
    kept(page, board)
    page.context.set_offline(True)
    page.goto(live_server.url + "/games/")
    expect(page.locator("[data-calculator]")).to_be_visible()
    page.wait_for_selector("[data-boards] a")

    igs = next(wall for wall in offline_walls() if wall["key"] == "igs")
    weak, strong = igs["ranks"].index("5k"), igs["ranks"].index("2k")
    page.select_option("[name=system]", label=igs["name"])
    page.select_option("[name=one]", label="2k")
    page.select_option("[name=other]", label="5k")
    assert page.locator("output").inner_text() == igs["texts"][igs["pairs"][f"{weak},{strong}"]]
    page.select_option("[name=other]", label="17k")
    expect(page.locator("output")).to_have_text(page.get_attribute("form", "data-none"))
    page.select_option("[name=by]", value="difference")
    page.select_option("[name=difference]", label=igs["differences"][4][0])
    expect(page.locator("output")).to_have_text(igs["texts"][igs["differences"][4][1]])

    link = page.locator("[data-boards] a")
    assert "佐藤 健 <b>" in link.inner_text()
    link.click()
    page.wait_for_selector("svg.board")
    page.wait_for_selector(".kifu.ready")
    page.context.set_offline(False)


def test_the_page_comes_back_where_nobody_says_that_the_line_did(page, live_server, kifu):
    """The browser says so once, and what is asked for at that moment may still fail."""
    begin(page, live_server.url)
    page.context.set_offline(True)
    page.goto(live_server.url + kifu.get_absolute_url())
    expect(page.locator("[data-calculator]")).to_be_visible()
    page.evaluate(
        "addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true })"
    )
    page.context.set_offline(False)
    expect(page.locator("svg.board").first).to_be_visible()


def test_no_other_reader_finds_what_was_kept(page, live_server, kifu):
    one = make_member("Anong", password=True)
    other = make_member("Bo", password=True)
    board = kifu.get_absolute_url()
    begin(page, live_server.url)
    page.goto(live_server.url + board)
    kept(page, board)

    sign_in(page, live_server.url, one)
    kept(page, board, there=False)
    page.goto(live_server.url + board)
    kept(page, board)

    # The sign-out takes them along, also where no line is there afterwards.
    page.locator("form[action='/sign-out/'] button").evaluate("button => button.click()")
    page.wait_for_load_state("networkidle")
    kept(page, board, there=False)
    page.context.set_offline(True)
    page.goto(live_server.url + board)
    expect(page.locator("[data-calculator]")).to_be_visible()
    expect(page.locator("[data-boards] a")).to_have_count(0)
    assert "Anong" not in page.content()
    page.context.set_offline(False)
    # The page asks for the board anew by itself.
    expect(page.locator("[data-calculator]")).to_have_count(0)
    page.wait_for_load_state("load")

    # Somebody who takes the same telephone with a session of his own finds nothing either.
    sign_in(page, live_server.url, one)
    page.goto(live_server.url + board)
    kept(page, board)
    page.context.clear_cookies()
    sign_in(page, live_server.url, other)
    kept(page, board, there=False)
