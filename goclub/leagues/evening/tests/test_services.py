"""What happens on an evening: who waits, who plays, what the ledger hears, and what is refused."""

from __future__ import annotations

import random
import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied

from goclub.games.models import Game, RatingEntry
from goclub.games.playing.services.reports import report_game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import facts, play
from goclub.leagues.calendar.tests.meetings import TUESDAY, make_series
from goclub.leagues.evening.queries import state_of
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
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

pytestmark = pytest.mark.django_db


def reason(refused):
    return refused.value.reason or refused.value.code


# --- Opening and closing --------------------------------------------------------------------------
def test_one_night_is_open_at_a_time_and_the_next_begins_as_the_last(olga, night):
    assert make_night(olga, terms="igs").pk == night.pk
    nights.change_night(
        night=night, by=olga.user, place="Library", terms="even", tables=7, patience=5
    )
    nights.close_night(night=night, by=olga.user, at=at(200))
    following = nights.begin_night(by=olga.user, at=at(7 * 24 * 60))
    assert following.pk != night.pk
    assert (following.place, following.terms, following.tables) == ("Library", "even", 7)


@pytest.mark.parametrize(
    "change", [{"tables": 0}, {"tables": 65}, {"patience": 121}, {"terms": "elo"}]
)
def test_settings_that_no_evening_has_are_refused(olga, change):
    with pytest.raises(RuleError) as refused:
        make_night(olga, **change)
    assert refused.value.field in change
    assert not ClubNight.objects.exists()


def test_an_evening_over_midnight_keeps_its_day(olga):
    late = datetime(2025, 3, 4, 14, 30, tzinfo=UTC)
    night = nights.begin_night(by=olga.user, at=late)
    one, other = came(night, *some_members(2))
    game = pairs.accept_pair(night=night, pair=(one.pk, other.pk), by=olga.user, at=late)
    after = datetime(2025, 3, 5, 1, 10, tzinfo=UTC)
    results.record_result(game=game, winner="B", by=olga.user, at=after)
    assert Game.objects.get().played_on == night.on
    assert Game.objects.get().confirmed_at == after


# --- Coming and going -----------------------------------------------------------------------------
def test_whoever_checks_in_twice_is_here_once_and_waits_since_the_first_time(night):
    (ken,) = some_members(1)
    came(night, ken)
    came(night, ken, minute=12)
    here = Presence.objects.get()
    assert here.free_since == here.arrived_at == at(0)


def test_who_said_that_he_comes_is_expected_until_he_is_here(night):
    (ken,) = some_members(1)
    people.expect(night=night, member=ken, by=ken.user, at=at(0), comes_at=at(60))
    assert [one.member for one in state_of(night).expected] == [ken]
    came(night, ken, minute=55)
    state = state_of(night)
    assert (state.expected, [one.member for one in state.waiting]) == ([], [ken])
    people.expect(night=night, member=ken, by=ken.user, at=at(56), comes_at=at(90))
    assert state_of(night).waiting


def test_a_guest_comes_with_name_and_rank_and_plays_by_it(olga, night):
    (ken,) = came(night, *some_members(1))
    guest = people.check_in_guest(night=night, name=" Walter ", rank="三段", by=None, at=at(1))
    again = people.check_in_guest(night=night, name="Walter", rank="3d", by=None, at=at(2))
    assert (guest.pk, again.guest_rank) == (again.pk, "3d")
    found = propose(state_of(night), at(3)).pairs[0]
    assert (found.one, found.why.gap) == (ken, 145 - 119)
    assert found.terms.handicap == 4
    game = seat(night, olga, ken, guest)
    results.record_result(game=game, winner="W", by=olga.user, at=at(40))
    assert Game.objects.get().state == Game.State.CONFIRMED


@pytest.mark.parametrize(
    ("name", "rank", "code"),
    [
        ("", "", "E_MISSING"), ("W", "99x", "E_RANK"), ("W", "31k", "E_RANK"),
        ("W", "0k", "E_RANK"), ("W", "11d", "E_RANK"),
    ],
)  # fmt: skip
def test_a_guest_without_a_name_or_with_an_odd_rank_is_refused(night, name, rank, code):
    with pytest.raises(RuleError) as refused:
        people.check_in_guest(night=night, name=name, rank=rank, by=None, at=at())
    assert refused.value.code == code
    assert not Presence.objects.exists()


def test_one_speaks_for_oneself_alone(night):
    ken, anong = some_members(2)
    with pytest.raises(PermissionDenied):
        people.check_in(night=night, member=anong, by=ken.user, at=at())
    (here,) = came(night, anong)
    for act in (people.leave, people.rest):
        with pytest.raises(PermissionDenied):
            act(presence=here, by=ken.user, at=at())


