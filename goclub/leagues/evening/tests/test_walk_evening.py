"""A whole evening in Chromium: six on their phones, two of them without a line for a while, an
organiser at her desk, and the wall.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.evening.tests.nights import NAMES, some_members
from goclub.leagues.models import ClubNight, NightGame, NightPress
from goclub.members.models import ClubSettings
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import fresh, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE, DESK, WALL = (
    {"width": 390, "height": 844}, {"width": 1280, "height": 900}, {"width": 1920, "height": 1080},
)  # fmt: skip
#: The devices ask for news when the walk says so, one after the other: a database in memory lets
#: nobody wait.  What is asked for, and what is kept and sent, is the pages' own.
BEATS = """
  const beats = [], every = window.setInterval;
  window.setInterval = (f, ms, ...more) => ms >= 5000 ? beats.push(f) : every(f, ms, ...more);
  window.beat = () => beats.forEach((f) => f());
"""


class Device:
    """Somebody's screen: a browser of its own, signed in or not."""

    def __init__(self, browser, base, size, path, member=None):
        self.context = browser.new_context(viewport=size, base_url=base)
        self.context.add_init_script(BEATS)
        self.member, self.problems, self.offline = member, [], False
        if member is not None:
            client = Client()
            client.force_login(member.user)
            name = settings.SESSION_COOKIE_NAME
            self.context.add_cookies(
                [{"name": name, "value": client.cookies[name].value, "url": base}]
            )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(path)

    def press(self, selector):
        """Press, and wait until the page shows what became of it."""
        self.page.locator(selector).first.click()
        expect(self.page.locator("button[aria-busy]:not([disabled])")).to_have_count(0)

    def go(self, selector):
        """Press what leads to another page, and wait for it."""
        with self.page.expect_navigation():
            self.page.locator(selector).first.click()

    def look(self, selector, count=1):
        """What the page shows once it has asked for news."""
        self.page.evaluate("beat()")
        found = self.page.locator(selector)
        expect(found).to_have_count(count)
        return found

    def lose_line(self):
        """The page is there as it was last; its worker has it."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload(wait_until="networkidle")
        self.context.set_offline(True)
        self.page.reload()

    def find_line(self):
        """What was kept is sent by itself."""
        self.context.set_offline(False)
        said = self.page.locator("[data-line]")
        with contextlib.suppress(AssertionError):  # the site was busy: the next beat sends it
            expect(said).to_be_hidden(timeout=5_000)
        self.page.evaluate("beat()")
        expect(said).to_be_hidden()
        assert self.kept == 0

    @property
    def kept(self):
        return len(self.page.evaluate("JSON.parse(localStorage.getItem('night presses') ?? '[]')"))


@pytest.fixture
def devices(browser, live_server) -> Iterator:
    """Makes devices, and puts them away before the database is."""
    made = []

    def device(size, path, member=None):
        made.append(Device(browser, live_server.url, size, path, member))
        return made[-1]

    yield device
    for one in made:
        assert one.problems == []
        one.page.goto("about:blank")
        one.context.close()


def phones_by_table(phones):
    """The phones of each game under way, Black's first, by table."""
    by_member = {phone.member.pk: phone for phone in phones}
    running = NightGame.objects.filter(ended_at=None).order_by("table")
    rows = running.select_related("black", "white")
    return [(by_member[row.black.member_id], by_member[row.white.member_id], row) for row in rows]


