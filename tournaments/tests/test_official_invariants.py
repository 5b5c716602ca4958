"""What must hold in every official league (Hypothesis)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations, permutations
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from ratings.errors import RuleError
from tournaments.official.choice import organisers
from tournaments.official.facts import Annul, LeagueEnding, LeagueGame, PlayerId
from tournaments.official.standing import DivisionRow, Why
from tournaments.tests.league_builders import (
    Player,
    Rules,
    Withdrawal,
    settle,
    table,
)

TODAY = date(2025, 4, 1)
League = tuple[list[Player], list[LeagueGame]]
# Few different margins and points, so that ties are common.
MARGINS2 = st.sampled_from([1, 7, 39, 40, 51])


@st.composite
def games_between(draw: st.DrawFn, a: PlayerId, b: PlayerId) -> LeagueGame:
    ending = draw(st.sampled_from(LeagueEnding).filter(lambda one: one is not LeagueEnding.TIME))
    winner = draw(st.sampled_from([a, b]))
    if ending in (LeagueEnding.JIGO, LeagueEnding.BOTH_FORFEIT):
        return LeagueGame(a, b, None, ending)
    margin2 = draw(MARGINS2) if ending is LeagueEnding.POINTS else None
    return LeagueGame(a, b, winner, ending, margin2)


@st.composite
def leagues(draw: st.DrawFn, complete: bool = False) -> League:
    """Two to six players, each pairing played or (unless *complete*) perhaps still open."""
    size = draw(st.integers(2, 6))
    born = st.sampled_from([date(1940, 1, 1), date(1990, 1, 1)])
    people = [
        Player(number, draw(st.sampled_from([100, 110])), draw(born)) for number in range(size)
    ]
    games = [
        draw(games_between(a, b))
        for a, b in combinations(range(size), 2)
        if complete or draw(st.integers(0, 3))
    ]
    return people, games


def facts(rows: tuple[DivisionRow, ...], name: dict[PlayerId, PlayerId]) -> dict[PlayerId, Any]:
    """Everything a table says, under new names and without the order of sharers."""
    return {
        name[row.player]: (
            *(row.place, row.rate, row.margin2, row.points, row.wins, row.losses, row.jigo),
            {name[one] for one in row.shared_with},
            *reason(row.why, name),
            *(reason(row.why.among_equals, name) if row.why.among_equals else ()),
        )
        for row in rows
    }


def reason(why: Why, name: dict[PlayerId, PlayerId]) -> tuple[Why, set[PlayerId]]:
    return replace(why, against=(), among_equals=None), {name[one] for one in why.against}


@given(leagues(), st.randoms(use_true_random=False))
def test_names_and_orders_change_nothing(league: League, chance: Any) -> None:
    people, games = league
    name: dict[PlayerId, PlayerId] = {
        one.id: f"player {number}" for number, one in enumerate(chance.sample(people, len(people)))
    }
    renamed = [replace(one, id=name[one.id]) for one in people]
    swapped = [
        replace(
            game,
            a=name[game.b],
            b=name[game.a],
            winner=None if game.winner is None else name[game.winner],
        )
        for game in games
    ]
    chance.shuffle(renamed)
    chance.shuffle(swapped)
    same = {one: one for one in name.values()}
    assert facts(table(renamed, swapped), same) == facts(table(people, games), name)


@given(leagues(), st.data())
def test_adding_a_forfeit_never_changes_points(league: League, data: st.DataObject) -> None:
    """S1-24."""
    people, games = league
    still_open = settle(people, games).open
    assume(still_open)
    a, b = data.draw(st.sampled_from(still_open))
    more = [*games, LeagueGame(a, b, data.draw(st.sampled_from([a, b])), LeagueEnding.FORFEIT)]
    points = {row.player: row.points for row in table(people, games)}
    assert {row.player: row.points for row in table(people, more)} == points
    assert table(people, more) != table(people, games)


@given(leagues())
def test_places_are_counted_on_and_sums_agree(league: League) -> None:
    people, games = league
    rows = table(people, games)
    count = Counter(row.place for row in rows)
    for row in rows:
        assert row.place == 1 + sum(other.place < row.place for other in rows)
        assert len(row.shared_with) == count[row.place] - 1
        assert (row.rate is None) == (row.games == 0)
    lost_by_both = sum(game.ending is LeagueEnding.BOTH_FORFEIT for game in games)
    assert sum(row.margin2 for row in rows) == -2 * 40 * lost_by_both
    assert sum(row.games for row in rows) == 2 * len(games)
    assert len(games) + len(settle(people, games).open) == len(people) * (len(people) - 1) // 2


@given(leagues(complete=True), st.data())
def test_a_loss_turned_into_a_win_never_costs_a_place(league: League, data: st.DataObject) -> None:
    people, games = league
    lost = [number for number, game in enumerate(games) if game.winner is not None]
    assume(lost)
    number = data.draw(st.sampled_from(lost))
    game = games[number]
    [loser] = game.pair - {game.winner}
    turned = [*games[:number], replace(game, winner=loser), *games[number + 1 :]]
    before, after = (
        next(row.place for row in table(people, one) if row.player == loser)
        for one in (games, turned)
    )
    assert after <= before


@given(leagues(complete=True), st.data())
def test_who_is_annulled_leaves_the_league_of_the_others(
    league: League, data: st.DataObject
) -> None:
    people, games = league
    assume(len(people) > 2)
    gone = data.draw(st.sampled_from(people))
    rules = Rules(annul=Annul.ALWAYS)
    rows = table(people, games, rules=rules, withdrawals=[Withdrawal(gone.id, TODAY)])
    others = [one for one in people if one is not gone]
    assert rows == table(others, [game for game in games if gone.id not in game.pair])


def outcome(
    rows: tuple[DivisionRow, ...], people: list[Player], decided: Sequence[PlayerId]
) -> object:
    """The two organisers, or why there are none."""
    try:
        found = organisers(rows, people, on=TODAY, decided=decided)
    except RuleError as error:
        return error.reason
    return found.winner, found.booby


@given(leagues(complete=True))
def test_what_needs_no_decision_does_not_depend_on_one(league: League) -> None:
    """S1-26 with shared places: either the office is asked, or its order would change nothing."""
    people, games = league
    people = people[:5]
    ids = [one.id for one in people]
    rows = table(people, [game for game in games if game.pair <= set(ids)])
    undecided = outcome(rows, people, ())
    by_order = {outcome(rows, people, order) for order in permutations(ids)}
    assert "official.shared_place" not in by_order
    assert undecided == "official.shared_place" or by_order == {undecided}
    assert all(one == "official.all_exempt" or len(set(one)) == 2 for one in by_order)
