"""Another record of a game that is here: what it says besides is added, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.library.services.filing import (
    DECIDE,
    Alike,
    drop,
    file_name,
    file_record,
    find_alike,
    kifu_columns,
    lock_draft,
    may_file,
)
from goclub.games.library.services.positions import index_kifu
from goclub.games.library.services.records import UnreadableKifu, open_upload, read_kifu
from goclub.games.models import Kifu, KifuAddition
from goclub.go.records.errors import KifuError
from goclub.go.records.fingerprints import same_game
from goclub.go.records.header import Header
from goclub.go.records.layers import find_spot
from goclub.go.records.merging import MergedRecord, fields_added, merge
from goclub.go.records.reading import read
from goclub.go.records.record import Record
from goclub.go.records.write import write_record
from goclub.members.models import User
from goclub.members.names import fold_name
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

#: What became of a record: it stands alone, was added to one that is here, or says nothing new.
FILED, ENRICHED, KNOWN = "filed", "enriched", "known"


@dataclass(frozen=True, slots=True)
class FilingOutcome:
    """What became of a record (``status``), and the ``kifu`` where it is now.

    ``kifu`` is None in a dry run for one that would be filed; ``alike`` the record that was there,
    ``added`` what was added to it by kind.
    """

    status: str
    kifu: Kifu | None = None
    alike: Alike | None = None
    added: dict[str, int] | None = None


def take_record(
    act: Act,
    record: Record,
    *,
    data: bytes,
    filename: str,
    source: Kifu | None = None,
    number: int = 1,
    dry_run: bool = False,
) -> FilingOutcome:
    """File a record, or add what it says to the record of the same game that is here.

    One that says more but cannot be laid over the other (it was turned, or begins otherwise) is
    filed beside it.  ``source`` as in :func:`.filing.file_record`.
    """
    alike = next(iter(find_alike(record, data=data, number=number)), None)
    if alike is not None:
        merged = what_it_adds(alike, record)
        if merged is not None and merged.adds:
            if not dry_run and not _add(act, alike.kifu, merged, record, data, filename, number):
                # Someone was quicker: look again.
                return take_record(
                    act, record, data=data, filename=filename, source=source, number=number
                )
            status = ENRICHED if merged.tells_more else KNOWN
            return FilingOutcome(status, alike.kifu, alike, dict(fields_added(merged)))
        if merged is not None or not _says_more(record, read_kifu(alike.kifu)):
            return FilingOutcome(KNOWN, alike.kifu, alike)
    if dry_run:
        return FilingOutcome(FILED, None, alike)
    kifu = file_record(act, record, data=data, filename=filename, source=source, number=number)
    return FilingOutcome(FILED, kifu, alike)


@atomic_retried
def file_games(act: Act, kifu: Kifu, *, numbers: Iterable[int]) -> tuple[list[FilingOutcome], int]:
    """Put chosen games of an uploaded collection into the library, each judged alone.

    ``kifu`` the draft that holds the file, ``numbers`` count its games from 1.  Returns what
    became of each, and how many were refused.  The first record filed keeps the file; the draft
    stays, so that more games can be chosen.
    """
    draft = lock_draft(kifu, act.user)
    data = draft.file_bytes
    opened, _record = open_upload(draft)
    outcomes: list[FilingOutcome] = []
    refused, source = 0, None
    for number, record in opened.some(sorted(set(numbers))):
        if isinstance(record, KifuError):
            refused += 1
            continue
        try:
            outcome = take_record(
                act, record, data=data, filename=draft.filename, source=source, number=number
            )
        except KifuError:  # what would be kept could not be read
            refused += 1
            continue
        if outcome.status == FILED:
            source = source or outcome.kifu
        outcomes.append(outcome)
    return outcomes, refused


def what_it_adds(alike: Alike, record: Record) -> MergedRecord | None:
    """What a record adds to one that is here; None if it cannot be laid over it.

    Where one only goes on where the other ends, two games may share their opening: then players
    and day must not differ.
    """
    try:
        known = read_kifu(alike.kifu)
    except UnreadableKifu:
        return None
    in_part = alike.likeness.kind in ("longer", "tail")
    if alike.likeness.symmetry or (in_part and _are_of_others(known.header, record.header)):
        return None
    merged = merge(known, record)
    if merged is None or not merged.adds:
        return merged
    try:
        again = read(write_record(merged.record))
    except KifuError:
        return None  # together they are larger than any record may be
    # Under the rules of the first a move of the second may be forbidden.
    return merged if again.tree.parents == merged.record.tree.parents else None


def _are_of_others(first: Header, second: Header) -> bool:
    """Whether second headers name other players, or another day."""
    names = ((first.black, second.black), (first.white, second.white))
    if any(a and b and fold_name(a) != fold_name(b) for a, b in names):
        return True
    return None not in (first.date, second.date) and not {first.date, *first.dates} & {
        second.date,
        *second.dates,
    }


def adds_to(kifu: Kifu, record: Record) -> dict[str, int]:
    """What a record with the same moves adds to one that is here, by kind."""
    try:
        likeness = same_game(record, read_kifu(kifu))
    except UnreadableKifu:
        return {}
    merged = None if likeness is None else what_it_adds(Alike(kifu, likeness), record)
    return {} if merged is None else dict(fields_added(merged))


def _says_more(record: Record, known: Record) -> bool:
    """Whether a record that cannot be laid over another one holds more of anything."""
    mine, theirs = record.tree, known.tree
    pairs = (
        (len(record.moves), len(known.moves)),
        (len(mine.parents), len(theirs.parents)),
        (sum(map(len, mine.comments.values())), sum(map(len, theirs.comments.values()))),
        (len(mine.marks), len(theirs.marks)),
    )
    return any(here > there for here, there in pairs)


def _add(
    act: Act,
    kifu: Kifu,
    merged: MergedRecord,
    record: Record,
    data: bytes,
    filename: str,
    number: int,
) -> bool:
    """Keep what was added, and show both as one record; False if that has changed meanwhile."""
    before = kifu.normalised
    if not _show(kifu, merged.record):
        return False
    KifuAddition.objects.create(
        kifu=kifu,
        uploaded_by=act.by,
        uploaded_at=act.at,
        filename=file_name(filename),
        original=data,
        number=number,
        encoding=record.encoding,
        before=before,
        **fields_added(merged),
    )
    return True


def _show(kifu: Kifu, record: Record) -> bool:
    """Let a row tell a record from now on, unless somebody else has just changed it."""
    columns = kifu_columns(record)
    del columns["encoding"]  # of the file, which stays
    rows = Kifu.objects.filter(pk=kifu.pk, normalised=kifu.normalised)
    if not rows.update(**columns):
        return False
    kifu.refresh_from_db(fields=list(columns))
    index_kifu(kifu, record)
    return True


@atomic_retried
def add_draft(act: Act, draft: Kifu, *, kifu: Kifu) -> None:
    """Add what an uploaded record says to one of the same game; the draft is used up.

    Raises ``E_STATE`` ``draft_gone`` when it is no longer there, ``nothing_to_add`` when the
    records are not of one game, or it says nothing besides.
    """
    if not may_file(act.user):
        raise PermissionDenied
    lock_rows(Kifu.objects.filter(pk__in=(draft.pk, kifu.pk)))
    mine = lock_draft(draft, act.user)
    kifu = lock_row(kifu)
    record = read_kifu(mine)
    alikes = find_alike(record, data=mine.file_bytes, number=mine.number, but=mine)
    alike = next((alike for alike in alikes if alike.kifu.pk == kifu.pk), None)
    merged = None if alike is None else what_it_adds(Alike(kifu, alike.likeness), record)
    if merged is None or not merged.adds:
        raise Refusal(_("Your record contains nothing new."), field="kifu", value=str(kifu))
    data, filename, number = mine.file_bytes, mine.filename, mine.number
    _add(act, kifu, merged, record, data, filename, number)
    drop(mine)


@atomic_retried
def take_back_addition(act: Act, addition: KifuAddition) -> None:
    """Show the record again as it was before the last addition.

    Who added it, who uploaded the record, and the office may.  Raises ``E_STATE``
    ``not_the_last`` for an earlier one, ``others_talked`` where members have commented on what
    would go.
    """
    if not may_take_back(addition, act.user):
        raise PermissionDenied
    kifu = lock_row(addition.kifu)
    if kifu.additions.filter(pk__gt=addition.pk).exists():
        raise Refusal(
            _("Something was added later. Undo that first."),
            field="kifu",
            value=str(kifu),
            reason="not_the_last",
        )
    try:
        record = read(addition.before.encode())
    except KifuError as error:
        raise UnreadableKifu(kifu, error) from error
    spots = {*kifu.notes.values_list("spot", flat=True)} | {
        *kifu.variations.values_list("spot", flat=True)
    }
    for spot in spots - {""}:
        try:
            find_spot(record, spot)
        except RuleError as error:
            raise RuleError(Code.STATE, "kifu", reason="library.others_talked") from error
    addition.delete()
    _show(kifu, record)


def may_see_addition(addition: KifuAddition, user: User) -> bool:
    """The other file is for who handed it in and the office alone."""
    return addition.uploaded_by_id == user.pk or user.has_perm("games.view_kifu")


def may_take_back(addition: KifuAddition, user: User) -> bool:
    """Whether this user may undo the addition."""
    mine = user.pk in (addition.uploaded_by_id, addition.kifu.uploaded_by_id)
    return mine or user.has_perm(DECIDE)
