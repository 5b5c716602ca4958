"""“Why this pair?” in words and figures."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from goclub.leagues.models import ForbiddenPair, Pairing, Participant
from goclub.leagues.tournament.labels.figures import PROOFS, WEIGHTS, weight_text
from goclub.leagues.tournament.labels.proof import proof_text
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.explaining import Explained
from tournaments.events.explain import Alternative
from tournaments.events.weights.criteria import Criterion


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One criterion: what the pair earned of the most there is, and what it cost."""

    label: str | Promise
    earned: str
    largest: str
    cost: str
    free: bool


@dataclass(frozen=True, slots=True)
class Other:
    """The next best partner of a player, and what the whole round would have lost with him."""

    player: Participant
    partner: Participant
    loss: str
    equal: bool
    exact: bool


@dataclass(frozen=True, slots=True)
class Why:
    """The page: rows of criteria, the next best partners, bans that cost something, the proof.

    ``off``: the criteria that the event has switched off.
    """

    rows: tuple[WhyRow, ...]
    weight: str
    total: str
    others: tuple[Other, ...]
    bans: tuple[tuple[ForbiddenPair, str], ...]
    proof: str | Promise
    by_hand: bool
    changed: bool
    schedule: bool
    off: tuple[str | Promise, ...]


def why_page(snapshot: EventSnapshot, pairing: Pairing, explained: Explained) -> Why:
    """Lay out why a pair meets."""
    told = explained.explanation
    rows = (
        ()
        if told is None
        else tuple(
            WhyRow(
                WEIGHTS[row.criterion],
                weight_text(row.points),
                weight_text(row.largest),
                weight_text(row.cost),
                row.cost == 0,
            )
            for row in told.rows
            if row.largest
        )
    )
    return Why(
        rows,
        weight_text(told.weight) if told else "",
        "" if explained.total is None else weight_text(explained.total),
        tuple(_other(snapshot, one) for one in told.alternatives) if told else (),
        tuple((ban, weight_text(cost)) for ban, cost in explained.bans),
        proof_text(snapshot, pairing.round.number) or PROOFS.get(explained.proof, ""),
        pairing.fixed,
        explained.changed,
        explained.explanation is None,
        tuple(
            WEIGHTS[one] for one in Criterion if not getattr(snapshot.settings.pairing, one.value)
        ),
    )


def _other(snapshot: EventSnapshot, one: Alternative) -> Other:
    return Other(
        snapshot.participants[one.player],
        snapshot.participants[one.partner],
        weight_text(one.loss),
        one.loss == 0,
        one.exact,
    )
