"""Lists stand in the order of the reader's language, also those of the admin and the API."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import CharField, TextField
from django.urls import reverse
from django.utils.translation import override

from goclub.games.models import Standing
from goclub.games.rating.queries import places_in
from goclub.leagues.league.queries import people_of
from goclub.leagues.models import League, LeaguePerson
from goclub.leagues.tests.factories import at, make_event, make_organiser
from goclub.members.membership.queries import invitable
from goclub.members.models import Member
from goclub.members.queries import countries_of_members
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres
#: Polish has Ł behind all of L; by their numbers in Unicode it stands behind Z.
ORDER = ["Lis", "Łoś", "Zych"]


@pytest.fixture
def people() -> list[Member]:
    """Return three members, the last first."""
    return [make_member(name) for name in reversed(ORDER)]


def named_in(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall("|".join(ORDER), text)))


def text_of(answer) -> str:
    return str(answer.content.decode())


@pytest.fixture
def polish(client):
    client.force_login(make_member("Chair", role=CHAIR).user)
    client.cookies["django_language"] = "pl"
    Member.objects.update(language="pl")
    return client


@pytest.mark.parametrize(("address", "order"), [("", 1), ("?o=1", 1), ("?o=-1", -1)])
def test_members_in_the_admin(polish, people, address, order):
    text = text_of(polish.get(reverse("admin:members_member_changelist") + address))
    assert named_in(text[text.index("result_list") :]) == ORDER[::order]


def test_rows_of_members_in_the_admin(polish, people):
    Standing.objects.filter(member__in=people, system="igs").update(points=20_000)
    text = text_of(polish.get(reverse("admin:games_standing_changelist") + "?o=1"))
    assert named_in(text[text.index("result_list") :]) == ORDER


def test_no_list_of_the_admin_orders_names_by_their_numbers(rf, polish):
    request = rf.get("/")
    for shown in admin.site._registry.values():
        for part in shown.get_ordering(request):
            if isinstance(part, str) and not part.endswith("pk"):
                field = get_fields_from_path(shown.model, part.lstrip("-"))[-1]
                assert not isinstance(field, CharField | TextField) or field.choices, shown


def test_people_of_a_league(people):
    league = League.objects.create(slug="l", name="L", kind=League.Kind.SEASON)
    for person in people:
        LeaguePerson.objects.create(league=league, member=person, role="judge", since="2026-01-01")
    with override("pl"):
        assert [person.member.display_name for person in people_of(league)] == ORDER


def test_people_with_equal_points_and_those_who_can_be_invited(people):
    Standing.objects.filter(member__in=people, system="igs").update(points=20_000)
    Member.objects.filter(pk__in=[person.pk for person in people]).update(
        user=None, contact_email="a@example.org"
    )
    with override("pl"):
        placed = [Standing.objects.get(pk=pk) for _place, pk in places_in("igs", visitor=False)]
        assert [row.member.display_name for row in placed] == ORDER
        assert [member.display_name for member in invitable(at())] == ORDER


def test_countries_of_members(people):
    for person, country in zip(people, ["LV", "LU", "ZM"], strict=True):
        Member.objects.filter(pk=person.pk).update(country=country)
    with override("pl"):
        names = [name for _code, name in countries_of_members()]
    assert names == ["Luksemburg", "Łotwa", "Zambia"]


@pytest.mark.parametrize("column", ["name", "place"])
def test_events_and_their_organisers(polish, people, column):
    organiser = make_organiser()
    for name in reversed(ORDER):
        event = make_event(organiser, **{"name": "Cup", column: name})
    text = text_of(polish.get(reverse("leagues:events") + f"?sort={column}"))
    assert named_in(text[text.index("<tbody") :]) == ORDER
    event.organisers.set(people)
    text = text_of(polish.get(event.get_absolute_url()))
    assert named_in(text[text.rindex("Organi") :]) == ORDER


def test_leagues_of_the_api(client):
    for name in reversed(ORDER):
        League.objects.create(slug=name.encode().hex(), name=name, kind=League.Kind.SEASON)
    leagues = client.get("/api/v1/leagues", headers={"accept-language": "pl"}).json()
    assert [league["name"] for league in leagues] == ORDER
