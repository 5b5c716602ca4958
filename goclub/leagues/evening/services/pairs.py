"""The pairs to play now, the pairs that were accepted, and manual changes to them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.games.evening.services import need_organiser
from goclub.games.playing.services.pairings import Due
from goclub.leagues.evening.queries import LATELY, NightState, met_lately, state_of
from goclub.leagues.evening.services.nights import (
    NightTerms,
    Strength,
    dues_of,
    strengths_of,
    take_open,
    terms_of,
)
from goclub.leagues.evening.services.people import unfix
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
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


#: Draws lots for the colours.
_LOTS = random.SystemRandom()


@atomic_retried
def accept_pair(
    act: Act, night: ClubNight, *, pair: tuple[int, int], lots: random.Random = _LOTS
) -> NightGame:
    """Seat two who wait (presences) at the lowest free table.

    Two organisers who press at once seat them once.  Raises E_STATE where one of them does not wait
    any more, or where no table is free.
    """
    need_organiser(act.user)
    night = take_open(night)
    state = state_of(night)
    both = set(pair)
    together = (pair for pair in state.running if {pair.black_id, pair.white_id} == both)
    return next(together, None) or _seat(act, state, pair, lots)


@atomic_retried
def accept_all(
    act: Act, night: ClubNight, *, pairs: Iterable[tuple[int, int]], lots: random.Random = _LOTS
) -> list[NightGame]:
    """Seat these pairs as they were shown, as far as they still wait and tables are free."""
    need_organiser(act.user)
    night = take_open(night)
    games = []
    for pair in pairs:
        state = state_of(night)
        waiting = {presence.pk for presence in state.waiting}
        if waiting.issuperset(pair) and state.free_tables:
            games.append(_seat(act, state, pair, lots))
    return games


@atomic_retried
def keep_apart(act: Act, night: ClubNight, *, pair: tuple[int, int]) -> None:
    """Not these two tonight: other pairs are offered."""
    need_organiser(act.user)
    first, second = _two(state_of(take_open(night)), pair)
    first.apart.add(second)
    unfix(first, second)


@atomic_retried
def pair_by_hand(act: Act, night: ClubNight, *, pair: tuple[int, int]) -> None:
    """These two are to play each other next, whatever speaks against it."""
    need_organiser(act.user)
    first, second = _two(state_of(take_open(night)), pair)
    _fix([(first, second)])


@atomic_retried
def swap_places(act: Act, night: ClubNight, *, pair: tuple[int, int]) -> None:
    """Two people exchange their opponents; one who is left over takes the other's place.

    Raises E_SAME_PLAYER for two who are paired with each other.
    """
    need_organiser(act.user)
    state = state_of(take_open(night))
    first, second = _two(state, pair)
    mates: dict[int, Presence] = {}
    for proposed in propose(state, act.at).pairs:
        mates[proposed.one.pk], mates[proposed.other.pk] = proposed.other, proposed.one
    ones, others = mates.get(first.pk), mates.get(second.pk)
    if ones is not None and ones.pk == second.pk:
        raise Refusal(
            _("%(value)s is already paired with the other player."),
            code=Code.SAME_PLAYER,
            field="pair",
            value=str(first.member),
            reason="already_paired",
        )
    fixed = []
    if others is not None:
        fixed.append((first, others))
    if ones is not None:
        fixed.append((second, ones))
    _fix(fixed)


def _fix(pairs: Sequence[tuple[Presence, Presence]]) -> None:
    unfix(*(presence for pair in pairs for presence in pair))
    for first, second in pairs:
        Presence.objects.filter(pk=first.pk).update(fixed_with=second)
        Presence.objects.filter(pk=second.pk).update(fixed_with=first)
        first.apart.remove(second)


def _two(state: NightState, pair: tuple[int, int]) -> tuple[Presence, Presence]:
    """Two who wait; raises E_SAME_PLAYER and E_STATE."""
    waiting = {presence.pk: presence for presence in state.waiting}
    if pair[0] == pair[1]:
        raise RuleError(Code.SAME_PLAYER, "pair", reason="night.two_needed")
    for key in pair:
        if key not in waiting:
            known = state.presences.get(key)
            raise Refusal(
                _("%(value)s is no longer waiting. Look at the new pairs."),
                field="pair",
                value=str(known.member) if known else str(key),
                reason="not_waiting",
            )
    return waiting[pair[0]], waiting[pair[1]]


def _seat(act: Act, state: NightState, pair: tuple[int, int], lots: random.Random) -> NightGame:
    first, second = _two(state, pair)
    tables = state.free_tables
    if not tables:
        raise Refusal(
            ngettext_lazy("The only table is taken.", "All %(value)s tables are taken.", "value"),
            field="table",
            value=state.night.tables,
            reason="no_table",
        )
    due = dues_of([first, second], state.night.on).get(pair_of(first.pk, second.pk))
    strengths = strengths_of([first, second], state.night.on)
    terms = terms_of(state.night, first, second, strengths, due)
    black, white = terms.black, terms.white
    if terms.toss and lots.random() < 0.5:
        black, white = white, black
    game = NightGame.objects.create(
        night=state.night,
        table=tables[0],
        black=state.presences[black],
        white=state.presences[white],
        board=terms.board,
        handicap=terms.handicap,
        komi2=terms.komi2,
        drawn=terms.toss,
        pairing=due.key if due and due.told_here else "",
        paired_at=act.at,
        paired_by=act.user,
    )
    unfix(first, second)
    return game
