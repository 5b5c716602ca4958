"""Categories are for lists and prizes; they steer the pairing only where that is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.errors import Code, RuleError
from tournaments.events.pairing import pair_round
from tournaments.events.presets import PRESETS, preset
from tournaments.events.settings import CATEGORY_WEIGHT, Kind, Settings
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.tests.pairing_fields import club_day

LIMITS = (0, -10)


def by_category(settings):
    return replace(settings, pairing=replace(settings.pairing, category=CATEGORY_WEIGHT))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("kind", [Kind.MCMAHON, Kind.SWISS])
def test_entered_categories_change_no_pair(name, kind):
    field = club_day(3, 1, 0, -1, -4, -9, -11, -20, kind=kind)
    plain = preset(name, kind)
    field = replace(field, system=plain)
    without = pair_round(field, 0)
    within = pair_round(field, 0, settings=replace(plain, category_limits=LIMITS))
    assert (within.games, within.total) == (without.games, without.total)


def test_the_option_keeps_players_within_their_category():
    field = club_day(1, 0, 0, -1, -1, -2, kind=Kind.SWISS, category_limits=(0,))
    crossing = [pair for pair in pairs(pair_round(field, 0)) if min(pair) <= 3 < max(pair)]
    inside = pair_round(field, 0, settings=by_category(field.system))
    assert len(crossing) == 3
    assert len([pair for pair in pairs(inside) if min(pair) <= 3 < max(pair)]) == 1


def pairs(paired):
    return [{game.white, game.black} for game in paired.games]


def test_a_swiss_by_categories_has_the_option_on():
    assert preset("S2", Kind.SWISS_CAT, category_limits=LIMITS).pairs_by_category
    assert not preset("S2", Kind.SWISS, category_limits=LIMITS).pairs_by_category


def test_a_file_of_opengotha_keeps_what_its_categories_did():
    field = club_day(1, -1)
    steered = replace(field, system=by_category(replace(field.system, category_limits=LIMITS)))
    assert read_opengotha(write_opengotha(steered)).system.pairs_by_category


@pytest.mark.parametrize(("floor", "bar"), [(3, 2), (-5, -6), (8, -30)])
def test_a_bar_below_the_floor_is_refused_at_once(floor, bar):
    with pytest.raises(RuleError) as refused:
        Settings(floor=floor, bar=bar)
    error = refused.value
    assert (error.code, error.field) == (Code.INCONSISTENT, "bar")
    assert error.reason == "tournament.bar_below_floor"
    assert Settings(floor=bar, bar=bar).bar == bar
