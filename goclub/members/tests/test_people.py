"""Joining, signing in, roles, names, and the club's colours."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from axes.models import AccessAttempt
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.tests.reading import codes, read, shows
from goclub.members.membership.services.admission import admit_member, ask_to_join
from goclub.members.membership.services.leaving import retire_member
from goclub.members.membership.services.roles import set_role
from goclub.members.models import ClubSettings, Letter, Member, Nickname, User
from goclub.members.people.services import add_guest, give_nicknames, read_nicknames
from goclub.members.queries import match_names, namesakes
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, ROLES, SECRETARY
from goclub.members.strength.services import set_strength
from goclub.members.tests.factories import (
    LONG_AGO,
    LONG_AGO_AT,
    PASSWORD,
    make_applicant,
    make_member,
)
from goclub.members.theme import PAPER_DARK, PAPER_LIGHT, READABLE, contrast, dark_tone
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.django_db

JOIN = {
    "display_name": "Łucja Żak", "romanised_name": "", "country": "PL", "club": "",
    "language": "pl",
    "time_zone": "Europe/Warsaw", "birth_date": "", "declared_rank": "4k", "declared_points": "",
    "message": "Hello", "email": "lucja@example.org", "password": "kamienie-na-planszy",
}  # fmt: skip


@pytest.mark.usefixtures("founded")
def test_from_request_to_signed_in(client):
    answer = client.post(reverse("members:join"), JOIN)
    assert answer.status_code == 302
    applicant = Member.objects.get(display_name="Łucja Żak")
    assert applicant.status == Member.Status.APPLICANT
    sign_in = {"username": "lucja@example.org", "password": "kamienie-na-planszy"}
    early = client.post(reverse("members:sign-in"), sign_in)
    assert codes(early.context["form"]) == {"__all__": ["inactive"]}
    assert shows(early, early.context["form"].errors["__all__"][0])
    chair = make_member(role=CHAIR)
    client.force_login(chair.user)
    prefix = f"a{applicant.pk}"
    assert "Łucja Żak" in read(client.get(reverse("members:desk"))).one("main").text
    client.post(reverse("games:admit", args=[applicant.pk]), {f"{prefix}-rank": "4k"})
    applicant.refresh_from_db()
    assert applicant.status == Member.Status.MEMBER
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
    owner = make_member()
    User.objects.filter(pk=owner.user_id).update(email="owner@example.org")
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
    chair = make_member(role=CHAIR)
    client.force_login(chair.user)
    (asked,) = client.get(reverse("members:desk")).context["kinds"]
    (shown,) = asked.matters
    assert (shown.matter.thing.person, shown.matter.thing.namesakes) == (applicant, [member])
    assert [bool(step.sent) for step in shown.matter.steps] == [False, False]  # no single press
    client.post(reverse("admin:members_member_changelist"), {
        "action": "admit", "_selected_action": [applicant.pk]})  # fmt: skip
    applicant.refresh_from_db()
    assert applicant.status == Member.Status.APPLICANT


def test_nobody_renames_himself_to_another_member_or_to_nothing(client):
    make_member("佐藤 健", romanised_name="Sato Ken")
    other = make_member("Anong")
    client.force_login(other.user)
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


def test_a_guest_has_a_name_that_can_be_seen():
    with pytest.raises(RuleError):
        add_guest(name="\u200b ")


def test_five_wrong_passwords_lock_the_door_and_say_what_to_do(client):
    member = make_member(password=True)
    data = {"username": member.user.username, "password": "wrong"}
    answers = [client.post(reverse("members:sign-in"), data) for _ in range(5)]
    assert [a.status_code for a in answers] == [200, 200, 200, 200, 429]
    assert reverse("members:password-reset") in read(answers[-1]).values("main a", "href")
    right = client.post(reverse("members:sign-in"), data | {"password": PASSWORD})
    assert right.status_code == 429


def test_a_forgotten_password_is_reset_by_letter(client):
    member = make_member(password=True, language="th")
    client.post(reverse("members:password-reset"), {"email": member.user.email})
    letter = Letter.objects.get(kind="password")
    assert (letter.to, letter.language, letter.unsubscribe) == (member.user.email, "th", "")
    link = re.search(r"http://[^/]+(/password/\S+)", letter.text).group(1)
    page = client.get(link, follow=True)
    new = {"new_password1": "another-good-one", "new_password2": "another-good-one"}
    client.post(page.redirect_chain[-1][0], new)
    sign_in = {"username": member.user.username, "password": "another-good-one"}
    assert client.post(reverse("members:sign-in"), sign_in).status_code == 302


def test_signing_out_takes_a_post(client):
    client.force_login(make_member().user)
    assert client.get(reverse("members:sign-out")).status_code == 405
    assert client.post(reverse("members:sign-out")).status_code == 302


def test_each_role_includes_the_one_before():
    rights = [make_member(role=role).user.get_all_permissions() for role in ROLES]
    for lower, higher in pairwise(rights):
        assert lower < higher or lower == higher == set()
    member, organiser, secretary, chair = rights
    assert "games.decide_game" in organiser - member
    assert "members.set_strength" in secretary - organiser
    assert "members.certify_strength" in chair - secretary


def test_only_the_chair_gives_roles():
    secretary, chair, someone = make_member(role=SECRETARY), make_member(role=CHAIR), make_member()
    with pytest.raises(PermissionDenied):
        set_role(member=someone, role=ORGANISER, by=secretary.user)
    set_role(member=someone, role=SECRETARY, by=chair.user)
    someone.user.refresh_from_db()
    assert someone.user.is_staff


def test_points_are_set_by_the_office_only_s1_4():
    member, organiser = make_member(), make_member(role=ORGANISER)
    for user in (member.user, organiser.user):
        with pytest.raises(PermissionDenied):
            set_strength(
                member=member, by=user, at=LONG_AGO_AT, on=LONG_AGO, reason="me", points=150
            )


def test_admitting_twice_is_refused_and_posts_nothing_more():
    member = make_member()
    with pytest.raises(RuleError) as refused:
        admit_member(member=member, by=None, at=LONG_AGO_AT, on=LONG_AGO)
    assert refused.value.code == Code.STATE
    assert member.decisions.count() == 1


def test_a_former_member_keeps_games_and_loses_the_key():
    member, chair = make_member(), make_member(role=CHAIR)
    retire_member(member=member, by=chair.user)
    member.user.refresh_from_db()
    assert not member.user.is_active
    assert member.standings.exists()


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
    make_member("Sato Ken")
    make_member("Ken Sato")
    assert match_names(["Sato Ken"]) == {"Sato Ken": None}


def test_a_member_edits_his_profile_and_nicknames(client):
    member = make_member("Nils")
    client.force_login(member.user)
    page = client.get(reverse("members:me"))
    form = page.context["form"]
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
@pytest.mark.parametrize("role", [MEMBER, ORGANISER, SECRETARY, CHAIR])
def test_the_admin_is_for_the_office(client, role):
    client.force_login(make_member(role=role).user)
    wanted = 200 if role in (SECRETARY, CHAIR) else 302
    assert client.get("/office/").status_code == wanted


ADMIN_PAGES = [
    "members_member", "members_user", "members_strengthdecision", "members_clubsettings",
    "games_game", "games_houserule", "games_ratingentry", "games_kifu",
    "games_toss", "games_standing", "games_thresholdtable",
]  # fmt: skip


@pytest.mark.parametrize("name", ADMIN_PAGES)
def test_the_chair_sees_every_list_and_deletes_nothing(client, name):
    chair = make_member(role=CHAIR)
    client.force_login(chair.user)
    url = reverse(f"admin:{name}_changelist")
    searched = {} if "settings" in name else {"q": "sato"}
    assert client.get(url, searched).status_code == 200
    assert not read(client.get(url)).has("option[value=delete_selected]")


def test_the_admin_admits_and_keeps_the_history(client):
    chair, applicant = make_member(role=CHAIR), make_applicant("New", declared_rank="1k")
    client.force_login(chair.user)
    client.post(
        reverse("admin:members_member_changelist"),
        {"action": "admit", "_selected_action": [applicant.pk]},
    )
    applicant.refresh_from_db()
    assert applicant.status == Member.Status.MEMBER
    history = client.get(reverse("admin:members_member_history", args=[applicant.pk]))
    assert history.status_code == 200
    change = client.get(reverse("admin:members_member_change", args=[applicant.pk]))
    assert change.status_code == 200
    assert b"birth_date" in change.content
    secretary = make_member(role=SECRETARY)
    client.force_login(secretary.user)
    change = client.get(reverse("admin:members_member_change", args=[applicant.pk]))
    assert b"birth_date" not in change.content
    assert b"id_role" not in change.content


def test_a_pale_accent_is_refused_with_its_contrast(client):
    client.force_login(make_member(role=CHAIR).user)
    url = reverse("admin:members_clubsettings_add")
    data = {"name": "Kaya Club", "motto": "", "mark": "ko", "visitors_see": "table",
            "welcome": "", "language": "en", "time_zone": ""}  # fmt: skip
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


def test_the_look_is_kept_in_a_cookie_and_leads_back(client):
    answer = client.post(reverse("theme"), {"theme": "dark", "next": "/calculator/"})
    assert answer["Location"] == "/calculator/"
    assert read(client.get("/")).one("html").attrs["data-bs-theme"] == "dark"
    assert client.post(reverse("theme"), {"next": "https://evil.example/"})["Location"] == "/"


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


@pytest.mark.usefixtures("founded")
def test_fields_that_have_to_be_filled_in_are_marked(client):
    """And no other; the mark stands in the label, before anything was sent."""
    answer = client.get(reverse("members:join"))
    page = read(answer)
    fields = [one for one in answer.context["form"] if not one.is_hidden]
    mark = "label[for={}] .asteriskField"
    marked = {one.name for one in fields if page.has(mark.format(one.id_for_label))}
    assert marked == {one.name for one in fields if one.field.required}
    assert {"display_name", "email", "password"} <= marked < {one.name for one in fields}


@pytest.mark.usefixtures("founded")
def test_browsers_know_what_to_fill_in(client):
    page = read(client.get(reverse("members:join")))
    kinds = {"display_name": "name", "country": "country", "birth_date": "bday", "email": "email",
             "password": "new-password"}  # fmt: skip
    for name, kind in kinds.items():
        assert page.one(f'main [name="{name}"]').attrs["autocomplete"] == kind
    asked = page.one('main select[name="time_zone"]').attrs
    assert "data-browser-zone" in asked
    again = read(client.post(reverse("members:join"), JOIN | {"email": "no address"}))
    assert "data-browser-zone" not in again.one('main select[name="time_zone"]').attrs
