"""Joining, signing in, roles, names, and the club's colours."""

from __future__ import annotations

from itertools import pairwise

import pytest
from axes.models import AccessAttempt
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.tests.reading import codes, read, shows
from goclub.members.membership.services.admission import admit_member, ask_to_join
from goclub.members.models import ClubSettings, Letter, Member, Nickname, User
from goclub.members.people.services import give_nicknames, read_nicknames
from goclub.members.queries import match_names, namesakes
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, ROLES, SECRETARY
from goclub.members.strength.services import set_strength
from goclub.members.tests.factories import (
    LONG_AGO,
    LONG_AGO_AT,
    PASSWORD,
    fresh,
    make_applicant,
    make_member,
    signed_in,
)
from goclub.members.theme import PAPER_DARK, PAPER_LIGHT, READABLE, contrast, dark_tone
from ratings.errors import Code
from ratings.tests.builders import refused

JOIN = {
    "display_name": "Łucja Żak", "romanised_name": "", "country": "PL", "club": "",
    "language": "pl",
    "time_zone": "Europe/Warsaw", "birth_date": "", "declared_rank": "4k", "declared_points": "",
    "message": "Hello", "email": "lucja@example.org", "password": "kamienie-na-planszy",
}  # fmt: skip


@pytest.mark.usefixtures("founded")
def test_from_request_to_signed_in(client):
    assert client.post(reverse("members:join"), JOIN).status_code == 302
    applicant = Member.objects.get(display_name="Łucja Żak")
    assert applicant.status == Member.Status.APPLICANT
    sign_in = {"username": "lucja@example.org", "password": "kamienie-na-planszy"}
    early = client.post(reverse("members:sign-in"), sign_in)
    assert codes(early.context["form"]) == {"__all__": ["inactive"]}
    assert shows(early, early.context["form"].errors["__all__"][0])
    signed_in(client, role=CHAIR)
    prefix = f"a{applicant.pk}"
    assert "Łucja Żak" in read(client.get(reverse("members:desk"))).one("main").text
    client.post(reverse("games:admit", args=[applicant.pk]), {f"{prefix}-rank": "4k"})
    assert fresh(applicant).status == Member.Status.MEMBER
    assert applicant.standings.get(system="paa").points == 85  # S1-3: the middle of 4k
    assert Letter.objects.latest("pk").to == "lucja@example.org"
    client.logout()
    assert client.post(reverse("members:sign-in"), sign_in).status_code == 302


@pytest.mark.usefixtures("founded")
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"display_name": ""}, "display_name"),
        ({"display_name": "佐藤\u200b 健"}, "display_name"),
        ({"email": "lucja"}, "email"),
        ({"email": "\u212aim@example.org"}, "email"),
        ({"email": "\u0130mre@example.org"}, "email"),
        ({"email": "lucja@\u0130nsel.example"}, "email"),
        ({"display_name": "\u200b"}, "display_name"),
        ({"display_name": "\u3164 \u2800"}, "display_name"),
        ({"romanised_name": "\u00ad"}, "romanised_name"),
        ({"password": "1234567890"}, "password"),
        ({"password": "short"}, "password"),
        ({"birth_date": "2999-01-01"}, "birth_date"),
        ({"declared_points": "1000"}, "declared_points"),
        ({"declared_points": "-1"}, "declared_points"),
        ({"declared_points": "82.5"}, "declared_points"),
        ({"declared_points": "95"}, "declared_points"),  # 95 is not in the band of 4k (S1-5, B1)
        ({"declared_rank": "9d"}, "declared_rank"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
    ],
)
def test_each_refusal_of_a_request_stands_beside_its_field(client, change, field):
    page = client.post(reverse("members:join"), JOIN | change)
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert page.context["form"]["message"].value() == "Hello"
    assert not Member.objects.exists()


def test_joining_tells_nobody_whether_an_address_has_a_login(client, monkeypatch):
    hashed = []
    original = User.set_password
    monkeypatch.setattr(
        User, "set_password", lambda user, text: hashed.append(text) or original(user, text)
    )
    User.objects.filter(pk=make_member().user_id).update(email="owner@example.org")
    waiting = make_applicant()
    Member.objects.update(language="pl")  # letters speak their reader's language
    answers = []
    for email in ("new@example.org", "OWNER@example.org", waiting.user.email):
        hashed.clear()
        before = Letter.objects.count()
        answer = client.post(reverse("members:join"), JOIN | {"email": email})
        letters = Letter.objects.order_by("pk")[before:]
        answers.append((answer.status_code, answer.headers["Location"], len(hashed), len(letters)))
        assert letters[0].to == email.lower()
    assert answers == [(302, reverse("members:joined"), 1, 1)] * 3
    assert Member.objects.filter(display_name=JOIN["display_name"]).count() == 1
    subjects = {letter.subject for letter in Letter.objects.all()}
    assert len(subjects) == 1  # what stands outside the letter tells nothing either


