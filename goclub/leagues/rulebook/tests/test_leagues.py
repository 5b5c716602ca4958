"""The rules of the leagues: each once, with what every league has set, at a fixed price."""

from __future__ import annotations

from datetime import time

from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.leagues.official.services.terms import change_term
from goclub.leagues.rulebook.labels.texts import OFFICIAL, SCORES, SEASONS
from goclub.leagues.season.services.rules import change_rules
from goclub.leagues.tests.league_factories import make_term
from goclub.leagues.tests.season_factories import make_season_league
from goclub.members.requests import Act

ADDRESS = "/learn/rules/leagues/"


def values(page, rule):
    """What the settings behind a rule say, by whom they are set."""
    for terms in page.all("dl.facts"):
        children = [part for part in terms.children if not isinstance(part, str)]
        for term, said in zip(children[::2], children[1::2], strict=True):
            if term.attrs["id"] == rule:
                return said.texts("strong")
    raise AssertionError(rule)


def test_every_rule_has_words_and_stands_once():
    texts = (*OFFICIAL, *SEASONS, *SCORES)
    assert len({one.id for one in texts}) == len(texts)
    assert all(str(one.text) for one in texts)
    assert all(one.lang for one in texts if one.published)


def test_a_season_league_shows_the_settings_of_today(client):
    league, _seasons = make_season_league(name="Liga")
    assert values(read(client.get(ADDRESS)), "S4-25") == ["yes"]
    change_rules(
        Act(None),
        league.rules_from(
            timezone.now().date(),
            carry_over=False,
            prize_places=3,
            closes_at=time(8, 15),
            off_board2=31,
        ),
        reason="a club night",
    )
    page = read(client.get(ADDRESS))
    assert values(page, "S4-25") != ["yes"]
    assert "3" in values(page, "S4-24")[0]
    assert "8:15" in values(page, "S4-23")[0]
    assert "15½" in values(page, "S4-16")[0]


def test_the_latest_term_of_an_official_league_shows_its_settings(client):
    term = make_term(forfeit_margin2=40)
    assert "20" in values(read(client.get(ADDRESS)), "S1-24")[0]
    term.forfeit_margin2, term.exemption = 25, False
    change_term(Act(None), term)
    page = read(client.get(ADDRESS))
    assert "12½" in values(page, "S1-24")[0]
    assert page.has(f'dl.facts dd a[href="{term.get_absolute_url()}"]')
