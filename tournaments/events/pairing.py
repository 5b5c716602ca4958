"""Pairing a round: what the organiser fixed is kept, the rest is the heaviest pairing there is.

>>> from tournaments.events.field import Player
>>> club = Tournament(tuple(Player(n, f"Player {n}", rank=-n) for n in range(1, 6)))
>>> first = pair_round(club, 0)
>>> [(game.table, game.white, game.black, game.handicap) for game in first.games], first.bye
([(1, 1, 2, 0), (2, 3, 4, 0)], 5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from ratings.errors import Code, RuleError
from tournaments.events.apart import KeptApart, kept_apart
from tournaments.events.chance import Chance
from tournaments.events.club_match import club_sides, share_colours, sitting_out
from tournaments.events.field import GameResult, Tournament, TournamentGame, TournamentRound
from tournaments.events.groups import Contender, GroupedField, standing
from tournaments.events.handicap import sit
from tournaments.events.matching.proof import Proof
from tournaments.events.matching.solve import Matching, best_matching, most_pairs
from tournaments.events.pairing_request import (
    Fixed,
    PairingRequest,
    bye_order,
    check_request,
    previous_byes,
)
from tournaments.events.settings import Kind, Settings
from tournaments.events.weights.criteria import Pool, weight
from tournaments.events.weights.table import same_pairs, weight_table


class NoticeCode(StrEnum):
    """What an organiser should know about a pairing that is allowed all the same.

    REMATCH: the two met before; SECOND_BYE: somebody had a bye before; UNFINISHED: results of
    earlier rounds are missing, so scores may still change.
    """

    REMATCH = "rematch"
    SECOND_BYE = "second_bye"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class PairingNotice:
    """A warning: the players it is about, and the 0-based earlier rounds it refers to."""

    code: NoticeCode
    players: tuple[int, ...]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A paired round.

    ``games`` by table; ``fixed``: tables made by hand; ``free``: those who were paired freely, in
    the order of the pool, with their ``matching`` (numbers are places in ``free``).  ``total``: the
    weight of all games, those made by hand included.  ``pool`` holds everybody present.
    """

    round: int
    games: tuple[TournamentGame, ...]
    bye: int | None
    total: int
    fixed: frozenset[int]
    notices: tuple[PairingNotice, ...]
    matching: Matching
    free: tuple[Contender, ...]
    pool: Pool
    request: PairingRequest

    @property
    def proof(self) -> Proof:
        """Why the free part cannot be paired better."""
        return self.matching.proof

    def as_round(self) -> TournamentRound:
        """Return the round as the tournament keeps it."""
        return TournamentRound(self.games, self.bye)


def pair_round(
    tournament: Tournament,
    round_number: int,
    *,
    settings: Settings | None = None,
    fixed: Iterable[Fixed] = (),
    forbidden: Iterable[tuple[int, int]] = (),
    apart: Iterable[KeptApart] | None = None,
    bye: int | None = None,
    allow_bye: bool = True,
    only: Iterable[int] | None = None,
    seed: int | None = None,
) -> PairedRound:
    """Return the pairing of a 0-based round.

    ``settings`` replaces the tournament's.  ``fixed``: pairs made by hand, which are kept;
    ``forbidden``: pairs of ids that must not meet; ``apart`` replaces the rules of the settings
    that keep players apart, which bind no pair made by hand; ``bye``: who sits out, else the
    rule chooses where the field is odd, the first who leaves the others a pairing; ``only``: the
    ids to pair beside the fixed pairs, else all who take part.  ``seed``: a draw made in public;
    without it chance comes from the names.

    Raises RuleError E_STATE where nobody is there to pair, the round cannot be paired yet, an odd
    field may have no bye, or what is forbidden or kept apart leaves no pairing (the value names
    who stays without an opponent); in a match of clubs what :func:`club_sides` raises; E_UNKNOWN,
    E_SAME_PLAYER, E_DUPLICATE, E_INCONSISTENT, E_RANGE for a request that contradicts itself or
    the field.
    Source: PAIRING.md; S2-5.
    """
    if settings is not None:
        tournament = replace(tournament, system=settings)
    settings = tournament.system
    request = PairingRequest(
        tuple(fixed),
        frozenset(frozenset(pair) for pair in _of_two(forbidden)),
        bye,
        allow_bye,
        None if only is None else frozenset(only),
    )
    check_request(tournament, round_number, request)
    grouped = standing(tournament, round_number)
    present = {player.id for player in tournament.participants(round_number)}
    free = _free_players(grouped, present, request)
    rules = kept_apart(tournament) if apart is None else apart
    in_force = tuple(rule for rule in rules if rule.in_force(round_number))
    if settings.kind is Kind.CLUB_MATCH:
        side = club_sides(player for player in tournament.players if player.id in present)
        in_force += (KeptApart(side),)
        sits_out = request.bye
        free = tuple(contender for contender in free if contender.id != sits_out)
        free = tuple(p for p in free if p.id not in sitting_out(free, side))
    else:
        byes = previous_byes(tournament, round_number)
        sits_out = _bye(free, request, settings, byes, in_force)
        free = tuple(contender for contender in free if contender.id != sits_out)
    chance = Chance(seed)
    everybody = tuple(
        contender for contender in grouped.contenders.values() if contender.id in present
    )
    pool = Pool(everybody, settings, round_number, grouped.groups, chance, in_force)
    matching = match_free(pool, free, request.forbidden)
    games, by_hand = _games(pool, free, matching, request)
    if settings.kind is Kind.CLUB_MATCH:
        even = frozenset(g.table for g in games if not g.handicap and g.table not in by_hand)
        balance = {contender.id: contender.balance for contender in everybody}
        games = share_colours(games, even, side, balance)
    notices = _notices(tournament, pool, games, sits_out)
    return PairedRound(
        round=round_number,
        games=games,
        bye=sits_out,
        total=matching.total + _total(pool, (game for game in games if game.table in by_hand)),
        fixed=by_hand,
        notices=notices,
        matching=matching,
        free=free,
        pool=pool,
        request=request,
    )


