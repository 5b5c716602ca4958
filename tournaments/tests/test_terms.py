"""Every sum over rounds is the sum of its terms, whatever the tournament looked like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.placement import standings
from tournaments.events.presets import s2
from tournaments.events.scores.table import ScoreTable
from tournaments.events.settings import JigoInSodos, Kind
from tournaments.events.terms import SUMS, ScoreTerm, terms
from tournaments.tests.tables import lettered, tournament

SIGNS = st.sampled_from("+-=x")
#: Six players, nobody meets anybody twice; the last round has a bye and an absence.
PAIRS = ((1, 4), (2, 5), (3, 6)), ((1, 2), (3, 4), (5, 6)), ((3, 1), (2, 6))


@st.composite
def events(draw):
    rounds = [
        " ".join(f"{white}{draw(SIGNS)}{black}/{draw(st.integers(0, 9))}" for white, black in pairs)
        for pairs in PAIRS
    ]
    rounds[-1] += " bye4"
    kind = draw(st.sampled_from([Kind.MCMAHON, Kind.SWISS]))
    settings = {
        "kind": kind,
        "bar": draw(st.integers(0, 4)),
        "floor": -15,
        "zero": -15,
        "sodos_jigo": draw(st.sampled_from(list(JigoInSodos))),
        "criteria": s2(kind).criteria,
    }
    return tournament(lettered("5D", "4D", "3D", "2D", "1D", "1K"), *rounds, **settings)


@given(events())
def test_every_sum_is_the_sum_of_its_terms(event):
    table = ScoreTable(event, 2)
    for row in standings(event, 2):
        for name in SUMS:
            found = terms(table, name, row.player)
            assert sum(term.value for term in found) == row.scores[name], (name, row.player)
            assert [term.round for term in found] == sorted(term.round for term in found)


def test_the_terms_of_the_worked_tournament():
    """A beat B, A beat C, A drew with D: SODOS 2 + 1 + half of ½ (RULEBOOK, section 3)."""
    event = tournament(
        lettered("4D", "5D", "3D", "2D"), "1+2 3+4", "1+3 2+4", "1=4 2+3",
        kind=Kind.SWISS, criteria=("NBW",),
    )  # fmt: skip
    found = terms(ScoreTable(event, 2), "SODOSW", 1)
    assert [(term.round, term.opponent, float(term.value) / 2) for term in found] == [
        (1, 2, 2), (2, 3, 1), (3, 4, 0.25),
    ]  # fmt: skip
    assert [float(term.share) for term in found] == [1, 1, 0.5]


def test_the_start_is_a_term_of_a_mcmahon_score_alone():
    event = tournament(lettered("4D", "1K"), "1+2", floor=-15, zero=-15)
    assert terms(ScoreTable(event, 0), "MMS", 2) == (ScoreTerm(0, None, 28), ScoreTerm(1, 1, 0))
    assert terms(ScoreTable(event, 0), "NBW", 2) == (ScoreTerm(1, 1, 0),)


def test_what_is_no_sum_is_refused():
    table = ScoreTable(tournament(lettered("4D", "1K"), "1+2"), 0)
    with refused(Code.UNKNOWN, "criterion"):
        terms(table, "CPS", 1)
    with refused(Code.UNKNOWN, "player"):
        terms(table, "SOSM", 7)


@pytest.mark.parametrize("name", SUMS)
def test_before_the_first_round_there_is_only_a_start(name):
    table = ScoreTable(tournament(lettered("4D", "1K")), -1)
    assert [term.round for term in terms(table, name, 1)] == ([0] if name == "MMS" else [])
