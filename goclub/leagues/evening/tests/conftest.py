"""A club night, and the organiser who opened it."""

from __future__ import annotations

import pytest

from goclub.leagues.evening.tests.nights import make_night
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member


@pytest.fixture
def olga():
    return make_member("Olga Organiser", role=ORGANISER)


@pytest.fixture
def night(olga):
    return make_night(olga)
