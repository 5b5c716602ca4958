"""Later lines of the ledger that a correction changed: on record, shown, never computed with."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from goclub.common.tests.reading import read
from goclub.games.models import RatingEntry, Revision
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import NIGHT, at, play
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from ratings.egf import EgfNotCounted
from ratings.elo import EloNotCounted
from ratings.igs.games import NotRated
from ratings.igs.system import IgsDecisionKind
from ratings.paa.rules import PaaNotCounted
from ratings.paa.system import PaaDecisionKind


@pytest.fixture
def night():
    """A game reported the wrong way round, and one the day after."""
    sato, anong = make_member("佐藤 健", points=100), make_member("<b>Anong</b>", points=100)
    wrong = play(sato, anong, "B+R")
    later = play(sato, anong, "B+R", played_on=NIGHT + timedelta(days=1))
    return {"sato": sato, "anong": anong, "wrong": wrong, "later": later,
            "organiser": make_member(role=ORGANISER)}  # fmt: skip


def correct(night):
    claim = replace(GameFacts.of(night["wrong"]), winner="W")
    decide_game(
        Act(night["organiser"].user, at(minute=99)),
        night["wrong"],
        facts=claim,
        reason="colours mixed up",
    )


def revised(member, system="paa"):
    found = Revision.objects.filter(member=member, system=system)
    return [(r.game, r.cause, r.before, r.after) for r in found]


def test_a_correction_records_what_it_changed_further_on(night):
    assert not Revision.objects.exists()
    correct(night)
    assert revised(night["sato"]) == [(night["later"], night["wrong"], 102, 100)]
    assert revised(night["anong"]) == [(night["later"], night["wrong"], 98, 100)]
    assert {one.game for one in Revision.objects.all()} == {night["later"]}


def test_a_void_game_and_a_late_one_do_so_too(night):
    void_game(Act(night["organiser"].user), night["later"], reason="played twice on paper")
    assert not Revision.objects.exists()
    late = play(night["anong"], night["sato"], "B+R", played_on=NIGHT - timedelta(days=7))
    assert revised(night["sato"]) == [(night["wrong"], late, 101, 100)]
    void_game(Act(night["organiser"].user), late, reason="played elsewhere")
    assert revised(night["sato"])[1:] == [(night["wrong"], late, 100, 101)]


def test_nobody_else_is_on_record_and_a_rebuild_needs_none_of_it(night):
    other = make_member(points=100)
    play(night["sato"], other, "B+R", played_on=NIGHT + timedelta(days=2))
    correct(night)
    assert Revision.objects.filter(member=night["sato"]).exists()
    assert not Revision.objects.filter(member=other).exists()
    count = Revision.objects.count()
    assert rebuild() == 0
    assert Revision.objects.count() == count


@pytest.mark.parametrize(
    "codes",
    [PaaNotCounted, PaaDecisionKind, NotRated, IgsDecisionKind, EloNotCounted,
     EgfNotCounted],
    ids=lambda codes: codes.__module__,
)  # fmt: skip
def test_every_code_of_the_rules_has_room_in_the_ledger(codes):
    """PostgreSQL refuses a longer one; SQLite would not tell."""
    room = RatingEntry._meta.get_field("code").max_length
    assert [code.value for code in codes if len(code.value) > room] == []


def test_the_pages_say_it(night, client):
    correct(night)
    client.force_login(night["anong"].user)
    page = read(client.get(night["wrong"].get_absolute_url())).one("main")
    assert "102 → 100" in page.texts("span.from-to")
    assert not page.has("b")
    entry = RatingEntry.objects.get(system="paa", member=night["sato"], game=night["later"])
    page = read(client.get(entry.get_absolute_url()))
    assert page.has("h2#revised")
    why = page.all("ol.why-lines")[-1]
    assert why.texts("span.from-to") == ["102 → 100"]
    assert why.values("a", "href") == [night["wrong"].get_absolute_url()]
    profile = read(client.get(night["sato"].get_absolute_url()))
    assert f"{entry.get_absolute_url()}#revised" in profile.values("main a", "href")
    untouched = RatingEntry.objects.get(system="paa", member=night["sato"], game=night["wrong"])
    assert not read(client.get(untouched.get_absolute_url())).has("#revised")
