"""The pages of kifu, positions and lessons in a real Chromium, looked at by axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.games.library.services.comments import add_note, add_variation
from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.playing.tests.test_walk import DESK, HAND, _look, problems_of, sign_in
from goclub.games.tests.factories import at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/kifu/?since=2001-01-01&size=19", "/kifu/?q=nobody", "/kifu/{pk}/",
    "/kifu/{pk}/?node=2&table=1", "/kifu/{pk}/print/", "/kifu/{pk}/embed/",
    "/kifu/{pk}/count/?dead=Q16&neutral=K10", "/kifu/{pk}/count/?dead=Z99",
    "/games/positions/", "/games/positions/?kifu={pk}&move=3",
    "/games/positions/?kifu={pk}&move=3&corner=top-left&lines=9", "/learn/go/",
)  # fmt: skip
INSIDE = (
    "/kifu/", "/kifu/{pk}/?move=3", "/kifu/{pk}/talk/?at=3", "/kifu/{pk}/vary/?at=3&moves=Wjj",
    "/kifu/{pk}/vary/?at=3&moves=Wpd",
)  # fmt: skip


@pytest.mark.extended
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_kifu_pages_are_accessible_and_nothing_sticks_out(browser, live_server, people, scheme):
    """WCAG 2.2 AA by axe, at both widths, light and dark, as visitor and as member."""
    sato, anong = people
    kifu = file_it(by=sato.user)
    add_note(kifu=kifu, by=anong.user, key="3", text="See D4 and Q16.", at=at())
    add_variation(kifu=kifu, by=sato.user, spot="3", moves="WjjBcq", text="", at=at())
    found = {}
    for size in (DESK, HAND):
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        for path in PAGES:
            _look(page, live_server.url + path.format(pk=kifu.pk), found)
        page.goto(live_server.url)
        sign_in(page, anong)
        for path in INSIDE:
            _look(page, live_server.url + path.format(pk=kifu.pk), found)
        page.goto(f"{live_server.url}/kifu/{kifu.pk}/?move=3")
        page.get_by_role("link", name="Add a variation").click()
        for name in ("Q16", "K11"):
            page.get_by_label("Or type the point").fill(name)
            page.get_by_role("button", name="Play", exact=True).click()
            words = page.get_by_role("alert" if name == "Q16" else "status").filter(has_text=name)
            expect(words).to_be_visible()
            if problems := problems_of(page):
                found[f"a variation {name} {size['width']}"] = problems
        context.close()
    assert found == {}
