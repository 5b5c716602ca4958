"""What nobody publishes is shown as the club's own, on the page where its rule is said."""

from __future__ import annotations

import pytest

from goclub.common.tests.reading import read
from goclub.games.templatetags.go import rule_url

#: Rules of which a part, or all, is a reading of ours (H in the table of rules).
OURS = (
    *("S0-1", "S0-17", "S0-20", "S0-21", "S0-23", "S0-24", "S0-25", "S0-26", "S0-26c", "S0-29"),
    *("S1-1", "S1-8", "S1-10", "S1-13", "S1-18", "S1-19"),
    *("S1-21", "S1-22", "S1-23", "S1-24", "S1-26"),
    *("S2-4", "S2-5", "S2-7", "S2-9", "S3-8", "S3-13"),
    *("S4-5", "S4-6", "S4-7", "S4-8", "S4-14", "S4-15", "S4-16", "S4-19", "S4-23", "S4-25"),
)
#: Those of them whose source says something that can be read in another way, with its language.
QUOTED = {
    **dict.fromkeys(("S0-1", "S0-17", "S0-20", "S0-24", "S0-25", "S0-26", "S0-29"), "th"),
    **dict.fromkeys(("S1-8", "S1-10", "S1-13", "S1-18", "S1-19", "S1-22", "S1-24", "S1-26"), "ja"),
    **dict.fromkeys(("S2-9", "S4-5", "S4-6", "S4-7", "S4-16", "S4-23"), "pl"),
    "S3-8": "th",
}


#: What holds a rule's address and its words, where it stands in no list of terms.
AROUND = ("tr", "section")


def place(page, rule):
    """The part of a page that says a rule: the words behind its term, its row or its lesson."""
    for terms in page.all("dl.facts"):
        children = [part for part in terms.children if not isinstance(part, str)]
        for term, words in zip(children[::2], children[1::2], strict=True):
            if term.attrs.get("id") == rule:
                return words
    holding = (part for tag in AROUND for part in page.all(tag) if part.has(f"#{rule}"))
    return next(holding)


@pytest.fixture(scope="module")
def kept():
    """Pages that were asked for."""
    return {}


@pytest.mark.parametrize("rule", OURS)
def test_what_is_ours_says_so_beside_the_published_words(client, kept, rule):
    url = rule_url(rule).partition("#")[0]
    page = kept.get(url) or kept.setdefault(url, read(client.get(url)))
    words = place(page, rule)
    assert words.has(".pill")
    quotes = words.all("q")
    assert [quote.attrs["lang"] for quote in quotes] == ([QUOTED[rule]] if rule in QUOTED else [])
    assert all(quote.text for quote in quotes)


@pytest.mark.parametrize("rule", ["S0-6", "S0-30", "S1-7", "S2-6", "S4-2", "S4-10"])
def test_what_is_published_does_not_say_that_it_is_ours(client, rule):
    page = read(client.get(rule_url(rule).partition("#")[0]))
    assert not place(page, rule).has(".pill")
