"""A pairing's way to its result: arranged, reported as an ordinary game, or forfeited."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game, Kifu
from goclub.games.playing.services.decisions import confirm_entered
from goclub.games.playing.services.events import make_official
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.services.toss import attach_toss, may_attach
from goclub.games.rating.queries import players_ranks
from goclub.leagues.league.services.rights import league_day, may_run, need_reason, need_run
from goclub.leagues.models import Match, Term
from goclub.leagues.official.queries.tosses import toss_of
from goclub.leagues.official.services import terms
from goclub.members.models import Member, User
from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from ratings.paa.conditions import Conditions, paa_conditions


def plays(match: Match, user: User | None) -> bool:
    """Whether the user is one of the two."""
    return user is not None and user.pk in {match.first.member.user_id, match.second.member.user_id}


def is_open(match: Match) -> bool:
    """Whether the pairing still needs a result: no forfeit, no game that stands or waits."""
    return not match.forfeit and not _live(match.game)


def _live(game: Game | None) -> bool:
    return game is not None and game.state != Game.State.VOID and game.winner != "N"


def conditions_of(match: Match) -> Conditions:
    """Handicap and komi of a pairing: as fixed at the start, or from the points of today."""
    return conditions_of_each([match])[match.pk]


def conditions_of_each(matches: Iterable[Match]) -> dict[int, Conditions]:
    """Handicap and komi of each pairing (at most one query)."""
    fixed, today = {}, []
    for match in matches:
        if match.division.term.conditions == Term.Conditions.START:
            fixed[match.pk] = paa_conditions(match.first.points or 0, match.second.points or 0)
        else:
            today.append(match)
    now = (
        terms.points_now([one.member_id for match in today for one in (match.first, match.second)])
        if today
        else {}
    )
    return fixed | {
        match.pk: paa_conditions(now[match.first.member_id], now[match.second.member_id])
        for match in today
    }


def black_of(match: Match, conditions: Conditions) -> Member | None:
    """Who takes Black under these conditions; None where the colour is tossed for."""
    return {"a": match.first.member, "b": match.second.member, None: None}[conditions.weaker]


@atomic_retried
def arrange(
    *, match: Match, by: User, at: datetime, when: datetime | None, place: str = ""
) -> Match:
    """Note when and where the two will play; None takes the appointment away."""
    match, term = _lock(match)
    if not plays(match, by):
        need_run(by, term.league, on=league_day(term.league, at))
    terms.need_running(term)
    _need_open(match)
    if when is not None:
        check_day(term, league_day(term.league, when), "arranged_for")
    match.arranged_for, match.place = when, place.strip()
    match.save()
    return match


@atomic_retried
def report_match(
    *,
    match: Match,
    facts: GameFacts,
    by: User,
    at: datetime,
    key: UUID | None = None,
    other_conditions: bool = False,
    kifu: Kifu | None = None,
) -> Game:
    """Report the game of a pairing: an ordinary game that the opponent confirms (S1-20), and an
    organiser who did not play at once.

    Sending the same form twice gives the same game.  Raises RuleError E_RANGE for a day outside
    the term, E_INCONSISTENT for other players, for a loss on time that the term does not allow,
    and for conditions other than the pairing's unless both agreed on *other_conditions* (S1-1).
    """
    match, term = _lock(match)
    if key and match.game and match.game.report_key == key:
        return match.game
    _need_result(match, term, by, at)
    check_result(match, term, facts)
    if not other_conditions:
        check_conditions(match, facts)
    game = report_game(facts=facts, by=by, at=at, key=key, kifu=kifu, another=True, official=True)
    match.game = game
    match.save()
    _keep_toss(match, game, by)
    return confirm_entered(game=game, by=by, at=at)


def _keep_toss(match: Match, game: Game, by: User) -> None:
    """Where nothing but a toss decides the colours, it belongs to the game (S1-16)."""
    if black_of(match, conditions_of(match)) is not None:
        return
    toss = toss_of(match)
    if toss is not None and toss.black_id == game.black_id and may_attach(toss, by):
        lock_row(game)  # comes before the toss, and is asked for again where it is confirmed
        attach_toss(toss=toss, game=game, by=by)


@atomic_retried
def link_game(*, match: Match, game: Game, by: User, at: datetime) -> Match:
    """Let a game that is here already be the game of the pairing.

    Raises what :func:`report_match` raises, and E_DUPLICATE where it belongs to another pairing.
    """
    match, term = _lock(match)
    _need_result(match, term, by, at)
    taken = Match.objects.filter(game=game).exclude(pk=match.pk).first()
    if taken is not None:
        raise RuleError(
            Code.DUPLICATE, field="game", value=f"#{game.pk}", reason="official.game_taken"
        )
    if game.state == Game.State.VOID:
        raise RuleError(Code.STATE, field="game", value=f"#{game.pk}", reason="official.game_void")
    check_result(match, term, GameFacts.of(game))
    match.game = make_official(game=game, official=True)
    match.save()
    return match


def candidates(match: Match) -> list[Game]:
    """Games of the two within the term that no pairing has taken yet, newest first."""
    term = match.division.term
    return list(
        Game.objects.between(match.first.member, match.second.member)
        .shown()
        .filter(league_match=None, played_on__gte=term.starts_on, played_on__lte=term.ends_on)
        .with_players()
        .annotate(**players_ranks())
        .newest_first()[:5]
    )


@atomic_retried
def forfeit(*, match: Match, loser: str, by: User | None, at: datetime, reason: str) -> Match:
    """Record a forfeit: it stands in the order and moves nobody's points (S1-24).

    *loser* ``first``, ``second`` or ``both``.  A player may concede his own game; everything else
    is an organiser's decision, and never in a game of his own.
    """
    match, term = _lock(match)
    if loser not in (Match.Forfeit.FIRST, Match.Forfeit.SECOND, Match.Forfeit.BOTH):
        raise RuleError(
            Code.TYPE, field="loser", value=loser, accepted=AcceptedWords("first, second, both")
        )
    _need_judge(match, term, by, at, conceding=loser)
    _need_result(match, term, by, at)
    match.reason = need_reason(reason)
    match.forfeit = loser
    match.forfeit_on = league_day(term.league, at)
    match.decided_by = by
    match.save()
    return match


@atomic_retried
def reopen(*, match: Match, by: User | None, at: datetime, reason: str) -> Match:
    """Take a forfeit back, or let go of a game: the pairing is to be played again.

    After the close only a forfeit that was recorded since, as part of a correction.
    """
    match, term = _lock(match)
    _need_judge(match, term, by, at)
    if not decided_since(match, term):
        terms.need_running(term)
    match.reason = need_reason(reason)
    if match.game is not None:
        make_official(game=match.game, official=False)
    match.forfeit, match.forfeit_on, match.game, match.decided_by = "", None, None, by
    match.save()
    return match


# --- After the close --------------------------------------------------------------------------
def takes_result(match: Match, term: Term, *, runs: bool) -> bool:
    """Whether the pairing takes a result now.

    Of a closed term where its game was made void since, from who runs the league: the record
    stands until the correction with the new result is recorded.
    """
    if not is_open(match):
        return False
    return term.state == Term.State.RUNNING or (term.state == Term.State.CLOSED and runs)


def decided_since(match: Match, term: Term) -> bool:
    """Whether a forfeit was recorded after the term had closed."""
    if term.closed_at is None or match.forfeit_on is None:
        return False
    return match.forfeit_on >= league_day(term.league, term.closed_at)


# --- Checks -----------------------------------------------------------------------------------
def check_day(term: Term, day: date, field: str) -> None:
    """Refuse a day outside the term, whose days are those of the league's clocks."""
    if not term.starts_on <= day <= term.ends_on:
        raise RuleError(
            Code.RANGE,
            field=field,
            value=day,
            reason="official.day_outside",
            params={"first": term.starts_on, "last": term.ends_on, "zone": term.league.zone},
        )


