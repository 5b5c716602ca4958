"""Recording a game at the board: a phone sends its moves, another one takes over by a code."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.library.services.filing import drop
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import Kifu, Recording
from goclub.go.board.basics import BLACK, WHITE, Point, handicap_points, opponent
from goclub.go.board.position import Board
from goclub.go.records.points import write_point
from goclub.go.records.results import half_text
from goclub.go.records.text import escape
from goclub.members.models import Member, User
from goclub.members.requests import Act

_TERMS: Final = ("black", "white", "board", "handicap", "komi2")
_PASS: Final = "--"  # noqa: S105 - a move
_UNDO: Final = "<<"
#: What ended, or was closed, so long ago is deleted.
KEPT: Final = timedelta(days=30)
#: So long whoever finished a game has for its report before the others may finish it.
_ENTERED_IN: Final = timedelta(minutes=10)
_ENTRIES = re.compile(r"(?:[a-s]{2}|--|<<)*")
_MOST: Final = 4000  # letters of a log: three times the longest game


class PlayedMoves(NamedTuple):
    """The position after the moves that were not taken back, and those moves."""

    board: Board
    moves: list[tuple[int, Point | None]]

    @property
    def last(self) -> Point | None:
        """The last move, None for a pass or where nobody has moved."""
        return self.moves[-1][1] if self.moves else None


def start_stones(recording: Recording) -> tuple[Point, ...]:
    """The handicap stones on the board before the first move."""
    return handicap_points(recording.board, recording.handicap) if recording.handicap > 1 else ()


def play_log(recording: Recording) -> PlayedMoves:
    """Play what was recorded.  Raises ``IllegalMove``."""
    kept: list[str] = []
    for start in range(0, len(recording.log), 2):
        entry = recording.log[start : start + 2]
        if entry != _UNDO:
            kept.append(entry)
        elif kept:
            kept.pop()
    board = Board(recording.board)
    stones = start_stones(recording)
    board.setup(black=stones)
    colour = WHITE if stones else BLACK
    moves: list[tuple[int, Point | None]] = []
    for entry in kept:
        point = None if entry == _PASS else (ord(entry[0]) - ord("a"), ord(entry[1]) - ord("a"))
        board.play(colour, point)
        moves.append((colour, point))
        colour = opponent(colour)
    return PlayedMoves(board, moves)


@atomic_retried
def start_recording(act: Act, recording: Recording, *, token: str) -> Recording:
    """Begin to record a game; where these two are being recorded already, return that one.

    Of a game with a guest it is the one that this phone began on these terms, before its first
    move: the form was sent twice.
    """
    _check_member(act)
    players = [player.pk for player in (recording.black, recording.white) if player]
    if len(players) == 2:
        lock_rows(Member.objects.filter(pk__in=players))
        known = Recording.objects.running().of_players(players).first()
    else:
        lock_row(act.user)
        terms = {name: getattr(recording, name) for name in _TERMS}
        known = Recording.objects.running().filter(token=token, log="", **terms).first()
    if known:
        return known
    recording.started_by = act.user
    recording.started_at = recording.changed_at = act.at
    recording.code, recording.token = get_random_string(6, "0123456789"), token
    recording.full_clean()
    recording.save()
    return recording


@atomic_retried
def take_over(act: Act, recording: Recording, *, code: str, token: str) -> Recording:
    """Let another phone record on; the one before is told when it sends its next move."""
    _check_member(act)
    recording = _lock(recording)
    _check_not_over(recording)
    if not constant_time_compare(recording.code, code.strip()):
        raise Refusal(
            _("This is not the code of the game. It is shown on the phone that records."),
            field="code",
            value=code,
            reason="wrong_code",
        )
    recording.token = token
    recording.save(update_fields=["token"])
    return recording


@atomic_retried
def add_entries(
    act: Act, recording: Recording, *, token: str, start: int, entries: str
) -> Recording:
    """Add to the log what a phone recorded from its entry *start* on (counted from 0).

    What is there already is not added again.  Where another phone records, or its moves differ,
    nothing is added: the phone sees that in the log that it gets back.
    """
    _check_member(act)
    recording = _lock(recording)
    known = recording.log[2 * start :]
    is_next = 2 * start <= len(recording.log) and entries.startswith(known)
    new = entries[len(known) :]
    if recording.token != token or recording.is_over or not is_next or not new:
        return recording
    if not _ENTRIES.fullmatch(new) or len(recording.log) + len(new) > _MOST:
        raise Refusal(
            _("These moves could not be read. Load the page again and continue from its board."),
            field="entries",
            value=new[:40],
            reason="unreadable",
        )
    recording.log += new
    play_log(recording)
    recording.changed_at, recording.closed_at = act.at, None
    recording.save(update_fields=["log", "changed_at", "closed_at"])
    return recording


@atomic_retried
def finish_recording(act: Act, recording: Recording, *, token: str) -> Kifu:
    """Make a draft of what was recorded, for counting and for the report.

    Of two who finish one game the first enters the result; pressed twice it is the same draft.
    """
    recording = _lock(recording)
    if recording.token != token and not is_own(recording, act.user):
        raise PermissionDenied
    _check_not_over(recording)
    if not recording.log:
        raise Refusal(_("Record the first move before you finish."), reason="empty")
    before, data = recording.kifu, write_sgf(recording)
    if before is not None and before.uploaded_by != act.user:
        _check_left(before, act.at)
    elif before is not None and bytes(before.original) == data:
        return before
    recording.kifu = upload_kifu(act, data, filename=f"board-{recording.pk}.sgf")
    recording.save(update_fields=["kifu"])
    if before is not None:
        drop(before)
    return recording.kifu


def _check_left(draft: Kifu, at: datetime) -> None:
    """Refuse while somebody else enters the result."""
    if at - draft.uploaded_at < _ENTERED_IN:
        raise Refusal(
            _(
                "%(value)s has just finished this game and is entering the result. If no report "
                "comes, finish it yourself in ten minutes."
            ),
            value=str(getattr(draft.uploaded_by, "member", draft.uploaded_by)),
            reason="finished",
        )


def is_own(recording: Recording, user: User) -> bool:
    """Whether they started it or play it: they need no code."""
    players = {player.user_id for player in (recording.black, recording.white) if player}
    return user.pk in players | {recording.started_by_id}


def write_sgf(recording: Recording) -> bytes:
    """The recorded game as a file."""
    names = (("PB", recording.black), ("PW", recording.white))
    header = "".join(f"{key}[{escape(player.display_name)}]" for key, player in names if player)
    stones = "".join(f"[{write_point(point)}]" for point in start_stones(recording))
    moves = "".join(
        f";{'B' if colour == BLACK else 'W'}[{write_point(point)}]"
        for colour, point in play_log(recording).moves
    )
    day = timezone.localdate(recording.started_at).isoformat()
    return (
        f"(;GM[1]FF[4]CA[UTF-8]SZ[{recording.board}]KM[{half_text(recording.komi2)}]DT[{day}]"
        f"{header}{f'HA[{recording.handicap}]AB{stones}' if stones else ''}{moves})"
    ).encode()


@atomic_retried
def close_forgotten(at: datetime) -> int:
    """Close what nobody has added to for hours, and delete what ended long ago; return how many.

    A phone that was offline for so long opens it again when it sends its moves.
    """
    old = Recording.objects.filter(changed_at__lt=at - KEPT)
    old.delete()
    Recording.objects.forgotten(at).filter(log="").delete()
    return Recording.objects.filter(pk__in=Recording.objects.forgotten(at)).update(closed_at=at)


def _check_member(act: Act) -> Member:
    """Raise PermissionDenied for a login without a member."""
    return act.member


def _lock(recording: Recording) -> Recording:
    # The kifu is asked for afterwards: a join would show it as it was before the wait for the lock.
    return lock_row(recording, "black", "white")


def _check_not_over(recording: Recording) -> None:
    if recording.is_over:
        raise Refusal(_("This game has been reported. Its page shows the moves."), reason="over")
