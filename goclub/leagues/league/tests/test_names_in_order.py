"""Short lists of people stand in the order of their names as the reader sees them."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from goclub.leagues.calendar.queries import coming, occurrence_on
from goclub.leagues.calendar.services.dates import answer
from goclub.leagues.calendar.tests.meetings import NOW, TUESDAY, make_series
from goclub.leagues.league.forms import MemberChoice
from goclub.leagues.league.queries import people_of
from goclub.leagues.league.services.leagues import appoint
from goclub.leagues.models import LeaguePerson
from goclub.leagues.tests.season_factories import make_season_league
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member


@pytest.fixture
def three():
    """Three whose names as written stand in another order than romanised."""
    names = {"Zofia": "", "อนงค์": "Anong", "Évariste": ""}
    return [make_member(name, romanised_name=romanised) for name, romanised in names.items()]


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", ["Anong", "Évariste", "Zofia"]), ("th", ["Évariste", "Zofia", "อนงค์"])],
)
def test_short_lists_stand_in_the_order_that_their_reader_sees(three, language, expected):
    series = make_series()
    league, _seasons = make_season_league()
    for member in three:
        answer(Act(member.user, NOW), series, day=TUESDAY, member=member, answer="yes")
        appoint(Act(None, NOW), league, member=member, role=LeaguePerson.Role.JUDGE)
    with override(language):
        choice = MemberChoice(queryset=Member.objects.filter(pk__in=[m.pk for m in three]))
        empty, *choices = choice.choices
        assert empty[0] == ""
        assert [str(label).split(" (")[0] for _value, label in choices] == expected
        rows = coming(occurrence_on(series, TUESDAY))
        assert [row.member.shown_name for row in rows] == expected
        judges = [p for p in people_of(league) if p.role == LeaguePerson.Role.JUDGE]
        assert [judge.member.shown_name for judge in judges] == expected
