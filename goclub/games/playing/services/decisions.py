"""Confirming, disputing, deciding, correcting and voiding a game."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.library.services.positions import keep_index
from goclub.games.library.services.records import learn_names
from goclub.games.models import Game
from goclub.games.playing.services.facts import KEEPERS, ClaimedResult, GameFacts, keep_claim
from goclub.games.playing.services.notices import (
    tell_claimed,
    tell_confirmed,
    tell_decided,
    tell_disputed,
    tell_programs,
)
from goclub.games.rating.ledger.facts import game_key, members_of
from goclub.games.rating.ledger.posting import post_game
from goclub.games.rating.ledger.recalculation import recalculate
from goclub.games.signals import game_decided, games_confirmed
from goclub.members.models import HookKind, User
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

State = Game.State


def is_player(game: Game, user: User) -> bool:
    return user.pk in {game.black.user_id, game.white.user_id}


def may_decide(game: Game, user: User) -> bool:
    """Organisers decide games, but not their own."""
    return user.has_perm("games.decide_game") and not is_player(game, user)


def may_read_dispute(game: Game, user: User) -> bool:
    """What one player says against the other is for the two, the reporter and the organisers."""
    concerned = is_player(game, user) or game.reported_by_id == user.pk
    return concerned or user.has_perm("games.decide_game")


def may_confirm(game: Game, user: User) -> bool:
    """The opponent of the player who reported, or an organiser who did not play."""
    return (is_player(game, user) and game.reported_by_id != user.pk) or may_decide(game, user)


def may_accept(game: Game, user: User) -> bool:
    """Who reported it: a player, or an organiser who entered it for two others."""
    reported = game.reported_by_id == user.pk
    return reported and (is_player(game, user) or may_decide(game, user))


@atomic_retried
def confirm_game(act: Act, game: Game) -> Game:
    """Confirm a reported game and post it to the ledger.

    Confirming again changes nothing.  Raises ``E_STATE`` for a disputed or void game, which an
    organiser decides, and PermissionDenied for anybody who may not confirm it.
    """
    game = _lock(game)
    if not may_confirm(game, act.user):
        raise PermissionDenied
    if game.state == State.CONFIRMED:
        return game
    if game.state != State.REPORTED:
        raise _wrong_state(game, "playing.organiser_decides")
    _confirm(act, game)
    tell_confirmed(act, game)
    return game


@atomic_retried
def confirm_entered(act: Act, game: Game) -> Game:
    """Confirm at once what an organiser reported for two others; anything else waits as it is.

    That the organiser both reported and confirmed it stays on record.
    """
    if (
        game.state != State.REPORTED
        or game.reported_by_id != act.user.pk
        or not may_decide(game, act.user)
    ):
        return game
    return confirm_game(act, game)


@atomic_retried
def dispute_game(act: Act, game: Game, *, reason: str, claim: ClaimedResult | None = None) -> Game:
    """Say that a report is wrong, and why, perhaps also what is right.

    The reporter may accept the claim (:func:`accept_claim`), otherwise an organiser decides.
    Whoever disputed the report may say it better until then.  Raises E_MISSING without a reason,
    E_STATE if nothing is waiting for their answer, and what :meth:`Claim.check` raises.
    """
    game = _lock(game)
    if not is_player(game, act.user) or game.reported_by_id == act.user.pk:
        raise PermissionDenied
    _need_reason(reason)
    again = game.state == State.DISPUTED
    if game.state != State.REPORTED and not (again and game.disputed_by_id == act.user.pk):
        raise _wrong_state(game, "playing.only_waiting_disputed")
    before = (game.reason, ClaimedResult.of(game)) if again else None
    if before == (reason.strip(), claim):
        return game
    if claim is not None:
        claim.check(game, today=_latest_day(game, act.at))
    game.state, game.disputed_by, game.reason = State.DISPUTED, act.user, reason.strip()
    keep_claim(game, claim)
    game.save()
    if before is None:
        tell_disputed(act, game)
    elif before[1] != claim:
        tell_claimed(act, game)
    return game


@atomic_retried
def accept_claim(act: Act, game: Game, *, seen: str) -> Game:
    """Take over the result that the other player gave, and confirm the game with it.

    *seen* is the key of the claim that was accepted (:attr:`Claim.key`).  Accepting again changes
    nothing.  Raises PermissionDenied for everybody but the reporter, E_STATE where the game is not
    disputed any more or another result is claimed by now, and what :meth:`GameFacts.check` raises.
    """
    KEEPERS.lock(game)
    game = _lock(game)
    if not may_accept(game, act.user):
        raise PermissionDenied
    claim = ClaimedResult.of(game)
    known = claim is not None and claim.key == seen
    if game.state == State.CONFIRMED and known and claim == ClaimedResult.held_by(game):
        return game
    if game.state != State.DISPUTED:
        raise _wrong_state(game, "playing.claim_settled")
    if claim is None or not known:
        raise _wrong_state(game, "playing.claim_changed")
    facts = claim.facts_of(game)
    facts.check(today=_latest_day(game, act.at))
    KEEPERS.check(game, facts)
    facts.write_to(game)
    game.reason = ""  # what one said against the other is over
    _confirm(act, game)
    keep_index(game)
    tell_confirmed(act, game)
    game_decided.send_robust(sender=Game, act=act, game=game)
    return game


@atomic_retried
def withdraw_game(act: Act, game: Game) -> Game:
    """Take back one's own report while nobody has confirmed it."""
    game = _lock(game)
    if game.reported_by_id != act.user.pk:
        raise PermissionDenied
    if game.state == State.VOID:
        return game
    if not game.is_open:
        raise _wrong_state(game, "playing.confirmed_stays")
    game.state = State.VOID
    game.reason = "withdrawn by the reporter"
    game.save()
    keep_index(game)
    return game


