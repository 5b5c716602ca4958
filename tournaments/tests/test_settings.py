"""Settings and presets: starting scores (S2-3, S2-4), criteria (S2-10), limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.criteria import CRITERIA, DeclaredCriteria, PlacementCriterion
from tournaments.events.handicap import handicap_level
from tournaments.events.presets import MCMAHON_PAIRING, PRESETS, egf, french, opengotha, preset, s2
from tournaments.events.scores.registry import names
from tournaments.events.settings import (
    EVEN_GAMES,
    HandicapSettings,
    Kind,
    PairingSettings,
    SeedSystem,
    Settings,
    check_criteria,
)
from tournaments.formats.opengotha_names import rank_of


@pytest.mark.parametrize(
    ("rank", "start"),
    [
        *[("20K", 0), ("15K", 0), ("14K", 1), ("13K", 2), ("1K", 14), ("1D", 15)],
        *[("2D", 16), ("3D", 17), ("4D", 18), ("5D", 18), ("7D", 18)],
    ],
)
def test_s2_3_and_s2_4_start_of_our_source(rank, start):
    assert s2().start2(rank_of(rank)) == 2 * start


@pytest.mark.parametrize(
    ("rank", "correction", "start"),
    [("22K", 0, 10), ("20K", 0, 10), ("1K", 0, 29), ("4D", 0, 33), ("7D", 0, 33), ("7D", 2, 35)],
)
def test_opengotha_start_and_correction_after_the_bar(rank, correction, start):
    assert opengotha().start2(rank_of(rank), correction) == 2 * start


def test_s2_3_refuses_a_bar_below_the_zero_rank():
    with refused(Code.INCONSISTENT, "bar", value=-16, reason="tournament.below_zero_rank"):
        Settings(zero=-15, bar=-16)


def test_s2_3_refuses_a_bar_of_16_dan():
    with refused(Code.RANGE, "bar", value=15):
        Settings(bar=15)


def test_s2_4_a_floor_below_zero_gives_no_negative_start():
    assert replace(s2(), floor=-30).start2(-20) == 0


@pytest.mark.parametrize(
    ("criteria", "code", "reason"),
    [
        (("MMS", "SOS"), Code.INCONSISTENT, "tournament.unknown_criterion"),
        (("MMS", "SOSM", "MMS"), Code.INCONSISTENT, "tournament.listed_twice"),
        (("MMS", "NBW_virtual"), Code.INCONSISTENT, "tournament.unknown_criterion"),
        (("MMS", "NULL"), Code.INCONSISTENT, "tournament.unknown_criterion"),
        (("MMS", 7), Code.INCONSISTENT, "tournament.unknown_criterion"),
        ((), Code.MISSING, ""),
    ],
)
def test_s2_10_refuses_an_order_that_is_none(criteria, code, reason):
    with refused(code, "criteria", reason=reason):
        Settings(criteria=criteria)
    with refused(code, "criteria", reason=reason):
        check_criteria(criteria)


def test_every_criterion_has_a_formula_or_is_a_direct_confrontation():
    assert set(names()) == {*CRITERIA, "NBW_virtual", "MMS_virtual"} - {"DC", "SDC"}


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"rounds": 0}, Code.RANGE, "rounds"),
        ({"rounds": 21}, Code.RANGE, "rounds"),
        ({"rounds": "5"}, Code.TYPE, "rounds"),
        ({"floor": -31}, Code.RANGE, "floor"),
        ({"mms_absent2": 3}, Code.RANGE, "mms_absent2"),
        ({"nbw_bye2": -1}, Code.RANGE, "nbw_bye2"),
        ({"unexcused2": 0.5}, Code.TYPE, "unexcused2"),
        ({"category_limits": (-5, 0)}, Code.INCONSISTENT, "category_limits"),
        ({"category_limits": (99,)}, Code.RANGE, "category_limits"),
        ({"category_limits": tuple(range(8, -2, -1))}, Code.RANGE, "category_limits"),
    ],
)
def test_refuses_settings_that_cannot_be(changes, code, field):
    with refused(code, field):
        Settings(**changes)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"duplicate": -1}, Code.RANGE, "duplicate"),
        ({"score": 1e11}, Code.TYPE, "score"),
        ({"rank_threshold": 9}, Code.RANGE, "rank_threshold"),
        ({"extra_criterion1": "Rating"}, Code.INCONSISTENT, "extra_criterion1"),
        ({"concavity": 1.5}, Code.RANGE, "concavity"),
        ({"concavity": float("nan")}, Code.RANGE, "concavity"),
    ],
)
def test_refuses_pairing_settings_that_cannot_be(changes, code, field):
    with refused(code, field):
        PairingSettings(**changes)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"threshold": 20}, Code.RANGE, "handicap_threshold"),
        ({"correction": 10}, Code.RANGE, "handicap_correction"),
        ({"ceiling": 10}, Code.RANGE, "handicap_ceiling"),
    ],
)
def test_refuses_handicap_settings_that_cannot_be(changes, code, field):
    with refused(code, field):
        HandicapSettings(**changes)


def test_main_score_is_the_first_of_the_two_in_the_order():
    assert Settings().main_score == "MMS"
    assert Settings(criteria=("CAT", "NBW", "MMS")).main_score == "NBW"
    assert Settings(criteria=("SOSM",)).main_score == "MMS"
    assert Settings(kind=Kind.SWISS, criteria=("SOSW",)).main_score == "NBW"


def test_s2_10_default_order_of_our_source():
    assert s2().criteria == ("MMS", "SOSM", "SODOSM")
    assert s2(Kind.SWISS).criteria == ("NBW", "SOSW", "SODOSW")


def test_d6_the_european_preset_leaves_out_what_its_rules_advise_against():
    discouraged = {"SOSOSM", "SODOSM", "CUSSM", "SOSOSW", "SODOSW", "CUSSW"}
    assert all(not discouraged & set(egf(kind).criteria) for kind in Kind)
    assert egf().handicap == EVEN_GAMES


def test_the_french_preset_is_handicap_less_one_below_1_dan():
    settings = french()
    assert settings.criteria == ("MMS", "SOSM", "SOSOSM")
    assert settings.handicap == HandicapSettings(True, 0, 1, 9)
    assert french(Kind.SWISS).handicap == EVEN_GAMES


def test_pairing_defaults_of_the_three_systems():
    mcmahon, swiss, by_category = (
        opengotha(kind).pairing for kind in (Kind.MCMAHON, Kind.SWISS, Kind.SWISS_CAT)
    )
    assert mcmahon == MCMAHON_PAIRING
    assert (mcmahon.seed_system1, mcmahon.seed_system2) == (SeedSystem.RANDOM, SeedSystem.SLIP)
    assert (swiss.seed_system1, swiss.seed_system2) == (SeedSystem.SLIP, SeedSystem.SLIP)
    assert (by_category.seed_system1, by_category.seed_system2) == (
        SeedSystem.RANDOM,
        SeedSystem.FOLD,
    )
    assert [p.geography for p in (mcmahon, swiss, by_category)] == [10**11, 0, 2 * 10**13]
    assert [p.handicap for p in (mcmahon, swiss, by_category)] == [0, 0, 2 * 10**13]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("kind", Kind)
def test_presets_take_a_kind_and_changes(name, kind):
    settings = preset(name, kind, rounds=7, category_limits=(0,))
    assert (settings.kind, settings.rounds, settings.categories) == (kind, 7, 2)


def test_an_unknown_preset_is_refused():
    with refused(Code.UNKNOWN, "preset", value="Korean"):
        preset("Korean")


def test_a_declared_criterion_is_found_by_its_name():
    declared = DeclaredCriteria()
    luck = PlacementCriterion("LUCK", ours=True)
    declared.add(luck)
    assert dict(declared) == {"LUCK": luck}


def test_opengotha_orders_by_category_only_where_there_are_any():
    assert opengotha(Kind.SWISS_CAT).criteria == ("CAT", "NBW", "EXT", "EXR")
    assert opengotha(Kind.SWISS).criteria == ("NBW", "SOSW", "SOSOSW")


def test_stones_are_counted_from_the_score_or_from_the_rank():
    """The threshold holds for both."""
    by_score = Settings()
    by_rank = replace(by_score, handicap=replace(by_score.handicap, on_mms=False))
    assert handicap_level(-5, 2 * 27 + 1, by_score) == -3
    assert handicap_level(-5, 2 * 27 + 1, by_rank) == -5
    assert handicap_level(8, 0, by_rank) == by_rank.handicap.threshold
