"""What happens on an evening: who waits, who plays, what the ledger hears, and what is refused."""

from __future__ import annotations

import random
import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied

from goclub.games.models import Game, RatingEntry
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import play
from goclub.leagues.calendar.tests.meetings import TUESDAY, make_series
from goclub.leagues.evening.queries import LONGEST_NIGHT, state_of
from goclub.leagues.evening.services import nights, pairs, people, results
from goclub.leagues.evening.services.nights import strengths_of, terms_of
from goclub.leagues.evening.services.pairs import propose
from goclub.leagues.evening.tests.nights import (
    DAY,
    at,
    came,
    make_night,
    offered,
    seat,
    some_members,
)
from goclub.leagues.models import ClubNight, NightGame, NightPress, Presence
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused


# --- Opening and closing --------------------------------------------------------------------------
def test_one_night_is_open_at_a_time_and_the_next_begins_as_the_last(olga, night):
    assert make_night(olga, terms="igs").pk == night.pk
    nights.change_night(Act(olga.user), night, place="Library", terms="even", tables=7, patience=5)
    nights.close_night(Act(olga.user, at(200)), night)
    following = nights.begin_night(Act(olga.user, at(7 * 24 * 60)))
    assert following.pk != night.pk
    assert (following.place, following.terms, following.tables) == ("Library", "even", 7)


@pytest.mark.parametrize(
    "change", [{"tables": 0}, {"tables": 65}, {"patience": 121}, {"terms": "elo"}]
)
def test_settings_that_no_evening_has_are_refused(olga, change):
    with pytest.raises(RuleError) as caught:
        make_night(olga, **change)
    assert caught.value.field in change
    assert not ClubNight.objects.exists()


def test_an_evening_over_midnight_keeps_its_day(olga):
    late = datetime(2025, 3, 4, 14, 30, tzinfo=UTC)
    night = nights.begin_night(Act(olga.user, late))
    one, other = came(night, *some_members(2))
    game = pairs.accept_pair(Act(olga.user, late), night, pair=(one.pk, other.pk))
    after = datetime(2025, 3, 5, 1, 10, tzinfo=UTC)
    results.record_result(Act(olga.user, after), game, winner="B")
    assert Game.objects.get().played_on == night.on
    assert Game.objects.get().confirmed_at == after


def test_a_margin_that_nobody_won_by_is_refused_as_in_a_report(olga, night):
    one, other = came(night, *some_members(2))
    game = pairs.accept_pair(Act(olga.user, at(1)), night, pair=(one.pk, other.pk))
    NightGame.objects.filter(pk=game.pk).update(komi2=12)
    for said, key in (
        ({"margin2": 10}, "ratings.margin_without_points"),
        ({"ending": "resign"}, "ratings.ending_without_winner"),
    ):
        with refused(reason=key):
            results.record_result(Act(olga.user, at(9)), game, winner="J", **said)
    assert not Game.objects.exists()


# --- Coming and going -----------------------------------------------------------------------------
def test_whoever_checks_in_twice_is_here_once_and_waits_since_the_first_time(night):
    (ken,) = some_members(1)
    came(night, ken)
    came(night, ken, minute=12)
    here = Presence.objects.get()
    assert here.free_since == here.arrived_at == at(0)


def test_who_said_that_he_comes_is_expected_until_he_is_here(night):
    (ken,) = some_members(1)
    people.expect(Act(ken.user, at(0)), night, member=ken, comes_at=at(60))
    assert [one.member for one in state_of(night).expected] == [ken]
    came(night, ken, minute=55)
    state = state_of(night)
    assert (state.expected, [one.member for one in state.waiting]) == ([], [ken])
    people.expect(Act(ken.user, at(56)), night, member=ken, comes_at=at(90))
    assert state_of(night).waiting


