"""Every page of challenges: who sees what, who may do what, how much it costs."""

from __future__ import annotations

import operator
from datetime import timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext

from goclub.common.notation import short_rank
from goclub.common.tests.reading import cost, read
from goclub.games.labels import result_of
from goclub.games.models import Standing
from goclub.leagues.calendar.services.dates import answer, renew_link
from goclub.leagues.calendar.tests.meetings import TUESDAY as EVENING
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.challenge.services.challenges import call_off
from goclub.leagues.challenge.tests.factories import (
    NOW,
    THURSDAY,
    TUESDAY,
    make_agreed,
    make_challenge,
)
from goclub.leagues.models import Challenge
from goclub.members.membership.services.leaving import retire_member
from goclub.members.models import ClubSettings, Member, Notice, User
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import as_member, enter_as, fresh, make_member

pytestmark = pytest.mark.usefixtures("monday")
ROLES = ("visitor", "stranger", "one", "other", "third", "organiser", "chair")


@pytest.fixture
def people():
    return {
        "stranger": SimpleNamespace(user=User.objects.create_user("login-without-a-member")),
        "one": make_member("Mia Member", points=100),
        "other": make_member("佐藤 <b>健</b>", points=120, romanised_name="Sato Ken"),
        "third": make_member("Tom Third"),
        "organiser": make_member("Olga Organiser", role=ORGANISER),
        "chair": make_member("Cleo Chair", role=CHAIR),
    }


def links(page):
    return read(page).values("main a", "href")


def of_two(one, other, rest=404):
    found = dict.fromkeys(ROLES, rest)
    return found | {"visitor": 302, "stranger": 403, "one": one, "other": other}


def members(status, **but):
    return dict.fromkeys(ROLES, status) | {"visitor": 302, "stranger": 403} | but


PRESSES = ("challenge-accept", "challenge-decline", "challenge-withdraw", "challenge-off")
GETS = {
    "challenges": members(200),
    "free": members(200),
    "challenge-new": members(200, other=302, one=302),
    "challenge": of_two(200, 200),
    "challenge-change": of_two(302, 200),
    "challenge-report": of_two(302, 302),
    **dict.fromkeys(PRESSES, dict.fromkeys(ROLES, 405) | {"visitor": 302}),
}
POSTS = {
    **dict.fromkeys(
        ("challenges", "free", "challenge", "challenge-report"),
        dict.fromkeys(ROLES, 405) | {"visitor": 302},
    ),
    "challenge-new": members(422, other=302, one=302),
    "challenge-change": of_two(422, 422),
    "challenge-withdraw": of_two(302, 403),
    **dict.fromkeys(("challenge-accept", "challenge-decline", "challenge-off"), of_two(302, 302)),
}


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_may_do_what(client, people, method):
    found = {}
    table = GETS if method == "get" else POSTS
    for role in ROLES:
        for name in table:
            Challenge.objects.all().delete()
            row = make_challenge(people["one"], people["other"])
            known = {"challenges": [], "free": [], "challenge-new": [people["other"].pk]}
            enter_as(client, people, role)
            address = reverse(f"leagues:{name}", args=known.get(name, [row.pk]))
            status = getattr(client, method)(address, {"x": "1"}).status_code
            found.setdefault(name, {})[role] = status
    assert found == table


SENT = {
    "conditions": "paa", "handicap": "0", "komi": "6.5", "board": "19", "black": "",
    "rated": "on", "first_time": "2026-11-24T19:00", "second_time": "", "third_time": "",
    "message": "Tuesday?",
}  # fmt: skip


