"""The start page: what waits and what it would move, the way ahead, news, a visitor's club."""

from __future__ import annotations

import gzip
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.common.tests.reading import read
from goclub.games.models import Game, Kifu, RatingEntry
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.rating.forecasts import Stretch, stretch_of, would_move
from goclub.games.rating.queries import near_lately, standing_of
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.tests.factories import at, play, report
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import make_event
from goclub.members.models import Notice, User
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, fresh, make_member

HOME = "home"
MOST_QUERIES = 20


@pytest.fixture
def pair():
    return make_member("佐藤 健"), make_member("Anong S.")


def page_of(client, member=None):
    if member:
        client.force_login(member.user)
    return client.get(reverse(HOME))


def test_what_a_report_would_move_is_what_it_moves(pair):
    black, white = pair
    game = report(black, white, "W+R")
    [promised] = would_move([game], at(minute=30)).values()
    assert not RatingEntry.objects.filter(game=game).exists()
    confirm_game(Act(white.user, at(minute=30)), game)
    shown = [system for system in SYSTEMS if not system.for_comparison]
    for player in pair:
        entries = RatingEntry.objects.filter(game=game, member=player)
        by_system = {str(SYSTEMS.of(entry.system).name): entry for entry in entries}
        moves = promised.of[player.pk]
        assert [str(move["system"]) for move in moves] == [str(system.name) for system in shown]
        for move in moves:
            assert move["change"] == pytest.approx(by_system[str(move["system"])].delta or 0)


def test_a_game_of_an_earlier_day_promises_no_figures(pair):
    black, white = pair
    late = report(black, white, "B+R")
    play(black, white, minute=60)
    Game.objects.filter(pk=late.pk).update(played_on=late.played_on.replace(year=2020))
    moves = would_move([fresh(late)], timezone.now())[late.pk]
    assert moves.late
    assert not moves.of


def test_a_report_from_a_clock_ahead_waits_since_today(client, pair):
    """Where it is tomorrow already, nobody reads “waits −1 days”."""
    black, white = pair
    game = report(black, white, "B+R")
    Game.objects.filter(pk=game.pk).update(reported_at=timezone.now() + timedelta(hours=26))
    [one] = page_of(client, white).context["waiting"]
    assert one.days == 0


def test_two_of_a_kind_stand_open_the_others_behind_one_line(client, pair):
    _black, white = pair
    for number in range(7):
        report(make_member(f"P {number}"), white, "B+R", minute=number)
    page = page_of(client, white)
    shown = page.context
    assert (shown["first"].part, len(shown["others"]), len(shown["more"])) == ("confirm", 1, 5)
    assert len(read(page).all(".now-title")) == 7, "each game says what it is here for"
    assert all(one.late for one in page.context["waiting"])
    assert all(one.moves.of or one.moves.late for one in page.context["waiting"])


def test_the_game_says_beforehand_what_it_would_move(client, pair):
    black, white = pair
    game = report(black, white, "W+R")
    client.force_login(white.user)
    assert client.get(game.get_absolute_url()).context["would_move"].of.keys() == {
        black.pk,
        white.pk,
    }
    assert as_member(client, black).get(game.get_absolute_url()).context["would_move"] is None


def test_the_road_leads_from_a_rank_to_the_next(pair):
    standing = standing_of(pair[0])
    road = stretch_of(standing, at().date())
    assert road is not None
    assert road.first <= standing.points <= road.end
    assert road.rank == standing.rank
    assert 0 <= road.gone <= road.length
    assert stretch_of(None, at().date()) is None


@pytest.mark.parametrize(("here", "shown"), [(120, False), (125, True), (132, False)])
def test_points_off_the_road_are_not_drawn_on_it(here, shown):
    """Points below or above the band stood in the middle of an empty or a full bar."""
    road = Stretch("1d", 121, 131, here, "2d")
    page = render_to_string("games/rating/_road.html", {"stretch": road})
    assert (str(here) in read(page).text) == shown


def test_what_is_unread_stands_in_one_row_a_kind_and_stays_unread(client, pair):
    member = pair[0]
    for number in range(3):
        Notice.objects.create(
            member=member,
            kind="game.confirmed",
            params={"other": "Anong S."},
            url="/games/",
            at=at(minute=number),
        )
    for _again in range(2):
        news = page_of(client, member).context["news"]
        assert [(group["newest"].kind, group["more"]) for group in news] == [("game.confirmed", 2)]