def test_six_on_phones_an_organiser_and_a_wall(devices):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    desk = devices(DESK, "/night/", make_member("Olga Organiser", role=ORGANISER))
    desk.page.click("form[action='/night/open/'] button")
    night = ClubNight.objects.get()
    wall = devices(WALL, "/night/wall/")
    phones = [devices(PHONE, "/night/me/", member) for member in some_members(6)]
    for phone in phones:
        phone.press("form[action$='/here/'] button")
        expect(phone.page.locator("#my-wait")).to_be_visible()
        assert sideways(phone.page) == 0

    # --- The first round: everybody sits down with one press of the organiser ---------------------
    desk.look(".pairing", 3)
    desk.press("#waiting .pane-head button")
    desk.look("form.wins", 3)
    wall.page.reload()
    for member in [phone.member for phone in phones]:
        expect(wall.page.locator("#wall")).to_contain_text(member.display_name)
    for phone in phones:
        phone.look(".my-answer")
    (one, _one_other, first), (two, _two_other, second), (three, third_other, third) = (
        phones_by_table(phones)
    )

    # Two at two tables lose their line, press, and see that it is kept.
    for phone in (one, two):
        phone.lose_line()
        phone.press(".my-answer .btn-primary")  # Black: I won
        expect(phone.page.locator("[data-line]")).to_be_visible()
        assert phone.kept == 1
    assert not Game.objects.exists()

    # At the third one says it and the other says the same: confirmed.
    three.press(".my-answer .btn-primary")
    assert fresh(third).game.state == Game.State.REPORTED
    third_other.look(".undo, #my-wait", 2)
    third_other.page.goto(f"/games/{third.game_id}/")
    third_other.page.locator("form[action*='/confirm/'] button").first.click()
    third_other.page.goto("/night/me/")
    third.game.refresh_from_db()
    assert third.game.state == Game.State.CONFIRMED

    # The organiser enters the first table herself, and frees the second, whose two want to go on.
    desk.look("form.wins", 2)
    desk.press(f"form.wins:has(input[value='{first.key}']) button.win >> nth=0")
    assert fresh(first).winner == "B"
    desk.page.goto(f"/night/games/{second.pk}/")
    desk.page.locator("form[action$='/free/'] button").first.click()
    desk.page.goto("/night/")

    # --- The second round: other pairs, the second table is taken again ---------------------------
    desk.look(".pairing", 3)
    desk.press("#waiting .pane-head button")
    desk.look("form.wins", 3)
    met = {frozenset((g.black_id, g.white_id)) for g in (first, second, third)}
    again = NightGame.objects.filter(ended_at=None)
    assert all(frozenset((g.black_id, g.white_id)) not in met for g in again)
    assert again.filter(table=second.table).exists()

    # The line is back: each kept press is sent once and reaches its own game.
    for phone in (one, two):
        phone.find_line()
        phone.page.goto("/night/me/")
    assert (fresh(first).winner, fresh(second).winner) == ("B", "B")
    assert first.game.state == Game.State.CONFIRMED
    assert Game.objects.count() == 3
    assert NightPress.objects.filter(what="result", game=second).count() == 1
    assert not again.exclude(game=None).exists()

    # --- The results of the second round, by players and organiser --------------------------------
    for black, _white, game in phones_by_table(phones)[:2]:
        black.page.goto("/night/me/")
        black.press(".my-answer .btn-accent")  # Black: I lost
        assert fresh(game).winner == "W"
    desk.look("form.wins", 1)
    desk.press("form.wins button.win >> nth=1")
    assert Game.objects.count() == 6

    # --- Home: one by one from the phones, the evening is closed ----------------------------------
    for phone in phones[:2]:
        phone.page.goto("/night/me/")
        phone.page.locator("form.go-home button").click()
        phone.page.wait_for_load_state()
    desk.page.goto("/night/")
    desk.page.locator("form[action='/night/close/'] button").click()
    desk.page.locator("form:has(input[name=confirmed]) button").click()
    expect(desk.page).to_have_url(re.compile(f"/night/{night.pk}/$"))
    assert not fresh(night).open
    assert not NightGame.objects.filter(ended_at=None).exists()
    desk.page.goto(f"/night/{night.pk}/")
    for phone in phones:
        expect(desk.page.locator("main")).to_contain_text(phone.member.display_name)
        assert phone.kept == 0
    wall.page.reload()
    expect(wall.page.locator(".wall-none")).to_be_visible()
    assert rebuild() == 0


# --- From the invitation to the news --------------------------------------------------------------
ROMANISED = ("Sato Ken", "Anong Srisuk", "", "", "Kiritani Fumio", "", "", "")


