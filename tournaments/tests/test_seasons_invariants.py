"""What must hold in every season league (Hypothesis)."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.seasons.champions import Entrant, classify, season_table
from tournaments.seasons.scoring import EventEnding, EventGame, event_table
from tournaments.tests.league_builders import ILUZJI

LENGTH = (ILUZJI.last - ILUZJI.first).days
days = st.integers(0, LENGTH).map(lambda number: ILUZJI.first + timedelta(days=number))
attendances = st.lists(days, max_size=7)


@st.composite
def events(draw: st.DrawFn) -> tuple[list[int], list[EventGame]]:
    """Two to six players; every pair may have met in a round of its own."""
    size = draw(st.integers(2, 6))
    games = []
    for number, (a, b) in enumerate(combinations(range(size), 2), 1):
        ending = draw(
            st.sampled_from([EventEnding.POINTS, EventEnding.RESIGNATION, EventEnding.DRAW])
        )
        winner = None if ending is EventEnding.DRAW else draw(st.sampled_from([a, b]))
        margin2 = draw(st.sampled_from([1, 40])) if ending is EventEnding.POINTS else None
        games.append(EventGame(number, a, b, winner, ending, margin2))
    return list(range(size)), games


@given(events(), st.randoms(use_true_random=False))
def test_names_and_orders_do_not_change_an_event(event: Any, chance: Any) -> None:
    players, games = event
    name = dict(zip(players, chance.sample("uvwxyz", len(players)), strict=True))
    renamed = [
        replace(
            game,
            a=name[game.b],
            b=name[game.a],
            winner=None if game.winner is None else name[game.winner],
        )
        for game in games
    ]
    chance.shuffle(renamed)
    shuffled = chance.sample(list(name.values()), len(name))
    there = {row.player: row for row in event_table(shuffled, renamed)}
    for row in event_table(players, games):
        assert there[name[row.player]] == replace(row, player=name[row.player])


@given(events())
def test_big_and_small_points_add_up(event: Any) -> None:
    players, games = event
    rows = event_table(players, games)
    draws = sum(game.ending is EventEnding.DRAW for game in games)
    assert sum(row.big for row in rows) == 3 * len(games) - draws
    assert sum(row.small2 for row in rows) == 0
    assert event_table(players, games) == rows


@given(attendances, days)
def test_one_more_event_never_unclassifies(attended: list[date], more: date) -> None:
    if classify(ILUZJI, attended).classified:
        assert classify(ILUZJI, [*attended, more]).classified


@given(attendances, days)
def test_what_is_said_to_be_missing_is_enough_and_no_less_is(
    attended: list[date], as_of: date
) -> None:
    missing = classify(ILUZJI, attended, as_of=as_of).missing
    if missing is None:
        return
    known = [day for day in attended if day <= as_of]
    if missing.months is not None:
        fill = [max(as_of, date(*month, 1), ILUZJI.first) for month in missing.months]
        assert classify(ILUZJI, [*known, *fill]).every_month
        assert not classify(ILUZJI, [*known, *fill[1:]]).every_month
    assert missing.anywhere is not None
    assert classify(ILUZJI, [*known, *[as_of] * missing.anywhere]).enough
    assert not classify(ILUZJI, [*known, *[as_of] * (missing.anywhere - 1)]).enough


@given(
    st.lists(st.tuples(st.sampled_from([990.0, 1000.0, 1012.5]), attendances), max_size=6),
    st.randoms(use_true_random=False),
)
def test_names_and_orders_do_not_change_a_season(people: list[Any], chance: Any) -> None:
    entrants = [Entrant(number, rating, tuple(on)) for number, (rating, on) in enumerate(people)]
    rows = season_table(ILUZJI, entrants)
    moved = [one._replace(player=f"player {one.player}") for one in entrants]
    chance.shuffle(moved)
    there = {row.player: row for row in season_table(ILUZJI, moved)}
    for row in rows:
        assert there[f"player {row.player}"] == replace(row, player=f"player {row.player}")
    leaders = [row.rating for row in rows if row.leads]
    classified = [row.rating for row in rows if row.classification.classified]
    assert set(leaders) == ({max(classified)} if classified else set())
    assert len(leaders) == classified.count(max(classified, default=0.0))
