"""What the page of a recorded game shows, and where its report begins."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.games.library.labels.viewer import asked_node, board_context, move_sentence
from goclub.games.library.services.recording import play_log, start_stones, write_sgf
from goclub.games.models import Kifu, Recording
from goclub.go.board.basics import BLACK, WHITE, name_point
from goclub.go.diagrams.board_svg import draw_board
from goclub.go.records.reading import read
from goclub.members.requests import MemberRequest


def recording_context(recording: Recording) -> dict[str, Any]:
    """The position, the last move in words, and the start for the script of the phone."""
    board, moves = played = play_log(recording)
    point = played.last
    sentence = _("The start of the game")
    if moves:
        text = _("Move {n}, {colour} {point}") if point else _("Move {n}, {colour} passes")
        sentence = text.format(
            n=len(moves),
            colour=_("Black") if moves[-1][0] == BLACK else _("White"),
            point=name_point(point, recording.board) if point else "",
        )
    root = {"p": -1, "c": [], "n": 0, "cap": [0, 0]}
    return {
        "recording": recording,
        "board_svg": draw_board(board, last=point, title=sentence),
        "sentence": sentence,
        "prisoners": {"black": board.prisoners[BLACK], "white": board.prisoners[WHITE]},
        "tree": {
            "size": [recording.board, recording.board],
            "main": [0],
            "nodes": [root | {"a": [["B", *stone] for stone in start_stones(recording)]}],
        },
    }


def following_context(request: MemberRequest, recording: Recording) -> dict[str, Any]:
    """The game so far in the viewer, at its last move or at the one that the address names."""
    record = read(write_sgf(recording))
    last = record.main_line[-1]
    node = asked_node(request, record)
    return board_context(record, node=last if node is None else node) | {
        "recording": recording,
        "latest": {"move": last, "text": move_sentence(record, last)},
    }


def report_address(kifu: Kifu, **result: object) -> str:
    """The report of a draft's game, with a result; of a recorded game also with its players."""
    values: dict[str, object] = {"kifu": kifu.pk, **result}
    recording: Recording | None = getattr(kifu, "recording", None)
    if recording is not None:
        players = {"black": recording.black_id, "white": recording.white_id}
        values |= {colour: pk for colour, pk in players.items() if pk}
    return f"{reverse('games:report')}?{urlencode(values)}"
