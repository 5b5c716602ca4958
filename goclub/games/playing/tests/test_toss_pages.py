"""The pages of the toss: who sees and may do what, and how a report carries its toss."""

from __future__ import annotations

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.urls import reverse

from goclub.common.notation import short_rank
from goclub.common.tests.reading import cost, read, said, shows, told
from goclub.games.models import Game, Standing, Toss
from goclub.games.playing.services.decisions import decide_game
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.services.toss import attach_toss, cancel_toss
from goclub.games.playing.tests.test_toss import called, decided, make_pair, opened
from goclub.games.playing.tests.test_views import REPORT, form_of
from goclub.games.tests.factories import at, facts
from goclub.go.records.tests.text import sgf
from goclub.members.models import ClubSettings
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import as_member, fresh, make_member


@pytest.fixture
def pair():
    return make_pair()


#: What is to be done with a toss.
NEXT = "section[aria-labelledby=next]"


def words(toss):
    """What the pages say of a decided toss: call and digit."""
    return read(render_to_string("games/playing/_toss_words.html", {"toss": toss})).text


def test_the_whole_way_through_the_pages(client, pair):
    opener, caller = pair
    client.force_login(opener.user)
    page = client.get(reverse("games:toss-list"), {"with": [opener.pk, caller.pk]})
    form = form_of(page)
    assert form["against"] == str(caller.pk)
    for _twice in range(2):
        answer = client.post(reverse("games:toss-list"), form)
    toss = Toss.objects.get()
    assert answer["Location"] == toss.get_absolute_url()
    page = read(client.get(toss.get_absolute_url()))
    assert page.one("[data-again]").attrs["data-again"] == "5"
    assert page.one("[data-again] a").attrs["href"] == toss.get_absolute_url()
    assert reverse("games:toss-decide", args=[toss.pk]) not in page.values("form", "action")

    due = read(as_member(client, caller).get("/")).all(".now")
    assert any(toss.get_absolute_url() in part.values("a", "href") for part in due)
    held = [Standing.objects.get(member=one, system="paa").rank for one in pair]
    [line] = [part for part in due if toss.get_absolute_url() in part.values("a", "href")]
    one, other = (f"{who} {short_rank(rank)}" for who, rank in zip(pair, held, strict=True))
    assert one in line.one("section").text
    page = read(client.get(toss.get_absolute_url()))
    lead = page.one(".lead-line").text
    assert one in lead
    assert other in lead
    assert not page.has("[data-again]")
    client.post(reverse("games:toss-call", args=[toss.pk]), {"call": "odd"})
    assert read(client.get(toss.get_absolute_url())).has("[data-again]")

    due = read(as_member(client, opener).get("/")).all(".now")
    assert any(toss.get_absolute_url() in part.values("a", "href") for part in due)
    client.post(reverse("games:toss-decide", args=[toss.pk]))
    answer = client.get(fresh(toss).get_absolute_url())
    page = read(answer)
    stamp = toss.decided_at.astimezone().strftime(":%M:%S.%f")[:-4]
    assert any(f"{stamp}{toss.digit}" in text for text in page.texts("ol.toss-steps li"))
    assert page.texts("ol.toss-steps strong")[-1] == str(toss.digit)
    assert sorted(page.texts("h1 .who .rank")) == sorted(short_rank(rank) for rank in held)
    assert answer.context["agrees"]
    assert page.has("p.checked")
    assert not page.has("p.checked.wrong")
    ways = page.values(f"{NEXT} a", "href")
    assert ways == [
        f"{reverse('games:report')}?toss={toss.pk}",
        f"{reverse('games:calculator')}?one={opener.pk}&other={caller.pk}",
    ]


def test_a_report_from_the_toss_carries_it(client, pair):
    toss = decided(pair, "odd")  # 7: the caller is Black
    form = form_of(as_member(client, pair[0]).get(reverse("games:report"), {"toss": toss.pk}))
    assert (form["black"], form["white"]) == (str(pair[1].pk), str(pair[0].pk))
    assert str(form["played_on"]) == "2025-03-04"
    form |= {"winner": "B", "ending": "resign"}
    swapped = form | {"black": form["white"], "white": form["black"]}
    page = client.post(reverse("games:report"), swapped)
    assert page.status_code == 422
    refusal = said("colours", "Anong <b>S.</b>")
    assert refusal in str(page.context["form"].errors.as_data())
    assert shows(page, refusal)
    assert not Game.objects.exists()
    client.post(reverse("games:report"), form)
    game = client.post(reverse("games:report"), form, follow=True).context["game"]
    assert game.toss == toss
    assert Game.objects.count() == 1
    page = read(client.get(game.get_absolute_url()))
    assert page.one(f'main dd a[href="{toss.get_absolute_url()}"]').text == words(toss)
    again = client.get(reverse("games:report"), {"toss": toss.pk})
    assert again["Location"] == game.get_absolute_url()
    late = client.post(reverse("games:report"), form | {"winner": "W", "key": str(uuid.uuid4())})
    assert late.status_code == 422
    assert shows(late, said("used", f"#{game.pk}"))
    assert Game.objects.count() == 1


