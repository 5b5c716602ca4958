"""Handing in kifu: upload, draft, attach, and learning who hides behind a server name."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction

from goclub.games import kifu as kifu_files
from goclub.games.models import Game, Kifu
from goclub.members.models import User
from goclub.members.names import fold_name
from goclub.members.services import learn_nickname
from ratings.errors import Code, RuleError

DRAFTS_LIVE = timedelta(days=1)

#: What programs write into PB and PW when they know no name.
NO_NAMES = frozenset(
    fold_name(name)
    for name in ("black", "white", "black player", "white player", "player 1", "player 2",
                 "黒", "白", "黑", "黒番", "白番", "흑", "백", "unknown", "guest", "anonymous")
)  # fmt: skip


def read_kifu(kifu: Kifu) -> kifu_files.Record:
    """The checked record of a stored kifu."""
    return kifu_files.read(kifu.normalised.encode())


@transaction.atomic
def upload_kifu(
    *, data: bytes, filename: str, by: User, at: datetime, encoding: str | None = None
) -> Kifu:
    """Read and check an uploaded file and keep it as a draft of this user.

    Raises :class:`goclub.games.kifu.KifuError` and writes nothing when it cannot be shown.
    Drafts that were never sent are dropped after a day.
    """
    record = kifu_files.read(data, encoding=encoding)
    Kifu.objects.filter(game=None, uploaded_by=by, uploaded_at__lt=at - DRAFTS_LIVE).delete()
    return Kifu.objects.create(
        uploaded_by=by,
        uploaded_at=at,
        filename=filename[-120:],
        original=data,
        normalised=record.to_sgf().decode(),
        encoding=record.encoding,
        digest=record.digest,
        moves=len(record.moves),
    )


def discard_draft(*, kifu: Kifu, by: User) -> None:
    """Drop a draft; a kifu that belongs to a game stays."""
    if kifu.game_id or kifu.uploaded_by_id != by.pk:
        raise PermissionDenied
    kifu.delete()


@transaction.atomic
def attach_kifu(*, game: Game, kifu: Kifu, by: User) -> None:
    """Give a game its kifu; a game has at most one, and a kifu belongs to one game."""
    players = {game.black.user_id, game.white.user_id}
    if by.pk not in players and not by.has_perm("games.report_for_others"):
        raise PermissionDenied
    draft = Kifu.objects.select_for_update().filter(pk=kifu.pk, game=None, uploaded_by=by).first()
    if draft is None:
        raise RuleError(Code.STATE, field="kifu", value=kifu.filename, reason="draft_gone")
    if Kifu.objects.filter(game=game).exists():
        raise RuleError(Code.DUPLICATE, field="kifu", value=kifu.filename, reason="kifu_there")
    draft.game = game
    draft.save(update_fields=["game"])


def learn_names(game: Game) -> None:
    """Both players agreed on this game: the names in its kifu are theirs."""
    kifu: Kifu | None = getattr(game, "kifu", None)
    if kifu is None:
        return
    header = read_kifu(kifu).header
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
