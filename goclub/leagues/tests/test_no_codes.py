"""Pages of tournaments and leagues say no rule's code; “Why?” and the information marks do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from goclub.common.tests.reading import Part, read
from goclub.games.tests.crawling import walk
from goclub.leagues.models import Sanction
from goclub.leagues.tests.one_of_everything import one_of_everything
from goclub.members.tests.factories import enter_as

CODE = re.compile(r"\b(?:S\d{1,2}-\d+|H-[a-z][\w-]*)")
#: What opens only when somebody asks why.
OPENED = ("why", "why-text")


def texts(part: Part) -> Iterator[str]:
    """What is read of a page before anybody asks why."""
    for child in part.children:
        if isinstance(child, str):
            yield child
        elif not set(OPENED) & set(child.attrs.get("class", "").split()):
            yield from texts(child)


@pytest.mark.parametrize("role", ["visitor", "organiser"])
def test_no_page_of_a_competition_shows_a_code(client, club, role):
    one_of_everything(club)
    assert Sanction.objects.exists()
    enter_as(client, club["people"], role)
    marked, coded = 0, {}
    for first in ("/tournaments/", "/leagues/", "/ladder/"):
        for address, page in walk(client, first=first, within=first):
            if page.status_code != 200 or "html" not in page.headers["Content-Type"]:
                continue
            whole = read(page)
            marked += len(whole.all(".why-mark"))
            if codes := CODE.findall(" ".join(texts(whole))):
                coded[address] = codes
    assert coded == {}
    assert marked > 10


def test_a_mark_opens_rule_source_and_setting_in_place(client, club):
    one_of_everything(club)
    page = read(client.get(Sanction.objects.first().league_event.event.get_absolute_url()))
    opened = page.one("section[aria-labelledby=sanctions] h2 .why-mark").attrs["popovertarget"]
    assert "S4-18" in page.one(f"#{opened}").text
