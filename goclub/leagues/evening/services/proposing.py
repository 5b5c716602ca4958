"""Who should play whom now: the optimum over all who wait, and what an organiser fixed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from goclub.games.playing.services.pairings import Due
from goclub.leagues.evening.queries.nights import LATELY, NightState, met_lately
from goclub.leagues.evening.services.terms import (
    NightTerms,
    Strength,
    dues_of,
    strengths_of,
    terms_of,
)
from goclub.leagues.models import Presence
from tournaments.evening.pairing import PairReason, pair_evening, reason_of
from tournaments.evening.people import (
    LONGEST_WAIT,
    MOST_WAITING,
    NEAR_GAP,
    WIDE_GAP,
    EveningSettings,
    Met,
    Waiting,
    pair_of,
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two who should play: ``one`` and ``other`` as Black and White, unless lots are drawn.

    ``waited`` minutes of each, ``last_met`` when they met before this evening, ``by_hand`` where an
    organiser put them together, ``due`` the game of a league that it is.
    """

    one: Presence
    other: Presence
    terms: NightTerms
    why: PairReason
    waited: tuple[int, int]
    last_met: date | None
    by_hand: bool = False
    due: Due | None = None

    @property
    def keys(self) -> tuple[int, int]:
        """The two, the smaller key first."""
        return pair_of(self.one.pk, self.other.pk)


@dataclass(frozen=True, slots=True)
class Proposals:
    """Pairs, those who are left over, and whether it is proven that nothing is better."""

    pairs: tuple[Proposal, ...]
    left: tuple[Presence, ...]
    proven: bool
    strengths: Mapping[int, Strength]


def propose(state: NightState, now: datetime) -> Proposals:
    """Pairs for those who wait (seven queries more than the state, whatever their number)."""
    strengths = strengths_of(state.presences.values(), state.night.on)
    waiting = state.waiting
    members = {one.member_id: one.pk for one in waiting}
    days = {
        pair_of(members[one], members[other]): day
        for (one, other), day in met_lately(members, state.night.on).items()
    }
    lately = frozenset(pair for pair, day in days.items() if state.night.on - day <= LATELY)
    dues = dues_of(waiting, state.night.on)
    met = Met(state.met, lately, frozenset(dues))
    # Where nobody plays, nobody will become free: one takes whom there is.
    near = NEAR_GAP if state.running else WIDE_GAP
    settings = EveningSettings(patience=state.night.patience, near_gap=near)
    fixed = _fixed(waiting)
    taken = {one.pk for pair in fixed for one in pair}
    free = [one for one in waiting if one.pk not in taken][:MOST_WAITING]
    people = {one.pk: _as_waiting(state, one, strengths[one.pk], members, now) for one in waiting}
    found = pair_evening((people[one.pk] for one in free), met, settings)
    by_key = {one.pk: one for one in waiting}

    def proposal(a: int, b: int, why: PairReason, *, by_hand: bool = False) -> Proposal:
        due = dues.get(pair_of(a, b))
        terms = terms_of(state.night, by_key[a], by_key[b], strengths, due)
        black, white = by_key[terms.black], by_key[terms.white]
        waited = (people[black.pk].waited, people[white.pk].waited)
        last = days.get(pair_of(a, b))
        return Proposal(black, white, terms, why, waited, last, by_hand, due)

    by_hand = [
        proposal(a.pk, b.pk, reason_of(people[a.pk], people[b.pk], met, settings), by_hand=True)
        for a, b in fixed
    ]
    matched = [proposal(pair.stronger, pair.weaker, pair.why) for pair in found.pairs]
    paired = taken | {key for one in matched for key in one.keys}
    left = tuple(one for one in waiting if one.pk not in paired)
    return Proposals((*by_hand, *matched), left, found.proof.gap == 0, strengths)


def _fixed(waiting: list[Presence]) -> list[tuple[Presence, Presence]]:
    by_key = {one.pk: one for one in waiting}
    pairs = []
    for one in waiting:
        other = by_key.get(one.fixed_with_id or 0)
        if other is not None and one.pk < other.pk and other.fixed_with_id == one.pk:
            pairs.append((one, other))
    return pairs


def _as_waiting(
    state: NightState, one: Presence, strength: Strength, members: Mapping[int, int], now: datetime
) -> Waiting:
    rival = members.get(one.rival_id or 0)
    return Waiting(
        key=one.pk,
        points=strength.points,
        waited=min(state.waited(one, now), LONGEST_WAIT),
        rivals=frozenset() if rival is None else frozenset({rival}),
        not_with=frozenset(other.pk for other in one.apart.all()),
        teaches=one.teaching,
        wants_even=one.no_handicap,
        wants_small=one.small_board,
    )
