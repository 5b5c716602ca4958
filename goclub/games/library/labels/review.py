"""The review of a record by an engine, as the part below the board shows it."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from goclub.common.notation import dotted, labelled, number, percent
from goclub.games.library.labels.lead_chart import ChartMove, draw_leads
from goclub.games.library.queries import review_of, reviews_before
from goclub.games.library.services.reviewing import (
    is_current,
    may_cancel,
    start_reviews,
    stored_review,
)
from goclub.games.models import EngineReview, Kifu
from goclub.go.board.basics import BLACK, WHITE, Point, name_point
from goclub.go.engines.game import EngineGame, GameReview, MoveLoss
from goclub.go.records.record import Record
from goclub.members.comments.services import may_comment
from goclub.members.models import User
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind
from ratings.errors import RuleError

#: The engine whose figures need a word of caution.
_ROUGH = "GNU Go"

_FAILURES = {
    "not_started": gettext_lazy(
        "The engine could not be started. Ask an admin to check the setting ENGINE_COMMAND."
    ),
    "died": gettext_lazy(
        "The engine stopped during the game. Try again, and tell an admin if it happens again."
    ),
    "silent": gettext_lazy(
        "The engine did not answer in time. Try again later, or ask an admin to allow it more time."
    ),
    "too_long": gettext_lazy(
        "The engine needed too long for this game. Ask an admin to allow it more time, or to make "
        "it faster."
    ),
    "nonsense": gettext_lazy(
        "The engine sent an answer that makes no sense. Try again, and tell an admin if it happens "
        "again."
    ),
    "no_score": gettext_lazy(
        "This engine cannot estimate the score, so it cannot review games. Ask an admin for "
        "another engine."
    ),
    "refused": gettext_lazy(
        "The engine does not accept this game: its board, its komi or one of its moves."
    ),
    "given_up": gettext_lazy(
        "The review could not be finished. Try again, and tell an admin if it happens again."
    ),
}


KINDS: Final = [
    NoticeKind(
        "kifu.reviewed",
        NoticeGroup.GAMES,
        label=gettext_lazy("A review that I requested is ready"),
        text=gettext_lazy("The engine has reviewed the game %(black)s – %(white)s."),
        mail=Mail.DAILY,
    )
]


def review_context(
    user: User | None, kifu: Kifu, *, bare: Record, shown: Record, node: int = 0
) -> dict[str, Any] | None:
    """What ``_review.html`` shows; None where there is no engine, or nothing to review.

    ``bare`` the record, ``shown`` the same with what members added; the board stands at ``node``.
    """
    if not settings.ENGINE_COMMAND:
        return None
    review = review_of(kifu)
    if review is None:
        try:
            EngineGame.of(bare)
        except RuleError:
            return None
    may_ask = user is not None and may_comment(user)
    context: dict[str, Any] = {
        "kifu": kifu,
        "row": review,
        "may_ask": may_ask and (review is None or review.state == EngineReview.State.FAILED),
    }
    if review is None:
        return context
    if review.is_open:
        start_reviews()  # if the process that had it is gone
        context["percent"] = 100 * review.done // review.total if review.total else 0
        context["before"] = reviews_before(review)
        context["etag"] = _etag(review, context["before"])
        context["may_cancel"] = user is not None and may_cancel(review, user)
        return context
    is_stale = not is_current(review, bare)
    if review.state == EngineReview.State.FAILED:
        context["failure"] = _FAILURES.get(review.failure, _FAILURES["given_up"])
    else:
        context["is_stale"] = is_stale
        context["may_ask"] = may_ask and is_stale
    if review.result and not is_stale:
        context["is_rough"] = review.engine.startswith(_ROUGH)
        context |= _result_context(stored_review(review, bare), shown, node)
    return context


def _etag(review: EngineReview, before: int) -> str:
    """Name what is shown while a review is waiting or running."""
    parts = (review.pk, review.state, before, review.done, get_language())
    return f'"{"-".join(map(str, parts))}"'


def _result_context(review: GameReview, record: Record, node: int) -> dict[str, object]:
    nodes = [0, *(n for n in record.main_line if record.nodes[n].is_move)][: len(review.leads)]
    lost = {loss.number for loss in review.losses}
    moves = [
        ChartMove(at, lead, is_loss=place in lost)
        for place, (at, lead) in enumerate(zip(nodes, review.leads, strict=True))
    ]
    here = max((place for place, at in enumerate(nodes) if at <= node), default=0)
    words = partial(_position_words, review)
    return {
        "chart": draw_leads(moves, here=here, title=_("The score along the game"), words=words),
        "reviewed": len(nodes) - 1,
        "sides": [
            {
                "name": name,
                "code": code,
                "losses": [
                    _loss_row(loss, record, nodes)
                    for loss in review.losses
                    if loss.colour == colour
                ],
            }
            for colour, code, name in ((BLACK, "B", _("Black")), (WHITE, "W", _("White")))
        ],
    }


def _position_words(review: GameReview, place: int) -> str:
    """“Move 43: Black leads by 5.5 · Black wins 62 %”."""
    lead = review.leads[place]
    points = number(abs(lead), 1)
    if lead > 0:
        text = _("Black leads by %(points)s") % {"points": points}
    elif lead < 0:
        text = _("White leads by %(points)s") % {"points": points}
    else:
        text = _("Nobody leads")
    share = percent(100 * review.wins[place]) if review.wins else ""
    chance = _("Black wins %(percent)s") % {"percent": share} if share else ""
    move = _("Move %(n)d") % {"n": place} if place else _("The start of the game")
    return labelled(move, dotted((text, chance)))


def _loss_row(loss: MoveLoss, record: Record, nodes: list[int]) -> dict[str, object]:
    before = nodes[loss.number - 1]
    points = [point for _colour, point in loss.line]
    names = [_("pass") if p is None else name_point(p, record.height) for p in points]
    return {
        "move": _("Move %(n)d") % {"n": loss.number},
        "node": nodes[loss.number],
        "points": round(loss.points),
        "better": names[0],
        "before": before,
        "mark": "" if points[0] is None else names[0],
        "line": " ".join(names),
        "stones": json.dumps(_stones(loss)),
    }


def _stones(loss: MoveLoss) -> list[list[object]]:
    """The stones of a line for the script: colour, column, row and number of each."""
    placed: dict[Point, list[object]] = {}
    for order, (colour, point) in enumerate(loss.line, start=1):
        if point is not None:
            placed[point] = ["engine", *point, "B" if colour == BLACK else "W", order]
    return list(placed.values())
