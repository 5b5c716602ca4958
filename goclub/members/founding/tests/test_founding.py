"""Founding a club: one link, one page, a chair who is a member; and the list of the first hour."""

from __future__ import annotations

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import codes, read
from goclub.members.founding.services import (
    first_hour,
    found_club,
    founding_token,
    may_found,
    tasks,
)
from goclub.members.models import ClubSettings, Letter, Member, User
from goclub.members.queries import chairs, club_settings
from goclub.members.roles import CHAIR, MEMBER, SECRETARY
from goclub.members.tests.factories import PASSWORD, make_member
from ratings.errors import RuleError

CLUB = {
    "club_name": "Klub Gwiazda", "mark": "ko", "club_language": "pl", "time_zone": "Europe/Warsaw",
    "visitors_see": "table", "display_name": "Łucja Żak", "romanised_name": "",
    "declared_rank": "4k", "declared_points": "", "email": "lucja@example.org",
    "password": "kamienie-na-planszy",
}  # fmt: skip


def link():
    return reverse("members:found", args=[founding_token()])


def test_one_page_makes_a_club_and_a_chair_who_is_a_member(client):
    assert client.get(link()).status_code == 200
    assert client.post(link(), CLUB).headers["Location"] == reverse("members:first-hour")
    chair = chairs().get()
    assert (chair.display_name, chair.status) == ("Łucja Żak", Member.Status.MEMBER)
    assert (chair.user.is_staff, chair.user.is_superuser) == (True, False)
    assert chair.standings.get(system="paa").points == 85
    assert (chair.language, chair.time_zone) == ("pl", "Europe/Warsaw")
    club = club_settings()
    assert (club.name, club.mark, club.language) == ("Klub Gwiazda", "ko", "pl")
    assert (club.time_zone, club.visitors_see) == ("Europe/Warsaw", "table")
    assert int(client.session["_auth_user_id"]) == chair.user_id
    assert client.get(reverse("members:first-hour")).status_code == 200
    for again in (client.get(link()), client.post(link(), CLUB)):
        assert again.status_code == 410
    with pytest.raises(RuleError):
        found_club(at=timezone.now(), on=timezone.localdate(), club={}, email="b@example.org",
                   password=PASSWORD, display_name="B")  # fmt: skip


def test_before_it_is_founded_a_site_bears_no_name_and_takes_no_requests(client):
    for url in ("/", "/learn/", "/sign-in/"):
        page = read(client.get(url))
        assert not page.all("a[href='/join/']"), url
        assert "Hoshi" not in page.text
    assert "founding_link" in read(client.get("/")).one("main").text
    join = client.get("/join/")
    assert (join.status_code, read(join).all("main form")) == (404, [])
    assert client.post("/join/", {"display_name": "A"}).status_code == 404
    make_member("Ada")
    assert client.get("/join/").status_code == 200


@pytest.mark.parametrize("token", ["found", "found.x", "9" * 5000, "me.x"])
def test_a_made_up_link_founds_nothing(client, token):
    assert not may_found(token)
    assert client.get(reverse("members:found", args=[token])).status_code == 410
    assert client.post(reverse("members:found", args=[token]), CLUB).status_code == 410
    assert not Member.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"club_name": ""}, "club_name"),
        ({"display_name": "\u200b"}, "display_name"),
        ({"email": "lucja"}, "email"),
        ({"email": "\u212aim@example.org"}, "email"),
        ({"password": "short"}, "password"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"club_language": "tlh"}, "club_language"),
        ({"declared_points": "1000"}, "declared_points"),
    ],
)
def test_what_is_refused_stands_beside_its_field(client, change, field):
    page = client.post(link(), CLUB | change)
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert not Member.objects.exists()


def test_the_command_prints_the_link_while_there_is_no_chair():
    out = StringIO()
    call_command("founding_link", stdout=out)
    assert out.getvalue().strip() == f"{settings.SITE_URL}{link()}"
    make_member(role=CHAIR)
    with pytest.raises(CommandError) as refused:
        call_command("founding_link", stdout=out)
    assert refused.value.returncode == 2


def test_a_superuser_of_the_command_line_becomes_a_member_and_the_chair(client):
    root = User.objects.create_superuser("root", "root@example.org", PASSWORD)
    page = client.post(link(), CLUB | {"email": "ROOT@example.org"})
    assert codes(page.context["form"]) == {"email": ["known"]}
    answer = client.post(reverse("members:sign-in"), {"username": "root", "password": PASSWORD})
    address = reverse("members:found-self")
    assert answer.headers["Location"] == address
    # And who is signed in already is led on by either door.
    assert client.get(reverse("admin:login"), follow=True).redirect_chain[-1] == (address, 302)
    assert client.get(reverse("members:sign-in")).headers["Location"] == address
    assert client.get(address).context["becomes_chair"]
    who = {name: CLUB[name] for name in
           ("display_name", "romanised_name", "declared_rank", "declared_points")}  # fmt: skip
    assert client.post(address, who | {"display_name": ""}).status_code == 422
    assert client.post(address, who).status_code == 302
    assert chairs().get().user == root
    assert client.get(address).status_code == 302  # once is enough
    other = User.objects.create_superuser("other", "other@example.org", PASSWORD)
    client.force_login(other)
    assert not client.get(address).context["becomes_chair"]
    client.post(address, who | {"display_name": "Other"})
    assert other.member.status == Member.Status.MEMBER
    assert chairs().count() == 1


def test_a_login_without_member_that_is_no_superuser_enters_nowhere(client):
    client.force_login(User.objects.create_user("nobody", "nobody@example.org", PASSWORD))
    assert client.get(reverse("members:found-self")).status_code == 403


def test_each_task_leads_somewhere_and_is_ticked_when_done(client):
    client.post(link(), CLUB)
    chair = chairs().get()
    found = {task.key: done for task, done in first_hour(chair.user, club_settings())}
    assert not any(found.values())
    for task in tasks():
        if not task.pressed:
            assert client.get(task.url).status_code == 200
    client.post(reverse("members:test-letter"))
    assert Letter.objects.get(kind="test").to == chair.user.email
    Letter.objects.update(state=Letter.State.SENT)
    make_member()
    found = {task.key: done for task, done in first_hour(chair.user, club_settings())}
    assert found["mail"]
    assert found["invite"]
    hour = f'main a[href="{reverse("members:first-hour")}"]'
    assert read(client.get("/")).has(hour)
    client.post(reverse("members:first-hour-away"))
    assert not read(client.get("/")).has(hour)


@pytest.mark.parametrize("name", ["first-hour", "first-hour-away", "test-letter"])
def test_the_first_hour_is_the_chairs(client, name):
    address, send = reverse(f"members:{name}"), client.get if name == "first-hour" else client.post
    assert send(address).status_code == 302
    for role in (MEMBER, SECRETARY):
        client.force_login(make_member(role=role).user)
        assert send(address).status_code == 403


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("", "pl"), ("de, *;q=0.5", "pl"), ("ja,en;q=0.5", "ja"), ("x" * 99, "pl")],
)
def test_the_clubs_language_is_for_whoever_asks_for_none_of_ours(client, asked, spoken):
    ClubSettings.objects.create(pk=1, language="pl", time_zone="Europe/Warsaw")
    page = client.get(reverse("members:join"), headers={"accept-language": asked})
    assert read(page).one("html").attrs["lang"] == spoken
    assert page.context["form"]["time_zone"].value() == "Europe/Warsaw"