def test_two_requests_at_once_are_one(monkeypatch):
    """The other one was stored between the question and the answer."""
    user = make_applicant().user
    found = iter([None, user])
    monkeypatch.setattr(
        "goclub.members.membership.services.admission.login_of", lambda _email: next(found)
    )
    asked = ask_to_join(at=LONG_AGO_AT, email=user.email, password=PASSWORD, url="/",
                        display_name="Again")  # fmt: skip
    assert asked is None
    assert Letter.objects.latest("pk").to == user.email


@pytest.mark.parametrize("name", ["佐藤 健", " 佐藤　健"])
def test_a_members_very_name_is_a_question_for_the_office(client, name):
    """The asker hears what everybody hears; whoever admits sees the other one."""
    member = make_member("佐藤 健")
    assert client.post(reverse("members:join"), JOIN | {"display_name": name}).status_code == 302
    applicant = Member.objects.get(status=Member.Status.APPLICANT)
    assert namesakes(applicant) == [member]
    signed_in(client, role=CHAIR)
    (asked,) = client.get(reverse("members:desk")).context["kinds"]
    (shown,) = asked.matters
    assert (shown["matter"].thing["person"], shown["matter"].thing["namesakes"]) == (
        applicant,
        [member],
    )
    assert [bool(step.sent) for step in shown["matter"].steps] == [False, False]  # no single press
    client.post(reverse("admin:members_member_changelist"), {
        "action": "admit", "_selected_action": [applicant.pk]})  # fmt: skip
    assert fresh(applicant).status == Member.Status.APPLICANT


def test_nobody_renames_himself_to_another_member_or_to_nothing(client):
    make_member("佐藤 健", romanised_name="Sato Ken")
    signed_in(client, "Anong")
    profile = {"display_name": "Anong", "romanised_name": "", "country": "", "club": "",
               "language": "en", "time_zone": "UTC", "birth_date": "", "nicknames": ""}  # fmt: skip
    for change in (
        {"display_name": "SATO KEN"},
        {"romanised_name": "Sato Ken"},
        {"display_name": "\u200b"},
    ):
        page = client.post(reverse("members:me"), profile | change)
        assert page.status_code == 422
        assert set(page.context["form"].errors) == set(change)
    assert client.post(reverse("members:me"), profile).status_code == 302


def test_each_role_includes_the_one_before():
    rights = [make_member(role=role).user.get_all_permissions() for role in ROLES]
    for lower, higher in pairwise(rights):
        assert lower < higher or lower == higher == set()
    member, organiser, secretary, chair = rights
    assert "games.decide_game" in organiser - member
    assert "members.set_strength" in secretary - organiser
    assert "members.certify_strength" in chair - secretary


def test_points_are_set_by_the_office_only_s1_4():
    member, organiser = make_member(), make_member(role=ORGANISER)
    for user in (member.user, organiser.user):
        with pytest.raises(PermissionDenied):
            set_strength(Act(user, LONG_AGO_AT), member, on=LONG_AGO, reason="me", points=150)


def test_admitting_twice_is_refused_and_posts_nothing_more():
    member = make_member()
    with refused(code=Code.STATE):
        admit_member(Act(None, LONG_AGO_AT), member, on=LONG_AGO)
    assert member.decisions.count() == 1


# --- Names ------------------------------------------------------------------------------------
def test_names_of_a_kifu_find_their_members():
    sato = make_member("佐藤 健", romanised_name="Sato Ken")
    pawel = make_member("Paweł Wiśniewski")
    Nickname.objects.create(member=sato, name="kenchan", server="KGS")
    found = match_names(["Ken Sato", "KENCHAN", "pawel wisniewski", "佐藤健", "nobody", ""])
    assert found == {
        "Ken Sato": sato, "KENCHAN": sato, "pawel wisniewski": pawel, "佐藤健": sato,
        "nobody": None,
    }  # fmt: skip


