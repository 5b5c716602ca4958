"""The season league on real members, events and games (S4)."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied, ValidationError

from goclub.common.refusals.registry import describe
from goclub.games.models import Game, Standing
from goclub.games.playing.services.decisions import decide_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.services import set_house_rule
from goclub.leagues.directory.services import found_league
from goclub.leagues.league.services import leagues
from goclub.leagues.models import EventFormat, Participant, Sanction, Season, Seat, Snapshot
from goclub.leagues.season.services.announcing import decline_event, judge_event
from goclub.leagues.season.services.rating import live_table, progress_of
from goclub.leagues.season.services.rules import (
    add_format,
    add_preset,
    change_rules,
    remove_season,
    save_season,
)
from goclub.leagues.season.services.sanctions import (
    appeal,
    decide_appeal,
    give_sanction,
)
from goclub.leagues.season.services.scores import event_rows, load_played
from goclub.leagues.season.services.standings import (
    SeasonStandings,
    close_season,
    close_year,
    correct_season,
)
from goclub.leagues.season.views.waiting import Appeals
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.leagues.tournament.services.events import cancel_event
from goclub.members.models import Notice
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code, RuleError
from ratings.tests.builders import refused

DAY = date(2025, 1, 20)


def noon(day):
    return datetime(day.year, day.month, day.day, 12, 0, tzinfo=UTC)


def three_rounds(a, b, c, d):
    return [
        [(a, b, "B+R"), (c, d, "B+R")],
        [(a, c, "B+R"), (b, d, "B+R")],
        [(a, d, "B+R"), (b, c, "B+R")],
    ]


@contextmanager
def invalid(field):
    """What the model's own validation refuses, beside its field."""
    with pytest.raises(ValidationError) as caught:
        yield
    assert list(caught.value.error_dict) == [field]


def codes(row):
    return [finding.code.value for finding in judge_event(row).findings]


# --- The calendar -----------------------------------------------------------------------------
def test_the_preset_of_2017():
    """S4-21."""
    league = found_league(Act(None), "season", name="Liga 2017", zone="Europe/Warsaw")
    add_preset(Act(None, FOUNDED), league)
    assert list(league.seasons.values_list("name", "first", "last", "cycle")) == [
        ("Sezon Iluzji", date(2017, 1, 12), date(2017, 4, 30), "2017"),
        ("Sezon Uroku", date(2017, 5, 5), date(2017, 8, 30), "2017"),
        ("Sezon Natury", date(2017, 9, 1), date(2017, 12, 31), "2017"),
    ]
    assert [f.key for f in league.formats.all()] == ["standard", "clock", "themed"]
    # The hour at which a season closes is a setting, which the page of the regulation names.
    assert "22:00" not in league.regulations.get().text


def test_seasons_never_overlap_and_keep_their_dates_once_they_began(league):
    act = Act(None, FOUNDED)

    def extra(first, last):
        return save_season(act, Season(league=league, name="Extra", first=first, last=last))

    with invalid("first"):
        extra(date(2025, 4, 30), date(2025, 5, 2))
    with invalid("last"):
        extra(date(2026, 5, 2), date(2026, 5, 1))
    gap = extra(date(2025, 5, 1), date(2025, 5, 4))
    with invalid("name"):
        extra(date(2026, 5, 1), date(2026, 5, 4))
    gap.first = date(2025, 5, 2)
    began = noon(date(2025, 5, 1))
    with time_machine.travel(began), invalid("first"):
        save_season(Act(None, began), gap)
    gap.refresh_from_db()
    with refused(Code.STATE, "season", "began"):
        remove_season(Act(None, began), gap)
    with time_machine.travel(FOUNDED):
        for first in (date(2025, 1, 1), date(2025, 4, 30)):
            gap.first = first
            with invalid("first"):
                save_season(act, gap)
        gap.first = date(2025, 5, 2)
        assert save_season(act, gap).first == date(2025, 5, 2)
    assert (league.seasons.count(), gap.cycle) == (4, "2025")
    remove_season(act, gap)
    assert league.seasons.count() == 3


