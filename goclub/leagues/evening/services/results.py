"""A result with one press, straight into the ledger; taken back with another."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.evening.services import need_organiser
from goclub.games.models import Game
from goclub.games.playing.services.decisions import (
    confirm_entered,
    confirm_game,
    decide_game,
    may_confirm,
    may_decide,
    void_game,
    withdraw_game,
)
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.notices import tell_reported
from goclub.games.playing.services.pairings import PAIRINGS, PairingReport
from goclub.games.playing.services.reports import DuplicateGame, report_game
from goclub.leagues.evening.services.nights import is_organiser, keep_press, sent_before, take_open
from goclub.leagues.evening.services.people import free, wait_again
from goclub.leagues.models import NightGame
from goclub.members.models import User
from ratings.errors import Code, RuleError

#: A result is told before the table is free; what a phone says of its own clock is held to that.
_DECISIVE = (Game.Winner.BLACK, Game.Winner.WHITE)


@atomic_retried
def record_result(
    *,
    game: NightGame,
    winner: str,
    by: User,
    at: datetime,
    key: UUID | None = None,
    pressed_at: datetime | None = None,
    ending: str = "",
    margin2: int | None = None,
) -> NightGame:
    """Say who won: the game is reported, confirmed at once by an organiser, and the table is free.

    A press sent twice (*key*), or by the second player, does it once; one that comes late reaches
    its game, whoever sits at the table now.  Raises PermissionDenied for anybody else, E_STATE
    where the game was not played or has another result, and what a report raises.
    """
    game = _take(game)
    if sent_before(key):
        return game
    if not (is_organiser(by) or is_player(game, by)):
        raise PermissionDenied
    if game.cancelled:
        raise _wrong(game, "night.was_not_played")
    if game.winner:
        _second_voice(game, winner, by, at)
    else:
        facts = _facts(game, winner, ending, margin2)
        game.game = _told(game, facts, by, at, key) or _report(facts, by, at, key)
        if game.ended_at is None:
            game.ended_at = _moment(game, pressed_at, at)
            wait_again(game, game.ended_at)
        game.save(update_fields=["game", "ended_at"])
    keep_press(game.night, "result", key=key, by=by, at=at, game=game)
    return game


@atomic_retried
def undo_result(*, game: NightGame, by: User, at: datetime, key: UUID | None = None) -> NightGame:
    """Take a press back: the game is void, and the two sit at a table again.

    By an organiser, or by the player who reported it while nobody confirmed it.  Raises E_STATE
    once one of them plays again or went home.
    """
    game = _take(game)
    reported = game.game
    if sent_before(key) or reported is None or not game.winner:
        return game
    if not (is_organiser(by) or reported.reported_by_id == by.pk):
        raise PermissionDenied
    if may_decide(reported, by):
        void_game(game=reported, by=by, reason=_("entered by mistake on the club night"))
    else:
        withdraw_game(game=reported, by=by)
    game.game = None
    players = (game.black_id, game.white_id)
    again = Q(black__in=players) | Q(white__in=players)
    gone = game.black.left_at or game.white.left_at
    busy = game.night.games.filter(again, ended_at=None).exists()
    if game.night.open and not gone and not busy:
        game.ended_at = None
        running = game.night.games.filter(ended_at=None)
        occupied = set(running.values_list("table", flat=True))
        if game.table in occupied:
            game.table = min(set(range(1, len(occupied) + 2)) - occupied)
    game.save(update_fields=["game", "ended_at", "table"])
    keep_press(game.night, "undo", key=key, by=by, at=at, game=game)
    return game


@atomic_retried
def add_margin(
    *, game: NightGame, by: User, at: datetime, ending: str, margin2: int | None = None
) -> NightGame:
    """Say afterwards how a game ended; raises E_STATE where nobody has won it."""
    need_organiser(by)
    game = _take(game)
    if game.game is None or game.winner not in _DECISIVE:
        raise _wrong(game, "night.nobody_won")
    facts = replace(GameFacts.of(game.game), ending=ending, margin2=margin2)
    decide_game(game=game.game, by=by, at=at, facts=facts, reason=_("how it ended was added"))
    game.game.refresh_from_db()
    return game


@atomic_retried
def free_table(
    *, game: NightGame, by: User, at: datetime, cancelled: bool, key: UUID | None = None
) -> NightGame:
    """Free a table without a result: it is told later, or the game was not played at all."""
    need_organiser(by)
    take_open(game.night)
    game = _take(game)
    if not sent_before(key) and game.ended_at is None:
        free(game, at=at, cancelled=cancelled)
        keep_press(game.night, "free", key=key, by=by, at=at, game=game)
    return game


def is_player(game: NightGame, user: User) -> bool:
    """Whether somebody plays, or played, this game."""
    return user.pk in {game.black.member.user_id, game.white.member.user_id}


def _take(game: NightGame) -> NightGame:
    """The game as it is now, its night locked."""
    lock_row(game.night)
    rows = NightGame.objects.select_related(
        "night", "game__black", "game__white", "black__member", "white__member"
    )
    return rows.get(pk=game.pk)


def _second_voice(game: NightGame, winner: str, by: User, at: datetime) -> None:
    """Who says the same confirms it; who says otherwise is refused, and disputes it on its page."""
    reported = game.game
    assert reported is not None
    if winner != game.winner:
        raise _wrong(game, "night.told_otherwise")
    if reported.state == Game.State.REPORTED and may_confirm(reported, by):
        PAIRINGS.need_answer(reported)
        confirm_game(game=reported, by=by, at=at)


def _facts(game: NightGame, winner: str, ending: str, margin2: int | None) -> GameFacts:
    decisive = winner in _DECISIVE
    if decisive and not ending:
        ending = Game.Ended.POINTS if margin2 else Game.Ended.UNKNOWN
    return GameFacts(
        black=game.black.member,
        white=game.white.member,
        played_on=game.night.on,
        board=game.board,
        handicap=game.handicap,
        komi2=game.komi2,
        winner=winner,
        ending=ending if decisive else "",
        margin2=margin2 if decisive else None,
        place=game.night.place,
    )


def _told(
    game: NightGame, facts: GameFacts, by: User, at: datetime, key: UUID | None
) -> Game | None:
    """The reported game of the pairing that it is; None where it is none, or not any more.

    It was told elsewhere meanwhile, or the league takes it under other conditions alone: it is an
    ordinary game then, and whoever confirms it is asked which game it is.  Raises RuleError where
    the league asks how the game ended, which the presser can say.
    """
    if not game.pairing:
        return None
    try:
        with transaction.atomic():
            game_report = PAIRINGS.take(
                game.pairing, PairingReport(facts, by, at, key or uuid.uuid4())
            )
    except PermissionDenied:
        return None
    except RuleError as refusal:
        if refusal.code == Code.MISSING:
            raise
        return None
    return confirm_entered(game=game_report, by=by, at=at) if game_report else None


def _report(facts: GameFacts, by: User, at: datetime, key: UUID | None) -> Game:
    """The reported game; one that a player told by the ordinary form meanwhile is taken as it."""
    key = key or uuid.uuid4()
    try:
        reported = report_game(facts=facts, by=by, at=at, key=key)
    except DuplicateGame as twin:
        if NightGame.objects.filter(game=twin.game).exists():
            reported = report_game(facts=facts, by=by, at=at, key=key, another=True)
        else:
            reported = twin.game
    if any(PAIRINGS.unanswered([reported])):
        tell_reported(reported, by=by, at=at)
        return reported  # whoever confirms it is asked which game it is
    return confirm_entered(game=reported, by=by, at=at)


def _moment(game: NightGame, pressed_at: datetime | None, at: datetime) -> datetime:
    """When it was pressed, by the phone's clock as far as that can be."""
    return min(max(pressed_at or at, game.paired_at), at)


def _wrong(game: NightGame, reason: str) -> RuleError:
    names = f"{game.black.member} – {game.white.member}"
    return RuleError(Code.STATE, field="game", value=names, reason=reason)