def test_former_members_and_closed_nights_take_nobody_in(olga, night):
    (ken,) = some_members(1)
    Member.objects.filter(pk=ken.pk).update(status=Member.Status.FORMER)
    ken.refresh_from_db()
    with pytest.raises(RuleError) as refused:
        came(night, ken)
    assert reason(refused) == "night.no_member"
    nights.close_night(night=night, by=olga.user, at=at(60))
    with pytest.raises(RuleError) as refused:
        came(night, olga)
    assert reason(refused) == "night.over"


def test_leaving_in_the_middle_of_a_game_asks_what_becomes_of_it(olga, night):
    one, other = came(night, *some_members(2))
    game = seat(night, olga, one, other)
    with pytest.raises(RuleError) as refused:
        people.leave(presence=one, by=one.member.user, at=at(20))
    assert reason(refused) == "night.in_a_game"
    people.leave(presence=one, by=one.member.user, at=at(20), then=people.LATER)
    state = state_of(night)
    assert [p.pk for p in state.waiting] == [other.pk]
    assert state.waiting[0].free_since == at(20)
    # The result is told on the way home, and reaches its game.
    results.record_result(game=game, winner="W", by=one.member.user, at=at(50))
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
    by_name = {(str(p.one), str(p.other)): p.terms for p in found.pairs}
    terms = by_name["佐藤 健", "Jörg Weißenfels"]
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
    people.wish(presence=lukasz, by=lukasz.member.user, rival=siobhan.member, teaching=False,
                small_board=False, no_handicap=False)  # fmt: skip
    assert offered(night, 1) == {far}


def test_wishes_and_settings_decide_the_conditions(olga, night):
    one, other = came(night, *some_members(8)[6:])
    for here in (one, other):
        people.wish(presence=here, by=here.member.user, rival=None, teaching=False,
                    small_board=True, no_handicap=True)  # fmt: skip
    terms = propose(state_of(night), at(1)).pairs[0].terms
    assert (terms.board, terms.handicap, terms.komi2, terms.toss) == (9, 0, 11, True)
    with pytest.raises(RuleError):
        people.wish(presence=one, by=olga.user, rival=one.member, teaching=False,
                    small_board=False, no_handicap=False)  # fmt: skip


def test_accepting_seats_at_the_lowest_free_table_and_twice_is_once(olga, night):
    a, b, c, d = came(night, *some_members(4))
    first = seat(night, olga, a, b)
    assert seat(night, olga, b, a).pk == first.pk
    with pytest.raises(RuleError) as refused:
        seat(night, olga, a, c)
    assert reason(refused) == "night.not_waiting"
    second = seat(night, olga, c, d)
    assert (first.table, second.table) == (1, 2)
    results.record_result(game=first, winner="B", by=olga.user, at=at(30))
    assert seat(night, olga, a, b, 31).table == 1


def test_all_pairs_are_accepted_as_far_as_there_are_tables(olga):
    night = make_night(olga, tables=2)
    came(night, *some_members())
    shown = [one.keys for one in propose(state_of(night), at(5)).pairs]
    games = pairs.accept_all(night=night, pairs=[*shown, shown[0]], by=olga.user, at=at(5))
    assert [one.table for one in games] == [1, 2]
    left = [one.pk for one in state_of(night).waiting]
    with pytest.raises(RuleError) as refused:
        pairs.accept_pair(night=night, pair=(left[0], left[1]), by=olga.user, at=at(6))
    assert reason(refused) == "night.no_table"


def test_equals_draw_lots_for_the_colour(olga):
    night = make_night(olga, terms="even")
    a, b = came(night, *some_members(2))
    drawn = set()
    for seed in range(6):
        game = pairs.accept_pair(night=night, pair=(a.pk, b.pk), by=olga.user, at=at(seed),
                                 lots=random.Random(seed))  # fmt: skip
        assert game.drawn
        drawn.add(game.black_id)
        results.free_table(game=game, by=olga.user, at=at(seed), cancelled=True)
    assert drawn == {a.pk, b.pk}


