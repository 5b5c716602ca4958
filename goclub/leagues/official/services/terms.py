"""A term from sign-up to its start: who plays, in which division, under which settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from goclub.common.columns import changed_columns
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.models import Standing
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.leagues.league.services.rights import (
    league_day,
    may_organise,
    need_organiser,
    need_reason,
)
from goclub.leagues.models import Division, Entry, League, Match, Term
from goclub.members.models import Member
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from ratings.paa.conditions import paa_conditions
from tournaments.official import divisions
from tournaments.official.facts import PlayerId


@atomic_retried
def open_term(act: Act, term: Term) -> Term:
    """Open a new term for sign-up.

    Raises Refusal while another term is not closed, ValidationError for settings that make no term.
    """
    need_organiser(act, term.league)
    term.league = lock_row(term.league)
    if term.league.kind != League.Kind.OFFICIAL:
        raise Refusal(_("This league is played in seasons, not in terms."), reason="not_official")
    last = term.league.terms.order_by("-number").first()
    if last is not None and last.state != Term.State.CLOSED:
        raise Refusal(
            _("“%(value)s” is not closed yet. Close it before starting the next term."),
            field="name",
            value=last.name,
            reason="term_open",
        )
    term.number = last.number + 1 if last else 1
    term.full_clean()
    term.save()
    return term


@atomic_retried
def change_term(act: Act, term: Term) -> Term:
    """Store changed settings; once a term is played, only some may change.

    Raises ValidationError as :meth:`Term.clean` does.
    """
    need_organiser(act, term.league)
    stored = lock(term)
    for name in changed_columns(stored, term):
        setattr(stored, name, getattr(term, name))
    stored.full_clean()
    stored.save()
    return stored


# --- Signing up -------------------------------------------------------------------------------
@atomic_retried
def sign_up(act: Act, term: Term, *, member: Member, willing: bool = False) -> Entry:
    """Enter a member; doing it again changes only whether they are willing to organise (S1-26).

    Raises PermissionDenied for anybody but the member and the organisers, Refusal once the term is
    played or, for the member, after the last day of sign-up.
    """
    runs = may_organise(act, term.league)
    if not runs and not is_own(act, member):
        raise PermissionDenied
    term = lock(term)
    need_sign_up(term)
    if not runs and league_day(term.league, act.at) > term.sign_up_until:
        raise Refusal(
            _("Sign-up closed on %(value)s. An organiser can still enter you before the start."),
            field="term",
            value=term.sign_up_until,
            reason="sign_up_over",
        )
    if member.status != Member.Status.MEMBER:
        raise RuleError(Code.STATE, "member", member.shown_name, reason="league.no_member")
    entry = Entry.objects.filter(term=term, member=member).first()
    if entry is None:
        last = term.entries.aggregate(last=Max("seed"))["last"] or 0
        entry = Entry(term=term, member=member, seed=last + 1, signed_up_at=act.at)
    entry.willing = willing
    entry.save()
    return entry


@atomic_retried
def sign_off(act: Act, entry: Entry) -> None:
    """Delete an entry before the start; afterwards players withdraw."""
    if not is_own(act, entry.member):
        need_organiser(act, entry.term.league)
    need_sign_up(lock(entry.term))
    entry.delete()


def on_member_leaves(member: Member, **_kwargs: object) -> None:
    """Delete the entries of somebody who leaves the club (``members.signals.member_leaves``)."""
    entries = Entry.objects.filter(member=member, term__state=Term.State.SIGN_UP)
    lock_rows(Term.objects.filter(pk__in=list(entries.values_list("term", flat=True))))
    for entry in entries:
        entry.delete()


@atomic_retried
def seed_divisions(act: Act, term: Term, *, sizes: Sequence[int]) -> list[Division]:
    """Put the players into divisions of these sizes by their points now, the strongest first.

    Raises Refusal where a division would have fewer than two or the sizes do not add up to the
    players.
    """
    need_organiser(act, term.league)
    term = lock(term)
    need_sign_up(term)
    entries = list(term.entries.select_related("member").order_by("seed", "pk"))
    if sum(sizes) != len(entries) or min(sizes, default=0) < divisions.FEWEST_PLAYERS:
        text = _(
            "%(value)s does not fit: the division sizes must add up to the number of players "
            "(%(accepted)s), with at least two in each division."
        )
        typed = " + ".join(map(str, sizes))
        raise Refusal(text, field="sizes", value=typed, accepted=len(entries), reason="sizes")
    points = points_now([entry.member_id for entry in entries])
    entries.sort(key=lambda entry: (-points[entry.member_id], entry.seed, entry.pk))
    term.entries.update(division=None)
    term.divisions.all().delete()
    groups = [
        Division.objects.create(term=term, level=level, name=division_name(level, len(sizes)))
        for level in range(1, len(sizes) + 1)
    ]
    places = [division for division, size in zip(groups, sizes, strict=True) for _ in range(size)]
    for seed, (entry, division) in enumerate(zip(entries, places, strict=True), 1):
        entry.division, entry.seed = division, seed
        entry.save(update_fields=["division", "seed"])
    return groups


def division_name(level: int, count: int) -> str:
    """A, B, C …; numbers beyond the alphabet."""
    return chr(ord("A") + level - 1) if count <= 26 else str(level)


@atomic_retried
def place_entry(act: Act, entry: Entry, *, division: Division) -> Entry:
    """Move a player to another division before the start."""
    need_organiser(act, entry.term.league)
    need_sign_up(lock(entry.term))
    if division.term_id != entry.term_id:
        raise Refusal(
            _("“%(value)s” is not a division of this term. Choose one of its divisions."),
            field="division",
            code=Code.INCONSISTENT,
            value=division.name,
            reason="other_term",
        )
    entry.division = division
    entry.save(update_fields=["division"])
    return entry


# --- The start --------------------------------------------------------------------------------
@atomic_retried
def start_term(act: Act, term: Term) -> Term:
    """Fix the points (S1-23), draw up the list of pairings, and begin.

    Players without a division play in the lowest.  Where the term says so, handicap and komi of
    every pairing are fixed too (S1-14 … S1-16).  Raises Refusal for a division of fewer than two.
    Starting twice changes nothing.
    """
    need_organiser(act, term.league)
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
        players = {entry.pk: entry for entry in entries if entry.division_id == division.pk}
        if len(players) < divisions.FEWEST_PLAYERS:
            raise Refusal(
                _("A division of %(value)s cannot play: at least two players are needed."),
                field="players",
                value=len(players),
                reason="league_of_one",
            )
        matches += _matches(term, division, players)
    bulk_create_with_history(matches, Match, batch_size=100)
    term.state = Term.State.RUNNING
    term.save()
    return term


def _matches(term: Term, division: Division, entries: Mapping[int, Entry]) -> list[Match]:
    matches: list[Match] = []
    met: Counter[frozenset[PlayerId]] = Counter()
    for division_round in divisions.round_robin(list(entries), meetings=term.meetings):
        for pair in division_round.pairs:
            # The first is always the same of the two, so that the database can refuse a twin.
            first, second = (entries[int(player)] for player in sorted(pair))
            met[frozenset(pair)] += 1
            match = Match(
                division=division, first=first, second=second, meeting=met[frozenset(pair)]
            )
            if term.conditions == Term.Conditions.START:
                set_conditions(match)
            matches.append(match)
    return matches


def set_conditions(match: Match) -> None:
    """Write handicap, komi and colour by the points at the start onto a pairing (not saved)."""
    conditions = paa_conditions(match.first.points or 0, match.second.points or 0)
    match.handicap, match.komi2 = conditions.handicap, conditions.komi2
    match.black = {"a": match.first, "b": match.second, None: None}[conditions.weaker]


def points_now(members: Sequence[int]) -> dict[int, int]:
    """Return the members' points; those who hold none yet start at 0 (S1-4)."""
    rows = Standing.objects.filter(system=MAIN_SYSTEM, member__in=members, points__isnull=False)
    return dict.fromkeys(members, 0) | {
        member: points or 0 for member, points in rows.values_list("member_id", "points")
    }


