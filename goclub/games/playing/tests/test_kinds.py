"""Pair go and games with a computer: reported like others, kept, and moving nobody's points."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read, said
from goclub.games.models import Game, RatingEntry
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import NIGHT, at, facts, play
from goclub.leagues.official.services.matches import check_result
from goclub.leagues.tests.league_factories import match_of, running
from goclub.members.people.services import add_guest
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.django_db

PARTNERS = {"black_partner": "Aoi", "white_partner": "Boris"}


def entries(game):
    return {entry.system: entry for entry in RatingEntry.objects.filter(game=game)}


def sent(black, white, **more):
    """The report form as the browser sends it."""
    return {
        "key": "6f3f2f0e-5c53-4f5e-9f39-1f3f5b0c7a11", "black": black, "white": white,
        "played_on": NIGHT.isoformat(), "board": "19", "handicap": "0", "komi": "5.5",
        "winner": "B", "ending": "resign", **more,
    }  # fmt: skip


def test_pair_go_is_kept_and_moves_nothing_in_any_system():
    black, white = make_member(points=120), make_member(points=120)
    game = play(black, white, kind="pair", **PARTNERS)
    found = RatingEntry.objects.filter(game=game)
    assert {entry.system for entry in found} == {"paa", "igs", "elo", "egf"}
    assert [(e.code, e.delta) for e in found] == [("pair", 0)] * len(found)
    rules = {entry.system: entry.reason["rules"] for entry in found}
    assert rules == {"paa": ["H-kind"], "igs": ["S0-12"], "elo": ["H-kind"], "egf": ["H-kind"]}
    assert rebuild() == 0


def test_a_game_with_a_computer_counts_as_played_and_moves_nothing():
    member, program = make_member(points=120), add_guest(name="Katago")
    game = report_game(
        facts=facts(member, program, kind="computer"), by=member.user, at=at(NIGHT), another=True
    )
    if game.state != Game.State.CONFIRMED:
        game = confirm_game(game=game, by=make_member(role="organiser").user, at=at(NIGHT, 1))
    found = entries(game)
    assert {system: entry.code for system, entry in found.items()} == dict.fromkeys(
        ("paa", "igs", "elo", "egf"), "computer"
    )
    assert found["igs"].reason["rules"] == ["S0-11"]
    assert found["paa"].points_after == 120
    assert found["paa"].reason["inputs"]["games"] == 1


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"kind": "pair", "black_partner": "Aoi"}, Code.MISSING, "white_partner"),
        ({"kind": "pair", **PARTNERS, "black_partner": " "}, Code.MISSING, "black_partner"),
        ({"kind": "computer"}, Code.INCONSISTENT, "kind"),
        ({"black_partner": "Aoi"}, Code.INCONSISTENT, "kind"),
    ],
)
def test_who_sits_there_has_to_be_possible(more, code, field):
    black, white = make_member(), make_member()
    with pytest.raises(RuleError) as caught:
        facts(black, white, **more).check(today=NIGHT)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_two_programs_are_no_game_of_a_member():
    one, two = add_guest(name="Katago"), add_guest(name="Leela")
    with pytest.raises(RuleError) as caught:
        facts(one, two, kind="computer").check(today=NIGHT)
    assert caught.value.reason == "playing.computer_seat"


def test_the_form_takes_a_pair_and_its_page_names_all_four(client):
    black, white = make_member("Chidori"), make_member("Dorota")
    client.force_login(black.user)
    address = reverse("games:report")
    answer = client.post(address, sent(black.pk, white.pk, kind="pair", black_partner="Aoi"))
    assert answer.status_code == 422
    assert "white_partner" in answer.context["form"].errors
    answer = client.post(address, sent(black.pk, white.pk, kind="pair", **PARTNERS))
    game = Game.objects.get()
    assert (game.kind, game.black_partner, game.white_partner) == ("pair", "Aoi", "Boris")
    names = read(client.get(game.get_absolute_url())).texts("dl.facts dd bdi")
    assert {"Chidori", "Aoi", "Dorota", "Boris"} <= set(names)


def test_the_form_forgets_partners_of_an_ordinary_game(client):
    black, white = make_member(), make_member()
    client.force_login(black.user)
    client.post(reverse("games:report"), sent(black.pk, white.pk, **PARTNERS))
    game = Game.objects.get()
    assert (game.kind, game.black_partner) == ("", "")


def test_a_member_is_no_computer(client):
    black, white = make_member(), make_member()
    client.force_login(black.user)
    answer = client.post(reverse("games:report"), sent(black.pk, white.pk, kind="computer"))
    assert answer.status_code == 422
    assert said("playing.computer_seat") in read(answer).one("main").text


def test_a_league_takes_neither():
    term, (one, two) = running(120, 120)
    match = match_of(term, one, two)
    claim = facts(one, two, kind="pair", played_on=term.starts_on, **PARTNERS)
    with pytest.raises(RuleError) as caught:
        check_result(match, term, claim)
    assert caught.value.reason == "not_one_to_one"
