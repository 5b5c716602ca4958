"""Ranks below 9 kyu: one band of the points, a name of their own, their own place elsewhere."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import RatingEntry
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import NIGHT
from goclub.members.founding.tests.test_founding import CLUB, link
from goclub.members.membership.services.admission import register_member
from goclub.members.membership.tests.test_invitations import ME, invite, outbox
from goclub.members.membership.tests.test_registering import WHO
from goclub.members.models import Member, StrengthDecision
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.strength.services import (
    PastStrength,
    declare_strength,
    record_past_strengths,
    set_strength,
)
from goclub.members.tests.factories import (
    LONG_AGO,
    LONG_AGO_AT,
    make_applicant,
    make_member,
    signed_in,
)
from goclub.members.tests.test_people import JOIN
from ratings.errors import RuleError
from ratings.tests.builders import refused

#: What is declared, and where it starts in IGS (S0-1: BC below 17k) and in the European rating.
STARTS = {
    "30k": ("BC", -900.0),
    "20k": ("BC", 100.0),
    "18k": ("BC", 300.0),
    "17k": ("17k?", 400.0),
    "15k": ("15k?", 600.0),
    "10k": ("10k?", 1100.0),
    "9k": ("9k?", 1200.0),
}
NO_RANKS = ["31k", "0k", "10d", "9p", "99k"]


@pytest.fixture
def chair(client):
    return signed_in(client, "The Chair", role=CHAIR)


def newcomer():
    return Member.objects.exclude(display_name="The Chair").get()


# --- Doors: each lets somebody in with a rank, or says no with a page -----------------------------
def by_request(client, rank):
    """Asks to join, and is admitted by the one press of the desk."""
    client.logout()
    answer = client.post(reverse("members:join"), JOIN | {"declared_rank": rank})
    if answer.status_code == 302:
        client.force_login(Member.objects.get(display_name="The Chair").user)
        (asked,) = client.get(reverse("members:desk")).context["kinds"]
        (step, *_more) = asked.matters[0]["matter"].steps
        client.post(step.url, step.sent)
    return answer


def by_another_start(client, rank):
    """The chair admits with another rank than was declared."""
    person = Member.objects.filter(status=Member.Status.APPLICANT).first() or make_applicant()
    return client.post(reverse("games:admit", args=[person.pk]), {f"a{person.pk}-rank": rank})


def by_hand(client, rank):
    return client.post(reverse("members:register"), WHO | {"declared_rank": rank})


def by_invitation(client, rank):
    invite(client, Member.objects.get(display_name="The Chair"), "lucja@example.org")
    (address,) = set(re.findall(r"/invited/\w+/", outbox()[0].text))
    return client.post(address, ME | {"declared_rank": rank})


def by_being_a_guest_first(client, rank):
    guest = add_guest(name="Visitor")
    data = {"on": "2025-03-06", "rank": rank, "confirmed": "1"}
    return client.post(reverse("games:take-in", args=[guest.pk]), data)


def by_the_office(client, rank):
    """The office's own pages: a row, and the action that admits it."""
    person = make_applicant()
    data = {
        "display_name": person.display_name, "romanised_name": "", "language": "en",
        "time_zone": "UTC", "declared_rank": rank,
    }  # fmt: skip
    form = client.get(reverse("admin:members_member_change", args=[person.pk]))
    sent = {name: value for name, value in form.context["adminform"].form.initial.items() if value}
    for formset in form.context["inline_admin_formsets"]:
        management = formset.formset.management_form
        sent |= {management.add_prefix(name): value for name, value in management.initial.items()}
    answer = client.post(reverse("admin:members_member_change", args=[person.pk]), sent | data)
    if answer.status_code == 302:
        client.post(reverse("admin:members_member_changelist"), {
            "action": "admit", "_selected_action": [person.pk]})  # fmt: skip
    return answer


DOORS = [
    by_request, by_another_start, by_hand, by_invitation, by_being_a_guest_first, by_the_office,
]  # fmt: skip


def starts_of(member):
    held = {one.system: one for one in member.standings.all()}
    return held["paa"].points, held["paa"].rank, held["igs"].rank, held["egf"].rating


