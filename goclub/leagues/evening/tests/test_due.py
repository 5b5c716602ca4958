"""A game of a league that two who wait have to play: offered, seated and told as what it is."""

from __future__ import annotations

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.urls import reverse

from goclub.games.models import Game
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.leagues.challenge.tests.factories import make_agreed
from goclub.leagues.evening.queries import state_of
from goclub.leagues.evening.services import results
from goclub.leagues.evening.services.pairs import propose
from goclub.leagues.evening.tests.nights import DAY, at, came, make_night, offered, seat
from goclub.leagues.official.services.matches import conditions_of, is_open
from goclub.leagues.tests.league_factories import match_of, running
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.tests.builders import refused


@pytest.fixture
def league(olga):
    """Four of a term who came: the two pairs that fit best are not those of the league."""
    term, members = running(150, 120, 121, 151, names="ABCD")
    night = make_night(olga)
    return term, members, night, came(night, *members)


def forfeit(match):
    match.forfeit, match.forfeit_on, match.reason = match.Forfeit.FIRST, DAY, "ill"
    match.save()


def play_all_but(term, olga, *open_ones):
    """Every pairing of the term is decided but these."""
    for match in term.divisions.get().matches.all():
        if match not in open_ones:
            forfeit(match)


@pytest.fixture
def due(olga, league):
    """Two at a table whose game of the league is due."""
    term, (a, b, _c, _d), night, here = league
    match = match_of(term, a, b)
    play_all_but(term, olga, match)
    return a, b, match, seat(night, olga, here[0], here[1], minute=5)


def test_a_due_game_is_the_pair_with_its_reason_and_its_conditions(client, olga, league):
    term, (a, b, _c, _d), night, _here = league
    match = match_of(term, a, b)
    play_all_but(term, olga, match)
    assert offered(night, 5) == {frozenset("AB"), frozenset("CD")}
    found = {one.due.key: one for one in propose(state_of(night), at(5)).pairs if one.due}
    assert list(found) == [f"match-{match.pk}"]
    terms, wanted = found[f"match-{match.pk}"].terms, conditions_of(match)
    assert (terms.handicap, terms.komi2) == (wanted.handicap, wanted.komi2)
    assert state_of(night).presences[terms.black].member == b
    with time_machine.travel(at(5), tick=False):
        page = as_member(client, olga).get(reverse("leagues:night")).content.decode()
    assert str(term.league) in page


def test_its_result_is_the_leagues_with_one_press_of_an_organiser(olga, due):
    _a, _b, match, game = due
    assert game.pairing == f"match-{match.pk}"
    results.record_result(Act(olga.user, at(50)), game, winner="B", ending="resign")
    assert fresh(match).game == fresh(game).game
    assert (match.game.official, match.game.state) == (True, Game.State.CONFIRMED)
    assert not is_open(match)
    results.undo_result(Act(olga.user, at(51)), game)
    assert is_open(fresh(match)), "a press by mistake gives the pairing back"


def test_a_players_press_is_the_leagues_and_waits_for_the_other(due):
    a, b, match, game = due
    with refused(reason="ending_unknown"):
        results.record_result(Act(a.user, at(50)), game, winner="W")
    assert fresh(game).ended_at is None, "what was refused changed nothing"
    results.record_result(Act(a.user, at(50)), game, winner="W", ending="resign")
    assert fresh(match).game is not None
    assert match.game.state == Game.State.REPORTED
    results.record_result(Act(b.user, at(51)), game, winner="W")
    assert fresh(match).game.state == Game.State.CONFIRMED


def test_an_organiser_who_does_not_run_the_league_leaves_the_question_to_the_two(olga, due):
    _a, _b, match, game = due
    helper = make_member("Night only").user
    rights = Permission.objects.filter(codename__in=["report_for_others", "decide_game"])
    helper.user_permissions.set(rights)
    results.record_result(Act(helper, at(50)), game, winner="B", ending="resign")
    match.refresh_from_db()
    assert fresh(game).ended_at is not None
    assert (match.game, game.game.state) == (None, Game.State.REPORTED)
    assert [one.key for one in PAIRINGS.unanswered([game.game])[0]] == [f"match-{match.pk}"]


def test_told_elsewhere_meanwhile_it_is_an_ordinary_game(due):
    a, _b, match, game = due
    forfeit(match)
    results.record_result(Act(a.user, at(50)), game, winner="B")
    assert fresh(game).game.official is False


def test_what_two_agreed_for_today_is_due_today_alone(olga):
    mia, ken, ann = (make_member(name, points=points) for name, points in
                     (("Mia", 100), ("Ken", 140), ("Ann", 101)))  # fmt: skip
    with time_machine.travel(at(), tick=False):
        row = make_agreed(mia, ken)
        row.agreed_for = at(60)
        row.lapses_at = at(60 * 24 * 10)
        row.save()
        night = make_night(olga)
        came(night, mia, ken, ann)
        [pair] = propose(state_of(night), at(20)).pairs
        assert pair.due is not None
        assert pair.due.pair == {mia.pk, ken.pk}
        row.agreed_for = at(60 * 24)
        row.save()
        [pair] = propose(state_of(night), at(20)).pairs
        assert pair.due is None
