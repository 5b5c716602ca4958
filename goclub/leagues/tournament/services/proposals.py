"""How a round could be paired, as an organiser asks for it; nothing is saved here.

Rounds count from 1 here and from 0 in the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Pairing
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, game_of
from goclub.leagues.tournament.services.schedules import scheduled
from ratings.errors import RuleError
from tournaments.events.field import TournamentGame
from tournaments.events.pairing import PairedRound as Solution
from tournaments.events.pairing import pair_round as pair_by_weight
from tournaments.events.pairing_request import Fixed
from tournaments.events.settings import Kind

#: So many names are enough to know who is meant.
MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class PairingProposal:
    """How a round could be paired; nothing is saved.

    ``games`` by table, players by their number in the event; ``fixed`` the tables made by hand;
    ``bye`` a number or None; ``total`` the exact weight, None for a schedule; ``proof`` one of
    "prices", "dense", "schedule", "bracket"; ``solution`` what the rules gave, None for a schedule.
    """

    number: int
    games: tuple[TournamentGame, ...]
    bye: int | None
    fixed: frozenset[int]
    total: int | None
    proof: str
    solution: Solution | None


def propose(
    snapshot: EventSnapshot,
    number: int,
    *,
    seed: int | None = None,
    allow_bye: bool = True,
    only: Collection[int] | None = None,
    keep: Iterable[Pairing] | None = None,
    bye: int | None = None,
) -> PairingProposal:
    """Pair a round, counted from 1, without saving anything.

    ``keep``: tables to be kept as they are (None: those made by hand); ``only``: the numbers of the
    players to pair beside them (None: everybody present); ``bye``: who sits out (None: as chosen
    by hand, else by the rule).  Raises RuleError as the rules do, its value naming players.
    """
    kept = (
        [pairing for pairing in snapshot.pairings[number] if pairing.fixed]
        if keep is None
        else list(keep)
    )
    if snapshot.settings.kind.is_scheduled:
        return _scheduled(snapshot, number, kept)
    seat = snapshot.byes.get(number)
    if bye is None and seat is not None and (seat.fixed or only is not None):
        bye = seat.participant.number
    forbidden = [
        (ban.first.number, ban.second.number)
        for ban in snapshot.forbidden
        if ban.number in (None, number)
    ]

    def paired(only: Collection[int] | None, bye: int | None) -> Solution:
        return pair_by_weight(
            snapshot.tournament(rounds=number - 1),
            number - 1,
            fixed=[fixed_of(pairing) for pairing in kept],
            forbidden=forbidden,
            bye=bye,
            allow_bye=allow_bye,
            only=only,
            seed=snapshot.event.seed if seed is None else seed,
        )

    with named(snapshot), _naming_apart(snapshot, number):
        if bye is None:
            solution, sits_out = paired(only, None), None
        elif only is None or bye in only:
            solution, sits_out = _with_bye(paired, only, bye), None
        else:
            # Somebody sits out already, and goes on doing so where the others come out even.
            solution, sits_out = _beside_bye(paired, only, bye)
    return PairingProposal(
        number,
        solution.games,
        solution.bye if sits_out is None else sits_out,
        solution.fixed,
        solution.total,
        solution.proof.kind.value,
        solution,
    )


@contextmanager
def _naming_apart(snapshot: EventSnapshot, number: int) -> Iterator[None]:
    """Let a refusal name whom the hard rules of the settings leave without an opponent."""
    try:
        yield
    except RuleError as error:
        hard = [
            rule
            for rule in snapshot.settings.apart
            if rule.groups is None and (rule.rounds is None or number <= rule.rounds)
        ]
        numbers = error.value
        if not hard or not isinstance(numbers, tuple) or error.name != "no_pairing_left":
            raise
        players = [snapshot.participants[n].shown_name for n in numbers]
        raise Refusal(
            ngettext_lazy(
                "Not everyone can be paired while players are kept apart: %(value)s has nobody "
                "left to play. Under Settings, “Kept apart”, let a rule avoid instead of never "
                "pair, end it after some rounds, or remove players from it.",
                "Not everyone can be paired while players are kept apart: %(value)s have nobody "
                "left to play. Under Settings, “Kept apart”, let a rule avoid instead of never "
                "pair, end it after some rounds, or remove players from it.",
                "count",
            ),
            field="players",
            value=listed(players[:MOST_NAMED]) + (" …" if len(players) > MOST_NAMED else ""),
            count=len(players),
            reason="kept_apart",
        ) from error


def _with_bye(
    paired: Callable[[Collection[int] | None, int | None], Solution],
    only: Collection[int] | None,
    bye: int,
) -> Solution:
    """Pair with the bye that was chosen by hand.

    Raises RuleError E_STATE (``other_bye``; the value names who could have it) where forbidden
    pairs rule out that bye and not another.
    """
    try:
        return paired(only, bye)
    except RuleError as error:
        if error.reason != "tournament.no_pairing_left":
            raise
        possible = paired(only, None).bye
        if possible is None:
            raise
        raise Refusal(
            _(
                "The forbidden pairs leave no way to pair everyone with that bye. "
                "%(value)s could have it."
            ),
            field="bye",
            value=possible,
            reason="other_bye",
        ) from error


def _beside_bye(
    paired: Callable[[Collection[int], int | None], Solution], only: Collection[int], bye: int
) -> tuple[Solution, int | None]:
    """Pair *only* while *bye* sits out; returns the pairing, and the bye if it stays.

    An odd number of them sits down with whoever has the bye; so does an even one that the forbidden
    pairs keep apart, and then another of them may have the bye.
    """
    if len(only) % 2 == 0:
        try:
            return paired(only, None), bye
        except RuleError as error:
            if error.reason != "tournament.no_pairing_left":
                raise
    return paired({*only, bye}, None), None


def stones_for(snapshot: EventSnapshot, number: int, white: int, black: int) -> int:
    """Return the stones that the event's rules give a pair in a round (from 1), by their numbers.

    None where the weaker one is White.
    """
    if snapshot.settings.kind is Kind.ROUND_ROBIN:
        return 0
    with named(snapshot):
        solution = pair_by_weight(
            snapshot.tournament(rounds=number - 1),
            number - 1,
            fixed=[Fixed(white, black, white)],
            only=[],
            seed=snapshot.event.seed,
        )
    return solution.games[0].handicap


def fixed_of(pairing: Pairing) -> Fixed:
    """A table as the rules keep it."""
    white, black = pairing.white.number, pairing.black.number
    return Fixed(white, black, white, pairing.handicap, pairing.table)


def _scheduled(snapshot: EventSnapshot, number: int, keep: Iterable[Pairing]) -> PairingProposal:
    """Return a round of a schedule, the new tables numbered around those that are kept."""
    event_round = scheduled(snapshot, number)
    kept = {frozenset(player.number for player in pairing.players): pairing for pairing in keep}
    used_tables = {pairing.table for pairing in kept.values()}
    free = (table for table in count(1) if table not in used_tables)
    games = []
    for game in event_round.games:
        there = kept.get(frozenset((game.white, game.black)))
        games.append(replace(game, table=next(free)) if there is None else game_of(there))
    games.sort(key=lambda game: game.table)
    fixed = frozenset(pairing.table for pairing in kept.values() if pairing.fixed)
    proof = "bracket" if snapshot.settings.kind is Kind.KNOCKOUT else "schedule"
    return PairingProposal(number, tuple(games), event_round.bye, fixed, None, proof, None)


#: Refusals whose value is no player but how many there are.
_ABOUT_ALL = ("tournament.odd_field", "tournament.nobody_present")


@contextmanager
def named(snapshot: EventSnapshot) -> Iterator[None]:
    """Turn the numbers in a refusal of the rules into names."""
    try:
        yield
    except RuleError as error:
        about_players = error.field in ("fixed", "bye", "only", "forbidden", "white", "players")
        if about_players and error.reason not in _ABOUT_ALL:
            numbers = error.value if isinstance(error.value, tuple) else (error.value,)
            people = [snapshot.participants[n] for n in numbers if n in snapshot.participants]
            if people:
                names = " – ".join(player.shown_name for player in people)
                raise error.about(value=names) from error
        raise