def test_formats_are_data(league, four):
    values = {"key": "blitz", "name": "Blitz", "low": 5, "high": 10, "per": "side"}
    blitz = add_format(Act(None, FOUNDED), EventFormat(league=league, **values))
    with refused(Code.DUPLICATE, "key"):
        add_format(Act(None, FOUNDED), EventFormat(league=league, **values))
    with invalid("high"):
        add_format(
            Act(None, FOUNDED), EventFormat(league=league, **values | {"key": "x", "high": 3})
        )
    assert codes(announce(league, four[0], DAY, format=blitz, minutes=7)) == []


def test_settings_are_checked(league):
    with invalid("bonus"):
        change_rules(Act(None, FOUNDED), league.rules_from(FOUNDED.date(), bonus=-1.0))
    assert (
        change_rules(Act(None, FOUNDED), league.rules_from(FOUNDED.date(), bonus=5.0)).bonus == 5.0
    )


# --- Announcing -------------------------------------------------------------------------------
def test_whether_an_event_counts_is_known_before_it_is_held(league, four):
    """S4-10, S4-11, S4-12, S4-21: all reasons at once."""
    good = announce(league, four[0], DAY)
    assert codes(good) == []
    assert judge_event(good).row.too_few_so_far
    bad = announce(league, four[0], date(2025, 5, 2), days=6, approve=False)
    assert codes(bad) == ["between_seasons", "late_report", "not_approved"]
    decline_event(Act(None, FOUNDED), bad, reason="between the seasons")
    assert fresh(bad).declined == "between the seasons"
    held = hold(announce(league, four[0], DAY), [[(four[0], four[1], "B+R")]], close=False)
    assert codes(held) == ["too_few_players"]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"rounds": 9}, Code.RANGE, "rounds"),
        ({"run_by": "stranger"}, Code.FORBIDDEN, "run_by"),
        ({"format": "themed"}, Code.MISSING, "theme"),
        ({"format": "clock", "minutes": 31}, Code.RANGE, "minutes"),
        ({"name": " "}, Code.MISSING, "name"),
        ({"days": -1}, Code.STATE, "on"),
    ],
)
def test_what_the_rules_refuse(league, four, change, code, field):
    change = dict(change)
    if "run_by" in change:
        change["run_by"] = make_member("stranger")
    if "format" in change:
        change["format"] = league.formats.get(key=change["format"])
    with refused(code, field):
        announce(league, four[0], DAY, **change)
    assert league.events.count() == 0


def test_an_approved_judge_may_run_it(league, four):
    leagues.appoint(Act(None, FOUNDED), league, member=four[1], role="judge")
    assert codes(announce(league, four[0], DAY, run_by=four[1])) == []


def test_one_national_event_per_organiser_and_season(league, four):
    """S4-17."""
    announce(league, four[0], DAY, national=True)
    with refused(Code.STATE, "national", "season.second_national"):
        announce(league, four[0], date(2025, 2, 20), national=True)
    announce(league, four[1], date(2025, 2, 20), national=True)
    announce(league, four[0], date(2025, 6, 20), national=True)


def test_a_national_event_that_was_called_off_leaves_room_for_another(league, four):
    """S4-17."""
    off = announce(league, four[0], DAY, national=True)
    cancel_event(Act(four[0].user, noon(DAY)), off.event, reason="no hall")
    assert codes(announce(league, four[0], date(2025, 2, 20), national=True)) == []


# --- Elo --------------------------------------------------------------------------------------
def test_elo_over_counted_events_agrees_with_the_ledger_fed_by_the_league(league, four):
    """S4-1 … S4-8: the league's own projection and the club's ledger, game by game."""
    chair = make_member(role=CHAIR).user
    set_house_rule(Act(chair), "elo_feed", value=0, valid_from=date(2024, 1, 1), reason="league")
    hold(announce(league, four[0], DAY), three_rounds(*four))
    a, b, c, d = four
    hold(
        announce(league, a, date(2025, 2, 20)),
        [[(b, a, "B+3.5"), (c, d, "jigo")], [(a, c, "W+F"), (b, d, "W+R")], [(a, d, "B+0.5")]],
    )
    progress = progress_of(league)
    at = noon(date(2025, 3, 1))
    for member in four:
        rating = Standing.objects.get(member=member, system="elo").rating
        assert progress.rating(member.pk, at) == pytest.approx(rating, abs=1e-9)
    assert sum(progress.rating(m.pk, at) for m in four) == pytest.approx(4000)


