"""Whether an event counts: S4-7, S4-10 … S4-15, S4-17, S4-19, S4-25 as 5.5 reads them."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.seasons.events import (
    AnnouncedEvent,
    NotCounted,
    check_colour_by_toss,
    check_event,
    check_move,
    round_bounds,
    why_not_counted,
)
from tournaments.tests.league_builders import SEASONS


@dataclass(frozen=True)
class Format:
    """What the site has in a format."""

    low: int
    high: int
    default: int | None = None
    themed: bool = False


@dataclass(frozen=True)
class Announced:
    """What the site has in an event of a league."""

    on: date
    reported_on: date
    announced_by_id: str
    run_by_id: str
    format: Format
    rounds: int
    players: int | None = None
    minutes: int | None = None
    theme: str = ""
    approved: bool = False
    national: bool = False


#: S4-14 as 5.5 reads it.
STANDARD, CLOCK, THEMED = Format(40, 60, 50), Format(15, 30), Format(40, 60, 50, themed=True)
LEAGUE = SEASONS, {"chair", "judge"}
GOOD = Announced(
    on=date(2017, 2, 18),
    reported_on=date(2017, 2, 11),
    announced_by_id="cafe",
    run_by_id="judge",
    format=STANDARD,
    rounds=4,
    players=8,
    approved=True,
)


def codes(event: AnnouncedEvent, **more: Any) -> list[NotCounted]:
    return [finding.code for finding in why_not_counted(event, *LEAGUE, **more)]


def test_a_good_event_counts() -> None:
    """Exactly seven days before counts (S4-11)."""
    assert why_not_counted(GOOD, *LEAGUE) == ()
    check_event(GOOD, *LEAGUE)


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
    with refused(Code.RANGE, "rounds", "season.rounds", accepted=accepted):
        check_event(replace(GOOD, players=players, rounds=9), *LEAGUE)


# Reasons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"players": 3, "rounds": 3}, NotCounted.TOO_FEW_PLAYERS, "S4-10"),
        ({"reported_on": date(2017, 2, 12)}, NotCounted.LATE_REPORT, "S4-11"),  # six days
        ({"reported_on": date(2017, 2, 18)}, NotCounted.LATE_REPORT, "S4-11"),
        ({"approved": False}, NotCounted.NOT_APPROVED, "S4-12"),
        ({"run_by_id": "somebody"}, NotCounted.NOT_RUN_BY_APPROVED, "S4-12"),
        ({"on": date(2017, 5, 2)}, NotCounted.BETWEEN_SEASONS, "S4-21"),
        ({"on": date(2017, 8, 31)}, NotCounted.BETWEEN_SEASONS, "S4-21"),
        ({"rounds": 5}, NotCounted.ROUNDS, "S4-13"),
        ({"minutes": 39}, NotCounted.FORMAT_LIMITS, "S4-14"),
        ({"minutes": 61}, NotCounted.FORMAT_LIMITS, "S4-14"),
        ({"format": THEMED}, NotCounted.THEME_MISSING, "S4-14"),
        ({"format": THEMED, "theme": " "}, NotCounted.THEME_MISSING, "S4-14"),
        ({"format": CLOCK}, NotCounted.FORMAT_LIMITS, "S4-14"),
    ],
)
def test_one_reason(changes: dict[str, Any], code: NotCounted, rule: str) -> None:
    [finding] = why_not_counted(replace(GOOD, **changes), *LEAGUE)
    assert (finding.code, finding.rule) == (code, rule)


@pytest.mark.parametrize(
    "changes",
    [
        {"minutes": 40},
        {"minutes": 60},
        {"format": CLOCK, "minutes": 15},
        {"format": CLOCK, "minutes": 30},
        {"format": THEMED, "theme": "13×13 only"},
        {"run_by_id": "cafe"},
        {"run_by_id": "chair"},
        {"players": None},
        {"players": 4, "rounds": 3},
        {"reported_on": date(2016, 12, 24)},
    ],
)
def test_what_counts(changes: dict[str, Any]) -> None:
    assert codes(replace(GOOD, **changes)) == []


def test_all_reasons_are_given_at_once() -> None:
    event = Announced(
        on=date(2017, 8, 31),
        reported_on=date(2017, 8, 30),
        announced_by_id="cafe",
        run_by_id="nobody",
        format=THEMED,
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
        ({"run_by_id": "nobody"}, Code.FORBIDDEN, "run_by"),
        ({"rounds": 2}, Code.RANGE, "rounds"),
        ({"minutes": 61}, Code.RANGE, "minutes"),
        ({"format": CLOCK}, Code.MISSING, "minutes"),
        ({"format": CLOCK, "minutes": 14}, Code.RANGE, "minutes"),
        ({"format": CLOCK, "minutes": 31}, Code.RANGE, "minutes"),
        ({"format": THEMED}, Code.MISSING, "theme"),
    ],
)
def test_what_the_rules_refuse(changes: dict[str, Any], code: Code, field: str) -> None:
    with refused(code, field):
        check_event(replace(GOOD, **changes), *LEAGUE)


def test_what_merely_does_not_count_is_not_refused() -> None:
    small = replace(GOOD, players=3, rounds=3, reported_on=GOOD.on, approved=False)
    assert len(why_not_counted(small, *LEAGUE)) == 3
    check_event(small, *LEAGUE)


# National events ------------------------------------------------------------------------------

NATIONAL = replace(GOOD, national=True)
LATER = replace(NATIONAL, on=date(2017, 3, 18))


def test_a_second_national_event_of_a_season_is_refused() -> None:
    """S4-17."""
    assert codes(LATER, before=[NATIONAL]) == [NotCounted.SECOND_NATIONAL]
    with refused(Code.STATE, "national", "season.second_national"):
        check_event(LATER, *LEAGUE, before=[NATIONAL])


@pytest.mark.parametrize(
    ("event", "before"),
    [
        (LATER, []),
        (LATER, [GOOD]),
        (LATER, [replace(NATIONAL, announced_by_id="club")]),
        (replace(LATER, national=False), [NATIONAL]),
        (replace(LATER, on=date(2017, 6, 1)), [NATIONAL]),  # another season
    ],
)
def test_one_national_event_for_each_organiser_and_season(
    event: Announced, before: list[Announced]
) -> None:
    assert codes(event, before=before) == []


# Moving an event ------------------------------------------------------------------------------


def test_an_event_may_move_as_long_as_it_keeps_the_seven_days() -> None:
    event = replace(GOOD, on=date(2017, 2, 25))
    check_move(event, date(2017, 2, 18), today=date(2017, 2, 17))
    with refused(Code.RANGE, "to", "season.late_report", accepted="2017-02-18…"):
        check_move(event, date(2017, 2, 17), today=date(2017, 2, 12))


def test_an_event_reported_late_may_move_nearer() -> None:
    late = replace(GOOD, reported_on=date(2017, 2, 15))
    check_move(late, date(2017, 2, 17), today=date(2017, 2, 15))


def test_an_event_does_not_move_into_the_past_or_once_its_day_has_come() -> None:
    with refused(Code.RANGE, "to", "season.past"):
        check_move(GOOD, date(2017, 2, 14), today=date(2017, 2, 15))
    with refused(Code.STATE, "to", "season.held_unmoved"):
        check_move(GOOD, date(2017, 3, 1), today=GOOD.on)


# The toss -------------------------------------------------------------------------------------


def test_colour_by_toss_needs_everybody_and_comes_before_the_start() -> None:
    """S4-19."""
    check_colour_by_toss(players_agree=True, started=False)
    with refused(Code.STATE, "started"):
        check_colour_by_toss(players_agree=True, started=True)
    with refused(Code.FORBIDDEN, "players_agree"):
        check_colour_by_toss(players_agree=False, started=False)
