"""Every rule that can be cited is said where its link leads; each house rule changes a figure."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.common.tests.written_once import written_once
from goclub.games.models import RatingEntry
from goclub.games.rating.house_rules import specs
from goclub.games.rating.services import preview_house_rule, set_house_rule
from goclub.games.rating.systems.protocol import Spec
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.templatetags.go import rule_url
from goclub.games.tests.factories import NIGHT, play
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.strength.services import set_igs_rank
from goclub.members.tests.factories import LONG_AGO_AT, make_member
from ratings.errors import RuleError
from ratings.igs.games import RULES_OF
from ratings.paa.rules import TimeLosses

ROOT = Path(__file__).resolve().parents[4]
RULE = re.compile(r"S[0-9]-[0-9]+[a-z]?|EGF(-[0-9]+)?|H-[a-z-]+")
#: A rule, or one of the steps of a rule: S1-20 (2).
CITATION = re.compile(rf"(?P<rule>{RULE.pattern})( \([0-9]\))?")
#: What templates write: {% rule "S1-25" "S1-26" %}.
TAG = re.compile(r"\{% rule(?:_code)? ([^%]+) %\}")


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
    assert {reverse(f"leagues:{name}") for name in ("rules", "scores")} < set(pages)
    assert len(pages) == 5


def test_every_rule_of_the_page_has_words_and_is_there_once():
    ids = [rule.id for system in SYSTEMS for rule in system.rule_texts]
    assert len(ids) == len(set(ids))
    assert all(str(rule.text) for system in SYSTEMS for rule in system.rule_texts)


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
    assert {(url, part) for url, part in rules if part not in anchors(client, url)} == set()


def test_what_every_entry_of_a_season_cites_is_collected():
    """The static collection holds whatever the ledger really stores."""
    black, white = make_member(points=119), make_member(points=136)
    for minute in range(12):
        play(black, white, "W+R" if minute % 3 else "B+4.5", minute=minute * 2)
    stored = {rule for entry in RatingEntry.objects.all() for rule in entry.reason["rules"]}
    assert stored
    assert stored - set(cited_ids()) == set()


LONG_AGO = LONG_AGO_AT.date()


@pytest.fixture
@written_once
def history():
    """A little of everything that a rule may look at: every kind of game, and players to rise."""
    one, two = make_member("One", points=119), make_member("Two", points=119)
    for member, rank in ((one, "1k"), (two, "2k+")):
        set_igs_rank(Act(None, LONG_AGO_AT), member, rank=rank, on=LONG_AGO, reason="known")
    new = make_member("New", points=100)
    for minute in range(25):
        play(one, two, "W+R" if minute % 3 == 2 else "B+R", minute=4 * minute)
    for minute in range(20):
        play(new, two, "W+R" if minute % 4 == 3 else "B+R", minute=200 + 4 * minute)
    day = NIGHT + timedelta(days=1)
    play(one, two, "B+F", played_on=day)
    play(one, two, "B+R", played_on=day, minute=4, white_free=True)
    play(one, two, "B+R", played_on=day, minute=8, handicap=3, komi2=1)
    late, rival = make_member("Late", points=119), make_member("Rival", points=119)
    for minute in range(20):  # lost eight, then won twelve: 0.60 of all, 1.00 of the last twelve
        play(late, rival, "W+R" if minute < 8 else "B+R", minute=300 + 4 * minute)
    _end_at_a_border()
    _draw_and_run_out_of_time(day)


def _end_at_a_border():
    """Five no-shows lead from where 17k begins to its border exactly (S0-24, S0-26)."""
    low, other = make_member("Low", points=60), make_member("Other", points=60)
    for one in (low, other):
        set_igs_rank(Act(None, LONG_AGO_AT), one, rank="17k", on=LONG_AGO, reason="known")
    for minute in range(5):
        play(low, other, "B+F", minute=500 + 4 * minute)


def _draw_and_run_out_of_time(day):
    """A rate that hangs on its jigo (S1-8), and a loss on time in a game that counts (S1-19)."""
    drawn, other = make_member("Drawn", points=115), make_member("Other side", points=50)
    for minute in range(20):
        result = "jigo" if minute % 10 == 9 else "W+R" if minute % 10 in (2, 4, 6) else "B+R"
        play(drawn, other, result, minute=600 + 4 * minute, komi2=12)
    for everywhere in (True, False):  # entered while every game could be lost on time
        value = TimeLosses.EVERYWHERE if everywhere else TimeLosses.OFF_RECORD
        set_house_rule(Act(None), "paa_time", value=value, valid_from=LONG_AGO, reason="asked")
        if everywhere:
            play(drawn, other, "B+T", played_on=day, minute=12)


def other_values(spec: Spec) -> list[int]:
    """Values to try: every choice, else both ends and the neighbours of the default."""
    values = [value for value, _words in spec.choices] or [
        *(spec.low, spec.high, spec.default - 1, spec.default + 1, spec.default + 12),
    ]
    return [v for v in values if spec.low <= v <= spec.high and v != spec.default]


@pytest.mark.parametrize("spec", specs().values(), ids=specs())
def test_every_house_rule_changes_a_figure(history, spec):
    """Taken from the registry: a new rule without effect fails here."""
    reports = []
    for value in other_values(spec):
        with suppress(RuleError):  # a value that contradicts another rule
            reports.append(preview_house_rule(key=spec.key, value=value, valid_from=LONG_AGO))
    moved = [one for report in reports for one in report.moved]
    assert moved
    assert {one.system for one in moved} == {spec.system}
    assert any((one.before, one.rank_before) != (one.after, one.rank_after) for one in moved)
