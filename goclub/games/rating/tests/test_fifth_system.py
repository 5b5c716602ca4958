"""A fifth rating system is a folder and a line: it is then everywhere, and no database knows.

The toy system lies in ``toy/``; :func:`club` registers it, as ``systems/registry.py`` registers
those of the site.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import HouseRule, RatingEntry, Revision, Standing
from goclub.games.rating.house_rules import specs
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.services import set_house_rule
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.rating.tests.toy.system import TOY
from goclub.games.tests.factories import play
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests import stamps
from goclub.members.tests.factories import LONG_AGO, make_member
from ratings.errors import RuleError


@pytest.fixture(autouse=True)
def members_of_their_own():
    """Nobody is stamped who was made in a club of other systems."""
    with stamps.afresh():
        yield


@pytest.fixture
def club():
    """Two members and a game between them, in a club that has the toy system too."""
    with SYSTEMS.including(TOY):
        black, white = make_member("佐藤 健", points=115), make_member("Anong", points=121)
        yield {"black": black, "white": white, "game": play(black, white)}


def page(client, name, *args, **query):
    found = client.get(reverse(f"games:{name}", args=args), query)
    assert found.status_code == 200
    return found


# --- The ledger ---------------------------------------------------------------------------------
def test_a_confirmed_game_is_in_its_ledger(club):
    entries = RatingEntry.objects.filter(system="toy", game=club["game"])
    assert {e.member: (e.points_before, e.points_after, e.code) for e in entries} == {
        club["black"]: (100, 103, "win"),
        club["white"]: (100, 100, "loss"),
    }
    standing = Standing.objects.get(system="toy", member=club["black"])
    assert (standing.points, standing.games, standing.state) == (
        103,
        1,
        {"points": 103, "games": 1},
    )
    assert rebuild() == 0


def test_members_who_were_there_before_it_are_taken_in_by_a_rebuild():
    black, white = make_member(points=115), make_member(points=121)
    play(black, white)
    with SYSTEMS.including(TOY):
        assert rebuild() > 0
        assert Standing.objects.get(system="toy", member=black).points == 103
        assert rebuild() == 0


def test_its_house_rule_is_a_setting_like_any_other(club, client):
    chair = make_member(role=CHAIR).user
    rule, report = set_house_rule(Act(chair), "toy_win", value=5, valid_from=LONG_AGO, reason="!")
    assert str(rule).startswith("Toy: points for a win: 5")
    assert report.rows == 2  # the entry of the winner and his standing, in this system alone
    assert Standing.objects.get(system="toy", member=club["black"]).points == 105
    client.force_login(chair)
    chosen = client.get(reverse("admin:games_houserule_add"))
    assert "toy_win" in {spec.key for spec, _value in chosen.context["rules"]}


# --- Pages --------------------------------------------------------------------------------------
def test_a_profile_has_its_standing_chart_ledger_and_forecast(club, client):
    play(club["white"], club["black"], minute=9)
    shown = page(client, "profile", club["black"].pk, system="toy")
    assert shown.context["standing"].points == 103
    assert str(shown.context["chart"].picture).startswith("<svg")
    assert [line.text for line in shown.context["forecast"]] == ["The next win leads to 106 toys."]
    assert [row.record.system for row in shown.context["table"].rows] == ["toy"] * 3
    others = page(client, "profile", club["black"].pk).context["standings"]
    assert [key for key, _name, _held in others] == ["paa", "igs", "elo", "egf", "toy"]


def test_the_pages_of_a_game_and_of_an_entry_say_why(club, client):
    assert page(client, "detail", club["game"].pk).context["changed"][-1]["name"] == "Toy points"
    entry = RatingEntry.objects.get(system="toy", member=club["black"], game=club["game"])
    shown = read(page(client, "entry", entry.pk)).one("main")
    assert any("From 100 to 103 toys." in text for text in shown.texts("ol.why-lines li"))
    assert "Toy points" in shown.text
    assert f"{reverse('games:rules')}#TOY-2" in shown.values("a", "href")


def test_the_calculator_reads_and_foretells_it(club, client):
    answer = page(client, "calculator", one_points="115", other_points="121", one_toy="50")
    toy = answer.context["answer"]["results"][-1]
    assert (toy["key"], toy["label"]) == ("toy", "Toy points")
    assert [(p["figure"], p["assumed"], p["entries"][0].after) for p in toy["players"]] == [
        (50, False, 53),
        (100, True, 100),
    ]
    small = page(client, "calculator", one_points="115", other_points="121", board="9")
    notes = small.context["answer"]["results"][-1]["notes"]
    assert [(line.text, line.rule) for _colour, line in notes] == [
        ("no toy on small boards", "TOY-3")
    ]


def test_the_page_of_rules_says_its_rules_and_its_setting(club, client):
    found = page(client, "rules")
    assert found.context["sections"][-1] == ("toy", "Toy points", TOY.rule_texts)
    told = read(found).one("dl.facts dt#TOY-2")
    assert told.text == "TOY-2"
    said = [text for text in read(found).texts("dl.facts dd") if text.startswith("A win brings")]
    assert len(said) == 1
    assert said[0].startswith("A win brings three of them, a jigo one.")
    assert found.context["house_rules"][-1]["spec"].key == "toy_win"


# --- The database -------------------------------------------------------------------------------
def test_the_database_does_not_change_for_it(club):
    """Its keys are choices of the models at once, and no migration is missing or to be run."""
    for model in (RatingEntry, Standing, Revision):
        assert ("toy", "Toy points") in model._meta.get_field("system").flatchoices
    assert "toy_win" in dict(HouseRule._meta.get_field("key").flatchoices)
    call_command("makemigrations", "games", check=True, dry_run=True, verbosity=0)
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


# --- The register -------------------------------------------------------------------------------
def test_it_is_gone_with_its_registration():
    with SYSTEMS.including(TOY):
        assert list(SYSTEMS)[-1] is SYSTEMS.of("toy")
        assert "toy_win" in specs()
    assert "toy" not in SYSTEMS
    assert "toy_win" not in specs()
    with pytest.raises(RuleError):
        SYSTEMS.of("toy")


@pytest.mark.parametrize("key", ["toy", "a longer key", "verylongkey", ""])
def test_a_key_that_is_taken_or_none_is_refused(key):
    other = type("Other", (type(TOY),), {"key": key, "settings": (), "typed_fields": ()})()
    with SYSTEMS.including(TOY), pytest.raises(ValueError, match="no key"):
        SYSTEMS.add(other)


def test_a_field_or_a_setting_of_another_system_is_refused():
    other = type("Other", (type(TOY),), {"key": "other"})()
    with SYSTEMS.including(TOY), pytest.raises(ValueError, match="toy_win"):
        SYSTEMS.add(other)