def test_a_pair_can_be_left_alone_swapped_and_made_by_hand(olga, night):
    a, b, c, d = came(night, *some_members(4))
    assert offered(night, 1) == {frozenset({str(a), str(b)}), frozenset({str(c), str(d)})}
    with pytest.raises(RuleError) as refused:
        pairs.swap_places(night=night, pair=(a.pk, b.pk), by=olga.user, at=at(1))
    assert reason(refused) == "night.already_paired"
    pairs.swap_places(night=night, pair=(a.pk, c.pk), by=olga.user, at=at(1))
    assert offered(night, 1) == {frozenset({str(a), str(d)}), frozenset({str(b), str(c)})}
    pairs.pair_by_hand(night=night, pair=(a.pk, c.pk), by=olga.user)
    assert frozenset({str(a), str(c)}) in offered(night, 1)
    assert sum(one.by_hand for one in propose(state_of(night), at(1)).pairs) == 1
    pairs.keep_apart(night=night, pair=(a.pk, c.pk), by=olga.user)
    assert frozenset({str(a), str(c)}) not in offered(night, 1)
    with pytest.raises(RuleError):
        pairs.pair_by_hand(night=night, pair=(a.pk, a.pk), by=olga.user)


def test_only_organisers_pair(night):
    a, b = came(night, *some_members(2))
    pair, by = (a.pk, b.pk), a.member.user
    for act in (
        lambda: pairs.accept_pair(night=night, pair=pair, by=by, at=at()),
        lambda: pairs.accept_all(night=night, pairs=[pair], by=by, at=at()),
        lambda: pairs.keep_apart(night=night, pair=pair, by=by),
        lambda: pairs.pair_by_hand(night=night, pair=pair, by=by),
        lambda: pairs.swap_places(night=night, pair=pair, by=by, at=at()),
        lambda: nights.close_night(night=night, by=by, at=at()),
    ):
        with pytest.raises(PermissionDenied):
            act()
    assert not NightGame.objects.exists()


# --- Results --------------------------------------------------------------------------------------
@pytest.fixture
def table(olga, night):
    return seat(night, olga, *came(night, *some_members(2)), 3)


def test_an_organisers_press_stands_at_once_and_moves_the_ledger(olga, night, table):
    results.record_result(game=table, winner="W", by=olga.user, at=at(40))
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
    results.record_result(game=table, winner="B", by=black.user, at=at(40))
    assert Game.objects.get().state == Game.State.REPORTED
    assert len(state_of(night).waiting) == 2
    with pytest.raises(RuleError) as refused:
        results.record_result(game=table, winner="W", by=white.user, at=at(41))
    assert reason(refused) == "night.told_otherwise"
    results.record_result(game=table, winner="B", by=white.user, at=at(41))
    assert Game.objects.get().state == Game.State.CONFIRMED


def test_strangers_say_nothing(night, table):
    with pytest.raises(PermissionDenied):
        results.record_result(game=table, winner="B", by=make_member().user, at=at(9))


def test_a_press_sent_twice_is_done_once_even_after_it_was_taken_back(olga, table):
    key, undo = uuid.uuid4(), uuid.uuid4()
    for _press in range(2):
        results.record_result(game=table, winner="B", by=olga.user, at=at(30), key=key)
    assert Game.objects.count() == 1
    results.undo_result(game=table, by=olga.user, at=at(31), key=undo)
    results.record_result(game=table, winner="B", by=olga.user, at=at(32), key=key)
    table.refresh_from_db()
    assert (table.winner, table.ended_at) == ("", None)
    assert [one.what for one in NightPress.objects.all()] == ["result", "undo"]
    results.record_result(game=table, winner="W", by=olga.user, at=at(33))
    assert Game.objects.get(state="confirmed").winner == "W"
    assert rebuild() == 0


def test_an_hour_late_for_a_table_that_was_taken_since_it_reaches_its_own_game(olga, night, table):
    results.free_table(game=table, by=olga.user, at=at(30), cancelled=False)
    new = seat(night, olga, *came(night, *some_members(4)[2:], minute=31), 32)
    assert new.table == table.table
    player = table.black.member.user
    results.record_result(
        game=table, winner="B", by=player, at=at(95), key=uuid.uuid4(), pressed_at=at(29)
    )
    table.refresh_from_db()
    new.refresh_from_db()
    assert (table.winner, table.ended_at) == ("B", at(30))
    assert (new.winner, new.ended_at) == ("", None)
    assert {one.free_since for one in state_of(night).waiting} == {at(30)}


@pytest.mark.parametrize("pressed", [at(-90), at(600)])
def test_a_phone_with_a_wrong_clock_is_held_to_what_can_be(olga, table, pressed):
    results.record_result(game=table, winner="B", by=olga.user, at=at(60), pressed_at=pressed)
    table.refresh_from_db()
    assert table.paired_at <= table.ended_at <= at(60)


