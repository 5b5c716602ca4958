"""Lists of games and records whose pages begin after a row."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goclub.common.keyset import keyset_page
from goclub.common.tests.reading import read
from goclub.games.models import Game, Kifu
from goclub.games.tests.factories import NIGHT, at, play
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres
WHEN = {"uploaded_at": at(), "filed_at": at(), "original": b""}
SLOW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def put(days):
    """Records of these days (None: without one), without anything else."""
    Kifu.objects.all().delete()
    return Kifu.objects.bulk_create(
        Kifu(
            played_on=None if day is None else NIGHT + timedelta(days=day),
            moves=1,
            **WHEN,
        )
        for day in days
    )


def walked(rows, size, *, act=lambda: None, **more):
    """Every page from the first to the last, *act* between two of them."""
    pages, asked = [], {"per_page": str(size)}
    while True:
        page = keyset_page(asked, rows, **more)
        pages.append(page)
        if not page.next:
            return pages
        act()
        asked = {"per_page": str(size), "next": page.next}


days_of = st.lists(st.none() | st.integers(0, 4), min_size=1, max_size=14)


@SLOW
@given(days=days_of, size=st.integers(1, 5), up=st.booleans())
def test_the_pages_hold_every_row_once_and_lead_back(db, days, size, up):
    put(days)
    pages = walked(Kifu.objects.all(), size, oldest_first=up)
    newest = list(Kifu.objects.newest_first())
    assert [row for page in pages for row in page.rows] == (newest[::-1] if up else newest)
    page = pages[-1]
    for before in reversed(pages[:-1]):
        asked = {"per_page": str(size), "prev": page.prev}
        page = keyset_page(asked, Kifu.objects.all(), oldest_first=up)
        assert page.rows == before.rows
    assert not page.prev


@SLOW
@given(days=days_of, size=st.integers(1, 5), new=st.lists(st.integers(0, 6), max_size=3))
def test_what_comes_in_meanwhile_moves_no_row(db, days, size, new):
    rows = put(days)
    coming = iter(new)

    def act():
        day = next(coming, None)
        if day is not None:
            Kifu.objects.create(played_on=NIGHT + timedelta(days=day), moves=1, **WHEN)

    seen = [row.pk for page in walked(Kifu.objects.all(), size, act=act) for row in page.rows]
    assert len(seen) == len(set(seen))
    assert {row.pk for row in rows} <= set(seen)


@pytest.mark.parametrize(
    "text", ["", "x", "5" * 5000, "2026-13-40.1", "2026-01-01.", "2026-01-01.<b>", "٢.١"]
)
def test_what_names_no_place_is_the_first_page(db, text):
    put([1, 2, 3])
    first = keyset_page({}, Kifu.objects.all()).rows
    for name in ("next", "prev"):
        assert keyset_page({name: text}, Kifu.objects.all()).rows == first


@pytest.mark.parametrize("size", ["0", "1000000", "-3", "x", "٣", "9" * 5000])
def test_no_page_is_endless(db, size):
    put([1] * 130)
    assert 1 <= len(keyset_page({"per_page": size}, Kifu.objects.all()).rows) <= 100


# --- The pages ------------------------------------------------------------------------------------
@pytest.fixture
def games(db):
    black, white = make_member(points=60), make_member(points=90)
    return [
        play(black, white, played_on=NIGHT + timedelta(days=n // 7), minute=n) for n in range(60)
    ]


def test_the_list_of_games_is_walked_by_its_links(client, games, django_assert_max_num_queries):
    address, seen, queries = "/games/", [], []
    while address:
        with django_assert_max_num_queries(20) as asked:
            answer = client.get(address)
        queries.append(len(asked))
        assert not any(" OFFSET " in one["sql"] for one in asked.captured_queries)
        counting = [one["sql"] for one in asked.captured_queries if "COUNT(" in one["sql"].upper()]
        # The heads of the months on this page, and no more than those months.
        assert len(counting) == 1
        assert re.search(r'"played_on" >= .+ AND .+"played_on" < ', counting[0])
        seen += [row.pk for row in answer.context["page"].rows]
        found = read(answer).values("nav.pages a[rel=next]", "href")
        address = "/games/" + found[0] if found else ""
    assert seen == list(Game.objects.newest_first().values_list("pk", flat=True))
    assert len(set(queries[1:])) == 1


def test_it_can_be_turned_round_and_its_file_is_whole(client, games):
    oldest = client.get("/games/", {"sort": "played_on"}).context["page"].rows
    assert oldest[0] == Game.objects.newest_first().last()
    rows = b"".join(client.get("/games/", {"format": "csv", "next": "2025-03-05.3"}))
    assert len(rows.splitlines()) == 61


def test_a_game_that_comes_in_is_on_no_page_twice(client, games):
    first = client.get("/games/").context["page"]
    play(games[0].black, games[0].white, played_on=NIGHT + timedelta(days=50), minute=5)
    second = client.get("/games/", {"next": first.next}).context["page"]
    assert not {row.pk for row in first.rows} & {row.pk for row in second.rows}