def test_a_name_of_two_members_decides_nothing():
    for name in ("Sato Ken", "Ken Sato"):
        make_member(name)
    assert match_names(["Sato Ken"]) == {"Sato Ken": None}


def test_a_member_edits_his_profile_and_nicknames(client):
    member = signed_in(client, "Nils")
    form = client.get(reverse("members:me")).context["form"]
    data = {name: form[name].value() or "" for name in form.fields}
    data |= {"nicknames": "nilsgo (OGS), <script>", "display_name": "Nils Ö."}
    assert client.post(reverse("members:me"), data).status_code == 302
    assert set(member.nicknames.values_list("name", "server")) == {
        ("nilsgo", "OGS"),
        ("<script>", ""),
    }
    assert (
        client.post(reverse("members:me"), data | {"nicknames": "nilsgo (KGS)"}).status_code == 302
    )
    assert member.nicknames.get().name == "nilsgo"
    refused = client.post(reverse("members:me"), data | {"nicknames": "nils, go (KGS\u202e)"})
    assert codes(refused.context["form"]) == {"nicknames": ["unseen"]}


def test_a_nickname_whose_folded_form_is_longer_than_a_column_is_kept(client):
    member = make_member("Nils")
    give_nicknames(member=member, called=read_nicknames("\ufdfa" * 90 + ", " + "\ufdfa" * 90))
    assert [len(one.folded) for one in member.nicknames.all()] == [80]


def test_names_whose_folded_forms_are_longer_than_a_column_are_kept():
    """Each is told from others by it, and PostgreSQL refuses what a column does not hold."""
    longest = Member._meta.get_field("search_names").max_length
    first = make_member("\ufdfa" * 80, romanised_name="\xdf" * 80)
    assert len(first.search_names) <= longest
    assert namesakes(Member(display_name="\ufdfa" * 80)) == [first]


# --- The admin --------------------------------------------------------------------------------


def test_the_admin_admits_and_shows_a_birthday_to_the_chair_alone(client):
    applicant = make_applicant("New", declared_rank="1k")
    signed_in(client, role=CHAIR)
    client.post(
        reverse("admin:members_member_changelist"),
        {"action": "admit", "_selected_action": [applicant.pk]},
    )
    assert fresh(applicant).status == Member.Status.MEMBER
    address = reverse("admin:members_member_change", args=[applicant.pk])
    assert b"birth_date" in client.get(address).content
    signed_in(client, role=SECRETARY)
    change = client.get(address)
    assert change.status_code == 200
    assert not {b"birth_date", b"id_role"} & set(change.content.split(b'"'))


def test_a_pale_accent_is_refused_with_its_contrast(client):
    client.force_login(make_member(role=CHAIR).user)
    url = reverse("admin:members_clubsettings_add")
    data = {"name": "Kaya Club", "motto": "", "mark": "ko", "visitors_see": "table",
            "faces": "members", "language": "en", "time_zone": ""}  # fmt: skip
    page = client.post(url, data | {"accent": "#ffee88"})
    errors = page.context["adminform"].form.errors
    assert list(errors) == ["accent"]
    assert f"{contrast('#ffee88', PAPER_LIGHT):.1f}" in errors["accent"][0]
    assert shows(page, errors["accent"][0])
    assert client.post(url, data | {"accent": "#7a2048"}).status_code == 302
    assert ClubSettings.objects.get().name == "Kaya Club"
    assert b"#7a2048" in client.get("/club.css").content


@pytest.mark.parametrize("accent", ["#1f6f5c", "#7a2048", "#00008b", "#5a5a00", "#000000"])
def test_every_accent_is_readable_on_both_pages(accent):
    assert contrast(accent, PAPER_LIGHT) >= READABLE
    assert contrast(dark_tone(accent), PAPER_DARK) >= READABLE


@pytest.mark.usefixtures("founded")
def test_the_right_password_of_an_applicant_is_no_failed_attempt(client):
    client.post(reverse("members:join"), JOIN)
    right = {"username": "lucja@example.org", "password": JOIN["password"]}
    for _ in range(7):
        early = client.post(reverse("members:sign-in"), right)
        assert codes(early.context["form"]) == {"__all__": ["inactive"]}
    assert not AccessAttempt.objects.exists()
    client.post(reverse("members:sign-in"), right | {"password": "guessed"})
    assert AccessAttempt.objects.get().failures_since_start == 1
    assert "_auth_user_id" not in client.session