def test_the_way_by_the_pages(client, people):
    one, other = people["one"], people["other"]
    profile = links(as_member(client, one).get(other.get_absolute_url()))
    address = reverse("leagues:challenge-new", args=[other.pk])
    assert address in profile
    held = [short_rank(Standing.objects.get(member=who, system="paa").rank) for who in (one, other)]
    assert f"{other} {held[1]}" in read(client.get(address)).one("h1").text
    sent = client.post(address, SENT, follow=True)
    row = Challenge.objects.get()
    assert sent.redirect_chain[0][0] == row.get_absolute_url()
    assert (row.conditions, row.handicap, row.black_player) == ("paa", 3, one)
    page = read(sent)
    assert page.texts("h1 .who .rank") == held
    assert page.texts("section[aria-labelledby=said] li .rank") == [held[0]]
    # The same press again leads to what is there, and tells nobody anything.
    assert client.post(address, SENT).url == row.get_absolute_url()
    assert Challenge.objects.count() == Notice.objects.filter(kind="challenge.made").count() == 1

    client.force_login(other.user)
    assert row.get_absolute_url() in links(client.get("/"))
    changed = SENT | {"conditions": "own", "handicap": "２", "komi": "−0.5", "black": "me"}
    change = reverse("leagues:challenge-change", args=[row.pk])
    page = read(client.get(change))
    assert page.texts(".rank") == page.texts(".lead-line .who .rank") == [held[0]]
    seen = page.one("[name=seen]").attrs["value"]
    # Terms that were not on the page are not answered.
    assert client.post(change, changed | {"seen": "7"}).status_code == 422
    client.post(change, changed | {"seen": seen})
    assert (fresh(row).handicap, row.komi2, row.black_player, row.due) == (2, -1, other, one)

    client.force_login(one.user)
    form = {"seen": "2", "time": "1"}
    client.post(reverse("leagues:challenge-accept", args=[row.pk]), form)
    again = client.post(reverse("leagues:challenge-accept", args=[row.pk]), form, follow=True)
    assert again.status_code == 200
    assert fresh(row).state == Challenge.State.ACCEPTED
    assert Notice.objects.filter(kind="challenge.accepted").count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"conditions": "x"}, "conditions"),
        ({"conditions": "own", "handicap": "9" * 5000}, "handicap"),
        ({"conditions": "own", "handicap": "1"}, "handicap"),
        ({"conditions": "own", "komi": "9" * 5000}, "komi"),
        ({"conditions": "own", "komi": "99999"}, "komi"),
        ({"conditions": "own", "komi": "x"}, "komi"),
        ({"conditions": "own", "board": "7"}, "board"),
        ({"conditions": "own", "black": "they"}, "black"),
        ({"first_time": "2026-11-01T19:00"}, "first_time"),
        ({"first_time": "2030-11-01T19:00"}, "first_time"),
        ({"first_time": ""}, "first_time"),
        ({"second_time": "9" * 5000}, "second_time"),
        ({"message": "x" * 5000}, "message"),
        ({"message": "a\x00b"}, "message"),
    ],
)
def test_what_cannot_be_sent_stands_beside_its_field(client, people, change, field):
    client.force_login(people["one"].user)
    page = client.post(reverse("leagues:challenge-new", args=[people["other"].pk]), SENT | change)
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert not Challenge.objects.exists()


def test_whom_nobody_can_challenge(client, people):
    one, chair = people["one"], people["chair"]
    left = people["third"]
    retire_member(Act(chair.user, NOW), left)
    client.force_login(one.user)
    for whom in (one, left):
        for method in (client.get, client.post):
            answer_of = method(reverse("leagues:challenge-new", args=[whom.pk]), SENT)
            assert (answer_of.status_code, answer_of.url) == (302, whom.get_absolute_url())
        page = client.get(whom.get_absolute_url())
        assert reverse("leagues:challenge-new", args=[whom.pk]) not in links(page)
    assert client.get(reverse("leagues:challenge-new", args=[10**17])).status_code == 404
    assert not Challenge.objects.exists()


@pytest.mark.parametrize(
    "sent", [{}, {"seen": "1"}, {"seen": "9" * 5000, "time": "1"}, {"seen": "1", "time": "x"}]
)
def test_odd_answers_change_nothing(client, people, sent):
    row = make_challenge(people["one"], people["other"])
    client.force_login(people["other"].user)
    page = client.post(reverse("leagues:challenge-accept", args=[row.pk]), sent, follow=True)
    assert page.status_code == 200
    assert fresh(row).state == Challenge.State.OPEN


# --- The calendar ---------------------------------------------------------------------------------
def feed(client, member):
    link = renew_link(Act(member.user, NOW), member)
    text = client.get(reverse("leagues:member-feed", args=[link.token])).content.decode()
    return text.replace("\r\n ", "").splitlines()


def test_an_agreed_game_stands_in_both_calendars_and_in_nobody_elses(client, people):
    row = make_agreed(people["one"], people["other"])
    asked = make_challenge(people["one"], people["third"])
    held = short_rank(Standing.objects.get(member=people["other"], system="paa").rank)
    for role, wanted in (("one", 1), ("other", 1), ("third", 0), ("visitor", 0), ("chair", 0)):
        enter_as(client, people, role)
        for address in ("/calendar/2026-11/", "/calendar/2026-11/?view=list"):
            answer = client.get(address)
            page = links(answer)
            assert bool(page.count(row.get_absolute_url())) == bool(wanted), (role, address)
            assert asked.get_absolute_url() not in page
            said = read(answer).texts(f'main a[href="{row.get_absolute_url()}"]')
            assert all(f"{people['other']} {held}" in one for one in said)
        if role != "visitor":
            lines = feed(client, people[role])
            assert sum(str(row.uid) in line for line in lines) == wanted


def test_its_name_in_calendar_programs_never_changes(client, people):
    row = make_agreed(people["one"], people["other"])
    before = feed(client, people["one"])
    uid = next(line for line in before if str(row.uid) in line)
    assert uid.startswith("UID:challenge-")
    assert "DTSTART:20261124T180000Z" in before
    call_off(Act(people["other"].user, NOW), row)
    after = feed(client, people["one"])
    assert uid in after
    assert "STATUS:CANCELLED" in after
    assert row.get_absolute_url() not in links(client.get("/calendar/2026-11/"))