@pytest.mark.parametrize("kind", ["game.to_confirm", "game.remind", "challenge.made"])
def test_what_the_page_asks_is_not_told_again_as_news(client, pair, kind):
    Notice.objects.create(member=pair[0], kind=kind, params={}, url="/", at=at())
    page = page_of(client, pair[0])
    assert page.context["news"] == []
    assert page.context["me_unread"] == 1


def test_a_new_member_finds_opponents_near_in_points(client, pair):
    page = page_of(client, pair[0])
    assert page.context["is_new"]
    assert [one.member for one in page.context["suggested"]] == [pair[1]]
    play(*pair, minute=1)
    page = page_of(client, pair[0])
    assert not page.context["is_new"]
    assert not page.context["suggested"]


def test_a_visitor_learns_what_the_club_is(client, pair):
    page = page_of(client)
    assert (page.status_code, page.context["counts"]["members"]) == (200, 2)
    assert "leaders" not in page.context


@pytest.mark.usefixtures("founded")
def test_a_visitor_reads_when_and_where_the_club_meets_and_joins_in_one_way(client, monkeypatch):
    now = datetime(2026, 11, 24, 12, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
    monkeypatch.setattr(timezone, "now", lambda: now)
    make_series(
        first=now.date(), begins_at=time(18), rrule="FREQ=WEEKLY;BYDAY=TU,FR", zone="Asia/Tokyo",
        place="Tea shop, 5 Mill Lane", contact="Hana, hana@go.example",
    )  # fmt: skip
    page = read(page_of(client))
    visit = page.one(".visit")
    assert visit.one(".cal-when").text.startswith("Tonight · 18:00–21:00")
    assert "https://www.openstreetmap.org/search?query=Tea+shop%2C+5+Mill+Lane" in visit.values(
        "a", "href"
    )
    assert "mailto:hana@go.example" in visit.values("a", "href")
    assert visit.all("dd")[-1].text == "Friday · Tuesday, 1 December 2026 · Calendar"
    joins = [link for link in page.all("main a") if link.attrs["href"] == reverse("members:join")]
    assert [link.text for link in joins] == ["Join"]
    assert page.has("[data-first-move] svg")


def test_a_club_without_a_meeting_shows_none(client, pair):
    page = read(page_of(client))
    assert not page.has(".visit")
    assert page.has("[data-first-move]")


def test_the_page_keeps_its_figures_for_a_small_and_a_large_club(client, pair):
    """As many queries for 1 and for 300 members, at most 15, and at most 20 kB compressed."""
    black, white = pair
    play(black, white, minute=1)
    report(black, white, "W+R", minute=5)
    page_of(client, white)
    with CaptureQueriesContext(connection) as few:
        page_of_again = client.get(reverse(HOME))
    for number in range(30):
        other = make_member(f"Player {number}")
        play(white, other, minute=10 + 2 * number)
        report(other, white, "W+R", minute=100 + number)
    with CaptureQueriesContext(connection) as many:
        page = client.get(reverse(HOME))
    assert page_of_again.status_code == page.status_code == 200
    assert len(many) == len(few)
    assert len(many) <= MOST_QUERIES
    assert len(gzip.compress(page.content)) <= 20_000


def test_the_page_of_a_new_member_asks_no_more(client, keeping):
    """After something was written, with the question whether anything was."""
    play(make_member("Near", points=119), make_member("Other", points=119), "B+R", minute=1)
    page_of(client, make_member("New", points=119))
    make_member("Somebody else")
    with CaptureQueriesContext(connection) as asked:
        page = client.get(reverse(HOME))
    assert page.context["is_new"]
    assert len(page.context["suggested"]) == 3
    assert len(asked) <= MOST_QUERIES


def test_what_rivals_did_lately_stands_there_once_a_game(client):
    me, near, other = (make_member(name, points=119) for name in ("Me", "Near", "Other"))
    for number, member in enumerate((near, other, make_member("Far", points=40))):
        play(make_member(f"From far {number}", points=40), member, "W+R", minute=2 * number)
    between = play(near, other, "B+R", minute=20)
    play(me, near, "B+R", minute=30)
    entries = near_lately(standing_of(me), at().date())
    assert entries[0].game == between
    assert entries[0].member == near, "told as the winner's"
    assert len({entry.game_id for entry in entries}) == len(entries)
    assert {entry.member for entry in entries} == {near, other}
    assert not near_lately(standing_of(me), at().date() + timedelta(days=1))


def test_the_nearest_of_the_rivals_is_named(client, monkeypatch):
    me, near, other = (make_member(name, points=119) for name in ("Me", "Near", "Other"))
    play(near, other, "B+R", minute=1)
    monkeypatch.setattr(timezone, "now", lambda: at(minute=30))
    page = page_of(client, me)
    assert [entry.member for entry in page.context["lately"]] == [near]
    assert page.context["nearest"].member == near
    content = page.content.decode()
    assert reverse("games:head-to-head", args=[me.pk, near.pk]) in content
    line = read(page).one("section[aria-labelledby=since] li")
    assert len(line.texts(".who .rank")) == len(line.texts("div.small .rank")) * 2 == 2


def test_whoever_is_listed_nowhere_is_no_rival(pair):
    me, hidden = pair
    play(make_member("Other", points=100), hidden, "W+R", minute=1)
    for listed in (True, False):
        hidden.is_listed = listed
        hidden.save()
        rivals = {entry.member for entry in near_lately(standing_of(me), at().date())}
        assert (hidden in rivals) == listed


def was_here(member, when):
    """The visit before ended then."""
    User.objects.filter(pk=member.user_id).update(seen_at=when, seen_before=None)


def test_what_is_new_is_what_came_since_the_visit_before(client):
    me, near, other = (make_member(name, points=119) for name in ("Me", "Near", "Other"))
    old, new = play(near, other, minute=0), play(other, near, minute=40)
    today = timezone.localdate()
    with gate_open():
        for game, ago in ((old, 3), (new, 1)):
            when = timezone.now() - timedelta(days=ago)
            Game.objects.filter(pk=game.pk).update(confirmed_at=when)
        RatingEntry.objects.filter(game__in=[old, new]).update(on=today - timedelta(days=4))
    client.force_login(me.user)
    last = timezone.now() - timedelta(days=2)
    was_here(me, last)
    page = client.get(reverse(HOME))
    assert page.context["last_visit"] == page.context["since"] == last
    assert [entry.game for entry in page.context["lately"]] == [new]
    assert page.context["nearest"] is not None
    was_here(me, timezone.now() - timedelta(hours=4))
    page = client.get(reverse(HOME))
    assert page.context["lately"] == []
    assert page.context["nearest"] is not None, "the nearest does not go with the news"


def test_the_first_visit_looks_back_a_fortnight(client, pair):
    page = as_member(client, pair[0]).get(reverse(HOME))
    assert page.context["last_visit"] is None
    assert timedelta(days=13) < timezone.now() - page.context["since"] < timedelta(days=15)


def test_new_kifu_of_others_are_counted_and_found(client, pair):
    me, other = pair
    last = timezone.now() - timedelta(days=2)
    for uploader, ago in ((me, 1), (other, 1), (other, 1), (other, 3)):
        Kifu.objects.create(
            uploaded_by=uploader.user,
            uploaded_at=timezone.now() - timedelta(days=ago),
            filed_at=timezone.now(),
            original=b"(;)",
            moves=0,
        )
    client.force_login(me.user)
    was_here(me, last)
    assert client.get(reverse(HOME)).context["new_kifu"] == 2
    found = client.get(reverse("games:kifu-list"), {"came": timezone.localdate(last).isoformat()})
    assert found.context["total"] == 3


def test_a_new_tournament_stands_among_the_news(client, pair):
    today = timezone.localdate()
    client.force_login(pair[0].user)
    was_here(pair[0], timezone.now() - timedelta(days=2))
    for name, ago in (("Old", 3), ("New", 1)):
        Event.objects.create(
            slug=name.lower(),
            name=name,
            begins_on=today + timedelta(days=9),
            ends_on=today + timedelta(days=9),
            created_at=timezone.now() - timedelta(days=ago),
        )
    assert read(client.get(reverse(HOME))).texts("section[aria-labelledby=since] a") == ["New"]


@pytest.mark.parametrize(
    ("state", "heading"),
    [("registration", "Next tournament"), ("running", "Tournament under way")],
)
def test_a_tournament_that_runs_is_not_called_the_next(client, state, heading):
    event = make_event(make_member("Olga", role=ORGANISER), begins_on=timezone.localdate())
    Event.objects.filter(pk=event.pk).update(state=state)
    assert heading in [one.text.strip() for one in read(page_of(client)).all("h2")]
