"""How strong those who are here are, and the stones and komi of two of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from goclub.games.calculator.services import read_strength, rules_by_system, states_of
from goclub.games.playing.services.pairings import PAIRINGS, Due
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.games.rating.systems.protocol import AnyState
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.leagues.models import ClubNight, Presence
from ratings.ranks import band_range, parse_rank
from tournaments.evening import WIDEST_GAP, EveningSettings, pair_of

#: Komi of an even game, doubled, and of one that begins with stones on a small board.
EVEN_KOMI2: Final = 11
_HALF: Final = 1
#: Of whom nothing is known at all: somewhere in the middle of a club.
_NOBODY_KNOWS: Final = 100
#: How many stones of the large board one of a smaller board is worth.
_SMALLER: Final = {13: 2, 9: 4}
SMALL_BOARD: Final = 9


@dataclass(frozen=True, slots=True)
class Strength:
    """What somebody's strength is in each system, and in points for a fair pair."""

    states: Mapping[str, AnyState]
    points: int
    rank: str


@dataclass(frozen=True, slots=True)
class NightTerms:
    """Conditions of a pair: who takes Black, by presence; ``toss``: the colour is drawn by lot."""

    black: int
    white: int
    board: int
    handicap: int
    komi2: int
    toss: bool


def strengths_of(presences: Iterable[Presence], on: date) -> dict[int, Strength]:
    """The strength of each, by presence (one query, three more where a guest says his rank)."""
    people = list(presences)
    held = states_of(presence.member for presence in people)
    guests = [
        presence for presence in people if presence.guest_rank and not held.get(presence.member_id)
    ]
    rules = rules_by_system(rules_timeline(), on) if guests else {}
    blank = {field.name: "" for system in SYSTEMS for field in system.typed_fields}
    strengths = {}
    for presence in people:
        states: Mapping[str, AnyState] = held.get(presence.member_id, {})
        guest_rank = "" if states else presence.guest_rank
        if guest_rank:
            states, _assumed, refused = read_strength(
                {**blank, "points": _typed(guest_rank)}, {}, rules
            )
            states = {} if refused else states
        strengths[presence.pk] = _strength(states, guest_rank)
    return strengths


def _typed(text: str) -> str:
    """What stands for the rank that a guest says: above 8 dan, where no start is published, the
    least points there.
    """
    lowest, highest = band_range(parse_rank(text))
    return str(lowest) if highest is None else text


def _strength(states: Mapping[str, AnyState], guest_rank: str) -> Strength:
    state = states.get(MAIN_SYSTEM)
    if state is None:
        return Strength(states, _NOBODY_KNOWS, guest_rank)
    points, _rating, rank = SYSTEMS.of(MAIN_SYSTEM).figure(state)
    known = _NOBODY_KNOWS if points is None else points
    return Strength(states, min(max(known, 0), WIDEST_GAP), guest_rank or rank)


def dues_of(people: Iterable[Presence], on: date) -> dict[tuple[int, int], Due]:
    """Games that two of these have to play, by presence: of a league, or agreed on for today."""
    by_member = {presence.member_id: presence.pk for presence in people}
    dues = {}
    for pair, due in PAIRINGS.among(by_member, on).items():
        first, second = (by_member[member] for member in pair)
        dues[pair_of(first, second)] = due
    return dues


def terms_of(
    night: ClubNight,
    first_presence: Presence,
    second_presence: Presence,
    strengths: Mapping[int, Strength],
    due: Due | None = None,
) -> NightTerms:
    """Board, stones and komi of two people: those of a game that is *due* between them, else by
    the night's table and their wishes.
    """
    if due is not None:
        black, white = (
            (second_presence, first_presence)
            if due.black == second_presence.member_id
            else (first_presence, second_presence)
        )
        toss = due.black is None
        return NightTerms(black.pk, white.pk, due.board, due.handicap, due.komi2, toss=toss)
    first, second = strengths[first_presence.pk], strengths[second_presence.pk]
    board = SMALL_BOARD if first_presence.small_board and second_presence.small_board else 19
    gap = abs(first.points - second.points)
    wants_even = first_presence.no_handicap or second_presence.no_handicap
    even = NightTerms(first_presence.pk, second_presence.pk, board, 0, EVEN_KOMI2, toss=True)
    if night.terms == night.Terms.EVEN or (wants_even and gap <= EveningSettings().even_gap):
        return even
    system = SYSTEMS.of(night.terms)
    game_terms = system.terms(first.states.get(system.key), second.states.get(system.key))
    if not isinstance(game_terms, GameTerms):
        return even
    black, white = (
        (first_presence, second_presence)
        if game_terms.black == ONE
        else (second_presence, first_presence)
    )
    handicap, komi2 = _on_board(board, game_terms.handicap, game_terms.komi2)
    return NightTerms(black.pk, white.pk, board, handicap, komi2, toss=game_terms.toss)


def _on_board(board: int, handicap: int, komi2: int) -> tuple[int, int]:
    """Stones of the large board on this one: fewer of them, each worth more."""
    if board == 19 or not handicap:
        return handicap, komi2
    stones = round((handicap - 1) / _SMALLER[board]) + 1
    return (stones, _HALF) if stones > 1 else (0, _HALF)
