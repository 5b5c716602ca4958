"""Sanctions in an event of a season league: warning, game lost, removed; appeals (S4-18)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.leagues.league.services.rights import league_day, need_reason
from goclub.leagues.models import LeagueEvent, LeaguePerson, Participant, Sanction, Seat
from goclub.leagues.season.services.scores import load_played
from goclub.leagues.tournament.queries.events import last_out
from goclub.leagues.tournament.services.steps import lock
from goclub.leagues.tournament.services.verdicts import follow_sanctions
from goclub.members.models import Member
from goclub.members.notices.services import members_with, tell
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.seasons.sanctions import apply_sanctions


@atomic_retried
def give_sanction(
    act: Act, row: LeagueEvent, *, player: Participant, round: int, reason: str
) -> Sanction:
    """Record a case: the first is a warning, the second costs the game, the third the event.

    Raises RuleError E_FORBIDDEN (not an approved judge; their own case or game), E_MISSING
    (reason), E_STATE (no such round; removed already; a round before the last case), E_INCONSISTENT
    (no game to be lost in that round), E_UNKNOWN.  Tables, standings, files and ledger follow at
    once.
    """
    judge = act.member
    lock_row(row)
    event = lock(row.event)
    if player.event_id != row.event_id:
        raise RuleError(Code.UNKNOWN, "player", str(player))
    reason = need_reason(reason)
    rounds = last_out(event)
    if not 1 <= round <= rounds:
        raise Refusal(
            _("The event has no round %(value)s. Possible: %(accepted)s."),
            field="round",
            value=round,
            accepted=AcceptedRange(1, rounds),
            reason="no_such_round",
        )
    if judge.pk not in judges_of(row, act.at):
        raise Refusal(
            _("%(value)s is not an approved judge for this event."),
            field="player",
            value=str(judge),
            reason="not_approved",
        )
    sanction = Sanction(
        league_event=row, player=player, round=round, reason=reason, judge=judge, given_at=act.at
    )
    if judge.pk in _at_table(sanction):
        raise RuleError(Code.FORBIDDEN, "player", str(judge), reason="league.own_game")
    played = load_played([row])[row.pk]
    try:
        apply_sanctions(played.games, [*played.sanctions, sanction])
    except RuleError as error:
        # The rules know players by their numbers.
        named = str(player) if error.field == "player" else None
        raise error.about(value=named) from error
    sanction.save()
    follow_sanctions(act, event, about=sanction, reason=reason)
    return sanction


@atomic_retried
def appeal(act: Act, sanction: Sanction, *, reason: str) -> Sanction:
    """Appeal against a sanction: by its player, or by the event's organiser on their behalf."""
    sanction = _lock(sanction)
    if act.member.pk not in (sanction.player.member_id, sanction.league_event.announced_by_id):
        raise PermissionDenied
    if sanction.appeal:
        raise Refusal(
            _("This sanction has already been appealed."),
            field="reason",
            reason="appealed_already",
        )
    sanction.appeal, sanction.appeal_at = need_reason(reason), act.at
    sanction.save()
    row = sanction.league_event
    deciders = Member.objects.filter(pk__in=deciders_of(sanction, act.at))
    for member in deciders or members_with("leagues.run_league"):
        tell(
            act,
            member,
            "season.appealed",
            url=row.get_absolute_url(),
            name=sanction.player,
            event=str(row),
        )
    return sanction


@atomic_retried
def decide_appeal(act: Act, sanction: Sanction, *, upheld: bool, reason: str) -> Sanction:
    """Decide an appeal, with the reason; what it lowers follows from the list (S4-18).

    Raises RuleError E_FORBIDDEN for anybody but an organiser of the league, and for one who gave
    the sanction, was sanctioned or sat opposite; E_STATE where there is nothing to decide.
    """
    by = act.member
    row = lock_row(sanction.league_event, "league", "event")
    event = lock(row.event)
    sanction = _lock(sanction)
    if by.pk not in _organisers_of(row, act.at):
        raise Refusal(
            _("A league organiser will decide."),
            field="upheld",
            reason="not_organiser",
            code=Code.FORBIDDEN,
        )
    if by.pk in (*_at_table(sanction), sanction.judge_id):
        raise RuleError(Code.FORBIDDEN, "upheld", str(by), reason="league.own_game")
    if not sanction.appeal or sanction.upheld is not None:
        raise Refusal(_("There is no open appeal to decide."), field="upheld", reason="no_appeal")
    sanction.upheld, sanction.decision = upheld, need_reason(reason)
    sanction.decided_by = by
    sanction.save()
    if upheld:
        follow_sanctions(act, event, about=sanction, reason=reason)
    return sanction


def deciders_of(sanction: Sanction, at: datetime) -> set[int]:
    """Members who may decide an appeal: organisers of the league with no part in the case."""
    return _organisers_of(sanction.league_event, at) - {*_at_table(sanction), sanction.judge_id}


def _organisers_of(row: LeagueEvent, at: datetime) -> set[int]:
    day = league_day(row.league, at)
    people = row.league.people.filter(role=LeaguePerson.Role.ORGANISER)
    return {person.member_id for person in people if person.serves_on(day)}


def judges_of(row: LeagueEvent, at: datetime) -> set[int]:
    """Members who may judge in an event: its announcer, organisers and judges of the league."""
    people = LeaguePerson.objects.filter(league=row.league)
    day = league_day(row.league, at)
    return {person.member_id for person in people if person.serves_on(day)} | {row.announced_by_id}


def _at_table(sanction: Sanction) -> set[int | None]:
    """Whose game it is: the member who was sanctioned, and the opponent of that round."""
    table = Seat.objects.filter(
        round__event=sanction.player.event_id,
        round__number=sanction.round,
        pairing__seats__participant=sanction.player,
    )
    return {sanction.player.member_id, *table.values_list("participant__member", flat=True)}


def _lock(sanction: Sanction) -> Sanction:
    return lock_row(sanction, "league_event__league", "player")
