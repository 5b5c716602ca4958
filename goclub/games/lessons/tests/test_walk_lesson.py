"""A lesson with three people in Chromium: leading, following, trying, asking, handing over."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.games.lessons.services import read_chapter
from goclub.games.models import LiveLesson
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Person:
    """Someone at a screen; a tap is a click on a point of the board."""

    def __init__(self, browser, live_server, member, viewport):
        self.context = browser.new_context(viewport=viewport)
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(live_server.url)
        sign_in(self.page, member)

    def tap(self, *points):
        board = self.page.locator("[data-kifu-board] > svg.board")
        board.scroll_into_view_if_needed()
        for x, y in points:
            a, d, e, f = board.evaluate(
                "svg => (({a, d, e, f}) => [a, d, e, f])(svg.getScreenCTM())"
            )
            self.page.mouse.click(e + 10 * x * a, f + 10 * y * d)

    def sees(self, move):
        expect(self.page.locator("[data-kifu-sentence]")).to_have_text(re.compile(move))

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def class_room(browser, live_server, people):
    teacher = make_member("Olga Organiser", role=ORGANISER, password=True)
    persons = [
        Person(browser, live_server, teacher, DESK),
        *(Person(browser, live_server, member, HAND) for member in people),
    ]
    yield persons
    for person in persons:
        person.context.close()
        assert person.problems == []


def test_a_lesson_with_three_people(class_room, people, live_server):
    leader, ken, anong = class_room
    leader.page.goto(live_server.url + reverse("games:lesson-new"))
    leader.page.get_by_label("Title").fill("Approach moves")
    leader.press("Start lesson")
    leader.page.get_by_text("You are leading.").wait_for()
    for follower in (ken, anong):
        follower.page.goto(live_server.url)
        follower.page.get_by_role("link", name="Follow").click()
        follower.page.get_by_text("You are following.").wait_for()

    # Five moves, fast, a comment and a mark: both followers see them.
    leader.tap((3, 3), (15, 3), (15, 15), (3, 15), (5, 2))
    leader.page.get_by_label("Comment on this position").fill("Black approaches.")
    leader.page.get_by_text("Saved.", exact=True).wait_for()
    leader.page.locator("[data-mark=TR]").click()
    leader.tap((2, 5))
    for follower in (ken, anong):
        follower.sees("Move 5, Black F17")
        expect(follower.page.locator("[data-kifu-comment]")).to_have_text("Black approaches.")
        expect(follower.page.locator("svg.board .sign.tr")).to_have_count(1)

    # One tries a stone while the lesson goes on, asks about it, and comes back.
    ken.tap((2, 5))
    ken.sees("Move 6, White C14")
    ken.page.get_by_text("You are looking elsewhere.").wait_for()
    leader.page.locator("[data-mark='']").click()
    leader.tap((5, 16))
    anong.sees("Move 6, White F3")
    ken.sees("Move 6, White C14")
    ken.press("Back to the lesson")
    ken.sees("Move 6, White F3")
    ken.page.locator("[data-kifu-go=back]").click()
    ken.tap((2, 5))
    ken.page.get_by_label("Question").fill("Why not here?")
    ken.press("Ask")
    ken.page.get_by_text("Question sent.").wait_for()
    ken.sees("Move 6, White F3")

    # The leader answers on the board.
    question = leader.page.locator(".lesson-question")
    expect(question).to_contain_text("Why not here?")
    question.get_by_role("button", name="Show").click()
    for person in class_room:
        person.sees("Move 6, White C14")
    leader.press("Answered")
    leader.page.get_by_text("Question answered.").wait_for()

    # Anong leads; the teacher follows, takes the lead back, and ends.
    leader.page.locator("select[name=member]").select_option(str(people[1].pk))
    leader.press("Hand over")
    leader.page.get_by_text("You are following.").wait_for()
    anong.page.get_by_text("You are leading.").wait_for()
    anong.tap((9, 9))
    for follower in (leader, ken):
        follower.sees("Move 7, Black K10")
    leader.press("Take the lead")
    leader.page.get_by_text("You are leading.").wait_for()
    anong.page.get_by_text("You are following.").wait_for()
    leader.press("End lesson")
    leader.page.get_by_role("heading", name="End this lesson?").wait_for()
    leader.press("End lesson")
    leader.page.get_by_role("link", name="SGF of all chapters").wait_for()

    # What remains: the tree with both lines, the comment and the question.
    ken.page.get_by_role("link", name="SGF of all chapters").wait_for()
    ken.page.locator(".lesson-question a").click()
    ken.sees("Move 5, Black F17")
    expect(ken.page.locator("[data-kifu-comment]")).to_have_text("Black approaches.")
    record = read_chapter(LiveLesson.objects.get().chapters.get())
    lines = {record.nodes[end].point for end in range(len(record.nodes))}
    assert {(5, 16), (2, 5), (9, 9)} <= lines
    assert len(record.nodes) == 9
