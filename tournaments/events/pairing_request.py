"""What an organiser asks of a pairing, and who sits out of an odd field (PAIRING.md, "Bye")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import Tournament
from tournaments.events.groups import Contender
from tournaments.events.settings import MAX_STONES, Convention, Kind, Settings

_EACH_BYE = 1000
_EACH_WIN2 = 20  # 40 per win, and wins are doubled


@dataclass(frozen=True, slots=True)
class Fixed:
    """A pair made by hand.  ``white``, ``handicap``, ``table``: None leaves them to the rules."""

    first: int
    second: int
    white: int | None = None
    handicap: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """What :func:`tournaments.events.pairing.pair_round` was asked for."""

    fixed: tuple[Fixed, ...] = ()
    forbidden: frozenset[frozenset[int]] = frozenset()
    bye: int | None = None
    allow_bye: bool = True
    only: frozenset[int] | None = None

    @property
    def fixed_players(self) -> frozenset[int]:
        """Everybody in a pair made by hand."""
        return frozenset(player for pair in self.fixed for player in (pair.first, pair.second))


def check_request(tournament: Tournament, round_number: int, request: PairingRequest) -> None:
    """Refuse what contradicts itself or the field.

    Raises RuleError E_RANGE for a round that is not planned, E_STATE for one whose predecessors are
    not paired or a player who is absent, E_UNKNOWN for one who is not entered, E_SAME_PLAYER,
    E_DUPLICATE for one or a table in two places, E_INCONSISTENT for a pair both fixed and
    forbidden, or a white side that is neither player.
    """
    planned = tournament.system.rounds
    whole_number(round_number, field="round", low=0, high=planned - 1)
    if round_number > len(tournament.rounds):
        raise RuleError(
            Code.STATE, "round", round_number + 1, reason="tournament.earlier_round_not_paired"
        )
    entered = {player.id for player in tournament.players}
    present = {player.id for player in tournament.participants(round_number)}
    named = [player for pair in request.fixed for player in (pair.first, pair.second)]
    _refuse_missing("fixed", named, entered, present)
    _refuse_missing("only", request.only or (), entered, present)
    _refuse_missing("bye", () if request.bye is None else (request.bye,), entered, present)
    for pair in request.forbidden:
        _refuse_missing("forbidden", pair, entered, entered)
    for fixed in request.fixed:
        _check_fixed(fixed, request)
    _refuse_twice("fixed", named)
    _refuse_twice("table", [pair.table for pair in request.fixed if pair.table is not None])
    _check_bye(request)


def _check_fixed(fixed: Fixed, request: PairingRequest) -> None:
    if fixed.first == fixed.second:
        raise RuleError(Code.SAME_PLAYER, "fixed", fixed.first)
    if frozenset((fixed.first, fixed.second)) in request.forbidden:
        raise RuleError(
            Code.INCONSISTENT,
            "fixed",
            (fixed.first, fixed.second),
            reason="tournament.fixed_and_forbidden",
        )
    if fixed.white not in (None, fixed.first, fixed.second):
        raise RuleError(
            Code.INCONSISTENT, "white", fixed.white, reason="tournament.white_of_another_pair"
        )
    if fixed.handicap is not None:
        whole_number(fixed.handicap, field="handicap", low=0, high=MAX_STONES)
    if fixed.table is not None:
        whole_number(fixed.table, field="table", low=1)


def _check_bye(request: PairingRequest) -> None:
    if request.bye is None:
        return
    if not request.allow_bye:
        raise RuleError(Code.INCONSISTENT, "bye", request.bye, reason="tournament.no_bye_allowed")
    if request.bye in request.fixed_players:
        raise RuleError(Code.DUPLICATE, "bye", request.bye, reason="tournament.has_a_game")
    if request.only is not None and request.bye not in request.only:
        raise RuleError(Code.INCONSISTENT, "bye", request.bye, reason="tournament.bye_of_another")


def _refuse_missing(
    field: str, players: Iterable[int], entered: set[int], present: set[int]
) -> None:
    for player in players:
        if player not in entered:
            raise RuleError(Code.UNKNOWN, field, player)
        if player not in present:
            raise RuleError(Code.STATE, field, player, reason="tournament.absent")


def _refuse_twice(field: str, values: list[int]) -> None:
    for value, times in Counter(values).items():
        if times > 1:
            raise RuleError(Code.DUPLICATE, field, value)


def previous_byes(tournament: Tournament, round_number: int) -> Counter[int]:
    """Return how many byes everybody had before a 0-based round, by id."""
    return Counter(
        tournament_round.bye
        for tournament_round in tournament.rounds[:round_number]
        if tournament_round.bye is not None
    )


def bye_weight(contender: Contender, byes: int, settings: Settings) -> int:
    """Return what the bye goes by, lowest first: strength and score, and 1000 for each bye had.

    3.52: twice the MMS in a McMahon, otherwise the rank and 40 for each win; 3.51: the rank and
    twice the MMS.
    """
    if settings.pairing.convention is Convention.V351:
        weight = contender.rank + contender.mms2
    elif settings.kind is Kind.MCMAHON:
        weight = contender.mms2
    else:
        weight = contender.rank + _EACH_WIN2 * contender.nbw2
    return weight + _EACH_BYE * byes


def bye_order(
    contenders: Iterable[Contender], byes: Counter[int], settings: Settings
) -> tuple[Contender, ...]:
    """Return who gets the bye first; between equals the last by name, then by id."""
    return tuple(
        sorted(
            sorted(contenders, key=lambda player: (player.full_name, player.id), reverse=True),
            key=lambda player: bye_weight(player, byes[player.id], settings),
        )
    )