def test_a_guest_comes_with_name_and_rank_and_plays_by_it(olga, night):
    (ken,) = came(night, *some_members(1))
    guest = people.check_in_guest(Act(None, at(1)), night, name=" Walter ", rank="三段")
    again = people.check_in_guest(Act(None, at(2)), night, name="Walter", rank="3d")
    assert (guest.pk, again.guest_rank) == (again.pk, "3d")
    found = propose(state_of(night), at(3)).pairs[0]
    assert (found.one, found.why.gap) == (ken, 145 - 119)
    assert found.terms.handicap == 4
    game = seat(night, olga, ken, guest)
    results.record_result(Act(olga.user, at(40)), game, winner="W")
    assert Game.objects.get().state == Game.State.CONFIRMED


@pytest.mark.parametrize(
    ("name", "rank", "code"),
    [
        ("", "", "E_MISSING"), ("W", "99x", "E_RANK"), ("W", "31k", "E_RANK"),
        ("W", "0k", "E_RANK"), ("W", "11d", "E_RANK"), ("W" * 81, "", "E_RANGE"),
    ],
)  # fmt: skip
def test_a_guest_without_a_name_or_with_an_odd_rank_is_refused(night, name, rank, code):
    with refused(code=code):
        people.check_in_guest(Act(None, at()), night, name=name, rank=rank)
    assert not Presence.objects.exists()


def test_one_speaks_for_oneself_alone(night):
    ken, anong = some_members(2)
    with pytest.raises(PermissionDenied):
        people.check_in(Act(ken.user, at()), night, member=anong)
    (here,) = came(night, anong)
    for act in (people.leave, people.rest):
        with pytest.raises(PermissionDenied):
            act(Act(ken.user, at()), here)


def test_former_members_and_closed_nights_take_nobody_in(olga, night):
    (ken,) = some_members(1)
    Member.objects.filter(pk=ken.pk).update(status=Member.Status.FORMER)
    ken.refresh_from_db()
    with refused(reason="no_member"):
        came(night, ken)
    nights.close_night(Act(olga.user, at(60)), night)
    with refused(reason="night.over"):
        came(night, olga)


def test_leaving_in_the_middle_of_a_game_asks_what_becomes_of_it(olga, night):
    one, other = came(night, *some_members(2))
    game = seat(night, olga, one, other)
    with refused(reason="night.in_a_game"):
        people.leave(Act(one.member.user, at(20)), one)
    people.leave(Act(one.member.user, at(20)), one, then=people.LATER)
    state = state_of(night)
    assert [p.pk for p in state.waiting] == [other.pk]
    assert state.waiting[0].free_since == at(20)
    # The result is told on the way home, and reaches its game.
    results.record_result(Act(one.member.user, at(50)), game, winner="W")
    assert Game.objects.get().state == Game.State.REPORTED
    assert state_of(night).of_member(one.member_id).left_at == at(20)


# --- Pairs ----------------------------------------------------------------------------------------
def test_neighbours_in_strength_are_paired_by_the_clubs_table(night):
    came(night, *some_members())
    found = propose(state_of(night), at(5))
    assert found.proven
    assert offered(night, 5) == {
        frozenset({"佐藤 健", "Jörg Weißenfels"}),
        frozenset({"อนงค์ ศรีสุข", "桐谷 文雄"}),
        frozenset({"Łukasz Źródlański", "Siobhán O'Dowd"}),
        frozenset({"Priya Ramanujar", "Mila Ravensberg"}),
    }
    terms = {(str(p.one), str(p.other)): p.terms for p in found.pairs}["佐藤 健", "Jörg Weißenfels"]
    assert (terms.handicap, terms.komi2, terms.toss) == (2, 5, False)


def test_who_met_last_week_is_paired_with_another_if_it_can_be_avoided(night):
    members = some_members(4)
    pair = frozenset({"佐藤 健", "อนงค์ ศรีสุข"})
    came(night, *members)
    assert pair in offered(night, 5)
    play(members[0], members[1], played_on=date(2025, 2, 25))
    assert pair not in offered(night, 5)


def test_while_games_go_on_who_came_free_waits_a_little_for_somebody_near(olga, night):
    sato, anong, lukasz, siobhan = came(night, *some_members(4))
    far = frozenset({str(lukasz), str(siobhan)})  # 34 points
    assert far in offered(night, 0), "nobody plays: nobody else will become free"
    seat(night, olga, sato, anong)
    assert offered(night, 1) == set()
    assert offered(night, 2) == {far}
    people.wish(
        Act(lukasz.member.user),
        lukasz,
        rival=siobhan.member,
        teaching=False,
        small_board=False,
        no_handicap=False,
    )
    assert offered(night, 1) == {far}


