"""The pages of an evening: every address by every role and method, and what they show."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read, said, told
from goclub.games.models import Game
from goclub.leagues.calendar.services import dates
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.evening.queries import LONGEST_NIGHT, state_of
from goclub.leagues.evening.services import people, results
from goclub.leagues.evening.tests.nights import at, came, make_night, offered, seat, some_members
from goclub.leagues.evening.views.presses import PRESSES
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.models import ClubSettings, Member
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, fresh, make_member, signed_in


@pytest.fixture(autouse=True)
def evening_now(monkeypatch):
    """The hour at which the pages are looked at."""
    monkeypatch.setattr(timezone, "now", lambda: at(40))


@pytest.fixture
def desk(client, olga):
    return as_member(client, olga)


def press(client, what, **fields):
    return client.post(reverse("leagues:night-press", args=[what]), fields)


# --- Who may do what ------------------------------------------------------------------------------
ADDRESSES = {
    # name: (statuses of GET for visitor, player, stranger, organiser, chair), POST allowed
    "leagues:night": ((302, 302, 302, 200, 200), ()),
    "leagues:night-me": ((302, 200, 200, 200, 200), ()),
    "leagues:night-wall": ((200, 200, 200, 200, 200), ()),
    "leagues:night-door": ((302, 403, 403, 200, 200), ()),
    "leagues:night-names": ((403, 403, 403, 200, 200), ()),
    "leagues:night-tablet": ((302, 403, 403, 200, 200), (302, 403, 403, 422, 422)),
    "leagues:night-worker": ((200, 200, 200, 200, 200), ()),
    "leagues:night-settings": ((302, 403, 403, 200, 200), (302, 403, 403, 422, 422)),
    "leagues:night-open": ((302, 405, 405, 405, 405), (302, 403, 403, 302, 302)),
    "leagues:night-close": ((302, 405, 405, 405, 405), (302, 403, 403, 200, 200)),
    "leagues:nights": ((302, 200, 200, 200, 200), ()),
    "leagues:night-summary": ((200, 200, 200, 200, 200), ()),
    "leagues:night-game": ((302, 200, 404, 200, 200), ()),
    "leagues:night-going": ((302, 200, 404, 200, 200), ()),
}


@pytest.fixture
def roles(olga, night):
    player, other = some_members(2)
    seat(night, olga, *came(night, player, other))
    return [None, player, make_member(), olga, make_member(role=CHAIR)]


def arguments(name):
    if name == "leagues:night-game":
        return [NightGame.objects.get().pk]
    if name == "leagues:night-going":
        return [Presence.objects.first().pk]
    return [ClubNight.objects.get().pk] if name == "leagues:night-summary" else []


@pytest.mark.parametrize("name", ADDRESSES)
def test_every_address_answers_every_role_and_method(client, roles, name):
    asked, sent = ADDRESSES[name]
    address = reverse(name, args=arguments(name))
    gets, posts = [], []
    for who in roles:
        client.logout()
        if who:
            client.force_login(who.user)
        gets.append(client.get(address).status_code)
        posts.append(client.post(address).status_code)
        assert client.delete(address).status_code in (302, 403, 405)
    assert tuple(gets) == asked
    if sent:
        assert tuple(posts) == sent
    else:
        assert set(posts) <= {302, 405}
    assert ClubNight.objects.get().open


@pytest.mark.parametrize("what", [*PRESSES, "nonsense"])
def test_presses_are_posts_of_people_who_may(client, roles, what):
    address = reverse("leagues:night-press", args=[what])
    assert client.post(address).status_code == 302
    assert as_member(client, roles[1]).get(address).status_code == 405
    answer = client.post(address, {"tick": "1", "pair": "1-2", "name": "W", "game": "x"})
    own = {"here", "expect", "rest", "wish", "leave"}
    assert answer.status_code in ((302,) if what in own else (403, 404, 302))
    assert Game.objects.count() == 0
    assert NightGame.objects.filter(ended_at=None).count() == 1


def test_a_club_that_shows_nothing_shows_the_wall_only_with_the_key(client, desk, night):
    door = desk.get(reverse("leagues:night-door"))
    ClubSettings.objects.update_or_create(pk=1, defaults={"visitors_see": "nothing"})
    key = ClubSettings.objects.get().key
    client.logout()
    assert client.get(reverse("leagues:night-wall")).status_code == 302
    client.force_login(night.opened_by)
    links = read(client.get(reverse("leagues:night-door"))).values("main a", "href")
    client.logout()
    walls = [one for one in links if "door=" in one]
    assert len(walls) == 2
    assert [client.get(one).status_code for one in walls] == [200, 200]
    assert key
    assert door.status_code == 200


# --- The organiser --------------------------------------------------------------------------------
def test_a_night_that_nobody_closed_is_over_on_every_page(desk, night, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: night.opened_at + LONGEST_NIGHT)
    names = ("night", "night-me", "night-wall", "night-tablet")
    pages = {name: desk.get(reverse(f"leagues:{name}")) for name in names}
    assert read(pages["night"]).has(f'form[action="{reverse("leagues:night-open")}"]')
    assert [pages[name].context["night"] for name in names[1:]] == [None, None, None]
    assert not ClubNight.objects.get().closed_at, "looking writes nothing"


def test_a_name_checks_in_and_a_typing_error_is_told(desk, night):
    ken = make_member("佐藤 健", romanised_name="Sato Ken", points=100)
    press(desk, "here", who="sato ken")
    assert Presence.objects.get().member == ken
    answer = desk.post(reverse("leagues:night-press", args=["here"]), {"who": "Zato"}, follow=True)
    assert told(answer, "error") == [said("night.who_is_it", "Zato")]


def test_the_page_holds_the_three_questions(desk, olga, night):
    a, b, *rest = came(night, *some_members(7))
    seat(night, olga, a, b, 1)
    people.rest(Act(olga.user, at(2)), rest[4])
    people.expect(Act(olga.user, at(2)), night, member=make_member("Mizuno"), comes_at=at(60))
    answer = desk.get(reverse("leagues:night"))
    page = read(answer)
    shown = answer.context["desk"]
    lists = [len(shown[name]) for name in ("tables", "resting", "expected")]
    assert (shown["waiting"], lists) == (4, [1, 1, 1])
    assert len(page.all(".pairing")) == 2
    assert len(page.all("button.win")) == 2
    assert [one["terms"] for one in shown["pairs"]] != ["", ""]
    assert all(one["why"] for one in shown["pairs"])
    assert page.values(".here-list form", "action") == [
        reverse("leagues:night-press", args=["rest"]),
        reverse("leagues:night-press", args=["here"]),
    ]


def test_whoever_answered_the_calendar_is_expected_and_comes_in_with_one_press(desk, olga):
    series = make_series(zone="UTC", first=at(0).date(), begins_at=at(0).time(), rrule="")
    yes, late, no, gone = some_members(4)
    for member, reply in ((yes, "yes"), (late, "late"), (no, "no"), (gone, "yes")):
        act = Act(member.user, at(1))
        dates.answer(act, series, day=series.first, member=member, answer=reply)
    desk.post(reverse("leagues:night-open"))
    people.expect(Act(gone.user, at(2)), ClubNight.objects.get(), member=gone, comes_at=at(60))
    press(desk, "leave", presence=Presence.objects.get().pk)
    tablet = reverse("leagues:night-tablet")
    for address in (reverse("leagues:night"), tablet):
        keys = read(desk.get(address)).values("input[name=member]", "value")
        assert keys == [str(yes.pk), str(late.pk)]
    desk.post(tablet, {"member": yes.pk})
    press(desk, "here", member=late.pk)
    assert [presence.member for presence in state_of(ClubNight.objects.get()).here] == [yes, late]
    assert not read(desk.get(tablet)).has("input[name=member]")


def test_a_reason_is_given_once_and_empty_lists_are_left_out(desk, olga, night):
    """Two are playing; the strong and the weak one wait for somebody closer."""
    first, second, _, _, strong, _, weak = some_members(7)
    seat(night, olga, *came(night, first, second))
    came(night, strong, weak, minute=38)
    page = read(desk.get(reverse("leagues:night")))
    assert len(page.all(".left-over .seatline")) == 2
    assert page.texts(".because") == [
        "waiting for someone new or closer in strength, 10 minutes at most"
    ]
    assert not page.has(".people-part")


def test_accepted_played_told_and_taken_back_by_single_presses(desk, olga, night):
    came(night, *some_members(4))
    page = read(desk.get(reverse("leagues:night")))
    keys = page.values("#waiting input[name=pair]", "value")
    press(desk, "all", pairs=page.one("input[name=pairs]").attrs["value"])
    games = list(NightGame.objects.order_by("table"))
    assert [one.table for one in games] == [1, 2]
    assert len(set(keys)) == 2
    press(desk, "result", game=games[0].key, winner="B", key=uuid.uuid4())
    assert Game.objects.get().state == "confirmed"
    assert desk.get(reverse("leagues:night")).context["desk"]["last"]["game"] == games[0]
    press(desk, "undo", game=games[0].key, key=uuid.uuid4())
    assert Game.objects.get().state == "void"
    assert desk.get(reverse("leagues:night")).context["desk"]["last"] is None


def test_ticked_names_are_swapped_paired_rested_and_sent_home(desk, olga, night):
    a, b, c, d = came(night, *some_members(4))
    press(desk, "swap", tick=[a.pk, c.pk])
    assert offered(night, 40) == {frozenset({str(a), str(d)}), frozenset({str(b), str(c)})}
    press(desk, "hand", tick=[a.pk, c.pk])
    assert frozenset({str(a), str(c)}) in offered(night, 40)
    press(desk, "apart", pair=f"{a.pk}-{c.pk}")
    assert frozenset({str(a), str(c)}) not in offered(night, 40)
    press(desk, "rest-many", tick=[a.pk])
    press(desk, "home-many", tick=[b.pk])
    state = state_of(night)
    assert ({one.pk for one in state.resting}, {one.pk for one in state.waiting}) == (
        {a.pk}, {c.pk, d.pk},
    )  # fmt: skip
    answer = desk.post(reverse("leagues:night-press", args=["swap"]), {"tick": a.pk}, follow=True)
    assert told(answer, "error") == [said("night.two_needed")]


def test_leaving_in_the_middle_of_a_game_leads_to_the_question(client, olga, night):
    one, other = came(night, *some_members(2))
    game = seat(night, olga, one, other)
    answer = press(as_member(client, one.member), "leave", back="me")
    assert answer.url == reverse("leagues:night-going", args=[one.pk])
    assert read(client.get(answer.url)).has("button[value=later]")
    press(client, "leave", presence=one.pk, then="cancel", back="me")
    assert fresh(game).cancelled
    assert not Presence.objects.get(pk=one.pk).is_here


def test_the_result_said_on_the_way_home_reports_and_takes_home(client, olga, night):
    one, other = came(night, *some_members(2))
    game = seat(night, olga, one, other)
    page = read(as_member(client, one.member).get(_going(one)))
    assert page.one("h1").text.strip() == "Leaving the club night"
    form = page.one("form[action$=/result/]")
    fields = {field.attrs["name"]: field.attrs["value"] for field in form.all("input[name]")}
    press(client, "result", **fields | {"winner": "B"})
    assert fresh(game).winner == "B"
    assert not Presence.objects.get(pk=one.pk).is_here, "nobody pairs them again"
    assert Presence.objects.get(pk=other.pk).is_here


def _going(presence):
    return reverse("leagues:night-going", args=[presence.pk])


def test_closing_names_tables_and_players_as_people_do(desk, olga, night):
    game = seat(night, olga, *came(night, *some_members(2)))
    asked = read(desk.post(reverse("leagues:night-close"))).one("main").text
    assert f"Table {game.table}: {game.black.member.shown_name}" in asked


def test_another_result_a_margin_and_a_freed_table(desk, olga, night):
    a, b, c, d = came(night, *some_members(4))
    game, second = seat(night, olga, a, b), seat(night, olga, c, d)
    page = read(desk.get(reverse("leagues:night-game", args=[game.pk])))
    assert page.has("select[name=winner] option[value=J]")
    press(desk, "result", game=game.key, winner="W", ending="resign")
    assert Game.objects.get().ending == "resign"
    press(desk, "margin", game=game.key, margin="4,5")
    assert (Game.objects.get().ending, Game.objects.get().margin2) == ("points", 9)
    press(desk, "free", game=second.key, cancelled="1")
    assert NightGame.objects.get(pk=second.pk).cancelled


def test_closing_asks_and_leads_to_the_summary(desk, olga, night):
    a, b, c, d = came(night, *some_members(4))
    game = seat(night, olga, a, b)
    seat(night, olga, c, d)
    results.record_result(Act(olga.user, at(30)), game, winner="B")
    assert desk.post(reverse("leagues:night-close")).status_code == 200
    assert ClubNight.objects.get().open
    answer = desk.post(reverse("leagues:night-close"), {"confirmed": "1"}, follow=True)
    assert answer.context["night"].open is False
    assert (answer.context["came"], len(answer.context["cards"])) == (4, 2)
    assert [one["game"].pk for one in answer.context["open_games"]] != [game.pk]
    assert len(answer.context["open_games"]) == 1
    japanese = Client().get(answer.request["PATH_INFO"], headers={"accept-language": "ja"})
    assert read(japanese).one("h1").text.endswith("日の例会")
    line = read(answer).one("section[aria-labelledby=open-games] li")
    assert line.texts(".rank") == [one["rank"] for one in answer.context["open_games"][0]["people"]]


def test_settings_are_kept_and_odd_ones_stay_as_typed(desk, night):
    sent = {"place": "Library", "terms": "even", "tables": "3", "patience": "15"}
    assert desk.post(reverse("leagues:night-settings"), sent).status_code == 302
    answer = desk.post(reverse("leagues:night-settings"), sent | {"tables": "900"})
    assert answer.status_code == 422
    assert read(answer).one("[name=tables]").attrs["value"] == "900"
    assert ClubNight.objects.get().tables == 3


# --- A member -------------------------------------------------------------------------------------
def test_a_member_comes_wishes_plays_and_says_who_won(client, olga, night):
    ken, anong = some_members(2)
    me = reverse("leagues:night-me")
    assert read(as_member(client, ken).get(me)).has("input[name=comes]")
    press(client, "expect", comes="21:30", back="me")
    assert client.get(me).context["expected"] == "21:30"
    press(client, "here", back="me")
    press(client, "here", back="me")
    assert Presence.objects.count() == 1
    press(client, "wish", rival=anong.pk, small_board="on", back="me")
    mine = Presence.objects.get()
    assert (mine.rival, mine.small_board, mine.teaching) == (anong, True, False)
    game = seat(night, olga, mine, *came(night, anong), minute=40)
    page = read(client.get(me))
    assert [one.text for one in page.all(".my-table .pair-block div")] != []
    mine_is = page.values(".my-answer button", "value")
    assert sorted(mine_is) == ["B", "W"]
    press(client, "result", game=game.key, winner=mine_is[0], back="me", key=uuid.uuid4())
    assert Game.objects.get().state == "reported"
    press(client, "undo", game=game.key, back="me", key=uuid.uuid4())
    assert Game.objects.get().state == "void"
    assert client.get(me).context["game"] == game


@pytest.mark.parametrize("comes", ["", "25:99", "soon", "9" * 50, "١٢:"])
def test_an_odd_hour_is_refused(client, night, comes):
    answer = as_member(client, make_member()).post(
        reverse("leagues:night-press", args=["expect"]), {"comes": comes}, follow=True
    )
    assert told(answer, "error") == [said("night.hour", comes, "20:00")]


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "no key"}, {"game": str(uuid.uuid4())}, {"winner": "X"}, {"pressed": "yesterday"},
        {"pressed": "9999-99-99T00:00"}, {"pressed": "0001-01-01T00:00:00+14:00"}, {"key": "1"},
    ],
)  # fmt: skip
def test_odd_presses_are_no_error_pages(desk, olga, night, fields):
    sent = {"game": seat(night, olga, *came(night, *some_members(2))).key, "winner": "B"} | fields
    assert press(desk, "result", **sent).status_code in (302, 404)


def test_the_script_is_answered_in_json_and_a_press_sent_twice_is_done_once(desk, olga, night):
    game = seat(night, olga, *came(night, *some_members(2)))
    sent = {"game": game.key, "winner": "B", "key": uuid.uuid4(), "pressed": at(35).isoformat()}
    address = reverse("leagues:night-press", args=["result"])
    for _time in range(2):
        answer = desk.post(address, sent, headers={"accept": "application/json"})
        assert json.loads(answer.content)["done"]
    assert Game.objects.count() == 1
    assert NightGame.objects.get().ended_at == at(35)
    other = desk.post(address, sent | {"winner": "W", "key": uuid.uuid4()},
                      headers={"accept": "application/json"})  # fmt: skip
    assert (other.status_code, json.loads(other.content)["done"]) == (422, False)


# --- Door, wall, past -----------------------------------------------------------------------------
def test_the_tablet_takes_members_by_name_and_guests_in_two_fields(client, desk, night):
    ken = make_member("佐藤 健", points=100)
    links = read(desk.get(reverse("leagues:night-door"))).values("main a", "href")
    tablet = next(one for one in links if "tablet" in one)
    client.logout()
    assert client.post(tablet, {"who": "佐藤 健"}).status_code == 302
    assert client.post(tablet, {"name": "Walter", "rank": "2d"}).status_code == 302
    assert {str(one.member) for one in Presence.objects.all()} == {str(ken), "Walter"}
    answer = client.post(tablet, {"name": "Walter", "rank": "99"})
    assert answer.status_code == 422
    assert read(answer).one("[name=name]").attrs["value"] == "Walter"
    assert client.post(tablet, {"who": "nobody"}).status_code == 422
    assert Member.objects.filter(status=Member.Status.GUEST).count() == 1


def test_the_tablet_finds_names_by_the_doors_key_and_by_nothing_else(client, desk, night):
    ken = make_member("佐藤 健", romanised_name="Sato Ken")
    links = read(desk.get(reverse("leagues:night-door"))).values("main a", "href")
    tablet = next(one for one in links if "tablet" in one)
    client.logout()
    page = read(client.get(tablet))
    assert page.one("#who").attrs["data-member-text"] == ""
    address = page.one("[data-member-texts]").attrs["data-url"]
    [found] = client.get(f"{address}&q=sato").json()["members"]
    assert found["pk"] == ken.pk
    assert client.get(address.partition("?")[0] + "?q=sato").status_code == 403
    assert client.get(f"{address}x&q=sato").status_code == 403


def tables_of(answer):
    return [one["card"]["game"].table for one in answer.context["wall"]["tables"]]


def test_the_wall_shows_tables_page_by_page_and_what_moved(client, olga):
    night = make_night(olga)
    here = came(night, *[make_member(f"Player {n}", points=100 + n) for n in range(18)])
    for n in range(0, 18, 2):
        seat(night, olga, here[n], here[n + 1], n)
    results.record_result(Act(olga.user, at(30)), NightGame.objects.get(table=1), winner="B")
    first = client.get(reverse("leagues:night-wall"))
    assert tables_of(first) == [2, 3, 4, 5, 6, 7, 8]
    assert "page=2" in first.context["following"]
    assert tables_of(client.get(reverse("leagues:night-wall"), {"page": "2"})) == [9]
    assert len(first.context["wall"]["moved"]) == 2
    assert [str(one["presence"]) for one in first.context["wall"]["waiting"]] == [
        "Player 0",
        "Player 1",
    ]
    assert client.get(reverse("leagues:night-wall"), {"page": "9" * 40}).status_code == 200


@pytest.mark.parametrize("size", [2, 12])
def test_the_pages_cost_the_same_for_few_and_many(desk, olga, size, django_assert_max_num_queries):
    night = make_night(olga)
    here = came(night, *[make_member(points=100 + n) for n in range(size)])
    seat(night, olga, here[0], here[1])
    for name, most in (("night", 22), ("night-wall", 12), ("night-me", 22)):
        with django_assert_max_num_queries(most):
            desk.get(reverse(f"leagues:{name}"))


def test_without_an_evening_the_page_says_when_the_next_one_is_on_the_clocks_of_the_place(
    client, olga
):
    """It said the hour of the reader's own clocks, and led nowhere."""
    make_series(zone="Asia/Tokyo", first=at(40).date() + timedelta(days=8), rrule="FREQ=DAILY")
    Member.objects.filter(pk=olga.pk).update(time_zone="Europe/Helsinki")
    page = as_member(client, olga).get(reverse("leagues:night-me"))
    assert "19:00" in page.context["soon_when"].hours
    assert page.context["soon_when"].clocks
    assert read(page).has(f'a[href="{reverse("leagues:club-calendar")}"]')
    assert read(page).has("form.cal-answer")