def test_on_the_day_one_press_leads_to_the_filled_form(client, people):
    one, other = people["one"], people["other"]
    row = make_agreed(
        one, other, conditions="own", handicap=2, komi2=-1, board=13, black="other", rated=False
    )
    address = reverse("leagues:challenge-report", args=[row.pk])
    assert address not in links(as_member(client, one).get("/"))
    assert client.get(address).url == row.get_absolute_url()
    with time_machine.travel(TUESDAY + timedelta(hours=2), tick=False):
        assert address in links(client.get("/"))
        assert address in links(client.get("/calendar/2026-11/"))
        form = client.get(address, follow=True).context["form"]
        wanted = {
            "black": str(other.pk), "white": str(one.pk), "handicap": "2", "komi": "-0.5",
            "board": "13", "played_on": timezone.localdate(TUESDAY).isoformat(),
            "pairing": f"challenge-{row.pk}",
        }  # fmt: skip
        assert {name: form[name].value() for name in wanted} == wanted
        assert form["black_free"].value()
        assert [one.key for one in form.offers] == [f"challenge-{row.pk}"]
        sent = wanted | {"winner": "B", "ending": "resign", "black_free": "on", "white_free": "on"}
        sent["key"] = str(form["key"].value())
        for _twice in range(2):
            done = client.post(reverse("games:report"), sent)
            assert done.status_code == 302, done.context["form"].errors
        assert fresh(row).game is not None
        assert row.is_played
        assert address not in links(client.get("/"))
        assert row.game.get_absolute_url() in links(client.get(row.get_absolute_url()))
        assert over(client, row.game) == pgettext("a challenge", "played")
        as_member(client, other).post(reverse("games:confirm", args=[row.game.pk]))
        assert fresh(row).game.state == "confirmed"
        assert over(client, row.game) == result_of(row.game)


def over(client, game):
    """What the list says of a challenge whose game was played: it leads to the game."""
    lines = read(client.get(reverse("leagues:challenges"))).one("section[aria-labelledby=past]")
    [said] = [one.text for one in lines.all("a") if one.attrs["href"] == game.get_absolute_url()]
    return said


# --- Who is free ----------------------------------------------------------------------------------
def test_who_is_free_this_week(client, people):
    series = make_series()
    for role, said in (("other", "yes"), ("third", "no"), ("one", "yes"), ("chair", "late")):
        answer(Act(people[role].user, NOW), series, day=EVENING, member=people[role], answer=said)
    make_challenge(people["one"], people["chair"])
    free = as_member(client, people["one"]).get(reverse("leagues:free")).context["free"]
    assert [(each["found"].member, each["busy"]) for each in free] == [
        (people["other"], False), (people["chair"], True),
    ]  # fmt: skip


# --- What it costs --------------------------------------------------------------------------------
def test_many_challenges_cost_no_more_than_one(client, people):
    pages = ["/", "/challenges/", "/calendar/2026-11/", "/calendar/free/"]
    one = people["one"]
    series = make_series()

    def more(count, hours):
        for n in range(count):
            friend = make_member(f"Friend {hours} {n}")
            answer(Act(friend.user, NOW), series, day=EVENING, member=friend, answer="yes")
            make_agreed(one, friend, times=(THURSDAY + timedelta(hours=hours + n % 3),))
            make_challenge(make_member(), one)

    more(1, 0)
    few = cost(as_member(client, one), *pages)
    more(6, 1)
    assert all(map(operator.le, cost(client, *pages), few))


def test_the_header_counts_challenges_to_answer_and_games_to_report(client, people):
    one, other = people["one"], people["other"]
    make_challenge(one, other)
    make_agreed(other, people["third"])

    def counted(member, at=NOW):
        client.force_login(member.user)
        with time_machine.travel(at, tick=False):
            page = client.get(reverse("leagues:challenges"))
            lines = page.context["asked"] + page.context["agreed"]
            assert (
                sum(line["mine"] or line["due"] for line in lines) == page.context["me_waiting"]()
            )
            return page.context["me_waiting"]()

    assert [counted(people[role]) for role in ("one", "other", "third")] == [0, 1, 0]
    assert [counted(people[role], TUESDAY) for role in ("one", "other", "third")] == [0, 2, 1]


def test_a_challenge_goes_by_the_clocks_of_the_calendar_and_names_them(client, people):
    """In the calendar stands 18:00 in Tokyo: a list that said 11:00 sent somebody too late."""
    ClubSettings.objects.create(pk=1, name="Hoshi", time_zone="Asia/Tokyo")
    row = make_agreed(people["one"], people["other"])
    Member.objects.filter(pk=people["one"].pk).update(time_zone="Europe/Helsinki")
    Member.objects.filter(pk=people["other"].pk).update(time_zone="Asia/Tokyo")
    there = row.agreed_for.astimezone(ZoneInfo("Asia/Tokyo"))
    own = row.agreed_for.astimezone(ZoneInfo("Europe/Helsinki"))
    for role, named in (("one", True), ("other", False)):
        enter_as(client, people, role)
        pages = [client.get(reverse("leagues:challenges")), client.get(row.get_absolute_url())]
        for when in (
            pages[0].context["agreed"][0]["when"],
            pages[1].context["line"]["when"],
            pages[1].context["times"][0][1],
        ):
            assert f"{there:%H:%M}" in when
            assert ("Asia/Tokyo" in when) == named
            assert (f"{own:%H:%M}" in when) == named
