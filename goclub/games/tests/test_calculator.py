"""The calculator's page: conditions, what each result would do, and the estimator."""

from __future__ import annotations

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        ("115", "125", "2 stones, Black gives 3½"),
        ("115", "135", "3 stones, Black gives 1½"),
        ("115", "93", "3 stones, White gives ½"),
        ("85", "120", "5 stones, Black gives 2½"),
        ("175", "105", "7 stones, White gives 16½"),
        ("100", "100", "even game"),
    ],
)
def test_the_calculator_gives_the_conditions_of_s1_14(client, one, other, says):
    page = client.get(reverse("games:calculator"), {"one_points": one, "other_points": other})
    assert says in page.context["answer"]["text"]


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("115", "125", {"B": [116, 124], "W": [114, 126]}),
        ("0", "3", {"B": [1, 2], "W": [0, 4]}),  # points never fall below 0 (S1-1)
        ("105", "175", {"B": [105, 175], "W": [105, 175]}),  # seven stones: a free game (S1-10)
        ("0", "999", {}),  # a komi of 945½ can be computed, but not recorded
    ],
)
def test_the_calculator_says_what_each_result_would_do(client, one, other, wanted):
    page = client.get(reverse("games:calculator"), {"one_points": one, "other_points": other})
    rows = page.context["answer"]["results"]
    assert {r["winner"]: [step.state.points for step in r["sides"]] for r in rows} == wanted


@pytest.mark.parametrize("points", ["-1", "1000", "many", "3.5"])
def test_the_calculator_says_what_it_accepts(client, points):
    page = client.get(reverse("games:calculator"), {"one_points": points, "other_points": "100"})
    assert "one_points" in page.context["form"].errors


def test_the_estimator_gives_the_worked_example_of_s1_17(client):
    data = {"known": "176", "stones": "7", "side": "stronger"}
    page = client.get(reverse("games:calculator"), data)
    assert set(page.context["estimate"]) == {122, 123}
    refused = client.get(reverse("games:calculator"), data | {"stones": "8"})
    assert "stones" in refused.context["estimate_form"].errors
