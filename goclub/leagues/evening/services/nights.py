"""Opening and closing a club night, its lock, and the terms of two who are here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.calculator.services import read_strength, rules_by_system, states_of
from goclub.games.evening.services import need_organiser
from goclub.games.playing.services.pairings import PAIRINGS, Due
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.games.rating.systems.protocol import AnyState
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.leagues.calendar.queries import Occurrence, next_meeting
from goclub.leagues.evening.queries import LONGEST_NIGHT, open_night
from goclub.leagues.models import ClubNight, NightGame, NightPress, Presence
from goclub.leagues.models.evening import MOST_PATIENCE, MOST_TABLES
from goclub.members.models import Member, User
from goclub.members.requests import Act
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.ranks import band_range, parse_rank
from tournaments.evening import WIDEST_GAP, EveningSettings, pair_of

#: The night of a meeting opens so long before it begins, for who comes early.
OPENS_BEFORE: Final = timedelta(hours=1)


def is_organiser(user: User | None) -> bool:
    """Whether somebody runs the evening; None is the site itself, or the tablet at its door."""
    return user is None or (
        user.has_perm("games.report_for_others") and user.has_perm("games.decide_game")
    )


def may_speak_for(by: User | None, member: Member) -> bool:
    """Members act for themselves, organisers for everyone."""
    return (by is not None and member.user_id == by.pk) or is_organiser(by)


@atomic_retried
def begin_night(
    act: Act,
    *,
    place: str = "",
    terms: str = "",
    tables: int | None = None,
    patience: int | None = None,
    meeting: Occurrence | None = None,
) -> ClubNight:
    """Open the evening of today, or that of the calendar; what is not said is as last time.

    One that is open is returned, unless it was forgotten (:data:`LONGEST_NIGHT`) and is closed.
    One that was ended while its meeting is still on goes on as it was.

    Raises RuleError E_RANGE for tables and patience, E_UNKNOWN for the terms.
    """
    if act.by is not None:
        need_organiser(act.by)
    if running := open_night(act.at):
        return running
    _end_forgotten(act.at)
    on_now = None if meeting else _meeting_on(act.at)
    if on_now and (ended := _night_of(on_now)):
        return _resume(ended)
    last = ClubNight.objects.order_by("-on", "-pk").first() or ClubNight()
    night = ClubNight(
        on=meeting.local_date if meeting else timezone.localdate(act.at),
        opened_at=act.at,
        opened_by=act.by,
        place=(place or (meeting.place if meeting else "") or last.place).strip()[:80],
        terms=terms or last.terms,
        tables=last.tables if tables is None else tables,
        patience=last.patience if patience is None else patience,
        series_id=meeting.series_id if meeting else None,
    )
    check_settings(night)
    try:
        with transaction.atomic():
            night.save()
    except IntegrityError:
        # Another organiser was first.
        running = open_night(act.at)
        if running is None:
            raise
        return running
    return night


def check_settings(night: ClubNight) -> None:
    """Raise RuleError unless these are settings of an evening."""
    if night.terms not in ClubNight.Terms.values:
        raise RuleError(Code.UNKNOWN, "terms", night.terms)
    whole_number(night.tables, field="tables", low=1, high=MOST_TABLES)
    whole_number(night.patience, field="patience", low=0, high=MOST_PATIENCE)


@atomic_retried
def change_night(
    act: Act, night: ClubNight, *, place: str, terms: str, tables: int, patience: int
) -> ClubNight:
    """Other settings from now on; games under way keep theirs."""
    need_organiser(act.user)
    night = take_open(night)
    night.place, night.terms = place.strip()[:80], terms
    night.tables, night.patience = tables, patience
    check_settings(night)
    night.save()
    return night


@atomic_retried
def close_night(act: Act, night: ClubNight) -> ClubNight:
    """End the evening: everybody leaves, tables are freed; a result can still be told.

    Closing again changes nothing.
    """
    if act.by is not None:
        need_organiser(act.by)
    night = lock_row(night)
    return _end(act, night) if night.open else night


def _end(act: Act, night: ClubNight) -> ClubNight:
    night.games.filter(ended_at=None).update(ended_at=act.at)
    night.presences.filter(left_at=None, arrived_at__isnull=False).update(
        left_at=act.at, fixed_with=None
    )
    night.open, night.closed_at, night.closed_by = False, act.at, act.by
    night.save()
    return night


def _resume(night: ClubNight) -> ClubNight:
    """Undo the end of a night: who was here and what was played then is as before."""
    night = lock_row(night)
    if night.open:
        return night
    night.presences.filter(left_at=night.closed_at).update(left_at=None)
    night.games.filter(ended_at=night.closed_at, game=None, cancelled=False).update(ended_at=None)
    night.open, night.closed_at, night.closed_by = True, None, None
    night.save()
    return night


def _end_forgotten(at: datetime) -> None:
    """End the night that nobody closed; one that somebody opens meanwhile stays open."""
    for night in ClubNight.objects.filter(open=True, opened_at__lte=at - LONGEST_NIGHT):
        close_night(Act(None, night.opened_at + LONGEST_NIGHT), night)


def meeting_due(at: datetime) -> Occurrence | None:
    """The evening of the calendar that is on, or begins soon, and has had no night of its own."""
    meeting = _meeting_on(at)
    return None if meeting is None or _night_of(meeting) else meeting


def _meeting_on(at: datetime) -> Occurrence | None:
    meeting = next_meeting(at)
    return None if meeting is None or meeting.starts_at - OPENS_BEFORE > at else meeting


def _night_of(meeting: Occurrence) -> ClubNight | None:
    nights = ClubNight.objects.filter(series_id=meeting.series_id, on=meeting.local_date)
    return nights.first()


def open_by_calendar(*, at: datetime) -> ClubNight | None:
    """The open night; where none is, that of the calendar opens by itself once it is due."""
    if running := open_night(at):
        return running
    meeting = meeting_due(at)
    if meeting is not None:
        return begin_night(Act(None, at), meeting=meeting)
    _end_forgotten(at)
    return None


def take_open(night: ClubNight) -> ClubNight:
    """The night, locked; raises RuleError E_STATE once it is over."""
    night = lock_row(night)
    if not night.open:
        raise RuleError(Code.STATE, "night", reason="night.over")
    return night


def sent_before(key: UUID | None) -> bool:
    """Whether this press was done already."""
    return key is not None and NightPress.objects.filter(key=key).exists()


def keep_press(
    act: Act, night: ClubNight, what: str, *, key: UUID | None, game: NightGame | None = None
) -> None:
    """Remember that a press was done."""
    if key is not None:
        NightPress.objects.create(night=night, key=key, what=what, by=act.by, at=act.at, game=game)


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
    """Return each person's strength, by presence (one query, three more if a guest gave a rank)."""
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
