"""How far it is to the next rank, by the rules themselves: S0-20, S0-26 … S0-30."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.igs.forecast import IgsForecast, forecast_of
from ratings.igs.ladder import LADDER
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.thresholds import DEFAULT, Thresholds
from ratings.tests.igs_tables import RULES, certified, in_bc, newcomer, play_all, pro


def test_a_certified_player() -> None:
    assert forecast_of(certified("1k", 25_000), RULES) == IgsForecast(
        "certified",
        rank_above="1k+",
        points_to_promotion=700,
        wins_to_promotion=7,
        rank_below="2k+",
        points_above_demotion=600,
        losses_to_demotion=7,
    )


@pytest.mark.parametrize(
    ("points", "rated", "wins", "losses"),
    [
        (25_699, 200, 1, 13),
        (25_600, 200, 1, 13),
        (25_599, 200, 2, 12),
        (24_400, 200, 13, 1),
        (24_500, 200, 12, 2),
        # ×1.7, ×1.5, ×1.2: 700 points up, 600 and one more down.
        (25_000, 0, 5, 4),
        (25_000, 20, 5, 5),
        (25_000, 50, 6, 6),
        # 170 for the twentieth game, then 150 each.
        (25_000, 19, 5, 4),
        # 120 for the hundredth, then 100 each.
        (25_000, 99, 7, 6),
    ],
)
def test_games_at_the_own_multiplier(points: int, rated: int, wins: int, losses: int) -> None:
    """S0-20: the multiplier falls as the games are played."""
    found = forecast_of(certified("1k", points, rated=rated), RULES)
    assert (found.wins_to_promotion, found.losses_to_demotion) == (wins, losses)


def test_the_top_and_the_bottom() -> None:
    top = forecast_of(certified("10d", 63_700), RULES)
    assert (top.rank_above, top.points_to_promotion, top.wins_to_promotion) == (None, None, None)
    assert (top.rank_below, top.points_above_demotion, top.losses_to_demotion) == ("9d", 1_000, 11)
    low = forecast_of(certified("17k"), RULES)
    assert (low.rank_below, low.points_above_demotion, low.losses_to_demotion) == ("BC", 350, 4)


def test_points_beyond_the_borders_of_a_new_table() -> None:
    beyond = forecast_of(certified("1k", 30_000), RULES)
    assert (beyond.points_to_promotion, beyond.wins_to_promotion) == (0, 1)
    # The next game, lost too, brings the rank above.
    assert beyond.losses_to_demotion is None


def test_ranks_of_a_thousand_games() -> None:
    wide = Thresholds(
        promote=(
            *(19_000 * place + 500_000 for place in range(26)),
            *range(980_000, 980_025),
            None,
        ),
        entry=(
            499_999,
            *(19_000 * place + 500_000 for place in range(26)),
            *range(980_000, 980_025),
        ),
        demote=(1, *range(490_000, 490_051)),
    )
    found = forecast_of(IgsState(0, 250_000, rated=200), IgsRules(thresholds=wide))
    assert (found.wins_to_promotion, found.losses_to_demotion) == (None, None)
    assert found.points_to_promotion == 250_000


def test_bc() -> None:
    assert forecast_of(in_bc(3), RULES) == IgsForecast("bc", rank_above="17k", bc_wins_missing=2)


@pytest.mark.parametrize(
    ("games", "adjustment", "certification"),
    [(0, 5, 20), (4, 1, 16), (5, 5, 15), (19, 1, 1), (20, 0, 0)],
)
def test_newcomers(games: int, adjustment: int, certification: int) -> None:
    """S0-27, S0-28, S0-30."""
    assert forecast_of(newcomer("1k", games=games, wins=3), RULES) == IgsForecast(
        "newcomer",
        games_to_adjustment=adjustment,
        games_to_certification=certification,
        wins=3,
        wins_missing=2,
    )
    assert forecast_of(newcomer("1k", games=games, wins=9), RULES).wins_missing == 0


def test_professionals_have_none() -> None:
    assert forecast_of(pro("9d"), RULES) == IgsForecast("pro")


@given(st.integers(0, 51), st.integers(0, 120), st.data())
def test_the_forecast_comes_true(rank: int, rated: int, data: st.DataObject) -> None:
    promote = DEFAULT.promote[rank]
    high = DEFAULT.demote[rank] + 5_000 if promote is None else promote - 1
    state = certified(LADDER[rank], data.draw(st.integers(DEFAULT.demote[rank], high)), rated=rated)
    found = forecast_of(state, RULES)
    for letter, count in (("W", found.wins_to_promotion), ("L", found.losses_to_demotion)):
        if count is None:
            assert (letter, rank) == ("W", 51)
            continue
        ranks = []
        now = state
        for _ in range(count):
            now = play_all(now, now, letter)[0].state
            ranks.append(now.rank)
        assert ranks == [rank] * (count - 1) + [rank + (1 if letter == "W" else -1)]