def _of_two(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return *pairs* as a list; raises RuleError E_SAME_PLAYER for one player twice."""
    listed = [(first, second) for first, second in pairs]
    for first, second in listed:
        if first == second:
            raise RuleError(Code.SAME_PLAYER, "forbidden", first)
    return listed


def match_free(
    pool: Pool, free: tuple[Contender, ...], forbidden: Iterable[frozenset[int]]
) -> Matching:
    """Return the heaviest pairing of *free*, some of the pool, without the forbidden pairs and
    those that a hard rule of the pool keeps apart.

    Raises RuleError E_STATE (``no_pairing_left``; the value names who stays without an opponent).
    """
    _need_room(free, pool.apart)
    table = weight_table(replace(pool, contenders=free))
    allowed = allowed_pairs(free, forbidden, pool.apart)
    with _naming(free, allowed):
        return best_matching(table, allowed=allowed)


def _need_room(players: tuple[Contender, ...], apart: Iterable[KeptApart]) -> None:
    """Refuse at once, before anything is weighed, where most of a field are kept apart."""
    for rule in apart:
        if alone := rule.crowded_out([contender.id for contender in players]):
            raise RuleError(Code.STATE, "forbidden", alone, reason="tournament.no_pairing_left")


@contextmanager
def _naming(players: tuple[Contender, ...], allowed: NDArray[np.bool_] | None) -> Iterator[None]:
    """Let a refusal name those for whom the allowed pairs do not suffice."""
    try:
        yield
    except RuleError as error:
        if allowed is None or error.reason != "tournament.no_pairing_left":
            raise
        alone = {k for pair in most_pairs(allowed) if not allowed[pair] for k in pair}
        raise error.about(value=tuple(players[k].id for k in sorted(alone))) from error


def best_total(pairing: PairedRound) -> int:
    """Return what the heaviest pairing of all who have a game would weigh, with no pair made by
    hand and none forbidden; the bye stays.
    """
    seated = {player for game in pairing.games for player in (game.white, game.black)}
    everybody = tuple(contender for contender in pairing.pool.contenders if contender.id in seated)
    return match_free(pairing.pool, everybody, ()).total


def allowed_pairs(
    free: tuple[Contender, ...],
    forbidden: Iterable[frozenset[int]],
    apart: Iterable[KeptApart] = (),
) -> NDArray[np.bool_] | None:
    """Return which pairs of *free* may be made, n × n, or None where all may."""
    row = {contender.id: place for place, contender in enumerate(free)}
    banned = [[row[player] for player in pair] for pair in forbidden if pair <= row.keys()]
    hard = [rule for rule in apart if rule.hard]
    if not banned and not hard:
        return None
    allowed = np.ones((len(free), len(free)), np.bool_)
    for rule in hard:
        allowed &= ~same_pairs([rule.shared.get(contender.id) for contender in free])
    for first, second in banned:
        allowed[first, second] = allowed[second, first] = False
    return allowed


def _free_players(
    grouped: GroupedField, present: set[int], request: PairingRequest
) -> tuple[Contender, ...]:
    wanted = present if request.only is None else request.only
    wanted = wanted - request.fixed_players
    if not wanted and not request.fixed:
        raise RuleError(Code.STATE, "players", 0, reason="tournament.nobody_present")
    return tuple(contender for contender in grouped.contenders.values() if contender.id in wanted)


def _bye(
    free: tuple[Contender, ...],
    request: PairingRequest,
    settings: Settings,
    byes: Counter[int],
    apart: tuple[KeptApart, ...],
) -> int | None:
    odd = len(free) % 2 == 1
    if request.bye is not None:
        if not odd:
            raise RuleError(Code.INCONSISTENT, "bye", request.bye, reason="tournament.even_field")
        return request.bye
    if not odd:
        return None
    if not request.allow_bye:
        wanted = "an even number of players: allow a bye, or mark one player as absent"
        raise RuleError(Code.STATE, "bye", len(free), wanted, reason="tournament.odd_field")
    return _first_bye(bye_order(free, byes, settings), request.forbidden, apart)


def _first_bye(
    order: tuple[Contender, ...],
    forbidden: frozenset[frozenset[int]],
    apart: tuple[KeptApart, ...],
) -> int:
    """Return the id of the first whose bye leaves the others a pairing."""
    _need_room(order, apart)
    allowed = allowed_pairs(order, forbidden, apart)
    if allowed is None:
        return order[0].id
    size = len(order)
    weights = np.zeros((size + 1, size + 1), np.int64)
    weights[-1, :-1] = weights[:-1, -1] = np.arange(size, 0, -1)
    padded = np.pad(allowed, (0, 1), constant_values=True)
    with _naming(order, allowed):
        pairs = best_matching(weights, allowed=padded).pairs
    return next(order[first].id for first, second in pairs if second == size)


def _games(
    pool: Pool, free: tuple[Contender, ...], matching: Matching, request: PairingRequest
) -> tuple[tuple[TournamentGame, ...], frozenset[int]]:
    """Seat everybody: tables set by hand stay, the others follow the order of the better player."""
    known = {contender.id: contender for contender in pool.contenders}
    seated = [(known[fixed.first], known[fixed.second], fixed) for fixed in request.fixed] + [
        (free[i], free[j], None) for i, j in matching.pairs
    ]
    seated.sort(key=lambda seats: sorted((seats[0].place, seats[1].place)))
    occupied = {fixed.table for fixed in request.fixed if fixed.table is not None}
    numbers = (number for number in range(1, 2 * len(seated) + 1) if number not in occupied)
    games, by_hand = [], set()
    for first, second, fixed in seated:
        table = fixed.table if fixed is not None and fixed.table is not None else next(numbers)
        games.append(_game(pool, first, second, fixed, table))
        if fixed is not None:
            by_hand.add(table)
    return tuple(sorted(games, key=lambda game: game.table)), frozenset(by_hand)


def _game(
    pool: Pool, first: Contender, second: Contender, fixed: Fixed | None, table: int
) -> TournamentGame:
    first, second = sorted((first, second), key=lambda contender: contender.place)
    white, black, handicap = sit(first, second, pool.settings, pool.chance)
    if fixed is not None:
        if fixed.white is not None and fixed.white != white:
            white, black, handicap = black, white, 0  # stones only ever go to the weaker side
        if fixed.handicap is not None:
            handicap = fixed.handicap
    return TournamentGame(table, white, black, handicap, GameResult.UNKNOWN)


def _total(pool: Pool, games: Iterable[TournamentGame]) -> int:
    known = {contender.id: contender for contender in pool.contenders}
    return sum(weight(pool, known[game.white], known[game.black]) for game in games)


def _notices(
    tournament: Tournament, pool: Pool, games: tuple[TournamentGame, ...], sits_out: int | None
) -> tuple[PairingNotice, ...]:
    known = {contender.id: contender for contender in pool.contenders}
    notices = [
        PairingNotice(
            NoticeCode.REMATCH, (game.white, game.black), known[game.white].met[game.black]
        )
        for game in games
        if game.black in known[game.white].met
    ]
    earlier = tournament.rounds[: pool.round]
    if sits_out is not None:
        before = tuple(
            n for n, tournament_round in enumerate(earlier) if tournament_round.bye == sits_out
        )
        if before:
            notices.append(PairingNotice(NoticeCode.SECOND_BYE, (sits_out,), before))
    unfinished = tuple(
        n for n, tournament_round in enumerate(earlier) if not tournament_round.complete
    )
    if unfinished:
        notices.append(PairingNotice(NoticeCode.UNFINISHED, (), unfinished))
    return tuple(notices)
