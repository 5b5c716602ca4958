"""The pages of kifu, positions and lessons in a real Chromium, looked at by axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.games.library.services.comments import add_note, add_variation
from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.playing.tests.test_walk import look_at_all, problems_of
from goclub.games.tests.factories import at
from goclub.members.requests import Act

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
    "/kifu/{pk}/vary/?at=3&moves=Wpd", "/kifu/{pk}/count/?rules=ing",
    "/kifu/{pk}/count/?dead=Q16&neutral=K10&rules=japanese",
)  # fmt: skip


@pytest.mark.extended
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_kifu_pages_are_accessible_and_nothing_sticks_out(browser, live_server, people, scheme):
    """WCAG 2.2 AA by axe, at both widths, light and dark, as visitor and as member."""
    sato, anong = people
    kifu = file_it(by=sato.user)
    add_note(Act(anong.user, at()), kifu, key="3", text="See D4 and Q16.")
    add_variation(Act(sato.user, at()), kifu, spot="3", moves="WjjBcq", text="")

    def a_try(page, found):
        page.goto(f"{live_server.url}/kifu/{kifu.pk}/?move=3")
        page.get_by_role("link", name="Try a move").click()
        for name in ("Q16", "K11"):
            page.get_by_label("Or type the point").fill(name)
            page.get_by_role("button", name="Play", exact=True).click()
            words = page.locator("[data-try-said]" if name == "Q16" else "[data-try-line]")
            expect(words).to_contain_text(name)
            if problems := problems_of(page):
                found[f"a variation {name}"] = problems

    paths, inside = ([path.format(pk=kifu.pk) for path in paths] for paths in (PAGES, INSIDE))
    look_at_all(browser, live_server, scheme, paths, {anong: inside}, then=a_try)
