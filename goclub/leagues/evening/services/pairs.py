"""Accepting pairs, and changing them by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import datetime

from goclub.common.transactions import atomic_retried
from goclub.games.evening.services import need_organiser
from goclub.leagues.evening.queries import NightState, state_of
from goclub.leagues.evening.services.nights import take_open
from goclub.leagues.evening.services.people import unfix
from goclub.leagues.evening.services.proposing import propose
from goclub.leagues.evening.services.terms import dues_of, strengths_of, terms_of
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.models import User
from ratings.errors import Code, RuleError
from tournaments.evening import pair_of

#: Draws lots for the colours.
_LOTS = random.SystemRandom()


@atomic_retried
def accept_pair(
    *,
    night: ClubNight,
    pair: tuple[int, int],
    by: User,
    at: datetime,
    lots: random.Random = _LOTS,
) -> NightGame:
    """Seat two who wait (presences) at the lowest free table.

    Two organisers who press at once seat them once.  Raises E_STATE where one of them does not wait
    any more, or where no table is free.
    """
    need_organiser(by)
    night = take_open(night)
    state = state_of(night)
    if game := _seated_together(state, pair):
        return game
    return _seat(state, pair, by, at, lots)


@atomic_retried
def accept_all(
    *,
    night: ClubNight,
    pairs: Iterable[tuple[int, int]],
    by: User,
    at: datetime,
    lots: random.Random = _LOTS,
) -> list[NightGame]:
    """Seat these pairs as they were shown, as far as they still wait and tables are free."""
    need_organiser(by)
    night = take_open(night)
    games = []
    for pair in pairs:
        state = state_of(night)
        waiting = {presence.pk for presence in state.waiting}
        if waiting.issuperset(pair) and state.free_tables:
            games.append(_seat(state, pair, by, at, lots))
    return games


@atomic_retried
def keep_apart(*, night: ClubNight, pair: tuple[int, int], by: User) -> None:
    """Not these two tonight: other pairs are offered."""
    need_organiser(by)
    first, second = _two(state_of(take_open(night)), pair)
    first.apart.add(second)
    unfix(first, second)


@atomic_retried
def pair_by_hand(*, night: ClubNight, pair: tuple[int, int], by: User) -> None:
    """These two are to play each other next, whatever speaks against it."""
    need_organiser(by)
    first, second = _two(state_of(take_open(night)), pair)
    _fix([(first, second)])


@atomic_retried
def swap_places(*, night: ClubNight, pair: tuple[int, int], by: User, at: datetime) -> None:
    """Two people exchange their opponents; one who is left over takes the other's place.

    Raises E_SAME_PLAYER for two who are paired with each other.
    """
    need_organiser(by)
    state = state_of(take_open(night))
    first, second = _two(state, pair)
    mates: dict[int, Presence] = {}
    for proposed in propose(state, at).pairs:
        mates[proposed.one.pk], mates[proposed.other.pk] = proposed.other, proposed.one
    ones, others = mates.get(first.pk), mates.get(second.pk)
    if ones is not None and ones.pk == second.pk:
        raise RuleError(
            Code.SAME_PLAYER, field="pair", value=str(first.member), reason="night.already_paired"
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
        raise RuleError(Code.SAME_PLAYER, field="pair", reason="night.two_needed")
    for key in pair:
        if key not in waiting:
            known = state.presences.get(key)
            raise RuleError(
                Code.STATE,
                field="pair",
                value=str(known.member) if known else str(key),
                reason="night.not_waiting",
            )
    return waiting[pair[0]], waiting[pair[1]]


def _seated_together(state: NightState, pair: tuple[int, int]) -> NightGame | None:
    both = set(pair)
    return next((g for g in state.running if {g.black_id, g.white_id} == both), None)


def _seat(
    state: NightState, pair: tuple[int, int], by: User, at: datetime, lots: random.Random
) -> NightGame:
    first, second = _two(state, pair)
    tables = state.free_tables
    if not tables:
        raise RuleError(
            Code.STATE, field="table", value=state.night.tables, reason="night.no_table"
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
        paired_at=at,
        paired_by=by,
    )
    unfix(first, second)
    return game
