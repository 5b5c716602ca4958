"""Whether an event counts: S4-7, S4-10 … S4-15, S4-17, S4-19, S4-25 as 5.5 reads them."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from ratings.errors import Code
from tournaments.seasons.events import (
    Advice,
    AnnouncedEvent,
    NotCounted,
    advice,
    check_event,
    move_event,
    why_not_counted,
)
from tournaments.seasons.formats import (
    CLOCK,
    STANDARD,
    THEMED,
    Format,
    Per,
    TimeUp,
    check_colour_by_toss,
    moves_after_call,
    round_bounds,
)
from tournaments.seasons.league import LEAGUE_2017, START_RATING, LeagueSettings
from tournaments.tests.league_builders import refused

LEAGUE = replace(LEAGUE_2017, organisers=frozenset({"chair"}), judges=frozenset({"judge"}))
GOOD = AnnouncedEvent(
    on=date(2017, 2, 18),
    announced=date(2017, 2, 11),
    organiser="cafe",
    run_by="judge",
    format="standard",
    rounds=4,
    players=8,
    approved=True,
)


def codes(event: AnnouncedEvent, **more: Any) -> list[NotCounted]:
    return [finding.code for finding in why_not_counted(event, LEAGUE, **more)]


def test_a_good_event_counts() -> None:
    """Exactly seven days before counts (S4-11)."""
    assert why_not_counted(GOOD, LEAGUE) == ()
    check_event(GOOD, LEAGUE)


# S4-13 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "most"),
    [(1, 3), (4, 3), (5, 4), (8, 4), (9, 5), (16, 5), (17, 6), (32, 6), (33, 8), (500, 8)],
)
def test_rounds_table(players: int, most: int) -> None:
    """S4-13 and E8: four players play exactly three rounds."""
    assert round_bounds(players) == (3, most)
    for rounds, counts in ((2, False), (3, True), (most, True), (most + 1, False)):
        event = replace(GOOD, players=players, rounds=rounds)
        assert (NotCounted.ROUNDS not in codes(event)) is counts


@pytest.mark.parametrize(
    ("players", "accepted"), [(4, "3…3"), (8, "3…4"), (40, "3…8"), (None, "3…8")]
)
def test_too_many_rounds_are_refused_with_both_ends(players: int | None, accepted: str) -> None:
    with refused(Code.RANGE, "rounds", "season.rounds", accepted):
        check_event(replace(GOOD, players=players, rounds=9), LEAGUE)


@pytest.mark.parametrize(
    ("players", "code"), [(-1, Code.RANGE), (4.5, Code.TYPE), (None, Code.MISSING)]
)
def test_bad_numbers_of_players_are_refused(players: Any, code: Code) -> None:
    with refused(code, "players"):
        round_bounds(players)


# Reasons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"players": 3, "rounds": 3}, NotCounted.TOO_FEW_PLAYERS, "S4-10"),
        ({"announced": date(2017, 2, 12)}, NotCounted.LATE_REPORT, "S4-11"),  # six days
        ({"announced": date(2017, 2, 18)}, NotCounted.LATE_REPORT, "S4-11"),
        ({"approved": False}, NotCounted.NOT_APPROVED, "S4-12"),
        ({"run_by": "somebody"}, NotCounted.NOT_RUN_BY_APPROVED, "S4-12"),
        ({"on": date(2017, 5, 2)}, NotCounted.BETWEEN_SEASONS, "S4-21"),
        ({"on": date(2017, 8, 31)}, NotCounted.BETWEEN_SEASONS, "S4-21"),
        ({"rounds": 5}, NotCounted.ROUNDS, "S4-13"),
        ({"format": "blitz"}, NotCounted.FORMAT_UNKNOWN, "S4-14"),
        ({"minutes": 39}, NotCounted.FORMAT_LIMITS, "S4-14"),
        ({"minutes": 61}, NotCounted.FORMAT_LIMITS, "S4-14"),
        ({"format": "themed"}, NotCounted.THEME_MISSING, "S4-14"),
        ({"format": "themed", "theme": " "}, NotCounted.THEME_MISSING, "S4-14"),
        ({"format": "clock"}, NotCounted.FORMAT_LIMITS, "S4-14"),
    ],
)
def test_one_reason(changes: dict[str, Any], code: NotCounted, rule: str) -> None:
    [finding] = why_not_counted(replace(GOOD, **changes), LEAGUE)
    assert (finding.code, finding.rule) == (code, rule)
    assert finding.accepted


@pytest.mark.parametrize(
    "changes",
    [
        {"minutes": 40},
        {"minutes": 60},
        {"format": "clock", "minutes": 15},
        {"format": "clock", "minutes": 30},
        {"format": "themed", "theme": "13×13 only"},
        {"run_by": "cafe"},
        {"run_by": "chair"},
        {"players": None},
        {"players": 4, "rounds": 3},
        {"announced": date(2016, 12, 24)},
    ],
)
def test_what_counts(changes: dict[str, Any]) -> None:
    assert codes(replace(GOOD, **changes)) == []


def test_all_reasons_are_given_at_once() -> None:
    event = AnnouncedEvent(
        on=date(2017, 8, 31),
        announced=date(2017, 8, 30),
        organiser="cafe",
        run_by="nobody",
        format="themed",
        rounds=4,
        players=3,
        minutes=20,
    )
    assert codes(event) == [
        NotCounted.BETWEEN_SEASONS,
        NotCounted.LATE_REPORT,
        NotCounted.NOT_APPROVED,
        NotCounted.NOT_RUN_BY_APPROVED,
        NotCounted.TOO_FEW_PLAYERS,
        NotCounted.ROUNDS,
        NotCounted.FORMAT_LIMITS,
        NotCounted.THEME_MISSING,
    ]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"run_by": "nobody"}, Code.FORBIDDEN, "run_by"),
        ({"rounds": 2}, Code.RANGE, "rounds"),
        ({"minutes": 61}, Code.RANGE, "minutes"),
        ({"format": "clock"}, Code.MISSING, "minutes"),
        ({"format": "clock", "minutes": 14}, Code.RANGE, "minutes"),
        ({"format": "clock", "minutes": 31}, Code.RANGE, "minutes"),
        ({"format": "blitz"}, Code.UNKNOWN, "format"),
        ({"format": "themed"}, Code.MISSING, "theme"),
    ],
)
def test_what_the_rules_refuse(changes: dict[str, Any], code: Code, field: str) -> None:
    with refused(code, field):
        check_event(replace(GOOD, **changes), LEAGUE)


def test_what_merely_does_not_count_is_not_refused() -> None:
    small = replace(GOOD, players=3, rounds=3, announced=GOOD.on, approved=False)
    assert len(why_not_counted(small, LEAGUE)) == 3
    check_event(small, LEAGUE)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"announced": date(2017, 2, 19)}, Code.INCONSISTENT, "announced"),  # after the event
        ({"on": "2017-02-18"}, Code.TYPE, "on"),
        ({"on": datetime(2017, 2, 18, tzinfo=UTC)}, Code.TYPE, "on"),
        ({"announced": None}, Code.MISSING, "announced"),
        ({"rounds": None}, Code.MISSING, "rounds"),
        ({"rounds": "3"}, Code.TYPE, "rounds"),
        ({"players": -1}, Code.RANGE, "players"),
        ({"minutes": 50.0}, Code.TYPE, "minutes"),
        ({"format": ""}, Code.MISSING, "format"),
        ({"theme": None}, Code.TYPE, "theme"),
        ({"approved": "yes"}, Code.TYPE, "approved"),
        ({"national": 1}, Code.TYPE, "national"),
    ],
)
def test_an_event_that_cannot_be_is_refused(
    changes: dict[str, Any], code: Code, field: str
) -> None:
    with refused(code, field):
        replace(GOOD, **changes)


# National events ------------------------------------------------------------------------------

NATIONAL = replace(GOOD, national=True)
LATER = replace(NATIONAL, on=date(2017, 3, 18))


def test_a_second_national_event_of_a_season_is_refused() -> None:
    """S4-17."""
    assert codes(LATER, before=[NATIONAL]) == [NotCounted.SECOND_NATIONAL]
    with refused(Code.STATE, "national", "season.second_national"):
        check_event(LATER, LEAGUE, before=[NATIONAL])


@pytest.mark.parametrize(
    ("event", "before"),
    [
        (LATER, []),
        (LATER, [GOOD]),
        (LATER, [replace(NATIONAL, organiser="club")]),
        (replace(LATER, national=False), [NATIONAL]),
        (replace(LATER, on=date(2017, 6, 1)), [NATIONAL]),  # another season
    ],
)
def test_one_national_event_for_each_organiser_and_season(
    event: AnnouncedEvent, before: list[AnnouncedEvent]
) -> None:
    assert codes(event, before=before) == []


def test_eight_players_are_advised_for_a_national_event() -> None:
    """S4-17, an advice that keeps nothing from counting."""
    small = replace(NATIONAL, players=7)
    assert advice(small) == (Advice.FEW_FOR_NATIONAL,)
    assert codes(small) == []
    assert advice(NATIONAL) == advice(GOOD) == advice(replace(small, players=None)) == ()


# Moving an event ------------------------------------------------------------------------------


def test_an_event_may_move_as_long_as_it_keeps_the_seven_days() -> None:
    event = replace(GOOD, on=date(2017, 2, 25))
    moved = move_event(event, date(2017, 2, 18), today=date(2017, 2, 17))
    assert (moved.on, moved.announced) == (date(2017, 2, 18), date(2017, 2, 11))
    with refused(Code.RANGE, "on", "season.late_report", "2017-02-18…"):
        move_event(event, date(2017, 2, 17), today=date(2017, 2, 12))


def test_an_event_reported_late_may_move_nearer() -> None:
    late = replace(GOOD, announced=date(2017, 2, 15))
    assert move_event(late, date(2017, 2, 17), today=date(2017, 2, 15)).on == date(2017, 2, 17)


def test_an_event_does_not_move_into_the_past_or_once_its_day_has_come() -> None:
    with refused(Code.RANGE, "on", "season.past"):
        move_event(GOOD, date(2017, 2, 14), today=date(2017, 2, 15))
    with refused(Code.STATE, "on", "season.held_unmoved"):
        move_event(GOOD, date(2017, 3, 1), today=GOOD.on)
    with refused(Code.TYPE, "on"):
        move_event(GOOD, "2017-03-01", today=date(2017, 2, 11))  # type: ignore[arg-type]


# Formats --------------------------------------------------------------------------------------


def test_the_formats_of_the_regulation() -> None:
    """S4-14 as 5.5 reads it."""
    assert (STANDARD.limits, STANDARD.minutes(None), STANDARD.per) == ("40…60", 50, Per.ROUND)
    assert (CLOCK.limits, CLOCK.default, CLOCK.per) == ("15…30", None, Per.SIDE)
    assert (STANDARD.time_up, CLOCK.time_up) == (TimeUp.CALLED, TimeUp.LOSS)
    assert (THEMED.limits, THEMED.minutes(None), THEMED.per) == ("40…60", 50, Per.ROUND)
    assert (THEMED.themed, STANDARD.themed, CLOCK.themed) == (True, False, False)


def test_a_league_may_have_formats_of_its_own() -> None:
    blitz = Format("blitz", 5, 10, 10, Per.SIDE, TimeUp.LOSS)
    league = replace(LEAGUE, formats=(*LEAGUE.formats, blitz))
    assert why_not_counted(replace(GOOD, format="blitz"), league) == ()
    [finding] = why_not_counted(replace(GOOD, format="blitz", minutes=11), league)
    assert (finding.code, finding.accepted) == (NotCounted.FORMAT_LIMITS, "5…10")


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"key": ""}, Code.MISSING, "key"),
        ({"low": 0}, Code.RANGE, "low"),
        ({"low": None}, Code.MISSING, "low"),
        ({"high": 601}, Code.RANGE, "high"),
        ({"high": 39}, Code.INCONSISTENT, "high"),
        ({"default": 61}, Code.INCONSISTENT, "default"),
        ({"default": 50.0}, Code.TYPE, "default"),
        ({"themed": 1}, Code.TYPE, "themed"),
        ({"per": "round"}, Code.TYPE, "per"),
        ({"time_up": "loss"}, Code.TYPE, "time_up"),
    ],
)
def test_a_format_that_cannot_be_is_refused(
    changes: dict[str, Any], code: Code, field: str
) -> None:
    with refused(code, field):
        replace(STANDARD, **changes)


@pytest.mark.parametrize(("to_move", "moves"), [("B", "BWBWB"), ("W", "WBWBW")])
def test_after_the_call_the_move_is_finished_and_two_more_each_follow(
    to_move: str, moves: str
) -> None:
    """S4-15."""
    assert moves_after_call(to_move) == tuple(moves)
    with refused(Code.TYPE, "to_move"):
        moves_after_call(to_move.lower())


def test_colour_by_toss_needs_everybody_and_comes_before_the_start() -> None:
    """S4-19."""
    agreed = {"players_agree": True, "organiser_agrees": True, "started": False}
    check_colour_by_toss(**agreed)
    with refused(Code.STATE, "started"):
        check_colour_by_toss(**{**agreed, "started": True})
    for one in ("players_agree", "organiser_agrees"):
        with refused(Code.FORBIDDEN, one):
            check_colour_by_toss(**{**agreed, one: False})


# The league itself ----------------------------------------------------------------------------


def test_the_bonus_is_unset_and_amounts_to_nothing() -> None:
    """S4-7, E7."""
    assert (LEAGUE_2017.bonus, LEAGUE_2017.bonus_points) == (None, 0.0)
    assert replace(LEAGUE, bonus=10).bonus_points == 10.0
    with refused(Code.RANGE, "bonus"):
        replace(LEAGUE, bonus=-0.1)
    with refused(Code.TYPE, "bonus"):
        replace(LEAGUE, bonus=float("nan"))


def test_ratings_carry_over_unless_the_league_starts_anew() -> None:
    """S4-1, S4-25, E5."""
    assert (LEAGUE.opening_rating(None), LEAGUE.opening_rating(1043.5)) == (START_RATING, 1043.5)
    assert replace(LEAGUE, carry_over=False).opening_rating(1043.5) == 1000.0


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"name": ""}, Code.MISSING, "name"),
        ({"formats": ()}, Code.MISSING, "formats"),
        ({"formats": (STANDARD, replace(CLOCK, key="standard"))}, Code.DUPLICATE, "formats"),
        ({"carry_over": None}, Code.TYPE, "carry_over"),
        ({"prize_places": -1}, Code.RANGE, "prize_places"),
    ],
)
def test_a_league_that_cannot_be_is_refused(
    changes: dict[str, Any], code: Code, field: str
) -> None:
    with refused(code, field):
        replace(LEAGUE, **changes)


def test_the_preset_of_2017() -> None:
    """S4-21, S4-24: three seasons, Warsaw, prizes for five places."""
    assert isinstance(LEAGUE_2017, LeagueSettings)
    assert [one.name for one in LEAGUE_2017.calendar.seasons] == ["Iluzji", "Uroku", "Natury"]
    assert (LEAGUE_2017.calendar.zone, LEAGUE_2017.prize_places) == ("Europe/Warsaw", 5)
    assert [one.key for one in LEAGUE_2017.formats] == ["standard", "clock", "themed"]


@pytest.mark.parametrize("judge", ["judge", "chair", "cafe"])
def test_nobody_judges_his_own_game(judge: str) -> None:
    """S4-12: an approved judge or the organiser, but not of a game of his own."""
    LEAGUE.check_judge(judge, organiser="cafe", players=["a", "b"])
    with refused(Code.FORBIDDEN, "judge", "league.own_game"):
        LEAGUE.check_judge(judge, organiser="cafe", players=["a", judge])
    with refused(Code.FORBIDDEN, "judge", "season.not_approved"):
        LEAGUE.check_judge("a", organiser="cafe", players=["a"])


def test_only_an_organiser_decides_appeals() -> None:
    LEAGUE.check_appeal("chair")
    with refused(Code.FORBIDDEN, "by"):
        LEAGUE.check_appeal("judge")