def test_after_an_undo_the_two_sit_again_at_another_table_where_theirs_is_taken(olga, night, table):
    results.record_result(game=table, winner="B", by=olga.user, at=at(30))
    seat(night, olga, *came(night, *some_members(4)[2:], minute=31), 32)
    results.undo_result(game=table, by=olga.user, at=at(33))
    table.refresh_from_db()
    assert (table.table, table.ended_at) == (2, None)
    assert rebuild() == 0


def test_what_was_reported_by_the_ordinary_form_meanwhile_is_taken_as_the_game(olga, table):
    black, white = table.black.member, table.white.member
    told = report_game(
        facts=facts(black, white, "B+R", ending="unknown", handicap=table.handicap,
                    komi2=table.komi2, place="Club room"),
        by=black.user, at=at(35),
    )  # fmt: skip
    results.record_result(game=table, winner="B", by=white.user, at=at(36))
    table.refresh_from_db()
    assert (table.game_id, Game.objects.count()) == (told.pk, 1)


def test_what_was_not_played_has_no_result_and_counts_as_no_meeting(olga, night, table):
    results.free_table(game=table, by=olga.user, at=at(5), cancelled=True)
    with pytest.raises(RuleError) as refused:
        results.record_result(game=table, winner="B", by=olga.user, at=at(9))
    assert reason(refused) == "night.was_not_played"
    assert state_of(night).met == {}


def test_after_closing_a_result_can_still_be_told(olga, night, table):
    nights.close_night(night=night, by=olga.user, at=at(120))
    results.record_result(game=table, winner="B", by=olga.user, at=at(150))
    assert Game.objects.get().played_on == DAY
    assert nights.close_night(night=night, by=olga.user, at=at(151)).closed_at == at(120)


def test_an_organisers_own_game_waits_for_the_opponent(olga, night):
    game = seat(night, olga, *came(night, olga, *some_members(1)))
    results.record_result(game=game, winner="B", by=olga.user, at=at(30))
    assert Game.objects.get().state == Game.State.REPORTED
    results.undo_result(game=game, by=olga.user, at=at(31))
    assert Game.objects.get().state == Game.State.VOID


# --- Cost -----------------------------------------------------------------------------------------
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
    nights.close_night(night=night, by=None, at=EVENING + timedelta(hours=1))
    assert nights.open_by_calendar(at=EVENING + timedelta(hours=2)) is None


def test_a_night_that_nobody_closed_ends_before_the_next_one_opens(olga):
    make_series()
    old = nights.begin_night(by=olga.user, at=EVENING - timedelta(days=3))
    assert nights.open_by_calendar(at=EVENING - timedelta(days=1)) is None
    old.refresh_from_db()
    assert old.closed_at == old.opened_at + nights.LONGEST_NIGHT
    again = nights.begin_night(by=olga.user, at=EVENING - timedelta(days=1))
    new = nights.open_by_calendar(at=EVENING)
    assert new.pk != again.pk
    assert ClubNight.objects.filter(open=True).get() == new


# --- Weak guests ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "rank"), [("30k", "30k"), ("十五級", "15k"), ("10 kyu", "10k"), ("9k", "9k")]
)
def test_a_weak_guest_is_shown_with_the_rank_he_says_and_has_the_points_of_the_lowest(
    night, typed, rank
):
    """S1-4: 9 kyu and weaker begin at 0; the rank keeps its name on the page of the night."""
    (ken,) = came(night, *some_members(1))
    guest = people.check_in_guest(night=night, name="Walter", rank=typed, by=None, at=at(1))
    assert Presence.objects.get(pk=guest.pk).guest_rank == rank
    found = strengths_of([guest, ken], night.on)
    assert (found[guest.pk].rank, found[guest.pk].points) == (rank, 0)
    assert found[ken.pk].rank == "1k"


@pytest.mark.parametrize(
    ("typed", "rank"), [("9d", "9d"), ("10 dan", "10d"), ("九段", "9d"), ("1p", "1p"), ("pro", "P")]
)
def test_a_guest_above_8_dan_is_shown_so_and_plays_as_the_least_of_them(night, typed, rank):
    """S1-4 publishes no start above 8 dan: such a guest was taken for one of whom nobody knows."""
    (ken,) = came(night, *some_members(1))
    guest = people.check_in_guest(night=night, name="Walter", rank=typed, by=None, at=at(1))
    assert Presence.objects.get(pk=guest.pk).guest_rank == rank
    found = strengths_of([guest, ken], night.on)
    assert (found[guest.pk].rank, found[guest.pk].points) == (rank, 201)
    terms = terms_of(night, ken, guest, found)
    assert (terms.white, terms.handicap > 0) == (guest.pk, True)
