"""A result with one press, straight into the ledger; taken back with another."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
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
from goclub.games.playing.services.reports import report_game
from goclub.leagues.evening.services.nights import is_organiser, keep_press, sent_before, take_open
from goclub.leagues.evening.services.people import free, wait_again
from goclub.leagues.models import NightGame
from goclub.members.models import User
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

#: A result is told before the table is free; what a phone says of its own clock is held to that.
_DECISIVE = (Game.Winner.BLACK, Game.Winner.WHITE)


@atomic_retried
def record_result(
    act: Act,
    game: NightGame,
    *,
    winner: str,
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
    if not (is_organiser(act.user) or is_player(game, act.user)):
        raise PermissionDenied
    if game.cancelled:
        raise _wrong(game, "night.was_not_played")
    if not game.winner and (elsewhere := _reported_elsewhere(game)):
        _end_with(game, elsewhere, act.at)
    if game.winner:
        _second_voice(act, game, winner, ending, margin2)
    else:
        facts = _facts(game, winner, ending, margin2)
        game.game = _told(act, game, facts, key) or _report(act, facts, key)
        if game.ended_at is None:
            game.ended_at = min(max(pressed_at or act.at, game.paired_at), act.at)
            wait_again(game, game.ended_at)
        game.save(update_fields=["game", "ended_at"])
    keep_press(act, game.night, "result", key=key, game=game)
    return game


@atomic_retried
def undo_result(act: Act, game: NightGame, *, key: UUID | None = None) -> NightGame:
    """Take a press back: the game is void, and the two sit at a table again.

    By an organiser, or by the player who reported it while nobody confirmed it.  Raises E_STATE
    once one of them plays again or went home.
    """
    game = _take(game)
    reported = game.game
    if sent_before(key) or reported is None or not game.winner:
        return game
    if not (is_organiser(act.user) or reported.reported_by_id == act.user.pk):
        raise PermissionDenied
    if may_decide(reported, act.user):
        void_game(act, reported, reason=_("entered by mistake on the club night"))
    else:
        withdraw_game(act, reported)
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
    keep_press(act, game.night, "undo", key=key, game=game)
    return game


@atomic_retried
def add_margin(act: Act, game: NightGame, *, ending: str, margin2: int | None = None) -> NightGame:
    """Say afterwards how a game ended; raises E_STATE where nobody has won it."""
    need_organiser(act.user)
    game = _take(game)
    if game.game is None or game.winner not in _DECISIVE:
        raise _wrong(game, "night.nobody_won")
    facts = replace(GameFacts.of(game.game), ending=ending, margin2=margin2)
    decide_game(act, game.game, facts=facts, reason=_("how it ended was added"))
    game.game.refresh_from_db()
    return game


@atomic_retried
def free_table(act: Act, game: NightGame, *, cancelled: bool, key: UUID | None = None) -> NightGame:
    """Free a table without a result: it is told later, or the game was not played at all."""
    need_organiser(act.user)
    take_open(game.night)
    game = _take(game)
    if not sent_before(key) and game.ended_at is None:
        free(game, at=act.at, cancelled=cancelled)
        keep_press(act, game.night, "free", key=key, game=game)
    return game


def on_games_confirmed(*, games: Sequence[Game], at: datetime, **_kwargs: object) -> None:
    """On confirmed games: free the tables of those that were reported elsewhere (one query)."""
    pairs = {(game.black_id, game.white_id) for game in games}
    tables = NightGame.objects.filter(night__open=True, game=None, cancelled=False)
    for table in tables.select_related("night", "black", "white"):
        if (table.black.member_id, table.white.member_id) in pairs:
            with transaction.atomic():  # what fails here is undone alone
                if elsewhere := _reported_elsewhere(table):
                    _end_with(table, elsewhere, at)


def _reported_elsewhere(table: NightGame) -> Game | None:
    """Return the game of a table that a slip or the ordinary form reported, or None."""
    games = Game.objects.shown().filter(
        black=table.black.member_id,
        white=table.white.member_id,
        board=table.board,
        played_on=table.night.on,
        reported_at__gte=table.paired_at,
        night_game=None,
    )
    return games.order_by("reported_at", "pk").first()


def _end_with(table: NightGame, game: Game, at: datetime) -> None:
    """Let a reported game be that of a table, which is free from now on."""
    table.game = game
    if table.ended_at is None:
        table.ended_at = at
        wait_again(table, at)
    table.save(update_fields=["game", "ended_at"])


def is_player(game: NightGame, user: User) -> bool:
    """Whether somebody plays, or played, this game."""
    return user.pk in {game.black.member.user_id, game.white.member.user_id}


def may_undo(game: NightGame, user: User) -> bool:
    """Whether somebody may take back the result of a game that has one."""
    reported = game.game
    assert reported is not None
    own = reported.reported_by_id == user.pk and reported.state == Game.State.REPORTED
    return own or is_organiser(user)


def _take(game: NightGame) -> NightGame:
    """The game as it is now, its night locked."""
    lock_row(game.night)
    rows = NightGame.objects.select_related(
        "night", "game__black", "game__white", "black__member", "white__member"
    )
    return rows.get(pk=game.pk)


def _second_voice(act: Act, game: NightGame, winner: str, ending: str, margin2: int | None) -> None:
    """Who says the same confirms it; who says otherwise is refused, and disputes it on its page.

    How it ended is added by an organiser, as by :func:`add_margin`; a player undoes the result.
    """
    reported = game.game
    assert reported is not None
    if winner != game.winner:
        may_correct = may_decide(reported, act.user)
        raise _wrong(game, "night.to_be_corrected" if may_correct else "night.told_otherwise")
    ending = ending or (Game.Ended.POINTS if margin2 is not None else reported.ending)
    if ending != reported.ending or margin2 not in (None, reported.margin2):
        if not may_decide(reported, act.user):
            raise _wrong(game, "night.ended_otherwise")
        add_margin(act, game, ending=ending, margin2=margin2)
        return
    if reported.state == Game.State.REPORTED and may_confirm(reported, act.user):
        PAIRINGS.need_answer(reported)
        confirm_game(act, reported)


def _facts(game: NightGame, winner: str, ending: str, margin2: int | None) -> GameFacts:
    if winner in _DECISIVE and not ending:
        ending = Game.Ended.POINTS if margin2 else Game.Ended.UNKNOWN
    return GameFacts(
        black=game.black.member,
        white=game.white.member,
        played_on=game.night.on,
        board=game.board,
        handicap=game.handicap,
        komi2=game.komi2,
        winner=winner,
        ending=ending,
        margin2=margin2,
        place=game.night.place,
    )


def _told(act: Act, game: NightGame, facts: GameFacts, key: UUID | None) -> Game | None:
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
                act, game.pairing, PairingReport(facts, key or uuid.uuid4())
            )
    except PermissionDenied:
        return None
    except RuleError as refusal:
        if refusal.code == Code.MISSING:
            raise
        return None
    return confirm_entered(act, game_report) if game_report else None


def _report(act: Act, facts: GameFacts, key: UUID | None) -> Game:
    """Report the game; it is another one than any that was reported before the two sat down."""
    reported = report_game(act, facts, key=key or uuid.uuid4(), another=True)
    if any(PAIRINGS.unanswered([reported])):
        tell_reported(act, reported)
        return reported  # whoever confirms it is asked which game it is
    return confirm_entered(act, reported)


def _wrong(game: NightGame, reason: str) -> RuleError:
    names = f"{game.black.member} – {game.white.member}"
    return RuleError(Code.STATE, "game", names, reason=reason)