def test_wishes_and_settings_decide_the_conditions(olga, night):
    one, other = came(night, *some_members(8)[6:])
    for here in (one, other):
        people.wish(
            Act(here.member.user),
            here,
            rival=None,
            teaching=False,
            small_board=True,
            no_handicap=True,
        )
    terms = propose(state_of(night), at(1)).pairs[0].terms
    assert (terms.board, terms.handicap, terms.komi2, terms.toss) == (9, 0, 11, True)
    with pytest.raises(RuleError):
        people.wish(
            Act(olga.user),
            one,
            rival=one.member,
            teaching=False,
            small_board=False,
            no_handicap=False,
        )


def test_accepting_seats_at_the_lowest_free_table_and_twice_is_once(olga, night):
    a, b, c, d = came(night, *some_members(4))
    first = seat(night, olga, a, b)
    assert seat(night, olga, b, a).pk == first.pk
    with refused(reason="not_waiting"):
        seat(night, olga, a, c)
    assert (first.table, seat(night, olga, c, d).table) == (1, 2)
    results.record_result(Act(olga.user, at(30)), first, winner="B")
    assert seat(night, olga, a, b, 31).table == 1


def test_all_pairs_are_accepted_as_far_as_there_are_tables(olga):
    night = make_night(olga, tables=2)
    came(night, *some_members())
    shown = [one.keys for one in propose(state_of(night), at(5)).pairs]
    games = pairs.accept_all(Act(olga.user, at(5)), night, pairs=[*shown, shown[0]])
    assert [one.table for one in games] == [1, 2]
    left = [one.pk for one in state_of(night).waiting]
    with refused(reason="no_table"):
        pairs.accept_pair(Act(olga.user, at(6)), night, pair=(left[0], left[1]))


def test_equals_draw_lots_for_the_colour(olga):
    night = make_night(olga, terms="even")
    a, b = came(night, *some_members(2))
    drawn = set()
    for seed in range(6):
        game = pairs.accept_pair(
            Act(olga.user, at(seed)), night, pair=(a.pk, b.pk), lots=random.Random(seed)
        )
        assert game.drawn
        drawn.add(game.black_id)
        results.free_table(Act(olga.user, at(seed)), game, cancelled=True)
    assert drawn == {a.pk, b.pk}


def test_a_pair_can_be_left_alone_swapped_and_made_by_hand(olga, night):
    a, b, c, d = came(night, *some_members(4))
    assert offered(night, 1) == {frozenset({str(a), str(b)}), frozenset({str(c), str(d)})}
    with refused(reason="already_paired"):
        pairs.swap_places(Act(olga.user, at(1)), night, pair=(a.pk, b.pk))
    pairs.swap_places(Act(olga.user, at(1)), night, pair=(a.pk, c.pk))
    assert offered(night, 1) == {frozenset({str(a), str(d)}), frozenset({str(b), str(c)})}
    pairs.pair_by_hand(Act(olga.user), night, pair=(a.pk, c.pk))
    assert frozenset({str(a), str(c)}) in offered(night, 1)
    assert sum(one.by_hand for one in propose(state_of(night), at(1)).pairs) == 1
    pairs.keep_apart(Act(olga.user), night, pair=(a.pk, c.pk))
    assert frozenset({str(a), str(c)}) not in offered(night, 1)
    with pytest.raises(RuleError):
        pairs.pair_by_hand(Act(olga.user), night, pair=(a.pk, a.pk))


def test_only_organisers_pair(night):
    a, b = came(night, *some_members(2))
    pair, by = (a.pk, b.pk), a.member.user
    for act in (
        lambda: pairs.accept_pair(Act(by, at()), night, pair=pair),
        lambda: pairs.accept_all(Act(by, at()), night, pairs=[pair]),
        lambda: pairs.keep_apart(Act(by), night, pair=pair),
        lambda: pairs.pair_by_hand(Act(by), night, pair=pair),
        lambda: pairs.swap_places(Act(by, at()), night, pair=pair),
        lambda: nights.close_night(Act(by, at()), night),
    ):
        with pytest.raises(PermissionDenied):
            act()
    assert not NightGame.objects.exists()


