"""Rankings: order, filters, any past moment, the arrows, CSV; charts."""

from __future__ import annotations

import csv
import html
import io
import re
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.common.tests.written_once import written_once
from goclub.games.models import Standing
from goclub.games.rating.charts import WIDTH, Point, chart_of, draw_history, since_first_game
from goclub.games.rating.labels import short_reason
from goclub.games.rating.queries import HistoryRow, rank_changes
from goclub.games.rating.systems.protocol import Band, ChartFrame
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.games.rating.tests.test_strength_pages import KEYS, certify, make_club
from goclub.games.tests.factories import play
from goclub.members.tests.factories import as_member, make_member
from ratings.igs.ladder import LADDER


@pytest.fixture
@written_once
def club():
    return make_club()


def ranking(client, system="paa", **query):
    page = client.get(reverse("games:rankings", args=[system]), query)
    assert page.status_code == 200
    return page


def names(page):
    return [row.member.display_name for row in page.context["rows"]]


@pytest.mark.parametrize("system", KEYS)
def test_each_system_has_its_own_order(client, club, system):
    certify(club["stranger"], "5d")
    certify(club["white"], "2d")
    rows = ranking(client, system).context["rows"]
    standings = {s.member_id: s for s in Standing.objects.filter(system=system)}
    assert [(r.value, r.rank, r.games) for r in rows] == [
        (standings[r.member.pk].value, standings[r.member.pk].rank, standings[r.member.pk].games)
        for r in rows
    ]
    values = [row.value for row in rows]
    assert values == sorted(values, reverse=True)
    assert len(rows) == len(club)
    best = {"paa": "white", "igs": "stranger", "elo": "black", "egf": "white"}[system]
    assert rows[0].member == club[best]


def test_shared_places_carry_the_same_number(client, club):
    rows = ranking(client, "elo").context["rows"]
    assert [(row.place, row.shared) for row in rows] == [
        (1, False), (2, True), (2, True), (2, True), (2, True), (6, False)
    ]  # fmt: skip


def test_newcomers_of_igs_stand_below_by_rank_without_a_place(client, club):
    certify(club["chair"], "17k")
    page = ranking(client, "igs")
    rows = page.context["rows"]
    assert [row.place for row in rows] == [1, None, None, None, None, None]
    assert (rows[0].member, rows[0].value) == (club["chair"], 5_250)
    order = [LADDER.index(row.rank.rstrip("?")) for row in rows[1:]]
    assert order == sorted(order, reverse=True)
    assert read(page).values("p.lead-line .why-mark", "popovertarget") == ["why-S0-27"]


def test_filters_narrow_the_table(client, club):
    play(club["chair"], make_member("Long away", points=90), played_on=date(2024, 2, 1))
    now = {"at": "2025-04-01T00:00"}
    assert "Long away" in names(ranking(client, **now))
    assert set(names(ranking(client, months="2", **now))) == {"佐藤 健", "Anong <b>S.</b>"}
    assert names(ranking(client, country="TH")) == ["Anong <b>S.</b>"]
    assert names(ranking(client, club="chiang")) == ["Anong <b>S.</b>"]
    assert names(ranking(client, certified="on")) == []
    certify(club["white"])
    assert names(ranking(client, "igs", certified="on")) == ["Anong <b>S.</b>"]
    nobody = read(ranking(client, club="nowhere"))
    assert len(nobody.all("table tbody tr")) == len(nobody.all("tbody td.empty")) == 1


def test_only_systems_that_certify_offer_that_filter(client, club):
    offered = {key: "certified" in ranking(client, key).context["form"].fields for key in KEYS}
    assert offered == {"paa": True, "igs": True, "elo": False, "egf": False}
    assert len(names(ranking(client, "elo", certified="on"))) == len(club)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"months": "0"}, "months"),
        ({"months": "soon"}, "months"),
        ({"months": "999999999"}, "months"),
        ({"country": "XX"}, "country"),
        ({"at": "yesterday"}, "at"),
        ({"at": "0001-01-01"}, "at"),
        ({"at": "2025-02-30T10:00"}, "at"),
    ],
)
def test_a_filter_that_makes_no_sense_is_said_and_hides_nobody(client, club, query, field):
    page = ranking(client, **query)
    assert page.context["form"].errors[field]
    assert read(page).one(".invalid-feedback").text == page.context["form"].errors[field][0]
    assert len(names(page)) == len(club)


