"""The pages of events by axe (WCAG 2.2 AA), and that nothing sticks out of a phone."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.common.tests.broken_words import broken_words
from goclub.common.tests.walking import sideways
from goclub.games.playing.tests.test_walk import DESK, HAND, _look, judge, sign_in
from goclub.games.tests.factories import play, report
from goclub.leagues.models import Event, Pairing
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.services import claims, registration, rounds, seating
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

LOOKS = pytest.mark.parametrize(
    ("scheme", "size"), [("light", HAND), ("dark", DESK)], ids=["light-hand", "dark-desk"]
)
HALL = {"width": 1920, "height": 1080}
PUBLIC = [
    ("event", ()),
    ("event-details", ()),
    ("event-players", ()),
    ("event-player", (1,)),
    ("round", (2,)),
    ("round-why", (2, 1)),
    ("standings", ()),
    ("cross", ()),
    ("papers", ()),
    ("print-pairings", (2,)),
    ("print-names", (2,)),
    ("print-wall", ()),
    ("print-standings", ()),
    ("print-players", ()),
    ("print-cards", ()),
]
INSIDE = [
    ("event-desk", ()),
    ("event-entries", ()),
    ("event-entry", (1,)),
    ("event-results", (2,)),
    ("event-table", (2, 2)),
    ("event-settings", ()),
    ("event-apart", ()),
    ("event-history", ()),
    ("print-slips", (2,)),
]


@pytest.fixture
def organiser():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    return make_member("Olga Organiser", role=ORGANISER, password=True)


@pytest.fixture
def event(organiser):
    """Long and foreign names, two categories, stones; round 2 published with one result."""
    event = make_event(organiser, name="Großes Sommerturnier im Kulturhaus", categories=(0,))
    members = [
        make_member("佐藤 健", romanised_name="Sato Ken", rank="2d"),
        make_member("อนงค์ ศรีสุขเกษมสันต์ ณ อยุธยา", romanised_name="Anong Srisukkasemsan", rank="1d"),
        make_member("Maximiliane-Friederike von Unterfranken-Oberpfalz", rank="3k"),
    ]
    for member in members:
        registration.register_member(Act(None, at()), event, member=member)
    people = add_guests(event, 6, rank=-5)
    play_out(next_round(event))
    seating.forbid_pair(
        Act(organiser.user, at()), event, first=people[0], second=people[1], reason="kin"
    )
    next_round(event)
    play_out(event.rounds.get(number=1))
    first = Pairing.objects.get(round__event=event, round__number=2, table=1)
    claims.report_result(pairing=first, participant=first.black, result="black", at=at())
    return Event.objects.get(pk=event.pk)


def path(event, name, args):
    return reverse(f"leagues:{name}", args=[event.slug, *args])


@LOOKS
def test_pages_of_an_event(browser, live_server, event, organiser, scheme, size):
    found = {}
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    _look(page, live_server.url + reverse("leagues:events"), found)
    for name, args in PUBLIC:
        _look(page, live_server.url + path(event, name, args), found)
    for query in ("?by=name", "?category=1"):
        _look(page, live_server.url + path(event, "round", (2,)) + query, found)
    _look(page, live_server.url + path(event, "standings", ()) + "?category=2", found)
    page.goto(live_server.url)
    sign_in(page, organiser)
    _look(page, live_server.url + reverse("leagues:event-new"), found)
    _look(page, live_server.url + reverse("leagues:event-import"), found)
    for name, args in INSIDE:
        _look(page, live_server.url + path(event, name, args), found)
    context.close()
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_projector_fills_the_wall_and_no_more(browser, live_server, event, scheme):
    """It turns by a script, for which axe has nothing to say; a link holds it."""
    found = {}
    context = browser.new_context(viewport=HALL)
    page = context.new_page()
    page.goto(live_server.url + path(event, "projector", ()))
    judge(page, "turning", found)
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0)
    page.goto(live_server.url + path(event, "projector", ()) + "?seconds=5")
    page.wait_for_url("**page=2**")
    page.locator(".screen-page a").click()
    expect(page.locator("[data-again]")).to_have_count(0)
    for number in (1, 2):
        url = (
            live_server.url + path(event, "projector", ()) + f"?theme={scheme}&still&page={number}"
        )
        _look(page, url, found)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    context.close()
    assert found == {}


#: Cells of players whose rank or score lies below the last line of the name, or over what stands
#: before it.
CROWDED = """cells => cells.filter(cell => {
  const [name, ...after] = [".name", ".rank", ".score"].map(one => cell.querySelector(one))
    .map(one => [...one.getClientRects()].at(-1));
  return after.some((box, n) => box.top >= name.bottom
    || box.left < (n ? after[n - 1] : name).right);
}).map(cell => cell.textContent.replace(/\\s+/g, " "))"""


def test_a_player_of_a_table_has_a_line_of_a_phone(browser, live_server, event, organiser):
    """Rank and score beside the name, however long it is; with ticks and links on the desk too."""
    context = browser.new_context(viewport=HAND)
    page = context.new_page()
    page.goto(live_server.url)
    sign_in(page, organiser)
    for name, args in (("round", (2,)), ("event-desk", ())):
        page.goto(live_server.url + path(event, name, args))
        page.wait_for_load_state("load")
        cells = page.locator(".stacked :is(.c-black, .c-white)")
        assert cells.count() > 4
        assert cells.evaluate_all(CROWDED) == []
    context.close()


def test_a_preview_and_open_details_on_a_phone(browser, live_server, event, organiser):
    """The desk while a round is a preview, with everything unfolded."""
    play_out(event.rounds.get(number=2))
    event.refresh_from_db()
    rounds.pair_round(Act(organiser.user, at()), event)
    found = {}
    context = browser.new_context(viewport=HAND)
    page = context.new_page()
    page.goto(live_server.url)
    sign_in(page, organiser)
    for name in ("event-desk", "event-settings", "event-entries"):
        page.goto(live_server.url + path(event, name, ()))
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        if sideways(page):
            found[name] = "sticks out to the right"
    context.close()
    assert found == {}


LISTS = [
    "/",
    "/games/",
    "/members/",
    "/rankings/",
    "/rankings/elo/",
    "/kifu/",
    "/calculator/",
    "/tournaments/",
    "/leagues/",
    "/calendar/",
    "/ladder/",
    "/night/past/",
    "/learn/go/",
    "/learn/points/",
    "/learn/rules/",
    "/toss/",
    "/news/",
    "/search/?q=a",
]


#: The lists whose rows are two lines in the hand: whole words in the narrowest one too.
ROWS = (
    "/games/",
    "/members/",
    "/rankings/",
    "/rankings/elo/",
    "/tournaments/",
    "/ladder/",
    "/kifu/",
)
#: What a member has of his own, with the same long names.
OWN = ("/", "/challenges/", "/me/notices/", "/toss/")


@pytest.mark.parametrize("language", ["en", "ja", "pl", "th"])
def test_no_word_is_broken_in_the_hand(browser, client, live_server, event, language):
    """Names, dates, headings and prose; and nothing sticks out, at 390 and at 320 px."""
    seen = [one.member for one in event.participants.all() if one.member]
    for member in seen[1:]:
        play(seen[0], member)
    names = ("event", "event-players", "standings", "papers")
    paths = [*LISTS, *(path(event, name, ()) for name in names)]
    paths += [path(event, "event-player", (1,)), path(event, "round", (2,))]
    paths += [path(event, "round", (2,)) + "?by=name", path(event, "round-why", (2, 1))]
    paths += [seen[0].get_absolute_url(), seen[0].games_as_black.first().get_absolute_url()]
    found = {}
    context = browser.new_context(viewport=HAND)
    context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page = context.new_page()
    for one in paths:
        page.set_viewport_size(HAND)
        page.goto(live_server.url + one)
        expect(page.locator("html")).to_have_attribute("lang", language)
        if words := broken_words(page):
            found[one] = words
        page.set_viewport_size({"width": 320, "height": 640})
        if sideways(page):
            found[f"{one} 320"] = "sticks out to the right"
        if one in ROWS and (words := broken_words(page)):
            found[f"{one} 320 words"] = words
        cut = "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1"
        assert not page.locator(".brand span").evaluate(cut)
    page.set_viewport_size(HAND)
    report(seen[1], seen[2])
    session = as_member(client, seen[2]).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    for one in OWN:
        page.goto(live_server.url + one)
        if words := broken_words(page):
            found[f"own {one}"] = words
    context.close()
    assert found == {}


def test_filters_stand_behind_one_button_in_the_hand(browser, live_server, event):
    """By touch, by keyboard, and open where something was asked for; on a desk all stand open."""
    context = browser.new_context(viewport=HAND, java_script_enabled=False)
    page = context.new_page()
    for address, field in (("/games/", "state"), ("/tournaments/", "state"), ("/kifu/", "result")):
        page.goto(live_server.url + address)
        inner = page.locator(f"main [name={field}]")
        expect(inner).to_be_hidden()
        expect(page.locator("main [name=q]")).to_be_visible()
        page.locator(".filter-open").click()
        expect(inner).to_be_visible()
        page.locator(".filter-switch").press("Space")
        expect(inner).to_be_hidden()
    page.goto(live_server.url + "/games/?state=confirmed")
    expect(page.locator("main [name=state]")).to_be_visible()
    page.set_viewport_size(DESK)
    page.goto(live_server.url + "/games/")
    expect(page.locator("main [name=state]")).to_be_visible()
    for one in (".filter-open", ".filter-switch"):
        expect(page.locator(one)).to_be_hidden()
    context.close()


def test_slips_on_a_screen_lie_neither_over_each_other_nor_over_themselves(
    browser, live_server, event, organiser
):
    """Long names, at 390 and 320 px and on a desk; each slip leads to its table's form."""
    page = browser.new_context(viewport=DESK).new_page()
    page.goto(live_server.url)
    sign_in(page, organiser)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(live_server.url + path(event, "print-slips", (2,)))
        assert page.locator(".paper").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
        for slip in page.locator(".slip").all():
            main, foot = slip.locator(".slip-main"), slip.locator(".slip-foot")
            last = main.locator("> *").last.bounding_box()
            assert last["y"] + last["height"] <= foot.bounding_box()["y"] + 1
    page.locator(".slip-code a").first.click()
    page.wait_for_url("**/t/**")
    page.context.close()
