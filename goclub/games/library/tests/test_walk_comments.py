"""Talking about a game and counting it, as members walk it in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.games.library.services.comments import add_note
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import KifuNote
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.games.tests.factories import at, facts
from goclub.go.records.tests.text import sgf
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def people():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    sato = make_member("佐藤 健", romanised_name="Sato Ken", points=119, password=True)
    return sato, make_member("อนงค์ ศรีสุข", romanised_name="Anong S.", points=119, password=True)


@pytest.fixture
def game(people):
    sato, anong = people
    kifu = upload_kifu(Act(sato.user, at()), sgf(), filename="g.sgf")
    return report_game(Act(sato.user, at()), facts(sato, anong), kifu=kifu)


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_member_comments_on_the_move_that_is_shown(visit, people, game, live_server, size):
    page = visit
    page.set_viewport_size(size)
    sign_in(page, people[1])
    page.goto(f"{live_server.url}{game.get_absolute_url()}?move=5")
    page.locator("[data-kifu-go=next]").click()
    expect(page.locator("[data-comments-where]")).to_contain_text("Move 6")
    page.locator("#id_text").fill("Why not K10? <b>")
    page.get_by_role("button", name="Post comment").click()
    expect(page.locator(".said.here")).to_contain_text("Why not K10? <b>")
    assert KifuNote.objects.get().spot == "6"
    page.locator("[data-kifu-go=first]").click()
    expect(page.locator(".said.here")).to_have_count(0)
    page.get_by_role("link", name="K10", exact=True).click()
    expect(page.locator("[data-kifu-counter]")).to_have_text("6 / 19")
    lit = page.locator("#board .marks .sign.cr")
    expect(lit).to_have_attribute("x", "90")
    expect(lit).to_have_attribute("y", "90")
    page.locator("[data-kifu-go=next]").click()
    expect(lit).to_have_count(0)


def test_comments_come_and_go_with_the_moves_in_their_order(visit, people, game, live_server):
    notes = [
        add_note(Act(people[0].user, at(minute=minute)), game.kifu, key=key, text="Why not K10?")
        for minute, key in enumerate(("6", "6", "9"), 1)
    ]
    page = visit
    page.goto(f"{live_server.url}{game.get_absolute_url()}?move=6")
    comments, shown = page.locator("[data-comments] .said"), page.locator(".said:visible")
    expect(shown).to_have_count(2)
    page.locator("[data-kifu-go=next]").click()
    expect(shown).to_have_count(3)
    expect(page.locator(".said.here")).to_have_count(0)
    order = comments.evaluate_all("items => items.map((item) => item.id)")
    assert order == [f"comment-{note.pk}" for note in notes]
    # A comment that moves to the front keeps the focus inside it.
    link = comments.nth(2).get_by_role("link", name="K10")
    link.press("Enter")
    expect(page.locator("[data-kifu-counter]")).to_have_text("9 / 19")
    expect(shown).to_have_count(1)
    expect(shown.get_by_role("link", name="K10")).to_be_focused()
    page.get_by_role("button", name="all").click()
    expect(shown).to_have_count(3)
    expect(comments.nth(2)).to_contain_class("here")
