"""Two members on their phones: challenged, other terms, accepted, played, reported."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.models import Game
from goclub.games.playing.tests.test_walk import HAND, problems_of, sign_in
from goclub.leagues.models import Challenge
from goclub.members.models import Member
from goclub.members.names import AS_WRITTEN
from goclub.members.tests.factories import fresh, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


#: Where pictures of the pages go, if anywhere.
def looked_at(page):
    assert sideways(page) == 0
    page.evaluate("scrollTo(0, 0)")
    assert problems_of(page) == []


@pytest.fixture
def phones(browser, live_server):
    """A page for each of the two, signed in; buttons do not fade into their colours."""
    people = [
        make_member("Mia Member", points=100, password=True),
        make_member("佐藤 健", points=120, password=True, romanised_name="Sato Ken"),
    ]
    pages = []
    Member.objects.update(names_shown=AS_WRITTEN)
    for member in people:
        page = browser.new_context(viewport=HAND, reduced_motion="reduce").new_page()
        page.goto(live_server.url)
        sign_in(page, member)
        pages.append(page)
    yield *people, *pages
    for page in pages:
        page.context.close()


def moment(days):
    return (timezone.localtime() + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


def test_two_members_agree_and_play(live_server, phones):
    _mia, ken, hers, his = phones
    hers.goto(live_server.url + ken.get_absolute_url())
    hers.get_by_role("link", name="Challenge …").click()
    expect(hers.get_by_role("heading", level=1)).to_contain_text("Challenge 佐藤 健")
    hers.get_by_label("Day and time").fill(moment(2))
    hers.get_by_label("Message").fill("A game before the tournament?")
    looked_at(hers)
    hers.get_by_role("button", name="Send").click()
    expect(hers.locator(".notice.success")).to_contain_text("Sent.")
    looked_at(hers)

    his.goto(live_server.url)
    expect(his.locator("#now-head")).to_have_text("A challenge")
    looked_at(his)
    his.locator("#now").get_by_role("link", name="Answer").click()
    expect(his.locator(".lead-line")).to_have_text("Waiting for your answer")
    looked_at(his)
    his.get_by_role("link", name="Suggest changes").click()
    his.get_by_label("Our own conditions").check()
    his.locator("details.cal-more summary").click()
    his.get_by_label("Handicap stones").fill("0")
    his.get_by_label("Day and time").fill(moment(1))
    his.get_by_role("button", name="Send").click()
    expect(his.locator(".lead-line")).to_have_text("Waiting for an answer")

    hers.goto(live_server.url + "/challenges/")
    looked_at(hers)
    hers.get_by_role("link", name="Answer").click()
    hers.get_by_role("button", name="Accept:").first.click()
    expect(hers.locator(".lead-line")).to_have_text("Accepted")
    looked_at(hers)
    row = Challenge.objects.get()
    assert (row.state, row.conditions, row.version) == ("accepted", "own", 2)
    hers.goto(live_server.url + "/calendar/free/")
    expect(hers.get_by_role("heading", level=1)).to_have_text("Who is free this week")
    looked_at(hers)

    # The day has come.
    Challenge.objects.update(agreed_for=timezone.now() - timedelta(minutes=1))
    hers.goto(live_server.url + "/calendar/?view=list")
    expect(hers.locator(".cal-line.is-challenge a")).to_have_attribute(
        "href", f"/challenges/{row.pk}/report/"
    )
    looked_at(hers)
    his.goto(live_server.url)
    looked_at(his)
    his.get_by_role("link", name="Report the result", exact=True).click()
    expect(his.locator("input[name=pairing]:checked")).to_have_value(f"challenge-{row.pk}")
    looked_at(his)
    his.locator("#id_winner").select_option("B")
    his.locator("#id_ending").select_option("resign")
    his.get_by_role("button", name="Report").click()
    his.wait_for_url("**/games/*/")
    assert fresh(row).game == Game.objects.get()
    his.goto(live_server.url + row.get_absolute_url())
    expect(his.locator(".lead-line")).to_have_text("Played")
    looked_at(his)
