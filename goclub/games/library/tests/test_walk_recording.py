"""A game of 250 moves recorded on a phone in a real Chromium: offline, on two phones, reported."""

from __future__ import annotations

import random
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from goclub.games.finding.tests.hands import choose_member
from goclub.games.library.services.recording import play_log
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Game, Recording
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.go.board.basics import BLACK, IllegalMove, name_point, opponent
from goclub.go.board.position import Board

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def random_game(length):
    """A game with captures: every second time what has one liberty left is taken."""
    rng, board, colour = random.Random(36), Board(19), BLACK
    moves = []
    while len(moves) < length:
        point = (rng.randrange(19), rng.randrange(19))
        others = [stone for stone, holder in board.stones() if holder != colour]
        in_atari = [stone for stone in others if len(board.liberties(stone)) == 1]
        if in_atari and rng.random() < 0.5:
            point = min(board.liberties(rng.choice(in_atari)))
        try:
            board.play(colour, point)
        except IllegalMove:
            continue
        moves.append((colour, point))
        colour = opponent(colour)
    assert sum(board.prisoners.values()) > 20
    return moves


class Phone:
    """A phone of a member, with its finger."""

    def __init__(self, browser, live_server, member):
        self.context = browser.new_context(viewport=HAND, has_touch=True, is_mobile=True)
        self.problems = []
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(live_server.url)
        sign_in(self.page, member)
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def tap(self, moves):
        """Tap the points of moves, where the board is now."""
        # The attribute is written by the script, without which a tap does nothing.
        board = self.page.locator("[data-waiting] [data-recorder-board] > svg.board")
        board.scroll_into_view_if_needed()
        where = "({a, d, e, f}) => [a, d, e, f]"
        a, d, e, f = board.evaluate(f"svg => ({where})(svg.getScreenCTM())")
        for _colour, (x, y) in moves:
            self.page.touchscreen.tap(e + 10 * x * a, f + 10 * y * d)

    def shows(self, number):
        expect(self.page.locator("[data-recorder-sentence]")).to_have_text(
            re.compile(rf"Move {number}, ")
        )

    def is_saved(self):
        expect(self.page.locator("[data-recorder-state]")).to_have_text(
            "All moves are saved.", timeout=15_000
        )


@pytest.fixture
def phones(browser, live_server, people):
    made = [Phone(browser, live_server, member) for member in people]
    yield made
    for phone in made:
        phone.context.close()
        assert phone.problems == []


def recorded():
    return play_log(Recording.objects.get()).moves


@pytest.mark.extended
def test_a_game_of_250_moves_is_recorded_without_a_wrong_stone(phones, people, live_server):
    game = random_game(250)
    (first, second), (sato, anong) = phones, people
    page = first.page
    page.goto(f"{live_server.url}{reverse('games:record-game')}?black={sato.pk}&white={anong.pk}")
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_url("**/games/record/*/")
    url = page.url

    first.tap(game[:60])
    first.is_saved()
    assert recorded() == game[:60]

    # A hundred moves without a network, with a slip of the finger, and through a reload.
    page.reload(wait_until="networkidle")
    first.context.set_offline(True)
    first.tap(game[60:111])
    first.tap(game[110:112])  # the first touches the stone that lies there
    first.shows(112)
    page.locator("[data-recorder-undo]").tap()
    first.tap(game[111:160])
    first.shows(160)
    expect(page.locator("[data-recorder-state]")).to_contain_text("only on this phone: 102")
    page.get_by_role("button", name="Count the board").tap()
    expect(page.get_by_text("Some moves are not sent yet")).to_be_visible()
    assert recorded() == game[:60]
    page.reload()
    first.shows(160)
    first.context.set_offline(False)
    first.is_saved()
    assert recorded() == game[:160]

    # The other phone follows, takes over, and the first is told.
    other = second.page
    other.goto(url)
    expect(other.locator("#recording-now strong")).to_have_text(re.compile("Move 160, "))
    first.tap(game[160:161])
    expect(other.locator("#recording-now strong")).to_have_text(
        re.compile("Move 161, "), timeout=15_000
    )
    other.get_by_role("button", name="Take over").tap()
    second.shows(161)
    second.tap(game[161:249])
    second.is_saved()
    first.tap(game[161:162])
    expect(page.get_by_text("Another phone records this game now.")).to_be_in_viewport()
    expect(page.locator("[data-recorder-state]")).to_be_empty()
    second.tap(game[249:])
    second.is_saved()
    assert recorded() == game

    # Counted, reported, and the record is the game's.
    other.get_by_role("button", name="Count the board").tap()
    other.get_by_role("link", name="Count with no dead stones").tap()
    other.get_by_role("link", name="Report this result").tap()
    other.locator("form#result button.btn-primary").tap()
    other.wait_for_url("**/games/*/")
    record = read_kifu(Game.objects.get().kifu)
    assert list(record.moves) == game


