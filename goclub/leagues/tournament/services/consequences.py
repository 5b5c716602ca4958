"""What a corrected result changes for a round that was paired before: “rests on an old score”."""

from __future__ import annotations

from dataclasses import dataclass

from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tournament.queries.events import results_changed_since
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.proposals import propose
from ratings.errors import RuleError


@dataclass(frozen=True, slots=True)
class Consequences:
    """How a round would be paired with the results of now.

    ``kept``: pairs that stay, ``gone``: tables that would be broken up, ``new``: who would meet
    instead, White first; ``played``: results that would be lost with them.
    """

    kept: int
    gone: tuple[Pairing, ...]
    new: tuple[tuple[Participant, Participant], ...]

    @property
    def played(self) -> int:
        """How many of the tables that go have a result."""
        return sum(table.has_result for table in self.gone)


def consequences_of(snapshot: EventSnapshot, number: int) -> Consequences | None:
    """Return what pairing a round (from 1) again would change; None where no old score is in it.

    Nothing is saved.  None too where the round can no longer be paired at all.
    """
    event_round = snapshot.round(number)
    if event_round is None or not results_changed_since(snapshot.event, event_round):
        return None
    try:
        proposal = propose(
            snapshot,
            number,
            seed=event_round.seed,
            allow_bye=event_round.request.get("allow_bye", True),
        )
    except RuleError:
        return None
    now = {frozenset((game.white, game.black)): game for game in proposal.games}
    tables = snapshot.pairings[number]
    before = {frozenset(player.number for player in table.players): table for table in tables}
    people = snapshot.participants
    return Consequences(
        kept=len(now.keys() & before.keys()),
        gone=tuple(table for pair, table in before.items() if pair not in now),
        new=tuple(
            (people[game.white], people[game.black])
            for pair, game in now.items()
            if pair not in before
        ),
    )
