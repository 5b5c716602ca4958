"""Who should play whom now: the optimum over all who wait, and what an organiser fixed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from goclub.games.playing.services.pairings import Due
from goclub.leagues.evening.queries import LATELY, NightState, met_lately
from goclub.leagues.evening.services.terms import (
    NightTerms,
    Strength,
    dues_of,
    strengths_of,
    terms_of,
)
from goclub.leagues.models import Presence
from tournaments.evening import (
    LONGEST_WAIT,
    MOST_WAITING,
    NEAR_GAP,
    WIDE_GAP,
    EveningSettings,
    Met,
    PairReason,
    Waiting,
    pair_evening,
    pair_of,
    reason_of,
)


@dataclass(frozen=True, slots=True)
class PairProposal:
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

    pairs: tuple[PairProposal, ...]
    left: tuple[Presence, ...]
    proven: bool
    strengths: Mapping[int, Strength]


def propose(state: NightState, now: datetime) -> Proposals:
    """Pairs for those who wait (seven queries more than the state, whatever their number)."""
    strengths = strengths_of(state.presences.values(), state.night.on)
    waiting = state.waiting
    members = {presence.member_id: presence.pk for presence in waiting}
    days = {
        pair_of(members[first], members[second]): day
        for (first, second), day in met_lately(members, state.night.on).items()
    }
    lately = frozenset(pair for pair, day in days.items() if state.night.on - day <= LATELY)
    dues = dues_of(waiting, state.night.on)
    met = Met(state.met, lately, frozenset(dues))
    # Where nobody plays, nobody will become free: one takes whom there is.
    near = NEAR_GAP if state.running else WIDE_GAP
    settings = EveningSettings(patience=state.night.patience, near_gap=near)
    fixed = _fixed(waiting)
    fixed_keys = {presence.pk for pair in fixed for presence in pair}
    free = [presence for presence in waiting if presence.pk not in fixed_keys][:MOST_WAITING]
    people = {
        presence.pk: _as_waiting(state, presence, strengths[presence.pk], members, now)
        for presence in waiting
    }
    proposed = pair_evening((people[presence.pk] for presence in free), met, settings)
    by_key = {presence.pk: presence for presence in waiting}

    def proposal(a: int, b: int, why: PairReason, *, by_hand: bool = False) -> PairProposal:
        due = dues.get(pair_of(a, b))
        terms = terms_of(state.night, by_key[a], by_key[b], strengths, due)
        black, white = by_key[terms.black], by_key[terms.white]
        waited = (people[black.pk].waited, people[white.pk].waited)
        last = days.get(pair_of(a, b))
        return PairProposal(black, white, terms, why, waited, last, by_hand, due)

    by_hand = [
        proposal(a.pk, b.pk, reason_of(people[a.pk], people[b.pk], met, settings), by_hand=True)
        for a, b in fixed
    ]
    matched = [proposal(pair.stronger, pair.weaker, pair.why) for pair in proposed.pairs]
    paired = fixed_keys | {key for pair in matched for key in pair.keys}
    left = tuple(presence for presence in waiting if presence.pk not in paired)
    return Proposals((*by_hand, *matched), left, proposed.proof.gap == 0, strengths)


def _fixed(waiting: list[Presence]) -> list[tuple[Presence, Presence]]:
    by_key = {presence.pk: presence for presence in waiting}
    pairs = []
    for presence in waiting:
        partner = by_key.get(presence.fixed_with_id or 0)
        if (
            partner is not None
            and presence.pk < partner.pk
            and partner.fixed_with_id == presence.pk
        ):
            pairs.append((presence, partner))
    return pairs


def _as_waiting(
    state: NightState,
    presence: Presence,
    strength: Strength,
    members: Mapping[int, int],
    now: datetime,
) -> Waiting:
    rival = members.get(presence.rival_id or 0)
    return Waiting(
        key=presence.pk,
        points=strength.points,
        waited=min(state.waited(presence, now), LONGEST_WAIT),
        rivals=frozenset() if rival is None else frozenset({rival}),
        not_with=frozenset(avoided.pk for avoided in presence.apart.all()),
        teaches=presence.teaching,
        wants_even=presence.no_handicap,
        wants_small=presence.small_board,
    )