def test_two_phones_with_different_moves_are_asked_which_to_keep(phones, people, live_server):
    first, second = phones
    page, other = first.page, second.page
    page.goto(live_server.url + reverse("games:record-game"))
    choose_member(page, "white", people[1].display_name)
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_url("**/games/record/*/")
    common = [(1, (3, 3)), (2, (15, 15)), (1, (15, 3))]
    first.tap(common)
    first.is_saved()
    first.context.set_offline(True)
    first.tap([(2, (3, 15)), (1, (9, 9))])
    other.goto(page.url)
    other.get_by_role("button", name="Take over").tap()
    second.tap([(2, (2, 2))])
    second.is_saved()
    first.context.set_offline(False)
    expect(page.get_by_text("Another phone records this game now.")).to_be_visible(timeout=15_000)
    page.get_by_role("link", name="Follow or take over").tap()
    page.get_by_role("button", name="Take over").tap()
    page.get_by_role("button", name="This phone, up to move 5").tap()
    first.is_saved()
    assert recorded() == [*common, (2, (3, 15)), (1, (9, 9))]
    assert Recording.objects.get().log.endswith("cc<<dpjj")


def test_those_who_follow_stay_at_the_move_they_look_at(phones, people, live_server):
    first, second = phones
    page, other = first.page, second.page
    page.goto(live_server.url + reverse("games:record-game"))
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_url("**/games/record/*/")
    first.tap([(1, (3, 3)), (2, (15, 15)), (1, (15, 3))])
    first.is_saved()
    other.goto(page.url)
    counter = other.locator("[data-kifu-counter]")
    expect(counter).to_have_text("3 / 3")
    first.tap([(2, (3, 15))])
    expect(counter).to_have_text("4 / 4")
    other.locator("[data-kifu-go=back]").tap()
    other.locator("[data-kifu-go=back]").tap()
    first.tap([(1, (9, 9))])
    expect(counter).to_have_text("2 / 5")
    other.locator("#recording-now a").tap()
    expect(counter).to_have_text("5 / 5")
    # A try of their own stays too, until it ends.
    other.locator("[data-try-start]").tap()
    other.locator("[data-try-pass]").tap()
    expect(counter).to_have_text("6 / 6")
    first.tap([(2, (9, 11)), (1, (11, 9))])
    expect(other.locator("#recording-now a")).to_have_text(re.compile("Move 7, "))
    expect(counter).to_have_text("6 / 6")
    other.locator("[data-try-leave]").tap()
    expect(counter).to_have_text("7 / 7")
    # The last move is taken back.
    page.locator("[data-recorder-undo]").tap()
    expect(counter).to_have_text("6 / 6")


def test_the_finger_sees_its_point_enlarged_before_it_lifts(visit, live_server, people):
    """Pressed, moved and lifted with a mouse as a finger: the stone falls where the cross was."""
    page = visit
    page.set_viewport_size(HAND)
    sign_in(page, people[0])
    page.goto(live_server.url + reverse("games:record-game"))
    page.get_by_role("button", name="Start recording").click()
    page.wait_for_url("**/games/record/*/")
    svg = page.locator("[data-recorder-board] > svg.board")
    a, d, e, f = svg.evaluate("svg => (({a, d, e, f}) => [a, d, e, f])(svg.getScreenCTM())")

    def touch(kind, x, y):
        place = {"clientX": e + 10 * x * a, "clientY": f + 10 * y * d}
        svg.evaluate(
            """(svg, [kind, place]) => {
              svg.setPointerCapture = () => {};
              const finger = {pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true};
              svg.dispatchEvent(new PointerEvent(kind, {...finger, ...place}));
            }""",
            [kind, place],
        )

    lens = page.locator("[data-recorder-lens]")
    touch("pointerdown", 4, 4)
    expect(lens).to_be_visible()
    touch("pointermove", 3.2, 3.3)
    expect(lens).to_have_attribute("viewBox", "0 0 60 60")
    touch("pointerup", 3.2, 3.3)
    expect(lens).to_be_hidden()
    expect(page.locator("[data-recorder-sentence]")).to_have_text(
        f"Move 1, Black {name_point((3, 3), 19)}"
    )
    # A second finger lets go without a stone.
    touch("pointerdown", 9, 9)
    touch("pointercancel", 9, 9)
    touch("pointerup", 9, 9)
    expect(page.locator("[data-recorder-sentence]")).to_have_text(re.compile("Move 1, "))
    page.locator("[data-recorder-point]").fill("q16")
    page.locator("[data-recorder-point]").press("Enter")
    expect(page.locator("[data-recorder-sentence]")).to_have_text("Move 2, White Q16")
    # Once both have passed, the end of the game is one tap away.
    finish = page.locator("[data-recorder-passed]")
    for is_over in (False, True):
        page.locator("[data-recorder-pass]").click()
        expect(finish).to_be_visible(visible=is_over)
    page.locator("[data-recorder-undo]").click()
    expect(finish).to_be_hidden()


def test_on_a_wide_screen_the_buttons_are_below_the_board(visit, live_server, people):
    recording = Recording(black=people[0], started_by=people[0].user, log="pddp")
    recording.started_at = recording.changed_at = timezone.now()
    recording.save()
    page = visit
    page.set_viewport_size(DESK | {"height": 768})
    sign_in(page, people[1])
    page.goto(live_server.url + recording.get_absolute_url())
    expect(page.locator("[data-kifu-go=next]")).to_be_in_viewport(ratio=1)
