"""The library: what a record says as columns, filing it, and finding it again under other names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.db.models import Q

from goclub.common.name_field import without_unseen
from goclub.common.redis_cache import release_of
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.games.library.services.positions import index_kifu
from goclub.games.models import Kifu
from goclub.games.models.kifu import LONGEST_LINE
from goclub.go.records.errors import KifuError
from goclub.go.records.fingerprints import FEWEST_COMMON, Likeness, opening_mark, same_game
from goclub.go.records.reading import read
from goclub.go.records.record import Record
from goclub.go.records.text import clean_line
from goclub.go.records.write import write_record
from goclub.members.models import User
from goclub.members.names import fold_name
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

#: Records shorter than this are alike by chance (an empty record, a forfeit after two moves).
FEWEST_MOVES_TO_COMPARE = 10
#: Letters from which a record is large.
LARGE_TEXT = 100_000
#: How much of the comments is searched.
LONGEST_TEXT = 20_000
DECIDE = "games.decide_game"


def kifu_columns(record: Record) -> dict[str, object]:
    """What the database keeps of a record; see :class:`.models.Kifu`.

    All of it is read from the text that is kept, as every page will.  Raises :class:`KifuError`
    where that cannot be.
    """
    written, encoding = write_record(record), record.encoding
    record = read_stored(written.decode())
    header, result = record.header, record.header.result
    event = " · ".join(filter(None, (header.event, header.round)))
    return {
        "normalised": written.decode(),
        "encoding": encoding,
        "digest": record.digest,
        "opening": opening_mark(record),
        "moves": len(record.moves),
        "width": record.width,
        "height": record.height,
        "black_name": without_unseen(header.black)[:LONGEST_LINE],
        "white_name": without_unseen(header.white)[:LONGEST_LINE],
        "names": f"{fold_name(header.black)} {fold_name(header.white)}"[: 2 * LONGEST_LINE],
        "black_rank": header.black_rank[:20],
        "white_rank": header.white_rank[:20],
        "winner": result.outcome if result else "",
        "result": clean_line(str(result) if result else header.result_text, limit=40),
        "komi2": header.komi2,
        "handicap": min(header.handicap or 0, 32_767),
        "event": without_unseen(event)[:LONGEST_LINE],
        "played_on": header.date,
        "date_text": header.date_text[:LONGEST_LINE],
        "text": "\n".join(record.tree.comments.values())[:LONGEST_TEXT],
        "final": "/".join(record.final.rows()),
    }


def read_stored(text: str) -> Record:
    """The record of a normalised text.  Raises :class:`KifuError`.

    A large one is kept as it was read: 62,703 nodes take 0.3 s (``benchmarks/large_tree.py``).
    """
    if len(text) < LARGE_TEXT:
        return read(text.encode())
    key = f"record-{_release()}-{sha256(text.encode()).hexdigest()}"
    kept: Record | None = caches["pictures"].get(key)
    if kept is None:
        kept = read(text.encode())
        caches["pictures"].set(key, kept)
    return kept


@cache
def _release() -> str:
    return release_of(settings.BASE_DIR)


def file_name(name: str) -> str:
    """A file's name as it is kept: its last part, one line, without addresses of mail."""
    return clean_line(name.replace("\\", "/").rpartition("/")[2], limit=120)


# --- Finding the same game --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Alike:
    """A record that tells the same game: ``likeness`` how (its ``second_more`` moves are those
    of ``kifu``)."""

    kifu: Kifu
    likeness: Likeness