def test_an_event_that_does_not_count_moves_no_rating(league, four):
    hold(announce(league, four[0], DAY, days=6), three_rounds(*four))
    assert progress_of(league).histories == {}


def test_the_bonus_of_a_national_event(league, four):
    """S4-7: unset it amounts to nothing; set, every participant gets it."""
    hold(announce(league, four[0], DAY, national=True), three_rounds(*four))
    at = noon(date(2025, 3, 1))
    before = {m.pk: progress_of(league).rating(m.pk, at) for m in four}
    change_rules(Act(None, FOUNDED), league.rules_from(FOUNDED.date(), bonus=7.0))
    after = progress_of(league)
    assert {pk: after.rating(pk, at) - value for pk, value in before.items()} == pytest.approx(
        dict.fromkeys(before, 7.0)
    )


# --- Classification and the live table --------------------------------------------------------
def small_event(league, by, day, players, **more):
    a, b, c, d = players
    return hold(announce(league, by, day), [[(a, b, "B+R"), (c, d, "B+R")]], **more)


@pytest.mark.parametrize(
    ("by_month", "classified"),
    [((1, 1, 1, 1), True), ((2, 2, 0, 0), False)],
)
def test_the_classified_alone_win(league, four, by_month, classified):
    """S4-22, S4-23."""
    for month, count in enumerate(by_month, 1):
        for number in range(count):
            small_event(league, four[0], date(2025, month, 14 + number), four)
    season = league.seasons.first()
    at = noon(date(2025, 5, 2))
    lines = live_table(progress_of(league), season, at=at)
    assert {line.row.classification.classified for line in lines} == {classified}
    rows = close_season(Act(None, at), season).table
    winners = [row["name"] for row in rows if row["classified_place"] == 1]
    assert winners == (["a", "c"] if classified else [])


# --- The closing hour -------------------------------------------------------------------------
WARSAW_CLOSING = datetime(2025, 4, 30, 20, 0, tzinfo=UTC)  # 22:00 in summer time


@pytest.mark.parametrize(("seconds", "counts"), [(0, True), (1, False)])
def test_a_game_that_ends_at_the_closing_second_and_one_a_second_later(
    league, four, seconds, counts
):
    """S4-23: 22:00:00 counts, 22:00:01 does not."""
    day = date(2025, 4, 30)
    ended = WARSAW_CLOSING + timedelta(seconds=seconds)
    small_event(league, four[0], day, four, ended=ended)
    rows = close_season(Act(None, noon(date(2025, 5, 1))), league.seasons.first()).table
    assert {row["name"]: row["rating"] for row in rows}["a"] == (1012.5 if counts else 1000.0)
    # It is not lost: the next season begins with it (S4-25).
    assert progress_of(league).rating(four[0].pk, noon(date(2025, 5, 6))) == 1012.5


def test_nobody_wins_before_the_closing_hour(league):
    season = league.seasons.first()
    with refused(Code.STATE, "now", "not_closed"):
        close_season(Act(None, WARSAW_CLOSING - timedelta(seconds=1)), season)
    first = close_season(Act(None, WARSAW_CLOSING), season)
    assert first.table == []
    assert close_season(Act(None, WARSAW_CLOSING), season) == first
    with pytest.raises(PermissionDenied):
        close_season(Act(make_member().user, WARSAW_CLOSING), season)


def test_a_correction_after_the_closing_keeps_old_and_new_and_why(league, four):
    row = small_event(league, four[0], date(2025, 2, 3), four)
    season = league.seasons.first()
    at = noon(date(2025, 5, 2))
    old = close_season(Act(None, at), season)
    assert not SeasonStandings(season, at=at).is_pending
    game = Game.objects.filter(pairing__round__event=row.event).order_by("pk").first()
    facts = GameFacts(**{**{f: getattr(game, f) for f in ("black", "white", "played_on")},
                         "winner": "W", "ending": "resign"})  # fmt: skip
    decide_game(Act(make_member(role=CHAIR).user, at), game, facts=facts, reason="swapped")
    assert SeasonStandings(season, at=at).is_pending
    with refused(Code.MISSING, "reason"):
        correct_season(Act(None, at), season, reason="")
    new = correct_season(Act(None, at), season, reason="swapped")
    assert (new.version, Snapshot.objects.count()) == (2, 2)
    ratings = [{r["name"]: r["rating"] for r in one.table}["a"] for one in (old, new)]
    assert ratings == [1012.5, 987.5]


