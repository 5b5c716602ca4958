"""Adding a collection, and what members make of problems and of games to guess."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal, refusal_as_json
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.jobs.services import Tell, ask_for
from goclub.games.library.services.filing import DECIDE, may_file
from goclub.games.models import (
    GuessedGame,
    Job,
    Kifu,
    Problem,
    ProblemCollection,
    ProblemResult,
)
from goclub.go.board.basics import Point, name_point
from goclub.go.problems import HIT, NEAR, ProblemTree, guess_points
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import OpenedFile
from goclub.go.records.record import Record
from goclub.go.records.write import write_record
from goclub.members.models import User
from goclub.members.requests import Act
from ratings.errors import Code

#: So many games are read in one transaction.
_AT_ONCE = 100


@atomic_retried
def add_collection(act: Act, *, title: str, data: bytes) -> ProblemCollection:
    """Store a file of problems, which the job of :func:`ask_to_read` reads.

    Raises :class:`goclub.go.records.errors.KifuError` for a file without a game.
    """
    if not may_file(act.user):
        raise PermissionDenied
    OpenedFile(data)
    collection, is_new = ProblemCollection.objects.get_or_create(
        digest=sha256(data).hexdigest(),
        defaults={"title": title, "added_by": act.user, "added_at": act.at, "original": data},
    )
    if not is_new:
        raise Refusal(
            _("This file is already here as “%(value)s”. Choose another file."),
            code=Code.DUPLICATE,
            field="file",
            value=collection.title,
        )
    return collection


def ask_to_read(act: Act, collection: ProblemCollection) -> Job:
    """Have the problems read in the background."""
    return ask_for(
        act,
        "problems",
        asked={"collection": collection.pk},
        title=collection.title,
        back=collection.get_absolute_url(),
    )


def read_collection(_act: Act, asked: Mapping[str, Any], tell: Tell) -> None:
    """Read the problems of a collection, from where an earlier attempt was stopped.

    A collection that is deleted meanwhile is left.
    """
    for collection in ProblemCollection.objects.filter(pk=asked["collection"]):
        opened = OpenedFile(bytes(collection.original))
        for first in range(collection.games_read + 1, len(opened) + 1, _AT_ONCE):
            _read_some(collection.pk, opened, range(first, first + _AT_ONCE))
            tell(first, len(opened))


@atomic_retried
def _read_some(pk: int, opened: OpenedFile, numbers: range) -> None:
    for collection in lock_rows(ProblemCollection.objects.defer("original").filter(pk=pk)):
        problems = []
        for number, record in opened.some(numbers):
            try:
                problems.append(_problem(collection, number, record))
            except KifuError as error:
                collection.left_out.append([number, refusal_as_json(error)])
        Problem.objects.bulk_create(problems)
        collection.games_read = min(len(opened), numbers[-1])
        collection.save(update_fields=["games_read", "left_out"])


def _problem(collection: ProblemCollection, number: int, record: Record | KifuError) -> Problem:
    if isinstance(record, KifuError):
        raise record
    tree = ProblemTree(record)
    return Problem(
        collection=collection,
        number=number,
        name=tree.title[:120],
        normalised=write_record(record).decode(),
        rows="/".join(record.position_at(tree.start).rows()),
    )


def may_delete(collection: ProblemCollection, user: User) -> bool:
    """Whoever uploaded a collection deletes it, and the admins do."""
    return collection.added_by_id == user.pk or user.has_perm(DECIDE)


@atomic_retried
def delete_collection(act: Act, collection: ProblemCollection) -> None:
    """Delete a collection with its problems and everyone's results."""
    if not may_delete(collection, act.user):
        raise PermissionDenied
    collection.delete()


@atomic_retried
def record_try(act: Act, problem: Problem, *, solved: bool) -> None:
    """Count a try of the member's."""
    result, _new = ProblemResult.objects.get_or_create(member=act.member, problem=problem)
    mine = ProblemResult.objects.filter(pk=result.pk)
    mine.update(tries=F("tries") + 1)
    if solved:
        mine.filter(solved_in=None).update(solved_in=F("tries"), solved_at=act.at)


@atomic_retried
def vote_difficulty(act: Act, problem: Problem, *, vote: int) -> None:
    """Store how hard the member finds a problem, once they have tried it."""
    if not ProblemResult.objects.filter(member=act.member, problem=problem).update(vote=vote):
        raise Refusal(_("Try the problem first, then say how hard it is."), field="vote")


@atomic_retried
def guess_move(act: Act, kifu: Kifu, *, guesses: int, played: Point, point: Point) -> None:
    """Count a guess of the member's; one that is sent twice (``guesses`` before it) counts once."""
    game, _new = GuessedGame.objects.get_or_create(
        member=act.member, kifu=kifu, defaults={"at": act.at}
    )
    points = guess_points(played, point)
    GuessedGame.objects.filter(pk=game.pk, guesses=guesses).update(
        guesses=F("guesses") + 1,
        hits=F("hits") + int(points == HIT),
        near=F("near") + int(points == NEAR),
        latest=name_point(point, kifu.height),
        at=act.at,
    )


@atomic_retried
def guess_again(act: Act, kifu: Kifu) -> None:
    """Forget the member's guesses in a game."""
    GuessedGame.objects.filter(member=act.member, kifu=kifu).delete()


JOBS = {"problems": (read_collection, False)}
