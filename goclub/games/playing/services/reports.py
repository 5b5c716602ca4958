"""Reporting a game."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.library.services.filing import FEWEST_MOVES_TO_COMPARE
from goclub.games.library.services.records import attach_kifu
from goclub.games.models import Game, Kifu
from goclub.games.playing.services.decisions import may_decide
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.notices import tell_reported
from goclub.members.models import Member, User
from goclub.members.requests import Act
from ratings.errors import Code, RuleError


class DuplicateGame(RuleError):
    """The game is already here; ``game`` says which one."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            Code.DUPLICATE, field="another", value=f"#{game.pk}", reason="playing.game_here"
        )
        self.game = game


class NotOwnGame(PermissionDenied):
    """Somebody reports a game of others, and is no organiser."""


def sent_before(key: UUID) -> Game | None:
    """The game that the form with this key has reported already, if it has."""
    return Game.objects.filter(report_key=key).first()


def may_report(user: User, facts: GameFacts) -> bool:
    """Players report their own games; organisers report anyone's."""
    players = {facts.black.user_id, facts.white.user_id} - {None}
    return user.pk in players or user.has_perm("games.report_for_others")


@atomic_retried
def report_game(
    act: Act,
    facts: GameFacts,
    *,
    key: UUID | None = None,
    kifu: Kifu | None = None,
    another: bool = False,
    official: bool = False,
) -> Game:
    """Store a game that waits for confirmation, and return it.

    The same form sent twice (same ``key``) gives the same game.  Unless the reporter says that it
    is ``another`` one, a game of the same two players with the same moves, or the same day and
    result, is refused as a duplicate (:class:`DuplicateGame`), and so is a game of a day of which
    the opponent's report waits for the reporter.  ``official``: it is a game of the official
    league.  The players are notified, unless the reporter may confirm the game and so does next.
    Raises :class:`NotOwnGame`, and what :meth:`GameFacts.check` raises.
    """
    if not may_report(act.user, facts):
        raise NotOwnGame
    facts.check(today=timezone.localdate(act.at))
    _lock_players(facts)
    # Under the lock, so that of two that arrive at the same moment the later one finds the other.
    if key and (sent := sent_before(key)):
        return sent
    if not another and (twin := find_twin(facts, kifu) or _waiting_for(act.user, facts)):
        raise DuplicateGame(twin)
    game = facts.write_to(Game(reported_by=act.user, reported_at=act.at, official=official))
    if key:
        game.report_key = key
    game.save()
    if kifu:
        attach_kifu(act, game, kifu=kifu)
    if not may_decide(game, act.user):
        tell_reported(act, game)
    return game


def _lock_players(facts: GameFacts) -> None:
    """Two reports of one game at the same moment must see each other.

    Raises E_UNKNOWN for a player who was taken out of the club a moment ago.
    """
    named = {"black": facts.black, "white": facts.white}
    pks = [player.pk for player in named.values()]
    present = {member.pk for member in lock_rows(Member.objects.filter(pk__in=pks).only("pk"))}
    for field, player in named.items():
        if player.pk is not None and player.pk not in present:
            raise RuleError(Code.UNKNOWN, field, player.shown_name)


def _waiting_for(user: User, facts: GameFacts) -> Game | None:
    """Return the opponent's report of that day which a player has not answered yet, or None."""
    players = {facts.black.user_id, facts.white.user_id}
    if user.pk not in players:
        return None
    waiting = Game.objects.between(facts.black, facts.white).filter(
        state=Game.State.REPORTED,
        played_on=facts.played_on,
        board=facts.board,
        reported_by__in=players - {user.pk, None},
    )
    return waiting.order_by("pk").first()


def find_twin(facts: GameFacts, kifu: Kifu | None) -> Game | None:
    """A game already here that these facts or this kifu seem to tell again, or None."""
    known = Game.objects.between(facts.black, facts.white).shown()
    if kifu and kifu.moves >= FEWEST_MOVES_TO_COMPARE:
        by_moves = known.filter(kifu__digest=kifu.digest).first()
        if by_moves:
            return by_moves
    alike = known.filter(
        black=facts.black,
        played_on=facts.played_on,
        board=facts.board,
        handicap=facts.handicap,
        komi2=facts.komi2,
        winner=facts.winner,
        ending=facts.ending,
        margin2=facts.margin2,
    )
    if kifu and kifu.moves >= FEWEST_MOVES_TO_COMPARE:
        alike = alike.filter(kifu=None)  # two different records are two different games
    return alike.first()
