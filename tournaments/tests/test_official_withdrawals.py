"""Players who withdraw: the half-played rule and the league's settings (issue of leagues, H)."""

from datetime import date

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.official.facts import Annul, LeagueEnding, LeagueGame, Rest
from tournaments.tests.league_builders import Rules, Withdrawal, players, settle, table, won

DAY = date(2025, 4, 10)
FIVE = players(a=1, b=2, c=3, d=4, e=5)
OUT = [Withdrawal("a", DAY)]
# a has four games on his list: two of them are half.
ONE_PLAYED = [won("a", "b", 5), won("c", "d", 5)]
TWO_PLAYED = [*ONE_PLAYED, won("c", "a", 5)]


def test_below_half_annuls_all_games() -> None:
    settled = settle(FIVE, ONE_PLAYED, withdrawals=OUT)
    assert [player.id for player in settled.players] == ["b", "c", "d", "e"]
    assert (settled.games, settled.annulled) == ((ONE_PLAYED[1],), (ONE_PLAYED[0],))
    assert settled.forfeits == ()
    [left] = settled.left
    assert (left.played, left.scheduled, left.annulled, left.on) == (1, 4, True, DAY)
    assert {row.player for row in table(FIVE, ONE_PLAYED, withdrawals=OUT)} == set("bcde")


def test_from_half_on_games_stand_and_the_rest_is_forfeited() -> None:
    settled = settle(FIVE, TWO_PLAYED, withdrawals=OUT)
    assert settled.annulled == ()
    assert settled.forfeits == (
        LeagueGame("a", "d", "d", LeagueEnding.FORFEIT, on=DAY),
        LeagueGame("a", "e", "e", LeagueEnding.FORFEIT, on=DAY),
    )
    assert settled.open == (("b", "c"), ("b", "d"), ("b", "e"), ("c", "e"), ("d", "e"))
    rows = {row.player: row for row in table(FIVE, TWO_PLAYED, withdrawals=OUT)}
    assert (rows["a"].games, rows["a"].losses, rows["e"].wins) == (4, 3, 1)


def test_the_rest_can_be_dropped() -> None:
    settled = settle(FIVE, TWO_PLAYED, withdrawals=OUT, rules=Rules(rest=Rest.DROPPED))
    assert settled.forfeits == ()
    assert not any("a" in pair for pair in settled.open)
    assert settled.games == tuple(TWO_PLAYED)


@pytest.mark.parametrize(
    ("annul", "games", "annulled"),
    [
        (Annul.ALWAYS, TWO_PLAYED, True),
        (Annul.BELOW_HALF, TWO_PLAYED, False),
        (Annul.BELOW_HALF, ONE_PLAYED, True),
        (Annul.NEVER, ONE_PLAYED, False),
        (Annul.NEVER, [], False),
        (Annul.BELOW_HALF, [], True),
    ],
)
def test_settings(annul: Annul, games: list[LeagueGame], annulled: bool) -> None:
    [left] = settle(FIVE, games, withdrawals=OUT, rules=Rules(annul=annul)).left
    assert left.annulled is annulled


def test_a_forfeit_is_no_played_game() -> None:
    games = [*ONE_PLAYED, LeagueGame("a", "c", "c", LeagueEnding.FORFEIT)]
    assert settle(FIVE, games, withdrawals=OUT).left[0].annulled


def test_two_who_withdrew_leave_their_game_open_to_nobody() -> None:
    both = [*OUT, Withdrawal("b", DAY)]
    settled = settle(FIVE, [], withdrawals=both, rules=Rules(annul=Annul.NEVER))
    assert all(game.pair != {"a", "b"} for game in settled.games)
    assert settled.open == (("c", "d"), ("c", "e"), ("d", "e"))


def test_half_does_not_shrink_when_an_opponent_is_annulled() -> None:
    """b played two of four; that one was against a, who is struck out, changes nothing."""
    games = [won("a", "b", 5), won("c", "b", 5)]
    settled = settle(FIVE, games, withdrawals=[*OUT, Withdrawal("b", DAY)])
    assert [(one.player, one.played, one.annulled) for one in settled.left] == [
        ("a", 1, True),
        ("b", 2, False),
    ]
    assert games[0] not in settled.games


def test_a_withdrawal_lets_the_league_close() -> None:
    league = players(a=1, b=2, c=3)
    games = [won("b", "c", 5), won("a", "b", 5)]
    assert settle(league, games).open
    assert not settle(league, games, withdrawals=OUT).open
    assert table(league, games, withdrawals=OUT)[0].player == "c"


def test_annulling_may_leave_no_league() -> None:
    with refused(Code.RANGE, "players", "official.annulled"):
        table(players(a=1, b=2), [], withdrawals=OUT)


def test_a_game_after_the_withdrawal_is_refused() -> None:
    with refused(Code.INCONSISTENT, "on", "official.after_withdrawal"):
        settle(FIVE, [won("a", "b", 5, DAY.replace(day=11))], withdrawals=OUT)


def test_a_forfeit_may_be_written_down_after_the_withdrawal() -> None:
    late = LeagueGame("a", "b", "b", LeagueEnding.FORFEIT, on=DAY.replace(day=11))
    assert late in settle(FIVE, [late], withdrawals=OUT, rules=Rules(annul=Annul.NEVER)).games


def test_a_game_on_the_day_of_the_withdrawal_stands() -> None:
    game = won("a", "b", 5, DAY)
    assert game in settle(FIVE, [game], withdrawals=OUT, rules=Rules(annul=Annul.NEVER)).games
