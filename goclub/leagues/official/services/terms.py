"""A term from sign-up to its start: who plays, in which division, under which settings."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import date, datetime

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from simple_history.utils import bulk_create_with_history

from goclub.common.columns import changed_columns
from goclub.common.locks import lock_row, lock_rows
from goclub.common.transactions import atomic_retried
from goclub.games.models import Standing
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.leagues.league.services.rights import league_day, may_run, need_reason, need_run
from goclub.leagues.models import Division, Entry, League, Match, Term
from goclub.members.models import Member, User
from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.errors import Code, RuleError
from ratings.paa.conditions import paa_conditions
from tournaments.official import divisions


@atomic_retried
def open_term(*, term: Term, by: User | None, at: datetime) -> Term:
    """Open a new term for sign-up.

    Raises RuleError E_STATE while another term is not closed, ValidationError for settings that
    make no term.
    """
    need_run(by, term.league, on=league_day(term.league, at))
    term.league = lock_row(term.league)
    if term.league.kind != League.Kind.OFFICIAL:
        raise RuleError(
            Code.STATE, field="league", value=term.league.name, reason="official.not_official"
        )
    last = term.league.terms.order_by("-number").first()
    if last is not None and last.state != Term.State.CLOSED:
        raise RuleError(Code.STATE, field="name", value=last.name, reason="official.term_open")
    term.number = last.number + 1 if last else 1
    term.full_clean()
    term.save()
    return term


@atomic_retried
def change_term(*, term: Term, by: User | None, at: datetime) -> Term:
    """Store changed settings; once a term is played, only some may change.

    Raises ValidationError as :meth:`Term.clean` does.
    """
    need_run(by, term.league, on=league_day(term.league, at))
    stored = lock(term)
    for name in changed_columns(stored, term):
        setattr(stored, name, getattr(term, name))
    stored.full_clean()
    stored.save()
    return stored


# --- Signing up -------------------------------------------------------------------------------
@atomic_retried
def sign_up(
    *, term: Term, member: Member, by: User | None, at: datetime, willing: bool = False
) -> Entry:
    """Enter a member; doing it again changes only whether he is willing to organise (S1-26).

    Raises PermissionDenied for anybody but the member and the organisers, RuleError E_STATE once
    the term is played or, for the member himself, after the last day of sign-up.
    """
    today = league_day(term.league, at)
    runs = may_run(by, term.league, on=today)
    if not runs and (by is None or member.user_id != by.pk):
        raise PermissionDenied
    term = lock(term)
    need_sign_up(term)
    if not runs and today > term.sign_up_until:
        raise RuleError(
            Code.STATE, field="term", value=term.sign_up_until, reason="official.sign_up_over"
        )
    if member.status != Member.Status.MEMBER:
        raise RuleError(
            Code.STATE, field="member", value=member.display_name, reason="league.no_member"
        )
    entry = Entry.objects.filter(term=term, member=member).first()
    if entry is None:
        last = term.entries.aggregate(last=Max("seed"))["last"] or 0
        entry = Entry(term=term, member=member, seed=last + 1, signed_up_at=at)
    entry.willing = willing
    entry.save()
    return entry


@atomic_retried
def sign_off(*, entry: Entry, by: User | None, at: datetime) -> None:
    """Take an entry back before the start; afterwards one withdraws."""
    term = entry.term
    own = by is not None and entry.member.user_id == by.pk
    if not own:
        need_run(by, term.league, on=league_day(term.league, at))
    need_sign_up(lock(term))
    entry.delete()


def on_member_leaves(member: Member, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: take back entries of terms to come."""
    mine = Entry.objects.filter(member=member, term__state=Term.State.SIGN_UP)
    lock_rows(Term.objects.filter(pk__in=list(mine.values_list("term", flat=True))))
    for entry in mine:
        entry.delete()


@atomic_retried
def seed_divisions(
    *, term: Term, by: User | None, at: datetime, sizes: Sequence[int]
) -> list[Division]:
    """Put the players into divisions of these sizes by their points now, the strongest first.

    Raises RuleError E_RANGE where a division would have fewer than two or the sizes do not add
    up to the players.
    """
    need_run(by, term.league, on=league_day(term.league, at))
    term = lock(term)
    need_sign_up(term)
    entries = list(term.entries.select_related("member").order_by("seed", "pk"))
    if sum(sizes) != len(entries) or min(sizes, default=0) < divisions.FEWEST_PLAYERS:
        raise RuleError(
            Code.RANGE,
            field="sizes",
            value=" + ".join(map(str, sizes)),
            accepted=AcceptedChoice(len(entries)),
            reason="official.sizes",
        )
    points = points_now([entry.member_id for entry in entries])
    entries.sort(key=lambda entry: (-points[entry.member_id], entry.seed, entry.pk))
    term.entries.update(division=None)
    term.divisions.all().delete()
    made = [
        Division.objects.create(term=term, level=level, name=division_name(level, len(sizes)))
        for level in range(1, len(sizes) + 1)
    ]
    places = [division for division, size in zip(made, sizes, strict=True) for _ in range(size)]
    for seed, (entry, division) in enumerate(zip(entries, places, strict=True), 1):
        entry.division, entry.seed = division, seed
        entry.save(update_fields=["division", "seed"])
    return made


def division_name(level: int, count: int) -> str:
    """A, B, C …; numbers beyond the alphabet."""
    return chr(ord("A") + level - 1) if count <= 26 else str(level)