def test_the_night_is_in_club_time_whoever_reads_it(client, night):
    ClubSettings.objects.create(pk=1, name="Hoshi", time_zone="Asia/Tokyo")
    ada = signed_in(client, "Ada", time_zone="Europe/Warsaw")
    page = read(client.get(reverse("leagues:night-me")))
    hour = at(40).astimezone(ZoneInfo("Asia/Tokyo"))
    own = at(40).astimezone(ZoneInfo("Europe/Warsaw"))
    assert f"{hour:%H:%M} ({own:%H:%M} your time)" in page.one("main").text
    press(client, "expect", comes="20:15")
    assert Presence.objects.get(member=ada).expected_at == hour.replace(hour=20, minute=15)
    assert "20:15" in read(client.get(reverse("leagues:night-me"))).one("main").text


@pytest.mark.parametrize("zone", ["", "Europe/Warsaw"], ids=["nobody", "a reader elsewhere"])
def test_the_wall_is_in_club_time_whoever_is_signed_in_on_it(client, olga, zone):
    ClubSettings.objects.create(pk=1, name="Hoshi", time_zone="Asia/Seoul")
    night = make_night(olga)
    seat(night, olga, *came(night, *some_members(2)), minute=5)
    if zone:
        client.force_login(make_member("Ada", time_zone=zone).user)
    wall = read(client.get(reverse("leagues:night-wall"))).one("#wall")
    assert wall.one(".clock").text == "19:40"
    assert "since 19:05" in wall.texts(".wall-cond .soft")