def test_the_champion_of_the_year(league, four):
    """S4-24: the mean of three closing ratings, only of those classified in all three."""
    days = [date(2025, m, 14) for m in (1, 2, 3, 4)]
    days += [date(2025, m, 14) for m in (5, 6, 7, 8)]
    days += [date(2025, m, 14) for m in (9, 10, 11, 12)]
    for day in days:
        small_event(league, four[0], day, four)
    after = noon(date(2026, 1, 2))
    with refused(Code.STATE, "closings", "season_open"):
        close_year(Act(None, after), league, cycle="2025")
    for season in league.seasons.all():
        close_season(Act(None, after), season)
    with refused(Code.STATE, "now", "not_closed"):
        close_year(Act(None, noon(date(2025, 12, 31))), league, cycle="2025")
    record = close_year(Act(None, after), league, cycle="2025")
    assert close_year(Act(None, after), league, cycle="2025") == record
    champion = record.table[0]
    assert (champion["name"], champion["place"], champion["shared"]) == ("a", 1, True)
    assert champion["mean"] == pytest.approx(sum(champion["ratings"]) / 3)
    assert len(record.table) == 4


# --- Sanctions --------------------------------------------------------------------------------
@pytest.fixture
def judged(league, four):
    judge = make_member("judge")
    leagues.appoint(Act(None, FOUNDED), league, member=judge, role="judge")
    row = hold(announce(league, judge, DAY), three_rounds(*four))
    return row, judge, {p.display_name: p for p in Participant.objects.filter(event=row.event)}


def give(row, player, number, judge, reason="slow play", **more):
    return give_sanction(
        Act(judge.user, noon(DAY)), row, player=player, round=number, reason=reason, **more
    )


def test_warning_game_lost_removed_and_their_effect_on_table_and_elo(league, four, judged):
    """S4-18, E7."""
    row, judge, people = judged
    a, _b, _c, _d = four
    at = noon(date(2025, 3, 1))

    def ratings():
        progress = progress_of(league)
        return [round(progress.rating(m.pk, at), 3) for m in four]

    def table():
        found = event_rows(load_played([row])[row.pk], row.rules)
        return [(line.place, who.display_name, line.big) for line, who in found]

    start = ratings()
    assert table() == [(1, "a", 9), (2, "b", 6), (3, "c", 3), (4, "d", 0)]
    give(row, people["a"], 1, judge)
    assert ratings() == start
    give(row, people["a"], 2, judge)
    assert table()[0] == (1, "a", 6) or table()[0][2] == 6
    assert ratings()[0] < start[0]
    assert ratings()[2] > start[2]
    third = give(row, people["a"], 2, judge)
    assert table()[-1] == (None, "a", 3)
    assert [case.level for case in cases_of(row.event)] == ["warning", "game_lost", "removed"]
    with refused(Code.STATE, "player", "season.removed"):
        give(row, people["a"], 3, judge)
    # An appeal upheld lowers what came after.
    appeal(Act(a.user, at), third, reason="I was ill")
    organiser = make_member("organiser")
    with refused(Code.FORBIDDEN, "upheld"):
        decide_appeal(Act(judge.user, at), third, upheld=True, reason="so")
    leagues.appoint(Act(None, FOUNDED), league, member=organiser, role="organiser")
    with refused(Code.MISSING, "reason"):
        decide_appeal(Act(organiser.user, at), third, upheld=True, reason=" ")
    decide_appeal(Act(organiser.user, at), third, upheld=True, reason="a doctor says so")
    assert [case.level for case in cases_of(row.event)] == [
        "warning",
        "game_lost",
        "",
    ]
    with refused(Code.STATE, "upheld", "no_appeal"):
        decide_appeal(Act(organiser.user, at), third, upheld=False, reason="x")


