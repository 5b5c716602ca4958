"""The admin's list of members: what it shows, how it narrows, and its actions for many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import cost, read
from goclub.games.models import Standing
from goclub.games.tests.factories import play, report
from goclub.members.membership.services.admission import register_member
from goclub.members.models import Invitation, Letter, Member
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import LONG_AGO, LONG_AGO_AT, make_member

LIST = reverse("admin:members_member_changelist")


@pytest.fixture
def people(client):
    chair = make_member("Chair", role=CHAIR)
    sato, anong = make_member("Sato"), make_member("Anong")
    play(sato, anong, played_on=timezone.localdate() - timedelta(days=3))
    paper = register_member(
        Act(chair.user, LONG_AGO_AT),
        on=LONG_AGO,
        display_name="Paper",
        contact_email="paper@example.org",
    )
    add_guest(name="Guest")
    client.force_login(chair.user)
    return {"chair": chair, "sato": sato, "anong": anong, "paper": paper}


def names(client, **query):
    page = client.get(LIST, query)
    assert page.status_code == 200
    return {member.display_name for member in page.context["cl"].result_list}


def test_guests_are_apart_and_every_column_narrows(client, people):
    Standing.objects.filter(member=people["sato"], system="paa").update(certified=True)
    everyone = {"Chair", "Sato", "Anong", "Paper"}
    assert names(client) == everyone
    assert names(client, status="guest") == {"Guest"}
    assert names(client, certified="yes") == {"Sato"}
    assert names(client, role="chair") == {"Chair"}
    assert names(client, email="address") == {"Paper"}
    assert names(client, email="account") == everyone - {"Paper"}
    assert names(client, last_game="30") == {"Sato", "Anong"}
    assert names(client, last_game="never") == {"Chair", "Paper"}
    standing = Standing.objects.get(member=people["sato"], system="paa")
    assert "Sato" in names(client, rank=standing.rank)
    assert "Sato" in names(client, points=str(standing.points // 50 * 50))
    for odd in ("9" * 5000, "x", "-1", "²"):
        for name in ("rank", "points", "certified", "role", "email", "last_game", "status"):
            assert client.get(LIST, {name: odd}).status_code in (200, 302)


def test_the_columns_say_strength_account_and_last_game(client, people):
    rows = {row.one("th").text.strip(): row.text for row in read(client.get(LIST)).all("tbody tr")}
    assert people["sato"].user.email in rows["Sato"]
    assert "paper@example.org" in rows["Paper"]
    assert "chair" in rows["Chair"]
    for column in range(1, 12):
        for order in (f"{column}", f"-{column}"):
            assert client.get(LIST, {"o": order}).status_code == 200


def test_as_many_queries_for_many_members_as_for_few(client, people):
    few = cost(client, LIST)
    for number in range(20):
        make_member(f"More {number}")
    assert cost(client, LIST) == few


def act(client, action, members, **more):
    chosen = [member.pk for member in members]
    return client.post(LIST, {"action": action, "_selected_action": chosen, **more}, follow=True)


def test_many_are_invited_with_one_message(client, people):
    chosen = [people["paper"], people["sato"]]
    assert not Invitation.objects.exists()
    assert read(act(client, "invite", chosen)).one("form [name=message]")
    act(client, "invite", chosen, confirmed="yes", message="See you on Friday.")
    invitation = Invitation.objects.get()
    assert (invitation.member, invitation.message) == (people["paper"], "See you on Friday.")
    assert "See you on Friday." in Letter.objects.get(kind="membership").text


def test_many_become_official_with_one_reason(client, people):
    chosen = [people["sato"], people["anong"]]
    act(client, "certify", chosen)
    assert not Standing.objects.filter(certified=True).exists()
    act(client, "certify", chosen, confirmed="yes", reason="Known for years.")
    certified = Standing.objects.filter(system="paa", certified=True)
    assert set(certified.values_list("member", flat=True)) == {one.pk for one in chosen}


def test_the_export_has_the_columns_of_the_list(client, people):
    answer = act(client, "export", [people["sato"], people["paper"]])
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    assert len(text.splitlines()) == 3
    assert "paper@example.org" in text


@pytest.mark.parametrize(
    ("role", "allowed"),
    [(ORGANISER, set()), (SECRETARY, {"invite"}), (CHAIR, {"invite", "certify"})],
)
def test_actions_are_offered_to_those_who_may(client, people, role, allowed):
    client.force_login(make_member("Other", role=role).user)
    context = client.get(LIST).context  # an organiser is led elsewhere
    form = context["action_form"] if context else None
    offered = {key for key, _label in form.fields["action"].choices} if form else set()
    assert offered & {"invite", "certify"} == allowed
    act(client, "invite", [people["paper"]], confirmed="yes", message="")
    assert Invitation.objects.exists() == ("invite" in allowed)


def test_a_member_without_an_account_gets_no_mail_but_an_invitation(people):
    Letter.objects.all().delete()
    paper = Member.objects.get(pk=people["paper"].pk)
    play(people["sato"], people["anong"], minute=5)
    report(people["sato"], paper, minute=9)
    assert not Letter.objects.filter(to=paper.contact_email).exists()
