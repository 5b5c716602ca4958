"""Reviews of records by an engine: asked for by members, made one at a time in the background.

Without ``ENGINE_COMMAND`` there are none.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common import background
from goclub.common.background import is_alive, worker_name
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.library.services.comments import players_named
from goclub.games.library.services.records import read_kifu
from goclub.games.models import EngineReview, Kifu
from goclub.go.engines.game import EngineGame, GameReview, MoveLoss, StoppedReview
from goclub.go.engines.gtp import review_by_gtp
from goclub.go.engines.katago import review_by_katago
from goclub.go.engines.process import EngineError, running
from goclub.go.records.layers import read_moves, write_moves
from goclub.go.records.record import Record
from goclub.members.comments.services import check_may_comment
from goclub.members.models import Member, User
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from ratings.errors import RuleError

_log = logging.getLogger(__name__)

#: A review during which so many workers were killed is given up.
TRIES: Final = 3


class _ReviewCancelled(Exception):
    """Nobody wants the review any more."""


# --- Asking ---------------------------------------------------------------------------------------
@atomic_retried
def ask_for_review(act: Act, kifu: Kifu) -> EngineReview:
    """Return the review of a record: the one there is, or a new one that begins in its turn.

    One that failed or is out of date is made again.  Raises ``E_STATE`` for a record about which no
    engine can be asked.
    """
    check_may_comment(act.user)
    kifu = lock_row(kifu)
    game = EngineGame.of(read_kifu(kifu))
    if len(game.moves) > settings.ENGINE_MOVES:
        raise Refusal(
            _("This game is too long: the engine reviews games of up to %(most)s moves."),
            field="kifu",
            reason="too_many_moves",
            most=settings.ENGINE_MOVES,
        )
    review = EngineReview.objects.filter(kifu=kifu).first()
    if review and review.state != EngineReview.State.FAILED and review.digest == game.digest:
        return review
    if review:
        review.delete()
    transaction.on_commit(start_reviews)
    return EngineReview.objects.create(
        kifu=kifu, asked_by=act.user, asked_at=act.at, digest=game.digest
    )


def may_cancel(review: EngineReview, user: User) -> bool:
    """Whether this user may cancel the review: who asked for it, and moderators."""
    mine = review.asked_by_id == user.pk or user.has_perm("games.moderate_talk")
    return review.is_open and mine


def cancel_review(act: Act, review: EngineReview) -> None:
    """Take a review out of the queue; a running engine ends after its move."""
    if act.user is None or not may_cancel(review, act.user):
        raise PermissionDenied
    review.delete()


# --- Reviewing ------------------------------------------------------------------------------------
def start_reviews(*, by_worker: bool = False) -> None:
    """Let a thread review what is waiting; it does not hold up a process that is stopped."""
    if settings.ENGINE_COMMAND:
        background.start(review_games, by_worker=by_worker, is_daemon=True)


def review_games() -> None:
    """Review every game that is waiting, while nobody else does.

    May be killed at any moment: the review begins again.
    """
    while review := _take():
        _carry_out(review)


@atomic_retried
def _take() -> EngineReview | None:
    """The first review that is waiting, now ours; None while another one runs."""
    at = timezone.now()
    for stranded in EngineReview.objects.filter(state=EngineReview.State.RUNNING):
        if stranded.taken_at and is_alive(stranded.worker, stranded.taken_at, at):
            return None
        if stranded.tries >= TRIES:
            _finish(stranded, state=EngineReview.State.FAILED, failure="given_up")
        else:
            _mine(stranded).update(state=EngineReview.State.WAITING)
    review = EngineReview.objects.filter(state=EngineReview.State.WAITING).first()
    if review is None:
        return None
    mine = {"state": EngineReview.State.RUNNING, "worker": worker_name(), "taken_at": at}
    waiting = EngineReview.objects.filter(pk=review.pk, state=EngineReview.State.WAITING)
    try:
        with transaction.atomic():
            waiting.update(**mine, tries=review.tries + 1, done=0, total=0)
    except IntegrityError:
        return None  # another worker was faster
    return EngineReview.objects.filter(pk=review.pk, **mine).first()


def _mine(review: EngineReview) -> Any:
    return EngineReview.objects.filter(
        pk=review.pk, state=EngineReview.State.RUNNING, worker=review.worker, tries=review.tries
    )


def _carry_out(review: EngineReview) -> None:
    try:
        record = read_kifu(review.kifu)
        game = EngineGame.of(record)
        result = _ask_engine(game, partial(_tell, review))
    except _ReviewCancelled:
        return
    except StoppedReview as error:
        columns = _result_columns(error.review, game, record)
        _finish(review, state=EngineReview.State.FAILED, failure=error.reason, **columns)
    except EngineError as error:
        _finish(review, state=EngineReview.State.FAILED, failure=error.reason)
    except RuleError:
        # The record changed since somebody asked.
        _finish(review, state=EngineReview.State.FAILED, failure="refused")
    except Exception:
        _log.exception("The review of record %s broke", review.kifu_id)
        _finish(review, state=EngineReview.State.FAILED, failure="given_up")
    else:
        columns = _result_columns(result, game, record)
        with transaction.atomic():
            if _finish(review, state=EngineReview.State.READY, **columns):
                _notify_asker(review)


def _ask_engine(game: EngineGame, tell: Any) -> GameReview:
    limits = {"seconds": settings.ENGINE_SECONDS, "answer_seconds": settings.ENGINE_ANSWER_SECONDS}
    with running(settings.ENGINE_COMMAND, **limits) as process:
        if settings.ENGINE_PROTOCOL == "katago":
            return review_by_katago(process, game, tell, visits=settings.ENGINE_VISITS)
        return review_by_gtp(process, game, tell)


def _tell(review: EngineReview, done: int, total: int) -> None:
    if not _mine(review).update(done=done, total=total, taken_at=timezone.now()):
        raise _ReviewCancelled


def _finish(review: EngineReview, **columns: object) -> int:
    """Write how a review ended, unless it is another worker's by now; return how many."""
    return int(_mine(review).update(**columns, finished_at=timezone.now(), worker=""))


def _notify_asker(review: EngineReview) -> None:
    named, url = players_named(review.kifu), review.get_absolute_url()
    hearers = [Told(member, url, named) for member in Member.objects.filter(user=review.asked_by)]
    tell_each(Act(None, timezone.now()), "kifu.reviewed", hearers)


# --- Stored results -------------------------------------------------------------------------------
def _result_columns(review: GameReview, game: EngineGame, record: Record) -> dict[str, object]:
    result = {
        "leads": [round(lead, 1) for lead in review.leads],
        "wins": [round(share, 3) for share in review.wins],
        "losses": [
            [loss.number, round(loss.points, 1), write_moves(loss.line, record)]
            for loss in review.losses
        ],
    }
    engine = "".join(filter(str.isprintable, review.engine))[:80]
    return {"digest": game.digest, "engine": engine, "result": result}


def stored_review(review: EngineReview, record: Record) -> GameReview:
    """What a review says about its record; one that failed about the beginning."""
    result = review.result
    losses = tuple(
        MoveLoss(number, points, read_moves(line, record))
        for number, points, line in result["losses"]
    )
    return GameReview(review.engine, tuple(result["leads"]), tuple(result["wins"]), losses)


def is_current(review: EngineReview, record: Record) -> bool:
    """Whether the record still has the moves that were reviewed."""
    try:
        return EngineGame.of(record).digest == review.digest
    except RuleError:
        return False
