"""Drafts: files taken in, read with other columns or another encoding, thrown away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from goclub.common.sheets.reading import read_sheets
from goclub.common.sheets.sheet import Spreadsheet
from goclub.common.sheets.text import ENCODING_REFUSALS
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.models import Batch, BatchFile
from goclub.games.notebook.services.columns import SheetColumns, guess_kind, match_columns
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.errors import Code, RuleError


def sheets_of(file: BatchFile) -> tuple[Spreadsheet, ...]:
    """Every sheet of a file that was kept, in the encoding chosen for it."""
    return read_sheets(bytes(file.data), file.name, encoding=file.encoding)


def chosen_sheet(sheets: Sequence[Spreadsheet], title: str) -> Spreadsheet:
    """The sheet of a title, else the first in which members or games are found, else the first."""
    named = (sheet for sheet in sheets if title and sheet.title == title)
    guessed = (sheet for sheet in sheets if guess_kind(sheet))
    return next(named, None) or next(guessed, None) or sheets[0]


def kind_of(sheets: Sequence[Spreadsheet], *, present: Collection[str]) -> str:
    """What the rows of a file are: members, or games where that cannot be seen and is free yet."""
    guessed = guess_kind(chosen_sheet(sheets, ""))
    if guessed:
        return str(guessed)
    return BatchFile.Kind.GAMES if BatchFile.Kind.MEMBERS in present else BatchFile.Kind.MEMBERS


def columns_of(file: BatchFile, sheet: Spreadsheet) -> SheetColumns:
    """The columns as chosen by hand, else as their headings say.

    Raises RuleError where no heading is found.
    """
    if file.columns:
        return SheetColumns.from_json(file.columns)
    return match_columns(sheet, file.kind)


#: A spreadsheet of a club's whole past has some hundred kilobytes.
MOST_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent."""

    name: str
    data: bytes


@atomic_retried
def start_batch(act: Act, uploads: Sequence[Upload], *, key: UUID) -> Batch:
    """Keep files as a draft: one of members, one of games, or both; nothing is entered.

    The same form sent twice (same ``key``) gives the same draft.  Raises what reading refuses, and
    ``notebook.two_of_a_kind`` for two files of members or of games.
    """
    need(act.user, "games.bring_notebook")
    if sent := Batch.objects.filter(key=key, by=act.user).first():
        return sent
    batch = Batch.objects.create(by=act.user, at=act.at, key=key)
    kinds: set[str] = set()
    for upload in uploads:
        kind = kind_of(_glanced(upload), present=kinds)
        if kind in kinds:
            raise RuleError(Code.DUPLICATE, "files", upload.name, reason="notebook.two_of_a_kind")
        kinds.add(kind)
        BatchFile.objects.create(batch=batch, kind=kind, name=upload.name[:200], data=upload.data)
    return batch


def _glanced(upload: Upload) -> tuple[Spreadsheet, ...]:
    """The sheets of a file as far as its kind needs them: its encoding may be chosen later."""
    try:
        return read_sheets(upload.data, upload.name)
    except RuleError as error:
        if error.reason not in ENCODING_REFUSALS:
            raise
        # In this encoding every byte is a letter.
        return read_sheets(upload.data, upload.name, encoding="mac_roman")


@atomic_retried
def keep_reading(
    act: Act, file: BatchFile, *, encoding: str, sheet: str, kind: str, columns: dict[str, object]
) -> BatchFile:
    """Read a file of a draft in another way; answers to questions about its rows stay.

    Raises ``notebook.two_of_a_kind`` where the other file of the draft is of that kind.
    """
    file = _open(act, file)
    if kind != file.kind:
        rivals = file.batch.files.exclude(pk=file.pk).filter(kind=kind)
        if rivals.exists():
            raise RuleError(Code.DUPLICATE, "kind", file.name, reason="notebook.two_of_a_kind")
        file.choices = {}
    file.encoding, file.sheet, file.kind, file.columns = encoding, sheet, kind, columns
    file.save(update_fields=["encoding", "sheet", "kind", "columns", "choices"])
    return file


@atomic_retried
def keep_choices(act: Act, file: BatchFile, *, choices: dict[str, object]) -> BatchFile:
    """Keep the answers to the questions about the rows of a file; an empty answer asks again."""
    file = _open(act, file)
    kept = {**file.choices, **choices}
    file.choices = {key: choice for key, choice in kept.items() if choice not in ("", None)}
    file.save(update_fields=["choices"])
    return file


@atomic_retried
def discard_draft(act: Act, batch: Batch) -> None:
    """Throw a draft away, with its files; what was entered stays."""
    batch = lock_row(batch)
    _need_own_draft(act, batch)
    batch.delete()


def _open(act: Act, file: BatchFile) -> BatchFile:
    """The file as it is now, its batch locked and still a draft of *by*."""
    batch = lock_row(Batch.objects.get(pk=file.batch_id))
    _need_own_draft(act, batch)
    locked_file = BatchFile.objects.get(pk=file.pk)
    locked_file.batch = batch
    return locked_file


def _need_own_draft(act: Act, batch: Batch) -> None:
    need(act.user, "games.bring_notebook")
    if batch.state != Batch.State.DRAFT or batch.by_id != act.user.pk:
        raise RuleError(Code.STATE, "batch", batch.pk, reason="notebook.draft_no_more")
