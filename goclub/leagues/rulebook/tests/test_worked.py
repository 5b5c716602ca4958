"""The worked event: figures of the real rules, and words that give each of them back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goclub.common.tests.reading import read
from goclub.leagues.rulebook.labels.worked import lines_shown
from goclub.leagues.rulebook.services import BARS, RESULTS, SUMS, chosen, keys, tournament, worked
from goclub.leagues.tournament.labels.figures import points_text
from tournaments.events.placement import standings

_PARTS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}


def number(text):
    """A figure as it stands on the page: 39¾."""
    whole = text.rstrip("¼½¾")
    return Fraction(int(whole or 0)) + sum(_PARTS[part] for part in text[len(whole) :])


CHOICES = st.fixed_dictionaries(
    {
        "system": st.sampled_from(["mcmahon", "swiss"]),
        "bar": st.sampled_from([str(bar) for bar in BARS]),
        **{key: st.sampled_from(sorted(RESULTS)) for key in keys()},
    }
)


@given(CHOICES)
def test_what_is_shown_adds_up_to_what_the_rules_say(sent):
    choice = chosen(sent)
    rows = {row.player: row for row in standings(tournament(choice), 2)}
    shown = lines_shown(choice, worked(choice))
    assert [line["number"] for line in shown] == list(rows)
    for line in shown:
        for name, figure in zip(SUMS[choice.kind], line["sums"], strict=True):
            assert figure["total"] == points_text(rows[line["number"]].scores[name])
            halves = [number(term["half_of"]) / 2 for term in figure["terms"] if term["half_of"]]
            full = [number(term["value"]) for term in figure["terms"] if not term["half_of"]]
            assert sum(halves) + sum(full) == number(figure["total"])


@pytest.mark.parametrize(("system", "winner"), [("mcmahon", "Bartek"), ("swiss", "Chai")])
def test_the_two_systems_have_two_winners_at_first(client, system, winner):
    page = read(client.get("/learn/scores/", {"system": system}))
    assert page.texts(".scores-name")[0] == winner
    # Who is first is opened, unless somebody was asked for.
    assert page.one("details[open] summary strong").text == f"1. {winner}"


def test_one_result_changes_the_sums_of_those_who_did_not_play(client):
    """Akiko's second game: Bartek's win in place of the jigo raises the SOS of his opponents."""
    before = read(client.get("/learn/scores/"))
    after = read(client.get("/learn/scores/", {"g21": "b"}))

    def sos(page, name):
        row = next(row for row in page.all(".standings tbody tr") if row.one("th").text == name)
        return number(row.texts("td")[6])

    assert sos(after, "Ewa") - sos(before, "Ewa") == Fraction(1, 2)
    assert sos(after, "Fumio") - sos(before, "Fumio") == Fraction(1, 2)
    assert sos(after, "Chai") - sos(before, "Chai") == Fraction(-1, 2)


def test_a_table_without_any_point_still_has_a_picture(client):
    page = client.get("/learn/scores/", dict.fromkeys(keys(), "x") | {"system": "swiss"})
    assert page.status_code == 200
    assert set(read(page).texts(".standings tbody td.num")) >= {"1=", "0"}
