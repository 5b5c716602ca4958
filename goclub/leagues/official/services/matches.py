"""A pairing's way to its result: arranged, reported as an ordinary game, or forfeited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.models import Game, Kifu
from goclub.games.playing.services.decisions import confirm_entered
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.many import make_official
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.services.toss import attach_toss, may_attach
from goclub.games.rating.queries import players_ranks
from goclub.leagues.league.services.rights import (
    league_day,
    may_organise,
    need_organiser,
    need_reason,
)
from goclub.leagues.models import Match, Term
from goclub.leagues.official.queries import PLAYERS, RANKS, toss_of
from goclub.leagues.official.services import terms
from goclub.members.models import Member, User
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from ratings.paa.conditions import PaaConditions, paa_conditions
from tournaments.official.facts import check_ending


def plays(match: Match, user: User | None) -> bool:
    """Whether the user is one of the two."""
    return user is not None and user.pk in {match.first.member.user_id, match.second.member.user_id}


def own_side(match: Match, user: User | None) -> str:
    """Return the side of one of the two, ``first`` or ``second``."""
    return "first" if user and match.first.member.user_id == user.pk else "second"


def is_open(match: Match) -> bool:
    """Whether the pairing still needs a result: no forfeit, no game that stands or waits."""
    game = match.game
    return not match.forfeit and (
        game is None or game.state == Game.State.VOID or game.winner == "N"
    )


def conditions_of(match: Match) -> PaaConditions:
    """Handicap and komi of a pairing, from the points at the start of the term or of today."""
    return conditions_of_each([match])[match.pk]


def conditions_of_each(matches: Iterable[Match]) -> dict[int, PaaConditions]:
    """Handicap and komi of each pairing (at most one query)."""
    fixed, by_day = {}, []
    for match in matches:
        if match.division.term.conditions == Term.Conditions.START:
            fixed[match.pk] = paa_conditions(match.first.points or 0, match.second.points or 0)
        else:
            by_day.append(match)
    members = [entry.member_id for match in by_day for entry in (match.first, match.second)]
    points = terms.points_now(members) if members else {}
    return fixed | {
        match.pk: paa_conditions(points[match.first.member_id], points[match.second.member_id])
        for match in by_day
    }


def black_of(match: Match, conditions: PaaConditions) -> Member | None:
    """Who takes Black under these conditions; None where the colour is tossed for."""
    return {"a": match.first.member, "b": match.second.member, None: None}[conditions.weaker]


@atomic_retried
def arrange(act: Act, match: Match, *, arranged_for: datetime | None, place: str = "") -> Match:
    """Note when and where the two will play; None removes the appointment."""
    match, term = _lock(match)
    if not plays(match, act.by):
        need_organiser(act, term.league)
    terms.need_running(term)
    _need_open(match)
    if arranged_for is not None:
        _need_day(term, league_day(term.league, arranged_for), "arranged_for")
    match.arranged_for, match.place = arranged_for, place.strip()
    match.save()
    return match


@atomic_retried
def report_match(
    act: Act,
    match: Match,
    *,
    facts: GameFacts,
    key: UUID | None = None,
    other_conditions: bool = False,
    kifu: Kifu | None = None,
) -> Game:
    """Report the game of a pairing: an ordinary game that the opponent confirms (S1-20), and an
    organiser who did not play at once.

    Sending the same form twice gives the same game.  Raises Refusal for a day outside the term, for
    other players, for a loss on time that the term does not allow, and for conditions other than
    the pairing's unless both agreed on *other_conditions* (S1-1).
    """
    match, term = _lock(match)
    if key and match.game and match.game.report_key == key:
        return match.game
    _need_result(act, match, term)
    check_result(match, term, facts)
    if not other_conditions:
        check_conditions(match, facts)
    game = report_game(act, facts, key=key, kifu=kifu, another=True, official=True)
    match.game = game
    match.save()
    _keep_toss(act, match, game)
    return confirm_entered(act, game)


def _keep_toss(act: Act, match: Match, game: Game) -> None:
    """Where nothing but a toss decides the colours, it belongs to the game (S1-16)."""
    if black_of(match, conditions_of(match)) is not None:
        return
    toss = toss_of(match)
    if toss is not None and toss.black_id == game.black_id and may_attach(toss, act.user):
        lock_row(game)  # comes before the toss, and is asked for again where it is confirmed
        attach_toss(act, toss, game=game)


@atomic_retried
def link_game(act: Act, match: Match, *, game: Game) -> Match:
    """Make a game that is stored already the game of the pairing.

    Raises what :func:`report_match` raises, and Refusal where it belongs to another pairing.
    """
    match, term = _lock(match)
    _need_result(act, match, term)
    number = f"#{game.pk}"
    if Match.objects.filter(game=game).exclude(pk=match.pk).exists():
        raise Refusal(
            _("Game %(value)s belongs to another pairing."),
            field="game",
            value=number,
            reason="game_taken",
        )
    if game.state == Game.State.VOID:
        raise Refusal(_("Game %(value)s is void."), field="game", value=number, reason="game_void")
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
def forfeit(act: Act, match: Match, *, loser: str, reason: str) -> Match:
    """Record a forfeit: it counts for the standings and moves nobody's points (S1-24).

    *loser* ``first``, ``second`` or ``both``.  Players may concede their own game; everything else
    is an organiser's decision, and never in a game of their own.
    """
    match, term = _lock(match)
    if loser not in (Match.Forfeit.FIRST, Match.Forfeit.SECOND, Match.Forfeit.BOTH):
        raise RuleError(Code.TYPE, "loser", loser, AcceptedWords("first, second, both"))
    _need_judge(act, match, term, conceding=loser)
    _need_result(act, match, term)
    match.reason = need_reason(reason)
    match.forfeit = loser
    match.forfeit_on = league_day(term.league, act.at)
    match.decided_by = act.by
    match.save()
    return match


@atomic_retried
def reopen(act: Act, match: Match, *, reason: str) -> Match:
    """Undo a forfeit, or remove the game: the pairing is to be played again.

    After the close only a forfeit that was recorded since, as part of a correction.
    """
    match, term = _lock(match)
    _need_judge(act, match, term)
    if not decided_since(match, term):
        terms.need_running(term)
    match.reason = need_reason(reason)
    if match.game is not None:
        make_official(game=match.game, official=False)
    match.forfeit, match.forfeit_on, match.game, match.decided_by = "", None, None, act.by
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
def check_result(match: Match, term: Term, facts: GameFacts) -> None:
    """Refuse a game that cannot be the game of this pairing."""
    if {facts.black.pk, facts.white.pk} != {match.first.member_id, match.second.member_id}:
        raise Refusal(
            _("The game must be between the two players of the pairing."),
            field="black",
            reason="other_players",
        )
    if facts.kind:
        raise Refusal(
            _("A league game is played by two people, one against the other."),
            field="kind",
            reason="not_one_to_one",
        )
    _need_day(term, facts.played_on, "played_on")
    left = [entry.withdrawn_on for entry in (match.first, match.second) if entry.withdrawn_on]
    if left and facts.played_on > min(left):
        raise RuleError(
            Code.INCONSISTENT, "played_on", min(left), reason="official.after_withdrawal"
        )
    if facts.ending == "unknown":
        raise Refusal(
            _("Choose how the game ended; the league needs to know."),
            field="ending",
            code=Code.MISSING,
            reason="ending_unknown",
        )
    check_ending(facts.ending, term)


def check_conditions(match: Match, facts: GameFacts) -> None:
    """Refuse other conditions than the pairing's (S1-14 … S1-16)."""
    conditions = conditions_of(match)
    black = black_of(match, conditions)
    if black is None and (toss := toss_of(match)) is not None:
        black = toss.black
    colour_fits = black is None or facts.black.pk == black.pk
    if (facts.handicap, facts.komi2) != (
        conditions.handicap,
        conditions.komi2,
    ) or not colour_fits:
        raise Refusal(
            _(
                "The pairing has other conditions; see above. Use those, or confirm that you both "
                "agreed on these."
            ),
            field="other_conditions",
            reason="other_conditions",
        )


