"""An ordinary report between two who are paired: the pairing is offered; what a game counts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from goclub.common.tests.reading import codes, read, said, shows, told
from goclub.games.models import Game, RatingEntry, Standing
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import KEEPERS
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import facts, play, report
from goclub.leagues.models import Match
from goclub.leagues.official.services.facts import load
from goclub.leagues.official.services.matches import link_game
from goclub.leagues.official.services.matches import reopen as reopen_match
from goclub.leagues.official.services.terms import withdraw
from goclub.leagues.tests.league_factories import DAY, beat, match_of, running
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.strength.services import set_igs_rank
from goclub.members.tests.factories import LONG_AGO_AT, as_member, fresh, make_member

NOW = datetime(2025, 3, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def two():
    """A term of four, and two of them whose game is open, in points that make it even."""
    term, members = running(120, 120, 110, 110, names="ABCD")
    return term, members[0], members[1]


def sent(black, white, **more):
    return {
        "key": "7d1c7f0e-2a53-4d6a-9a55-0f7c36f2f1aa", "black": str(black.pk),
        "white": str(white.pk), "played_on": "2025-03-04", "board": "19", "handicap": "0",
        "komi": "6", "winner": "B", "ending": "resign",
    } | more  # fmt: skip


def even(match):
    """The komi of an even game, as the form takes it."""
    return str(match.komi2 / 2)


# --- In the form ------------------------------------------------------------------------------
@time_machine.travel(NOW)
def test_a_report_between_two_who_are_paired_asks_which_game_it_is(client, two):
    term, a, b = two
    match = match_of(term, a, b)
    url = reverse("games:report")
    page = as_member(client, a).post(url, sent(a, b, komi=even(match)))
    assert (page.status_code, Game.objects.count()) == (422, 0)
    assert codes(page.context["form"]) == {"pairing": ["required"]}
    assert read(page).values("input[name=pairing]", "value") == [f"match-{match.pk}", "none"]
    assert match.get_absolute_url() in read(page).values("form#result a", "href")
    answer = client.post(url, sent(a, b, komi=even(match), pairing=f"match-{match.pk}"))
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert (fresh(match).game, game.official, game.state) == (game, True, "reported")


@time_machine.travel(NOW)
def test_a_game_of_their_own_stays_one(client, two):
    term, a, b = two
    as_member(client, a).post(reverse("games:report"), sent(a, b, pairing="none"))
    assert not Game.objects.get().official
    assert match_of(term, a, b).game is None


@time_machine.travel(NOW)
def test_other_conditions_than_the_pairings_have_to_be_agreed(client, two):
    term, a, b = two
    match = match_of(term, a, b)
    client.force_login(a.user)
    data = sent(a, b, komi="0.5", pairing=f"match-{match.pk}")
    page = client.post(reverse("games:report"), data)
    assert page.status_code == 422
    assert codes(page.context["form"]) == {"other_conditions": ["other_conditions"]}
    assert read(page).has("input[name=other_conditions]")
    client.post(reverse("games:report"), data | {"other_conditions": "on"})
    assert fresh(match).game is not None


@time_machine.travel(NOW)
def test_nothing_is_offered_where_nothing_is_open(two):
    term, a, b = two
    assert PAIRINGS.offers((a, make_member("outside")), DAY) == []
    assert PAIRINGS.offers((a, b), DAY.replace(year=2024)) == []
    beat(term, a, b)
    assert PAIRINGS.offers((a, b), DAY) == []
    c = Match.objects.filter(division__term=term, game=None).first().second.member
    assert PAIRINGS.offers((c, add_guest(name="guest")), DAY) == []


@time_machine.travel(NOW)
@pytest.mark.parametrize("key", ["match-0", "match-x", "cup-1", "match-", f"match-{10**20}"])
def test_a_key_that_nobody_offered_is_refused(client, two, key):
    _term, a, b = two
    page = as_member(client, a).post(reverse("games:report"), sent(a, b, pairing=key))
    assert (page.status_code, Game.objects.count()) == (422, 0)
    game = report(a, b)
    client.force_login(b.user)
    answer = client.post(reverse("games:confirm", args=[game.pk]), {"pairing": key}, follow=True)
    assert told(answer, "error") == [said("playing.no_such_pairing")]
    assert fresh(game).state == "reported"


# --- At the confirmation ----------------------------------------------------------------------
@time_machine.travel(NOW)
def test_the_opponent_confirms_a_plain_report_as_the_leagues_game(client, two):
    term, a, b = two
    match = match_of(term, a, b)
    game = report(a, b)
    page = as_member(client, b).get(game.get_absolute_url())
    [offer] = page.context["pairings"]
    assert offer.url in read(page).values("section.todo a", "href")
    client.post(reverse("games:confirm", args=[game.pk]), {"pairing": offer.key})
    assert (fresh(match).game, fresh(game).state, game.official) == (game, "confirmed", True)


@time_machine.travel(NOW)
def test_who_may_not_confirm_adopts_nothing(client, two):
    term, a, b = two
    match = match_of(term, a, b)
    game = report(a, b)
    assert as_member(client, a).get(game.get_absolute_url()).context["pairings"] == []
    client.post(reverse("games:confirm", args=[game.pk]), {"pairing": f"match-{match.pk}"})
    assert fresh(match).game is None


@time_machine.travel(NOW)
def test_confirming_it_as_a_game_of_their_own(client, two):
    term, a, b = two
    game = report(a, b)
    page = as_member(client, b).get(game.get_absolute_url())
    assert read(page).values("section.todo input[name=pairing]", "value")[-1] == "none"
    client.post(reverse("games:confirm", args=[game.pk]), {"pairing": "none"})
    assert (fresh(game).state, game.official) == ("confirmed", False)
    assert match_of(term, a, b).game is None


# --- The page of a game -----------------------------------------------------------------------
@time_machine.travel(NOW)
def test_the_page_of_a_game_names_the_league_and_that_it_counts(client, two):
    term, a, b = two
    game = beat(term, a, b).game
    page = as_member(client, make_member("reader")).get(game.get_absolute_url())
    context = page.context["game_context"]
    assert term.league.name in context.text
    assert term.name in context.text
    assert context.counts
    assert context.why == ()
    assert shows(page, context.counts)
    assert match_of(term, a, b).get_absolute_url() in read(page).values("dl.facts a", "href")


@time_machine.travel(NOW)
def test_why_a_game_does_not_count(two):
    term, a, b = two
    game = beat(term, a, b).game
    assert KEEPERS.context_of(game).why == ()
    withdraw(Act(None, NOW), term.entries.get(member=a), on=DAY, reason="moves away")
    assert len(KEEPERS.context_of(game).why) == 1
    void_game(Act(make_member(role=CHAIR).user), game, reason="played twice")
    assert len(KEEPERS.context_of(fresh(game)).why) == 1


# --- A forfeit moves nobody's points (S1-24) --------------------------------------------------
@pytest.fixture
def ranked(two):
    term, a, b = two
    chair = make_member(role=CHAIR).user
    for member in (a, b):
        set_igs_rank(
            Act(chair, LONG_AGO_AT), member, rank="1d", on=LONG_AGO_AT.date(), reason="known"
        )
    return term, a, b


def standings():
    rows = Standing.objects.order_by("member", "system")
    return list(rows.values_list("member", "system", "points", "rating", "games"))


@time_machine.travel(NOW)
def test_a_forfeit_in_a_report_moves_no_points_of_any_system(client, ranked):
    """It moved IGS by fifty and Elo like a game."""
    term, a, b = ranked
    before = standings()
    game = beat(term, a, b, "R", ending="forfeit").game
    assert game.ending == "forfeit"
    assert not RatingEntry.objects.filter(game=game).exists()
    assert standings() == before
    assert rebuild() == 0
    [played] = [one for group in load(term) for one in group.played]
    assert (played.game_id, played.counts_for_points) == (game.pk, False)
    page = client.get(game.get_absolute_url())
    page = as_member(client, make_member("reader")).get(game.get_absolute_url())
    assert read(page).has("section[aria-labelledby=changed] [popovertarget=why-S1-24]")


@time_machine.travel(NOW)
def test_the_same_forfeit_outside_the_league_is_a_no_show(ranked):
    """S0-24."""
    _term, a, b = ranked
    game = play(a, b, "B+F")
    deltas = [e.delta for e in RatingEntry.objects.filter(game=game, system="igs")]
    assert sorted(deltas) == [-50, 50]


@time_machine.travel(NOW)
def test_linking_and_letting_go_of_a_forfeit_takes_its_points_and_gives_them_back(ranked):
    term, a, b = ranked
    before = standings()
    game = play(a, b, "B+F")
    moved = standings()
    assert moved != before
    match = match_of(term, a, b)
    link_game(Act(a.user, NOW), match, game=game)
    assert standings() == before
    assert rebuild() == 0
    match.refresh_from_db()
    reopen_match(Act(None, NOW), match, reason="another game")
    assert standings() == moved
    assert rebuild() == 0


@time_machine.travel(NOW)
def test_a_correction_into_a_forfeit_and_out_of_it(ranked):
    term, a, b = ranked
    before = standings()
    game = beat(term, a, b).game
    moved = standings()
    chair = make_member(role=CHAIR).user
    before_chair = before, moved
    decide_game(Act(chair, NOW), game, facts=facts(a, b, "B+F"), reason="he did not come")
    assert [row for row in standings() if row[0] in (a.pk, b.pk)] == [
        row for row in before_chair[0] if row[0] in (a.pk, b.pk)
    ]
    decide_game(Act(chair, NOW), game, facts=facts(a, b, "B+R"), reason="he did")
    assert [row for row in standings() if row[0] in (a.pk, b.pk)] == [
        row for row in before_chair[1] if row[0] in (a.pk, b.pk)
    ]
    assert rebuild() == 0