@atomic_retried
def place_entry(*, entry: Entry, division: Division, by: User | None, at: datetime) -> Entry:
    """Move a player to another division before the start."""
    term = entry.term
    need_run(by, term.league, on=league_day(term.league, at))
    need_sign_up(lock(term))
    if division.term_id != term.pk:
        raise RuleError(Code.INCONSISTENT, field="division", value=division.name)
    entry.division = division
    entry.save(update_fields=["division"])
    return entry


# --- The start --------------------------------------------------------------------------------
@atomic_retried
def start_term(*, term: Term, by: User | None, at: datetime) -> Term:
    """Fix the points (S1-23), draw up the list of pairings, and begin.

    Who has no division yet plays in the lowest.  Where the term says so, handicap and komi of
    every pairing are fixed too (S1-14 … S1-16).  Raises RuleError E_RANGE for a division of fewer
    than two.  Starting twice changes nothing.
    """
    need_run(by, term.league, on=league_day(term.league, at))
    term = lock(term)
    if term.state == Term.State.RUNNING:
        return term
    need_sign_up(term)
    groups = list(term.divisions.order_by("level"))
    if not groups:
        groups = [Division.objects.create(term=term, level=1, name=division_name(1, 1))]
    term.entries.filter(division=None).update(division=groups[-1])
    entries = list(term.entries.order_by("seed", "pk"))
    points = points_now([entry.member_id for entry in entries])
    for entry in entries:
        entry.points = points[entry.member_id]
    Entry.objects.bulk_update(entries, ["points"], batch_size=200)
    matches: list[Match] = []
    for division in groups:
        mine = {entry.pk: entry for entry in entries if entry.division_id == division.pk}
        if len(mine) < divisions.FEWEST_PLAYERS:
            raise RuleError(
                Code.RANGE,
                field="players",
                value=len(mine),
                accepted=AcceptedRange(2, None),
                reason="official.league_of_one",
            )
        matches += _matches(term, division, mine)
    bulk_create_with_history(matches, Match, batch_size=100)
    term.state = Term.State.RUNNING
    term.save()
    return term


def _matches(term: Term, division: Division, entries: Mapping[int, Entry]) -> list[Match]:
    rounds = divisions.round_robin(list(entries), meetings=term.meetings)
    met: dict[frozenset[Hashable], int] = {}
    found = []
    for pair in (pair for one in rounds for pair in one.pairs):
        # The first named is always the same of the two, so that the database can refuse a twin.
        first, second = sorted(pair)
        meeting = met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
        match = Match(
            division=division,
            first=entries[int(first)],
            second=entries[int(second)],
            meeting=meeting,
        )
        if term.conditions == Term.Conditions.START:
            set_conditions(match, match.first.points or 0, match.second.points or 0)
        found.append(match)
    return found


def set_conditions(match: Match, points_one: int, points_two: int) -> None:
    """Write handicap, komi and colour onto a pairing (not saved)."""
    found = paa_conditions(points_one, points_two)
    match.handicap, match.komi2 = found.handicap, found.komi2
    match.black = {"a": match.first, "b": match.second, None: None}[found.weaker]


def points_now(members: Sequence[int]) -> dict[int, int]:
    """The members' points; who holds none yet starts at 0 (S1-4)."""
    rows = Standing.objects.filter(system=MAIN_SYSTEM, member__in=members, points__isnull=False)
    found = {member: points or 0 for member, points in rows.values_list("member_id", "points")}
    return dict.fromkeys(members, 0) | found


# --- Leaving ----------------------------------------------------------------------------------
@atomic_retried
def withdraw(*, entry: Entry, by: User | None, at: datetime, on: date, reason: str) -> Entry:
    """Let a player leave a term that is played; what becomes of the games is a setting.

    Raises RuleError E_RANGE for a day outside the term or before a game of his, E_STATE where he
    left already or the term is not played.
    """
    term = lock(entry.term)
    today = league_day(term.league, at)
    if not (by is not None and entry.member.user_id == by.pk):
        need_run(by, term.league, on=today)
    need_running(term)
    reason = need_reason(reason)
    if entry.withdrawn_on:
        raise RuleError(
            Code.STATE, field="on", value=entry.withdrawn_on, reason="official.left_already"
        )
    played = Match.objects.filter(division=entry.division, game__state="confirmed")
    last = max(
        [
            *(played.filter(first=entry).values_list("game__played_on", flat=True)),
            *(played.filter(second=entry).values_list("game__played_on", flat=True)),
            term.starts_on,
        ]
    )
    if not last <= on <= max(today, last):
        raise RuleError(
            Code.RANGE,
            field="on",
            value=on,
            reason="official.day_outside",
            params={"first": last, "last": max(today, last), "zone": term.league.zone},
        )
    entry.withdrawn_on, entry.withdrawal_reason = on, reason
    entry.save()
    return entry


@atomic_retried
def reinstate(*, entry: Entry, by: User | None, at: datetime, reason: str) -> Entry:
    """Take a withdrawal back; the history keeps that it was there, and why it went."""
    term = lock(entry.term)
    need_run(by, term.league, on=league_day(term.league, at))
    need_running(term)
    entry.withdrawn_on = None
    entry.withdrawal_reason = need_reason(reason)
    entry.save()
    return entry


# --- States -----------------------------------------------------------------------------------
def lock(term: Term) -> Term:
    """The row as it is now, kept from everybody else until this transaction ends."""
    return lock_row(term, "league")


def need_sign_up(term: Term) -> None:
    if term.state != Term.State.SIGN_UP:
        raise RuleError(Code.STATE, field="term", value=term.name, reason="official.not_signing_up")


def need_running(term: Term) -> None:
    if term.state != Term.State.RUNNING:
        raise RuleError(Code.STATE, field="term", value=term.name, reason="official.not_running")
