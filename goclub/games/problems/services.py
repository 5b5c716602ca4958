"""Adding a collection, and what members make of problems and of games to guess."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

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
from goclub.go.records.batch import Limits, looks_packed, unpack
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import OpenedFile
from goclub.go.records.record import Record
from goclub.go.records.write import write_record
from goclub.members.models import User
from goclub.members.requests import Act
from ratings.errors import Code

#: So many games are read in one transaction.
_AT_ONCE = 100
#: How much of an archive is read.
_LIMITS = Limits(members=5_000, total_bytes=20_000_000)

NamedFile: TypeAlias = tuple[str, bytes]
#: A file with the number of a game in it, or why a file cannot be read.
OpenedGame: TypeAlias = tuple[OpenedFile, int] | KifuError


@atomic_retried
def add_collection(act: Act, *, title: str, files: Sequence[NamedFile]) -> ProblemCollection:
    """Store files of problems, which the job of :func:`ask_to_read` reads.

    Raises :class:`goclub.go.records.errors.KifuError` for files without a game.
    """
    if not may_file(act.user):
        raise PermissionDenied
    data = files[0][1] if len(files) == 1 else _packed(files)
    games = _open_games(data)
    errors = [game for game in games if isinstance(game, KifuError)]
    if len(errors) == len(games):
        raise next(iter(errors), KifuError("records.not_sgf"))
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


def _packed(files: Iterable[NamedFile]) -> bytes:
    """The files as an archive, the same one for the same files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data)
    return whole.getvalue()


def _open_games(data: bytes) -> list[OpenedGame]:
    """The games of a file, or of all files of an archive: each by its file and its number there.

    A file that cannot be read counts as one game.
    """
    packed = looks_packed(data[:512])
    games: list[OpenedGame] = []
    for _name, content in unpack(io.BytesIO(data), _LIMITS) if packed else [("", data)]:
        try:
            if isinstance(content, KifuError):
                raise content
            opened = OpenedFile(content)
        except KifuError as error:
            games.append(error)
        else:
            games += [(opened, number) for number in range(1, len(opened) + 1)]
    return games


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
        games = _open_games(bytes(collection.original))
        for start in range(collection.games_read, len(games), _AT_ONCE):
            _read_some(collection.pk, start, games[start : start + _AT_ONCE])
            tell(start + 1, len(games))


@atomic_retried
def _read_some(pk: int, start: int, games: list[OpenedGame]) -> None:
    for collection in lock_rows(ProblemCollection.objects.defer("original").filter(pk=pk)):
        problems = []
        for number, game in enumerate(games, start + 1):
            try:
                if isinstance(game, KifuError):
                    raise game
                opened, place = game
                ((_place, record),) = opened.some([place])
                problems.append(_problem(collection, number, record))
            except KifuError as error:
                collection.left_out.append([number, refusal_as_json(error)])
        Problem.objects.bulk_create(problems)
        collection.games_read = start + len(games)
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


def may_edit(collection: ProblemCollection, user: User) -> bool:
    """Whoever uploaded a collection edits and deletes it, and the admins do."""
    return collection.added_by_id == user.pk or user.has_perm(DECIDE)


@atomic_retried
def rename_collection(act: Act, collection: ProblemCollection) -> None:
    """Store the title of a collection."""
    if not may_edit(collection, act.user):
        raise PermissionDenied
    collection.save(update_fields=["title"])


@atomic_retried
def delete_collection(act: Act, collection: ProblemCollection) -> None:
    """Delete a collection with its problems and everyone's results."""
    if not may_edit(collection, act.user):
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