def test_a_kifu_and_a_toss_keep_to_each_other(client, pair):
    """The toss stays while a kifu is read or dropped; the kifu's own colours win over it."""
    toss = decided(pair)  # the opener is Black
    client.force_login(pair[0].user)
    report = reverse("games:report")
    for names, black in ((("nobody", "no one"), 0), ((pair[1].display_name, "sato ken"), 1)):
        upload = SimpleUploadedFile("g.sgf", sgf(*names, date="2025-03-03"))
        sent = client.post(reverse("games:kifu-upload"), {"file": upload, "toss": toss.pk})
        page = client.get(sent["Location"])
        assert page.context["toss"] == toss
        form = form_of(page)
        assert (form["black"], form["white"]) == (str(pair[black].pk), str(pair[1 - black].pk))
        assert str(form["played_on"]) == "2025-03-03"
        dropped = reverse("games:kifu-discard", args=[form["kifu"]])
        assert client.post(dropped, {"toss": toss.pk})["Location"] == f"{report}?toss={toss.pk}"
    refused = client.post(reverse("games:kifu-upload"), {"toss": toss.pk})
    assert refused.status_code == 422
    assert refused.context["form"]["toss"].value() == toss.pk


def test_where_the_toss_is_offered(client, pair):
    """From the report form, and from the calculator where the conditions say toss (S1-16)."""
    tosses = reverse("games:toss-list")
    client.force_login(pair[0].user)
    assert tosses in read(client.get(reverse("games:report"))).values("main a", "href")
    calculator = reverse("games:calculator")
    page = read(client.get(calculator, {"one": pair[1].pk, "other": pair[0].pk}))
    address = f"{tosses}?with={pair[1].pk}&with={pair[0].pk}"
    assert address in page.values("main a", "href")
    assert client.get(address).context["form"]["against"].value() == str(pair[1].pk)
    uneven = {"one_points": "100", "other_points": "101"}
    assert not read(client.get(calculator, uneven)).has(f'main a[href^="{tosses}"]')


@pytest.mark.parametrize("who", ["stranger", "organiser"])
def test_who_else_may_report_with_a_toss(client, pair, who):
    toss = decided(pair)
    user = make_member(role=ORGANISER).user if who == "organiser" else make_member().user
    client.force_login(user)
    filled = client.get(reverse("games:report"), {"toss": toss.pk}).context["form"]
    assert (filled["black"].value() == str(pair[0].pk)) == (who == "organiser")
    data = REPORT | {"black": pair[0].pk, "white": pair[1].pk, "toss": toss.pk}
    assert client.post(reverse("games:report"), data).status_code == (
        302 if who == "organiser" else 422
    )
    assert Game.objects.count() == (1 if who == "organiser" else 0)


@pytest.mark.parametrize("number", ["x", "987654", "-1", "9" * 40, "٣"])
def test_a_report_with_a_toss_that_nobody_has(client, pair, number):
    page = as_member(client, pair[0]).get(reverse("games:report"), {"toss": number})
    assert page.status_code == 200
    assert page.context["toss"] is None


@pytest.mark.parametrize("state", ["opened", "called", "decided", "cancelled"])
@pytest.mark.parametrize("who", ["visitor", "stranger", "opener", "caller", "chair"])
def test_the_page_shows_every_state_to_everybody_and_a_button_to_one(client, pair, state, who):
    toss = {"opened": opened, "called": called, "decided": decided, "cancelled": opened}[state](
        pair
    )
    if state == "cancelled":
        cancel_toss(Act(pair[0].user, at(minute=1)), toss)
    people = {"opener": pair[0], "caller": pair[1]}
    if who != "visitor":
        role = CHAIR if who == "chair" else "member"
        client.force_login((people.get(who) or make_member(role=role)).user)
    answer = client.get(toss.get_absolute_url())
    page = read(answer)
    assert answer.status_code == 200
    assert not page.has("main b")
    assert "Anong <b>S.</b>" in page.one("main").text
    addresses = {
        n: reverse(f"games:toss-{n}", args=[toss.pk]) for n in ("call", "decide", "cancel")
    }
    sent_to = page.values("form", "action")
    buttons = {name for name, address in addresses.items() if address in sent_to}
    wanted = {
        ("opened", "opener"): {"cancel"},
        ("opened", "caller"): {"call", "cancel"},
        ("called", "opener"): {"decide"},
    }
    assert buttons == wanted.get((state, who), set())
    reports = page.has(f'main a[href$="?toss={toss.pk}"]')
    assert reports == (state == "decided" and who in ("opener", "caller", "chair"))


