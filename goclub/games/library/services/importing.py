"""Filing whole folders and archives of records, each game judged alone."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from django.db import transaction

from goclub.common.transactions import atomic_retried, fault_of
from goclub.games.library.services.enriching import ENRICHED, FILED, FilingOutcome, take_record
from goclub.games.models import Kifu
from goclub.go.records.batch import FoundFile, Limits, walk
from goclub.go.records.errors import KifuError
from goclub.go.records.formats.sgf import MAX_GAMES
from goclub.go.records.reading import OpenedFile
from goclub.go.records.record import IllegalGame, Record
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange

ACCEPTED, REJECTED, DUPLICATE = "accepted", "rejected", "duplicate"
# One transaction for so much.
_BATCH_FILES, _BATCH_BYTES = 10, 50_000

#: How much of an archive is filed while somebody waits, and how many games of it.
IN_ONE_REQUEST = Limits(members=500, total_bytes=20_000_000)
MOST_IN_ONE_REQUEST = 500
#: Games of one file that are filed meanwhile; those of a larger collection are chosen page by page.
GAMES_IN_ONE_REQUEST = 100

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What became of one game, or of a file in which no game could be found.

    ``path`` of the file, ``archive!member`` inside an archive; ``game`` its number in the file
    from 1, None for the file as a whole; ``status`` accepted, rejected or duplicate; ``reason``
    why (of a duplicate how it is alike: identical, symmetric, longer, tail; ``enriched`` if what
    it says was added to a record of the same game, ``says_more`` if it was filed beside one), ""
    if it is accepted as a game of its own;
    ``facts`` what the record says and where it now is; ``error`` the refusal itself; ``added``
    what it adds to another record by kind.
    """

    path: str
    game: int | None
    status: str
    reason: str = ""
    facts: dict[str, object] = field(default_factory=dict)
    error: KifuError | None = None
    added: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """One flat object."""
        where = {"path": self.path, "game": self.game}
        line = {**where, "status": self.status, "reason": self.reason, **self.facts}
        return {**line, "added": dict(self.added)} if self.added else line


def import_kifu(
    act: Act, paths: Iterable[str | Path], *, dry_run: bool = False
) -> Iterator[ImportOutcome]:
    """File the records of files, folders and archives in the library, one outcome for each game.

    Nothing is raised for a bad file, and no name from inside an archive is opened.  ``dry_run``
    judges everything and files nothing.
    """
    return import_found(act, walk(paths), dry_run=dry_run)


def import_found(
    act: Act,
    files: Iterable[FoundFile],
    *,
    dry_run: bool = False,
    most_games: int = MAX_GAMES,
    most_in_all: float = inf,
) -> Iterator[ImportOutcome]:
    """File the records of files that were found or sent, as :func:`import_kifu` does.

    A file with more than ``most_games`` is rejected as a whole, and so is every file after
    ``most_in_all`` games of those before it.
    """
    games = 0
    for batch in _batches(files):
        if games < most_in_all:
            outcomes = _import_batch(act, batch, dry_run, most_games)
        else:
            outcomes = [
                _rejected(file.label, None, KifuError("records.next_upload")) for file in batch
            ]
        games += len(outcomes)
        yield from outcomes


def _batches(files: Iterable[FoundFile]) -> Iterator[list[FoundFile]]:
    batch: list[FoundFile] = []
    for file in files:
        batch.append(file)
        if len(batch) >= _BATCH_FILES or sum(len(f.data or b"") for f in batch) >= _BATCH_BYTES:
            yield batch
            batch = []
    yield batch


@atomic_retried
def _import_batch(
    act: Act, batch: list[FoundFile], dry_run: bool, most_games: int
) -> list[ImportOutcome]:
    outcomes: list[ImportOutcome] = []
    for file in batch:
        try:
            with transaction.atomic():
                outcomes += _import_file(act, file, dry_run, most_games)
        except Exception as error:
            if fault_of(error):
                raise  # nothing is wrong with the file: the database took nothing
            # A fault of ours with one file must not lose the others.
            _log.exception("import of %s", file.label)
            outcomes.append(ImportOutcome(file.label, None, REJECTED, "internal_error"))
    return outcomes


def _import_file(act: Act, file: FoundFile, dry_run: bool, most_games: int) -> list[ImportOutcome]:
    if file.error is not None or file.data is None:
        error = file.error or KifuError("records.unreadable_file")
        return [_rejected(file.label, None, error)]
    try:
        opened = OpenedFile(file.data)
    except KifuError as error:
        return [_rejected(file.label, error.game, error)]
    if len(opened) > most_games:
        accepted = AcceptedRange(0, most_games)
        large = KifuError("records.large_collection", value=len(opened), accepted=accepted)
        return [_rejected(file.label, None, large)]
    outcomes = []
    source: Kifu | None = None
    seen: set[str] = set()  # in a dry run nothing is there to be found
    for number, record in opened.some(range(1, len(opened) + 1)):
        if isinstance(record, KifuError):
            outcomes.append(_rejected(file.label, number, record))
            continue
        facts = _facts(record)
        try:
            filing = take_record(
                act,
                record,
                data=file.data,
                filename=file.label,
                source=source,
                number=number,
                dry_run=dry_run,
            )
        except KifuError as error:  # what would be kept could not be read
            outcomes.append(_rejected(file.label, number, error))
            continue
        if dry_run and filing.alike is None and record.digest in seen:
            outcomes.append(ImportOutcome(file.label, number, DUPLICATE, "identical", facts))
            continue
        seen.add(record.digest)
        if filing.status == FILED:
            source = source or filing.kifu
        outcomes.append(_outcome(file.label, number, facts, filing))
    return outcomes


def _rejected(path: str, game: int | None, error: KifuError) -> ImportOutcome:
    facts: dict[str, object] = {"moves": None, "result": None, "detail": error.detail or str(error)}
    if error.line is not None:
        facts["line"] = error.line
    if isinstance(error, IllegalGame):
        facts |= {
            "move": error.move.number,
            "colour": "B" if error.move.colour == 1 else "W",
            "point": error.move.name,
            "why": error.move.plain_why,
            "moves": len(error.legal.moves),
        }
    return ImportOutcome(path, game, REJECTED, error.name, facts, error)


def _outcome(
    path: str, number: int, facts: dict[str, object], filing: FilingOutcome
) -> ImportOutcome:
    if filing.kifu is not None:
        facts |= {"kifu": filing.kifu.pk, "url": filing.kifu.get_absolute_url()}
    added = filing.added or {}
    if filing.alike is None:
        return ImportOutcome(path, number, ACCEPTED, facts=facts)
    likeness = filing.alike.likeness
    facts |= {
        "duplicate_of": filing.alike.kifu.pk,
        "common_moves": likeness.common,
        "more_here": likeness.first_more,
        "more_there": likeness.second_more,
    }
    if filing.status == ENRICHED:
        return ImportOutcome(path, number, ACCEPTED, "enriched", facts, added=added)
    if filing.status == FILED:
        return ImportOutcome(path, number, ACCEPTED, "says_more", facts)
    return ImportOutcome(path, number, DUPLICATE, likeness.kind, facts, added=added)


def _facts(record: Record) -> dict[str, object]:
    header = record.header
    return {
        "moves": len(record.moves),
        "result": str(header.result) if header.result else None,
        "black": header.black,
        "white": header.white,
        "date": header.date.isoformat() if header.date else None,
        "size": [record.width, record.height],
        "handicap": header.handicap or 0,
        "komi": None if header.komi2 is None else header.komi2 / 2,
        "encoding": record.encoding,
        "warnings": [warning.code for warning in record.warnings],
    }
