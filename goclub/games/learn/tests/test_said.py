"""What a rule says where a reader looks for it: the cases that were said nowhere."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.learn.services import LESSONS
from goclub.games.templatetags.go import rule_url

pytestmark = pytest.mark.django_db

#: A rule with a part of it that has to stand behind its term.
SAID = {
    "no difference, which is the first row of the table": ("S0-14", "No difference: even"),
    "a winner over somebody in BC": ("S0-25", "a newcomer or someone in BC"),
    "who is in BC": ("S0-25", "in BC five wins are counted"),
    "other conditions by agreement": ("S1-1", "may agree on other conditions"),
}


@pytest.mark.parametrize(("rule", "part"), SAID.values(), ids=SAID)
def test_a_rule_says_its_rare_cases_too(client, rule, part):
    page = read(client.get(rule_url(rule).partition("#")[0]))
    words = []
    for terms in page.all("dl.facts"):
        children = [one for one in terms.children if not isinstance(one, str)]
        words += [
            said.text
            for term, said in zip(children[::2], children[1::2], strict=True)
            if term.attrs.get("id") == rule
        ]
    assert [part in text for text in words] == [True]


def test_the_lowest_band_begins_at_nought(client):
    """S1-2: nine kyu or weaker."""
    rows = read(client.get(reverse("games:points"))).all("section[aria-labelledby=bands] tbody tr")
    lowest = [row for row in rows if "9 kyu or weaker; starts at 0" in row.text]
    assert [row.one("td.num").text.startswith("0–") for row in lowest] == [True]


def test_the_first_lesson_tells_the_boards_and_where_to_begin():
    """S3-1; the advice on small boards says that it is none of the rules."""
    said = " ".join(str(text) for text in LESSONS[0].text)
    for part in ("19 × 19 lines and 361", "13 × 13 has 169", "9 × 9 has 81", "Start on 9 × 9"):
        assert part in said
    assert "This is advice, not a rule." in said
