"""Daily pages show no code of a rule, and no heading or bold name that the reader cannot read."""

from __future__ import annotations

import re

import pytest

from goclub.common.tests.reading import Part, read
from goclub.demo.tests.test_filling import fill
from goclub.games.tests.crawling import walk
from goclub.members.models import Member
from goclub.members.names import scripts_of

pytestmark = pytest.mark.extended

CODE = re.compile(r"\b(?:S[0-9]-[0-9]+[a-z]?|H-[a-z]+(?:-[a-z]+)*)\b")
#: Where rules stand with their codes: the rules pages, "Why?" and what an information mark opens.
SAYS_RULES = ("/learn/", "/office/", "/api/")
OPENED = frozenset({"why-text", "why-lines"})
#: The other spelling of a name, soft behind the one that the reader reads.
SECOND = frozenset({"soft", "second"})
SHOWN = ("title", "aria-label", "placeholder", "alt", "data-label")
#: What a daily page has to be among those that links lead to.
DAILY = (
    r"/", r"/ladder/", r"/leagues/[\w-]+/", r"/members/\d+/", r"/tournaments/[\w-]+/", r"/night/",
    r"/calculator/", r"/kifu/", r"/members/", r"/desk/",
)  # fmt: skip
NOT_FOR = {"chair": set(), "member": {"/desk/"}, "": {"/desk/", "/night/"}}
#: Where a name stands out: headings, heads of rows, bold letters, cards.
LARGE = ("h1", "h2", "h3", "th", "b", "strong", ".name")
SCRIPTS = {"CJK", "THAI", "HANGUL", "CYRILLIC", "GREEK"}


def pages(client, name):
    """The pages that links lead a reader of English to, by address."""
    fill()
    greek = Member.objects.get(user__username="odowd")
    greek.display_name, greek.romanised_name = "Νίκος Παππάς", "Nikos Pappas"
    greek.save()
    if name:
        member = Member.objects.get(user__username=name)
        Member.objects.filter(pk=member.pk).update(language="en")
        client.force_login(member.user)
    found = {
        address: read(answer)
        for address, answer in walk(client, without=SAYS_RULES)
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming
    }
    assert len(found) > 40
    return found


def shown(part: Part, without: frozenset[str] = OPENED) -> list[str]:
    """Every text and every name of a part, but in elements of these classes."""
    if without.intersection(part.attrs.get("class", "").split()) or part.tag in ("script", "style"):
        return []
    texts = [part.attrs[name] for name in SHOWN if name in part.attrs]
    for child in part.children:
        texts += [child] if isinstance(child, str) else shown(child, without)
    return texts


@pytest.mark.parametrize("name", NOT_FOR)
def test_a_daily_page_shows_no_code_and_no_large_name_that_cannot_be_read(client, name):
    opened = pages(client, name)
    missing = {daily for daily in DAILY if not any(re.fullmatch(daily, at) for at in opened)}
    assert missing <= NOT_FOR[name]
    codes = {(at, text) for at, page in opened.items() for text in shown(page) if CODE.search(text)}
    assert codes == set()
    marks = {at: set(page.values(".why-mark", "popovertarget")) for at, page in opened.items()}
    assert any(marks.values())
    for address, popovers in marks.items():
        assert popovers <= set(opened[address].values("[popover]", "id")), address
    names = Member.objects.exclude(romanised_name="").values_list("display_name", flat=True)
    foreign = [name for name in names if not scripts_of(name) <= {"LATIN"}]
    assert len(foreign) > 10
    assert scripts_of(" ".join(foreign)) > SCRIPTS
    unread = {
        (address, text)
        for address, page in opened.items()
        for tag in LARGE
        for part in page.all(tag)
        for text in shown(part, without=SECOND)
        if any(name in text for name in foreign)
    }
    assert unread == set()