def find_alike(
    record: Record, *, data: bytes, number: int = 1, but: Kifu | None = None
) -> list[Alike]:
    """Records in the library that tell the same game, the most alike first.

    Turned, mirrored, longer, shorter or with another end; see :func:`.kifu.same_game`.  Records
    of fewer than twenty moves are like many others: only the very same file (``data`` and the
    ``number`` of the game in it) counts.
    """
    same = Q(digest=record.digest)
    if len(record.moves) < FEWEST_COMMON:
        same &= Q(original=data) | Q(source__original=data)
        same &= Q(number=number)
    else:
        same |= Q(opening=opening_mark(record))
    known = (
        Kifu.objects.in_library().filter(same).with_game().defer("original", "text").order_by("pk")
    )
    if but is not None:
        known = known.exclude(pk=but.pk)
    alikes = []
    # So many records with the same opening are looked at more closely.
    for kifu in known[:50]:
        try:
            likeness = same_game(record, read(kifu.normalised.encode()))
        except KifuError:
            continue  # what cannot be read is like nothing
        if likeness is None and kifu.digest == record.digest:
            likeness = Likeness("identical", len(record.moves))  # both without a move
        if likeness is not None:
            alikes.append(Alike(kifu, likeness))
    order = ("identical", "symmetric", "longer", "tail")
    return sorted(alikes, key=lambda alike: order.index(alike.likeness.kind))


# --- Filing -----------------------------------------------------------------------------------
def lock_draft(kifu: Kifu, by: User) -> Kifu:
    """One's own draft as it is now, locked; raises ``E_STATE`` ``draft_gone``."""
    rows = lock_rows(Kifu.objects.drafts_of(by.pk).filter(pk=kifu.pk))
    if not rows:
        raise RuleError(Code.STATE, "kifu", kifu.filename, reason="library.draft_gone")
    return rows[0]


@atomic_retried
def file_draft(act: Act, kifu: Kifu) -> Kifu:
    """Put a draft of one's own into the library, as a record without a game of the club.

    Raises ``E_STATE`` ``draft_gone`` when it is no longer there.
    """
    draft = lock_draft(kifu, act.user)
    draft.filed_at = act.at
    draft.save(update_fields=["filed_at"])
    index_kifu(draft)
    return draft


@atomic_retried
def file_record(
    act: Act,
    record: Record,
    *,
    data: bytes,
    filename: str,
    source: Kifu | None = None,
    number: int = 1,
) -> Kifu:
    """Put a record straight into the library; ``source`` keeps the bytes of a collection."""
    kifu = Kifu.objects.create(
        filed_at=act.at,
        uploaded_by=act.by,
        uploaded_at=act.at,
        filename=file_name(filename),
        original=b"" if source else data,
        source=source,
        number=number,
        **kifu_columns(record),
    )
    index_kifu(kifu, record)
    return kifu


def fill(kifu: Kifu, record: Record) -> None:
    """Set the columns of a row to what a record says, without saving it."""
    for name, value in kifu_columns(record).items():
        setattr(kifu, name, value)


@atomic_retried
def withdraw_record(act: Act, kifu: Kifu) -> None:
    """Take a record that was filed alone out of the library again: its uploader or the office.

    What members said about it goes with it; where others did, only the office does that.  Raises
    ``E_STATE`` ``others_talked``.
    """
    if kifu.game_id or not may_withdraw(kifu, act.user):
        raise PermissionDenied
    if not act.user.has_perm(DECIDE) and any(
        annotations.exclude(author=act.user).exists()
        for annotations in (kifu.notes, kifu.variations)
    ):
        raise RuleError(Code.STATE, "kifu", reason="library.others_talked")
    drop(kifu)


def may_withdraw(kifu: Kifu, user: User) -> bool:
    """Whether this user may take the record out of the library."""
    if kifu.game_id or kifu.filed_at is None:
        return False
    return kifu.uploaded_by_id == user.pk or user.has_perm(DECIDE)


def may_see_original(kifu: Kifu, user: User) -> bool:
    """The uploaded bytes are for the uploader and the office alone."""
    return kifu.uploaded_by_id == user.pk or user.has_perm("games.view_kifu")


def drop(kifu: Kifu) -> None:
    """Delete a row; of a collection the next game takes over the bytes."""
    heir = kifu.parts.order_by("pk").first()
    if heir is not None:
        heir.original, heir.source = bytes(kifu.original), None
        heir.save(update_fields=["original", "source"])
        kifu.parts.update(source=heir)
    kifu.delete()


def may_file(user: User) -> bool:
    """Members and the office put records into the library."""
    return getattr(user, "member", None) is not None or user.has_perm("games.report_for_others")
