"""Handing in kifu: upload, draft, attach, and learning who hides behind a server name."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.games.library.services.filing import (
    drop,
    file_name,
    fill,
    kifu_columns,
    lock_draft,
    read_stored,
)
from goclub.games.library.services.positions import index_kifu
from goclub.games.models import Game, Kifu
from goclub.go.records.batch import looks_packed
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import OpenedFile
from goclub.go.records.record import Record
from goclub.members.names import fold_name
from goclub.members.people.services import learn_nickname
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

DRAFTS_LIVE = timedelta(days=1)

#: What programs write into PB and PW when they know no name.
NO_NAMES = frozenset(
    fold_name(name)
    for name in ("black", "white", "black player", "white player", "player 1", "player 2",
                 "黒", "白", "黑", "黒番", "白番", "흑", "백", "unknown", "guest", "anonymous")
)  # fmt: skip


class UnreadableKifu(RuleError):
    """A stored record that cannot be read, which no check of today would have accepted.

    ``kifu`` the record, ``why`` what is wrong with it.
    """

    def __init__(self, kifu: Kifu, why: KifuError) -> None:
        self.kifu, self.why = kifu, why
        super().__init__(Code.STATE, field="kifu", value=kifu.pk, reason="library.unreadable")


def read_kifu(kifu: Kifu) -> Record:
    """The checked record of a stored kifu.  Raises :class:`UnreadableKifu`."""
    try:
        return read_stored(kifu.normalised)
    except KifuError as error:
        raise UnreadableKifu(kifu, error) from error


def open_upload(kifu: Kifu) -> tuple[OpenedFile, Record]:
    """The file of a draft, and what was read from it, with everything that was odd in it.

    The file is opened once, and once more only where the member chose another reading of it: the
    games of a collection may be in encodings of their own.
    """
    opened = OpenedFile(kifu.file_bytes)
    record = opened.legal_part(kifu.number)
    if record.encoding != kifu.encoding:
        opened = OpenedFile(kifu.file_bytes, encoding=kifu.encoding)
        record = opened.legal_part(kifu.number)
    return opened, record


def upload_kifu(act: Act, data: bytes, *, filename: str) -> Kifu:
    """Read and check an uploaded file and keep it as a draft of this user, as :func:`keep_upload`
    does."""
    return keep_upload(act, OpenedFile(data), data=data, filename=filename)


@atomic_retried
def keep_upload(
    act: Act, opened: OpenedFile, *, data: bytes, filename: str, legal_part: bool = False
) -> Kifu:
    """Check a file and keep it as a draft of this user.

    ``legal_part`` takes the moves before an illegal one instead of refusing the file.

    Raises :class:`goclub.go.records.errors.KifuError` and writes nothing when it cannot be shown.
    An archive is refused, though games lie open in one that does not compress: others would be
    lost, and the letters of all.  Drafts that were never sent are dropped after a day.
    """
    if looks_packed(data):
        raise KifuError("records.not_sgf", detail="an archive")
    number, record = _first_good(opened, legal_part=legal_part)
    for old in Kifu.objects.drafts_of(act.user.pk).filter(uploaded_at__lt=act.at - DRAFTS_LIVE):
        drop(old)
    return Kifu.objects.create(
        uploaded_by=act.user,
        uploaded_at=act.at,
        filename=file_name(filename),
        original=data,
        number=number,
        **kifu_columns(record),
    )


def _first_good(opened: OpenedFile, *, legal_part: bool) -> tuple[int, Record]:
    """The first game of a file, or of a collection whose first is refused the first that is not."""
    try:
        return 1, opened.legal_part() if legal_part else opened.first()
    except KifuError as error:
        if error.game is None:
            raise
        for number, record in opened.some(range(1, len(opened) + 1)):
            if isinstance(record, Record):
                return number, record
        raise


def _game_of(opened: OpenedFile, number: int) -> Record:
    """A game of a file; raises its KifuError where it is refused."""
    if number == 1:
        return opened.first()
    ((_, record),) = opened.some([number])
    if isinstance(record, KifuError):
        raise record
    return record


@atomic_retried
def reread_draft(
    act: Act, kifu: Kifu, *, encoding: str | None = None, number: int | None = None
) -> Kifu:
    """Read the file of a draft again, in another encoding or as another of its games.

    Raises :class:`goclub.go.records.KifuError` and changes nothing when it cannot be shown.
    """
    draft = lock_draft(kifu, act.user)
    chosen = number or draft.number
    if encoding:
        opened = OpenedFile(draft.file_bytes, encoding=encoding)
    else:
        opened, _record = open_upload(draft)
    # Where only a part was taken, it stays one.
    record = opened.legal_part(chosen) if number is None else _game_of(opened, chosen)
    fill(draft, record)
    draft.number = chosen
    draft.save()
    return draft


def discard_draft(act: Act, kifu: Kifu) -> None:
    """Drop a draft; a kifu that belongs to a game stays."""
    if not kifu.is_draft or kifu.uploaded_by_id != act.user.pk:
        raise PermissionDenied
    drop(kifu)


@atomic_retried
def attach_kifu(act: Act, game: Game, *, kifu: Kifu) -> None:
    """Give a game its kifu; a game has at most one, and a kifu belongs to one game."""
    players = {game.black.user_id, game.white.user_id}
    if act.user.pk not in players and not act.user.has_perm("games.report_for_others"):
        raise PermissionDenied
    draft = lock_draft(kifu, act.user)
    if Kifu.objects.filter(game=game).exists():
        raise Refusal(_("This game already has a kifu."), code=Code.DUPLICATE, field="kifu")
    draft.game = game
    draft.save(update_fields=["game"])
    index_kifu(draft)


def learn_names(game: Game) -> None:
    """Both players agreed on this game: the names in its kifu are theirs."""
    kifu: Kifu | None = getattr(game, "kifu", None)
    if kifu is None:
        return
    try:
        header = read_kifu(kifu).header
    except UnreadableKifu:
        return
    for name, player in ((header.black, game.black), (header.white, game.white)):
        if fold_name(name) not in NO_NAMES and not player.is_guest:
            learn_nickname(member=player, name=name, server=server_of(header.place))


def server_of(place: str) -> str:
    """The server that a kifu names as its place, in short.

    >>> server_of("The KGS Go Server at http://www.gokgs.com/")
    'KGS'
    """
    for mark in ("KGS", "OGS", "IGS", "Fox", "Tygem", "DGS", "WBaduk", "Pandanet"):
        if mark.casefold() in place.casefold():
            return mark
    return ""
