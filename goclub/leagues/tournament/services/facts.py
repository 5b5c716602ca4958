"""Tables, rounds and entries as the record of changes keeps them: plain values, as JSON."""

from __future__ import annotations

from typing import TypedDict

from goclub.leagues.models import Pairing, Participant, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot


class ResultFacts(TypedDict):
    """What is known about how a game ended."""

    result: str
    by_default: bool
    ending: str
    margin2: int | None
    source: str


class TableFacts(ResultFacts):
    """A table; players go by their number in the event."""

    table: int
    black: int
    white: int
    handicap: int
    komi2: int
    fixed: bool


class RoundFacts(TypedDict):
    """A round: enough to bring it back."""

    state: str
    seed: int | None
    proof: str
    weight: str
    request: object
    tables: list[TableFacts]
    bye: int | None
    bye_fixed: bool


def pairing_json(pairing: Pairing) -> TableFacts:
    """A table as the record keeps it; players go by their number in the event."""
    return {
        "table": pairing.table,
        "black": pairing.black.number,
        "white": pairing.white.number,
        "handicap": pairing.handicap,
        "komi2": pairing.komi2,
        "fixed": pairing.fixed,
        **result_json(pairing),
    }


def result_json(pairing: Pairing) -> ResultFacts:
    """What is known about how a game ended."""
    return {
        "result": str(pairing.result),
        "by_default": pairing.by_default,
        "ending": str(pairing.ending),
        "margin2": pairing.margin2,
        "source": str(pairing.source),
    }


def round_json(snapshot: EventSnapshot, event_round: Round) -> RoundFacts:
    """A round as the record keeps it: enough to bring it back."""
    bye = snapshot.byes.get(event_round.number)
    return {
        "state": str(event_round.state),
        "seed": event_round.seed,
        "proof": event_round.proof,
        "weight": event_round.weight,
        "request": event_round.request,
        "tables": [pairing_json(pairing) for pairing in snapshot.pairings[event_round.number]],
        "bye": bye.participant.number if bye else None,
        "bye_fixed": bool(bye and bye.fixed),
    }


_ENTRY = (
    "number",
    "member_id",
    "display_name",
    "name",
    "first_name",
    "rank",
    "rank_source",
    "rating",
    "club",
    "country",
    "egf_pin",
    "ffg_licence",
    "aga_id",
    "correction",
    "state",
    "late_from",
    "withdrawn_from",
)


def entry_json(participant: Participant) -> dict[str, object]:
    """An entry as the record keeps it."""
    return {name: _plain(getattr(participant, name)) for name in _ENTRY}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value
