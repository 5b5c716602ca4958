"""Somebody whom the office enters by hand, with or without an address."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import codes
from goclub.members.models import Invitation, Member
from goclub.members.roles import CHAIR, SECRETARY
from goclub.members.tests.factories import make_member

WHO = {
    "display_name": "佐藤 健", "romanised_name": "", "country": "JP", "club": "", "language": "ja",
    "time_zone": "Asia/Tokyo", "joined_on": "1998-04-01", "declared_rank": "3d",
    "declared_points": "", "contact_email": "", "invite": "on",
}  # fmt: skip


@pytest.mark.parametrize("role", [SECRETARY, CHAIR])
def test_a_member_without_a_login_has_points_and_a_past(client, role):
    client.force_login(make_member(role=role).user)
    assert client.get(reverse("members:register")).status_code == 200
    answer = client.post(reverse("members:register"), WHO)
    member = Member.objects.get(display_name="佐藤 健")
    assert answer.headers["Location"] == member.get_absolute_url()
    assert (member.user, member.joined_on) == (None, date(1998, 4, 1))
    assert member.standings.get(system="paa").member == member
    assert not Invitation.objects.exists()
    assert client.get(member.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"display_name": ""}, "display_name"),
        ({"joined_on": ""}, "joined_on"),
        ({"joined_on": "1899-12-31"}, "joined_on"),
        ({"joined_on": f"{timezone.now().date() + timedelta(days=3)}"}, "joined_on"),
        ({"contact_email": "ken"}, "contact_email"),
        ({"declared_points": "1000"}, "declared_points"),
    ],
)
def test_what_is_refused_stands_beside_its_field(client, change, field):
    client.force_login(make_member(role=CHAIR).user)
    page = client.post(reverse("members:register"), WHO | change)
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert page.context["form"]["country"].value() == "JP"


def test_a_name_that_is_in_the_books_is_asked_about_and_an_address_is_invited(client):
    make_member("佐藤 健")
    client.force_login(make_member(role=CHAIR).user)
    invited = {"display_name": "Ken", "contact_email": "ken@example.org"}
    client.post(reverse("members:register"), WHO | invited)
    assert Invitation.objects.get().member == Member.objects.get(display_name="Ken")
    page = client.post(reverse("members:register"), WHO)
    assert codes(page.context["form"])["display_name"] == ["namesake"]
    assert client.post(reverse("members:register"), WHO | {"another": "on"}).status_code == 302
    assert Member.objects.filter(display_name="佐藤 健").count() == 2
