"""The people of the demo club: enough, various, and without impossible dates."""

from __future__ import annotations

import zoneinfo
from datetime import date

import pytest

from goclub.demo.club.cast import CHAIR, MEMBER, NEWCOMER, ORGANISER, SECRETARY, Person, people
from ratings.ranks import LADDER, rank_code

TODAYS = (date(2025, 11, 21), date(2026, 1, 1), date(2028, 2, 29))


@pytest.fixture(params=TODAYS, ids=str)
def today(request: pytest.FixtureRequest) -> date:
    return request.param


@pytest.fixture
def cast(today: date) -> dict[str, Person]:
    return {person.key: person for person in people(today)}


def test_there_are_about_forty_people_with_distinct_names(cast: dict[str, Person]) -> None:
    assert 38 <= len(cast) <= 44
    assert len({person.display_name for person in cast.values()}) == len(cast)


@pytest.mark.parametrize("role", [CHAIR, SECRETARY, ORGANISER, MEMBER])
def test_each_role_has_a_member(cast: dict[str, Person], role: str) -> None:
    assert cast[role].joined_on is not None


def test_the_newcomer_has_applied_politely_and_not_joined(
    cast: dict[str, Person], today: date
) -> None:
    newcomer = cast[NEWCOMER]
    assert newcomer.joined_on is None
    assert newcomer.applied_on is not None
    assert newcomer.applied_on <= today
    assert len(newcomer.message) > 80
    assert [person.key for person in cast.values() if person.joined_on is None] == [NEWCOMER]


def test_ages_run_from_nine_to_eighty_four_on_any_day(cast: dict[str, Person], today: date) -> None:
    ages = sorted(person.age_on(today) for person in cast.values())
    assert (ages[0], ages[-1]) == (9, 84)


def test_nobody_joined_in_the_future_or_before_learning_to_walk(
    cast: dict[str, Person], today: date
) -> None:
    for person in cast.values():
        if person.joined_on is not None:
            assert person.joined_on <= today
            assert person.age_on(person.joined_on) >= 6


def test_names_come_in_many_scripts_and_awkward_shapes(cast: dict[str, Person]) -> None:
    names = [person.display_name for person in cast.values()]
    assert any("'" in name for name in names)
    assert any(" " not in name and name.isascii() for name in names)
    assert 40 <= max(map(len, names)) <= 80
    scripts = ("\u0e01", "\u0e5b"), ("\uac00", "\ud7a3"), ("\u4e00", "\u9fff"), ("\u0400", "\u04ff")
    for low, high in scripts:
        assert any(low <= letter <= high for name in names for letter in name)
    assert all(person.romanised_name for person in cast.values())
    assert all(len(person.romanised_name) <= 80 for person in cast.values())


def test_fields_are_ones_that_the_site_accepts(cast: dict[str, Person]) -> None:
    zones = zoneinfo.available_timezones()
    for person in cast.values():
        assert person.time_zone in zones
        assert len(person.country) == 2
        assert person.country.isupper()
        assert person.language in ("en", "ja", "th", "pl")
        assert 0 <= person.activity <= 1
        assert len(set(person.nicknames)) == len(person.nicknames)


def test_declared_strength_runs_from_below_nine_kyu_to_seven_dan(cast: dict[str, Person]) -> None:
    ranks = {person.declared_rank for person in cast.values() if person.declared_rank}
    assert all(rank_code(rank) == rank for rank in ranks)
    assert "7d" in ranks
    assert not ranks <= set(LADDER)
    undeclared = [
        person
        for person in cast.values()
        if person.declared_rank is None and person.declared_points is None
    ]
    assert len(undeclared) >= 3
    assert any(person.declared_points is not None for person in cast.values())


def test_the_same_day_gives_the_same_people(today: date) -> None:
    assert people(today) == people(today)
