"""The two organisers of the next official league: winner and booby (S1-25, S1-26)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.official.facts import FEWEST_PLAYERS, PlayerId

#: S1-26, in full years.
EXEMPT_FROM = 70


class Search(StrEnum):
    """Which of the two organisers is looked for."""

    WINNER = "winner"
    BOOBY = "booby"


class Placed(Protocol):
    """A line of a final table, of a record as well as one that was computed just now."""

    @property
    def player(self) -> PlayerId: ...
    @property
    def place(self) -> int: ...
    @property
    def shared_with(self) -> tuple[PlayerId, ...]: ...


class CupCandidate(Protocol):
    """A player as far as organising goes; a stored entry is one.

    ``born`` is looked at by the exemption of S1-26 only, and never appears in a result.
    ``willing`` to organise although exempt.
    """

    @property
    def id(self) -> PlayerId: ...
    @property
    def born(self) -> date | None: ...
    @property
    def willing(self) -> bool: ...


class Verdict(StrEnum):
    """What the search said of a player: TAKEN was chosen by the other search."""

    CHOSEN = "chosen"
    EXEMPT = "exempt"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One player that a search looked at; ``willing`` they had agreed to, exempt or not."""

    search: Search
    player: PlayerId
    place: int
    verdict: Verdict
    willing: bool


@dataclass(frozen=True, slots=True)
class Organisers:
    """The two, and every step by which they were found, for the chair to follow and confirm."""

    winner: PlayerId
    booby: PlayerId
    steps: tuple[SearchStep, ...]


def organisers(
    rows: Sequence[Placed],
    players: Iterable[CupCandidate],
    *,
    on: date,
    exemption: bool = True,
    decided: Sequence[PlayerId] = (),
) -> Organisers:
    """Return who organises next time: the winner and the booby, second from last (S1-25).

    *rows* the final table, *players* the same people with birth dates and willingness, *on* the
    day on which ages are reckoned.  Players who are 70 or older on that day (from the birthday on;
    29 February counts from 1 March) are exempt unless willing (S1-26): instead of the winner the
    next below, instead of the booby the next above.  Where the searches meet, the booby search goes
    on upward past the one chosen, then downward from the last.  ``exemption=False`` asks nobody's
    age.  Only players that a search reaches need a birth date, and the willing never do.

    *decided* the office's order of players who share a place, best first; it is needed only where
    the choice depends on it.

    Raises RuleError E_RANGE (fewer than two rows), E_UNKNOWN (a row without a player), E_MISSING
    on ``born`` (``value`` is the player), E_UNDEFINED with reason ``shared_place`` (``value`` are
    the sharers) or ``all_exempt`` (``value`` is the search that found nobody).
    """
    if len(rows) < FEWEST_PLAYERS:
        raise RuleError(Code.RANGE, "rows", len(rows), AcceptedRange(FEWEST_PLAYERS, None))
    ranking = _Ranking(rows, {player.id: player for player in players}, decided)
    exempt = _Exemption(on) if exemption else None
    down = list(range(len(rows)))
    # From the second from last upward; whoever is last comes into question only after all others.
    up = [*range(len(rows) - 2, -1, -1), len(rows) - 1]
    winner, first_steps = _search(Search.WINNER, down, ranking, exempt, None)
    booby, second_steps = _search(Search.BOOBY, up, ranking, exempt, winner)
    return Organisers(winner, booby, (*first_steps, *second_steps))


class _Ranking:
    """The rows, those of one place in the office's order where there is one."""

    def __init__(
        self,
        rows: Sequence[Placed],
        people: dict[PlayerId, CupCandidate],
        decided: Sequence[PlayerId],
    ) -> None:
        for row in rows:
            if row.player not in people:
                raise RuleError(Code.UNKNOWN, "players", row.player)
        for player in decided:
            if player not in {row.player for row in rows}:
                raise RuleError(Code.UNKNOWN, "decided", player)
        order = {player: number for number, player in enumerate(decided)}
        self._decided = set(order)
        self._people = people
        self.rows = sorted(rows, key=lambda row: (row.place, order.get(row.player, len(order))))

    def player(self, index: int) -> CupCandidate:
        return self._people[self.rows[index].player]

    def sharers(self, index: int) -> list[CupCandidate]:
        """Return who shares the place, as long as the office has not put them in order."""
        row = self.rows[index]
        if self._decided.issuperset((row.player, *row.shared_with)):
            return []
        return [self._people[player] for player in row.shared_with]


class _Exemption:
    def __init__(self, on: date) -> None:
        self._on = on

    def holds(self, player: CupCandidate) -> bool:
        if player.willing:
            return False
        if player.born is None:
            raise RuleError(Code.MISSING, "born", player.id, reason="official.no_birth_date")
        if player.born > self._on:
            # The value is the player: no message may show a birth date.
            raise RuleError(Code.INCONSISTENT, "born", player.id, reason="official.not_born")
        had_birthday = (self._on.month, self._on.day) >= (player.born.month, player.born.day)
        return self._on.year - player.born.year - (not had_birthday) >= EXEMPT_FROM


def _search(
    search: Search,
    path: Sequence[int],
    ranking: _Ranking,
    exemption: _Exemption | None,
    chosen: PlayerId | None,
) -> tuple[PlayerId, list[SearchStep]]:
    steps: list[SearchStep] = []

    def available(player: CupCandidate) -> bool:
        return player.id != chosen and not (exemption and exemption.holds(player))

    last_shared = ranking.rows[-1].place == ranking.rows[-2].place
    for index in path:
        player, row = ranking.player(index), ranking.rows[index]
        sharers = ranking.sharers(index)
        free = available(player)
        candidates = sum(available(sharer) for sharer in (player, *sharers))
        # A search walks through a whole shared place, and so finds the only free one in it in
        # whatever order; but where the last share theirs, it begins inside.
        begins_inside = search is Search.BOOBY and not steps and last_shared
        if sharers and candidates and (begins_inside or (free and candidates > 1)):
            raise RuleError(
                Code.UNDEFINED,
                "decided",
                (row.player, *row.shared_with),
                reason="official.shared_place",
            )
        verdict = Verdict.CHOSEN if free else Verdict.EXEMPT
        if player.id == chosen:
            verdict = Verdict.TAKEN
        steps.append(SearchStep(search, player.id, row.place, verdict, player.willing))
        if free:
            return player.id, steps
    raise RuleError(Code.UNDEFINED, "players", search.value, reason="official.all_exempt")
