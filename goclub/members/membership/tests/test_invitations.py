"""Inviting by mail and by a link: each address judged by itself, and nobody learns of another's."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import codes, read
from goclub.members.membership.queries import read_addresses
from goclub.members.membership.services.admission import register_member
from goclub.members.membership.services.invitations import (
    InvitationResult,
    invite_members,
    make_link,
)
from goclub.members.membership.services.leaving import leave_club, retire_member
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Invitation, Letter, Member
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.tests.factories import (
    LONG_AGO,
    LONG_AGO_AT,
    as_member,
    fresh,
    make_applicant,
    make_member,
)

SITE = "http://testserver/"
PASSWORD = "kamienie-na-planszy"
ME = {"display_name": "Łucja Żak", "romanised_name": "", "country": "", "language": "pl",
      "time_zone": "Europe/Warsaw", "declared_rank": "4k", "declared_points": "",
      "password": PASSWORD}  # fmt: skip


def outbox():
    return list(Letter.objects.order_by("pk"))


@pytest.fixture
def chair():
    return make_member("Chair", role=CHAIR)


def invite(client, chair, text, **more):
    page = as_member(client, chair).post(
        reverse("members:invite"), {"addresses": text, "language": "en", "message": "", **more}
    )
    client.logout()
    return page


def results(page):
    return [one.result for one, _text in page.context["outcomes"]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a@b.pl, c@d.pl;e@f.jp\nx@y.th", ["a@b.pl", "c@d.pl", "e@f.jp", "x@y.th"]),
        ("Sato <s@ex.jp>；佐藤 健 <k@ex.jp>", ["s@ex.jp", "k@ex.jp"]),
        ('"Kowalski, Jan" <jan@ex.pl>, ewa@ex.pl', ["jan@ex.pl", "ewa@ex.pl"]),
        ('O"Neil <o@ex.ie>, p@ex.ie', ["o@ex.ie", "p@ex.ie"]),
    ],
)
def test_a_box_of_addresses_is_cut_into_addresses(text, found):
    read_ones = [one for one in read_addresses(text) if one.typed]
    assert [one.email for one in read_ones] == found
    assert all(one.good for one in read_ones)


@pytest.mark.parametrize(
    "text", ["nobody", "a@", "a b@c.pl", "<>", "a@b", "\u212aim@b.pl", "\u0130@b.pl"]
)
def test_what_is_no_address_is_said_and_stops_nothing(client, chair, text):
    page = invite(client, chair, f"{text}\ngood@example.org")
    assert results(page) == [InvitationResult.NO_ADDRESS, InvitationResult.SENT]
    assert [letter.to for letter in outbox()] == ["good@example.org"]


def test_every_address_is_judged_by_itself(client, chair):
    waiting, gone, here = make_applicant(), make_member("Gone"), make_member("Here")
    retire_member(Act(None), gone)
    text = "\n".join(
        ["new@example.org", "NEW@example.org", waiting.user.email, gone.user.email, here.user.email]
    )
    page = invite(client, chair, text)
    wanted = ["SENT", "TWICE", "WAITING", "BACK", "MEMBER"]
    assert [result.name for result in results(page)] == wanted
    assert results(invite(client, chair, "new@example.org")) == [InvitationResult.OPEN]
    assert {letter.to for letter in outbox()} == {"new@example.org", gone.user.email}


def link_in(letter):
    return re.search(r"https?://[^/\s]+(/invited/\w+/)", letter.text).group(1)


@pytest.mark.parametrize(("language", "name"), [("ja", "桐谷 文雄"), ("th", "Kiritani Fumio")])
def test_the_letter_names_who_invites_as_its_reader_reads_names(client, chair, language, name):
    Member.objects.filter(user=chair.user).update(
        display_name="桐谷 文雄", romanised_name="Kiritani Fumio"
    )
    invite(client, chair, "kanya@example.org", language=language)
    assert name in outbox()[0].text


@pytest.mark.parametrize("language", ["ja", "pl"])
def test_invited_by_mail_in_ones_language_and_a_member_at_once(client, chair, language):
    invite(client, chair, "Łucja\u200b Żak <lucja@example.org>", language=language)
    english = "Your invitation to"
    assert not outbox()[0].subject.startswith(english)
    address = link_in(outbox()[0])
    refused = client.post(address, ME | {"password": "short", "language": "tlh"})
    assert set(refused.context["form"].errors) == {"password", "language"}
    assert client.get(reverse("members:invited", args=["9" * 5000])).status_code == 404
    page = client.get(address, headers={"accept-language": language})
    assert read(page).one("html").attrs["lang"] == language
    assert page.context["form"]["display_name"].value() == "Łucja Żak"
    assert page.context["form"]["language"].value() == language
    assert client.post(address, ME | {"language": language}).headers["Location"] == reverse("home")
    member = Member.objects.get(display_name="Łucja Żak")
    assert (member.status, member.language) == (Member.Status.MEMBER, language)
    assert member.standings.get(system="paa").points == 85  # S1-3: the middle of 4k
    assert member.user.groups.get().name == MEMBER
    assert int(client.session["_auth_user_id"]) == member.user_id
    client.logout()
    assert client.get(address).status_code == 410
    assert client.post(address, ME).status_code == 410


def test_a_record_without_a_login_is_taken_over(client, chair):
    member = register_member(
        Act(chair.user, LONG_AGO_AT),
        on=LONG_AGO,
        display_name="Kamińska H.",
        rank="3k",
        contact_email="hk@example.org",
    )
    outcomes = invite_members(Act(chair.user), [member, chair], site=SITE)
    assert [one.result for one in outcomes] == [InvitationResult.SENT, InvitationResult.MEMBER]
    address = link_in(outbox()[-1])
    form = client.get(address).context["form"]
    assert set(form.fields) == {"language", "time_zone", "password"}
    assert client.post(address, {name: ME[name] for name in form.fields}).status_code == 302
    assert (fresh(member).user.email, member.contact_email) == ("hk@example.org", "")
    assert member.decisions.count() == 1
    assert member.joined_on == LONG_AGO


def test_a_guest_becomes_a_member_by_an_admin_alone(client, chair):
    guest = Member.objects.create(
        status=Member.Status.GUEST, display_name="Gus", contact_email="gus@example.org"
    )
    (outcome,) = invite_members(Act(chair.user), [guest], site=SITE)
    assert outcome.result == InvitationResult.GUEST
    invite(client, chair, "gus@example.org")
    assert client.post(link_in(outbox()[-1]), ME).status_code == 302
    assert fresh(guest).is_guest
    assert Member.objects.get(display_name=ME["display_name"]).user.email == "gus@example.org"


def test_a_newcomer_with_a_members_very_name_waits_for_the_office(client, chair):
    make_member("Łucja Żak")
    invite(client, chair, "lucja@example.org")
    assert client.post(link_in(outbox()[-1]), ME).headers["Location"] == reverse("members:joined")
    assert Member.objects.applying().get().display_name == "Łucja Żak"


def test_a_link_sends_each_address_an_invitation_of_its_own(client, chair):
    link = make_link(Act(chair.user), 3, days=7)
    here = make_member("Here")
    answers = []
    for email in ("new@example.org", here.user.email) * 2:
        answers.append(client.post(link.get_absolute_url(), {"name": "New", "email": email}))
    told = {(one.status_code, one.headers["Location"]) for one in answers}
    assert told == {(302, reverse("members:invited-sent"))}
    assert [letter.to for letter in outbox()] == ["new@example.org", here.user.email]
    assert outbox()[0].subject == outbox()[1].subject
    turned = {"name": "New\u202e", "email": "other@example.org"}
    assert client.post(link.get_absolute_url(), turned).status_code == 422
    assert fresh(link).used == 2  # the same address again takes none
    assert client.post(link_in(outbox()[0]), ME).headers["Location"] == reverse("home")


def test_a_link_ends_with_its_uses_its_time_and_the_offices_word(client, chair):
    now = timezone.now()
    full, gone = (make_link(Act(chair.user, now), uses, days=7) for uses in (1, 5))
    late = make_link(Act(chair.user, now - timedelta(days=8)), 5, days=7)
    for link in (full, gone):
        client.post(link.get_absolute_url(), {"name": "One", "email": f"{link.uses}@example.org"})
    as_member(client, chair).post(reverse("members:invite-withdraw", args=[gone.pk]))
    twice = client.post(reverse("members:invite-withdraw", args=[gone.pk]), follow=True)
    assert "has been accepted or withdrawn" in read(twice).text
    client.logout()
    three = {"name": "Three", "email": "three@example.org"}
    for link in (full, late, gone):
        assert client.get(link.get_absolute_url()).status_code == 410
        assert client.post(link.get_absolute_url(), three).status_code == 410
    assert client.get(link_in(outbox()[-1])).status_code == 410


@pytest.mark.parametrize("how", ["role", "leaving", "by hand"])
def test_an_invitation_ends_with_the_right_of_whoever_made_it(client, chair, how):
    secretary, now = make_member("Sec", role=SECRETARY), timezone.now()
    invite(client, secretary, "new@example.org")
    link = make_link(Act(secretary.user, now), 3, days=7)
    if how == "role":
        set_role(Act(chair.user, now), secretary, role=MEMBER)
    elif how == "leaving":
        leave_club(Act(secretary.user, now), secretary)
    else:  # as a merge leaves it, whose account has the lower role
        secretary.user.groups.clear()
    client.logout()
    answer = client.post(link_in(outbox()[0]), ME)
    assert answer.status_code in (410, 422)
    answer = client.post(link.get_absolute_url(), {"name": "New", "email": "two@example.org"})
    assert answer.status_code in (410, 422)
    assert not Member.objects.filter(display_name=ME["display_name"]).exists()
    assert len(outbox()) == 1


@pytest.mark.parametrize("name", ["invitations", "register"])
def test_the_office_alone_invites(client, name):
    address = reverse(f"members:{name}")
    assert client.get(address).status_code == 302
    for role in (MEMBER, ORGANISER):
        assert as_member(client, make_member(role=role)).get(address).status_code == 403
    assert client.post(reverse("members:invite"), {"addresses": "a@b.pl"}).status_code == 403


def test_an_empty_box_and_too_many_are_refused_beside_the_box(client, chair):
    for text in ("", " , ;\n", "\n".join(f"a{n}@example.org" for n in range(501))):
        page = invite(client, chair, text)
        assert page.status_code == 422
        assert list(codes(page.context["form"])) == ["addresses"]
    assert not Invitation.objects.exists()


def on_paper(chair, name, email):
    """A member without an account, as an import brings them."""
    return register_member(
        Act(chair.user, LONG_AGO_AT), on=LONG_AGO, display_name=name, contact_email=email
    )


def test_all_without_an_account_are_invited_at_once(client, chair):
    ada = on_paper(chair, "Ada", "ada@example.org")
    bob = on_paper(chair, "Bob", "bob@example.org")
    on_paper(chair, "Cid", "")
    client.force_login(chair.user)
    assert reverse("members:invite-all") in client.get(reverse("members:invitations")).text
    page = client.get(reverse("members:invite-all"))
    assert page.context["form"]["members"].initial == [ada.pk, bob.pk]
    assert page.context["unreachable"] == 1
    answer = client.post(
        reverse("members:invite-all"), {"members": [bob.pk], "message": "Come on Friday!"}
    )
    assert results(answer) == [InvitationResult.SENT]
    assert Invitation.objects.get().member == bob
    assert "Come on Friday!" in outbox()[-1].text
    page = client.get(reverse("members:invite-all"))
    assert page.context["form"]["members"].initial == [ada.pk]


@pytest.mark.parametrize("chosen", [[], ["x"], ["9" * 5000], ["-1"], ["999999"]])
def test_nobody_else_is_invited_by_the_list(client, chair, chosen):
    on_paper(chair, "Ada", "ada@example.org")
    client.force_login(chair.user)
    page = client.post(reverse("members:invite-all"), {"members": chosen, "message": "kept"})
    assert (page.status_code, Invitation.objects.count()) == (422, 0)
    assert page.context["form"]["message"].value() == "kept"


def test_a_letter_goes_again_and_not_at_once(client, chair):
    invite(client, chair, "late@example.org")
    invitation, past = Invitation.objects.get(), timezone.now() - timedelta(days=31)
    again = reverse("members:invite-again", args=[invitation.pk])
    as_member(client, chair).post(again)
    assert len(outbox()) == 1
    Invitation.objects.update(sent_at=past, valid_until=past + timedelta(days=30))
    client.post(again)
    first, second = map(link_in, outbox())
    assert first == second
    assert fresh(invitation).is_open(timezone.now())