def _need_day(term: Term, day: date, field: str) -> None:
    terms.need_day_between(day, term.starts_on, term.ends_on, league=term.league, field=field)


def _need_result(act: Act, match: Match, term: Term) -> None:
    """Refuse a second result, and one from people who neither play nor run the league."""
    if term.state == Term.State.CLOSED or not plays(match, act.by):
        need_organiser(act, term.league)
    if not takes_result(match, term, runs=True):
        if term.state != Term.State.CLOSED:
            terms.need_running(term)
        _need_open(match)


def _need_open(match: Match) -> None:
    if not is_open(match):
        raise Refusal(
            _("This pairing already has a result or a report."),
            field="match",
            reason="match_decided",
        )


def _need_judge(act: Act, match: Match, term: Term, *, conceding: str = "") -> None:
    """Refuse others than the organisers, and players who do not concede their own game."""
    if not plays(match, act.by):
        need_organiser(act, term.league)
    elif conceding != own_side(match, act.by):
        if may_organise(act, term.league):
            raise RuleError(Code.FORBIDDEN, "loser", reason="league.own_game")
        raise PermissionDenied


def _lock(match: Match) -> tuple[Match, Term]:
    """The term first, so that a closing and a result never pass each other."""
    term = terms.lock(match.division.term)
    people = ("first__member", "second__member", "game__black", "game__white")
    return lock_row(match, "division__term__league", *people), term


# --- Reminders --------------------------------------------------------------------------------
#: Open games are due this long before the term ends.
BEFORE: Final = timedelta(days=14)


def remind_players(*, at: datetime) -> int:
    """Notify both players of each open game whose term ends soon; return how many were notified.

    Once for each game, however often it is run.
    """
    matches = Match.objects.filter(
        Q(game=None) | Q(game__state=Game.State.VOID),
        forfeit="",
        first__withdrawn_on=None,
        second__withdrawn_on=None,
        division__term__state=Term.State.RUNNING,
        division__term__ends_on__lte=at.date() + BEFORE + timedelta(days=1),
    )
    rows = matches.select_related("division__term__league", *PLAYERS).annotate(**RANKS)
    due = [match for match in rows.order_by("pk") if _is_due(match, at)]
    notices = [notice for match in due for notice in _both(match)]
    return len(tell_each(Act(None, at), "league.due", notices))


def _is_due(match: Match, at: datetime) -> bool:
    term = match.division.term
    return term.ends_on - league_day(term.league, at) <= BEFORE


def _both(match: Match) -> Iterator[Told]:
    term = match.division.term
    ranks = vars(match)
    two = (match.first, ranks["first_rank"] or ""), (match.second, ranks["second_rank"] or "")
    for (entry, _rank), (opponent, rank) in (two, reversed(two)):
        params = {
            "other": opponent.member,
            "other_rank": rank,
            "league": term.league.name,
            "day": term.ends_on.isoformat(),
        }
        yield Told(entry.member, match.get_absolute_url(), params, key=f"due:{match.pk}")
