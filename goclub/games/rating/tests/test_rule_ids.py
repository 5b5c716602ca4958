"""Every rule that an explanation can cite is said in words where its link leads."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import RatingEntry
from goclub.games.rating.house_rules import specs
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.templatetags.go import rule_url
from goclub.games.tests.factories import play
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member
from ratings.igs.games import RULES_OF

ROOT = Path(__file__).resolve().parents[4]
RULE = re.compile(r"S[0-9]-[0-9]+[a-z]?|EGF(-[0-9]+)?|H-[a-z-]+")
#: A rule, or one of the steps of a rule: S1-20 (2).
CITATION = re.compile(rf"(?P<rule>{RULE.pattern})( \([0-9]\))?")
#: What templates write: {% rule "S1-25" "S1-26" %}.
TAG = re.compile(r"\{% rule ([^%]+) %\}")


@cache
def cited_ids():
    """Rule ids that stand as whole strings in the code, and those that templates cite."""
    found = set()
    for room in ("ratings", "tournaments", "goclub"):
        for path in (ROOT / room).rglob("*.py"):
            if "tests" not in path.relative_to(ROOT).parts:
                found |= _in_code(path)
    for path in (ROOT / "templates").rglob("*.html"):
        for tag in TAG.finditer(path.read_text()):
            found |= {one["rule"] for one in CITATION.finditer(tag[1])}
    return sorted(found)


def _in_code(path):
    strings = (
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {match["rule"] for text in strings if (match := CITATION.fullmatch(text))}


def test_the_collection_finds_the_rules_of_every_system():
    assert {"S0-17", "S0-26b", "S1-12", "S4-2", "EGF", "H-guest", "H-office"} <= set(cited_ids())
    assert {"S1-20", "S1-24", "S2-9b", "S3-13", "S4-10", "S4-22", "S4-25"} <= set(cited_ids())
    assert {rule for rules in RULES_OF.values() for rule in rules} <= set(cited_ids())
    assert {rule for spec in specs().values() for rule in spec.rules} <= set(cited_ids())


def anchors(client, url):
    page = client.get(url)
    assert page.status_code == 200
    return read(page).values("[id]", "id")


@pytest.mark.django_db
def test_every_rule_that_can_be_cited_is_said_where_its_link_leads(client):
    pages = {}
    missing = []
    for rule in cited_ids():
        url, _hash, fragment = rule_url(rule).partition("#")
        if url not in pages:
            pages[url] = anchors(client, url)
        if pages[url].count(fragment) != 1:
            missing.append((rule, url, pages[url].count(fragment)))
    assert missing == []
    assert {reverse(f"games:{name}") for name in ("rules", "points", "lessons")} < set(pages)
    assert {reverse(f"leagues:{name}") for name in ("rules", "scores", "ladder")} < set(pages)
    assert len(pages) == 6


def test_every_rule_of_the_page_has_words_and_is_there_once():
    ids = [rule.id for system in SYSTEMS for rule in system.rule_texts]
    assert len(ids) == len(set(ids))
    assert all(str(rule.text) for system in SYSTEMS for rule in system.rule_texts)


@pytest.mark.django_db
def test_no_page_links_to_a_rule_that_is_not_there(client):
    """The links of rendered pages, entries of every system among them."""
    black, white = make_member("佐藤 健"), make_member("Anong <b>S.</b>", points=136)
    game = play(black, white)
    chair = make_member(role=CHAIR)
    urls = [game.get_absolute_url(), reverse("games:rules"), reverse("games:points")]
    urls += [f"{black.get_absolute_url()}?system={key}" for key, _name in SYSTEMS.names]
    urls += [entry.get_absolute_url() for entry in RatingEntry.objects.all()]
    urls += [reverse("games:calculator"), reverse("games:toss-list"), reverse("games:igs-rank")]
    urls.append(reverse("games:set-igs-rank", args=[black.pk]))
    client.force_login(chair.user)
    wanted = set()
    for url in urls:
        links = (href.partition("#") for href in read(client.get(url)).values("a", "href"))
        wanted |= {(link or url, part) for link, _hash, part in links if part}
    rules = {(url, part) for url, part in wanted if RULE.fullmatch(part)}
    assert len(rules) > 10
    gone = {(url, part) for url, part in rules if part not in anchors(client, url)}
    assert gone == set()


@pytest.mark.django_db
def test_what_every_entry_of_a_season_cites_is_collected():
    """The static collection holds whatever the ledger really stores."""
    black, white = make_member(points=119), make_member(points=136)
    for minute in range(12):
        play(black, white, "W+R" if minute % 3 else "B+4.5", minute=minute * 2)
    stored = {rule for entry in RatingEntry.objects.all() for rule in entry.reason["rules"]}
    assert stored
    assert stored - set(cited_ids()) == set()
