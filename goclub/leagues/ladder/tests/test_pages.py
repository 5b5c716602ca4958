"""The ladder's pages: who sees what, who may do what, what stands under a name, what it costs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.translation import override

from goclub.common.notation import short_rank
from goclub.common.tests.reading import cost, read
from goclub.games.models import Standing
from goclub.leagues.challenge.services import challenges as services
from goclub.leagues.challenge.tests.factories import NOW
from goclub.leagues.ladder.queries import ladder_settings
from goclub.leagues.ladder.tests.factories import (
    agreed_on_ladder,
    ladder_challenge,
    make_ladder,
    order_at,
)
from goclub.leagues.models import Challenge, LadderStay
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member

pytestmark = pytest.mark.usefixtures("monday")
LADDER = "/ladder/"


@pytest.fixture
def four():
    return make_ladder("Ann", "Ben <b>", "佐藤 健", "Dai")


def enter(client, member):
    return as_member(client, member)


def times(**more):
    return {
        "conditions": "even",
        "first_time": "2026-11-24T19:00",
        "message": "On Tuesday?",
    } | more


def rank_in(language, member):
    with override(language):
        return short_rank(Standing.objects.get(member=member, system="paa").rank)


def lines_of(client):
    return client.get(LADDER).context["lines"]


def test_an_organiser_opens_it_and_refused_rules_keep_what_was_typed(client):
    enter(client, make_member("Olga", role=ORGANISER))
    url = reverse("leagues:ladder-rules")
    typed = {"open": "on", "reach": "2", "answer_days": "9", "play_days": "5", "rest_days": "7",
             "conditions": "paa"}  # fmt: skip
    response = client.post(url, typed)
    assert response.status_code == 422
    assert response.context["form"]["reach"].value() == "2"
    assert "play_days" in response.context["form"].errors
    assert client.post(url, typed | {"play_days": "30"}).url == LADDER
    held = ladder_settings()
    assert (held.open, held.reach, held.conditions, held.play_days) == (True, 2, "paa", 30)
    assert client.get(url).context["form"]["answer_days"].value() == 9


def test_a_member_may_not_set_the_rules(client, four):
    enter(client, four[0])
    url = reverse("leagues:ladder-rules")
    assert client.get(url).status_code == client.post(url, {}).status_code == 403


def test_visitors_see_the_ladder_as_far_as_the_club_shows_itself(client, four):
    assert client.get(LADDER).status_code == 200
    ClubSettings.objects.update_or_create(pk=1, defaults={"visitors_see": "nothing"})
    assert client.get(LADDER).status_code == 302
    assert client.get(reverse("leagues:ladder-way", args=[four[0].pk])).status_code == 302


def test_joining_and_leaving_asks_once_more(client, four):
    eva = make_member("Eva")
    enter(client, eva)
    assert client.get(LADDER).context["may_join"]
    client.post(reverse("leagues:ladder-join"))
    assert order_at(NOW)[-1] == "Eva"
    url = reverse("leagues:ladder-leave")
    assert client.post(url).status_code == 200
    assert LadderStay.objects.going().filter(member=eva).exists()
    client.post(url, {"confirmed": "1"})
    assert not LadderStay.objects.going().filter(member=eva).exists()


def test_who_is_in_reach_can_be_challenged_from_the_page(client, four):
    _ann, ben, _sato, dai = four
    enter(client, dai)
    assert [(one["free"], one["near"], one["mine"]) for one in lines_of(client)] == [
        (True, True, False), (True, True, False), (True, True, False), (False, False, True),
    ]  # fmt: skip
    [href] = read(client.get(LADDER)).values(f'a[href*="/new/{ben.pk}/"]', "href")
    assert "handicap" not in client.get(href).context["form"].fields
    assert client.post(href, times(first_time="")).status_code == 422
    response = client.post(href, times())
    row = Challenge.objects.get()
    assert response.url == row.get_absolute_url()
    assert (row.challenged, row.play_by) == (ben, NOW + timedelta(days=21))
    lines = lines_of(client)
    assert not any(one["free"] for one in lines)
    assert len(lines[1]["notes"]) == len(lines[3]["notes"]) == 1


def test_the_challenged_reads_what_is_at_stake(client, four):
    ann, ben = four[:2]
    row = ladder_challenge(ben, ann)
    page = enter(client, ann).get(row.get_absolute_url())
    assert page.context["at_stake"]
    assert read(page).has('a[href$="#H-ladder-time"]')
    assert not enter(client, ben).get(row.get_absolute_url()).context["at_stake"]
    change = enter(client, ann).get(reverse("leagues:challenge-change", args=[row.pk]))
    assert list(change.context["form"].found) == ["even"]


def test_every_rung_says_how_it_came(client, four):
    _ann, ben, _sato, dai = four
    services.decline(Act(ben.user, NOW), ladder_challenge(dai, ben), seen=1)
    response = client.get(reverse("leagues:ladder-way", args=[dai.pk]))
    assert [(one["path"], one["rule"]) for one in response.context["moves"]] == [
        ("4 → 2", "H-ladder-time"), ("– → 4", "H-ladder-stays"),
    ]  # fmt: skip
    assert not read(response).has(".game-list b")
    held = {one.member_id: short_rank(one.rank) for one in Standing.objects.filter(system="paa")}
    assert read(response).texts("h1 .rank") == [held[dai.pk]]
    said = response.context["moves"][0]["text"]
    for one in (ben, dai):
        assert f"{one}\u00a0{held[one.pk]}" in said
    japanese = client.get(response.request["PATH_INFO"], headers={"accept-language": "ja"})
    assert f"{dai}（{rank_in('ja', dai)}）" in japanese.context["moves"][0]["text"]
    fell = client.get(reverse("leagues:ladder-way", args=[ben.pk])).context["moves"]
    assert fell[0]["path"] == "2 → 3"
    assert client.get(reverse("leagues:ladder-way", args=[make_member().pk])).status_code == 404


def test_the_ladder_costs_as_much_for_many_as_for_few(client, four):
    enter(client, four[3])
    few = cost(client, LADDER)
    more = make_ladder(*(f"M{number}" for number in range(12)))
    for one, other in zip(more[1:6:2], more[0:6:2], strict=True):
        services.decline(Act(other.user, NOW), ladder_challenge(one, other), seen=1)
    for one, other in zip(more[7::2], more[6::2], strict=True):
        agreed_on_ladder(one, other)
    assert cost(client, LADDER) == few