# --- Results --------------------------------------------------------------------------------------
@pytest.fixture
def table(olga, night):
    return seat(night, olga, *came(night, *some_members(2)), 3)


def test_an_organisers_press_stands_at_once_and_moves_the_ledger(olga, night, table):
    results.record_result(Act(olga.user, at(40)), table, winner="W")
    game = Game.objects.get()
    assert (game.state, game.winner, game.ending, game.place, game.played_on) == (
        "confirmed", "W", "unknown", "Club room", DAY,
    )  # fmt: skip
    assert (game.handicap, game.komi2) == (table.handicap, table.komi2)
    assert RatingEntry.objects.filter(game=game, system="paa").count() == 2
    assert rebuild() == 0
    assert [one.free_since for one in state_of(night).waiting] == [at(40), at(40)]


def test_a_players_press_waits_for_the_other_who_says_the_same(night, table):
    black, white = table.black.member, table.white.member
    results.record_result(Act(black.user, at(40)), table, winner="B")
    assert Game.objects.get().state == Game.State.REPORTED
    assert len(state_of(night).waiting) == 2
    with refused(reason="night.told_otherwise"):
        results.record_result(Act(white.user, at(41)), table, winner="W")
    results.record_result(Act(white.user, at(41)), table, winner="B")
    assert Game.objects.get().state == Game.State.CONFIRMED


def test_an_organiser_who_presses_another_result_is_not_sent_to_an_organiser(olga, night, table):
    results.record_result(Act(olga.user, at(40)), table, winner="B")
    with refused(reason="night.to_be_corrected"):
        results.record_result(Act(olga.user, at(41)), table, winner="W")


def test_strangers_say_nothing(night, table):
    with pytest.raises(PermissionDenied):
        results.record_result(Act(make_member().user, at(9)), table, winner="B")


def test_a_press_sent_twice_is_done_once_even_after_it_was_taken_back(olga, table):
    key, undo = uuid.uuid4(), uuid.uuid4()
    for _press in range(2):
        results.record_result(Act(olga.user, at(30)), table, winner="B", key=key)
    assert Game.objects.count() == 1
    results.undo_result(Act(olga.user, at(31)), table, key=undo)
    results.record_result(Act(olga.user, at(32)), table, winner="B", key=key)
    assert (fresh(table).winner, table.ended_at) == ("", None)
    assert [one.what for one in NightPress.objects.all()] == ["result", "undo"]
    results.record_result(Act(olga.user, at(33)), table, winner="W")
    assert Game.objects.get(state="confirmed").winner == "W"
    assert rebuild() == 0


def test_an_hour_late_for_a_table_that_was_taken_since_it_reaches_its_own_game(olga, night, table):
    results.free_table(Act(olga.user, at(30)), table, cancelled=False)
    new = seat(night, olga, *came(night, *some_members(4)[2:], minute=31), 32)
    assert new.table == table.table
    player = table.black.member.user
    results.record_result(
        Act(player, at(95)), table, winner="B", key=uuid.uuid4(), pressed_at=at(29)
    )
    table.refresh_from_db()
    new.refresh_from_db()
    assert (table.winner, table.ended_at) == ("B", at(30))
    assert (new.winner, new.ended_at) == ("", None)
    assert {one.free_since for one in state_of(night).waiting} == {at(30)}


@pytest.mark.parametrize("pressed", [at(-90), at(600)])
def test_a_phone_with_a_wrong_clock_is_held_to_what_can_be(olga, table, pressed):
    results.record_result(Act(olga.user, at(60)), table, winner="B", pressed_at=pressed)
    assert fresh(table).paired_at <= table.ended_at <= at(60)


def test_after_an_undo_the_two_sit_again_at_another_table_where_theirs_is_taken(olga, night, table):
    results.record_result(Act(olga.user, at(30)), table, winner="B")
    seat(night, olga, *came(night, *some_members(4)[2:], minute=31), 32)
    results.undo_result(Act(olga.user, at(33)), table)
    assert (fresh(table).table, table.ended_at) == (2, None)
    assert rebuild() == 0