def check_result(match: Match, term: Term, facts: GameFacts) -> None:
    """Refuse a game that cannot be the game of this pairing."""
    if {facts.black.pk, facts.white.pk} != {match.first.member_id, match.second.member_id}:
        raise RuleError(
            Code.INCONSISTENT,
            field="black",
            value=str(facts.black),
            reason="official.other_players",
        )
    if facts.kind:
        raise RuleError(
            Code.INCONSISTENT, field="kind", value=facts.kind, reason="official.not_one_to_one"
        )
    check_day(term, facts.played_on, "played_on")
    gone = [e.withdrawn_on for e in (match.first, match.second) if e.withdrawn_on]
    if gone and facts.played_on > min(gone):
        raise RuleError(
            Code.INCONSISTENT,
            field="played_on",
            value=min(gone),
            reason="official.after_withdrawal",
        )
    if facts.ending == "unknown":
        raise RuleError(Code.MISSING, field="ending", value="", reason="official.ending_unknown")
    if facts.ending == "time" and not term.time_losses:
        raise RuleError(
            Code.INCONSISTENT, field="ending", value=facts.ending, reason="official.time_loss"
        )


def check_conditions(match: Match, facts: GameFacts) -> None:
    """Refuse other conditions than the pairing's (S1-14 … S1-16)."""
    wanted = conditions_of(match)
    black = black_of(match, wanted)
    if black is None and (toss := toss_of(match)) is not None:
        black = toss.black
    colour_fits = black is None or facts.black.pk == black.pk
    if (facts.handicap, facts.komi2) != (wanted.handicap, wanted.komi2) or not colour_fits:
        raise RuleError(
            Code.INCONSISTENT, field="other_conditions", reason="official.other_conditions"
        )


def _need_result(match: Match, term: Term, by: User | None, at: datetime) -> None:
    """Refuse a result from others than the two and who runs the league, and one too many."""
    if term.state == Term.State.CLOSED or not plays(match, by):
        need_run(by, term.league, on=league_day(term.league, at))
    if not takes_result(match, term, runs=True):
        if term.state != Term.State.CLOSED:
            terms.need_running(term)
        _need_open(match)


def _need_open(match: Match) -> None:
    if not is_open(match):
        raise RuleError(
            Code.STATE, field="match", value=str(match), reason="official.match_decided"
        )


def _need_judge(
    match: Match, term: Term, by: User | None, at: datetime, conceding: str = ""
) -> None:
    if plays(match, by):
        assert by is not None
        mine = "first" if match.first.member.user_id == by.pk else "second"
        if conceding != mine:
            if may_run(by, term.league, on=league_day(term.league, at)):
                raise RuleError(
                    Code.FORBIDDEN, field="loser", value=str(match), reason="league.own_game"
                )
            raise PermissionDenied
        return
    need_run(by, term.league, on=league_day(term.league, at))


def _lock(match: Match) -> tuple[Match, Term]:
    """The term first, so that a closing and a result never pass each other."""
    term = terms.lock(match.division.term)
    people = ("first__member", "second__member", "game__black", "game__white")
    return lock_row(match, "division__term__league", *people), term
