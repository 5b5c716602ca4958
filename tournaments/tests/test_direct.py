"""Direct confrontation, full and simplified (PAIRING.md, SDC and DC)."""

from __future__ import annotations

import pytest

from tournaments.events.placement import ordered
from tournaments.tests.tables import by_player, player, tournament

# Everybody is in the one category, so the whole field is one group of equals.
FULL = ("CAT", "DC", "RATING")
SIMPLE = ("CAT", "SDC")


def field(*ratings):
    return tuple(player(number, rating=rating) for number, rating in enumerate(ratings, 1))


def points(event, name, criteria):
    rows = by_player(event, criteria=criteria)
    return [rows[entered.id].points(name) for entered in event.players]


def test_who_met_nobody_is_placed_by_the_later_criteria_below_winners():
    # 1 beat 2; 3 stands between them by rating, and so below both.
    event = tournament(field(1000, 3000, 2000), "1+2")
    assert points(event, "DC", FULL) == [2, 1, 0]
    # Stronger than both, he stays when 2 leaves, and leaves when 1 is freed.
    event = tournament(field(1000, 2000, 3000), "1+2")
    assert points(event, "DC", FULL) == [1, 0, 2]


def test_a_ring_stands_as_one_between_those_it_beat_and_those_who_beat_it():
    # Ring 1 > 2 > 3 > 1; only 1 beat 4, only 5 beat 3.
    ring = ["1+2", "2+3", "3+1", "1+4", "5+3"]
    event = tournament(field(2000, 1900, 2000, 2500, 100), *ring)
    assert points(event, "DC", FULL) == [3, 1, 3, 0, 4]
    assert points(event, "DC", ("CAT", "DC")) == [3, 3, 3, 0, 4]
    assert ordered(event, 4, ("CAT", "DC")) == (5, 1, 2, 3, 4)


@pytest.mark.parametrize("rounds", [["1=2"], ["1+!2"], ["1?2"], ["1*2"], ["1x2"], ["1+2", "2+1"]])
def test_only_a_net_plain_win_counts(rounds):
    event = tournament(field(1000, 2000), *rounds)
    assert points(event, "DC", ("CAT", "DC")) == [0, 0]
    assert points(event, "SDC", SIMPLE) == [0, 0]


@pytest.mark.parametrize(
    ("ratings", "rounds", "name", "criteria", "told"),
    [
        # A chain is peeled from below.
        ((1000, 2000, 3000), ["1+2", "2+3"], "DC", FULL, [2, 1, 0]),
        # Two rings, one above the other; rings that share a player are one.
        ([2000] * 6, ["1+2 4+5", "2+3 5+6", "3+1 6+4", "2+5"], "DC", FULL, [3, 3, 3, 0, 0, 0]),
        ([2000] * 5, ["1+2 4+5", "2+3", "3+1", "3+4", "5+3"], "DC", FULL, [0] * 5),
        # OpenGotha counts two wins over one player only in SDC.
        ((2000, 2000), ["1+2", "2-1"], "SDC", SIMPLE, [1, 0]),
        ((2000, 2000), ["1+2", "2-1"], "DC", ("CAT", "DC"), [0, 0]),
        # The simplified one counts wins if everybody met, and nothing if a pair has no decision.
        ((1, 2, 3), ["1+2", "2+3", "3-1"], "SDC", SIMPLE, [2, 1, 0]),
        *(
            ((1, 2, 3), ["1+2", "2+3", last], "SDC", SIMPLE, [0, 0, 0])
            for last in ("3=1", "3-!1", "bye1")
        ),
    ],
)
def test_points(ratings, rounds, name, criteria, told):
    assert points(tournament(field(*ratings), *rounds), name, criteria) == told


@pytest.mark.parametrize(
    ("ratings", "rounds", "after", "criteria"),
    [
        ((1000, 2000, 3000), ["1+2", "2+3"], 1, FULL),
        ((1, 2, 3), ["1+2", "2+3", "3-1"], 2, SIMPLE),
    ],
)
def test_the_order_follows_the_points(ratings, rounds, after, criteria):
    assert ordered(tournament(field(*ratings), *rounds), after, criteria) == (1, 2, 3)


def test_only_games_among_equals_and_up_to_the_round_count():
    # After round 2 players 1 and 2 have one win each; 2 beat 1, 1 beat 3.
    event = tournament(field(3000, 2000, 1000, 1000), "2+1 3+4", "1+3 4+2", "1+2 3=4")
    after_two = by_player(event, after=2, criteria=("NBW", "DC", "NUM"))
    assert [after_two[n].points("NBW") for n in (1, 2, 3, 4)] == [1, 1, 1, 1]
    # Everybody is equal, and 2 > 1 > 3 > 4 > 2 is a ring.
    assert [after_two[n].points("DC") for n in (1, 2, 3, 4)] == [3, 2, 1, 0]
    end = by_player(event, criteria=("NBW", "DC"))
    assert [end[n].points("NBW") for n in (1, 2, 3, 4)] == [2, 1, 1.5, 1.5]
    # Only 3 and 4 are equal now: 3 won their first game, the second was jigo.
    assert [end[n].points("DC") for n in (1, 2, 3, 4)] == [0, 0, 1, 0]
    assert not end[3].shared


def test_a_long_chain_of_a_thousand_is_no_matter_of_depth():
    entered = field(*[2000] * 1000)
    chain = tournament(
        entered,
        " ".join(f"{n}+{n + 1}" for n in range(1, 1000, 2)),
        " ".join(f"{n}+{n + 1}" for n in range(2, 999, 2)),
    )
    assert ordered(chain, 1, ("CAT", "DC")) == tuple(range(1, 1001))