def test_what_was_not_played_has_no_result_and_counts_as_no_meeting(olga, night, table):
    results.free_table(Act(olga.user, at(5)), table, cancelled=True)
    with refused(reason="night.was_not_played"):
        results.record_result(Act(olga.user, at(9)), table, winner="B")
    assert state_of(night).met == {}


def test_after_closing_a_result_can_still_be_told(olga, night, table):
    nights.close_night(Act(olga.user, at(120)), night)
    results.record_result(Act(olga.user, at(150)), table, winner="B")
    assert Game.objects.get().played_on == DAY
    assert nights.close_night(Act(olga.user, at(151)), night).closed_at == at(120)


def test_an_organisers_own_game_waits_for_the_opponent(olga, night):
    game = seat(night, olga, *came(night, olga, *some_members(1)))
    results.record_result(Act(olga.user, at(30)), game, winner="B")
    assert Game.objects.get().state == Game.State.REPORTED
    results.undo_result(Act(olga.user, at(31)), game)
    assert Game.objects.get().state == Game.State.VOID


# --- The calendar ---------------------------------------------------------------------------------
EVENING = datetime(2026, 11, 24, 18, 0, tzinfo=UTC)


def test_an_evening_of_the_calendar_opens_by_itself_once():
    """Tuesdays from seven in Warsaw, with an hour for who comes early."""
    series = make_series()
    assert nights.open_by_calendar(at=EVENING - timedelta(hours=2)) is None
    night = nights.open_by_calendar(at=EVENING - timedelta(minutes=30))
    assert (night.series_id, night.on, night.place, night.opened_by) == (
        series.pk, TUESDAY, "Community hall, room 4", None,
    )  # fmt: skip
    assert nights.open_by_calendar(at=EVENING).pk == night.pk
    nights.close_night(Act(None, EVENING + timedelta(hours=1)), night)
    assert nights.open_by_calendar(at=EVENING + timedelta(hours=2)) is None
    again = nights.begin_night(Act(None, EVENING + timedelta(hours=2)))
    assert (again, again.closed_at) == (night, None), "ended early, it is opened again"


def test_a_night_that_nobody_closed_ends_before_the_next_one_opens(olga):
    make_series()
    old = nights.begin_night(Act(olga.user, EVENING - timedelta(days=3)))
    assert nights.open_by_calendar(at=EVENING - timedelta(days=1)) is None
    assert fresh(old).closed_at == old.opened_at + LONGEST_NIGHT
    again = nights.begin_night(Act(olga.user, EVENING - timedelta(days=1)))
    new = nights.open_by_calendar(at=EVENING)
    assert new.pk != again.pk
    assert ClubNight.objects.filter(open=True).get() == new


# --- Guests beyond the table of starts ------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "rank", "points"),
    [
        # S1-4: 9 kyu and weaker begin at 0; the rank keeps its name on the page of the night.
        *(("30k", "30k", 0), ("十五級", "15k", 0), ("10 kyu", "10k", 0), ("9k", "9k", 0)),
        # S1-4 publishes no start above 8 dan: such a guest plays as the least of them.
        *(("9d", "9d", 201), ("10 dan", "10d", 201), ("九段", "9d", 201)),
        *(("1p", "1p", 201), ("pro", "P", 201)),
    ],
)
def test_a_guest_is_shown_with_the_rank_he_says_and_has_the_nearest_points(
    night, typed, rank, points
):
    (ken,) = came(night, *some_members(1))
    guest = people.check_in_guest(Act(None, at(1)), night, name="Walter", rank=typed)
    assert Presence.objects.get(pk=guest.pk).guest_rank == rank
    found = strengths_of([guest, ken], night.on)
    assert (found[guest.pk].rank, found[guest.pk].points) == (rank, points)
    assert found[ken.pk].rank == "1k"
    terms = terms_of(night, ken, guest, found)
    stronger = guest if points else ken
    assert (terms.white, terms.handicap > 0) == (stronger.pk, True)
