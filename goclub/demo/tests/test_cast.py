"""The people of the demo club: enough, various, and without impossible dates."""

from __future__ import annotations

import zoneinfo
from datetime import date

import pytest

from goclub.demo.facts import DemoFiles
from goclub.demo.loading import LOGINS
from ratings.ranks import LADDER, rank_code

Person = dict[str, str]


@pytest.fixture(params=[date(2025, 11, 21), date(2026, 1, 1), date(2028, 2, 29)], ids=str)
def files(request: pytest.FixtureRequest) -> DemoFiles:
    return DemoFiles.moved_to(request.param)


@pytest.fixture
def people(files: DemoFiles) -> list[Person]:
    return files.rows("people.csv")


def test_there_are_about_forty_people_with_distinct_names(people: list[Person]) -> None:
    assert 38 <= len(people) <= 44
    assert len({person["display_name"] for person in people}) == len(people)
    assert {person["key"] for person in people if "joined" in person} >= set(LOGINS)


def test_ages_run_from_nine_to_eighty_four_on_any_day(
    files: DemoFiles, people: list[Person]
) -> None:
    today = date(2026, 11, 21) + files.shift
    ages = sorted((today - files.day(person["born"])).days / 365.25 for person in people)
    assert 9 <= ages[0] < 10
    assert 84 <= ages[-1] < 85


def test_nobody_joined_before_learning_to_walk(people: list[Person]) -> None:
    for person in people:
        if "joined" in person:
            days = date.fromisoformat(person["joined"]) - date.fromisoformat(person["born"])
            assert days.days > 6 * 365


def test_names_come_in_many_scripts_and_awkward_shapes(people: list[Person]) -> None:
    names = [person["display_name"] for person in people]
    assert any("'" in name for name in names)
    assert any(" " not in name and name.isascii() for name in names)
    assert 40 <= max(map(len, names)) <= 80
    scripts = ("\u0e01", "\u0e5b"), ("\uac00", "\ud7a3"), ("\u4e00", "\u9fff"), ("\u0400", "\u04ff")
    for low, high in scripts:
        assert any(low <= letter <= high for name in names for letter in name)
    assert all(len(person["romanised_name"]) <= 80 for person in people)
    assert {person["language"] for person in people} == {"en", "ja", "th", "pl"}
    assert {person["time_zone"] for person in people} <= zoneinfo.available_timezones()


def test_declared_strength_runs_from_below_nine_kyu_to_seven_dan(people: list[Person]) -> None:
    ranks = {person["rank"] for person in people if "rank" in person}
    assert all(rank_code(rank) == rank for rank in ranks)
    assert "7d" in ranks
    assert not ranks <= set(LADDER)
    assert sum("rank" not in person and "points" not in person for person in people) >= 3
    assert any("points" in person for person in people)


def test_facts_are_in_order_and_in_the_past(files: DemoFiles) -> None:
    moments = [fact["at"] for fact in files.facts()]
    assert moments == sorted(moments)
    assert moments[-1].date() == date(2026, 11, 21) + files.shift
