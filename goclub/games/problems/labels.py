"""Problems in the reader's words: cards, what is said at a node, and what was left out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import describe, refusal_of
from goclub.games.models import Problem, ProblemCollection, ProblemResult
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import part_around, thumbnail
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.problems import ProblemState, ProblemTree

REFUSALS = {
    "records.no_position": _(
        "No stones are set up before the first move. Add the position to the file."
    ),
    "records.no_solution": _("No line of play is right. Add a solution to the file."),
    "problems.forced": _("Choose one of the moves that the problem offers."),
    "problems.not_this": _("The problem asks for another move here. Try again."),
}
#: So many of the games that were left out are named.
NAMED = 20
_FOR_PROGRAMS = re.compile(r"\b(?:RIGHT|WRONG|CHOICE|FORCE|NOTTHIS)\b")


def collection_cards(
    problems: Iterable[Problem],
) -> list[tuple[Problem, SafeSvg, StrOrPromise]]:
    """Problems with their pictures, and how hard members find them."""
    return [
        (
            problem,
            _picture(problem),
            difficulty_text(vars(problem)["difficulty"]),
        )
        for problem in problems
    ]


def _picture(problem: Problem) -> SafeSvg:
    """The part of the board with stones on it."""
    board = Board.from_rows(problem.rows.split("/"))
    part = part_around([point for point, _colour in board.stones()], board.width, board.height)
    return thumbnail(board, title=str(problem), part=part)


def difficulty_text(average: float | None) -> StrOrPromise:
    """The difficulty that is nearest to the average of the votes; empty without any."""
    return "" if average is None else ProblemResult.Difficulty(round(average)).label


def left_out_rows(collection: ProblemCollection) -> list[tuple[int, str]]:
    """The games of the file that are no problems, with the reason."""
    return [
        (number, describe(refusal_of(refusal))) for number, refusal in collection.left_out[:NAMED]
    ]


def problem_text(tree: ProblemTree, state: ProblemState) -> str:
    """What the file says here; while it says nothing and the problem goes on, what it asks."""
    if state.tried:
        return ""
    if state.node == tree.start:
        return texts_of(tree, tree.record.path(state.node))
    text = texts_of(tree, [state.node])
    if text or state.solved is not None:
        return text
    return texts_of(tree, tree.record.path(tree.start))


def texts_of(tree: ProblemTree, nodes: Iterable[int]) -> str:
    """What the file says at nodes, without its words for programs."""
    texts = (tree.record.tree.comments.get(node, "") for node in nodes)
    return "\n\n".join(filter(None, (_FOR_PROGRAMS.sub("", text).strip() for text in texts)))
