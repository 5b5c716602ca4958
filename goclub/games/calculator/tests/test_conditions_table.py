"""The table of conditions for the wall."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import codes, read, shows
from goclub.members.models import ClubSettings


def ask(client, system="igs", by="difference", low="0", high="9"):
    query = {"system": system, "by": by, "low": low, "high": high}
    return client.get(reverse("games:conditions-table"), query)


def cells(page):
    table = page.context["table"]
    return {row.difference: (row.cell.stones, row.cell.komi2) for row in table["rows"]}


def test_the_whole_table_of_s0_14_stands_there_at_once(client):
    page = client.get(reverse("games:conditions-table"))
    assert page.status_code == 200
    assert cells(page) == {
        "0": (0, 13), "½": (0, 1), "1": (0, -11), "1½": (2, 1), "2": (2, -11), "2½": (3, 1),
        "3": (3, -11), "3½": (4, 1), "4": (4, -11), "4½": (5, 1), "5": (5, -11), "5½": (6, 1),
        "6": (6, -11), "6½": (7, 1), "7": (7, -11), "7½": (8, 1), "8": (8, -11), "8½": (9, 1),
        "9": (9, -11),
    }  # fmt: skip
    assert read(page).has('link[rel=stylesheet][href*="css/calculator"]')


def test_any_range_of_points_s1_14(client):
    found = cells(ask(client, "paa", low="0", high="999"))
    assert len(found) == 1000
    komi = [11, 9, 7, 5, 3, 1, -1, -3]
    assert all(
        found[str(diff)] == (0 if diff < 8 else diff // 8 + 1, komi[diff % 8]) for diff in range(56)
    )
    assert found["56"] == (7, -5)  # S1-15
    assert found["70"] == (7, -33)
    rows = ask(client, "paa", low="47", high="48").context["table"]["rows"]
    assert [row.cell.free for row in rows] == [False, True]  # S1-10 with B7


def test_ranks_against_each_other(client):
    ((across, rows),) = ask(client, by="rank", low="1k", high="2d").context["table"]["blocks"]
    assert across == ["2d", "1d+", "1d", "1k+", "1k"]
    found = dict(rows)
    assert [(c.stones, c.komi2) for c in found["1k"]] == [
        (2, -11), (2, 1), (0, -11), (0, 1), (0, 13),
    ]  # fmt: skip
    assert found["2d"][1:] == [None] * 4
    ((_across, rows),) = ask(client, "paa", "rank", "4k", "1k").context["table"]["blocks"]
    corner = rows[-1][1][0]
    assert (corner.stones, corner.komi2) == (4, -1)  # 115 − 85 = 30: 3 rest 6 (S1-3, S1-14)


def test_the_whole_ladder_is_cut_into_sheets_and_knows_where_the_table_ends(client):
    blocks = ask(client, by="rank", low="17k", high="10d").context["table"]["blocks"]
    assert [len(across) for across, _rows in blocks] == [10, 10, 10, 10, 10, 2]
    last = blocks[0][1][-1]
    assert last[0] == "5k"  # nine ranks below 5d, the weakest across
    assert last[1][0] == "far"  # 5k against 10d
    assert last[1][-1].stones == 9


@pytest.mark.parametrize(
    ("system", "by", "low", "high", "field", "code"),
    [
        ("igs", "difference", "0.3", "9", "low", "E_GRID"),  # S0-14, bad input
        ("igs", "difference", "-1", "9", "low", "E_RANGE"),
        ("igs", "difference", "0", "9.5", "high", "E_UNDEFINED"),
        ("igs", "difference", "0", "x", "high", "E_TYPE"),
        ("igs", "difference", "5", "4", "low", "low_above_high"),
        ("paa", "difference", "0", "1000", "high", "E_RANGE"),
        ("paa", "difference", "1.5", "3", "low", "E_TYPE"),
        ("paa", "difference", "-1", "3", "low", "E_RANGE"),
        ("igs", "rank", "18k", "1d", "low", "E_RANK"),
        ("igs", "rank", "BC", "1d", "low", "E_RANK"),
        ("igs", "rank", "1d", "9p", "high", "E_RANK"),
        ("igs", "rank", "3d", "1d", "low", "low_above_high"),
        ("paa", "rank", "9k", "1d", "low", "E_RANK"),
        ("paa", "rank", "1k", "8d+", "high", "E_UNDEFINED"),
    ],
)
def test_a_range_that_cannot_be_is_refused_beside_its_field(
    client, system, by, low, high, field, code
):
    page = ask(client, system, by, low, high)
    assert page.status_code == 422
    errors = page.context["form"].errors.as_data()
    assert {name: [e.code for e in found] for name, found in errors.items()} == {field: [code]}
    assert page.context["table"] is None
    assert read(page).one("[name=high]").attrs["value"] == high


def test_beyond_nine_ranks_it_says_that_none_exist(client):
    page = ask(client, high="9.5")
    assert codes(page.context["form"]) == {"high": ["E_UNDEFINED"]}
    [refusal] = page.context["form"].errors["high"]
    assert shows(page, refusal)
    assert "9.5" in refusal
    assert "0 to 9" in refusal


@pytest.mark.parametrize(
    "query", [{"low": "1"}, {"system": "elo", "by": "x", "low": "", "high": ""}]
)
def test_a_half_filled_form_is_refused(client, query):
    assert client.get(reverse("games:conditions-table"), query).status_code == 422


def test_the_table_is_everybodys(client):
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    assert client.get(reverse("games:conditions-table")).status_code == 200


def test_the_table_asks_the_database_nothing_of_its_own(client, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):  # the club's settings
        ask(client, by="rank", low="17k", high="10d")