@pytest.mark.parametrize("rank", ["30k", "15k", "10k"])
@pytest.mark.parametrize("door", DOORS)
def test_a_weak_rank_comes_in_by_every_door(client, chair, door, rank):
    assert door(client, rank).status_code == 302
    member = newcomer()
    assert (member.status, member.decisions.get().rank) == (Member.Status.MEMBER, rank)
    assert starts_of(member) == (0, "9k", *STARTS[rank])


@pytest.mark.parametrize("rank", NO_RANKS)
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_rank_comes_in_by_no_door(client, chair, door, rank):
    assert door(client, rank).status_code != 302 or door is by_another_start
    assert not StrengthDecision.objects.exclude(member=chair).exists()


def test_the_founder_may_be_a_beginner(client):
    assert client.post(link(), CLUB | {"declared_rank": "25k"}).status_code == 302
    founder = Member.objects.get()
    assert (founder.declared_rank, starts_of(founder)) == ("25k", (0, "9k", "BC", -400.0))


# --- What it starts -------------------------------------------------------------------------------
@pytest.mark.parametrize("rank", STARTS)
def test_nine_kyu_and_weaker_start_at_zero_and_elsewhere_in_their_place(client, chair, rank):
    member = make_member("Weak", rank=rank)
    assert starts_of(member) == (0, "9k", *STARTS[rank])
    assert member.standings.get(system="elo").rating == chair.standings.get(system="elo").rating
    entry = RatingEntry.objects.get(member=member, system="paa")
    assert entry.reason["rules"] == ["S1-4"]
    why = read(client.get(entry.get_absolute_url())).one("main").text
    assert f"Declared rank {rank[:-1]} kyu" in why
    entry = RatingEntry.objects.get(member=member, system="igs")
    why = read(client.get(entry.get_absolute_url())).one("main").text
    begins = "Starts in BC" if STARTS[rank][0] == "BC" else "Starts as a newcomer"
    assert begins in why
    before = list(RatingEntry.objects.order_by("pk").values())
    assert rebuild() == 0
    assert list(RatingEntry.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(("rank", "points"), [("15k", 30), ("9k", 0), ("30k", 40)])
def test_a_weak_rank_goes_with_points_of_the_lowest_band(rank, points):
    member = register_member(Act(None), on=LONG_AGO, display_name="A", rank=rank, points=points)
    assert (member.decisions.get().rank, starts_of(member)) == (rank, (points, "9k", *STARTS[rank]))
    with refused(code="E_INCONSISTENT"):
        register_member(Act(None), on=LONG_AGO, display_name="B", rank=rank, points=41)


def test_a_rank_is_kept_in_one_spelling_however_it_is_written(chair):
    for name, text in (("A", "十五級"), ("B", " 15 Kyu "), ("C", "15 คิว")):
        member = register_member(Act(chair.user), on=LONG_AGO, display_name=name, rank=text)
        assert (member.declared_rank, member.decisions.get().rank) == ("15k", "15k")
    set_strength(Act(chair.user), member, on=LONG_AGO, reason="x", rank="１２級")
    assert member.decisions.get(kind="set").rank == "12k"


@pytest.mark.parametrize("rank", NO_RANKS)
def test_what_is_no_rank_is_refused_by_the_rules_too(chair, rank):
    member = make_applicant()
    member.joined_on = LONG_AGO
    past = PastStrength(StrengthDecision.Kind.DECLARED, LONG_AGO, rank=rank)
    with pytest.raises(RuleError):
        declare_strength(Act(None, LONG_AGO_AT), member, on=LONG_AGO, rank=rank, points=None)
    with pytest.raises(RuleError):
        record_past_strengths(Act(chair.user), member, strengths=[past])


@pytest.mark.parametrize("rank", ["30k", "15k", "10k"])
def test_the_office_sets_a_weak_rank(client, chair, rank):
    member = make_member("Once 1k", rank="1k", joined=date(2024, 1, 1))
    sent = {"kind": "set", "points": "0", "rank": rank, "effective_on": NIGHT.isoformat(),
            "reason": "known"}  # fmt: skip
    address = reverse("games:strength", args=[member.pk])
    assert client.post(address, sent).status_code == 302
    assert member.decisions.get(kind="set").rank == rank
    standing = member.standings.get(system="paa")
    assert (standing.points, standing.rank) == (0, "9k")
    for odd in NO_RANKS:
        assert client.post(address, sent | {"rank": odd}).status_code == 422
    assert rebuild() == 0
