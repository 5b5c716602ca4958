"""An admin marks a professional, and is warned before certifying early (S0-5, S0-8, S1-6)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import NIGHT, play
from goclub.members.models import StrengthDecision
from goclub.members.roles import CHAIR, SECRETARY
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def chair():
    return make_member("Chair", role=CHAIR)


def igs(member) -> Standing:
    return Standing.objects.get(member=member, system="igs")


@pytest.mark.parametrize("role", [CHAIR, SECRETARY])
@pytest.mark.parametrize(("rank", "shown"), [("P", "P"), ("1p", "1p"), ("9p", "9p")])
def test_an_admin_marks_a_professional_with_a_day_and_a_reason(client, role, rank, shown):
    admin, pro, other = make_member("Admin", role=role), make_member("Pro"), make_member()
    client.force_login(admin.user)
    address = reverse("games:set-igs-rank", args=[pro.pk])
    assert shown in read(client.get(address)).values("select[name=rank] option", "value")
    sent = {"rank": rank, "effective_on": NIGHT.isoformat(), "reason": "Nihon Kiin"}
    assert client.post(address, sent).status_code == 302
    standing = igs(pro)
    assert (standing.rank, standing.certified, standing.points) == (shown, False, 0)
    [decision] = StrengthDecision.objects.filter(member=pro, system="igs")
    assert (decision.effective_on, decision.reason, decision.decided_by) == (
        NIGHT, "Nihon Kiin", admin.user,
    )  # fmt: skip
    game = play(pro, other, played_on=NIGHT + timedelta(days=1))
    for entry in RatingEntry.objects.filter(game=game, system="igs"):
        assert (entry.delta, entry.code) == (0, "pro")
    entry = RatingEntry.objects.get(decision=decision, system="igs")
    for page in (entry.get_absolute_url(), f"{pro.get_absolute_url()}?system=igs"):
        assert client.get(page).status_code == 200
    assert "Nihon Kiin" in read(client.get(entry.get_absolute_url())).text
    assert rebuild() == 0
    # The way back is a rank again.
    sent["rank"], sent["reason"] = "3d", "an amateur after all"
    assert client.post(address, sent).status_code == 302
    assert igs(pro).rank == "3d"


def test_certifying_before_about_ten_games_warns_first(client, chair):
    member, other = make_member("New", points=115), make_member("Old", points=115)
    play(member, other)
    client.force_login(chair.user)
    address = reverse("games:strength", args=[member.pk])
    sent = {"kind": "certified", "effective_on": NIGHT.isoformat(), "reason": "well known"}
    asked = client.post(address, sent)
    assert asked.status_code == 200
    assert "has played 1." in read(asked).text
    assert not StrengthDecision.objects.filter(member=member, kind="certified").exists()
    assert client.post(address, sent | {"confirmed": "1"}).status_code == 302
    assert StrengthDecision.objects.filter(member=member, kind="certified").exists()


def test_certifying_after_ten_games_asks_nothing(client, chair):
    member, other = make_member("New", points=115), make_member("Old", points=115)
    for minute in range(10):
        play(member, other, minute=2 * minute)
    client.force_login(chair.user)
    sent = {"kind": "certified", "effective_on": NIGHT.isoformat(), "reason": "ten games"}
    assert client.post(reverse("games:strength", args=[member.pk]), sent).status_code == 302
