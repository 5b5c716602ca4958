"""What one game makes of one player's points and rank (S1-7 … S1-13).

A club's whole history passes through here when the ledger is rebuilt, so :func:`moved` is written
for speed: tables instead of calls, structs instead of dataclasses and dicts.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ratings.paa.games import RULE_OF, VOID, NotCounted
from ratings.paa.promotion import RankCode, counts_in_window, judge
from ratings.paa.state import RECENT, Rules, State
from ratings.ranks import LADDER, MAX_POINTS, MIN_POINTS, band_of
from ratings.system import Game, Reason, Step

# --- Tables ------------------------------------------------------------------------------------
# Of a result by its letter: the points it moves, the code, the rules.
_RESULTS = {
    "W": (1, "win", ("S1-7", "S1-12", "S1-13")),
    "L": (-1, "loss", ("S1-7", "S1-12", "S1-13")),
    "J": (0, "jigo", ("S1-8", "S1-12", "S1-13")),
}
# Where the points would leave their bounds.
_BOUND = ("S1-7", "S1-12", "S1-13", "S1-1")

_Row = tuple[int, int, int, str, str, str, tuple[str, ...]]


def _row(points: int, move: int, code: str, cited: tuple[str, ...]) -> _Row:
    wanted = points + move
    after = min(max(wanted, MIN_POINTS), MAX_POINTS)
    band = band_of(after)
    texts = LADDER[band_of(points)], LADDER[band]
    return after, after - points, band, *texts, code, cited if after == wanted else _BOUND


# By result, then by points before: points after, their change, the band (index, and in letters
# before and after), the code and the rules.
_ROWS = {
    letter: tuple(_row(points, *result) for points in range(MIN_POINTS, MAX_POINTS + 1))
    for letter, result in _RESULTS.items()
}
_CODE_TEXT = {code: code.value for code in RankCode}
# A rate in two halves; further on it is spelt each time.
_MOST_SPELT = 1000
_WON = tuple(f"{n}/" for n in range(2 * _MOST_SPELT + 1))
_OF = tuple(f"{n}" for n in range(2 * _MOST_SPELT + 1))
# Of a game that moves no points: the code, the rules, and whether it is still one more played.
_NOT_COUNTED = {code: (code.value, (rule,), code not in VOID) for code, rule in RULE_OF.items()}


class Told(Struct, frozen=True, gc=False):
    """What a game tells of a player: the inputs of the reason.

    ``result`` as he sees it, his ``colour``; points, bands and ranks before and after; the house
    rules in force; ``games`` played; the game's conditions; ``not_counted`` why it moved nothing;
    the results in the window and their ``rate`` in words; ``rank_code`` what kept or changed the
    rank; whether the points met their bounds.
    """

    result: str
    colour: str
    points_before: int
    points_after: int
    band_before: str
    band_after: str
    rank_before: str
    rank_after: str
    min_games: int
    window: int
    games: int
    board: int
    handicap: int
    komi2: int
    not_counted: str | None
    wins: int
    losses: int
    jigo: int
    rate: str | None
    rank_code: str | None
    floored: bool
    capped: bool


# --- Steps -------------------------------------------------------------------------------------
def moved(game: Game, colour: str, result: str, before: State, rules: Rules) -> Step[State]:
    """Return what a counted *game* makes of the player of *colour* ("B", "W").

    ``result`` W, L or J as he sees it.  Nothing of the opponent goes in, so that a change in his
    history never touches this one.
    """
    points, delta, band, band_before, band_after, code, cited = _ROWS[result][before.points]
    rank = before.rank
    wins, losses, jigo = before.wins, before.losses, before.jigo
    if result == "W":
        wins += 1
    elif result == "L":
        losses += 1
    else:
        jigo += 1
    recent = before.recent
    recent = (recent if len(recent) < RECENT else recent[1:]) + result
    since_wins, since_losses, since_jigo = wins, losses, jigo
    if rules.window and wins + losses + jigo > rules.window:
        last = recent[-rules.window :]
        wins, losses, jigo = last.count("W"), last.count("L"), last.count("J")
    if band == rank:
        held, kept = rank, "kept_band"
    else:
        held, why = judge(band, rank, wins, losses, jigo, rules.min_games)
        kept = _CODE_TEXT[why]
        if held != rank:
            since_wins = since_losses = since_jigo = 0
    played = before.games + 1
    after = State(
        points, held, played, since_wins, since_losses, since_jigo, recent, before.certified
    )
    games = wins + losses + jigo
    if games > _MOST_SPELT:
        rate = rate_text(wins, losses, jigo)
    elif jigo % 2:
        rate = _WON[2 * wins + jigo] + _OF[2 * games]
    else:
        rate = _WON[wins + jigo // 2] + _OF[games]
    bound = cited is _BOUND
    told = Told(
        result, colour, before.points, points, band_before, band_after, LADDER[rank], LADDER[held],
        rules.min_games, rules.window, played, game.board, game.handicap, game.komi2, None,
        wins, losses, jigo, rate, kept, bound and result == "L", bound and result == "W",
    )  # fmt: skip
    return Step(after, delta, Reason("paa", code, cited, told))


def unmoved(
    game: Game, colour: str, result: str, before: State, rules: Rules, not_counted: NotCounted
) -> Step[State]:
    """Return the step of a game that moves no points; it may still be one more game played.

    ``result`` W, L, J, or N for no result.
    """
    value, cited, played = _NOT_COUNTED[not_counted]
    after = replace(before, games=before.games + 1) if played else before
    wins, losses, jigo = counts_in_window(before, rules)
    band = _ROWS["J"][before.points][3]
    points, rank = before.points, LADDER[before.rank]
    told = Told(
        result, colour, points, points, band, band, rank, rank,
        rules.min_games, rules.window, after.games, game.board, game.handicap, game.komi2, value,
        wins, losses, jigo, rate_text(wins, losses, jigo), None, False, False,
    )  # fmt: skip
    return Step(after, 0, Reason("paa", value, cited, told))


@lru_cache(maxsize=4096)
def rate_text(wins: int, losses: int, jigo: int) -> str | None:
    """Return the win rate as "wins/games", unreduced; None without games.

    With an odd number of jigo both numbers are doubled, so that they stay whole and
    ``Fraction(text)`` reads them.

    >>> rate_text(14, 6, 0), rate_text(12, 6, 2), rate_text(7, 2, 1)
    ('14/20', '13/20', '15/20')
    """
    games = wins + losses + jigo
    if not games:
        return None
    if jigo % 2:
        return f"{2 * wins + jigo}/{2 * games}"
    return f"{wins + jigo // 2}/{games}"


def with_rank(state: State, rank: int) -> State:
    """Return *state* holding *rank*; another rank begins a new window (S1-13)."""
    if rank == state.rank:
        return state
    return replace(state, rank=rank, wins=0, losses=0, jigo=0)
