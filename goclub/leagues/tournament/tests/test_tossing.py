"""Colours by toss: at a table of a league's event by everybody's consent (S4-19), and between two
of equal points in the official league (S1-16)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.playing.services.toss import call_toss, decide_toss, open_toss
from goclub.games.tests.factories import facts
from goclub.leagues.models import Claim, Pairing
from goclub.leagues.official.queries import toss_of
from goclub.leagues.official.services.matches import report_match
from goclub.leagues.tests.factories import at, make_event, next_round, play_out
from goclub.leagues.tests.league_factories import DAY, match_of, running
from goclub.leagues.tests.league_factories import at as league_at
from goclub.leagues.tournament.services import registration
from goclub.leagues.tournament.services.closing import close_event
from goclub.leagues.tournament.services.seating import set_conditions, swap_colours, take_toss
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


def decided(opener, caller, moment, *, even):
    """A toss in three posts whose last digit is 4 or 7; the caller says even."""
    toss = open_toss(Act(opener.user, moment), caller)
    toss = call_toss(Act(caller.user, moment + timedelta(seconds=1)), toss, call="even")
    last = moment + timedelta(seconds=2, milliseconds=4 if even else 7)
    return decide_toss(Act(opener.user, last), toss)


@pytest.fixture
def table(organiser):
    """The first table of a league's event, between two members, just published."""
    event = make_event(organiser, for_league=True, rounds=1)
    two = [make_member(), make_member()]
    for member in two:
        registration.register_member(Act(None, at()), event, member=member)
    next_round(event)
    return Pairing.objects.select_related("round__event", "black", "white").get(round__event=event)


def test_the_toss_of_the_two_gives_the_colours(table, organiser):
    black, white = table.black.member, table.white.member
    # The caller is right and takes Black: the colours change hands.
    toss = decided(black, white, at(5), even=True)
    linked = take_toss(Act(organiser.user, at(6)), table, toss=toss)
    assert (linked.black.member, linked.white.member, linked.toss) == (white, black, toss)
    assert set(linked.seats.values_list("participant__member", "colour")) == {
        (white.pk, "B"), (black.pk, "W"),
    }  # fmt: skip


def test_others_cannot_agree_for_the_two(table, organiser):
    toss = decided(table.black.member, make_member(), at(5), even=True)
    with refused(Code.FORBIDDEN, "players_agree", reason="season.toss_without_consent"):
        take_toss(Act(organiser.user, at(6)), table, toss=toss)


def test_a_toss_from_before_the_round_is_no_consent(table, organiser):
    black, white = table.black.member, table.white.member
    toss = decided(black, white, at(-60), even=True)
    with refused(Code.FORBIDDEN, "players_agree"):
        take_toss(Act(organiser.user, at(6)), table, toss=toss)


def test_after_the_start_it_is_too_late(table, organiser):
    toss = decided(table.black.member, table.white.member, at(5), even=True)
    Claim.objects.create(pairing=table, participant=table.black, result="black", claimed_at=at(6))
    with refused(Code.STATE, "started", reason="season.toss_after_start"):
        take_toss(Act(organiser.user, at(7)), table, toss=toss)


def test_with_stones_colours_are_not_free(table, organiser):
    toss = decided(table.black.member, table.white.member, at(5), even=True)
    set_conditions(Act(organiser.user, at(5)), table, handicap=2)
    with refused(Code.INCONSISTENT, "handicap", reason="toss_with_stones"):
        take_toss(Act(organiser.user, at(6)), table, toss=toss)


def test_exchanging_the_colours_by_hand_lets_go_of_the_toss(table, organiser):
    toss = decided(table.black.member, table.white.member, at(5), even=True)
    linked = take_toss(Act(organiser.user, at(6)), table, toss=toss)
    assert swap_colours(Act(organiser.user, at(7)), linked).toss is None


def test_the_posted_game_keeps_the_toss(table, organiser):
    toss = decided(table.black.member, table.white.member, at(5), even=True)
    take_toss(Act(organiser.user, at(6)), table, toss=toss)
    play_out(table.round)
    close_event(Act(organiser.user, at(60)), table.round.event, early=True)
    assert fresh(toss).game is not None
    assert toss.game.black_id == toss.black_id


def test_the_organiser_takes_it_on_the_page_of_the_table(client, table, organiser):
    event = table.round.event
    toss = decided(table.black.member, table.white.member, at(5), even=True)
    address = reverse("leagues:event-table", args=[event.slug, 1, table.table])
    page = read(as_member(client, organiser).get(address))
    assert page.values("button[name=toss]", "value") == [str(toss.pk)]
    client.post(address, {"toss": toss.pk, "version": fresh(event).version})
    assert fresh(table).toss == toss
    assert read(client.get(address)).has(f'a[href="{toss.get_absolute_url()}"]')


# --- The official league ------------------------------------------------------------------------
@pytest.fixture
def match(time_machine_now):
    term, (one, two) = running(120, 120)
    return match_of(term, one, two)


def test_two_of_equal_points_have_the_colours_of_their_toss(client, match):
    one, two = match.first.member, match.second.member
    toss = decided(one, two, league_at(DAY, 0), even=True)
    assert toss_of(match) == toss
    wrong = facts(one, two, played_on=DAY)
    with refused(Code.STATE, "other_conditions"):
        report_match(Act(one.user, league_at(DAY, 60)), match, facts=wrong)
    game = report_match(
        Act(one.user, league_at(DAY, 60)), match, facts=facts(two, one, played_on=DAY)
    )
    assert fresh(toss).game == game
    assert toss_of(match) is None