def test_any_moment_of_the_past_can_be_asked_for(client, club):
    """The game of 4 March 2025 was confirmed at 10:01 UTC, 19:01 on the club's clock."""
    before = ranking(client, at="2025-03-04T19:00").context["rows"]
    after = ranking(client, at="2025-03-04T19:01").context["rows"]
    points = [{row.member: row.value for row in rows}[club["black"]] for rows in (before, after)]
    assert points == [119, 120]
    day = ranking(client, at="2025-03-04").context["rows"]
    assert {row.member: row.value for row in day}[club["black"]] == 120, "up to its end"
    assert ranking(client, at="2023-12-31").context["rows"] == []
    past = ranking(client, at="2025-03-04T19:00")
    assert past.context["as_of"] is not None
    assert "4 Mar 2025, 19:00" in read(past).all("p.lead-line")[0].text


def test_the_arrow_compares_with_thirty_days_before(client, club):
    page = ranking(client, at="2025-03-20T00:00")
    trend = {row.member: row.trend for row in page.context["rows"]}
    assert (trend[club["black"]], trend[club["white"]]) == (1, -1)
    assert trend[club["stranger"]] == 0
    assert any("▲" in cell for cell in read(page).texts("td.trend"))
    later = ranking(client, at="2025-05-20T00:00").context["rows"]
    assert {row.trend for row in later} == {0}
    new = ranking(client, at="2024-01-15T00:00").context["rows"]
    assert {row.trend for row in new} == {None}


@pytest.mark.parametrize("system", KEYS)
def test_csv_holds_the_same_rows_and_defuses_formulas(client, club, system):
    make_member("=HYPERLINK(1)", points=200, club="+1", romanised_name="@SUM(A1)")
    shown = ranking(client, system).context["rows"]
    answer = ranking(client, system, format="csv")
    assert answer["Content-Type"].startswith("text/csv")
    assert f"ranking-{system}.csv" in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))
    assert len(rows) == len(shown)
    injected = next(row for row in rows if "HYPERLINK" in row["name"])
    assert (injected["name"], injected["romanised"], injected["club"]) == (
        "'=HYPERLINK(1)", "'@SUM(A1)", "'+1"
    )  # fmt: skip
    assert [row["name"].lstrip("'") for row in rows] == [r.member.display_name for r in shown]
    if system == "elo":
        assert float(rows[0]["value"]) == pytest.approx(1012.5)


def test_a_former_member_leaves_the_ranking(client, club):
    club["white"].status = "former"
    club["white"].save()
    assert "Anong <b>S.</b>" not in names(ranking(client))


# --- Pages --------------------------------------------------------------------------------------
@pytest.fixture
def pages_of_two(monkeypatch):
    monkeypatch.setattr("goclub.games.rating.views.rankings.A_PAGE", 2)


def csv_names(client):
    answer = client.get(reverse("games:rankings", args=["paa"]), {"format": "csv"})
    lines = io.StringIO(answer.getvalue().decode("utf-8-sig"))
    return [row["name"] for row in csv.DictReader(lines)]


def test_a_long_ranking_comes_in_pages_and_its_csv_whole(client, club, pages_of_two):
    whole = csv_names(client)
    assert len(whole) == len(club)
    first, second = ranking(client), ranking(client, page="2")
    assert names(first) + names(second) == whole[:4]
    assert read(second).values("nav.pages a", "href") == ["?page=1", "?page=3"]
    assert read(ranking(client, page="2", months="12", name="x")).has("nav.pages") is False
    assert names(ranking(client, page="x")) == names(first)


def test_one_gets_to_ones_own_place_and_to_a_name(client, club, pages_of_two):
    last = club["stranger"]
    page = ranking(as_member(client, last))
    assert page.context["mine"] == csv_names(client).index(last.display_name) // 2 + 1
    assert last.display_name in names(ranking(client, page=str(page.context["mine"])))
    assert last.display_name in names(ranking(client, name=last.display_name))
    nobody = ranking(client, name="nobody at all", page="2")
    assert nobody.context["not_named"]
    assert nobody.context["page"].number == 2