def test_nobody_at_the_table_decides_an_appeal(league, four, judged):
    """The opponent would keep the game or lose it; who sat elsewhere may decide."""
    row, judge, people = judged
    at = noon(date(2025, 3, 1))
    give(row, people["a"], 1, judge)
    lost = give(row, people["a"], 2, judge)
    table = Seat.objects.get(round__event=row.event, round__number=2, participant=people["a"])
    opponent = next(one for one in table.pairing.players if one != people["a"]).member
    elsewhere = next(one for one in four if one not in (four[0], opponent))
    for member in (opponent, elsewhere):
        leagues.appoint(Act(None, FOUNDED), league, member=member, role="organiser")
    appeal(Act(four[0].user, at), lost, reason="I was ill")
    chair = make_member(role=CHAIR)
    waiting = {
        member: Appeals().waiting(member.user).filter(pk=lost.pk).exists()
        for member in (opponent, elsewhere, four[0], judge, chair)
    }
    assert [member for member, waits in waiting.items() if waits] == [elsewhere]
    notified = Notice.objects.filter(kind="season.appealed").values_list("member", flat=True)
    assert elsewhere.pk in notified
    assert not {opponent.pk, judge.pk, chair.pk} & set(notified)
    with refused(Code.FORBIDDEN, "upheld", "league.own_game"):
        decide_appeal(Act(opponent.user, at), lost, upheld=True, reason="no")
    decide_appeal(Act(elsewhere.user, at), lost, upheld=True, reason="yes")
    assert Sanction.objects.get(pk=lost.pk).upheld


def test_an_appeal_without_a_decider_waits_for_those_who_appoint_one(league, four, judged):
    row, judge, people = judged
    at, chair, other = noon(DAY), make_member(role=CHAIR), make_member("other")
    leagues.appoint(Act(None, FOUNDED), league, member=judge, role="organiser")
    case = give(row, people["a"], 1, judge)
    appeal(Act(four[0].user, at), case, reason="I was ill")
    notified = Notice.objects.filter(kind="season.appealed").values_list("member", flat=True)
    assert list(notified) == [chair.pk]
    source = Appeals()
    [matter] = source.matters(source.load(source.waiting(chair.user)))
    assert [step.url for step in matter.steps] == [f"/leagues/{league.slug}/people/"]
    leagues.appoint(Act(None, FOUNDED), league, member=other, role="organiser")
    assert not source.waiting(chair.user).exists()
    assert source.waiting(other.user).exists()


def test_somebody_removed_already_is_named(four, judged):
    row, judge, people = judged
    for number in (1, 2, 3):
        give(row, people["a"], number, judge)
    with pytest.raises(RuleError) as refusal:
        give(row, people["a"], 3, judge)
    assert describe(refusal.value) == f"{four[0]} has already been removed from the event."


def test_sanctions_that_are_refused(league, four, judged):
    row, judge, people = judged
    with refused(Code.MISSING, "reason"):
        give(row, people["a"], 1, judge, reason=" ")
    with refused(Code.STATE, "round", "no_such_round"):
        give(row, people["a"], 4, judge)
    with refused(Code.STATE, "player", "not_approved"):
        give(row, people["a"], 1, make_member())
    leagues.appoint(Act(None, FOUNDED), league, member=four[1], role="judge")
    # b sits at a's table in the first round: a judge judging his own game.
    with refused(Code.FORBIDDEN, "player", "league.own_game"):
        give(row, people["a"], 1, four[1])
    with refused(Code.FORBIDDEN, "player", "league.own_game"):
        give(row, people["b"], 1, four[1])
    give(row, people["a"], 2, four[1])
    sanction = row.sanctions.get()
    with pytest.raises(PermissionDenied):
        appeal(Act(four[2].user, noon(DAY)), sanction, reason="x")
    with refused(Code.MISSING, "reason"):
        appeal(Act(four[0].user, noon(DAY)), sanction, reason="")
    appeal(Act(four[0].user, noon(DAY)), sanction, reason="not slow")
    with refused(Code.STATE, "reason", "appealed_already"):
        appeal(Act(four[0].user, noon(DAY)), sanction, reason="again")