# --- Leaving ----------------------------------------------------------------------------------
@atomic_retried
def withdraw(act: Act, entry: Entry, *, on: date, reason: str) -> Entry:
    """Let a player leave a term that is played; what becomes of the games is a setting.

    Raises Refusal for a day outside the term or before a game of theirs, where they left already,
    and where the term is not played.
    """
    term = lock(entry.term)
    today = league_day(term.league, act.at)
    if not is_own(act, entry.member):
        need_organiser(act, term.league)
    need_running(term)
    reason = need_reason(reason)
    if entry.withdrawn_on:
        raise Refusal(
            _("This player left on %(value)s."),
            field="on",
            value=entry.withdrawn_on,
            reason="left_already",
        )
    played = Match.objects.filter(division=entry.division, game__state="confirmed")
    last = max(
        [
            *(played.filter(first=entry).values_list("game__played_on", flat=True)),
            *(played.filter(second=entry).values_list("game__played_on", flat=True)),
            term.starts_on,
        ]
    )
    need_day_between(on, last, max(today, last), league=term.league, field="on")
    entry.withdrawn_on, entry.withdrawal_reason = on, reason
    entry.save()
    return entry


@atomic_retried
def reinstate(act: Act, entry: Entry, *, reason: str) -> Entry:
    """Undo a withdrawal; the history keeps it, and why it was undone."""
    term = lock(entry.term)
    need_organiser(act, term.league)
    need_running(term)
    entry.withdrawn_on = None
    entry.withdrawal_reason = need_reason(reason)
    entry.save()
    return entry


# --- Checks -----------------------------------------------------------------------------------
def lock(term: Term) -> Term:
    """Return the row as it is now, kept from everybody else until this transaction ends."""
    return lock_row(term, "league")


def is_own(act: Act, member: Member) -> bool:
    """Whether members act for themselves."""
    return act.by is not None and member.user_id == act.by.pk


def need_sign_up(term: Term) -> None:
    if term.state != Term.State.SIGN_UP:
        raise Refusal(
            _("“%(value)s” has begun. Players and divisions can no longer change."),
            field="term",
            value=term.name,
            reason="not_signing_up",
        )


def need_running(term: Term) -> None:
    if term.state != Term.State.RUNNING:
        raise Refusal(
            _("“%(value)s” is not being played at present."),
            field="term",
            value=term.name,
            reason="not_running",
        )


def need_closed(term: Term) -> None:
    if term.state != Term.State.CLOSED:
        raise RuleError(Code.STATE, "term", term.name, reason="league.not_closed_yet")


def need_day_between(day: date, first: date, last: date, *, league: League, field: str) -> None:
    """Refuse a day outside this span; its days are those of the league's time zone."""
    if not first <= day <= last:
        text = _(
            "%(value)s is too early or too late. Choose a date from %(first)s to %(last)s "
            "(%(zone)s time)."
        )
        raise Refusal(
            text,
            field=field,
            reason="day_outside",
            value=day,
            first=first,
            last=last,
            zone=league.zone,
        )