@pytest.mark.parametrize("action", ["call", "decide", "cancel"])
def test_who_may_post_and_how(client, pair, action):
    toss = opened(pair)
    url = reverse(f"games:toss-{action}", args=[toss.pk])
    assert client.post(url)["Location"].startswith(reverse("members:sign-in"))
    assert as_member(client, make_member(role=CHAIR)).get(url).status_code == 405
    assert client.post(url, {"call": "odd"}).status_code == 403
    assert client.post(reverse(f"games:toss-{action}", args=[987654])).status_code == 404
    assert (fresh(toss).call, toss.decided_at, toss.cancelled_at) == ("", None, None)


def test_a_refused_post_is_said_and_changes_nothing(client, pair):
    toss = opened(pair)
    client.force_login(pair[0].user)

    def refused(action, data, refusal):
        page = client.post(reverse(f"games:toss-{action}", args=[toss.pk]), data, follow=True)
        assert told(page, "error") == [refusal]
        assert read(page).one("p.notice.error span").text == refusal

    refused("decide", {}, said("toss.no_call_yet"))
    refused("call", {"call": "odd"}, said("toss.opener_calls_not", "Anong <b>S.</b>"))
    client.force_login(pair[1].user)
    refused(
        "call", {"call": "<i>x"}, said("E_TYPE", "<i>x", "even (丁先, 偶先) or odd (半先, 奇先)")
    )
    assert fresh(toss).call == ""


@pytest.mark.parametrize("against", ["", "x", "987654", "SELF", "GUEST"])
def test_whom_one_cannot_choose(client, pair, against):
    keys = {"SELF": pair[0].pk, "GUEST": add_guest(name="Nils").pk}
    client.force_login(pair[0].user)
    data = {"against": keys.get(against, against), "key": str(uuid.uuid4())}
    page = client.post(reverse("games:toss-list"), data)
    assert page.status_code == 422
    assert "against" in page.context["form"].errors
    assert not Toss.objects.exists()


def test_the_list_of_a_visitor_and_of_a_closed_club(client, pair):
    url = reverse("games:toss-list")
    history = read(client.get(url)).one("section[aria-labelledby=history]")
    assert history.has("div.empty p")
    assert not history.has("table")
    toss = decided(pair)
    answer = client.get(url)
    page = read(answer)
    assert answer.context["history"]["verdict"] == "few"
    assert page.has("section[aria-labelledby=history] table.digits-table")
    line = page.one("section[aria-labelledby=recent] li")
    assert "Anong <b>S.</b>" in line.text
    assert line.one(f'a[href="{toss.get_absolute_url()}"]').text == words(toss)
    assert words(toss) == "called even, the digit was 7"
    assert client.post(url, {"against": pair[0].pk})["Location"].startswith("/sign-in/")
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    assert client.get(url).status_code == client.get(toss.get_absolute_url()).status_code == 302


def test_one_is_led_to_the_toss_under_way(client, pair):
    toss = opened(pair)
    client.force_login(pair[1].user)
    form = {"against": pair[0].pk, "key": str(uuid.uuid4())}
    page = client.post(reverse("games:toss-list"), form, follow=True)
    assert page.redirect_chain[-1][0] == toss.get_absolute_url()
    assert len(told(page, "info")) == 1
    assert Toss.objects.count() == 1


def test_a_correction_against_the_toss_is_said(client, pair):
    toss = decided(pair)
    game = report_game(Act(pair[0].user, at(minute=9)), facts(*pair))
    attach_toss(Act(pair[0].user), toss, game=game)
    organiser = make_member(role=ORGANISER).user

    def lines():
        about = read(client.get(game.get_absolute_url()))
        beside = [
            dd.text for dd in about.all("dd") if dd.has(f'a[href="{toss.get_absolute_url()}"]')
        ]
        return [*beside, read(client.get(toss.get_absolute_url())).one(f"{NEXT} p").text]

    before = lines()
    decide_game(Act(organiser, at(minute=10)), game, facts=facts(*pair[::-1]), reason="both say so")
    assert before[0] == words(toss)
    assert len(before) == len(lines()) == 2
    assert all(len(old) < len(new) for old, new in zip(before, lines(), strict=True))


def test_the_same_number_of_queries_at_1_and_at_20_tosses(client, pair):
    client.force_login(pair[0].user)

    def play(number):
        for minute in range(number):
            other = make_member(f"Player {minute}")
            decided((pair[0], other), minute=minute)
            opened((pair[0], other), minute=minute)
            opened((other, make_member()), minute=minute)

    play(1)
    few = cost(client, reverse("games:toss-list"), "/")
    play(20)
    assert cost(client, reverse("games:toss-list"), "/") == few


def test_the_office_looks_and_does_not_touch(client, pair, admin_client):
    url = reverse("admin:games_toss_change", args=[decided(pair).pk])
    page = admin_client.get(url)
    assert page.status_code == 200
    assert not read(page).has("[name=_save]")
    assert admin_client.post(url, {"call": "odd"}).status_code == 403
    assert admin_client.get(reverse("admin:games_toss_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:games_toss_add")).status_code == 403