#: A label of "Nov 2026" in the chart's own units, with a little air: on a desk, on a telephone.
WIDEST, WIDEST_IN_THE_HAND = 48, 80
START = date(2012, 8, 28)


def labels(days: int, css: str = 'chart-label[^"]*') -> list[tuple[float, str]]:
    """Place and words of the dates below a chart over so many days."""
    points = [Point(START, 100), Point(START + timedelta(days=days), 110)]
    svg = str(draw_history(points, title="t", frame=ChartFrame(room=5)))
    found = re.findall(rf'class="{css}" x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]+)<', svg)
    return [(float(x), text) for x, text in found]


@pytest.mark.parametrize("days", [1, 20, 45, 150, 151, 799, 801, 2000, 5200, 9000, 36000])
def test_dates_never_print_over_each_other(days):
    places = [x for x, _text in labels(days)]
    assert all(after - before > WIDEST for before, after in pairwise(places))
    assert len(places) <= 8
    assert places or days < 45
    shown = [x for x, _text in labels(days, "chart-label")]
    assert all(after - before > WIDEST_IN_THE_HAND for before, after in pairwise(shown))
    assert all(WIDEST_IN_THE_HAND / 2 <= x <= WIDTH - WIDEST_IN_THE_HAND / 2 + 4 for x in shown)


BANDS = [Band(f"{n}k", 131 - 10 * n, 141 - 10 * n) for n in range(9, 0, -1)]


@pytest.mark.parametrize("high", [55, 60, 90, 140])
@pytest.mark.parametrize("bands", [BANDS, []], ids=["ranks", "figures"])
def test_labels_beside_the_chart_never_print_over_each_other(high, bands):
    """Of the same size as in the style: 9.5 units on a desk, 17 on a telephone."""
    points = [Point(START, 50), Point(START + timedelta(days=200), high)]
    svg = str(draw_history(points, title="t", frame=ChartFrame(room=5, bands=bands)))
    found = re.findall(r'class="(chart-label[^"]*)" x="[\d.]+" y="([\d.]+)" text-anchor="end"', svg)
    every = sorted(float(y) for _css, y in found)
    shown = sorted(float(y) for css, y in found if css == "chart-label")
    assert len(every) >= len(shown) >= 2
    assert all(after - before >= 12 for before, after in pairwise(every))
    assert all(after - before >= 19 for before, after in pairwise(shown))


def test_years_alone_where_years_lie_between():
    assert {len(text) for _x, text in labels(5200)} == {4}
    assert {len(text) for _x, text in labels(300)} == {len("Jan 2026")}


def row(day: date, value: float, *, played: bool = True) -> HistoryRow:
    return HistoryRow(day, value, "1d", "1d", played)


def test_a_chart_begins_with_the_first_game():
    """The years since joining would be one straight line over most of it."""
    joined, raised = row(START, 170, played=False), row(date(2014, 1, 1), 172, played=False)
    game, later = row(date(2026, 1, 5), 171), row(date(2026, 2, 1), 170)
    shown = since_first_game([joined, raised, game, later])
    assert [(one.day, one.value) for one in shown] == [
        (game.day, 172),
        (game.day, 171),
        (later.day, 170),
    ]


def test_a_chart_without_games_shows_the_decisions():
    rows = [row(START, 170, played=False), row(date(2014, 1, 1), 172, played=False)]
    assert since_first_game(rows) == rows
    assert since_first_game([]) == []


def test_a_ring_says_why_the_rank_came():
    """A promotion is a ring, a demotion a square; each with day, ranks and the reason."""
    one, other = make_member("Sato", points=120), make_member("Anong", points=120)
    for minute in range(12):
        play(one, other, minute=minute)
    changes = rank_changes(one, MAIN_SYSTEM)
    picture = str(chart_of(one, MAIN_SYSTEM, changes[0].on, changes).picture)
    rings = re.findall(r'<circle class="chart-up"[^>]*><title>([^<]+)</title>', picture)
    [up] = [change for change in changes if change.game_id]
    assert len(rings) == 1
    # Only compared here: nothing that is shown is unescaped.
    assert html.unescape(rings[0]).endswith(short_reason(up))
    assert short_reason(up) not in str(chart_of(one, MAIN_SYSTEM, changes[0].on).picture)
