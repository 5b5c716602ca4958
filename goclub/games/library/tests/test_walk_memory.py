"""The club's memory beside the board, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.games.library.services.records import attach_kifu, upload_kifu
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.games.tests.factories import at, play
from goclub.members.requests import Act

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: Black wins the first four games.  The first has a variation; Q4 is D16 on the other side.
WAYS = ("(;W[dd];B[qf])(;W[pj])", ";W[dd];B[qf]", ";W[dd]", ";W[pp]", ";W[dp]")


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_member_steps_through_what_the_club_played(visit, people, live_server, size):
    page, (sato, anong) = visit, people
    games = []
    for number, way in enumerate(WAYS):
        game = play(sato, anong, "W+R" if number == 4 else "B+R", minute=2 * number)
        draft = upload_kifu(
            Act(sato.user, at()), f"(;SZ[19];B[pd]{way})".encode(), filename="g.sgf"
        )
        attach_kifu(Act(sato.user, at()), game, kifu=draft)
        games.append(game)
    page.set_viewport_size(size)
    sign_in(page, anong)
    page.goto(f"{live_server.url}{games[0].get_absolute_url()}?move=0")
    memory = page.locator("[data-memory]")
    letters = page.locator("#board .marks .sign.lb")
    expect(memory).to_be_hidden()
    page.locator("[data-kifu-go=next]").click()
    expect(memory.locator("summary")).to_have_text(
        "Played in 5 games of this club · Black won 4 · White won 1"
    )
    # What is a branch here keeps its letter, and the variation has the next.
    expect(memory.locator(".branch-key")).to_have_text(["A", "C"])
    expect(page.locator("#board .marks .ghost .letter")).to_have_text(["A", "B"])
    expect(letters).to_have_text(["C"])
    expect(letters).to_have_attribute("y", "150")
    expect(memory).to_contain_text("You chose A in 4 games · won 0 · lost 4")
    memory.locator("summary").click()
    expect(letters).to_have_count(0)
    page.locator("[data-kifu-go=next]").click()
    expect(memory).to_be_hidden()
    page.locator("[data-kifu-go=back]").click()
    memory.locator("summary").click()
    memory.get_by_role("link", name="You chose A in 4 games").click()
    expect(page.locator(".remembered")).to_contain_text(anong.display_name)
    expect(page.locator(".kifu-cards > li")).to_have_count(4)
