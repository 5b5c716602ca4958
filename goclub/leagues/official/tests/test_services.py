"""The official league on real members and games (S1-20 … S1-26)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from goclub.games.models import Game, RatingEntry, Standing
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import at, facts, play
from goclub.leagues.league.services import leagues
from goclub.leagues.models import Entry, Match, Term
from goclub.leagues.official.labels.standings import why
from goclub.leagues.official.services.matches import (
    arrange,
    candidates,
    conditions_of,
    forfeit,
    link_game,
    reopen,
    report_match,
)
from goclub.leagues.official.services.organisers import propose_organisers
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.tables import tables_of
from goclub.leagues.official.services.terms import (
    change_term,
    reinstate,
    seed_divisions,
    sign_off,
    sign_up,
    start_term,
    withdraw,
)
from goclub.leagues.tests.league_factories import (
    AFTER,
    BEFORE,
    BEGIN,
    DAY,
    END,
    START,
    beat,
    enter,
    make_league,
    make_term,
    match_of,
    running,
    worked_league,
)
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import fresh, make_applicant, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


# --- The worked league ------------------------------------------------------------------------
def test_the_worked_league_on_real_games():
    """RULEBOOK 2.6: places, rates, margin sums and reasons of all four."""
    term, _players = worked_league()
    [group] = tables_of(term)
    found = [(r.name, r.place, r.rate, r.margin2, r.criterion) for r in group.rows]
    assert found == [
        ("N", 1, (2, 3), 59, "margins"),
        ("K", 2, (2, 3), 7, "margins"),
        ("L", 3, (2, 3), -18, "margins"),
        ("M", 4, (0, 1), -48, "rate"),
    ]
    assert why(group.rows[0]) == "equal win rate; margins +29½ against +3½ for K"
    assert why(group.rows[3]) == "0%, behind L with 66.7%"
    assert group.open == []


def test_the_cross_table_caps_margins_and_marks_the_forfeit():
    term, _players = worked_league()
    [group] = tables_of(term)
    entry = {pk: e.member.display_name for pk, e in group.entries.items()}
    cells = {(entry[a], entry[b]): c for (a, b), c in group.cross.items()}
    assert [(c.letter, c.margin2, c.standing_only) for c in cells["N", "K"]] == [("W", 40, False)]
    assert [(c.letter, c.margin2, c.standing_only) for c in cells["M", "N"]] == [("L", -40, True)]
    assert len(cells) == 12


@pytest.mark.parametrize(
    ("old", "booby"), [("", "L"), ("L", "K"), ("LK", "M")], ids=["nobody", "L", "L and K"]
)
def test_organisers_of_the_worked_league(old, booby):
    """S1-25, S1-26: N and L; with L seventy-one and unwilling, K."""
    term, players = worked_league()
    for name, member in players.items():
        years = 71 if name in old else 40
        member.birth_date = date(2025 - years, 1, 1)
        member.save()
    close_term(Act(None, AFTER), term)
    proposal = propose_organisers(fresh(term), on=date(2025, 6, 1))
    assert (proposal.winner.display_name, proposal.booby.display_name) == ("N", booby)


def test_a_game_with_seven_stones_counts_for_the_standing_only():
    term, (a, b) = running(120, 119)
    beat(term, a, b, "R", handicap=7, komi2=1)
    [group] = tables_of(term)
    assert [(r.member, r.wins) for r in group.rows] == [(a.pk, 1), (b.pk, 0)]
    assert all(cell.standing_only for [cell] in group.cross.values())
    assert Standing.objects.get(member=a, system="paa").points == 120


def test_a_forfeit_moves_nobody_and_is_no_game():
    term, (a, b, _c) = running(120, 119, 118)
    before = RatingEntry.objects.count()
    beat(term, a, b, "F")
    assert RatingEntry.objects.count() == before
    assert Game.objects.count() == 0
    assert rebuild() == 0
    [group] = tables_of(term)
    assert (group.rows[0].member, group.rows[0].margin2) == (a.pk, 40)


# --- Sign-up and start ------------------------------------------------------------------------
def test_signing_up_twice_is_one_entry():
    term = make_term()
    a = make_member()
    sign_up(Act(a.user, BEFORE), term, member=a)
    entry = sign_up(Act(a.user, BEFORE), term, member=a, willing=True)
    assert term.entries.count() == 1
    assert entry.willing
    sign_off(Act(a.user, BEFORE), entry)
    assert term.entries.count() == 0


def test_who_may_sign_up():
    term = make_term()
    a, b = make_member(), make_member()
    with pytest.raises(PermissionDenied):
        sign_up(Act(b.user, BEFORE), term, member=a)
    late = BEFORE + timedelta(days=40)
    with refused(Code.STATE, "term", "sign_up_over"):
        sign_up(Act(a.user, late), term, member=a)
    sign_up(Act(make_member(role=ORGANISER).user, late), term, member=a)
    with refused(Code.STATE, "member", "league.no_member"):
        sign_up(Act(None, BEFORE), term, member=make_applicant("x"))


def test_a_league_of_one_does_not_start():
    """RULEBOOK 2.6, bad input: fewer than two players."""
    term = make_term()
    enter(term, make_member())
    with refused(Code.STATE, "players", "league_of_one"):
        start_term(Act(None, BEGIN), term)
    assert fresh(term).state == Term.State.SIGN_UP
    assert Match.objects.count() == 0


def test_everybody_meets_everybody_with_fixed_conditions():
    term, members = running(125, 115, 93, 115)
    assert Match.objects.count() == 6
    match = match_of(term, members[0], members[1])
    assert (match.handicap, match.komi2, match.black.member) == (2, 7, members[1])
    even = match_of(term, members[1], members[3])
    assert (even.handicap, even.komi2, even.black) == (0, 11, None)
    start_term(Act(None, BEGIN), term)
    assert Match.objects.count() == 6


def test_conditions_fixed_at_the_start_stay_and_those_of_the_day_follow_the_points():
    for setting, komi2 in (("start", 7), ("game", 3)):
        term, (strong, weak, other) = running(125, 115, 110, conditions=setting)
        play(strong, other, minute=100)
        play(strong, other, minute=110)
        assert conditions_of(match_of(term, strong, weak)).komi2 == komi2


def test_points_for_ties_are_those_of_the_start():
    """S1-23."""
    term, (a, b, c) = running(120, 119, 118)
    beat(term, a, b, "5.5", minute=0)
    beat(term, b, c, "5.5", minute=2)
    beat(term, c, a, "5.5", minute=4)
    play(c, a, minute=10)
    play(c, a, minute=20)
    play(c, a, minute=30)
    [group] = tables_of(term)
    assert [(r.member, r.points, r.criterion, r.tied) for r in group.rows] == [
        (a.pk, 120, "points", 3),
        (b.pk, 119, "points", 3),
        (c.pk, 118, "points", 3),
    ]


def test_divisions_by_points():
    term = make_term()
    enter(term, *[make_member(points=p) for p in (80, 120, 100, 90, 110)])
    seed_divisions(Act(None, BEFORE), term, sizes=[2, 3])
    start_term(Act(None, BEGIN), term)
    groups = tables_of(term)
    assert [[e.points for e in g.entries.values()] for g in groups] == [[120, 110], [100, 90, 80]]
    assert Match.objects.count() == 1 + 3
    with refused(Code.STATE, "term", "not_signing_up"):
        seed_divisions(Act(None, BEFORE), term, sizes=[5])


@pytest.mark.parametrize("sizes", [[], [1, 4], [3], [6]])
def test_sizes_that_do_not_fit(sizes):
    term = make_term()
    enter(term, *[make_member() for _ in range(5)])
    with refused(Code.STATE, "sizes", "sizes"):
        seed_divisions(Act(None, BEFORE), term, sizes=sizes)


def test_one_term_after_the_other_and_settings_are_inherited():
    league = make_league()
    term = make_term(league, forfeit_margin2=20, meetings=2)
    with refused(Code.STATE, "name", "term_open"):
        make_term(league)
    enter(term, make_member(), make_member())
    start_term(Act(None, BEGIN), term)
    term = Term.objects.get(pk=term.pk)
    term.starts_on = START + timedelta(days=3)
    with pytest.raises(ValidationError) as caught:
        change_term(Act(None, BEGIN), term)
    assert [error.code for error in caught.value.error_dict["starts_on"]] == ["began"]
    term.starts_on, term.ends_on = START, END + timedelta(days=9)
    change_term(Act(None, BEGIN), term)
    a, b = (e.member for e in term.entries.all())
    beat(term, a, b)
    beat(term, b, a)
    close_term(Act(None, AFTER), term)
    second = make_term(league, name="Autumn")
    assert (second.number, second.forfeit_margin2, second.meetings) == (2, 20, 2)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"name": " "}, "name"),
        ({"ends_on": START - timedelta(days=1)}, "ends_on"),
        ({"sign_up_until": START + timedelta(days=1)}, "sign_up_until"),
        ({"meetings": 5}, "meetings"),
        ({"forfeit_margin2": 41}, "forfeit_margin2"),
        ({"moving_up": -1}, "moving_up"),
    ],
)
def test_settings_that_make_no_term(settings, field):
    with pytest.raises(ValidationError) as caught:
        make_term(**settings)
    assert list(caught.value.error_dict) == [field]
    assert Term.objects.count() == 0


# --- Results ----------------------------------------------------------------------------------
def test_a_report_waits_and_the_pairing_stays_open_until_it_is_confirmed():
    term, (a, b) = running(120, 120)
    match = match_of(term, a, b)
    key = "3f6c1a40-0000-4000-8000-000000000001"
    first = report_match(Act(a.user, at(DAY)), match, facts=facts(a, b), key=key)
    [group] = tables_of(term)
    assert group.rows[0].games == 0
    assert [match.game for match in group.open] == [first]
    with refused(Code.STATE, "match", "match_decided"):
        report_match(Act(b.user, at(DAY)), match, facts=facts(a, b))
    with refused(Code.STATE, "games", "unplayed"):
        close_term(Act(None, AFTER), term)


def test_a_void_game_opens_the_pairing_again():
    term, (a, b) = running(120, 120)
    match = beat(term, a, b)
    void_game(Act(make_member(role=CHAIR).user), match.game, reason="wrong board")
    [group] = tables_of(term)
    assert len(group.open) == 1
    beat(term, b, a, minute=9)
    assert tables_of(term)[0].rows[0].member == b.pk


def test_a_game_without_result_leaves_the_pairing_open():
    """S1-9: a game without result is no game of the league."""
    term, (a, b) = running(120, 120)
    claim = facts(a, b, "void")
    game = report_match(Act(a.user, at(DAY)), match_of(term, a, b), facts=claim)
    from goclub.games.playing.services.decisions import confirm_game

    confirm_game(Act(b.user, at(DAY, 1)), game)
    assert len(tables_of(term)[0].open) == 1
    beat(term, a, b, minute=5)
    assert tables_of(term)[0].open == []


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"played_on": START - timedelta(days=1)}, "played_on", "day_outside"),
        ({"played_on": END + timedelta(days=1)}, "played_on", "day_outside"),
        ({"komi2": 1}, "other_conditions", "other_conditions"),
        ({"handicap": 2}, "other_conditions", "other_conditions"),
    ],
)
def test_a_result_that_does_not_fit_the_pairing(change, field, reason):
    term, (a, b) = running(120, 120)
    with refused(field=field, reason=reason):
        report_match(Act(a.user, AFTER), match_of(term, a, b), facts=facts(a, b, **change))
    assert Game.objects.count() == 0


def test_colours_follow_the_points():
    term, (strong, weak) = running(125, 115)
    with refused(Code.STATE, "other_conditions", "other_conditions"):
        report_match(
            Act(weak.user, at(DAY)),
            match_of(term, strong, weak),
            facts=facts(strong, weak, handicap=2, komi2=7),
        )
    report_match(
        Act(weak.user, at(DAY)),
        match_of(term, strong, weak),
        facts=facts(weak, strong, handicap=2, komi2=7),
    )


def test_losing_on_time_only_where_the_term_says_so():
    """S1-19; only a game off the record can be lost on time at all."""
    for allowed in (False, True):
        term, (a, b) = running(120, 120, time_losses=allowed)
        claim = facts(a, b, "B+T", black_free=True)
        match = match_of(term, a, b)
        if allowed:
            report_match(Act(a.user, at(DAY)), match, facts=claim)
        else:
            with refused(Code.INCONSISTENT, "ending", "official.time_loss"):
                report_match(Act(a.user, at(DAY)), match, facts=claim)


def test_other_people_report_nothing():
    term, (a, b) = running(120, 120)
    c = make_member()
    with pytest.raises(PermissionDenied):
        report_match(Act(c.user, at(DAY)), match_of(term, a, b), facts=facts(a, b))
    with refused(Code.STATE, "black", "other_players"):
        report_match(Act(a.user, at(DAY)), match_of(term, a, b), facts=facts(a, c))


def test_a_game_reported_elsewhere_can_be_taken():
    term, (a, b, c) = running(120, 120, 120)
    game = play(a, b, played_on=DAY)
    match = match_of(term, a, b)
    assert candidates(match) == [game]
    link_game(Act(a.user, at(DAY)), match, game=game)
    assert tables_of(term)[0].rows[0].wins == 1
    with refused(Code.STATE, "game", "game_taken"):
        link_game(Act(a.user, at(DAY)), match_of(term, a, c), game=game)


def test_a_correction_of_the_players_opens_the_pairing():
    term, (a, b) = running(120, 120)
    match = beat(term, a, b)
    claim = facts(a, make_member(), played_on=DAY)
    chair = make_member(role=CHAIR).user
    decide_game(Act(chair, AFTER), match.game, facts=claim, reason="names mixed up")
    assert len(tables_of(term)[0].open) == 1


# --- Forfeits ---------------------------------------------------------------------------------
def test_who_may_record_a_forfeit():
    term, (a, b) = running(120, 120)
    stranger, organiser = make_member(), make_member(role=ORGANISER)
    match = match_of(term, a, b)
    side = "first" if match.first.member_id == a.pk else "second"
    other = "second" if side == "first" else "first"
    for who, loser in ((stranger, side), (a, other)):
        with pytest.raises(PermissionDenied):
            forfeit(Act(who.user, at(DAY)), match, loser=loser, reason="x")
    with refused(Code.MISSING, "reason"):
        forfeit(Act(a.user, at(DAY)), match, loser=side, reason=" ")
    forfeit(Act(a.user, at(DAY)), match, loser=side, reason="ill")
    with refused(Code.STATE, "match", "match_decided"):
        forfeit(Act(organiser.user, at(DAY)), match, loser=side, reason="x")
    reopen(Act(organiser.user, at(DAY)), match, reason="they play after all")
    assert len(tables_of(term)[0].open) == 1
    assert match.history.count() == 3


def test_nobody_judges_his_own_game():
    term, (a, _b) = running(120, 120)
    leagues.appoint(Act(None, BEFORE), term.league, member=a, role="organiser")
    match = match_of(term, a, _b)
    other = "second" if match.first.member_id == a.pk else "first"
    with refused(Code.FORBIDDEN, "loser", "league.own_game"):
        forfeit(Act(a.user, at(DAY)), match, loser=other, reason="late")


def test_both_forfeit():
    term, (a, b) = running(120, 110)
    match = match_of(term, a, b)
    forfeit(Act(None, at(DAY)), match, loser="both", reason="neither came")
    [group] = tables_of(term)
    assert [(r.losses, r.margin2) for r in group.rows] == [(1, -40), (1, -40)]


# --- Appointments -----------------------------------------------------------------------------
def test_an_appointment_within_the_term():
    term, (a, b) = running(120, 120)
    match = match_of(term, a, b)
    arrange(Act(b.user, at(DAY)), match, arranged_for=at(DAY, 60), place="Tea shop")
    assert (fresh(match).arranged_for, match.place) == (at(DAY, 60), "Tea shop")
    with refused(Code.STATE, "arranged_for", "day_outside"):
        arrange(Act(b.user, at(DAY)), match, arranged_for=AFTER)
    with pytest.raises(PermissionDenied):
        arrange(Act(make_member().user, at(DAY)), match, arranged_for=None)


# --- Withdrawals ------------------------------------------------------------------------------
def test_a_withdrawal_below_half_annuls_and_keeps_the_history():
    term, (a, b, _c, _d) = running(120, 119, 118, 117)
    beat(term, a, b)
    entry = Entry.objects.get(member=a)
    with refused(Code.MISSING, "reason"):
        withdraw(Act(a.user, at(DAY)), entry, on=DAY, reason="")
    withdraw(Act(a.user, at(DAY, 99)), entry, on=DAY, reason="moved away")
    [group] = tables_of(term)
    assert a.pk not in [row.member for row in group.rows]
    assert [(left.played, left.scheduled, left.annulled) for _e, left in group.left] == [
        (1, 3, True)
    ]
    assert len(group.open) == 3
    assert Standing.objects.get(member=a, system="paa").points == 121
    with refused(Code.STATE, "on", "left_already"):
        withdraw(Act(None, at(DAY)), entry, on=DAY, reason="x")
    reinstate(Act(None, at(DAY)), entry, reason="came back")
    assert len(tables_of(term)[0].rows) == 4
    assert [h.withdrawal_reason for h in entry.history.order_by("pk")][-2:] == [
        "moved away",
        "came back",
    ]


def test_a_withdrawal_after_half_forfeits_the_rest_without_points():
    term, (a, b, c) = running(120, 119, 118)
    beat(term, a, b)
    entry = Entry.objects.get(member=a)
    withdraw(Act(None, at(DAY, 99)), entry, on=DAY, reason="ill")
    [group] = tables_of(term)
    row = next(r for r in group.rows if r.member == a.pk)
    assert (row.wins, row.losses, row.withdrawn) == (1, 1, True)
    assert Standing.objects.get(member=c, system="paa").points == 118
    assert [{match.first_id, match.second_id} for match in group.open] == [
        {e.pk for e in group.entries.values() if e.member_id in (b.pk, c.pk)}
    ]


@pytest.mark.parametrize("days", [-1, 200])
def test_a_withdrawal_on_a_day_that_cannot_be(days):
    term, (a, b, _c) = running(120, 119, 118)
    beat(term, a, b)
    entry = Entry.objects.get(member=a)
    with refused(Code.STATE, "on", "day_outside"):
        on = DAY + timedelta(days=days)
        withdraw(Act(None, at(DAY, 99)), entry, on=on, reason="x")
