"""Why two players meet: the round paired once more as it was, and what else it would have cost.

And how far the proof of a whole round goes where people decided some of it themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from goclub.leagues.models import ForbiddenPair, Pairing
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.proposals import PairingProposal, fixed_of, propose
from ratings.errors import RuleError
from tournaments.events.explain import Alternative, Explanation, cost_of_forbidding, why
from tournaments.events.pairing import PairedRound as Solution
from tournaments.events.pairing import best_total
from tournaments.events.pairing import pair_round as pair_by_weight
from tournaments.events.weights.criteria import Criterion

__all__ = ["Alternative", "ByHand", "Criterion", "Explained", "decided_by_hand", "explain_pairing"]


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a pair meets.

    ``explanation`` None in a schedule, and where the two could not be paired today.
    ``changed``: the facts have changed since the round was paired (a result corrected, somebody
    entered), so that the rules would now pair otherwise; then only what the pair itself earns can
    be said.  ``bans``: what each forbidden pair cost the round.
    """

    explanation: Explanation | None
    changed: bool
    total: int | None
    proof: str
    bans: tuple[tuple[ForbiddenPair, int], ...]


@dataclass(frozen=True, slots=True)
class ByHand:
    """What of a round people decided: the ``tables`` made by hand, whether pairs that are here were
    forbidden (``bans``), what all tables weigh, and what the best pairing without either would.
    """

    tables: tuple[int, ...]
    bans: bool
    total: int
    best: int


def decided_by_hand(snapshot: EventSnapshot, number: int) -> ByHand | None:
    """Return what people decided of a paired round; None where nothing, or where it cannot be told.

    Costs about a pairing of the round.
    """
    event_round, pairings = snapshot.round(number), snapshot.pairings[number]
    if event_round is None or not event_round.weight or not pairings:
        return None
    seated = {player.number for pairing in pairings for player in pairing.players}
    tables = tuple(sorted(pairing.table for pairing in pairings if pairing.fixed))
    bans = any(
        seated.issuperset((ban.first.number, ban.second.number))
        for ban in snapshot.forbidden
        if ban.number in (None, number)
    )
    if not tables and not bans:
        return None
    try:
        solution = pair_by_weight(
            snapshot.tournament(rounds=number - 1),
            number - 1,
            fixed=[fixed_of(pairing) for pairing in pairings],
            only=seated,
            seed=event_round.seed,
        )
    except RuleError:  # somebody who plays is entered no more, or is away after all
        return None
    best = best_total(solution)
    return ByHand(tables, bans, solution.total, best) if tables or best != solution.total else None


def explain_pairing(snapshot: EventSnapshot, pairing: Pairing) -> Explained:
    """Return why the two of a table meet; costs about three pairings of the round."""
    if snapshot.settings.kind.is_scheduled:
        return Explained(None, False, None, pairing.round.proof or "schedule", ())
    try:
        return _explain(snapshot, pairing)
    except RuleError:  # somebody who plays is entered no more, or is away after all
        return Explained(None, True, None, "", ())


def _explain(snapshot: EventSnapshot, pairing: Pairing) -> Explained:
    number = pairing.round.number
    black, white = pairing.black.number, pairing.white.number
    fixed = [table for table in snapshot.pairings[number] if table.fixed]
    proposal = _propose(snapshot, pairing, keep=fixed)
    same = any({game.black, game.white} == {black, white} for game in proposal.games)
    if not same:
        proposal = _propose(snapshot, pairing, keep=snapshot.pairings[number])
    solution = proposal.solution
    assert solution is not None
    return Explained(
        why(solution, black, white),
        not same,
        proposal.total,
        proposal.proof,
        tuple((ban, cost) for ban, cost in _bans(snapshot, number, solution) if cost),
    )


def _propose(snapshot: EventSnapshot, pairing: Pairing, *, keep: list[Pairing]) -> PairingProposal:
    number = pairing.round.number
    bye = snapshot.byes.get(number)
    return propose(
        snapshot,
        number,
        seed=pairing.round.seed,
        only=snapshot.seated(number),
        keep=keep,
        bye=bye.participant.number if bye else None,
    )


def _bans(
    snapshot: EventSnapshot, number: int, solution: Solution
) -> list[tuple[ForbiddenPair, int]]:
    present = {contender.id for contender in solution.pool.contenders}
    costs = []
    for ban in snapshot.forbidden:
        pair = (ban.first.number, ban.second.number)
        if ban.number in (None, number) and present.issuperset(pair):
            costs.append((ban, cost_of_forbidding(solution, *pair)))
    return costs
