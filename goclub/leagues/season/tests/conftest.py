"""What most tests of season leagues begin with: a league and four members."""

from __future__ import annotations

import pytest

from goclub.leagues.tests.season_factories import make_season_league
from goclub.members.tests.factories import make_member


@pytest.fixture
def league():
    return make_season_league()[0]


@pytest.fixture
def four():
    return [make_member(name) for name in "abcd"]
