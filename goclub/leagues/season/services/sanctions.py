"""Sanctions in an event of a season league: warning, game lost, removed; appeals (S4-18)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.rights import league_day, need_reason
from goclub.leagues.models import LeagueEvent, LeaguePerson, Participant, Sanction, Seat
from goclub.leagues.season.services import rules as settings
from goclub.leagues.season.services.scores import load_played
from goclub.leagues.tournament.queries.events import last_out
from goclub.leagues.tournament.queries.sanctions import sanction_of
from goclub.leagues.tournament.services.steps import lock
from goclub.leagues.tournament.services.verdicts import follow_sanctions
from goclub.members.models import Member
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.seasons.sanctions import Judged, apply_sanctions, judge_sanctions


@atomic_retried
def give_sanction(
    *,
    row: LeagueEvent,
    player: Participant,
    round: int,
    reason: str,
    judge: Member,
    at: datetime,
) -> Sanction:
    """Record a case: the first is a warning, the second costs the game, the third the event.

    Raises RuleError E_FORBIDDEN (no approved judge; his own case or his own game), E_MISSING
    (reason), E_RANGE (no such round), E_STATE (removed already; a round before his last case),
    E_INCONSISTENT (no game to be lost in that round), E_UNKNOWN.  Tables, standings, files and
    ledger follow at once.
    """
    lock_row(row)
    event = lock(row.event)
    league = settings.rules_of(row.league, on=league_day(row.league, at))
    if player.event_id != row.event_id:
        raise RuleError(Code.UNKNOWN, field="player", value=str(player))
    reason = need_reason(reason)
    rounds = last_out(event)
    if not 1 <= round <= rounds:
        raise RuleError(
            Code.RANGE,
            field="round",
            value=round,
            accepted=AcceptedRange(1, rounds),
            reason="season.no_such_round",
        )
    played = load_played([row])[row.pk]
    table = [game for game in played.games if game.round == round and player.pk in game.players]
    at_table = [played.participants[int(pk)].member_id for game in table for pk in game.players]
    league.check_judge(
        judge.pk,
        organiser=row.announced_by_id,
        players=[pk for pk in (*at_table, player.member_id) if pk is not None],
    )
    sanction = Sanction(
        league_event=row, player=player, round=round, reason=reason, judge=judge, given_at=at
    )
    apply_sanctions(played.games, [sanction_of(row) for row in (*played.sanctions, sanction)])
    sanction.save()
    follow_sanctions(event, by=judge.user, at=at, about=sanction, reason=reason)
    return sanction


@atomic_retried
def appeal(*, sanction: Sanction, by: Member, at: datetime, reason: str) -> Sanction:
    """Appeal against a sanction: by its player, or by the event's organiser for him."""
    sanction = _lock(sanction)
    mine = {sanction.player.member_id, sanction.league_event.announced_by_id}
    if by.pk not in mine:
        raise PermissionDenied
    if sanction.appeal:
        raise RuleError(Code.STATE, field="reason", value="", reason="season.appealed_already")
    sanction.appeal, sanction.appeal_at = need_reason(reason), at
    sanction.save()
    return sanction


@atomic_retried
def decide_appeal(
    *, sanction: Sanction, by: Member, at: datetime, upheld: bool, reason: str
) -> Sanction:
    """Decide an appeal, with the reason; what it lowers follows from the list (S4-18).

    Raises RuleError E_FORBIDDEN for anybody but an organiser of the league, and for one who gave
    the sanction, was sanctioned or sat opposite; E_STATE where there is nothing to decide.
    """
    row = lock_row(sanction.league_event, "league", "event")
    event = lock(row.event)
    sanction = _lock(sanction)
    league = row.league
    rules = settings.rules_of(league, on=league_day(league, at))
    rules.check_appeal(by.pk)
    if by.pk in (*_at_table(sanction), sanction.judge_id):
        raise RuleError(Code.FORBIDDEN, field="by", value=str(by), reason="league.own_game")
    if not sanction.appeal or sanction.upheld is not None:
        raise RuleError(Code.STATE, field="upheld", value="", reason="season.no_appeal")
    sanction.upheld, sanction.decision = upheld, need_reason(reason)
    sanction.decided_by = by
    sanction.save()
    if upheld:
        follow_sanctions(event, by=by.user, at=at, about=sanction, reason=reason)
    return sanction


def judged_sanctions(row: LeagueEvent) -> list[tuple[Sanction, Judged]]:
    """The sanctions of an event with what each amounts to."""
    rows = list(
        row.sanctions.select_related("player__member", "judge", "decided_by").order_by(
            "given_at", "pk"
        )
    )
    judged = judge_sanctions([sanction_of(row) for row in rows])
    return list(zip(rows, judged, strict=True))


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
