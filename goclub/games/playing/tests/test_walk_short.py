"""A result from the start page on a phone, in four presses; and one to confirm it."""

from __future__ import annotations

import pytest

from goclub.common.tests.walking import sideways
from goclub.games.models import Game
from goclub.games.playing.tests.test_walk import HAND, problems_of, sign_in
from goclub.games.tests.factories import play
from goclub.members.tests.factories import fresh, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_three_presses_report_and_one_confirms(browser, live_server, people):
    sato, anong = people
    play(sato, anong, minute=1)
    play(sato, make_member("Łukasz Źródlański"), minute=2)
    his = browser.new_context(viewport=HAND).new_page()
    his.goto(live_server.url)
    sign_in(his, sato)
    his.goto(live_server.url)
    for press in (
        his.get_by_role("link", name="Report a game"),
        his.locator(".opponents").get_by_role("link", name=anong.display_name),
        his.locator(".told-one").first,
    ):
        press.wait_for()
        assert sideways(his) == 0
        assert problems_of(his) == []
        press.click()
    his.wait_for_url("**/games/*/")
    game = Game.objects.latest("pk")
    assert (game.state, game.ending) == (Game.State.REPORTED, "resign")

    hers = browser.new_context(viewport=HAND).new_page()
    hers.goto(live_server.url)
    sign_in(hers, anong)
    hers.goto(live_server.url)
    hers.get_by_role("button", name="Confirm").first.click()
    hers.get_by_text("once your opponent confirms").or_(
        hers.locator(".notice.success")
    ).first.wait_for()
    assert fresh(game).state == Game.State.CONFIRMED
    his.context.close()
    hers.context.close()