@atomic_retried
def decide_game(act: Act, game: Game, *, facts: GameFacts, reason: str = "") -> Game:
    """Settle a game by an organiser's decision: as reported, or with other facts.

    Works on reported and disputed games, corrects confirmed ones and brings back void ones; the
    ledger is replayed from the earlier of the old and the new place of the game.
    """
    KEEPERS.lock(game)
    game = _lock(game)
    if not may_decide(game, act.user):
        raise PermissionDenied
    before = GameFacts.of(game)
    facts = _same_guests(facts, before)
    changed = facts != before
    if changed or game.state in (State.DISPUTED, State.VOID):
        _need_reason(reason)
    facts.check(today=_latest_day(game, act.at))
    if game.state == State.CONFIRMED and not changed:
        return game
    KEEPERS.check(game, facts)
    was_confirmed = game.state == State.CONFIRMED
    old_key = game_key(game) if was_confirmed else None
    touched = members_of(game)
    facts.write_to(game)
    game.reason = reason.strip()
    if old_key is None:
        _confirm(act, game)
    else:
        save_fact(game)
        touched |= members_of(game)
        recalculate(min(old_key, game_key(game)), touched, cause=game)
        tell_programs(HookKind.CORRECTED, [game], at=act.at)
    keep_index(game)
    tell_decided(act, game)
    game_decided.send_robust(sender=Game, act=act, game=game)
    return game


@atomic_retried
def void_game(act: Act, game: Game, *, reason: str) -> Game:
    """Make a game void: it stays on record and moves nothing."""
    KEEPERS.lock(game)
    game = _lock(game)
    if not may_decide(game, act.user):
        raise PermissionDenied
    _need_reason(reason)
    if game.state == State.VOID:
        return game
    KEEPERS.check(game, None)
    old_key = game_key(game) if game.state == State.CONFIRMED else None
    game.state = State.VOID
    game.reason = reason.strip()
    save_fact(game)
    keep_index(game)
    if old_key:
        recalculate(old_key, members_of(game), cause=game)
    if old_key:
        tell_programs(HookKind.VOIDED, [game], at=act.at)
    tell_decided(act, game)
    game_decided.send_robust(sender=Game, act=act, game=game)
    return game


def _same_guests(facts: GameFacts, before: GameFacts) -> GameFacts:
    """Keep the same guest when the name is unchanged; several guests may share a name."""
    known = {
        player.display_name: player for player in (before.black, before.white) if player.is_guest
    }
    black, white = (
        known.get(player.display_name, player) if player.is_guest else player
        for player in (facts.black, facts.white)
    )
    return replace(facts, black=black, white=white)


def _confirm(act: Act, game: Game) -> None:
    game.state = State.CONFIRMED
    game.confirmed_by = act.user
    game.confirmed_at = act.at
    save_fact(game)
    post_game(game)
    learn_names(game)
    tell_programs(HookKind.CONFIRMED, [game], at=act.at)
    games_confirmed.send_robust(sender=Game, games=[game], at=act.at)


def save_fact(game: Game) -> None:
    """A fact: the ledger follows in the same transaction."""
    with gate_open():
        game.save()


def _lock(game: Game) -> Game:
    return lock_row(game, "black", "white", "kifu")


def _latest_day(game: Game, at: datetime) -> date:
    """Return the last day that is not to come: the game's own may have begun for its reporter."""
    return max(timezone.localdate(at), game.played_on)


def _need_reason(reason: str) -> None:
    if not reason.strip():
        raise RuleError(Code.MISSING, "reason")


def _wrong_state(game: Game, reason: str) -> RuleError:
    return RuleError(Code.STATE, "state", game.state, reason=reason)
