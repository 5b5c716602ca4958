"""Atom by RFC 4287: what it requires of a feed and its entries, read from every feed there is."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from goclub.common.feed import NEVER, FeedEntry, Head, atom_response
from goclub.common.tests.reading import read as read_page
from goclub.games.library.services.filing import file_record
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf
from goclub.leagues.tests.league_factories import make_league, worked_league
from goclub.members.models import ClubSettings
from goclub.members.requests import Act

ATOM = "{http://www.w3.org/2005/Atom}"
KEY = uuid.UUID(int=7)
#: RFC 3339, as section 3.3 asks.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def check(content):
    """Everything of sections 4.1.1 and 4.1.2 that is required; the entries."""
    feed = ElementTree.fromstring(content)
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    for one in (feed, *entries):
        for name in ("id", "title", "updated"):
            (element,) = one.findall(ATOM + name)  # exactly one
            assert element.text
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", one.findtext(f"{ATOM}id"))
        assert MOMENT.fullmatch(one.findtext(f"{ATOM}updated"))
        (alternate,) = one.findall(f"{ATOM}link[@rel='alternate']")
        assert alternate.get("href").startswith("http")
        for text in (*one.findall(f"{ATOM}title"), *one.findall(f"{ATOM}summary")):
            assert text.get("type", "text") == "text"
    # The feed has an author, so the entries need none of their own (4.2.1).
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    (own,) = feed.findall(f"{ATOM}link[@rel='self']")
    assert own.get("href").startswith("http")
    names = [one.findtext(f"{ATOM}id") for one in (feed, *entries)]
    assert len(names) == len(set(names))
    moments = [datetime.fromisoformat(one.findtext(f"{ATOM}updated")) for one in entries]
    assert datetime.fromisoformat(feed.findtext(f"{ATOM}updated")) == max(moments, default=NEVER)
    return entries


def make_head(**more):
    values = {"name": "feed", "title": "Feed", "subtitle": "", "address": "http://x.org/",
              "own_address": "http://x.org/feed/", "author": "Club", "language": "en"}  # fmt: skip
    return Head(**(values | more))


def test_names_and_control_characters_are_text():
    moment = datetime(2025, 1, 1, tzinfo=UTC)
    entry = FeedEntry("a", "<b>Bo</b> & \x01", "A < B \x0b", "http://x.org/a/", moment)
    (found,) = check(atom_response(KEY, make_head(), [entry]).content)
    assert found.findtext(f"{ATOM}title") == "<b>Bo</b> & "
    assert found.findtext(f"{ATOM}summary").startswith("A < B")


def test_wide_blanks_and_joined_letters_stay():
    moment = datetime(2025, 1, 1, tzinfo=UTC)
    title, said = "秋季\u3000大会", "w\u00a0sobotę, می\u200cخواهم"
    entry = FeedEntry("a", title, said, "http://x.org/a/", moment)
    (found,) = check(atom_response(KEY, make_head(), [entry]).content)
    assert (found.findtext(f"{ATOM}title"), found.findtext(f"{ATOM}summary")) == (title, said)


def test_an_empty_feed_says_the_same_each_time():
    first, second = (atom_response(KEY, make_head(), []).content for _time in range(2))
    assert first == second
    assert check(first) == []


@pytest.mark.django_db
def test_every_feed_belongs_to_a_page_that_links_it(client):
    ClubSettings.objects.create(pk=1, name="Hoshi <b>", visitors_see="everything")
    for name in ("<b>Bo</b>", "佐藤 健"):
        data = sgf(name, moves=LINE)
        file_record(Act(None, at()), read(data), data=data, filename="g.sgf")
    term, _people = worked_league()
    empty = make_league("season", name="Empty")
    pages = {
        reverse("games:kifu-list"): 2,
        term.league.get_absolute_url(): None,
        empty.get_absolute_url(): 0,
    }
    for address, entries in pages.items():
        page = read_page(client.get(address))
        (link,) = page.values("link[type=application/atom+xml]", "href")
        assert page.values("link[type=application/atom+xml]", "rel") == ["alternate"]
        answer = client.get(link)
        assert answer.headers["Content-Type"].startswith("application/atom+xml")
        found = check(answer.content)
        assert len(found) == entries if entries is not None else found
        again = client.get(link, headers={"if-none-match": answer.headers["ETag"]})
        assert again.status_code == 304
        ClubSettings.objects.update(visitors_see="nothing")
        assert client.get(link).status_code == 302
        ClubSettings.objects.update(visitors_see="everything")