@pytest.mark.extended
def test_an_evening_from_the_invitation_to_the_news(devices):
    """Twelve people, by phone, by the tablet, by a slip; a dispute, a latecomer, one left over."""
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    chair = make_member("Hana Chair", role=CHAIR, points=90)
    languages = {0: "ja", 1: "th", 2: "pl"}
    twelve = [
        make_member(name, points=points, romanised_name=romanised, language=languages.get(n, "en"))
        for n, ((name, points), romanised) in enumerate(zip(NAMES, ROMANISED, strict=True))
    ]
    twelve += [make_member(f"Guest of all {letter}", points=60) for letter in "ABCD"]
    ken, anong, lukasz, siobhan, *rest = twelve

    # --- The chair puts the evening into the calendar; each answers with one press ----------------
    desk = devices(DESK, "/", chair)
    now = timezone.localtime()
    begins = min(now + timedelta(minutes=20), now.replace(hour=23, minute=59))  # of today
    for link in (".main-nav a[href='/tournaments/']", ".doors a[href='/calendar/']"):
        desk.go(link)
    desk.go("main a[href='/calendar/new/']")
    ends = begins + timedelta(hours=3)
    for name, value in {
        "title": "Twelve boards", "first": f"{begins:%Y-%m-%d}", "begins_at": f"{begins:%H:%M}",
        "ends_at": f"{ends:%H:%M}", "place": "Club room",
    }.items():  # fmt: skip
        desk.page.fill(f"main [name={name}]", value)
    desk.page.check("[name=repeat][value=once]")
    desk.go("main form .btn-primary")
    phones = [devices(PHONE, "/", member) for member in (ken, anong, lukasz, siobhan)]
    for phone, reply in zip(phones, ("yes", "late", "no", "yes"), strict=True):
        phone.go(f"#now button[value={reply}]")
        expect(phone.page.locator("#now button[aria-pressed=true]")).to_have_count(1)
        assert sideways(phone.page) == 0
    ken_phone, anong_phone, lukasz_phone, siobhan_phone = phones

    # --- Opening, and coming: by phone, by one's name on the tablet, by a name that is typed ------
    desk.page.goto("/")
    desk.go("#now a[href='/night/']")
    desk.go("form[action='/night/open/'] button")
    expect(desk.page.locator("#people input[name=member]")).to_have_count(3)
    desk.go("a[href='/night/door/']")
    door = desk.page.locator("a[href*='/tablet/']").get_attribute("href")
    tablet = devices({"width": 820, "height": 1180}, door)
    tablet.go(".expected-keys button:has-text('佐藤 健')")
    for member in rest:
        tablet.page.fill("#who", member.display_name)
        tablet.go(".checkin button")
        expect(tablet.page.locator(".notice.success")).to_contain_text(member.shown_name)
    siobhan_phone.go("#now form[action$='/here/'] button")
    lukasz_phone.page.goto("/night/me/")
    lukasz_phone.press("form[action$='/here/'] button")

    # --- The first round: two are paired by hand, one is left over --------------------------------
    desk.page.goto("/night/")
    for member in (ken, siobhan):
        desk.page.locator(".seatline", has_text=member.shown_name).locator("input").check()
    desk.press(".tick-bar button[formaction$='/hand/']")
    desk.look(".left-over", 1)
    desk.press("#waiting .pane-head button")
    desk.look("form.wins", 5)
    wall = devices(WALL, "/night/wall/")
    expect(wall.page.locator("#wall")).to_contain_text("Sato Ken")
    expect(wall.page.locator(".wall-name .second", has_text="佐藤 健")).to_be_visible()
    assert sideways(wall.page) == 0

    # --- A dispute, carried to its end at the desk; a slip frees its table ------------------------
    siobhan_phone.page.goto("/")
    siobhan_phone.go(".now-first .now-answers .btn-primary")
    ken_phone.page.goto("/")
    ken_phone.go(".now-first a[href*='/dispute/']")
    disputed = Game.objects.get()
    ken_phone.page.fill("[name=reason]", "数え直しました。")
    ken_phone.page.select_option("[name=winner]", disputed.colour_of(ken))
    ken_phone.go("main form .btn-primary")
    desk.page.goto("/")
    desk.go(".desk-line a >> nth=1")
    desk.go(".matters a[href*='/decide/']")
    desk.go("main .btn-primary")
    disputed.refresh_from_db()
    assert (disputed.state, disputed.winner) == ("confirmed", disputed.colour_of(ken))
    table = NightGame.objects.filter(ended_at=None).select_related("black", "white").first()
    desk.page.goto("/night/")
    desk.go(".night-links a[href='/games/evening/']")
    for side, player in (("black", table.black), ("white", table.white)):
        desk.page.fill(f"[name=s0-{side}]", str(player.member))
    desk.page.fill("[name=s0-handicap]", str(table.handicap))
    desk.page.fill("[name=s0-komi]", str(table.komi2 / 2))
    desk.page.select_option("[name=s0-winner]", "B")
    desk.page.select_option("[name=s0-ending]", "resign")
    desk.go("form.evening .btn-primary")
    table.refresh_from_db()
    assert table.game.ending == "resign"
    desk.page.goto("/night/")
    for left in (2, 1, 0):
        desk.press("form.wins button.win >> nth=0")
        desk.look("form.wins", left)

    # --- The second round: one comes late, one goes early -----------------------------------------
    anong_phone.page.goto("/")
    anong_phone.go("#now form[action$='/here/'] button")
    lukasz_phone.page.goto("/night/me/")
    lukasz_phone.go("form.go-home button")
    desk.page.goto("/night/")
    expect(desk.page.locator(".left-over")).to_have_count(1)
    desk.press("#waiting .pane-head button")
    desk.look("form.wins", 5)
    for left in (4, 3, 2, 1, 0):
        desk.press("form.wins button.win >> nth=1")
        desk.look("form.wins", left)
    desk.go("form[action='/night/close/'] button")
    desk.go("form:has(input[name=confirmed]) button")
    expect(desk.page.locator(".summary-game")).not_to_have_count(0)
    expect(desk.page.locator("section[aria-labelledby=open-games]")).to_have_count(0)
    assert Game.objects.filter(state=Game.State.CONFIRMED).count() == 10
    assert rebuild() == 0

    # --- Afterwards: why the points moved, the news, an answer to it ------------------------------
    siobhan_phone.page.goto("/")
    siobhan_phone.go("#own-games + .ledger a[href*='/ledger/'] >> nth=0")
    desk.page.goto("/")
    desk.go("main a[href='/news/new/']")
    desk.page.fill("main [name=title]", "Twelve at ten games")
    desk.page.fill("main [name=text]", "Thank you **all**.")
    desk.go("main form.card-paper .btn-primary")
    ken_phone.page.goto("/")
    ken_phone.go(".news-item h3 a")
    ken_phone.page.fill("main [name=text]", "また来ます。")
    ken_phone.go("#comments form .btn-primary")
    expect(ken_phone.page.locator("#comments .said-text")).to_have_text("また来ます。")
    for phone in (*phones, tablet):
        assert sideways(phone.page) == 0
